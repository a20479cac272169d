//! Models, worlds and batches may go to other threads and be read by several at once, and a world is plain memory: nothing in
//! it changes behind a shared reference.

#![allow(clippy::unwrap_used)]

use sim_core::{BatchSim, Data, Model};

/// What a world's own sources may not hold. `Cell<` stands for its relatives too.
const BARRED: &[&str] = &["Cell<", "Cell::", "Mutex", "RwLock", "OnceLock", "LazyLock", "Atomic", "*const ", "*mut "];

fn is_send<T: Send>() {}
fn is_sync<T: Sync>() {}

#[test]
fn models_worlds_and_batches_are_for_any_thread() {
    is_send::<Model>();
    is_sync::<Model>();
    is_send::<Data>();
    is_sync::<Data>();
    is_send::<BatchSim>();
    is_sync::<BatchSim>();
}

#[test]
fn a_world_holds_no_cells_locks_or_raw_pointers() {
    let sources = layer_check::read(env!("CARGO_MANIFEST_DIR").as_ref());
    let own: Vec<_> = sources.iter().filter(|(path, _)| path.starts_with("data/")).collect();
    assert!(own.len() > 3, "the sources of Data have moved");
    let mut found = Vec::new();
    for (path, code) in own {
        for (i, line) in code.lines().enumerate() {
            found.extend(
                BARRED.iter().filter(|word| line.contains(**word)).map(|word| format!("{path}:{}: {word}", i + 1)),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
