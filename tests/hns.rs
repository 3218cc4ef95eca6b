//! Parameters of HiSilicon's driver as parameter sets of ours: the table against the driver's header, the readings by
//! hand, every wrong file by its line, and the way from the driver's folder to `replay`.

mod command;
mod table;
