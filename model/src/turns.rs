//! The turns of what the responder of a NIC makes frames of (hdl/src/nic.md): responses of a peer's probes and requests
//! of the own go by turns, and with the other answers these together do.

/// Who waits, or who goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// The receiver's answers, and NAKs.
    Others,
    Response,
    Request,
}

/// Who was taken last.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Turns {
    probe_last: bool,
    /// Of responses and requests.
    request_last: bool,
}

impl Turns {
    /// Whose turn it is, of those that wait.
    pub fn next(&self, others: bool, response: bool, request: bool) -> Option<Who> {
        if others && (self.probe_last || !(response || request)) {
            return Some(Who::Others);
        }
        if request && !(response && self.request_last) {
            return Some(Who::Request);
        }
        response.then_some(Who::Response)
    }

    /// Another answer may go, if it is there.
    pub fn lets_others(&self, response: bool, request: bool) -> bool {
        self.next(true, response, request) == Some(Who::Others)
    }

    pub fn taken(&mut self, who: Who) {
        self.probe_last = who != Who::Others;
        if self.probe_last {
            self.request_last = who == Who::Request;
        }
    }
}
