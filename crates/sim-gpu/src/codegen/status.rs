//! Codes of the worlds' failures, which shaders write and the host reads.

/// Why a world failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did not fail.
    Ok = 0,
    /// An entry of `qpos` is NaN or too large.
    BadPosition = 1,
    /// An entry of `qvel` is NaN or too large.
    BadVelocity = 2,
    /// An entry of `qacc` is NaN or too large.
    BadAcceleration = 3,
    /// A control is NaN or infinite.
    BadControl = 4,
    /// More contacts than the limit.
    Contacts = 5,
    /// More constraint rows than the limit.
    Rows = 6,
}

impl Status {
    /// Every status with its name in the shaders.
    pub const NAMED: [(&str, Self); 7] = [
        ("STATUS_OK", Self::Ok),
        ("STATUS_BAD_QPOS", Self::BadPosition),
        ("STATUS_BAD_QVEL", Self::BadVelocity),
        ("STATUS_BAD_QACC", Self::BadAcceleration),
        ("STATUS_BAD_CTRL", Self::BadControl),
        ("STATUS_CONTACTS", Self::Contacts),
        ("STATUS_ROWS", Self::Rows),
    ];

    /// The status of a code that a shader wrote.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::NAMED.iter().map(|(_, status)| *status).find(|status| *status as i32 == code)
    }
}
