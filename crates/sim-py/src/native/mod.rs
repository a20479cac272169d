//! The classes that users see: Model, Data, options, contacts, and access by name.

pub mod callbacks;
pub mod codes;
pub mod contact;
pub mod contact_list;
pub mod contact_records;
pub mod counters;
pub mod counts;
pub mod data;
pub mod data_methods;
pub mod given_model;
pub mod limits;
pub mod loading;
pub mod model;
pub mod model_methods;
pub mod named;
pub mod options;
pub mod pickle;
pub mod profile;
pub mod run;
pub mod solver_stats;
pub mod stepping;
pub mod timers;
pub mod unsupported;
