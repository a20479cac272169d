//! One closure on every world, by several threads or by one: the only place that knows which.

/// `n` worlds, each made by the thread that is likely to step it: what different threads write then lies apart in memory,
/// and no thread waits for a line of the cache that another has just written to.
#[cfg(feature = "parallel")]
pub(super) fn make<A: Send>(n: usize, world: impl Fn() -> A + Sync + Send) -> Vec<A> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..n).into_par_iter().map(|_| world()).collect()
}

/// `n` worlds.
#[cfg(not(feature = "parallel"))]
pub(super) fn make<A: Send>(n: usize, world: impl Fn() -> A + Sync + Send) -> Vec<A> {
    (0..n).map(|_| world()).collect()
}

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
