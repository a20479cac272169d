//! The places where one pair of shapes touches: what every pair function fills.

/// Most places at which one pair of geoms can touch.
pub const MAX_TOUCHES: usize = 50;

/// One place where two shapes touch or nearly do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touch {
    /// Distance between the surfaces (m); negative when they overlap.
    pub dist: f64,
    /// Midpoint between the surfaces (m).
    pub pos: [f64; 3],
    /// Unit normal, from the first shape to the second.
    pub normal: [f64; 3],
    /// First tangent where the pair function knows one; zero leaves the choice open.
    pub tangent: [f64; 3],
}

/// The touches of one pair, in a buffer of fixed size.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    touches: [Touch; MAX_TOUCHES],
    len: usize,
}

impl Default for Manifold {
    fn default() -> Self {
        Self { touches: [Touch::default(); MAX_TOUCHES], len: 0 }
    }
}

impl Manifold {
    /// Forgets all touches.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a touch; false when the buffer is full and nothing was added.
    pub fn push(&mut self, touch: Touch) -> bool {
        let Some(slot) = self.touches.get_mut(self.len) else { return false };
        *slot = touch;
        self.len += 1;
        true
    }

    /// Forgets all touches after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Keeps only the touches for which `keep` holds, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Touch) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            if keep(&self.touches[i]) {
                self.touches[kept] = self.touches[i];
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl std::ops::Deref for Manifold {
    type Target = [Touch];
    fn deref(&self) -> &[Touch] {
        &self.touches[..self.len]
    }
}

impl std::ops::DerefMut for Manifold {
    fn deref_mut(&mut self) -> &mut [Touch] {
        &mut self.touches[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_and_refuses_overflow() {
        let mut manifold = Manifold::default();
        for i in 0..MAX_TOUCHES {
            assert!(manifold.push(Touch { dist: i as f64, ..Touch::default() }));
        }
        assert!(!manifold.push(Touch::default()));
        manifold.retain(|t| t.dist >= 48.0);
        assert_eq!(manifold.iter().map(|t| t.dist).collect::<Vec<_>>(), [48.0, 49.0]);
    }
}
