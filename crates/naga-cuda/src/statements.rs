//! Statements in C++.

use crate::expressions::Body;
use crate::names::function_name;
use crate::options::{BarrierScope, Loops};
use naga::{
    AtomicFunction, Block, CollectiveOperation, Expression, GatherMode, Handle, Statement, SubgroupOperation,
    SwitchCase, SwitchValue,
};
use std::fmt::Write as _;

impl Body<'_> {
    /// Writes the statements of a block. `around` is the number of the loop that a `continue` here belongs to.
    pub fn block(
        &self,
        block: &Block,
        depth: usize,
        around: Option<usize>,
        loops: &mut usize,
        out: &mut String,
    ) -> Result<(), String> {
        for statement in block {
            self.statement(statement, depth, around, loops, out)?;
        }
        Ok(())
    }

    fn statement(
        &self,
        statement: &Statement,
        depth: usize,
        around: Option<usize>,
        loops: &mut usize,
        out: &mut String,
    ) -> Result<(), String> {
        let pad = "    ".repeat(depth);
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone().filter(|&handle| !self.is_pointer(handle)) {
                    let text = self.compute(handle)?;
                    self.keep(handle, &text, &pad, out)?;
                }
            }
            Statement::Block(block) => {
                let _ = writeln!(out, "{pad}{{");
                self.block(block, depth + 1, around, loops, out)?;
                let _ = writeln!(out, "{pad}}}");
            }
            Statement::If { condition, accept, reject } => {
                let _ = writeln!(out, "{pad}if ({}) {{", self.value(*condition)?);
                self.block(accept, depth + 1, around, loops, out)?;
                if !reject.is_empty() {
                    let _ = writeln!(out, "{pad}}} else {{");
                    self.block(reject, depth + 1, around, loops, out)?;
                }
                let _ = writeln!(out, "{pad}}}");
            }
            Statement::Switch { selector, cases } => {
                let _ = writeln!(out, "{pad}switch ({}) {{", self.value(*selector)?);
                for case in cases {
                    self.case(case, depth, around, loops, out)?;
                }
                let _ = writeln!(out, "{pad}}}");
            }
            Statement::Loop { body, continuing, break_if } => {
                self.repeat(body, continuing, *break_if, depth, loops, out)?;
            }
            Statement::Break => drop(writeln!(out, "{pad}break;")),
            Statement::Continue => {
                let number = around.ok_or("a continue outside a loop")?;
                let _ = writeln!(out, "{pad}goto next_{number};");
            }
            Statement::Return { value: Some(value) } => drop(writeln!(out, "{pad}return {};", self.value(*value)?)),
            Statement::Return { value: None } => drop(writeln!(out, "{pad}return;")),
            Statement::ControlBarrier(_) => self.barrier(&pad, out),
            Statement::Store { pointer, value } if self.is_atomic(*pointer) => {
                let _ = writeln!(out, "{pad}atomicExch(&{}, {});", self.place(*pointer)?, self.value(*value)?);
            }
            Statement::Store { pointer, value } => {
                let _ = writeln!(out, "{pad}{} = {};", self.place(*pointer)?, self.value(*value)?);
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.barrier(&pad, out);
                let place = self.place(*pointer)?;
                self.keep(*result, &place, &pad, out)?;
                self.barrier(&pad, out);
            }
            other => {
                let (text, result) = self.called(other)?;
                match result {
                    Some(result) => self.keep(result, &text, &pad, out)?,
                    None => drop(writeln!(out, "{pad}{text};")),
                }
            }
        }
        Ok(())
    }

    fn case(
        &self,
        case: &SwitchCase,
        depth: usize,
        around: Option<usize>,
        loops: &mut usize,
        out: &mut String,
    ) -> Result<(), String> {
        let pad = "    ".repeat(depth);
        match case.value {
            SwitchValue::I32(value) => drop(writeln!(out, "{pad}case {value}: {{")),
            SwitchValue::U32(value) => drop(writeln!(out, "{pad}case {value}u: {{")),
            SwitchValue::Default => drop(writeln!(out, "{pad}default: {{")),
        }
        self.block(&case.body, depth + 1, around, loops, out)?;
        let end = if case.fall_through { "}" } else { "} break;" };
        let _ = writeln!(out, "{pad}{end}");
        Ok(())
    }

    /// Writes a loop; the continuing block follows its body.
    fn repeat(
        &self,
        body: &Block,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
        depth: usize,
        loops: &mut usize,
        out: &mut String,
    ) -> Result<(), String> {
        let pad = "    ".repeat(depth);
        *loops += 1;
        let number = *loops;
        if self.options.loops == Loops::Rolled {
            let _ = writeln!(out, "{pad}#pragma unroll 1");
        }
        let _ = writeln!(out, "{pad}while (true) {{");
        if has_continue(body) {
            // in a block, because C++ does not allow jumps over declarations
            let _ = writeln!(out, "{pad}{{");
            self.block(body, depth + 1, Some(number), loops, out)?;
            let _ = writeln!(out, "{pad}}}\n{pad}next_{number}:;");
        } else {
            self.block(body, depth + 1, None, loops, out)?;
        }
        self.block(continuing, depth + 1, None, loops, out)?;
        if let Some(condition) = break_if {
            let _ = writeln!(out, "{pad}    if ({}) break;", self.value(condition)?);
        }
        let _ = writeln!(out, "{pad}}}");
        Ok(())
    }

    /// A call of a function of the shader, of an atomic function or of the subgroup, and its result.
    fn called(&self, statement: &Statement) -> Result<(String, Option<Handle<Expression>>), String> {
        match statement {
            Statement::Atomic { pointer, fun, value, result } => {
                let name = match fun {
                    AtomicFunction::Add => "atomicAdd",
                    AtomicFunction::Exchange { compare: None } => "atomicExch",
                    other => return Err(format!("the atomic function {other:?}")),
                };
                Ok((format!("{name}(&{}, {})", self.place(*pointer)?, self.value(*value)?), *result))
            }
            Statement::Call { function, arguments, result } => {
                let name = function_name(&self.module.functions[*function])?;
                let arguments: Result<Vec<String>, String> = arguments.iter().map(|a| self.value(*a)).collect();
                Ok((format!("this->{name}({})", arguments?.join(", ")), *result))
            }
            Statement::SubgroupGather {
                mode: GatherMode::Shuffle(from) | GatherMode::Broadcast(from),
                argument,
                result,
            } => Ok((format!("s_shuffle({}, {})", self.value(*argument)?, self.value(*from)?), Some(*result))),
            Statement::SubgroupGather { mode: GatherMode::ShuffleXor(mask), argument, result } => {
                Ok((format!("s_shuffle_xor({}, {})", self.value(*argument)?, self.value(*mask)?), Some(*result)))
            }
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                let name = match (op, collective_op) {
                    (SubgroupOperation::Add, CollectiveOperation::Reduce) => "s_reduce_add",
                    (SubgroupOperation::Max, CollectiveOperation::Reduce) => "s_reduce_max",
                    (SubgroupOperation::Min, CollectiveOperation::Reduce) => "s_reduce_min",
                    (SubgroupOperation::Add, CollectiveOperation::ExclusiveScan) => "s_exclusive_add",
                    other => return Err(format!("the subgroup's operation {other:?}")),
                };
                Ok((format!("{name}({})", self.value(*argument)?), Some(*result)))
            }
            other => Err(format!("the statement {other:?}")),
        }
    }

    fn keep(&self, handle: Handle<Expression>, text: &str, pad: &str, out: &mut String) -> Result<(), String> {
        let _ = writeln!(out, "{pad}const {} {} = {text};", self.value_type(handle)?, self.name(handle));
        Ok(())
    }

    /// Both barriers order all memory.
    fn barrier(&self, pad: &str, out: &mut String) {
        let text = match self.options.barriers {
            BarrierScope::Subgroup => "__syncwarp(ALL_LANES);",
            BarrierScope::Workgroup => "__syncthreads();",
        };
        // one barrier for several in a row
        if !out.trim_end().ends_with(text) {
            let _ = writeln!(out, "{pad}{text}");
        }
    }
}

/// Whether the block has a `continue` of the surrounding loop.
fn has_continue(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Continue => true,
        Statement::Block(block) => has_continue(block),
        Statement::If { accept, reject, .. } => has_continue(accept) || has_continue(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| has_continue(&case.body)),
        _ => false,
    })
}
