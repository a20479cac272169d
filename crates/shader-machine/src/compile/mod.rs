//! A module of naga as code of the machine.

mod expressions;
mod pointer;
mod statements;

use crate::code::{Function, Reg, Root};
use crate::fault::Fault;
use crate::kinds::{Kind, Shape, cells};
use expressions::Expressions;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, Binding, BuiltIn, Expression, GlobalVariable, Handle, Literal, Module};
use pointer::Pointer;
use statements::body;
use std::collections::HashMap;

/// A buffer that the shader declares.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Bind group and place.
    pub binding: (u32, u32),
    /// Its name.
    pub name: String,
    /// Whether the shader may write.
    pub writable: bool,
}

/// An entry point.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its function.
    pub function: usize,
    /// Invocations of a workgroup.
    pub size: [u32; 3],
    /// What each argument holds.
    pub builtins: Vec<BuiltIn>,
}

/// Everything of a shader.
#[derive(Debug, Default)]
pub struct Code {
    /// Functions, entry points last.
    pub functions: Vec<Function>,
    /// Entry points.
    pub entries: Vec<Entry>,
    /// Number of registers.
    pub registers: u32,
    /// Registers that hold constants.
    pub constants: Vec<(Reg, u64)>,
    /// Registers of variables of lanes, and what they start with.
    pub privates: Vec<(Reg, u64)>,
    /// Numbers of the workgroup's memory.
    pub workgroup: Vec<Kind>,
    /// Buffers.
    pub buffers: Vec<Buffer>,
    /// Registers of constants by their bits.
    known: HashMap<u64, Reg>,
}

impl Code {
    /// A new register.
    pub fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }

    /// Several.
    pub fn registers(&mut self, n: usize) -> Vec<Reg> {
        (0..n).map(|_| self.register()).collect()
    }

    /// A register that holds a constant.
    pub fn constant(&mut self, bits: u64) -> Reg {
        if let Some(&reg) = self.known.get(&bits) {
            return reg;
        }
        let reg = self.register();
        self.known.insert(bits, reg);
        self.constants.push((reg, bits));
        reg
    }
}

/// Bits of a literal.
pub fn literal(value: Literal) -> Result<u64, Fault> {
    match value {
        Literal::F64(x) => Ok(x.to_bits()),
        Literal::F32(x) => Ok(u64::from(x.to_bits())),
        Literal::U32(x) => Ok(u64::from(x)),
        Literal::I32(x) => Ok(u64::from(x as u32)),
        Literal::Bool(x) => Ok(u64::from(x)),
        _ => Err(Fault(format!("the machine has no literal {value:?}"))),
    }
}

/// Bits of a constant expression outside functions.
pub fn constant(module: &Module, handle: Handle<Expression>) -> Result<Vec<u64>, Fault> {
    match &module.global_expressions[handle] {
        Expression::Literal(value) => Ok(vec![literal(*value)?]),
        Expression::Constant(other) => constant(module, module.constants[*other].init),
        Expression::ZeroValue(ty) => Ok(vec![0; cells(module, &module.types[*ty].inner)?.len()]),
        Expression::Splat { size, value } => Ok(constant(module, *value)?.repeat(*size as usize)),
        Expression::Compose { components, .. } => {
            let parts: Result<Vec<Vec<u64>>, Fault> = components.iter().map(|part| constant(module, *part)).collect();
            Ok(parts?.concat())
        }
        other => Err(Fault(format!("the machine has no constant {other:?}"))),
    }
}

/// Lines of the text by byte.
#[derive(Debug)]
pub struct Lines(Vec<u32>);

impl Lines {
    /// Of a text.
    pub fn new(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at as u32).collect())
    }

    /// Line of a place in it.
    pub fn of(&self, span: naga::Span) -> u32 {
        let start = span.to_range().map_or(0, |range| range.start as u32);
        self.0.partition_point(|&end| end < start) as u32 + 1
    }
}

/// What the parts of the compiler share.
#[derive(Debug)]
pub struct Context<'m> {
    /// The shader.
    pub module: &'m Module,
    /// Where lines end.
    pub lines: Lines,
    /// Pointers to its variables.
    pub globals: HashMap<Handle<GlobalVariable>, Pointer>,
}

/// Compiles a module.
pub fn compile(module: &Module, info: &ModuleInfo, text: &str) -> Result<Code, Fault> {
    let mut code = Code::default();
    let globals = globals(module, &mut code)?;
    let context = Context { module, lines: Lines::new(text), globals };
    for (handle, function) in module.functions.iter() {
        let compiled = compile_function(&context, &mut code, function, &info[handle])?;
        code.functions.push(compiled);
    }
    for (i, point) in module.entry_points.iter().enumerate() {
        let compiled = compile_function(&context, &mut code, &point.function, info.get_entry_point(i))?;
        let builtin = |argument: &naga::FunctionArgument| match argument.binding {
            Some(Binding::BuiltIn(builtin)) => Ok(builtin),
            _ => Err(Fault(format!("{}: an argument that is not built in", point.name))),
        };
        let builtins: Result<Vec<BuiltIn>, Fault> = point.function.arguments.iter().map(builtin).collect();
        let function = code.functions.len();
        code.entries.push(Entry {
            name: point.name.clone(),
            function,
            size: point.workgroup_size,
            builtins: builtins?,
        });
        code.functions.push(Function { name: point.name.clone(), ..compiled });
    }
    Ok(code)
}

fn compile_function(
    context: &Context<'_>,
    code: &mut Code,
    function: &naga::Function,
    info: &naga::valid::FunctionInfo,
) -> Result<Function, Fault> {
    let name = function.name.clone().unwrap_or_default();
    let sized = |code: &mut Code, ty| -> Result<Vec<Reg>, Fault> {
        let n = cells(context.module, &context.module.types[ty].inner)?.len();
        Ok(code.registers(n))
    };
    let mut compiled = Function { name, ..Function::default() };
    for argument in &function.arguments {
        let registers = sized(code, argument.ty)?;
        compiled.arguments.push(registers);
    }
    if let Some(result) = &function.result {
        compiled.result = sized(code, result.ty)?;
    }
    let mut expressions = Expressions::new(context, function, info, compiled.arguments.clone());
    for (handle, variable) in function.local_variables.iter() {
        let registers = sized(code, variable.ty)?;
        let start = match variable.init {
            Some(init) => expressions.constant(init)?,
            None => vec![0; registers.len()],
        };
        let first = registers.first().copied().unwrap_or(0);
        let name = variable.name.clone().unwrap_or_default();
        let shape = Shape::Whole(variable.ty);
        expressions.locals.insert(handle, Pointer { root: Root::Registers, at: first, steps: vec![], shape, name });
        compiled.locals.extend(registers.into_iter().zip(start));
    }
    compiled.body = body(&mut expressions, code, &function.body, &compiled.result)?;
    Ok(compiled)
}

/// Gives the variables of the module their memory.
fn globals(module: &Module, code: &mut Code) -> Result<HashMap<Handle<GlobalVariable>, Pointer>, Fault> {
    let mut all = HashMap::new();
    for (handle, variable) in module.global_variables.iter() {
        let name = variable.name.clone().unwrap_or_default();
        let inner = &module.types[variable.ty].inner;
        let (root, at) = match variable.space {
            AddressSpace::Private => {
                let parts = cells(module, inner)?;
                let start = match variable.init {
                    Some(init) => constant(module, init)?,
                    // WGSL says zeros, but an option of a driver leaves them out
                    None => parts.iter().map(|cell| cell.kind.poison()).collect(),
                };
                let registers = code.registers(parts.len());
                let first = registers.first().copied().unwrap_or(0);
                code.privates.extend(registers.into_iter().zip(start));
                (Root::Registers, first)
            }
            AddressSpace::WorkGroup => {
                let first = code.workgroup.len() as u32;
                code.workgroup.extend(cells(module, inner)?.iter().map(|cell| cell.kind));
                (Root::Workgroup, first)
            }
            AddressSpace::Uniform | AddressSpace::Storage { .. } => {
                let Some(binding) = &variable.binding else {
                    return Err(Fault(format!("{name} has no binding")));
                };
                let writable = matches!(variable.space, AddressSpace::Storage { access } if access.contains(naga::StorageAccess::STORE));
                code.buffers.push(Buffer { binding: (binding.group, binding.binding), name: name.clone(), writable });
                (Root::Buffer(code.buffers.len() - 1), 0)
            }
            space => return Err(Fault(format!("{name}: the machine has no memory of the kind {space:?}"))),
        };
        all.insert(handle, Pointer { root, at, steps: vec![], shape: Shape::Whole(variable.ty), name });
    }
    Ok(all)
}
