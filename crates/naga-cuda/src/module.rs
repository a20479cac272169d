//! Translates a module of naga to CUDA C++.

use crate::error::Error;
use crate::expressions::Body;
use crate::names::{argument_name, function_name, global_name, member_name};
use crate::options::Options;
use crate::types::type_of;
use naga::valid::{
    Capabilities, FunctionInfo, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator,
};
use naga::{
    AddressSpace, ArraySize, BuiltIn, EntryPoint, Function, GlobalVariable, Module, ShaderStage, StorageAccess,
    TypeInner,
};
use std::fmt::Write as _;

/// Definitions for features of WGSL that C++ lacks.
const PRELUDE: &str = include_str!("prelude.cuh");

/// Name of the `extern "C" __global__` function in the source.
pub const KERNEL: &str = "kernel";

/// Threads of a subgroup (*warp*) on every NVIDIA GPU.
pub const SUBGROUP_LANES: usize = 32;

/// Initial capacity of the source, bytes: a large kernel grows it once or twice.
const TEXT_BYTES: usize = 1 << 17;

/// Writes a compute entry point of a validated module as CUDA C++.
///
/// ```
/// use naga_cuda::naga::valid::{Capabilities, ValidationFlags, Validator};
/// use naga_cuda::{Loops, Options, write_string};
///
/// let text = "
///     @group(0) @binding(0) var<storage, read_write> sum: array<f32>;
///     @compute @workgroup_size(1)
///     fn main() { for (var i = 1; i < 8; i++) { sum[0] += sum[i]; } }";
/// let module = naga_cuda::naga::front::wgsl::parse_str(text)?;
/// let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module)?;
/// let cuda = write_string(&module, &info, &Options::new("main").loops(Loops::Rolled))?;
/// assert!(cuda.contains("#pragma unroll 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::MissingEntryPoint`] if the module has no such compute entry point, and [`Error::Unsupported`] if it uses something that this
/// crate does not support.
pub fn write_string(module: &Module, info: &ModuleInfo, options: &Options) -> Result<String, Error> {
    let is_compute = |point: &EntryPoint| point.stage == ShaderStage::Compute;
    let place = module.entry_points.iter().position(|point| is_compute(point) && point.name == options.entry_point);
    let Some(place) = place else {
        let points = module.entry_points.iter().filter(|point| is_compute(point));
        let found = points.map(|point| point.name.clone()).collect();
        return Err(Error::MissingEntryPoint { name: options.entry_point.clone(), found });
    };
    Writer { module, info, options }.write(place)
}

/// Reads WGSL, validates it with every capability of naga, and writes one entry point as CUDA C++.
///
/// Use [`write_string`] if you have a module already.
///
/// ```
/// use naga_cuda::{Error, Options, translate_wgsl};
///
/// let text = "@group(0) @binding(0) var<storage, read_write> x: array<f32>;
///     @compute @workgroup_size(1) fn main() { x[0] = tan(x[1]); }";
/// match translate_wgsl(text, &Options::new("main")) {
///     Err(Error::Unsupported { place, what }) => assert_eq!((place.as_str(), what.as_str()), ("main", "the function Tan")),
///     other => panic!("{other:?}"),
/// }
/// ```
///
/// # Errors
///
/// [`Error::Parse`] and [`Error::Validation`] for text that is not valid WGSL, and the errors of [`write_string`].
pub fn translate_wgsl(text: &str, options: &Options) -> Result<String, Error> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| Error::Parse(e.to_string()))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let info = validator.validate(&module).map_err(|e| Error::Validation(e.to_string()))?;
    write_string(&module, &info, options)
}

/// Makes the error for an unsupported construct.
fn unsupported(place: &str) -> impl Fn(String) -> Error + '_ {
    move |what| Error::Unsupported { place: place.into(), what }
}

/// A module and the options of its translation.
#[derive(Clone, Copy, Debug)]
struct Writer<'m> {
    module: &'m Module,
    info: &'m ModuleInfo,
    options: &'m Options,
}

impl<'m> Writer<'m> {
    /// The source of the entry point with this index.
    fn write(&self, place: usize) -> Result<String, Error> {
        let entry = &self.module.entry_points[place];
        let threads: u32 = entry.workgroup_size.iter().product();
        let mut out = String::with_capacity(TEXT_BYTES);
        let _ = writeln!(out, "#define SUBGROUP_LANES {}\n{PRELUDE}", threads.min(SUBGROUP_LANES as u32));
        self.structs(&mut out).map_err(unsupported("types"))?;
        self.size_checks(&mut out).map_err(unsupported("bindings"))?;
        self.workgroup_memory(&mut out).map_err(unsupported("workgroup memory"))?;
        self.shader(entry, self.info.get_entry_point(place), &mut out)?;
        self.kernel(entry, threads, &mut out).map_err(unsupported(&entry.name))?;
        Ok(out)
    }

    fn structs(&self, out: &mut String) -> Result<(), String> {
        for (handle, ty) in self.module.types.iter() {
            let TypeInner::Struct { members, .. } = &ty.inner else { continue };
            let _ = writeln!(out, "struct {} {{", type_of(self.module, handle)?);
            for member in members {
                let name = member_name(member);
                let _ = writeln!(out, "    {} {name};", type_of(self.module, member.ty)?);
            }
            out.push_str("};\n\n");
        }
        Ok(())
    }

    /// Assertions that elements of buffers and uniforms have WGSL's sizes.
    fn size_checks(&self, out: &mut String) -> Result<(), String> {
        for variable in self.bound() {
            let (ty, bytes) = match self.module.types[variable.ty].inner {
                TypeInner::Array { base, size: ArraySize::Dynamic, stride } => (base, stride),
                TypeInner::Struct { span, .. } => (variable.ty, span),
                _ => continue,
            };
            let (ty, name) = (type_of(self.module, ty)?, global_name(variable));
            let _ = writeln!(out, "static_assert(sizeof({ty}) == {bytes}, \"{name} lies otherwise in memory\");");
        }
        Ok(())
    }

    fn workgroup_memory(&self, out: &mut String) -> Result<(), String> {
        let variables = self.module.global_variables.iter().map(|(_, variable)| variable);
        for variable in variables.filter(|variable| variable.space == AddressSpace::WorkGroup) {
            let _ = writeln!(out, "__shared__ {} {};", type_of(self.module, variable.ty)?, global_name(variable));
        }
        Ok(())
    }

    /// Buffers and uniforms, in the order of their bindings.
    fn bound(&self) -> Vec<&'m GlobalVariable> {
        let variables = self.module.global_variables.iter().map(|(_, variable)| variable);
        let mut bound: Vec<&GlobalVariable> = variables.filter(|variable| variable.binding.is_some()).collect();
        bound.sort_by_key(|variable| variable.binding.map(|at| (at.group, at.binding)));
        bound
    }

    /// The struct with the variables of a thread and the functions.
    fn shader(&self, entry: &'m EntryPoint, info: &'m FunctionInfo, out: &mut String) -> Result<(), Error> {
        let module = self.module;
        out.push_str("\nstruct Shader {\n");
        for (_, variable) in module.global_variables.iter() {
            self.member(variable, out).map_err(unsupported(variable.name.as_deref().unwrap_or("a variable")))?;
        }
        out.push('\n');
        for (handle, function) in module.functions.iter() {
            let place = function.name.as_deref().unwrap_or("a function");
            let written =
                function_name(function).and_then(|name| self.function(&name, function, &self.info[handle], out));
            written.map_err(unsupported(place))?;
        }
        self.function("run_shader", &entry.function, info, out).map_err(unsupported(&entry.name))?;
        out.push_str("};\n");
        Ok(())
    }

    /// A variable of the module as a member of the struct.
    fn member(&self, variable: &GlobalVariable, out: &mut String) -> Result<(), String> {
        match variable.space {
            AddressSpace::WorkGroup => {}
            AddressSpace::Private | AddressSpace::Uniform | AddressSpace::Storage { .. } => {
                let _ = writeln!(out, "    {} {};", self.global_type(variable)?, global_name(variable));
            }
            other => return Err(format!("a variable in the address space {other:?}")),
        }
        match variable.init {
            Some(_) => Err("an initial value of a variable of the module".into()),
            None => Ok(()),
        }
    }

    /// The `__global__` function.
    fn kernel(&self, entry: &EntryPoint, threads: u32, out: &mut String) -> Result<(), String> {
        let (mut parameters, mut starts) = (Vec::new(), String::new());
        for variable in self.bound() {
            let name = global_name(variable);
            parameters.push(format!("{} given_{name}", self.global_type(variable)?));
            let _ = writeln!(starts, "    shader.{name} = given_{name};");
        }
        let arguments = entry.function.arguments.iter().map(builtin).collect::<Result<Vec<&str>, String>>()?;
        let _ = writeln!(
            out,
            "
extern \"C\" __global__ void __launch_bounds__({threads}) {KERNEL}({}) {{
    Shader shader;
{starts}    shader.run_shader({});
}}",
            parameters.join(", "),
            arguments.join(", ")
        );
        Ok(())
    }

    /// Declaration of a variable of the module: buffers are pointers, others are values.
    fn global_type(&self, variable: &GlobalVariable) -> Result<String, String> {
        let AddressSpace::Storage { access } = variable.space else { return type_of(self.module, variable.ty) };
        let ty = match self.module.types[variable.ty].inner {
            TypeInner::Array { base, size: ArraySize::Dynamic, .. } => type_of(self.module, base)?,
            _ => type_of(self.module, variable.ty)?,
        };
        Ok(if access.contains(StorageAccess::STORE) { format!("{ty}*") } else { format!("const {ty}*") })
    }

    fn function(
        &self,
        name: &str,
        function: &'m Function,
        info: &'m FunctionInfo,
        out: &mut String,
    ) -> Result<(), String> {
        let module = self.module;
        let result = function.result.as_ref().map_or(Ok("void".into()), |result| type_of(module, result.ty))?;
        let mut arguments = Vec::new();
        for (i, argument) in function.arguments.iter().enumerate() {
            arguments.push(format!("{} {}", type_of(module, argument.ty)?, argument_name(function, i)));
        }
        let _ = writeln!(out, "    INLINE {result} {name}({}) {{", arguments.join(", "));
        let body = Body { module, options: self.options, function, info, is_exact: name.starts_with("exact") };
        for (handle, variable) in function.local_variables.iter() {
            let start =
                variable.init.map_or(Ok("{}".into()), |init| Ok::<_, String>(format!(" = {}", body.start(init)?)))?;
            let _ = writeln!(out, "        {} {}{start};", type_of(module, variable.ty)?, body.local(handle));
        }
        body.block(&function.body, 2, None, &mut 0, out)?;
        out.push_str("    }\n\n");
        Ok(())
    }
}

/// A built-in value in CUDA. Workgroups are launched with one dimension of threads.
fn builtin(argument: &naga::FunctionArgument) -> Result<&'static str, String> {
    match argument.binding {
        Some(naga::Binding::BuiltIn(BuiltIn::WorkGroupId)) => Ok("Vec3<unsigned>{blockIdx.x, blockIdx.y, blockIdx.z}"),
        Some(naga::Binding::BuiltIn(BuiltIn::LocalInvocationIndex)) => Ok("threadIdx.x"),
        ref other => Err(format!("an entry argument bound to {other:?}")),
    }
}
