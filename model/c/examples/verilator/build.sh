#!/usr/bin/env bash
# Builds and runs bench.sv with Verilator: build.sh RTL LIBRARY CHECKER BUILD
#   RTL      an exported folder of configuration hdl/verilog/ldcp
#   LIBRARY  libackwright_c.so or .a
#   CHECKER  what `cargo run -p ackwright-c --example checker -- RTL/ackwright.toml engine` writes
#   BUILD    where to build
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 4 ] || { echo "build.sh: expected RTL LIBRARY CHECKER BUILD" >&2; exit 2; }
for tool in verilator g++ make; do
  command -v "$tool" >/dev/null || { echo "build.sh: $tool is missing: apt-get install $tool" >&2; exit 3; }
done
rtl=$(cd "$1" && pwd) library=$(realpath "$2") checker=$(realpath "$3") build=$4
verilator --cc --exe --main --timing --build -j 2 -O3 --assert -Wno-fatal -Wno-lint -Wno-style \
  --top-module bench --Mdir "$build" -y "$rtl" -o bench \
  "$here/bench.sv" "$checker" "$library" \
  -LDFLAGS "-Wl,-rpath,$(dirname "$library") -lpthread -ldl -lm" > "$build.log" 2>&1 || { cat "$build.log" >&2; exit 2; }
exec "$build/bench"
