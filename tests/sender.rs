//! The half of a NIC that sends: what waits of a QP when it begins or ends, what each algorithm's update limits, and
//! the loop that it closes, engine to link and back,
//! and LDCP's fast start through both.

mod closed;
mod fast_start;
mod rules;
