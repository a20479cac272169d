//! Types of the vectors and matrices, and the number below which a length counts as zero.

/// Smallest magnitude treated as non-zero when dividing (MuJoCo's `mjMINVAL`).
pub const MINVAL: f64 = 1e-15;

/// A vector in space.
pub type Vec3 = [f64; 3];

/// A three-by-three matrix, row-major.
pub type Mat3 = [f64; 9];

/// A quaternion, `w x y z`.
pub type Quat = [f64; 4];

/// A motion or force vector: rotation or torque, then translation or force.
pub type Vec6 = [f64; 6];
