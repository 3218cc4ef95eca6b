//! The properties in a simulation, with `+define+ACKWRIGHT_ASSERT`: what a formal tool chooses is drawn, what it looks
//! at in every moment is looked at before each clock edge.
//!
//! | in the text | in a simulation |
//! |---|---|
//! | `(* anyconst *) reg … x;` | one of 0 to 15, drawn once |
//! | `(* anyseq *) … mark;` | drawn in every cycle |
//! | any other `(* anyseq *)`, or `in simulation: none` | nothing: these speak of what the module cannot see |
//! | `always @*` that only asserts and assumes | `always @(posedge clk)`, so that nothing counts which settles later |
//!
//! Where there is a reset nothing is looked at before it was low at an edge.

use super::DEFINE;
use std::fmt::Write as _;

const CONSTANT: &str = "(* anyconst *)";
const SEQUENCE: &str = "(* anyseq *)";
/// What may be any value in each cycle.
const FREE: &str = "mark";

/// Whether a simulation can have them.
pub(super) fn possible(text: &str) -> bool {
    let mut chosen = text.lines().filter_map(|line| declared(line.trim_start().strip_prefix(SEQUENCE)?));
    chosen.all(|(_, name)| name == FREE) && !text.contains("in simulation: none")
}

/// The range and the name of a declaration.
fn declared(line: &str) -> Option<(&str, &str)> {
    let (declaration, _) = line.split_once(';')?;
    let declaration = declaration.trim_start();
    let rest = declaration.strip_prefix("reg").or_else(|| declaration.strip_prefix("wire"))?.trim_start();
    let (range, name) = rest.rfind(']').map_or(("", rest), |end| rest.split_at(end + 1));
    Some((range, name.trim()))
}

/// The body with both forms; `clock` is that of the module, or the first of two.
pub(super) fn body(text: &str, ports: &[String]) -> String {
    let is_port = |name: &str| ports.iter().any(|port| port.ends_with(&format!(" {name}")));
    let clock = ["clk", "wr_clk", "s_aclk"].into_iter().find(|clock| is_port(clock));
    let clocked = |statement: &str| is_port("clk") && statement.starts_with("always @*") && only_looks(statement);
    let statements = statements(text);
    let mut out = String::new();
    if is_port("rst_n") && statements.iter().any(|statement| clocked(statement.trim_start())) {
        let _ = write!(
            out,
            "`ifdef {DEFINE}\n  // a bench may raise reset late: nothing is looked at before\n  reg reset_seen = 1'b0;\n  \
             always @(posedge clk) if (!rst_n) reset_seen <= 1'b1;\n`endif\n\n"
        );
    }
    for statement in statements {
        let line = statement.trim_start();
        if let Some(rest) = line.strip_prefix(CONSTANT).or_else(|| line.strip_prefix(SEQUENCE)) {
            let Some((range, name)) = declared(rest) else { continue };
            let change = match clock {
                Some(clock) if line.starts_with(SEQUENCE) => {
                    format!("always @(posedge {clock}) {name} <= 1'($urandom);")
                }
                _ => format!("initial {name} = $bits({name})'($urandom & 32'd15);"),
            };
            let space = if range.is_empty() { "" } else { " " };
            let _ = write!(out, "`ifdef {DEFINE}\n  reg {range}{space}{name};\n  {change}\n`else\n{statement}`endif\n");
        } else if clocked(line) {
            let looks = statement.replacen("always @*", "always `ACKWRIGHT_LOOKS", 1);
            out += &looks;
        } else {
            out += &statement;
        }
    }
    out
}

/// The macro that [`body`] uses, where `body` is what that gave.
pub(super) fn head(body: &str) -> String {
    let when = if body.contains("  reg reset_seen = ") { " if (reset_seen)" } else { "" };
    format!(
        "`ifdef {DEFINE}\n`define ACKWRIGHT_LOOKS @(posedge clk){when}\n`else\n`define ACKWRIGHT_LOOKS @*\n`endif\n\n"
    )
}

pub(super) const TAIL: &str = "`undef ACKWRIGHT_LOOKS\n";

/// A line each, but what begins with `always @*` whole: up to the `end` that stands below it.
fn statements(text: &str) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    let mut open = false;
    for line in text.lines() {
        match found.last_mut().filter(|_| open) {
            Some(statement) => {
                *statement += line;
                statement.push('\n');
                open = line != "  end";
            }
            None => {
                open = line.starts_with("  always @*") && line.ends_with("begin");
                found.push(format!("{line}\n"));
            }
        }
    }
    found
}

/// It assigns nothing.
fn only_looks(statement: &str) -> bool {
    statement.lines().all(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let behind =
            code.split_once("for (").map_or(code, |(_, head)| head.split_once(')').map_or("", |(_, rest)| rest));
        !behind.contains(" = ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_formal_tool_chooses_is_drawn_and_what_looks_is_clocked() {
        let text = "  (* anyconst *) reg [3:0] qp;\n  (* anyseq *)   reg mark; // any\n  always @* if (a) begin\n    for (i = 0; i < 2; i = i + 1) assert (b);\n  end\n  always @* begin\n    c = b;\n  end\n";
        let ports = ["  input wire clk".to_owned()];
        assert!(possible(text) && !possible("  (* anyseq *) wire enters;\n"));
        let made = body(text, &ports);
        assert!(
            made.contains("  reg [3:0] qp;\n  initial qp = $bits(qp)'($urandom & 32'd15);\n`else\n  (* anyconst *)"),
            "{made}"
        );
        assert!(made.contains("  reg mark;\n  always @(posedge clk) mark <= 1'($urandom);\n"), "{made}");
        assert!(made.contains("always `ACKWRIGHT_LOOKS if (a) begin"), "{made}");
        assert!(made.contains("always @* begin\n    c = b;"), "{made}");
        assert!(!made.contains("reset_seen") && !head(&made).contains("reset_seen"), "{made}");
        let reset = body(text, &[ports[0].clone(), "  input wire rst_n".to_owned()]);
        assert!(
            reset.starts_with("`ifdef ACKWRIGHT_ASSERT\n") && reset.contains("if (!rst_n) reset_seen <= 1'b1;"),
            "{reset}"
        );
        assert!(head(&reset)
            .contains("`define ACKWRIGHT_LOOKS @(posedge clk) if (reset_seen)\n`else\n`define ACKWRIGHT_LOOKS @*\n"));
        let without = body("  always @* assert (x);\n", &[]);
        assert_eq!(without, "  always @* assert (x);\n");
    }
}
