//! The tests that need nothing but the model, as one program: each mutant of the model costs one build and one link.

#[allow(dead_code)] // other tests use the rest
#[path = "../support/mod.rs"]
mod support;

#[path = ".."]
mod tests {
    mod choice;
    mod dctcp;
    mod engine;
    mod fifo;
    mod hops;
    mod hpcc;
    mod ideal;
    mod inflight;
    mod interval;
    mod issue;
    mod packets;
    mod params;
    mod pawa;
    mod psn;
    mod receiver;
    mod recip;
    mod registers;
    mod sent;
    mod shaper;
    mod top;
    mod window;
}
