# Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Never run by Quartus. What is checked is that every command is legal Tcl, every file is there and every
# port of the wrapper is named once. Add the folder of this file to the IP search path.
package require qsys 14.0

set_module_property NAME ackw_nic_axis
set_module_property VERSION 0.2.0
set_module_property DISPLAY_NAME {Ackwright: congestion control for an RDMA NIC (ackw_nic_axis)}
set_module_property DESCRIPTION {RoCEv2 packets in, congestion windows out}
set_module_property GROUP {Ackwright}
set_module_property EDITABLE false

add_fileset synthesis QUARTUS_SYNTH "" ""
set_fileset_property synthesis TOP_LEVEL ackw_nic_axis
add_fileset_file ackw_status.v VERILOG PATH ../ackw_status.v
add_fileset_file ackw_register.v VERILOG PATH ../ackw_register.v
add_fileset_file ackw_register_wide.v VERILOG PATH ../ackw_register_wide.v
add_fileset_file ackw_lane_pick.v VERILOG PATH ../ackw_lane_pick.v
add_fileset_file ackw_icrc_share.v VERILOG PATH ../ackw_icrc_share.v
add_fileset_file ackw_telemetry_table.v VERILOG PATH ../ackw_telemetry_table.v
add_fileset_file ackw_sram_1r1w.v VERILOG PATH ../ackw_sram_1r1w.v
add_fileset_file ackw_ram.v VERILOG PATH ../ackw_ram.v
add_fileset_file ackw_delay.v VERILOG PATH ../ackw_delay.v
add_fileset_file ackw_fifo.v VERILOG PATH ../ackw_fifo.v
add_fileset_file ackw_table.v VERILOG PATH ../ackw_table.v
add_fileset_file ackw_mul.v VERILOG PATH ../ackw_mul.v
add_fileset_file ackw_mux4.v VERILOG PATH ../ackw_mux4.v
add_fileset_file ackw_recip_rom.v VERILOG PATH ../ackw_recip_rom.v
add_fileset_file ackw_highest_one.v VERILOG PATH ../ackw_highest_one.v
add_fileset_file ackw_mul_wide.v VERILOG PATH ../ackw_mul_wide.v
add_fileset_file ackw_axi_lite.v VERILOG PATH ../ackw_axi_lite.v
add_fileset_file ackw_registers_general.v VERILOG PATH ../ackw_registers_general.v
add_fileset_file ackw_registers_host.v VERILOG PATH ../ackw_registers_host.v
add_fileset_file ackw_registers.v VERILOG PATH ../ackw_registers.v
add_fileset_file ackw_parser_setup.v VERILOG PATH ../ackw_parser_setup.v
add_fileset_file ackw_ip_at.v VERILOG PATH ../ackw_ip_at.v
add_fileset_file ackw_parser_front.v VERILOG PATH ../ackw_parser_front.v
add_fileset_file ackw_ip_select.v VERILOG PATH ../ackw_ip_select.v
add_fileset_file ackw_parser_own.v VERILOG PATH ../ackw_parser_own.v
add_fileset_file ackw_parser_locate.v VERILOG PATH ../ackw_parser_locate.v
add_fileset_file ackw_transport.v VERILOG PATH ../ackw_transport.v
add_fileset_file ackw_icrc_mask.v VERILOG PATH ../ackw_icrc_mask.v
add_fileset_file ackw_icrc.v VERILOG PATH ../ackw_icrc.v
add_fileset_file ackw_frame_check.v VERILOG PATH ../ackw_frame_check.v
add_fileset_file ackw_roce_check.v VERILOG PATH ../ackw_roce_check.v
add_fileset_file ackw_telemetry_turn.v VERILOG PATH ../ackw_telemetry_turn.v
add_fileset_file ackw_telemetry.v VERILOG PATH ../ackw_telemetry.v
add_fileset_file ackw_parser_verdict.v VERILOG PATH ../ackw_parser_verdict.v
add_fileset_file ackw_parser.v VERILOG PATH ../ackw_parser.v
add_fileset_file ackw_entry.v VERILOG PATH ../ackw_entry.v
add_fileset_file ackw_sent.v VERILOG PATH ../ackw_sent.v
add_fileset_file ackw_psn.v VERILOG PATH ../ackw_psn.v
add_fileset_file ackw_choice.v VERILOG PATH ../ackw_choice.v
add_fileset_file ackw_issue.v VERILOG PATH ../ackw_issue.v
add_fileset_file ackw_update_port.v VERILOG PATH ../ackw_update_port.v
add_fileset_file ackw_hpcc_entry.v VERILOG PATH ../ackw_hpcc_entry.v
add_fileset_file ackw_ldcp_page.v VERILOG PATH ../ackw_ldcp_page.v
add_fileset_file ackw_recip_stepped.v VERILOG PATH ../ackw_recip_stepped.v
add_fileset_file ackw_pawa.v VERILOG PATH ../ackw_pawa.v
add_fileset_file ackw_recip.v VERILOG PATH ../ackw_recip.v
add_fileset_file ackw_interval.v VERILOG PATH ../ackw_interval.v
add_fileset_file ackw_ldcp_unit.v VERILOG PATH ../ackw_ldcp_unit.v
add_fileset_file ackw_hpcc_page.v VERILOG PATH ../ackw_hpcc_page.v
add_fileset_file ackw_hops_lane.v VERILOG PATH ../ackw_hops_lane.v
add_fileset_file ackw_hops.v VERILOG PATH ../ackw_hops.v
add_fileset_file ackw_inflight_lane.v VERILOG PATH ../ackw_inflight_lane.v
add_fileset_file ackw_inflight_pick.v VERILOG PATH ../ackw_inflight_pick.v
add_fileset_file ackw_inflight_shift.v VERILOG PATH ../ackw_inflight_shift.v
add_fileset_file ackw_inflight_inverse.v VERILOG PATH ../ackw_inflight_inverse.v
add_fileset_file ackw_inflight_terms.v VERILOG PATH ../ackw_inflight_terms.v
add_fileset_file ackw_inflight.v VERILOG PATH ../ackw_inflight.v
add_fileset_file ackw_measure.v VERILOG PATH ../ackw_measure.v
add_fileset_file ackw_window_due.v VERILOG PATH ../ackw_window_due.v
add_fileset_file ackw_window_smooth.v VERILOG PATH ../ackw_window_smooth.v
add_fileset_file ackw_window_growth.v VERILOG PATH ../ackw_window_growth.v
add_fileset_file ackw_window_rate.v VERILOG PATH ../ackw_window_rate.v
add_fileset_file ackw_window.v VERILOG PATH ../ackw_window.v
add_fileset_file ackw_hpcc_unit.v VERILOG PATH ../ackw_hpcc_unit.v
add_fileset_file ackw_turn.v VERILOG PATH ../ackw_turn.v
add_fileset_file ackw_host_order.v VERILOG PATH ../ackw_host_order.v
add_fileset_file ackw_engine.v VERILOG PATH ../ackw_engine.v
add_fileset_file ackw_counters.v VERILOG PATH ../ackw_counters.v
add_fileset_file ackw_latest_reader.v VERILOG PATH ../ackw_latest_reader.v
add_fileset_file ackw_qp_order.v VERILOG PATH ../ackw_qp_order.v
add_fileset_file ackw_latest_slot.v VERILOG PATH ../ackw_latest_slot.v
add_fileset_file ackw_latest_near.v VERILOG PATH ../ackw_latest_near.v
add_fileset_file ackw_latest.v VERILOG PATH ../ackw_latest.v
add_fileset_file ackw_top.v VERILOG PATH ../ackw_top.v
add_fileset_file ackw_nic.v VERILOG PATH ../ackw_nic.v
add_fileset_file ackw_nic_axis.v VERILOG PATH ../wrappers/ackw_nic_axis.v TOP_LEVEL_FILE

add_fileset simulation SIM_VERILOG "" ""
set_fileset_property simulation TOP_LEVEL ackw_nic_axis
add_fileset_file ackw_status.v VERILOG PATH ../ackw_status.v
add_fileset_file ackw_register.v VERILOG PATH ../ackw_register.v
add_fileset_file ackw_register_wide.v VERILOG PATH ../ackw_register_wide.v
add_fileset_file ackw_lane_pick.v VERILOG PATH ../ackw_lane_pick.v
add_fileset_file ackw_icrc_share.v VERILOG PATH ../ackw_icrc_share.v
add_fileset_file ackw_telemetry_table.v VERILOG PATH ../ackw_telemetry_table.v
add_fileset_file ackw_sram_1r1w.v VERILOG PATH ../ackw_sram_1r1w.v
add_fileset_file ackw_ram.v VERILOG PATH ../ackw_ram.v
add_fileset_file ackw_delay.v VERILOG PATH ../ackw_delay.v
add_fileset_file ackw_fifo.v VERILOG PATH ../ackw_fifo.v
add_fileset_file ackw_table.v VERILOG PATH ../ackw_table.v
add_fileset_file ackw_mul.v VERILOG PATH ../ackw_mul.v
add_fileset_file ackw_mux4.v VERILOG PATH ../ackw_mux4.v
add_fileset_file ackw_recip_rom.v VERILOG PATH ../ackw_recip_rom.v
add_fileset_file ackw_highest_one.v VERILOG PATH ../ackw_highest_one.v
add_fileset_file ackw_mul_wide.v VERILOG PATH ../ackw_mul_wide.v
add_fileset_file ackw_axi_lite.v VERILOG PATH ../ackw_axi_lite.v
add_fileset_file ackw_registers_general.v VERILOG PATH ../ackw_registers_general.v
add_fileset_file ackw_registers_host.v VERILOG PATH ../ackw_registers_host.v
add_fileset_file ackw_registers.v VERILOG PATH ../ackw_registers.v
add_fileset_file ackw_parser_setup.v VERILOG PATH ../ackw_parser_setup.v
add_fileset_file ackw_ip_at.v VERILOG PATH ../ackw_ip_at.v
add_fileset_file ackw_parser_front.v VERILOG PATH ../ackw_parser_front.v
add_fileset_file ackw_ip_select.v VERILOG PATH ../ackw_ip_select.v
add_fileset_file ackw_parser_own.v VERILOG PATH ../ackw_parser_own.v
add_fileset_file ackw_parser_locate.v VERILOG PATH ../ackw_parser_locate.v
add_fileset_file ackw_transport.v VERILOG PATH ../ackw_transport.v
add_fileset_file ackw_icrc_mask.v VERILOG PATH ../ackw_icrc_mask.v
add_fileset_file ackw_icrc.v VERILOG PATH ../ackw_icrc.v
add_fileset_file ackw_frame_check.v VERILOG PATH ../ackw_frame_check.v
add_fileset_file ackw_roce_check.v VERILOG PATH ../ackw_roce_check.v
add_fileset_file ackw_telemetry_turn.v VERILOG PATH ../ackw_telemetry_turn.v
add_fileset_file ackw_telemetry.v VERILOG PATH ../ackw_telemetry.v
add_fileset_file ackw_parser_verdict.v VERILOG PATH ../ackw_parser_verdict.v
add_fileset_file ackw_parser.v VERILOG PATH ../ackw_parser.v
add_fileset_file ackw_entry.v VERILOG PATH ../ackw_entry.v
add_fileset_file ackw_sent.v VERILOG PATH ../ackw_sent.v
add_fileset_file ackw_psn.v VERILOG PATH ../ackw_psn.v
add_fileset_file ackw_choice.v VERILOG PATH ../ackw_choice.v
add_fileset_file ackw_issue.v VERILOG PATH ../ackw_issue.v
add_fileset_file ackw_update_port.v VERILOG PATH ../ackw_update_port.v
add_fileset_file ackw_hpcc_entry.v VERILOG PATH ../ackw_hpcc_entry.v
add_fileset_file ackw_ldcp_page.v VERILOG PATH ../ackw_ldcp_page.v
add_fileset_file ackw_recip_stepped.v VERILOG PATH ../ackw_recip_stepped.v
add_fileset_file ackw_pawa.v VERILOG PATH ../ackw_pawa.v
add_fileset_file ackw_recip.v VERILOG PATH ../ackw_recip.v
add_fileset_file ackw_interval.v VERILOG PATH ../ackw_interval.v
add_fileset_file ackw_ldcp_unit.v VERILOG PATH ../ackw_ldcp_unit.v
add_fileset_file ackw_hpcc_page.v VERILOG PATH ../ackw_hpcc_page.v
add_fileset_file ackw_hops_lane.v VERILOG PATH ../ackw_hops_lane.v
add_fileset_file ackw_hops.v VERILOG PATH ../ackw_hops.v
add_fileset_file ackw_inflight_lane.v VERILOG PATH ../ackw_inflight_lane.v
add_fileset_file ackw_inflight_pick.v VERILOG PATH ../ackw_inflight_pick.v
add_fileset_file ackw_inflight_shift.v VERILOG PATH ../ackw_inflight_shift.v
add_fileset_file ackw_inflight_inverse.v VERILOG PATH ../ackw_inflight_inverse.v
add_fileset_file ackw_inflight_terms.v VERILOG PATH ../ackw_inflight_terms.v
add_fileset_file ackw_inflight.v VERILOG PATH ../ackw_inflight.v
add_fileset_file ackw_measure.v VERILOG PATH ../ackw_measure.v
add_fileset_file ackw_window_due.v VERILOG PATH ../ackw_window_due.v
add_fileset_file ackw_window_smooth.v VERILOG PATH ../ackw_window_smooth.v
add_fileset_file ackw_window_growth.v VERILOG PATH ../ackw_window_growth.v
add_fileset_file ackw_window_rate.v VERILOG PATH ../ackw_window_rate.v
add_fileset_file ackw_window.v VERILOG PATH ../ackw_window.v
add_fileset_file ackw_hpcc_unit.v VERILOG PATH ../ackw_hpcc_unit.v
add_fileset_file ackw_turn.v VERILOG PATH ../ackw_turn.v
add_fileset_file ackw_host_order.v VERILOG PATH ../ackw_host_order.v
add_fileset_file ackw_engine.v VERILOG PATH ../ackw_engine.v
add_fileset_file ackw_counters.v VERILOG PATH ../ackw_counters.v
add_fileset_file ackw_latest_reader.v VERILOG PATH ../ackw_latest_reader.v
add_fileset_file ackw_qp_order.v VERILOG PATH ../ackw_qp_order.v
add_fileset_file ackw_latest_slot.v VERILOG PATH ../ackw_latest_slot.v
add_fileset_file ackw_latest_near.v VERILOG PATH ../ackw_latest_near.v
add_fileset_file ackw_latest.v VERILOG PATH ../ackw_latest.v
add_fileset_file ackw_top.v VERILOG PATH ../ackw_top.v
add_fileset_file ackw_nic.v VERILOG PATH ../ackw_nic.v
add_fileset_file ackw_nic_axis.v VERILOG PATH ../wrappers/ackw_nic_axis.v TOP_LEVEL_FILE

add_interface clk clock end
set_interface_property clk clockRate 0
add_interface_port clk clk clk Input 1
add_interface rst_n reset end
set_interface_property rst_n associatedClock clk
set_interface_property rst_n synchronousEdges DEASSERT
add_interface_port rst_n rst_n reset_n Input 1

add_interface s_axis_packet axi4stream end
set_interface_property s_axis_packet associatedClock clk
set_interface_property s_axis_packet associatedReset rst_n
add_interface_port s_axis_packet s_axis_packet_tdata tdata Input 64
add_interface_port s_axis_packet s_axis_packet_tkeep tkeep Input 8
add_interface_port s_axis_packet s_axis_packet_tvalid tvalid Input 1
add_interface_port s_axis_packet s_axis_packet_tready tready Output 1
add_interface_port s_axis_packet s_axis_packet_tlast tlast Input 1
add_interface_port s_axis_packet s_axis_packet_tuser tuser Input 1

add_interface s_axis_event axi4stream end
set_interface_property s_axis_event associatedClock clk
set_interface_property s_axis_event associatedReset rst_n
add_interface_port s_axis_event s_axis_event_tdata tdata Input 248
add_interface_port s_axis_event s_axis_event_tvalid tvalid Input 1
add_interface_port s_axis_event s_axis_event_tready tready Output 1

add_interface s_axis_sent axi4stream end
set_interface_property s_axis_sent associatedClock clk
set_interface_property s_axis_sent associatedReset rst_n
add_interface_port s_axis_sent s_axis_sent_tdata tdata Input 32
add_interface_port s_axis_sent s_axis_sent_tvalid tvalid Input 1
add_interface_port s_axis_sent s_axis_sent_tready tready Output 1

add_interface m_axis_update axi4stream start
set_interface_property m_axis_update associatedClock clk
set_interface_property m_axis_update associatedReset rst_n
add_interface_port m_axis_update m_axis_update_tdata tdata Output 168
add_interface_port m_axis_update m_axis_update_tvalid tvalid Output 1
add_interface_port m_axis_update m_axis_update_tready tready Input 1

add_interface s_axil axi4lite end
set_interface_property s_axil associatedClock clk
set_interface_property s_axil associatedReset rst_n
add_interface_port s_axil s_axil_awaddr awaddr Input 12
add_interface_port s_axil s_axil_awprot awprot Input 3
add_interface_port s_axil s_axil_awvalid awvalid Input 1
add_interface_port s_axil s_axil_awready awready Output 1
add_interface_port s_axil s_axil_wdata wdata Input 32
add_interface_port s_axil s_axil_wstrb wstrb Input 4
add_interface_port s_axil s_axil_wvalid wvalid Input 1
add_interface_port s_axil s_axil_wready wready Output 1
add_interface_port s_axil s_axil_bresp bresp Output 2
add_interface_port s_axil s_axil_bvalid bvalid Output 1
add_interface_port s_axil s_axil_bready bready Input 1
add_interface_port s_axil s_axil_araddr araddr Input 12
add_interface_port s_axil s_axil_arprot arprot Input 3
add_interface_port s_axil s_axil_arvalid arvalid Input 1
add_interface_port s_axil s_axil_arready arready Output 1
add_interface_port s_axil s_axil_rdata rdata Output 32
add_interface_port s_axil s_axil_rresp rresp Output 2
add_interface_port s_axil s_axil_rvalid rvalid Output 1
add_interface_port s_axil s_axil_rready rready Input 1

add_interface irq interrupt end
set_interface_property irq associatedAddressablePoint s_axil
set_interface_property irq associatedClock clk
set_interface_property irq associatedReset rst_n
add_interface_port irq irq irq Output 1

add_interface time_now conduit end
set_interface_property time_now associatedClock clk
set_interface_property time_now associatedReset rst_n
add_interface_port time_now time_now time_now Input 32
add_interface init_done conduit end
set_interface_property init_done associatedClock clk
set_interface_property init_done associatedReset rst_n
add_interface_port init_done init_done init_done Output 1
