//! Which identifiers Verilog takes. SystemVerilog's keywords are refused as well, for the flows that read everything as
//! such.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The keywords of Verilog-2005 and SystemVerilog-2017 that look like the name of a field.
static KEYWORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "
    accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins
    binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config const
    constraint context continue cover covergroup coverpoint cross deassign default defparam design disable dist do edge
    else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface endmodule
    endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event eventually expect
    export extends extern final first_match for force foreach forever fork forkjoin function generate genvar global highz0
    highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout input inside
    instance int integer interconnect interface intersect join join_any join_none large let liblist library local
    localparam logic longint macromodule matches medium modport module nand negedge nettype new nexttime nmos nor
    noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive priority program
    property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase
    randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1
    s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled signed small
    soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1 sync_accept_on
    sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand
    trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual void
    wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor"
        .split_whitespace()
        .collect()
});

/// The reason why `name` cannot be an identifier, if there is one.
pub(super) fn fault(name: &str) -> Option<&'static str> {
    let mut chars = name.chars();
    let starts_well = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if !starts_well || !chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Some("a name has letters, digits and underscores")
    } else if KEYWORDS.contains(name) {
        Some("it is a keyword")
    } else {
        None
    }
}

/// rust-hdl's path of a signal or block (`lane$0$valid`) as an identifier (`lane_0_valid`).
///
/// A Vec of none or one, for what a configuration may leave out, has a name that ends in `_opt`; neither that nor the
/// index is part of the identifier (`window_opt$0$valid` is `window_valid`).
pub(super) fn identifier(path: &str) -> String {
    path.replace("_opt$0", "").replace('$', "_")
}

/// The name of an element's array: `lane` of `lane$2`. What is no element has the name that it has.
pub(super) fn array(path: &str) -> String {
    let name = path.replace("_opt$0", "");
    name.split_once('$').map_or(name.clone(), |(array, _)| array.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_identifiers() {
        assert_eq!(identifier("lane$2$valid"), "lane_2_valid");
        assert_eq!(identifier("window_opt$0$valid"), "window_valid");
        assert_eq!(identifier("window_opt$0"), "window");
        assert_eq!(["lane$2", "lane", "window_opt$0"].map(array), ["lane", "lane", "window"]);
    }

    #[test]
    fn keywords_and_odd_characters_are_refused() {
        for bad in ["reg", "priority", "logic", "a$b", "0a", ""] {
            assert!(fault(bad).is_some(), "{bad}");
        }
        for good in ["clk", "s1_qpn", "_x", "state"] {
            assert!(fault(good).is_none(), "{good}");
        }
    }
}
