//! DCQCN: every rule by name and by hand, one step against the exact-rational ideal from given states, the drift over a
//! million periods, and the way back to line rate.

mod case;
mod drift;
mod engine;
mod layout_facts;
mod params;
mod replay;
mod rules;
mod steps;
mod unit;
