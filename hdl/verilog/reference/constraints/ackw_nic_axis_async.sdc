# Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The crossings of ackw_nic_axis_async, for a design that has it inside. Write here what your design calls the clocks, and
# their periods. Every path between `clk` and one of the others that begins and ends in the wrapper is a crossing; logic of your
# own between the same two clocks would be bound as well. Do not declare these clocks asynchronous (set_clock_groups) nor the
# paths between them false: that would take the bounds away. A hold check between them means nothing and is not made.
#
# What crosses is held by registers until it has been seen: Gray-coded pointers, memory that is read behind them, calls that are held,
# single bits, and the clears of the resets. Each way may take the shorter of the two periods: then no two bits of a pointer are a
# period of their source apart, and what a bit announces is there before the bit.
# The delays of the clocks themselves count: where they differ by much, and your tool knows -ignore_clock_latency (Synopsys,
# OpenSTA), add it; Quartus has set_max_skew and set_net_delay for the same.
set engine_clock clk
set engine_period 5.000
set packet_clock s_axis_packet_aclk
set packet_period 5.000
set event_clock s_axis_event_aclk
set event_period 5.000
set sent_clock s_axis_sent_aclk
set sent_period 5.000
set update_clock m_axis_update_aclk
set update_period 5.000
set axil_clock s_axil_aclk
set axil_period 5.000
set time_clock time_now_aclk
set time_period 5.000

set bound [expr {$packet_period < $engine_period ? $packet_period : $engine_period}]
set_max_delay $bound -from [get_clocks $packet_clock] -to [get_clocks $engine_clock]
set_max_delay $bound -from [get_clocks $engine_clock] -to [get_clocks $packet_clock]
set_false_path -hold -from [get_clocks $packet_clock] -to [get_clocks $engine_clock]
set_false_path -hold -from [get_clocks $engine_clock] -to [get_clocks $packet_clock]

set bound [expr {$event_period < $engine_period ? $event_period : $engine_period}]
set_max_delay $bound -from [get_clocks $event_clock] -to [get_clocks $engine_clock]
set_max_delay $bound -from [get_clocks $engine_clock] -to [get_clocks $event_clock]
set_false_path -hold -from [get_clocks $event_clock] -to [get_clocks $engine_clock]
set_false_path -hold -from [get_clocks $engine_clock] -to [get_clocks $event_clock]

set bound [expr {$sent_period < $engine_period ? $sent_period : $engine_period}]
set_max_delay $bound -from [get_clocks $sent_clock] -to [get_clocks $engine_clock]
set_max_delay $bound -from [get_clocks $engine_clock] -to [get_clocks $sent_clock]
set_false_path -hold -from [get_clocks $sent_clock] -to [get_clocks $engine_clock]
set_false_path -hold -from [get_clocks $engine_clock] -to [get_clocks $sent_clock]

set bound [expr {$update_period < $engine_period ? $update_period : $engine_period}]
set_max_delay $bound -from [get_clocks $update_clock] -to [get_clocks $engine_clock]
set_max_delay $bound -from [get_clocks $engine_clock] -to [get_clocks $update_clock]
set_false_path -hold -from [get_clocks $update_clock] -to [get_clocks $engine_clock]
set_false_path -hold -from [get_clocks $engine_clock] -to [get_clocks $update_clock]

set bound [expr {$axil_period < $engine_period ? $axil_period : $engine_period}]
set_max_delay $bound -from [get_clocks $axil_clock] -to [get_clocks $engine_clock]
set_max_delay $bound -from [get_clocks $engine_clock] -to [get_clocks $axil_clock]
set_false_path -hold -from [get_clocks $axil_clock] -to [get_clocks $engine_clock]
set_false_path -hold -from [get_clocks $engine_clock] -to [get_clocks $axil_clock]

set bound [expr {$time_period < $engine_period ? $time_period : $engine_period}]
set_max_delay $bound -from [get_clocks $time_clock] -to [get_clocks $engine_clock]
set_max_delay $bound -from [get_clocks $engine_clock] -to [get_clocks $time_clock]
set_false_path -hold -from [get_clocks $time_clock] -to [get_clocks $engine_clock]
set_false_path -hold -from [get_clocks $engine_clock] -to [get_clocks $time_clock]
