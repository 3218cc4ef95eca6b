-- surf's RoceEngineWrapper, as attach.toml changes it, with plain ports. What an engine sends comes in as the answer of
-- a DMA read, which the stand-in of the engine (in tree.v) passes on as it is.

library ieee;
use ieee.std_logic_1164.all;

library surf;
use surf.AxiStreamPkg.all;
use surf.AxiLitePkg.all;
use surf.RocePkg.all;
use surf.AckwSurfPkg.all;

entity tree is
   generic (
      QUEUES : positive := 4;
      DCQCN  : boolean  := false);
   port (
      clk, rst, enable            : in  std_logic;
      e_tvalid                    : in  std_logic;
      e_tready                    : out std_logic;
      e_stream                    : in  std_logic_vector(289 downto 0);
      m_tvalid, m_tlast           : out std_logic;
      m_tready                    : in  std_logic;
      m_tdata                     : out std_logic_vector(127 downto 0);
      m_tkeep                     : out std_logic_vector(15 downto 0);
      m_tuser                     : out std_logic_vector(31 downto 0);
      rx_tvalid, rx_tlast         : in  std_logic;
      rx_tready                   : out std_logic;
      rx_tdata                    : in  std_logic_vector(127 downto 0);
      rx_tkeep                    : in  std_logic_vector(15 downto 0);
      qp_valid, qp_opens          : in  std_logic;
      qp_index                    : in  std_logic_vector(3 downto 0);
      qp_local, qp_remote, qp_psn : in  std_logic_vector(23 downto 0);
      qp_runs, qp_room            : out std_logic_vector(QUEUES-1 downto 0);
      too_long, lost              : out std_logic_vector(31 downto 0);
      awaddr, araddr              : in  std_logic_vector(11 downto 0);
      awvalid, wvalid, arvalid    : in  std_logic;
      awready, wready, arready    : out std_logic;
      bvalid, rvalid              : out std_logic;
      wdata                       : in  std_logic_vector(31 downto 0);
      rdata                       : out std_logic_vector(31 downto 0));
end entity tree;

architecture a of tree is
   signal m, ob : AxiStreamMasterType      := AXI_STREAM_MASTER_INIT_C;
   signal r     : AxiLiteReadMasterType    := AXI_LITE_READ_MASTER_INIT_C;
   signal w     : AxiLiteWriteMasterType   := AXI_LITE_WRITE_MASTER_INIT_C;
   signal rs    : AxiLiteReadSlaveType;
   signal ws    : AxiLiteWriteSlaveType;
   signal dma   : RoceDmaReadRespMasterType := ROCE_DMA_READ_RESP_MASTER_INIT_C;
begin

   process (rx_tdata, rx_tkeep, rx_tlast, rx_tvalid) is
      variable v : AxiStreamMasterType;
   begin
      v                     := AXI_STREAM_MASTER_INIT_C;
      v.tValid              := rx_tvalid;
      v.tLast               := rx_tlast;
      v.tData(127 downto 0) := rx_tdata;
      v.tKeep               := (others => '0');
      v.tKeep(15 downto 0)  := rx_tkeep;
      ob                    <= v;
   end process;

   process (araddr, arvalid) is
      variable v : AxiLiteReadMasterType;
   begin
      v                     := AXI_LITE_READ_MASTER_INIT_C;
      v.araddr(11 downto 0) := araddr;
      v.arvalid             := arvalid;
      v.rready              := '1';
      r                     <= v;
   end process;

   process (awaddr, awvalid, wdata, wvalid) is
      variable v : AxiLiteWriteMasterType;
   begin
      v                     := AXI_LITE_WRITE_MASTER_INIT_C;
      v.awaddr(11 downto 0) := awaddr;
      v.awvalid             := awvalid;
      v.wdata               := wdata;
      v.wstrb               := (others => '1');
      v.wvalid              := wvalid;
      v.bready              := '1';
      w                     <= v;
   end process;

   process (e_stream, e_tvalid) is
      variable v : RoceDmaReadRespMasterType;
   begin
      v            := ROCE_DMA_READ_RESP_MASTER_INIT_C;
      v.valid      := e_tvalid;
      v.dataStream := e_stream;
      dma          <= v;
   end process;

   m_tvalid <= m.tValid;
   m_tlast  <= m.tLast;
   m_tdata  <= m.tData(127 downto 0);
   m_tkeep  <= m.tKeep(15 downto 0);
   m_tuser  <= m.tUser(31 downto 0);
   arready  <= rs.arready;
   rvalid   <= rs.rvalid;
   rdata    <= rs.rdata;
   awready  <= ws.awready;
   wready   <= ws.wready;
   bvalid   <= ws.bvalid;

   u : entity surf.RoceEngineWrapper
      generic map (
         EXT_ROCE_CONFIG_G => true,
         ACKW_QUEUES_G     => QUEUES,
         ACKW_MTU_G        => 1052,
         ACKW_QUANTUM_G    => 2104,
         ACKW_DCQCN_G      => DCQCN)
      port map (
         clk                    => clk,
         rst                    => rst,
         workReqMaster          => ROCE_WORK_REQ_MASTER_INIT_C,
         workReqSlave           => open,
         workCompMaster         => open,
         workCompSlave          => ROCE_WORK_COMP_SLAVE_FORCE_C,
         obUdpMaster            => ob,
         obUdpSlave.tReady      => rx_tready,
         ibUdpMaster            => m,
         ibUdpSlave.tReady      => m_tready,
         sAxisMetaDataMaster    => AXI_STREAM_MASTER_INIT_C,
         sAxisMetaDataSlave     => open,
         mAxisMetaDataMaster    => open,
         mAxisMetaDataSlave     => AXI_STREAM_SLAVE_FORCE_C,
         axilReadSlave          => open,
         axilWriteSlave         => open,
         ackwEnable             => enable,
         ackwQp.valid           => qp_valid,
         ackwQp.opens           => qp_opens,
         ackwQp.index           => qp_index,
         ackwQp.localQpn        => qp_local,
         ackwQp.remoteQpn       => qp_remote,
         ackwQp.psn             => qp_psn,
         ackwRuns               => qp_runs,
         ackwRoom               => qp_room,
         ackwTooLong            => too_long,
         ackwLost               => lost,
         ackwReadMaster         => r,
         ackwReadSlave          => rs,
         ackwWriteMaster        => w,
         ackwWriteSlave         => ws,
         ackwIrq                => open,
         dmaReadRespMaster      => dma,
         dmaReadRespSlave.ready => e_tready,
         dmaReadReqMaster       => open,
         dmaReadReqSlave        => (ready => '1'));

end architecture a;
