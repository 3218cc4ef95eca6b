# What people type. `just` lists the recipes. Needs only cargo; lint and synthesis recipes name the tool they lack.

set shell := ["bash", "-euo", "pipefail", "-c"]

[private]
default:
    @just --list --unsorted

# export the reference design and prove it equal to the model
prove:
    cargo run --release -- export --verify

# all tests
test:
    cargo test --release --workspace

# what CI asks for: format, clippy, tests
check:
    cargo fmt --all --check
    cargo clippy --release --workspace --all-targets -- -D warnings
    cargo test --release --workspace

# write hdl/verilog anew, every folder from its own configuration
verilog:
    for c in hdl/verilog/*/ackwright.toml; do cargo run --release -q -- export --config "$c" --out "$(dirname "$c")"; done

# both algorithms mixed, on many events: just campaign 100000000 2 top
campaign events="100000000" seed="1" block="engine":
    cargo run --release -- verify --block {{block}} --events {{events}} --seed {{seed}}

# events and cycles a second of ideal, model, engine and Verilated RTL
bench:
    cargo run --release -q -p ackwright-tb --example bench

# LUT, FF, block RAM and multipliers of every block of an exported folder (pinned wheels): just synth FOLDER --family xcup
synth folder="hdl/verilog/reference" *args:
    fpga/run.py counts {{folder}} {{args}}

# clock and longest path of a block on an LFE5U-85F (pinned wheels): just clock pawa 1,2,3,4,5 --aim 240
clock block="engine" seeds="1" *args:
    cargo run --release -q -- export --config fpga/ackwright.toml --out target/fpga/export
    fpga/run.py clock target/fpga/export {{block}} --seeds {{seeds}} {{args}}

# bitstream of the demonstration on a ULX3S in target/fpga/board, with its clock and what it takes (pinned wheels): just board --seed 2
board *args:
    cargo run --release -q -- export --config fpga/board/ackwright.toml --board ulx3s --out target/fpga/board/export
    fpga/run.py board target/fpga/board/export {{args}}

# measure the rows of fpga/table.toml and write the tables of the pages: just fpga 'pawa-*', just fpga ceilings, just fpga --long
fpga *args:
    fpga/run.py table {{args}}

# area, levels and clock of every block in standard cells (pinned wheel): just asic LIB=a.lib.gz,b.lib --clock 200
asic LIB *OPTIONS:
    cargo run --release -q -- export --config hdl/asic/ackwright.toml --out target/asic/verilog
    hdl/asic/estimate.py target/asic/verilog "{{trim_start_match(LIB, "LIB=")}}" {{OPTIONS}}
