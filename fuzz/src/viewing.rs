//! Input to the viewer from a browser or an attacker: heads of requests, messages, dropped files.

use crate::load::limits;
use sim_core::Model;
use sim_mjcf::Loader;
use sim_view::viewer::fuzzing;

/// The most messages of a run.
const MESSAGES: usize = 32;

/// The first byte says what the others are: the head of a request, dropped files, or messages, a line each: to a world, without a state, or to a
/// recording.
pub fn run(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let messages = || rest.split(|&byte| byte == b'\n').take(MESSAGES);
    match first % 5 {
        0 => {
            fuzzing::read_head(rest);
            std::str::from_utf8(rest).into_iter().flat_map(str::lines).for_each(fuzzing::check_host);
        }
        1 => fuzzing::run_messages(Model::example(), messages()),
        2 => {
            if let Some(dropped) = fuzzing::read_dropped(rest) {
                let loader = Loader::new().disk(false).assets(dropped.files().collect()).limits(limits());
                let _ = loader.load(dropped.name());
            }
        }
        3 => fuzzing::run_without_state(messages()),
        _ => fuzzing::run_recording(Model::example(), messages()),
    }
}
