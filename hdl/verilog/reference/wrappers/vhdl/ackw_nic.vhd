-- Ackwright, configuration 5af1effd70ced52c. Written by `ackwright export`.
-- SPDX-License-Identifier: MIT OR Apache-2.0
--
-- ackw_nic in VHDL: the component of the Verilog module, and the entity ackw_nic_vhdl around it. What you do not connect
-- of the entity's inputs keeps a value that is legal and harmless; change those that are not 0 to your network's.

library ieee;
use ieee.std_logic_1164.all;

package ackw_nic_component is
  component ackw_nic is
    port (
      clk : in  std_logic;
      rst_n : in  std_logic;
      s_axil_awaddr : in  std_logic_vector(11 downto 0);
      s_axil_awprot : in  std_logic_vector(2 downto 0);
      s_axil_awvalid : in  std_logic;
      s_axil_awready : out std_logic;
      s_axil_wdata : in  std_logic_vector(31 downto 0);
      s_axil_wstrb : in  std_logic_vector(3 downto 0);
      s_axil_wvalid : in  std_logic;
      s_axil_wready : out std_logic;
      s_axil_bresp : out std_logic_vector(1 downto 0);
      s_axil_bvalid : out std_logic;
      s_axil_bready : in  std_logic;
      s_axil_araddr : in  std_logic_vector(11 downto 0);
      s_axil_arprot : in  std_logic_vector(2 downto 0);
      s_axil_arvalid : in  std_logic;
      s_axil_arready : out std_logic;
      s_axil_rdata : out std_logic_vector(31 downto 0);
      s_axil_rresp : out std_logic_vector(1 downto 0);
      s_axil_rvalid : out std_logic;
      s_axil_rready : in  std_logic;
      irq : out std_logic;
      s_axis_tdata : in  std_logic_vector(511 downto 0);
      s_axis_tkeep : in  std_logic_vector(63 downto 0);
      s_axis_tvalid : in  std_logic;
      s_axis_tready : out std_logic;
      s_axis_tlast : in  std_logic;
      s_axis_tuser : in  std_logic;
      s_event_valid : in  std_logic;
      s_event_ready : out std_logic;
      s_event_kind : in  std_logic_vector(2 downto 0);
      s_event_ece : in  std_logic;
      s_event_use_psn : in  std_logic;
      s_event_n : in  std_logic_vector(13 downto 0);
      s_event_psn : in  std_logic_vector(23 downto 0);
      s_event_qpn : in  std_logic_vector(11 downto 0);
      s_event_telemetry : in  std_logic;
      s_event_path : in  std_logic_vector(11 downto 0);
      s_event_n_hop : in  std_logic_vector(3 downto 0);
      s_event_hop_0_speed : in  std_logic_vector(3 downto 0);
      s_event_hop_0_ts : in  std_logic_vector(23 downto 0);
      s_event_hop_0_tx : in  std_logic_vector(19 downto 0);
      s_event_hop_0_q : in  std_logic_vector(15 downto 0);
      s_event_hop_1_speed : in  std_logic_vector(3 downto 0);
      s_event_hop_1_ts : in  std_logic_vector(23 downto 0);
      s_event_hop_1_tx : in  std_logic_vector(19 downto 0);
      s_event_hop_1_q : in  std_logic_vector(15 downto 0);
      s_event_hop_2_speed : in  std_logic_vector(3 downto 0);
      s_event_hop_2_ts : in  std_logic_vector(23 downto 0);
      s_event_hop_2_tx : in  std_logic_vector(19 downto 0);
      s_event_hop_2_q : in  std_logic_vector(15 downto 0);
      s_event_hop_3_speed : in  std_logic_vector(3 downto 0);
      s_event_hop_3_ts : in  std_logic_vector(23 downto 0);
      s_event_hop_3_tx : in  std_logic_vector(19 downto 0);
      s_event_hop_3_q : in  std_logic_vector(15 downto 0);
      s_event_hop_4_speed : in  std_logic_vector(3 downto 0);
      s_event_hop_4_ts : in  std_logic_vector(23 downto 0);
      s_event_hop_4_tx : in  std_logic_vector(19 downto 0);
      s_event_hop_4_q : in  std_logic_vector(15 downto 0);
      time_now : in  std_logic_vector(31 downto 0);
      tx_valid : in  std_logic;
      tx_qpn : in  std_logic_vector(11 downto 0);
      tx_psn : in  std_logic_vector(23 downto 0);
      upd_valid : out std_logic;
      upd_ready : in  std_logic;
      upd_qpn : out std_logic_vector(11 downto 0);
      upd_limits : out std_logic;
      upd_acks : out std_logic;
      upd_alg : out std_logic_vector(3 downto 0);
      upd_window : out std_logic_vector(41 downto 0);
      upd_pace : out std_logic_vector(39 downto 0);
      upd_flags : out std_logic_vector(15 downto 0);
      upd_feedback : out std_logic;
      upd_una_psn : out std_logic_vector(23 downto 0);
      init_done : out std_logic
    );
  end component;
end package;

library ieee;
use ieee.std_logic_1164.all;
use work.ackw_nic_component.all;

entity ackw_nic_vhdl is
  port (
    clk : in  std_logic;
    rst_n : in  std_logic;
    s_axil_awaddr : in  std_logic_vector(11 downto 0) := (others => '0');
    s_axil_awprot : in  std_logic_vector(2 downto 0) := (others => '0');
    s_axil_awvalid : in  std_logic := '0';
    s_axil_awready : out std_logic;
    s_axil_wdata : in  std_logic_vector(31 downto 0) := (others => '0');
    s_axil_wstrb : in  std_logic_vector(3 downto 0) := (others => '0');
    s_axil_wvalid : in  std_logic := '0';
    s_axil_wready : out std_logic;
    s_axil_bresp : out std_logic_vector(1 downto 0);
    s_axil_bvalid : out std_logic;
    s_axil_bready : in  std_logic := '0';
    s_axil_araddr : in  std_logic_vector(11 downto 0) := (others => '0');
    s_axil_arprot : in  std_logic_vector(2 downto 0) := (others => '0');
    s_axil_arvalid : in  std_logic := '0';
    s_axil_arready : out std_logic;
    s_axil_rdata : out std_logic_vector(31 downto 0);
    s_axil_rresp : out std_logic_vector(1 downto 0);
    s_axil_rvalid : out std_logic;
    s_axil_rready : in  std_logic := '0';
    irq : out std_logic;
    s_axis_tdata : in  std_logic_vector(511 downto 0) := (others => '0');
    s_axis_tkeep : in  std_logic_vector(63 downto 0) := (others => '0');
    s_axis_tvalid : in  std_logic := '0';
    s_axis_tready : out std_logic;
    s_axis_tlast : in  std_logic := '0';
    s_axis_tuser : in  std_logic := '0';
    s_event_valid : in  std_logic := '0';
    s_event_ready : out std_logic;
    s_event_kind : in  std_logic_vector(2 downto 0) := (others => '0');
    s_event_ece : in  std_logic := '0';
    s_event_use_psn : in  std_logic := '0';
    s_event_n : in  std_logic_vector(13 downto 0) := (others => '0');
    s_event_psn : in  std_logic_vector(23 downto 0) := (others => '0');
    s_event_qpn : in  std_logic_vector(11 downto 0) := (others => '0');
    s_event_telemetry : in  std_logic := '0';
    s_event_path : in  std_logic_vector(11 downto 0) := (others => '0');
    s_event_n_hop : in  std_logic_vector(3 downto 0) := (others => '0');
    s_event_hop_0_speed : in  std_logic_vector(3 downto 0) := (others => '0');
    s_event_hop_0_ts : in  std_logic_vector(23 downto 0) := (others => '0');
    s_event_hop_0_tx : in  std_logic_vector(19 downto 0) := (others => '0');
    s_event_hop_0_q : in  std_logic_vector(15 downto 0) := (others => '0');
    s_event_hop_1_speed : in  std_logic_vector(3 downto 0) := (others => '0');
    s_event_hop_1_ts : in  std_logic_vector(23 downto 0) := (others => '0');
    s_event_hop_1_tx : in  std_logic_vector(19 downto 0) := (others => '0');
    s_event_hop_1_q : in  std_logic_vector(15 downto 0) := (others => '0');
    s_event_hop_2_speed : in  std_logic_vector(3 downto 0) := (others => '0');
    s_event_hop_2_ts : in  std_logic_vector(23 downto 0) := (others => '0');
    s_event_hop_2_tx : in  std_logic_vector(19 downto 0) := (others => '0');
    s_event_hop_2_q : in  std_logic_vector(15 downto 0) := (others => '0');
    s_event_hop_3_speed : in  std_logic_vector(3 downto 0) := (others => '0');
    s_event_hop_3_ts : in  std_logic_vector(23 downto 0) := (others => '0');
    s_event_hop_3_tx : in  std_logic_vector(19 downto 0) := (others => '0');
    s_event_hop_3_q : in  std_logic_vector(15 downto 0) := (others => '0');
    s_event_hop_4_speed : in  std_logic_vector(3 downto 0) := (others => '0');
    s_event_hop_4_ts : in  std_logic_vector(23 downto 0) := (others => '0');
    s_event_hop_4_tx : in  std_logic_vector(19 downto 0) := (others => '0');
    s_event_hop_4_q : in  std_logic_vector(15 downto 0) := (others => '0');
    time_now : in  std_logic_vector(31 downto 0) := (others => '0');
    tx_valid : in  std_logic := '0';
    tx_qpn : in  std_logic_vector(11 downto 0) := (others => '0');
    tx_psn : in  std_logic_vector(23 downto 0) := (others => '0');
    upd_valid : out std_logic;
    upd_ready : in  std_logic := '1';
    upd_qpn : out std_logic_vector(11 downto 0);
    upd_limits : out std_logic;
    upd_acks : out std_logic;
    upd_alg : out std_logic_vector(3 downto 0);
    upd_window : out std_logic_vector(41 downto 0);
    upd_pace : out std_logic_vector(39 downto 0);
    upd_flags : out std_logic_vector(15 downto 0);
    upd_feedback : out std_logic;
    upd_una_psn : out std_logic_vector(23 downto 0);
    init_done : out std_logic
  );
end entity;

architecture instance of ackw_nic_vhdl is
begin
  u_ackw_nic : ackw_nic port map (
    clk => clk,
    rst_n => rst_n,
    s_axil_awaddr => s_axil_awaddr,
    s_axil_awprot => s_axil_awprot,
    s_axil_awvalid => s_axil_awvalid,
    s_axil_awready => s_axil_awready,
    s_axil_wdata => s_axil_wdata,
    s_axil_wstrb => s_axil_wstrb,
    s_axil_wvalid => s_axil_wvalid,
    s_axil_wready => s_axil_wready,
    s_axil_bresp => s_axil_bresp,
    s_axil_bvalid => s_axil_bvalid,
    s_axil_bready => s_axil_bready,
    s_axil_araddr => s_axil_araddr,
    s_axil_arprot => s_axil_arprot,
    s_axil_arvalid => s_axil_arvalid,
    s_axil_arready => s_axil_arready,
    s_axil_rdata => s_axil_rdata,
    s_axil_rresp => s_axil_rresp,
    s_axil_rvalid => s_axil_rvalid,
    s_axil_rready => s_axil_rready,
    irq => irq,
    s_axis_tdata => s_axis_tdata,
    s_axis_tkeep => s_axis_tkeep,
    s_axis_tvalid => s_axis_tvalid,
    s_axis_tready => s_axis_tready,
    s_axis_tlast => s_axis_tlast,
    s_axis_tuser => s_axis_tuser,
    s_event_valid => s_event_valid,
    s_event_ready => s_event_ready,
    s_event_kind => s_event_kind,
    s_event_ece => s_event_ece,
    s_event_use_psn => s_event_use_psn,
    s_event_n => s_event_n,
    s_event_psn => s_event_psn,
    s_event_qpn => s_event_qpn,
    s_event_telemetry => s_event_telemetry,
    s_event_path => s_event_path,
    s_event_n_hop => s_event_n_hop,
    s_event_hop_0_speed => s_event_hop_0_speed,
    s_event_hop_0_ts => s_event_hop_0_ts,
    s_event_hop_0_tx => s_event_hop_0_tx,
    s_event_hop_0_q => s_event_hop_0_q,
    s_event_hop_1_speed => s_event_hop_1_speed,
    s_event_hop_1_ts => s_event_hop_1_ts,
    s_event_hop_1_tx => s_event_hop_1_tx,
    s_event_hop_1_q => s_event_hop_1_q,
    s_event_hop_2_speed => s_event_hop_2_speed,
    s_event_hop_2_ts => s_event_hop_2_ts,
    s_event_hop_2_tx => s_event_hop_2_tx,
    s_event_hop_2_q => s_event_hop_2_q,
    s_event_hop_3_speed => s_event_hop_3_speed,
    s_event_hop_3_ts => s_event_hop_3_ts,
    s_event_hop_3_tx => s_event_hop_3_tx,
    s_event_hop_3_q => s_event_hop_3_q,
    s_event_hop_4_speed => s_event_hop_4_speed,
    s_event_hop_4_ts => s_event_hop_4_ts,
    s_event_hop_4_tx => s_event_hop_4_tx,
    s_event_hop_4_q => s_event_hop_4_q,
    time_now => time_now,
    tx_valid => tx_valid,
    tx_qpn => tx_qpn,
    tx_psn => tx_psn,
    upd_valid => upd_valid,
    upd_ready => upd_ready,
    upd_qpn => upd_qpn,
    upd_limits => upd_limits,
    upd_acks => upd_acks,
    upd_alg => upd_alg,
    upd_window => upd_window,
    upd_pace => upd_pace,
    upd_flags => upd_flags,
    upd_feedback => upd_feedback,
    upd_una_psn => upd_una_psn,
    init_done => init_done
  );
end architecture;
