//! How the fields of a valid and ready group lie in the tdata of a stream: stated once, written wherever it is needed.

use crate::emit::{Dir, Port};

/// A field of the design's, and its place in tdata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The design's port.
    pub port: String,
    pub width: usize,
    /// Its lowest bit in tdata.
    pub at: usize,
}

impl Field {
    /// As Verilog selects it.
    pub fn bits(&self) -> String {
        match self.width {
            1 => format!("[{}]", self.at),
            width => format!("[{}:{}]", self.at + width - 1, self.at),
        }
    }
}

/// A group of ports as a stream: in the order of the ports, from bit 0 up, each field at the beginning of a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    pub fields: Vec<Field>,
    /// Of tdata.
    pub bytes: usize,
}

impl Packing {
    /// Of the ports whose names begin so, but the handshake. `None` if there are none.
    pub fn of(ports: &[Port], prefix: &str, dir: Dir) -> Option<Packing> {
        let mut packing = Packing { fields: vec![], bytes: 0 };
        for port in ports.iter().filter(|port| port.dir == dir) {
            match port.name.strip_prefix(prefix) {
                None | Some("valid" | "ready") => {}
                Some(_) => {
                    let at = 8 * packing.bytes;
                    packing.fields.push(Field { port: port.name.clone(), width: port.width, at });
                    packing.bytes += port.width.div_ceil(8);
                }
            }
        }
        (packing.bytes > 0).then_some(packing)
    }

    /// The bits of tdata that are no field's, as (lowest, how many).
    pub fn gaps(&self) -> Vec<(usize, usize)> {
        let ends = self.fields.iter().map(|field| field.at + field.width);
        let next = self.fields.iter().skip(1).map(|field| field.at).chain([8 * self.bytes]);
        ends.zip(next).filter(|(end, next)| next > end).map(|(end, next)| (end, next - end)).collect()
    }

    /// The bits that are fields.
    pub fn used(&self) -> usize {
        self.fields.iter().map(|field| field.width).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_begin_at_bytes_in_the_order_of_the_ports() {
        let port = |name: &str, width| Port { name: name.into(), width, dir: Dir::Input, doc: String::new() };
        let ports =
            [port("x_valid", 1), port("x_a", 3), port("y_a", 9), port("x_b", 12), port("x_c", 8), port("x_d", 1)];
        let packing = Packing::of(&ports, "x_", Dir::Input).expect("fields");
        let places: Vec<String> = packing.fields.iter().map(|f| f.port.clone() + &f.bits()).collect();
        assert_eq!(places, ["x_a[2:0]", "x_b[19:8]", "x_c[31:24]", "x_d[32]"]);
        assert_eq!((packing.bytes, packing.used()), (5, 24));
        assert_eq!(packing.gaps(), [(3, 5), (20, 4), (33, 7)]);
        assert_eq!(Packing::of(&ports, "x_", Dir::Output), None);
    }
}
