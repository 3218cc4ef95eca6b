-- Ackwright in the place of surf's token bucket: what README.md says, with surf's records. The Verilog is ackw_surf.
--
-- MIT or Apache-2.0, as all of Ackwright. It uses types of surf, and holds nothing of it.

library ieee;
use ieee.std_logic_1164.all;

package AckwSurfPkg is

   -- a QP begins (opens = '1') or ends
   type AckwSurfQpType is record
      valid     : std_logic;
      opens     : std_logic;
      index     : std_logic_vector(3 downto 0);
      localQpn  : std_logic_vector(23 downto 0);
      remoteQpn : std_logic_vector(23 downto 0);
      psn       : std_logic_vector(23 downto 0);
   end record AckwSurfQpType;

   constant ACKW_SURF_QP_INIT_C : AckwSurfQpType := (
      valid     => '0',
      opens     => '0',
      index     => (others => '0'),
      localQpn  => (others => '0'),
      remoteQpn => (others => '0'),
      psn       => (others => '0'));

   -- the Verilog module
   component ackw_surf
      generic (
         QUEUES    : integer;
         PERIOD_PS : integer;
         BEAT_BITS : integer;
         MTU       : integer;
         QUANTUM   : integer;
         DCQCN     : integer;
         LINE_MBIT : integer);
      port (
         clk            : in  std_logic;
         rst            : in  std_logic;
         enable         : in  std_logic;
         pfc_pause      : in  std_logic_vector(7 downto 0);
         s_axis_tvalid  : in  std_logic;
         s_axis_tready  : out std_logic;
         s_axis_tdata   : in  std_logic_vector(127 downto 0);
         s_axis_tkeep   : in  std_logic_vector(15 downto 0);
         s_axis_tlast   : in  std_logic;
         s_axis_tuser   : in  std_logic_vector(31 downto 0);
         m_axis_tvalid  : out std_logic;
         m_axis_tready  : in  std_logic;
         m_axis_tdata   : out std_logic_vector(127 downto 0);
         m_axis_tkeep   : out std_logic_vector(15 downto 0);
         m_axis_tlast   : out std_logic;
         m_axis_tuser   : out std_logic_vector(31 downto 0);
         rx_beat        : in  std_logic;
         rx_tdata       : in  std_logic_vector(127 downto 0);
         rx_tkeep       : in  std_logic_vector(15 downto 0);
         rx_tlast       : in  std_logic;
         qp_valid       : in  std_logic;
         qp_opens       : in  std_logic;
         qp_index       : in  std_logic_vector(3 downto 0);
         qp_local       : in  std_logic_vector(23 downto 0);
         qp_remote      : in  std_logic_vector(23 downto 0);
         qp_psn         : in  std_logic_vector(23 downto 0);
         qp_runs        : out std_logic_vector(QUEUES-1 downto 0);
         qp_room        : out std_logic_vector(QUEUES-1 downto 0);
         too_long       : out std_logic_vector(31 downto 0);
         lost           : out std_logic_vector(31 downto 0);
         s_axil_awaddr  : in  std_logic_vector(11 downto 0);
         s_axil_awvalid : in  std_logic;
         s_axil_awready : out std_logic;
         s_axil_wdata   : in  std_logic_vector(31 downto 0);
         s_axil_wstrb   : in  std_logic_vector(3 downto 0);
         s_axil_wvalid  : in  std_logic;
         s_axil_wready  : out std_logic;
         s_axil_bresp   : out std_logic_vector(1 downto 0);
         s_axil_bvalid  : out std_logic;
         s_axil_bready  : in  std_logic;
         s_axil_araddr  : in  std_logic_vector(11 downto 0);
         s_axil_arvalid : in  std_logic;
         s_axil_arready : out std_logic;
         s_axil_rdata   : out std_logic_vector(31 downto 0);
         s_axil_rresp   : out std_logic_vector(1 downto 0);
         s_axil_rvalid  : out std_logic;
         s_axil_rready  : in  std_logic;
         irq            : out std_logic);
   end component ackw_surf;

end package AckwSurfPkg;

library ieee;
use ieee.std_logic_1164.all;

library surf;
use surf.AxiStreamPkg.all;
use surf.AxiLitePkg.all;
use surf.AckwSurfPkg.all;

entity AckwSurf is
   generic (
      RST_POLARITY_G : std_logic := '1';
      QUEUES_G       : positive range 1 to 16 := 1;      -- QPs of the engine
      PERIOD_PS_G    : positive range 1000 to 100000 := 6400;   -- of axisClk
      BEAT_BITS_G    : positive range 1 to 16 := 10;     -- 2^BEAT_BITS_G beats of 16 bytes a QP
      MTU_G          : positive range 256 to 9216 := 4140;      -- path MTU and 44
      QUANTUM_G      : positive range 256 to 262144 := 16560;   -- bytes of a grant
      DCQCN_G        : boolean               := true;    -- by CNPs; else LDCP, by ECN-Echo of ACKs
      LINE_MBIT_G    : positive range 1000 to 127999 := 10000); -- where a QP of DCQCN begins
   port (
      axisClk         : in  std_logic;
      axisRst         : in  std_logic;
      enable          : in  std_logic              := '1';
      pfcPause        : in  std_logic_vector(7 downto 0) := (others => '0');
      -- the stream that leaves the engine: AXI-Stream of 16 bytes
      sAxisMaster     : in  AxiStreamMasterType;
      sAxisSlave      : out AxiStreamSlaveType;
      mAxisMaster     : out AxiStreamMasterType;
      mAxisSlave      : in  AxiStreamSlaveType;
      -- the stream that comes, both ways to see
      obUdpMaster     : in  AxiStreamMasterType;
      obUdpSlave      : in  AxiStreamSlaveType;
      -- QPs
      qp              : in  AckwSurfQpType         := ACKW_SURF_QP_INIT_C;
      qpRuns          : out std_logic_vector(QUEUES_G-1 downto 0);
      qpRoom          : out std_logic_vector(QUEUES_G-1 downto 0);
      tooLong         : out std_logic_vector(31 downto 0);
      lost            : out std_logic_vector(31 downto 0);
      -- 4 KiB: counters and parameters
      axilReadMaster  : in  AxiLiteReadMasterType  := AXI_LITE_READ_MASTER_INIT_C;
      axilReadSlave   : out AxiLiteReadSlaveType;
      axilWriteMaster : in  AxiLiteWriteMasterType := AXI_LITE_WRITE_MASTER_INIT_C;
      axilWriteSlave  : out AxiLiteWriteSlaveType;
      irq             : out std_logic);
end entity AckwSurf;

architecture mapping of AckwSurf is

   function one (choice : boolean) return integer is
   begin
      if choice then
         return 1;
      end if;
      return 0;
   end function one;

   signal rst    : std_logic;
   signal rxBeat : std_logic;
   signal tData  : std_logic_vector(127 downto 0);
   signal tKeep  : std_logic_vector(15 downto 0);
   signal tUser  : std_logic_vector(31 downto 0);
   signal tValid : std_logic;
   signal tLast  : std_logic;

begin

   assert QUANTUM_G >= MTU_G
      report "QUANTUM_G is below MTU_G" severity failure;

   assert 2**BEAT_BITS_G >= 2*((MTU_G+19)/16)
      report "BEAT_BITS_G: a queue has no place for two frames of MTU_G" severity failure;

   rst    <= '1' when axisRst = RST_POLARITY_G else '0';
   rxBeat <= obUdpMaster.tValid and obUdpSlave.tReady;

   out_p : process (tData, tKeep, tLast, tUser, tValid) is
      variable v : AxiStreamMasterType;
   begin
      v                    := AXI_STREAM_MASTER_INIT_C;
      v.tValid             := tValid;
      v.tData(127 downto 0) := tData;
      v.tKeep              := (others => '0');
      v.tKeep(15 downto 0) := tKeep;
      v.tStrb              := v.tKeep;
      v.tLast              := tLast;
      v.tUser(31 downto 0) := tUser;
      mAxisMaster          <= v;
   end process out_p;

   U_Ackw : ackw_surf
      generic map (
         QUEUES    => QUEUES_G,
         PERIOD_PS => PERIOD_PS_G,
         BEAT_BITS => BEAT_BITS_G,
         MTU       => MTU_G,
         QUANTUM   => QUANTUM_G,
         DCQCN     => one(DCQCN_G),
         LINE_MBIT => LINE_MBIT_G)
      port map (
         clk            => axisClk,
         rst            => rst,
         enable         => enable,
         pfc_pause      => pfcPause,
         s_axis_tvalid  => sAxisMaster.tValid,
         s_axis_tready  => sAxisSlave.tReady,
         s_axis_tdata   => sAxisMaster.tData(127 downto 0),
         s_axis_tkeep   => sAxisMaster.tKeep(15 downto 0),
         s_axis_tlast   => sAxisMaster.tLast,
         s_axis_tuser   => sAxisMaster.tUser(31 downto 0),
         m_axis_tvalid  => tValid,
         m_axis_tready  => mAxisSlave.tReady,
         m_axis_tdata   => tData,
         m_axis_tkeep   => tKeep,
         m_axis_tlast   => tLast,
         m_axis_tuser   => tUser,
         rx_beat        => rxBeat,
         rx_tdata       => obUdpMaster.tData(127 downto 0),
         rx_tkeep       => obUdpMaster.tKeep(15 downto 0),
         rx_tlast       => obUdpMaster.tLast,
         qp_valid       => qp.valid,
         qp_opens       => qp.opens,
         qp_index       => qp.index,
         qp_local       => qp.localQpn,
         qp_remote      => qp.remoteQpn,
         qp_psn         => qp.psn,
         qp_runs        => qpRuns,
         qp_room        => qpRoom,
         too_long       => tooLong,
         lost           => lost,
         s_axil_awaddr  => axilWriteMaster.awaddr(11 downto 0),
         s_axil_awvalid => axilWriteMaster.awvalid,
         s_axil_awready => axilWriteSlave.awready,
         s_axil_wdata   => axilWriteMaster.wdata,
         s_axil_wstrb   => axilWriteMaster.wstrb,
         s_axil_wvalid  => axilWriteMaster.wvalid,
         s_axil_wready  => axilWriteSlave.wready,
         s_axil_bresp   => axilWriteSlave.bresp,
         s_axil_bvalid  => axilWriteSlave.bvalid,
         s_axil_bready  => axilWriteMaster.bready,
         s_axil_araddr  => axilReadMaster.araddr(11 downto 0),
         s_axil_arvalid => axilReadMaster.arvalid,
         s_axil_arready => axilReadSlave.arready,
         s_axil_rdata   => axilReadSlave.rdata,
         s_axil_rresp   => axilReadSlave.rresp,
         s_axil_rvalid  => axilReadSlave.rvalid,
         s_axil_rready  => axilReadMaster.rready,
         irq            => irq);

end architecture mapping;
