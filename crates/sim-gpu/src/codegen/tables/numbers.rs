//! Numbers of a field of the model.

/// Numbers of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Real ones.
    Reals(Vec<f64>),
    /// Whole ones.
    Ints(Vec<i32>),
}

impl Numbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Reals(list) => list.len(),
            Self::Ints(list) => list.len(),
        }
    }

    /// The numbers as real ones.
    pub fn into_reals(self) -> Vec<f64> {
        match self {
            Self::Reals(list) => list,
            Self::Ints(list) => list.into_iter().map(f64::from).collect(),
        }
    }
}
