"""The open FPGA flow: Yosys, nextpnr-ecp5 and what is made of their figures. `fpga/run.py` is its command line.

Who needs whom, from the bottom: failure, parts; tools; synth, route; table, store; ceilings, measure; board, pages; commands."""
