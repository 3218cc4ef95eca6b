//! The top's ports in groups, as its port list has them: what belongs together is told by the names.

use crate::emit::{Dir, Port};

/// Beginnings of names, and the title of those that have it. Names without a title here are grouped by their first
/// word.
const GROUPS: [(&str, &str); 45] = [
    ("clk", "Clock"),
    ("rst_n", "Reset"),
    ("s_axil_", "Registers, AXI4-Lite slave"),
    ("irq", "Interrupt"),
    ("cfg_", "Configuration: change it only while no frame or event is under way"),
    ("s_axis_", "Packets in, AXI4-Stream"),
    ("unit_", "Registers of the units: the bus to their pages"),
    ("time_", "Clock of the receiver"),
    ("tx_", "What the NIC has sent"),
    ("s_event_", "Events of a parser of your own, valid and ready"),
    ("pkt_", "Events of the parser"),
    ("host_", "Context access, valid and ready; `host_done` ends an operation"),
    ("found_", "Context that was read, with `host_done`"),
    ("upd_", "Updates out, valid and ready"),
    ("advice_", "Advices of switches (FCR), pulses: whoever takes them takes one in every cycle"),
    ("s_req_", "Requests to send, valid and ready"),
    ("s_sent_", "Answers to grants, valid and ready"),
    ("m_grant_", "Grants, valid and ready"),
    ("pfc_", "What is paused"),
    ("rx_", "Packets that come, of which the receiver is told; each is taken"),
    ("m_answer_", "What is to be answered, valid and ready"),
    ("s_nak_", "NAKs that are to be sent, valid and ready"),
    ("msn_", "MSNs of ACKs and NAKs; each is taken"),
    ("m_axis_", "Frames of what is answered, AXI4-Stream"),
    ("m_probe_", "Probes that are due, valid and ready"),
    ("rtt_", "RTTs, to be looked at"),
    ("probed_", "Requests of a peer's probes, pulses: whoever takes them takes one in every cycle"),
    ("resp_", "Responses of probes, pulses: whoever takes them takes one in every cycle"),
    ("seen_", "What is counted"),
    ("trace_", "Trace of the engine's updates: a pulse each"),
    ("waiting_", "How full the queues are"),
    ("init_done", "Initialisation"),
    ("idle", "Nothing is under way"),
    ("queue_overflow", "Alerts, pulses"),
    ("frame_dropped", "Alerts, pulses"),
    ("alert_", "Alerts, pulses"),
    ("cnt_", "Counters, read port"),
    ("high_water_", "High-water marks that begin anew"),
    ("sram_test_", "Test and repair of the memories"),
    ("ecc_", "Check bits: what is injected, how often is scrubbed"),
    ("fault_", "Check bits and parity: what was wrong, pulses"),
    ("rom_parity", "Check bits and parity: what was wrong, pulses"),
    ("packet_stall", "What waits and what leaves, for counters"),
    ("event_stall", "What waits and what leaves, for counters"),
    ("update_", "What waits and what leaves, for counters"),
];

const LOOKED_AT: &str = "Updates, to be looked at: the sender takes each";

/// Ports that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub title: String,
    pub rows: Vec<Row>,
}

/// A port, or ports that differ in a number only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// `s_event_hop_{0..4}_ts`, say.
    pub name: String,
    pub dir: Dir,
    pub width: usize,
    pub doc: String,
    /// How many ports it stands for.
    pub count: usize,
}

/// The groups, in the order in which their first ports stand. Every port is in one of them.
pub fn groups(ports: &[Port]) -> Vec<Group> {
    let mut groups: Vec<Group> = vec![];
    let mut numbers: Vec<Vec<Vec<usize>>> = vec![];
    let taken = ports.iter().any(|port| port.name == "upd_ready");
    for port in ports {
        let title = title(&port.name);
        // those that the sender takes
        let title = if taken { title } else { title.replace("Updates out, valid and ready", LOOKED_AT) };
        let at = groups.iter().position(|group| group.title == title).unwrap_or_else(|| {
            groups.push(Group { title, rows: vec![] });
            numbers.push(vec![]);
            groups.len() - 1
        });
        let (name, number) = without_number(&port.name);
        let (rows, numbers) = (&mut groups[at].rows, &mut numbers[at]);
        let same = rows.iter().position(|row| (&row.name, row.dir, row.width) == (&name, port.dir, port.width));
        // a run: each number follows the last
        let next =
            |row: &usize| number.is_some_and(|number| numbers[*row].last().is_some_and(|last| last + 1 == number));
        match (same.filter(next), number) {
            (Some(row), Some(number)) => {
                rows[row].count += 1;
                numbers[row].push(number);
            }
            _ => {
                rows.push(Row { name, dir: port.dir, width: port.width, doc: port.doc.clone(), count: 1 });
                numbers.push(number.into_iter().collect());
            }
        }
    }
    for (group, numbers) in groups.iter_mut().zip(&numbers) {
        for (row, numbers) in group.rows.iter_mut().zip(numbers) {
            let range = match numbers[..] {
                [] => continue,
                [only] => only.to_string(),
                [first, .., last] => format!("{{{first}..{last}}}"),
            };
            row.name = row.name.replace('#', &range);
        }
    }
    groups
}

fn title(name: &str) -> String {
    let known = GROUPS.iter().find(|(start, _)| name == *start || (start.ends_with('_') && name.starts_with(start)));
    match known {
        Some((_, title)) => (*title).into(),
        None => format!("`{}`", name.split('_').next().unwrap_or(name)),
    }
}

/// The name with `#` for its first part that is a number, and the number. No name in Verilog has a `#`.
fn without_number(name: &str) -> (String, Option<usize>) {
    let mut found = None;
    let parts: Vec<&str> = name
        .split('_')
        .map(|part| match part.parse() {
            Ok(number) if found.is_none() => {
                found = Some(number);
                "#"
            }
            _ => part,
        })
        .collect();
    (parts.join("_"), found)
}
