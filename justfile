# What people type. `just` lists the recipes. Needs only cargo; lint and synthesis recipes name the tool they lack.

set shell := ["bash", "-euo", "pipefail", "-c"]

[private]
default:
    @just --list --unsorted

# export the reference design and hold it against the model
equal:
    cargo run --release -- export --verify

# all tests
test:
    cargo test --release --workspace

# the tests that take minutes each and are not part of `test`
night:
    cargo test --release --test all -- --ignored --skip corundums_own --skip surfs_own_files --skip the_trees_own

# what CI asks for: format, clippy, tests
check:
    cargo fmt --all --check
    cargo clippy --release --workspace --all-targets -- -D warnings
    cargo test --release --workspace

# write hdl/verilog anew, every folder from its own configuration
verilog:
    for c in hdl/verilog/*/ackwright.toml; do cargo run --release -q -- export --config "$c" --out "$(dirname "$c")"; done

# many events in shards, one table; called again it goes on where it was: just campaign 100000000 2 top
campaign events="100000000" seed="1" block="engine" shards="4":
    cargo build --release
    tests/campaign/local.sh {{shards}} target/campaign/{{block}}-{{events}}-{{seed}} --block {{block}} --events {{events}} --seed {{seed}}

# 10^9 events over all blocks, more than an hour of two cores; goes on where it was
billion seed="1":
    cargo build --release
    tests/campaign/billion.sh target/campaign/billion-{{seed}} {{seed}}

# mutated frames through parser and model, a third on each of three widths; goes on where it was: just fuzz 3000000
fuzz packets="100000000" seed="1" shards="4":
    cargo build --release
    for c in reference ldcp small; do tests/campaign/local.sh {{shards}} target/fuzz/$c-{{packets}}-{{seed}} --fuzz --config hdl/verilog/$c/ackwright.toml --events $((({{packets}} + 2) / 3)) --seed {{seed}}; done

# coverage-guided fuzzing of parser and replay, seconds each (cargo install cargo-fuzz; no nightly compiler): just fuzz-coverage 600
fuzz-coverage seconds="60":
    for t in parser replay; do mkdir -p target/fuzz/corpus/$t; RUSTC_BOOTSTRAP=1 cargo fuzz run -s none --fuzz-dir tests/fuzz --target-dir target/fuzz/build $t target/fuzz/corpus/$t tests/fuzz/seeds/$t -- -max_total_time={{seconds}} -max_len=4096; done

# prove the properties of the emitted Verilog, and that each one's bugs make it fail (pinned wheels): just prove psn, just prove --quick
prove *args:
    hdl/formal/run.py {{args}}

# bugs of one bit in the emitted Verilog, each held against the bench of its block (pinned wheels): just mutants --block psn --propose --narrow --seconds 60
mutants *args:
    cargo run --release -q -p ackwright-mutation -- {{args}}

# bugs that cargo-mutants (pinned) puts into the model and the emitter, against their tests, many hours: just mutants-rust --part emit --shard 0/64
mutants-rust *args:
    cargo run --release -q -p ackwright-rust-mutants --bin rust-mutants -- {{args}}

# lines, branches, toggles and functional points of every block, against tests/coverage/waivers.toml; a block alone is a look and fails on nothing: just coverage --block psn
coverage *args:
    cargo run --release -q -p ackwright-tb --example coverage -- {{args}}

# blocks after synthesis by Yosys, as cells of ECP5 and as gates, against the model: just netlist 4000 --block recip
netlist events="4000" *args:
    cargo run --release -q -- verify --rung netlist --config tests/netlist/ecp5.toml --events {{events}} {{args}}
    cargo run --release -q -- verify --rung netlist --config hdl/verilog/small/ackwright.toml --events {{events}} {{args}}

# the header of the C library anew
header:
    cargo run --release -q -p ackwright-c --example header

# SystemVerilog checker of a block for DPI-C: just checker hdl/verilog/ldcp/ackwright.toml engine > checker.sv
checker CONFIG BLOCK:
    @cargo run --release -q -p ackwright-c --example checker -- {{CONFIG}} {{BLOCK}}

# the bench that links the reference design statically through `verilated`: just static 7
static seed="1":
    cd tb/static && cargo run -q -- {{seed}}

# the simulator's figures against what they must be, five minutes; fails on a shortfall that RESULTS.md does not state
simulate:
    cargo build --release -q
    model/fabric/table.py target/release/ackwright

# random networks through `simulate --nic reference` and through the simulator in Python that was written from FABRIC's text: just independent --kinds star,pfc --seeds 4..9
independent *args:
    cargo build --release -q
    model/fabric/tests/independent/compare.py target/release/ackwright {{args}}

# FCR's draft, 8.1: six senders to one at 25G, with switches that advise and without, and what else was tried, minutes
simulate-fcr:
    cargo build --release -q
    model/fabric/table.py target/release/ackwright --fcr

# the same on the two trees of 320 hosts, a quarter of an hour
simulate-trees:
    cargo build --release -q
    model/fabric/table.py target/release/ackwright --trees

# the C library's senders in ns-3.37 (apt-get install libns3-dev) against `simulate`, on the same flows
ns3:
    cargo build --release -q
    model/ns3/run.py

# the same in parts by MPI; ns-3.37 is built from Debian's source, or from yours: just ns3-mpi ../ns-3.37 --ranks 2,4
ns3-mpi *args:
    cargo build --release -q
    cd "{{invocation_directory()}}" && "{{justfile_directory()}}/model/ns3/run.py" --mpi {{args}}

# events and cycles a second of ideal, model, engine and Verilated RTL
bench:
    cargo run --release -q -p ackwright-tb --example bench

# what the engine takes of an event a cycle of which one QP has 0 to 100 %, against that share; fails below 1.00
hot:
    cargo run --release -q -p ackwright-model --example hot

# events a second of `replay` with the model, medians of five runs in processor time (goals: 1 M of LDCP, 0.5 M of HPCC++)
bench-replay:
    cargo build --release -q
    tests/replay_rate.py target/release/ackwright

# LUT, FF, block RAM and multipliers of every block of an exported folder (pinned wheels): just synth FOLDER --family xcup
synth folder="hdl/verilog/reference" *args:
    fpga/run.py counts {{folder}} {{args}}

# clock and longest path of a block on an LFE5U-85F (pinned wheels): just clock pawa 1,2,3,4,5 --aim 240
clock block="engine" seeds="1" *args:
    cargo run --release -q -- export --config fpga/ackwright.toml --block {{block}} --out target/fpga/export
    fpga/run.py clock target/fpga/export {{block}} --seeds {{seeds}} {{args}}

# bitstream of the demonstration on a ULX3S in target/fpga/board, with its clock and what it takes (pinned wheels): just board --seed 2
board *args:
    cargo run --release -q -- export --config fpga/board/ackwright.toml --board ulx3s --out target/fpga/board/export
    fpga/run.py board target/fpga/board/export {{args}}

# Corundum's own bench of a NIC with our block in it, on your checkout of either release (Icarus, pinned wheels; minutes): just corundum ../corundum
corundum PATH:
    ACKW_CORUNDUM="$(cd "{{invocation_directory()}}" && realpath "{{PATH}}")" cargo test --release --test all corundum::corundums_own_bench -- --ignored --nocapture

# a copy of the files of 100G-verilog-RoCEv2-lite that change, with the gate's lines in, below target/attach; then the gate and the tree's own arbiter in a loop (minutes): just rocev2lite CHECKOUT=../roce
rocev2lite CHECKOUT:
    cd "{{invocation_directory()}}" && "{{justfile_directory()}}/fpga/attach.py" rocev2lite "{{trim_start_match(CHECKOUT, "CHECKOUT=")}}"
    ACKW_ROCEV2LITE="$(cd "{{invocation_directory()}}" && realpath "{{trim_start_match(CHECKOUT, "CHECKOUT=")}}")" cargo test --release --test all rocev2lite::the_trees_own -- --ignored --nocapture

# the same of surf's engine, then its own VHDL around the adapter as GHDL translates it, in a loop (minutes): just surf CHECKOUT=../surf
surf CHECKOUT:
    cd "{{invocation_directory()}}" && "{{justfile_directory()}}/fpga/attach.py" surf "{{trim_start_match(CHECKOUT, "CHECKOUT=")}}"
    ACKW_SURF="$(cd "{{invocation_directory()}}" && realpath "{{trim_start_match(CHECKOUT, "CHECKOUT=")}}")" cargo test --release --test all surf::surfs_own_files -- --ignored --nocapture

# the same of Corundum's scheduler block, then its own scheduler under the adapter (Icarus): just corundum-scheduler CHECKOUT=../corundum
corundum-scheduler CHECKOUT:
    cd "{{invocation_directory()}}" && "{{justfile_directory()}}/fpga/attach.py" corundum "{{trim_start_match(CHECKOUT, "CHECKOUT=")}}"
    ACKW_CORUNDUM="$(cd "{{invocation_directory()}}" && realpath "{{trim_start_match(CHECKOUT, "CHECKOUT=")}}")" cargo test --release --test all attach::corundums_own -- --ignored --nocapture

# the pictures of hdl/src/shaper.md anew, of the cycle model, a minute; at night it is told where they differ
shaper-pictures:
    ACKW_PICTURES=write cargo test --release --test all shaper::pictures -- --ignored --nocapture

# measure the rows of fpga/table.toml and write the tables of the pages: just fpga 'pawa-*', just fpga ceilings, just fpga --long
fpga *args:
    fpga/run.py table {{args}}

# are the tables of fpga/README.md and of the blocks' pages of today's Verilog?
fpga-check:
    fpga/run.py check

# area, levels and clock of every block in standard cells (pinned wheel): just asic LIB=a.lib.gz,b.lib --clock 200
asic LIB *OPTIONS:
    cargo run --release -q -- export --config hdl/asic/ackwright.toml --out target/asic/verilog
    hdl/asic/estimate.py target/asic/verilog "{{trim_start_match(LIB, "LIB=")}}" {{OPTIONS}}
