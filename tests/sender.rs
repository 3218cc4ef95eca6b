//! The half of a NIC that sends: what waits of a QP when it begins or ends, what each algorithm's update limits, and
//! the loop that it closes, engine to link and back.

mod closed;
mod rules;
