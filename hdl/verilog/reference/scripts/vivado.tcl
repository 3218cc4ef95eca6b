# Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Never run by Vivado. What is checked is that every command is legal Tcl and every file is there.
#
# ackw_nic out of context, without a project: synthesis, placement, routing, reports.
#
#   vivado -mode batch -source scripts/vivado.tcl -tclargs PART
#
# PART is xcku5p-ffvb676-2-e without it. Everything is written to build/vivado below the folder.
set part [expr {[info exists argc] && $argc > 0 ? [lindex $argv 0] : "xcku5p-ffvb676-2-e"}]
set top  ackw_nic
set root [file dirname [file dirname [file normalize [info script]]]]
set out  [file join $root build vivado]
file mkdir $out

set list [open [file join $root $top.f]]
foreach name [split [string trim [read $list]] "\n"] {
  read_verilog [file join $root $name]
}
close $list
read_xdc -mode out_of_context [file join $root constraints $top.xdc]

synth_design -top $top -part $part -mode out_of_context
write_checkpoint -force [file join $out synth.dcp]
report_utilization -hierarchical -file [file join $out utilization_synth.rpt]

opt_design
place_design
phys_opt_design
route_design
write_checkpoint -force [file join $out route.dcp]

report_timing_summary -file [file join $out timing_summary.rpt]
report_timing -max_paths 20 -nworst 1 -path_type full -file [file join $out timing_paths.rpt]
report_utilization -hierarchical -file [file join $out utilization.rpt]
report_drc -file [file join $out drc.rpt]
puts "done: see [file join $out timing_summary.rpt]"
