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

/// The touches of one pair, at most [`MAX_TOUCHES`]; the first use makes room for all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifold {
    touches: Vec<Touch>,
}

impl Manifold {
    /// Removes all touches.
    pub fn clear(&mut self) {
        self.touches.clear();
    }

    /// Adds a touch; returns false and adds nothing if there are [`MAX_TOUCHES`] already.
    pub fn push(&mut self, touch: Touch) -> bool {
        if self.touches.len() >= MAX_TOUCHES {
            return false;
        }
        if self.touches.capacity() == 0 {
            self.touches.reserve_exact(MAX_TOUCHES);
        }
        self.touches.push(touch);
        true
    }

    /// Removes all touches after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.touches.truncate(len);
    }

    /// Keeps only the touches for which `keep` holds, in order.
    pub fn retain(&mut self, keep: impl FnMut(&Touch) -> bool) {
        self.touches.retain(keep);
    }
}

impl std::ops::Deref for Manifold {
    type Target = [Touch];
    fn deref(&self) -> &[Touch] {
        &self.touches
    }
}

impl std::ops::DerefMut for Manifold {
    fn deref_mut(&mut self) -> &mut [Touch] {
        &mut self.touches
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
