//! The page of registers of `responder`: the header of a QP's frames, and what is counted (nic.md).

use crate::prelude::*;
use crate::records::{ResponderCounts, UnitBus};
use crate::register_page;
use crate::responder::Header;

register_page! {
    /// The registers `rsp_*`.
    pub struct ResponderPage {
        pub cnp_dscp: Signal<Out, U<6>>,
        pub writes: Signal<Out, Bit>,
        pub header_qpn: Signal<Out, Qpn>,
        pub header: Signal<Out, Header>,
        pub counts: Signal<In, ResponderCounts>,
        starts: Signal<Local, RegisterBus>,
    }
    registers {
        dscp: 6 = "rsp_cnp_dscp", access;
        qpn: QPN = "rsp_qpn", access;
        valid: 1 = "rsp_valid", access;
        v6: 1 = "rsp_v6", access;
        tagged: 1 = "rsp_tagged", access;
        tci: 16 = "rsp_tci", access => header.tci;
        tos: 8 = "rsp_tos", access => header.tos;
        ttl: 8 = "rsp_ttl", access => header.ttl;
        flow: 20 = "rsp_flow", access => header.flow;
        src_port: 16 = "rsp_src_port", access => header.src_port;
        dest_qp: 24 = "rsp_dest_qp", access => header.dest_qp;
        pkey: 16 = "rsp_pkey", access => header.pkey;
        write: 1 = "rsp_write", starts;
    }
    wide {
        dst_mac: 48 = "rsp_dst_mac", access => header.dst_mac;
        src_mac: 48 = "rsp_src_mac", access => header.src_mac;
        dst_ip_high: 64 = "rsp_dst_ip_high", access => header.dst_ip_high;
        dst_ip_low: 64 = "rsp_dst_ip_low", access => header.dst_ip_low;
        src_ip_high: 64 = "rsp_src_ip_high", access => header.src_ip_high;
        src_ip_low: 64 = "rsp_src_ip_low", access => header.src_ip_low;
    }
    status {
        status: 1 = "rsp_status", (bits::<1>(self.init_done.val()));
        acks: 32 = "rsp_acks", (self.counts.val().acks);
        naks: 32 = "rsp_naks", (self.counts.val().naks);
        cnps: 32 = "rsp_cnps", (self.counts.val().cnps);
        unwritten: 32 = "rsp_unwritten", (self.counts.val().unwritten);
    }
    #[hdl_gen]
    fn update(self) {
        comment!("@module responder_page");
        comment!("@doc The registers of ackw_responder: the header of a QP's frames, which is written whole, and what is counted.");
        comment!("@port init_done the responder takes headers");
        comment!("@port cnp_dscp DSCP of CNPs");
        comment!("@port writes the QP's header is written");
        comment!("@port header_qpn index of the QP");

        comment!("Writes that count: of a start from init_done on");
        self.starts.next = self.access.val();
        self.starts.next.write = self.access.val().write & self.init_done.val();
    }
    then {
        self.cnp_dscp.next = self.dscp.value.val();
        self.writes.next = self.write.written.val();
        self.header_qpn.next = self.qpn.value.val();
        self.header.next.valid = self.valid.value.val().get_bit(0);
        self.header.next.v6 = self.v6.value.val().get_bit(0);
        self.header.next.tagged = self.tagged.value.val().get_bit(0);
    }
}
