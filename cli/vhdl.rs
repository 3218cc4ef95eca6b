//! The top for designs in VHDL: its component, and an entity around it whose inputs have a value where nobody connects
//! them. Any tool that reads both languages binds the component to the Verilog module of its name.

use hdl::delivery::Extra;
use hdl::design::NOT_ZERO;
use hdl::emit::{Dir, Port};
use layout::config::Config;

/// `wrappers/vhdl/<top>.vhd`. `ports` are those of `top`.
pub fn file(config: &Config, top: &str, ports: &[Port]) -> Extra {
    let head = format!(
        "-- Ackwright, configuration {}. Written by `ackwright export`.\n-- SPDX-License-Identifier: MIT OR Apache-2.0\n",
        config.hash()
    );
    let component = list(ports, "      ", &declaration);
    let entity = list(ports, "    ", &|port| declaration(port) + &default(port));
    let connections: Vec<String> = ports.iter().map(|port| format!("    {0} => {0}", port.name)).collect();
    let text = format!(
        "{head}\
--
-- {top} in VHDL: the component of the Verilog module, and the entity {top}_vhdl around it. What you do not connect
-- of the entity's inputs keeps a value that is legal and harmless; change those that are not 0 to your network's.

library ieee;
use ieee.std_logic_1164.all;

package {top}_component is
  component {top} is
    port (
{component}
    );
  end component;
end package;

library ieee;
use ieee.std_logic_1164.all;
use work.{top}_component.all;

entity {top}_vhdl is
  port (
{entity}
  );
end entity;

architecture instance of {top}_vhdl is
begin
  u_{top} : {top} port map (
{}
  );
end architecture;
",
        connections.join(",\n")
    );
    Extra { path: format!("wrappers/vhdl/{top}.vhd"), text, about: "component and entity for designs in VHDL".into() }
}

fn list(ports: &[Port], margin: &str, line: &dyn Fn(&Port) -> String) -> String {
    let lines: Vec<String> = ports.iter().map(|port| margin.to_owned() + &line(port)).collect();
    lines.join(";\n")
}

fn declaration(Port { name, width, dir, .. }: &Port) -> String {
    let way = if *dir == Dir::Input { "in " } else { "out" };
    match width {
        1 => format!("{name} : {way} std_logic"),
        _ => format!("{name} : {way} std_logic_vector({} downto 0)", width - 1),
    }
}

fn default(Port { name, width, dir, .. }: &Port) -> String {
    if *dir != Dir::Input || name == "clk" || name == "rst_n" {
        return String::new();
    }
    let value = NOT_ZERO.iter().find(|(port, _)| port == name).map_or(0, |(_, value)| *value);
    match (width, value) {
        (1, _) => format!(" := '{value}'"),
        (_, 0) => " := (others => '0')".into(),
        _ => format!(" := \"{value:0width$b}\""),
    }
}
