//! What a work space knows of the Model, and when it is brought up to date.
//!
//! Its users check first, so that no stage works with outdated parts, whatever calls it. A pass checks once for all its
//! stages: the Model is borrowed until it ends.

use super::Data;
use super::scratch::Workspace;
use crate::model::Model;

/// Whether a pass is under way. A copy of a world is in none.
#[derive(Debug, Default)]
pub(crate) struct PassState(bool);

impl Clone for PassState {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A world whose pass ends when this is dropped, by a panic too.
struct InPass<'a> {
    d: &'a mut Data,
    outer: bool,
}

impl Drop for InPass<'_> {
    fn drop(&mut self) {
        self.d.work.under_way.0 = self.outer;
    }
}

impl Workspace {
    #[inline(always)]
    fn follow(&mut self, m: &Model) {
        if !self.layout.is_of(m) {
            self.change_layout(m);
        }
    }

    /// Takes over the layout of the Model; matrices that are laid out by another one are when they are written next.
    #[cold]
    fn change_layout(&mut self, m: &Model) {
        self.layout = m.derived().layout;
    }
}

impl Data {
    /// Brings what the work space knows of the Model up to date, where no pass has.
    #[inline(always)]
    pub(crate) fn follow(&mut self, m: &Model) {
        if self.work.under_way.0 {
            return;
        }
        self.work.follow(m);
        if !self.qLD.is_laid_out_by(&self.work.layout) {
            self.fit_matrices();
        }
    }

    /// Lets the matrices of this world have the layout of the work space: all of them have the same one.
    #[cold]
    pub(super) fn fit_matrices(&mut self) {
        let layout = &**self.work.layout;
        self.qLD.fit(layout);
        self.qH.fit(layout);
        self.efc_J.fit(layout);
        self.efc_Y.fit(layout);
    }

    /// Runs `work` as one pass: its stages need not check again.
    #[inline(always)]
    pub(crate) fn in_pass<R>(&mut self, m: &Model, work: impl FnOnce(&mut Self) -> R) -> R {
        self.follow(m);
        let pass = InPass { outer: self.work.under_way.0, d: self };
        pass.d.work.under_way.0 = true;
        work(pass.d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_pass_ends_with_its_work() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let mut d = m.make_data();
        d.in_pass(&m, |d| {
            d.in_pass(&m, |_| {});
            assert!(d.work.under_way.0 && !d.clone().work.under_way.0);
        });
        assert!(!d.work.under_way.0);
        let failed = catch_unwind(AssertUnwindSafe(|| d.in_pass(&m, |d| d.qpos[99] = 0.0)));
        assert!(failed.is_err() && !d.work.under_way.0);
    }
}
