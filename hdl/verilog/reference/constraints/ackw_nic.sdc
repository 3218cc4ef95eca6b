# Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
# SPDX-License-Identifier: MIT OR Apache-2.0
# The clock. What is said of the ports stands in ackw_nic_ooc.sdc: it holds only while ackw_nic is built alone, and not every
# tool that reads this file knows its commands.
# 200 MHz
create_clock -name clk -period 5.000 [get_ports clk]
