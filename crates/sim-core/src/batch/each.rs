//! One closure on every world, by several threads or by one: the only place that knows which.

/// What `work` returns for each pair, in order.
#[cfg(feature = "parallel")]
pub(super) fn map<A: Send, B: Send, R: Send>(
    worlds: &mut [A],
    notes: &mut [B],
    work: impl Fn(&mut A, &mut B) -> R + Sync,
) -> Vec<R> {
    use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
    worlds.par_iter_mut().zip(notes.par_iter_mut()).map(|(world, note)| work(world, note)).collect()
}

/// What `work` returns for each pair, in order.
#[cfg(not(feature = "parallel"))]
pub(super) fn map<A: Send, B: Send, R: Send>(
    worlds: &mut [A],
    notes: &mut [B],
    work: impl Fn(&mut A, &mut B) -> R + Sync,
) -> Vec<R> {
    worlds.iter_mut().zip(notes).map(|(world, note)| work(world, note)).collect()
}
