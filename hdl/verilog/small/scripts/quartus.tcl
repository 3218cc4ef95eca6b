# Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Never run by Quartus. What is checked is that every command is legal Tcl and every file is there.
#
# ackw_nic out of context: every port but the clock is a virtual pin. Synthesis, fitting, timing.
#
#   quartus_sh -t scripts/quartus.tcl FAMILY DEVICE
#
# They are "Stratix 10" and 1SG280HU2F50E2VG without it. Everything is written to build/quartus below the folder.
# A virtual pin is no port to the timing analyser, so the file of the ports' delays is not read: paths at ports are not judged.
set family "Stratix 10"
set device 1SG280HU2F50E2VG
set given  [expr {[info exists quartus(args)] ? $quartus(args) : $argv}]
if {[llength $given] > 0} { set family [lindex $given 0] }
if {[llength $given] > 1} { set device [lindex $given 1] }
set top  ackw_nic
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
  rst_n
  s_axil_awaddr[*]
  s_axil_awprot[*]
  s_axil_awvalid
  s_axil_wdata[*]
  s_axil_wstrb[*]
  s_axil_wvalid
  s_axil_bready
  s_axil_araddr[*]
  s_axil_arprot[*]
  s_axil_arvalid
  s_axil_rready
  s_axis_tdata[*]
  s_axis_tkeep[*]
  s_axis_tvalid
  s_axis_tlast
  s_axis_tuser
  s_event_valid
  s_event_kind[*]
  s_event_ece
  s_event_use_psn
  s_event_n[*]
  s_event_psn[*]
  s_event_qpn[*]
  s_event_telemetry
  s_event_path[*]
  s_event_n_hop[*]
  s_event_hop_0_speed[*]
  s_event_hop_0_ts[*]
  s_event_hop_0_tx[*]
  s_event_hop_0_q[*]
  s_event_hop_1_speed[*]
  s_event_hop_1_ts[*]
  s_event_hop_1_tx[*]
  s_event_hop_1_q[*]
  time_now[*]
  tx_valid
  tx_qpn[*]
  tx_psn[*]
  upd_ready
  s_axil_awready
  s_axil_wready
  s_axil_bresp[*]
  s_axil_bvalid
  s_axil_arready
  s_axil_rdata[*]
  s_axil_rresp[*]
  s_axil_rvalid
  irq
  s_axis_tready
  s_event_ready
  upd_valid
  upd_qpn[*]
  upd_limits
  upd_acks
  upd_alg[*]
  upd_window[*]
  upd_pace[*]
  upd_flags[*]
  upd_feedback
  upd_una_psn[*]
  init_done
} {
  set_instance_assignment -name VIRTUAL_PIN ON -to $port
}

execute_flow -compile
project_close
puts "done: see $out"
