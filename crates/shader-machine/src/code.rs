//! What the machine executes: structured code over registers. A register holds one scalar of every lane.

use crate::kinds::{Cell, Kind};

/// Number of a register.
pub type Reg = u32;

/// Where a pointer's memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Variables of a lane, counted in registers.
    Registers,
    /// Variables of the workgroup, counted in scalars.
    Workgroup,
    /// A buffer by its place among the bindings, counted in bytes.
    Buffer(usize),
}

/// One index of a pointer that is known only at run time.
#[derive(Clone, Debug)]
pub struct Step {
    /// Register of the index.
    pub index: Reg,
    /// Distance between neighbours.
    pub stride: u32,
    /// Number of entries; `None`: as many as the buffer holds.
    pub limit: Option<u32>,
}

/// Numbers in memory that an instruction touches.
#[derive(Clone, Debug)]
pub struct Place {
    /// The memory.
    pub root: Root,
    /// Its first number there.
    pub at: u32,
    /// Indices that are added.
    pub steps: Box<[Step]>,
    /// The scalars.
    pub cells: Box<[Cell]>,
    /// Variable, for messages.
    pub name: Box<str>,
    /// Line of the shader.
    pub line: u32,
}

/// Functions of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // as in WGSL
pub enum Unary {
    Negate,
    Not,
    Abs,
    Sign,
    Sqrt,
    InverseSqrt,
    Floor,
    Ceil,
    Round,
    Trunc,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Exp,
    Exp2,
    Log,
    Log2,
    CountOnes,
    /// To another kind of number.
    To(Kind),
    /// Another type for its bits.
    Bits,
}

/// Functions of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // as in WGSL
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Min,
    Max,
    Pow,
    Atan2,
}

/// An instruction without side effects: it writes its register alone, so inactive lanes may execute it too.
#[derive(Clone, Debug)]
pub enum Op {
    /// A function of one number.
    Unary { f: Unary, kind: Kind, to: Reg, a: Reg },
    /// A function of two.
    Binary { f: Binary, kind: Kind, to: Reg, a: Reg, b: Reg },
    /// `a` where the condition holds, else `b`.
    Select { to: Reg, condition: Reg, a: Reg, b: Reg },
    /// One of several registers, by an index.
    Pick { to: Reg, from: Box<[Reg]>, index: Reg, line: u32 },
    /// Memory into registers.
    Load { to: Box<[Reg]>, from: Place },
    /// Entries of an array at the end of a buffer.
    Length { to: Reg, buffer: usize, at: u32, stride: u32 },
}

/// What lanes of a subgroup compute together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // as in WGSL
pub enum Together {
    Add,
    Max,
    Min,
    ExclusiveAdd,
    InclusiveAdd,
    /// The number of the lane given by a register.
    Shuffle(Reg),
    /// The number of the lane at a distance.
    ShuffleXor(Reg),
    /// The number of the first lane.
    First,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Node {
    /// Instructions without branches.
    Ops(Vec<Op>),
    /// A condition.
    If { condition: Reg, accept: Vec<Node>, reject: Vec<Node> },
    /// A choice by a whole number; `None` is the default.
    Switch { selector: Reg, cases: Vec<(Option<u32>, Vec<Node>, bool)> },
    /// A loop.
    Loop { body: Vec<Node>, continuing: Vec<Node>, break_if: Option<Reg> },
    /// Statements in a scope.
    Block(Vec<Node>),
    /// Leaves the loop or switch.
    Break,
    /// Continues with the next iteration.
    Continue,
    /// Leaves the function, with copies of its result.
    Return(Vec<(Reg, Reg)>),
    /// A barrier of workgroup memory or of buffers.
    Barrier { line: u32, workgroup: bool, storage: bool },
    /// Registers into memory.
    Store { to: Place, from: Box<[Reg]> },
    /// Atomic addition; its result is the number before.
    AtomicAdd { to: Reg, place: Place, from: Reg },
    /// A number of the workgroup that all lanes read together.
    UniformLoad { to: Box<[Reg]>, from: Place },
    /// A function with copies of arguments and of results.
    Call { function: usize, arguments: Vec<(Reg, Reg)>, results: Vec<(Reg, Reg)> },
    /// An operation of the subgroup.
    Subgroup { f: Together, kind: Kind, to: Box<[Reg]>, from: Box<[Reg]>, line: u32 },
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Registers of its arguments.
    pub arguments: Vec<Vec<Reg>>,
    /// Registers of its result.
    pub result: Vec<Reg>,
    /// Registers of its variables and what they start with.
    pub locals: Vec<(Reg, u64)>,
    /// What it does.
    pub body: Vec<Node>,
}
