# Our sources beside Corundum's: its own Makefile does the rest. make -f nic.mk in a folder made by tests/corundum.rs
VERILOG_SOURCES += $(file < ours.txt)
include Makefile
