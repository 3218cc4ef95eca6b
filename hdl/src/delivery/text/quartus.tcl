@HEAD@#
# Never run by Quartus. What is checked is that every command is legal Tcl and every file is there.
#
# @TOP@ out of context: every port but the clock is a virtual pin. Synthesis, fitting, timing.
#
#   quartus_sh -t scripts/quartus.tcl FAMILY DEVICE
#
# They are "@QUARTUS_FAMILY@" and @QUARTUS_DEVICE@ without it. Everything is written to build/quartus below the folder.
# A virtual pin is no port to the timing analyser, so the file of the ports' delays is not read: paths at ports are not judged.
set family "@QUARTUS_FAMILY@"
set device @QUARTUS_DEVICE@
set given  [expr {[info exists quartus(args)] ? $quartus(args) : $argv}]
if {[llength $given] > 0} { set family [lindex $given 0] }
if {[llength $given] > 1} { set device [lindex $given 1] }
set top  @TOP@
set root [file dirname [file dirname [file normalize [info script]]]]
set out  [file join $root build quartus]
file mkdir $out
cd $out

load_package flow
project_new $top -overwrite
set_global_assignment -name FAMILY $family
set_global_assignment -name DEVICE $device
set_global_assignment -name TOP_LEVEL_ENTITY $top
set_global_assignment -name PROJECT_OUTPUT_DIRECTORY $out
set list [open [file join $root $top.f]]
foreach name [split [string trim [read $list]] "\n"] {
  set_global_assignment -name VERILOG_FILE [file join $root $name]
}
close $list
set_global_assignment -name SDC_FILE [file join $root constraints $top.sdc]
foreach port {
@PINS@} {
  set_instance_assignment -name VIRTUAL_PIN ON -to $port
}

execute_flow -compile
project_close
puts "done: see $out"
