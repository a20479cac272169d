//! `info --gpu` and `bench --gpu`.

pub mod bench;
pub mod info;
mod lanes;
mod replay;
mod timing;
