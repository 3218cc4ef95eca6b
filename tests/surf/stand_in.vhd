-- A stand-in for what fpga/surf/AckwSurf.vhd takes of surf: records with the names that it uses, and their values where
-- nothing is connected. Ours; a design takes surf's own packages.

library ieee;
use ieee.std_logic_1164.all;

package AxiStreamPkg is
   type AxiStreamMasterType is record
      tValid : std_logic;
      tData  : std_logic_vector(511 downto 0);
      tStrb  : std_logic_vector(63 downto 0);
      tKeep  : std_logic_vector(63 downto 0);
      tLast  : std_logic;
      tUser  : std_logic_vector(511 downto 0);
   end record;
   type AxiStreamSlaveType is record
      tReady : std_logic;
   end record;
   constant AXI_STREAM_MASTER_INIT_C : AxiStreamMasterType :=
      ('0', (others => '0'), (others => '0'), (others => '0'), '0', (others => '0'));
end package;

library ieee;
use ieee.std_logic_1164.all;

package AxiLitePkg is
   type AxiLiteReadMasterType is record
      araddr  : std_logic_vector(31 downto 0);
      arvalid : std_logic;
      rready  : std_logic;
   end record;
   type AxiLiteReadSlaveType is record
      arready : std_logic;
      rdata   : std_logic_vector(31 downto 0);
      rresp   : std_logic_vector(1 downto 0);
      rvalid  : std_logic;
   end record;
   type AxiLiteWriteMasterType is record
      awaddr  : std_logic_vector(31 downto 0);
      awvalid : std_logic;
      wdata   : std_logic_vector(31 downto 0);
      wstrb   : std_logic_vector(3 downto 0);
      wvalid  : std_logic;
      bready  : std_logic;
   end record;
   type AxiLiteWriteSlaveType is record
      awready : std_logic;
      wready  : std_logic;
      bresp   : std_logic_vector(1 downto 0);
      bvalid  : std_logic;
   end record;
   constant AXI_LITE_READ_MASTER_INIT_C  : AxiLiteReadMasterType  := ((others => '0'), '0', '1');
   constant AXI_LITE_WRITE_MASTER_INIT_C : AxiLiteWriteMasterType :=
      ((others => '0'), '0', (others => '0'), "1111", '0', '1');
end package;
