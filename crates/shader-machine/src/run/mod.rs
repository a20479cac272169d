//! Runs code, one workgroup at a time. Its lanes run in lockstep; a mask holds the lanes that take the current branch.

mod access;
mod subgroup;
mod tally;

use crate::code::{Node, Op, Reg};
use crate::compile::{Code, Entry};
use crate::counts::{Counts, FunctionCounts};
use crate::fault::Fault;
use crate::math::{Lanes, binary, unary};
use crate::memory::{Bound, Watch};
use naga::BuiltIn;
use tally::Tally;

/// Loop iterations after which a shader counts as endless.
const MOST_ROUNDS: u64 = 1 << 34;

/// Active lanes, one bit each.
type Mask = u128;

/// A run of one dispatch.
#[derive(Debug)]
pub struct Run<'c, 'b, const W: usize> {
    code: &'c Code,
    buffers: Vec<&'b mut [u32]>,
    watches: Vec<Watch>,
    registers: Vec<Lanes<W>>,
    workgroup: Vec<u64>,
    workgroup_watch: Watch,
    /// Threads of a workgroup.
    lanes: usize,
    subgroup: usize,
    all: Mask,
    group: u32,
    /// Number of barriers so far, of workgroup memory and of buffers. A race is two accesses with the same number.
    time: u32,
    storage_time: u32,
    rounds: u64,
    calls: Vec<usize>,
    flow: Flow,
    /// Counts of instructions, if they are counted.
    tally: Option<Tally>,
}

/// Lanes that left their branch.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    broke: Mask,
    continued: Mask,
    returned: Mask,
}

impl<'c, 'b, const W: usize> Run<'c, 'b, W> {
    /// Binds buffers and clears registers.
    pub fn new(code: &'c Code, entry: &Entry, subgroup: usize, bound: &'b mut [Bound<'_>]) -> Result<Self, Fault> {
        let lanes = entry.size.iter().product::<u32>() as usize;
        let mut given: Vec<Option<&'b mut [u32]>> = code.buffers.iter().map(|_| None).collect();
        for buffer in bound {
            let is_it = |wanted: &crate::compile::Buffer| wanted.binding == (buffer.group, buffer.binding);
            if let Some(i) = code.buffers.iter().position(is_it) {
                given[i] = Some(&mut *buffer.words);
            }
        }
        let mut buffers = vec![];
        for (wanted, found) in code.buffers.iter().zip(given) {
            buffers.push(found.ok_or_else(|| Fault(format!("nothing is bound to {}", wanted.name)))?);
        }
        let watch = |(wanted, words): (&crate::compile::Buffer, &&mut [u32])| {
            Watch::new(if wanted.writable { words.len() } else { 0 })
        };
        let watches = code.buffers.iter().zip(&buffers).map(watch).collect();
        let mut registers = vec![[0; W]; code.registers as usize];
        for &(reg, bits) in &code.constants {
            registers[reg as usize] = [bits; W];
        }
        Ok(Self {
            code,
            buffers,
            watches,
            registers,
            workgroup: vec![],
            workgroup_watch: Watch::default(),
            lanes,
            subgroup,
            all: if lanes >= 128 { Mask::MAX } else { (1 << lanes) - 1 },
            group: 0,
            time: 0,
            storage_time: 0,
            rounds: 0,
            calls: vec![],
            flow: Flow::default(),
            tally: None,
        })
    }

    /// Counts what is done from here on.
    pub fn begin_count(&mut self) {
        self.tally = Some(Tally::new(self.code.functions.len()));
    }

    /// What the functions did since then.
    pub fn counts(&self) -> impl Iterator<Item = (&str, FunctionCounts)> {
        let counted = self.tally.iter().flat_map(|tally| tally.functions());
        self.code.functions.iter().map(|function| function.name.as_str()).zip(counted.copied())
    }

    /// Runs one workgroup.
    pub fn group(&mut self, entry: &Entry, id: [u32; 3], groups: [u32; 3]) -> Result<(), Fault> {
        self.group = id[0] + groups[0] * (id[1] + groups[1] * id[2]);
        self.workgroup = self.code.workgroup.iter().map(|kind| kind.poison()).collect();
        self.workgroup_watch = Watch::new(self.workgroup.len());
        for &(reg, bits) in &self.code.privates {
            self.registers[reg as usize] = [bits; W];
        }
        for (i, builtin) in entry.builtins.iter().enumerate() {
            let arguments = self.code.functions[entry.function].arguments[i].clone();
            for (k, reg) in arguments.into_iter().enumerate() {
                for lane in 0..self.lanes {
                    self.registers[reg as usize][lane] = u64::from(self.builtin(*builtin, k, lane, entry, id, groups)?);
                }
            }
        }
        self.time += 1;
        self.storage_time += 1;
        self.call(entry.function, self.all)
    }

    fn builtin(
        &self,
        builtin: BuiltIn,
        part: usize,
        lane: usize,
        entry: &Entry,
        id: [u32; 3],
        groups: [u32; 3],
    ) -> Result<u32, Fault> {
        let [x, y, _] = entry.size;
        let lane = lane as u32;
        let local = [lane % x, lane / x % y, lane / (x * y)];
        Ok(match builtin {
            BuiltIn::WorkGroupId => id[part],
            BuiltIn::NumWorkGroups => groups[part],
            BuiltIn::LocalInvocationIndex => lane,
            BuiltIn::LocalInvocationId => local[part],
            BuiltIn::GlobalInvocationId => id[part] * entry.size[part] + local[part],
            BuiltIn::SubgroupInvocationId => lane % self.subgroup as u32,
            BuiltIn::SubgroupId => lane / self.subgroup as u32,
            BuiltIn::SubgroupSize => self.subgroup as u32,
            other => return Err(Fault(format!("the machine does not know {other:?}"))),
        })
    }

    fn fault(&self, line: u32, message: impl std::fmt::Display) -> Fault {
        let names: Vec<&str> = self.calls.iter().map(|&f| self.code.functions[f].name.as_str()).collect();
        Fault(format!("line {line} ({}), workgroup {}: {message}", names.join(" > "), self.group))
    }

    fn call(&mut self, function: usize, mask: Mask) -> Result<(), Fault> {
        let code = self.code;
        let called = &code.functions[function];
        self.calls.push(function);
        for &(reg, bits) in &called.locals {
            self.registers[reg as usize] = [bits; W];
        }
        let outside = std::mem::take(&mut self.flow);
        let before = self.instructions();
        self.nodes(&called.body, mask)?;
        self.flow = outside;
        self.calls.pop();
        self.count_call(function, before);
        Ok(())
    }

    /// Runs statements; the lanes that come out at their end.
    fn nodes(&mut self, nodes: &[Node], mut mask: Mask) -> Result<Mask, Fault> {
        for node in nodes {
            if mask == 0 {
                break;
            }
            mask = self.node(node, mask)?;
        }
        Ok(mask)
    }

    fn node(&mut self, node: &Node, mask: Mask) -> Result<Mask, Fault> {
        match node {
            Node::Ops(ops) => {
                for op in ops {
                    self.op(op, mask)?;
                }
                Ok(mask)
            }
            Node::Block(nodes) => self.nodes(nodes, mask),
            Node::If { condition, accept, reject } => {
                self.count(|_| Ok(Counts { arithmetic: 1, ..Counts::default() }))?;
                let holds = self.where_true(*condition);
                let yes = self.nodes(accept, mask & holds)?;
                Ok(yes | self.nodes(reject, mask & !holds)?)
            }
            Node::Switch { selector, cases } => self.switch(*selector, cases, mask),
            Node::Loop { body, continuing, break_if } => self.repeat(body, continuing, *break_if, mask),
            Node::Break => {
                self.flow.broke |= mask;
                Ok(0)
            }
            Node::Continue => {
                self.flow.continued |= mask;
                Ok(0)
            }
            Node::Return(copies) => {
                self.copy(copies, mask);
                self.flow.returned |= mask;
                Ok(0)
            }
            Node::Barrier { line, workgroup, storage } => {
                self.meet(mask, *line)?;
                self.count(|_| Ok(Counts { barriers: 1, ..Counts::default() }))?;
                self.time += u32::from(*workgroup);
                self.storage_time += u32::from(*storage);
                Ok(mask)
            }
            Node::Store { to, from } => {
                self.store(to, from, mask)?;
                Ok(mask)
            }
            Node::AtomicAdd { to, place, from } => {
                self.atomic_add(*to, place, *from, mask)?;
                Ok(mask)
            }
            Node::UniformLoad { to, from } => {
                self.meet(mask, from.line)?;
                self.time += 1;
                self.load(to, from, mask)?;
                self.time += 1;
                Ok(mask)
            }
            Node::Call { function, arguments, results } => {
                self.copy(arguments, self.all);
                self.call(*function, mask)?;
                self.copy(results, mask);
                Ok(mask)
            }
            Node::Subgroup { f, kind, to, from, line } => {
                for (&to, &from) in to.iter().zip(from.iter()) {
                    self.count_together(*f)?;
                    self.together(*f, *kind, to, from, mask, *line)?;
                }
                Ok(mask)
            }
        }
    }

    fn where_true(&self, reg: Reg) -> Mask {
        let bits = &self.registers[reg as usize];
        (0..self.lanes).fold(0, |mask, lane| mask | Mask::from(bits[lane] & 1) << lane)
    }

    fn copy(&mut self, copies: &[(Reg, Reg)], mask: Mask) {
        for &(from, to) in copies {
            let from = self.registers[from as usize];
            let to = &mut self.registers[to as usize];
            if mask == self.all {
                *to = from;
            } else {
                lanes_of(mask).for_each(|lane| to[lane] = from[lane]);
            }
        }
    }

    fn switch(&mut self, selector: Reg, cases: &[(Option<u32>, Vec<Node>, bool)], mask: Mask) -> Result<Mask, Fault> {
        let chosen = self.registers[selector as usize];
        let named = |lane: usize| cases.iter().any(|case| case.0 == Some(chosen[lane] as u32));
        let outside = std::mem::take(&mut self.flow.broke);
        let (mut done, mut through) = (0, 0);
        for (value, body, fall_through) in cases {
            let enters = |lane: usize| match value {
                Some(value) => chosen[lane] as u32 == *value,
                None => !named(lane),
            };
            let entering = lanes_of(mask).filter(|&lane| enters(lane)).fold(through, |all, lane| all | 1 << lane);
            through = self.nodes(body, entering)?;
            if !fall_through {
                done |= std::mem::take(&mut through);
            }
        }
        done |= through | self.flow.broke;
        self.flow.broke = outside;
        Ok(done)
    }

    fn repeat(&mut self, body: &[Node], continuing: &[Node], break_if: Option<Reg>, mask: Mask) -> Result<Mask, Fault> {
        let (broke, continued) = (self.flow.broke, self.flow.continued);
        let (mut active, mut out) = (mask, 0);
        while active != 0 {
            (self.flow.broke, self.flow.continued) = (0, 0);
            active = self.nodes(body, active)? | self.flow.continued;
            active = self.nodes(continuing, active)?;
            out |= self.flow.broke;
            if let Some(condition) = break_if {
                let leaves = active & self.where_true(condition);
                out |= leaves;
                active &= !leaves;
            }
            self.rounds += 1;
            if self.rounds > MOST_ROUNDS {
                return Err(self.fault(0, "a loop that does not end"));
            }
        }
        (self.flow.broke, self.flow.continued) = (broke, continued);
        Ok(out)
    }

    /// All lanes meet at a barrier.
    fn meet(&self, mask: Mask, line: u32) -> Result<(), Fault> {
        if mask != self.all {
            let missing = lanes_of(self.all & !mask).next().unwrap_or(0);
            return Err(self.fault(line, format!("lane {missing} does not reach a barrier")));
        }
        Ok(())
    }

    fn op(&mut self, op: &Op, mask: Mask) -> Result<(), Fault> {
        self.count_op(op)?;
        match op {
            Op::Unary { f, kind, to, a } => {
                self.registers[*to as usize] = unary(*f, *kind, &self.registers[*a as usize]);
            }
            Op::Binary { f, kind, to, a, b } => {
                let (a, b) = (&self.registers[*a as usize], &self.registers[*b as usize]);
                self.registers[*to as usize] = binary(*f, *kind, a, b);
            }
            Op::Select { to, condition, a, b } => {
                let [condition, a, b] = [condition, a, b].map(|&reg| &self.registers[reg as usize]);
                self.registers[*to as usize] =
                    std::array::from_fn(|lane| if condition[lane] & 1 == 1 { a[lane] } else { b[lane] });
            }
            Op::Pick { to, from, index, line } => {
                let index = self.registers[*index as usize];
                for lane in lanes_of(mask) {
                    let Some(&reg) = from.get(index[lane] as usize) else {
                        return Err(self.fault(*line, format!("index {} of {}", index[lane] as i32, from.len())));
                    };
                    self.registers[*to as usize][lane] = self.registers[reg as usize][lane];
                }
            }
            Op::Load { to, from } => self.load(to, from, mask)?,
            Op::Length { to, buffer, at, stride } => {
                let length = (self.buffers[*buffer].len() as u64 * 4 - u64::from(*at)) / u64::from(*stride);
                self.registers[*to as usize] = [length; W];
            }
        }
        Ok(())
    }
}

fn lanes_of(mask: Mask) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            lane
        })
    })
}
