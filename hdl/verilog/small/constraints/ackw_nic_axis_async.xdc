# Ackwright, configuration 43f4ead55955da3d. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Never run by Vivado. What is checked is that every command is legal Tcl and every register is one of the
# wrapper's.
#
# The crossings of ackw_nic_axis_async. Read it for every instance, after the clocks have been made:
#   read_xdc -ref ackw_nic_axis_async constraints/ackw_nic_axis_async.xdc
# No two of its clocks may be one and the same clock: then take ackw_nic_axis. Do not declare them asynchronous
# (set_clock_groups) either: that would take the bounds away.
#
# What crosses is held by registers until it has been seen: Gray-coded pointers, memory that is read behind them, calls that are held,
# single bits, and the clears of the resets. Each way may take the shorter of the two periods: then no two bits of a pointer are a
# period of their source apart, and what a bit announces is there before the bit.
set clk [get_clocks -of_objects [get_ports clk]]

# s_axis_packet
set s_axis_packet_aclk [get_clocks -of_objects [get_ports s_axis_packet_aclk]]
set u_packet_bound [expr {min([get_property -min PERIOD $clk], [get_property -min PERIOD $s_axis_packet_aclk])}]
set_max_delay -datapath_only -from $clk -to [get_cells {u_packet/u_wr_link/u_closed/first_reg[*] u_packet/u_wr_link/u_closed/second_reg[*] u_packet/u_wr_link/u_cleared/first_reg[*] u_packet/u_wr_link/u_cleared/second_reg[*] u_packet/u_wr_link/was_shut_reg u_packet/u_wr_link/was_closed_reg u_packet/u_wr_link/was_cleared_reg}] $u_packet_bound
set_max_delay -datapath_only -from $s_axis_packet_aclk -to [get_cells {u_packet/u_rd_link/u_closed/first_reg[*] u_packet/u_rd_link/u_closed/second_reg[*] u_packet/u_rd_link/u_cleared/first_reg[*] u_packet/u_rd_link/u_cleared/second_reg[*] u_packet/u_rd_link/was_shut_reg u_packet/u_rd_link/was_closed_reg u_packet/u_rd_link/was_cleared_reg}] $u_packet_bound
set_max_delay -datapath_only -from $s_axis_packet_aclk -to [get_cells {u_packet/u_wr_gray/first_reg[*]}] $u_packet_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_packet/u_rd_gray/first_reg[*]}] $u_packet_bound
set_max_delay -datapath_only -from $s_axis_packet_aclk -to [get_cells {u_packet/out_data_reg[*]}] $u_packet_bound
set_bus_skew -from [get_cells {u_packet/wr_gray_reg[*]}] -to [get_cells {u_packet/u_wr_gray/first_reg[*]}] $u_packet_bound
set_bus_skew -from [get_cells {u_packet/rd_gray_reg[*]}] -to [get_cells {u_packet/u_rd_gray/first_reg[*]}] $u_packet_bound

# s_axis_event
set s_axis_event_aclk [get_clocks -of_objects [get_ports s_axis_event_aclk]]
set u_event_bound [expr {min([get_property -min PERIOD $clk], [get_property -min PERIOD $s_axis_event_aclk])}]
set_max_delay -datapath_only -from $clk -to [get_cells {u_event/u_wr_link/u_closed/first_reg[*] u_event/u_wr_link/u_closed/second_reg[*] u_event/u_wr_link/u_cleared/first_reg[*] u_event/u_wr_link/u_cleared/second_reg[*] u_event/u_wr_link/was_shut_reg u_event/u_wr_link/was_closed_reg u_event/u_wr_link/was_cleared_reg}] $u_event_bound
set_max_delay -datapath_only -from $s_axis_event_aclk -to [get_cells {u_event/u_rd_link/u_closed/first_reg[*] u_event/u_rd_link/u_closed/second_reg[*] u_event/u_rd_link/u_cleared/first_reg[*] u_event/u_rd_link/u_cleared/second_reg[*] u_event/u_rd_link/was_shut_reg u_event/u_rd_link/was_closed_reg u_event/u_rd_link/was_cleared_reg}] $u_event_bound
set_max_delay -datapath_only -from $s_axis_event_aclk -to [get_cells {u_event/u_wr_gray/first_reg[*]}] $u_event_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_event/u_rd_gray/first_reg[*]}] $u_event_bound
set_max_delay -datapath_only -from $s_axis_event_aclk -to [get_cells {u_event/out_data_reg[*]}] $u_event_bound
set_bus_skew -from [get_cells {u_event/wr_gray_reg[*]}] -to [get_cells {u_event/u_wr_gray/first_reg[*]}] $u_event_bound
set_bus_skew -from [get_cells {u_event/rd_gray_reg[*]}] -to [get_cells {u_event/u_rd_gray/first_reg[*]}] $u_event_bound

# s_axis_sent
set s_axis_sent_aclk [get_clocks -of_objects [get_ports s_axis_sent_aclk]]
set u_sent_bound [expr {min([get_property -min PERIOD $clk], [get_property -min PERIOD $s_axis_sent_aclk])}]
set_max_delay -datapath_only -from $clk -to [get_cells {u_sent/u_wr_link/u_closed/first_reg[*] u_sent/u_wr_link/u_closed/second_reg[*] u_sent/u_wr_link/u_cleared/first_reg[*] u_sent/u_wr_link/u_cleared/second_reg[*] u_sent/u_wr_link/was_shut_reg u_sent/u_wr_link/was_closed_reg u_sent/u_wr_link/was_cleared_reg}] $u_sent_bound
set_max_delay -datapath_only -from $s_axis_sent_aclk -to [get_cells {u_sent/u_rd_link/u_closed/first_reg[*] u_sent/u_rd_link/u_closed/second_reg[*] u_sent/u_rd_link/u_cleared/first_reg[*] u_sent/u_rd_link/u_cleared/second_reg[*] u_sent/u_rd_link/was_shut_reg u_sent/u_rd_link/was_closed_reg u_sent/u_rd_link/was_cleared_reg}] $u_sent_bound
set_max_delay -datapath_only -from $s_axis_sent_aclk -to [get_cells {u_sent/u_wr_gray/first_reg[*]}] $u_sent_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_sent/u_rd_gray/first_reg[*]}] $u_sent_bound
set_max_delay -datapath_only -from $s_axis_sent_aclk -to [get_cells {u_sent/out_data_reg[*]}] $u_sent_bound
set_bus_skew -from [get_cells {u_sent/wr_gray_reg[*]}] -to [get_cells {u_sent/u_wr_gray/first_reg[*]}] $u_sent_bound
set_bus_skew -from [get_cells {u_sent/rd_gray_reg[*]}] -to [get_cells {u_sent/u_rd_gray/first_reg[*]}] $u_sent_bound

# m_axis_update
set m_axis_update_aclk [get_clocks -of_objects [get_ports m_axis_update_aclk]]
set u_update_bound [expr {min([get_property -min PERIOD $clk], [get_property -min PERIOD $m_axis_update_aclk])}]
set_max_delay -datapath_only -from $m_axis_update_aclk -to [get_cells {u_update/u_wr_link/u_closed/first_reg[*] u_update/u_wr_link/u_closed/second_reg[*] u_update/u_wr_link/u_cleared/first_reg[*] u_update/u_wr_link/u_cleared/second_reg[*] u_update/u_wr_link/was_shut_reg u_update/u_wr_link/was_closed_reg u_update/u_wr_link/was_cleared_reg}] $u_update_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_update/u_rd_link/u_closed/first_reg[*] u_update/u_rd_link/u_closed/second_reg[*] u_update/u_rd_link/u_cleared/first_reg[*] u_update/u_rd_link/u_cleared/second_reg[*] u_update/u_rd_link/was_shut_reg u_update/u_rd_link/was_closed_reg u_update/u_rd_link/was_cleared_reg}] $u_update_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_update/u_wr_gray/first_reg[*]}] $u_update_bound
set_max_delay -datapath_only -from $m_axis_update_aclk -to [get_cells {u_update/u_rd_gray/first_reg[*]}] $u_update_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_update/out_data_reg[*]}] $u_update_bound
set_bus_skew -from [get_cells {u_update/wr_gray_reg[*]}] -to [get_cells {u_update/u_wr_gray/first_reg[*]}] $u_update_bound
set_bus_skew -from [get_cells {u_update/rd_gray_reg[*]}] -to [get_cells {u_update/u_rd_gray/first_reg[*]}] $u_update_bound

# s_axil
set s_axil_aclk [get_clocks -of_objects [get_ports s_axil_aclk]]
set u_axil_bound [expr {min([get_property -min PERIOD $clk], [get_property -min PERIOD $s_axil_aclk])}]
set_max_delay -datapath_only -from $clk -to [get_cells {u_axil/u_write/u_a_link/u_closed/first_reg[*] u_axil/u_write/u_a_link/u_closed/second_reg[*] u_axil/u_write/u_a_link/u_cleared/first_reg[*] u_axil/u_write/u_a_link/u_cleared/second_reg[*] u_axil/u_write/u_a_link/was_shut_reg u_axil/u_write/u_a_link/was_closed_reg u_axil/u_write/u_a_link/was_cleared_reg}] $u_axil_bound
set_max_delay -datapath_only -from $s_axil_aclk -to [get_cells {u_axil/u_write/u_b_link/u_closed/first_reg[*] u_axil/u_write/u_b_link/u_closed/second_reg[*] u_axil/u_write/u_b_link/u_cleared/first_reg[*] u_axil/u_write/u_b_link/u_cleared/second_reg[*] u_axil/u_write/u_b_link/was_shut_reg u_axil/u_write/u_b_link/was_closed_reg u_axil/u_write/u_b_link/was_cleared_reg}] $u_axil_bound
set_max_delay -datapath_only -from $s_axil_aclk -to [get_cells {u_axil/u_write/u_a_turn/first_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_axil/u_write/u_b_turn/first_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $s_axil_aclk -to [get_cells {u_axil/u_write/serve_data_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_axil/u_write/answer_data_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_axil/u_read/u_a_link/u_closed/first_reg[*] u_axil/u_read/u_a_link/u_closed/second_reg[*] u_axil/u_read/u_a_link/u_cleared/first_reg[*] u_axil/u_read/u_a_link/u_cleared/second_reg[*] u_axil/u_read/u_a_link/was_shut_reg u_axil/u_read/u_a_link/was_closed_reg u_axil/u_read/u_a_link/was_cleared_reg}] $u_axil_bound
set_max_delay -datapath_only -from $s_axil_aclk -to [get_cells {u_axil/u_read/u_b_link/u_closed/first_reg[*] u_axil/u_read/u_b_link/u_closed/second_reg[*] u_axil/u_read/u_b_link/u_cleared/first_reg[*] u_axil/u_read/u_b_link/u_cleared/second_reg[*] u_axil/u_read/u_b_link/was_shut_reg u_axil/u_read/u_b_link/was_closed_reg u_axil/u_read/u_b_link/was_cleared_reg}] $u_axil_bound
set_max_delay -datapath_only -from $s_axil_aclk -to [get_cells {u_axil/u_read/u_a_turn/first_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_axil/u_read/u_b_turn/first_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $s_axil_aclk -to [get_cells {u_axil/u_read/serve_data_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_axil/u_read/answer_data_reg[*]}] $u_axil_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_irq/first_reg[*]}] $u_axil_bound

# time_now
set time_now_aclk [get_clocks -of_objects [get_ports time_now_aclk]]
set u_time_bound [expr {min([get_property -min PERIOD $clk], [get_property -min PERIOD $time_now_aclk])}]
set_max_delay -datapath_only -from $clk -to [get_cells {u_time/u_call/u_a_link/u_closed/first_reg[*] u_time/u_call/u_a_link/u_closed/second_reg[*] u_time/u_call/u_a_link/u_cleared/first_reg[*] u_time/u_call/u_a_link/u_cleared/second_reg[*] u_time/u_call/u_a_link/was_shut_reg u_time/u_call/u_a_link/was_closed_reg u_time/u_call/u_a_link/was_cleared_reg}] $u_time_bound
set_max_delay -datapath_only -from $time_now_aclk -to [get_cells {u_time/u_call/u_b_link/u_closed/first_reg[*] u_time/u_call/u_b_link/u_closed/second_reg[*] u_time/u_call/u_b_link/u_cleared/first_reg[*] u_time/u_call/u_b_link/u_cleared/second_reg[*] u_time/u_call/u_b_link/was_shut_reg u_time/u_call/u_b_link/was_closed_reg u_time/u_call/u_b_link/was_cleared_reg}] $u_time_bound
set_max_delay -datapath_only -from $time_now_aclk -to [get_cells {u_time/u_call/u_a_turn/first_reg[*]}] $u_time_bound
set_max_delay -datapath_only -from $clk -to [get_cells {u_time/u_call/u_b_turn/first_reg[*]}] $u_time_bound
set_max_delay -datapath_only -from $time_now_aclk -to [get_cells {u_time/u_call/serve_data_reg[*]}] $u_time_bound
