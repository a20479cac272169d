//! Functions of numbers, for all lanes at once.

use crate::code::{Binary, Unary};
use crate::kinds::Kind;

/// One scalar of every lane.
pub type Lanes<const W: usize> = [u64; W];

fn f32_of(x: u64) -> f32 {
    f32::from_bits(x as u32)
}

fn of_f32(x: f32) -> u64 {
    u64::from(x.to_bits())
}

fn i32_of(x: u64) -> i32 {
    x as u32 as i32
}

fn of_i32(x: i32) -> u64 {
    u64::from(x as u32)
}

fn of_bool(x: bool) -> u64 {
    u64::from(x)
}

fn map<const W: usize>(a: &Lanes<W>, f: impl Fn(u64) -> u64) -> Lanes<W> {
    std::array::from_fn(|lane| f(a[lane]))
}

fn zip<const W: usize>(a: &Lanes<W>, b: &Lanes<W>, f: impl Fn(u64, u64) -> u64) -> Lanes<W> {
    std::array::from_fn(|lane| f(a[lane], b[lane]))
}

macro_rules! real_unary {
    ($f:expr, $a:expr, $from:path, $to:path, $zero:expr) => {
        match $f {
            Unary::Negate => map($a, |x| $to(-$from(x))),
            Unary::Abs => map($a, |x| $to($from(x).abs())),
            Unary::Sign => map($a, |x| {
                let x = $from(x);
                $to(if x > $zero {
                    1.0
                } else if x < $zero {
                    -1.0
                } else {
                    $zero
                })
            }),
            Unary::Sqrt => map($a, |x| $to($from(x).sqrt())),
            Unary::InverseSqrt => map($a, |x| $to(1.0 / $from(x).sqrt())),
            Unary::Floor => map($a, |x| $to($from(x).floor())),
            Unary::Ceil => map($a, |x| $to($from(x).ceil())),
            Unary::Round => map($a, |x| $to($from(x).round_ties_even())),
            Unary::Trunc => map($a, |x| $to($from(x).trunc())),
            Unary::Sin => map($a, |x| $to($from(x).sin())),
            Unary::Cos => map($a, |x| $to($from(x).cos())),
            Unary::Tan => map($a, |x| $to($from(x).tan())),
            Unary::Asin => map($a, |x| $to($from(x).asin())),
            Unary::Acos => map($a, |x| $to($from(x).acos())),
            Unary::Atan => map($a, |x| $to($from(x).atan())),
            Unary::Exp => map($a, |x| $to($from(x).exp())),
            Unary::Exp2 => map($a, |x| $to($from(x).exp2())),
            Unary::Log => map($a, |x| $to($from(x).ln())),
            Unary::Log2 => map($a, |x| $to($from(x).log2())),
            Unary::Not | Unary::Bits | Unary::CountOnes => *$a,
            Unary::To(kind) => map($a, |x| {
                let x = $from(x);
                match kind {
                    Kind::F32 => of_f32(x as f32),
                    Kind::F64 => f64::from(x).to_bits(),
                    Kind::I32 => of_i32(x as i32),
                    Kind::U32 => u64::from(x as u32),
                    Kind::Bool => of_bool(x != $zero),
                }
            }),
        }
    };
}

macro_rules! whole_unary {
    ($f:expr, $a:expr, $from:expr, $to:expr) => {
        match $f {
            Unary::Negate => map($a, |x| $to($from(x).wrapping_neg())),
            Unary::Not => map($a, |x| $to(!$from(x))),
            Unary::CountOnes => map($a, |x| u64::from((x as u32).count_ones())),
            Unary::To(kind) => map($a, |x| {
                let number = $from(x);
                match kind {
                    Kind::F32 => of_f32(number as f32),
                    Kind::F64 => f64::from(number).to_bits(),
                    Kind::I32 | Kind::U32 => x,
                    Kind::Bool => of_bool(number != 0),
                }
            }),
            _ => *$a,
        }
    };
}

/// A function of one number.
pub fn unary<const W: usize>(f: Unary, kind: Kind, a: &Lanes<W>) -> Lanes<W> {
    match kind {
        Kind::F64 => real_unary!(f, a, f64::from_bits, f64::to_bits, 0.0_f64),
        Kind::F32 => real_unary!(f, a, f32_of, of_f32, 0.0_f32),
        Kind::I32 => match f {
            Unary::Abs => map(a, |x| of_i32(i32_of(x).wrapping_abs())),
            Unary::Sign => map(a, |x| of_i32(i32_of(x).signum())),
            _ => whole_unary!(f, a, i32_of, of_i32),
        },
        Kind::U32 => whole_unary!(f, a, |x| x as u32, u64::from),
        Kind::Bool => match f {
            Unary::Not => map(a, |x| x ^ 1),
            Unary::To(Kind::F32) => map(a, |x| of_f32(x as f32)),
            Unary::To(Kind::F64) => map(a, |x| (x as f64).to_bits()),
            _ => *a,
        },
    }
}

macro_rules! real_binary {
    ($f:expr, $a:expr, $b:expr, $from:path, $to:path) => {
        match $f {
            Binary::Add => zip($a, $b, |x, y| $to($from(x) + $from(y))),
            Binary::Subtract => zip($a, $b, |x, y| $to($from(x) - $from(y))),
            Binary::Multiply => zip($a, $b, |x, y| $to($from(x) * $from(y))),
            Binary::Divide => zip($a, $b, |x, y| $to($from(x) / $from(y))),
            Binary::Remainder => zip($a, $b, |x, y| $to($from(x) % $from(y))),
            Binary::Equal => zip($a, $b, |x, y| of_bool($from(x) == $from(y))),
            Binary::NotEqual => zip($a, $b, |x, y| of_bool($from(x) != $from(y))),
            Binary::Less => zip($a, $b, |x, y| of_bool($from(x) < $from(y))),
            Binary::LessEqual => zip($a, $b, |x, y| of_bool($from(x) <= $from(y))),
            Binary::Greater => zip($a, $b, |x, y| of_bool($from(x) > $from(y))),
            Binary::GreaterEqual => zip($a, $b, |x, y| of_bool($from(x) >= $from(y))),
            Binary::Min => zip($a, $b, |x, y| if $from(y) < $from(x) { y } else { x }),
            Binary::Max => zip($a, $b, |x, y| if $from(x) < $from(y) { y } else { x }),
            Binary::Pow => zip($a, $b, |x, y| $to($from(x).powf($from(y)))),
            Binary::Atan2 => zip($a, $b, |x, y| $to($from(x).atan2($from(y)))),
            _ => *$a,
        }
    };
}

macro_rules! whole_binary {
    ($f:expr, $a:expr, $b:expr, $from:expr, $to:expr) => {
        match $f {
            Binary::Add => zip($a, $b, |x, y| $to($from(x).wrapping_add($from(y)))),
            Binary::Subtract => zip($a, $b, |x, y| $to($from(x).wrapping_sub($from(y)))),
            Binary::Multiply => zip($a, $b, |x, y| $to($from(x).wrapping_mul($from(y)))),
            // by zero: the dividend and zero, as WGSL has it
            Binary::Divide => zip($a, $b, |x, y| $to($from(x).checked_div($from(y)).unwrap_or($from(x)))),
            Binary::Remainder => zip($a, $b, |x, y| $to($from(x).checked_rem($from(y)).unwrap_or(0))),
            Binary::Equal => zip($a, $b, |x, y| of_bool($from(x) == $from(y))),
            Binary::NotEqual => zip($a, $b, |x, y| of_bool($from(x) != $from(y))),
            Binary::Less => zip($a, $b, |x, y| of_bool($from(x) < $from(y))),
            Binary::LessEqual => zip($a, $b, |x, y| of_bool($from(x) <= $from(y))),
            Binary::Greater => zip($a, $b, |x, y| of_bool($from(x) > $from(y))),
            Binary::GreaterEqual => zip($a, $b, |x, y| of_bool($from(x) >= $from(y))),
            Binary::And => zip($a, $b, |x, y| x & y),
            Binary::Or => zip($a, $b, |x, y| x | y),
            Binary::Xor => zip($a, $b, |x, y| x ^ y),
            Binary::ShiftLeft => zip($a, $b, |x, y| $to($from(x).wrapping_shl(y as u32))),
            Binary::ShiftRight => zip($a, $b, |x, y| $to($from(x).wrapping_shr(y as u32))),
            Binary::Min => zip($a, $b, |x, y| $to($from(x).min($from(y)))),
            Binary::Max => zip($a, $b, |x, y| $to($from(x).max($from(y)))),
            Binary::Pow | Binary::Atan2 => *$a,
        }
    };
}

/// A function of two numbers; `kind` is that of the operands.
pub fn binary<const W: usize>(f: Binary, kind: Kind, a: &Lanes<W>, b: &Lanes<W>) -> Lanes<W> {
    match kind {
        Kind::F64 => real_binary!(f, a, b, f64::from_bits, f64::to_bits),
        Kind::F32 => real_binary!(f, a, b, f32_of, of_f32),
        Kind::I32 => whole_binary!(f, a, b, i32_of, of_i32),
        Kind::U32 | Kind::Bool => whole_binary!(f, a, b, |x: u64| x as u32, u64::from),
    }
}
