//! Statements as nodes of code.

use super::Code;
use super::expressions::Expressions;
use crate::code::{Node, Reg, Together};
use crate::fault::Fault;
use naga::{AtomicFunction, Block, CollectiveOperation, GatherMode, Span, Statement, SubgroupOperation, SwitchValue};

/// The body of a function whose result goes to the registers `result`.
pub fn body(
    expressions: &mut Expressions<'_>,
    code: &mut Code,
    block: &Block,
    result: &[Reg],
) -> Result<Vec<Node>, Fault> {
    Statements { expressions, code, result }.block(block)
}

struct Statements<'a, 'm> {
    expressions: &'a mut Expressions<'m>,
    code: &'a mut Code,
    result: &'a [Reg],
}

impl Statements<'_, '_> {
    fn block(&mut self, block: &Block) -> Result<Vec<Node>, Fault> {
        let mut nodes = vec![];
        for (statement, &span) in block.span_iter() {
            if let Statement::Emit(range) = statement {
                for handle in range.clone() {
                    self.expressions.emit(self.code, handle)?;
                }
                continue;
            }
            let node = self.statement(statement, span)?;
            self.flush(&mut nodes);
            nodes.extend(node);
        }
        self.flush(&mut nodes);
        Ok(nodes)
    }

    /// What was computed before the next statement.
    fn flush(&mut self, nodes: &mut Vec<Node>) {
        let ops = std::mem::take(&mut self.expressions.ops);
        if !ops.is_empty() {
            nodes.push(Node::Ops(ops));
        }
    }

    /// A block inside a statement, whose own instructions stay out of those around it.
    fn inside(&mut self, block: &Block) -> Result<Vec<Node>, Fault> {
        let before = std::mem::take(&mut self.expressions.ops);
        let nodes = self.block(block);
        self.expressions.ops = before;
        nodes
    }

    fn statement(&mut self, statement: &Statement, span: Span) -> Result<Option<Node>, Fault> {
        let line = self.expressions.context.lines.of(span);
        let module = self.expressions.context.module;
        Ok(Some(match statement {
            Statement::Block(block) => Node::Block(self.inside(block)?),
            Statement::If { condition, accept, reject } => Node::If {
                condition: self.expressions.single(self.code, *condition)?,
                accept: self.inside(accept)?,
                reject: self.inside(reject)?,
            },
            Statement::Switch { selector, cases } => {
                let selector = self.expressions.single(self.code, *selector)?;
                let mut all = vec![];
                for case in cases {
                    let value = match case.value {
                        SwitchValue::I32(x) => Some(x as u32),
                        SwitchValue::U32(x) => Some(x),
                        SwitchValue::Default => None,
                    };
                    all.push((value, self.inside(&case.body)?, case.fall_through));
                }
                Node::Switch { selector, cases: all }
            }
            Statement::Loop { body, continuing, break_if } => Node::Loop {
                body: self.inside(body)?,
                continuing: self.inside(continuing)?,
                break_if: break_if.map(|condition| self.expressions.single(self.code, condition)).transpose()?,
            },
            Statement::Break => Node::Break,
            Statement::Continue => Node::Continue,
            Statement::Return { value } => {
                let values = match value {
                    Some(value) => self.expressions.value(self.code, *value)?,
                    None => vec![],
                };
                Node::Return(values.into_iter().zip(self.result.iter().copied()).collect())
            }
            Statement::ControlBarrier(kind) => Node::Barrier {
                line,
                workgroup: kind.contains(naga::Barrier::WORK_GROUP),
                storage: kind.contains(naga::Barrier::STORAGE),
            },
            Statement::Store { pointer, value } => {
                let to = self.expressions.pointer(self.code, *pointer)?.place(module, line)?;
                Node::Store { to, from: self.expressions.value(self.code, *value)?.into() }
            }
            Statement::Atomic { pointer, fun: AtomicFunction::Add, value, result: Some(result) } => {
                let place = self.expressions.pointer(self.code, *pointer)?.place(module, line)?;
                let from = self.expressions.single(self.code, *value)?;
                let to = self.expressions.fill(self.code, *result)?;
                let [to] = to[..] else { return Err(Fault(format!("line {line}: an atomic is a single number"))) };
                Node::AtomicAdd { to, place, from }
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                let from = self.expressions.pointer(self.code, *pointer)?.place(module, line)?;
                Node::UniformLoad { to: self.expressions.fill(self.code, *result)?.into(), from }
            }
            Statement::Call { function, arguments, result } => {
                let callee = function.index();
                let mut copies = vec![];
                for (i, argument) in arguments.iter().enumerate() {
                    let values = self.expressions.value(self.code, *argument)?;
                    copies.extend(values.into_iter().zip(self.code.functions[callee].arguments[i].iter().copied()));
                }
                let results = match result {
                    Some(result) => {
                        let to = self.expressions.fill(self.code, *result)?;
                        self.code.functions[callee].result.iter().copied().zip(to).collect()
                    }
                    None => vec![],
                };
                Node::Call { function: callee, arguments: copies, results }
            }
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                let f = match (op, collective_op) {
                    (SubgroupOperation::Add, CollectiveOperation::Reduce) => Together::Add,
                    (SubgroupOperation::Max, CollectiveOperation::Reduce) => Together::Max,
                    (SubgroupOperation::Min, CollectiveOperation::Reduce) => Together::Min,
                    (SubgroupOperation::Add, CollectiveOperation::ExclusiveScan) => Together::ExclusiveAdd,
                    (SubgroupOperation::Add, CollectiveOperation::InclusiveScan) => Together::InclusiveAdd,
                    _ => return Err(Fault(format!("line {line}: no {op:?} {collective_op:?} of a subgroup"))),
                };
                self.together(f, *argument, *result, line)?
            }
            Statement::SubgroupGather { mode, argument, result } => {
                let f = match mode {
                    GatherMode::BroadcastFirst => Together::First,
                    GatherMode::Broadcast(lane) | GatherMode::Shuffle(lane) => {
                        Together::Shuffle(self.expressions.single(self.code, *lane)?)
                    }
                    GatherMode::ShuffleXor(lane) => Together::ShuffleXor(self.expressions.single(self.code, *lane)?),
                    _ => return Err(Fault(format!("line {line}: no {mode:?} of a subgroup"))),
                };
                self.together(f, *argument, *result, line)?
            }
            other => return Err(Fault(format!("line {line}: the machine does not know {other:?}"))),
        }))
    }

    fn together(
        &mut self,
        f: Together,
        argument: naga::Handle<naga::Expression>,
        result: naga::Handle<naga::Expression>,
        line: u32,
    ) -> Result<Node, Fault> {
        let kind = self.expressions.kind(argument)?;
        let from = self.expressions.value(self.code, argument)?;
        let to = self.expressions.fill(self.code, result)?;
        Ok(Node::Subgroup { f, kind, to: to.into(), from: from.into(), line })
    }
}
