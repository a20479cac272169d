//! Files of the commands: controls, recordings, and output that replaces a file when it is complete.

pub mod control;
pub mod npz;
pub mod output;
pub mod path_text;
pub mod record;
pub mod recording;
