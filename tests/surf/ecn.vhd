-- Says which ECN IpV4EngineTx, as attach.toml changes it, writes into the header of a frame of UDP and of one of ICMP.

library ieee;
use ieee.std_logic_1164.all;

library surf;
use surf.StdRtlPkg.all;
use surf.AxiStreamPkg.all;
use surf.SsiPkg.all;
use surf.EthMacPkg.all;

entity ecn is
end entity ecn;

architecture a of ecn is
   signal clk      : sl                              := '0';
   signal rst      : sl                              := '1';
   signal masters  : AxiStreamMasterArray(1 downto 0) := (others => AXI_STREAM_MASTER_INIT_C);
   signal slaves   : AxiStreamSlaveArray(1 downto 0);
   signal m        : AxiStreamMasterType;
begin

   clk <= not clk after 3 ns;
   rst <= '0'     after 60 ns;

   u : entity surf.IpV4EngineTx
      generic map (
         PROTOCOL_SIZE_G => 2,
         PROTOCOL_G      => (0 => UDP_C, 1 => ICMP_C))
      port map (
         localMac          => x"010203040506",
         obIpv4Master      => m,
         obIpv4Slave       => AXI_STREAM_SLAVE_FORCE_C,
         localhostMaster   => open,
         localhostSlave    => AXI_STREAM_SLAVE_FORCE_C,
         obProtocolMasters => masters,
         obProtocolSlaves  => slaves,
         clk               => clk,
         rst               => rst);

   process is
      variable v : AxiStreamMasterType;
   begin
      wait until rst = '0';
      for from in 0 to 1 loop
         for beat in 0 to 2 loop
            v        := AXI_STREAM_MASTER_INIT_C;
            v.tValid := '1';
            v.tData  := (others => '1');
            if beat = 0 then
               ssiSetUserSof(EMAC_AXIS_CONFIG_C, v, '1');
            end if;
            if beat = 2 then
               v.tLast := '1';
            end if;
            masters(from) <= v;
            loop
               wait until rising_edge(clk);
               exit when slaves(from).tReady = '1';
            end loop;
         end loop;
         masters(from) <= AXI_STREAM_MASTER_INIT_C;
         wait for 100 ns;
      end loop;
      wait;
   end process;

   process (clk) is
   begin
      if rising_edge(clk) and m.tValid = '1' and ssiGetUserSof(EMAC_AXIS_CONFIG_C, m) = '1' then
         report "ECN " & to_string(m.tData(121 downto 120));
      end if;
   end process;

end architecture a;
