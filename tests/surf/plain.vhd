-- AckwSurf with plain ports, for a bench in another language.

library ieee;
use ieee.std_logic_1164.all;

library surf;
use surf.AxiStreamPkg.all;
use surf.AxiLitePkg.all;
use surf.AckwSurfPkg.all;

entity plain is
   generic (
      QUEUES : positive := 4;
      DCQCN  : boolean  := false);
   port (
      clk, rst, enable               : in  std_logic;
      s_tvalid, s_tlast              : in  std_logic;
      s_tready                       : out std_logic;
      s_tdata                        : in  std_logic_vector(127 downto 0);
      s_tkeep                        : in  std_logic_vector(15 downto 0);
      s_tuser                        : in  std_logic_vector(31 downto 0);
      m_tvalid, m_tlast              : out std_logic;
      m_tready                       : in  std_logic;
      m_tdata                        : out std_logic_vector(127 downto 0);
      m_tkeep                        : out std_logic_vector(15 downto 0);
      m_tuser                        : out std_logic_vector(31 downto 0);
      rx_beat, rx_tlast              : in  std_logic;
      rx_tdata                       : in  std_logic_vector(127 downto 0);
      rx_tkeep                       : in  std_logic_vector(15 downto 0);
      qp_valid, qp_opens             : in  std_logic;
      qp_index                       : in  std_logic_vector(3 downto 0);
      qp_local, qp_remote, qp_psn    : in  std_logic_vector(23 downto 0);
      qp_runs, qp_room               : out std_logic_vector(QUEUES-1 downto 0);
      too_long, lost                 : out std_logic_vector(31 downto 0);
      awaddr, araddr                 : in  std_logic_vector(11 downto 0);
      awvalid, wvalid, arvalid       : in  std_logic;
      awready, wready, arready       : out std_logic;
      bvalid, rvalid                 : out std_logic;
      wdata                          : in  std_logic_vector(31 downto 0);
      rdata                          : out std_logic_vector(31 downto 0));
end entity plain;

architecture a of plain is
   signal s, m, ob : AxiStreamMasterType := AXI_STREAM_MASTER_INIT_C;
   signal r        : AxiLiteReadMasterType;
   signal w        : AxiLiteWriteMasterType;
   signal rs       : AxiLiteReadSlaveType;
   signal ws       : AxiLiteWriteSlaveType;
begin

   process (s_tvalid, s_tlast, s_tdata, s_tkeep, s_tuser) is
      variable v : AxiStreamMasterType;
   begin
      v                     := AXI_STREAM_MASTER_INIT_C;
      v.tValid              := s_tvalid;
      v.tLast               := s_tlast;
      v.tData(127 downto 0) := s_tdata;
      v.tKeep(15 downto 0)  := s_tkeep;
      v.tUser(31 downto 0)  := s_tuser;
      s                     <= v;
   end process;

   process (rx_beat, rx_tlast, rx_tdata, rx_tkeep) is
      variable v : AxiStreamMasterType;
   begin
      v                     := AXI_STREAM_MASTER_INIT_C;
      v.tValid              := rx_beat;
      v.tLast               := rx_tlast;
      v.tData(127 downto 0) := rx_tdata;
      v.tKeep(15 downto 0)  := rx_tkeep;
      ob                    <= v;
   end process;

   process (araddr, arvalid) is
      variable v : AxiLiteReadMasterType;
   begin
      v                     := AXI_LITE_READ_MASTER_INIT_C;
      v.araddr(11 downto 0) := araddr;
      v.arvalid             := arvalid;
      r                     <= v;
   end process;

   process (awaddr, awvalid, wdata, wvalid) is
      variable v : AxiLiteWriteMasterType;
   begin
      v                     := AXI_LITE_WRITE_MASTER_INIT_C;
      v.awaddr(11 downto 0) := awaddr;
      v.awvalid             := awvalid;
      v.wdata               := wdata;
      v.wstrb               := "1111";
      v.wvalid              := wvalid;
      w                     <= v;
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

   u : entity surf.AckwSurf
      generic map (
         QUEUES_G  => QUEUES,
         MTU_G     => 1052,
         QUANTUM_G => 2104,
         DCQCN_G   => DCQCN)
      port map (
         axisClk           => clk,
         axisRst           => rst,
         enable            => enable,
         sAxisMaster       => s,
         sAxisSlave.tReady => s_tready,
         mAxisMaster       => m,
         mAxisSlave.tReady => m_tready,
         obUdpMaster       => ob,
         obUdpSlave.tReady => '1',
         qp.valid          => qp_valid,
         qp.opens          => qp_opens,
         qp.index          => qp_index,
         qp.localQpn       => qp_local,
         qp.remoteQpn      => qp_remote,
         qp.psn            => qp_psn,
         qpRuns            => qp_runs,
         qpRoom            => qp_room,
         tooLong           => too_long,
         lost              => lost,
         axilReadMaster    => r,
         axilReadSlave     => rs,
         axilWriteMaster   => w,
         axilWriteSlave    => ws,
         irq               => open);

end architecture a;
