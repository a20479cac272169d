//! Chains of dofs: which ones move a body.

use super::Model;

/// The last dof that moves `body`, -1 when none does.
#[inline]
pub(crate) fn last_dof(m: &Model, body: usize) -> i32 {
    let body = m.body_weldid[body] as usize;
    if m.body_dofnum[body] > 0 { m.body_dofadr[body] + m.body_dofnum[body] - 1 } else { -1 }
}

/// The dof before `dof` on the way to the world, -1 when there is none. Always a lower one, so that a walk ends whatever the
/// Model says.
#[inline(always)]
pub(crate) fn above(m: &Model, dof: usize) -> i32 {
    m.dof_parentid[dof].min(dof as i32 - 1)
}

/// Dof above `dof` in its chain, as an index.
#[inline]
pub(crate) fn parent_dof(m: &Model, dof: usize) -> Option<usize> {
    usize::try_from(above(m, dof)).ok()
}

/// The body that carries `body`: always one before it, so that a walk to the world ends whatever the Model says.
#[inline(always)]
pub(crate) fn carrier(m: &Model, body: usize) -> usize {
    (m.body_parentid[body].max(0) as usize).min(body.saturating_sub(1))
}

/// The dofs that move `body`, from the last to the first.
#[inline]
pub fn chain(m: &Model, body: usize) -> impl Iterator<Item = usize> + '_ {
    let mut dof = last_dof(m, body);
    std::iter::from_fn(move || {
        let at = usize::try_from(dof).ok()?;
        dof = above(m, at);
        Some(at)
    })
}

/// How to treat the dofs that move both of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// They stay.
    Keep,
    /// They are left out.
    Skip,
}

/// Dofs that move either of two bodies, increasing, into `out`. Returns their number.
pub fn merge_chains(m: &Model, b1: usize, b2: usize, common: Common, out: &mut [i32]) -> usize {
    let (mut first, mut second) = (last_dof(m, b1), last_dof(m, b2));
    let mut n = 0;
    while let Ok(dof) = usize::try_from(first.max(second)) {
        if common == Common::Skip && first == second {
            break;
        }
        out[n] = dof as i32;
        n += 1;
        let parent = above(m, dof);
        let (in_first, in_second) = (first == dof as i32, second == dof as i32);
        first = if in_first { parent } else { first };
        second = if in_second { parent } else { second };
    }
    out[..n].reverse();
    n
}
