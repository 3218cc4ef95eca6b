# For OpenSTA: a design that is nothing but its ports, and the two constraint files of the folder. What is written back is for the test.
read_verilog ports.v
link_design $env(TOP)
source constraints/$env(TOP).sdc
source constraints/$env(TOP)_ooc.sdc
write_sdc back.sdc
exit
