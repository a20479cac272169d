//! Input to the viewer from a browser or an attacker: heads of requests, and messages.

use sim_core::Model;
use sim_view::viewer::fuzzing;

/// The most messages of a run.
const MESSAGES: usize = 32;

/// Treats bytes as the head of a request if the first byte is even, otherwise as messages, a line each.
pub fn run(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    if first % 2 == 0 {
        fuzzing::read_head(rest);
    } else {
        fuzzing::run_messages(Model::example(), rest.split(|&byte| byte == b'\n').take(MESSAGES));
    }
}
