//! A shader as CUDA C++, for NVIDIA's own compiler.
//!
//! The kernel's text in WGSL is the one source: naga reads it, and what naga found is written down again. A shader becomes a struct
//! whose members are the variables of an invocation and the buffers, and whose functions are those of the shader, so that they find both.
//! What has no counterpart here is an error that names it.

mod expressions;
mod statements;
mod types;

#[cfg(test)]
mod tests;

use crate::spirv::Scope;
use expressions::Body;
use naga::valid::{
    Capabilities, FunctionInfo, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator,
};
use naga::{
    AddressSpace, ArraySize, BuiltIn, EntryPoint, Function, GlobalVariable, Handle, Module, StorageAccess, Type,
    TypeInner,
};
use std::fmt::Write as _;
use types::type_of;

/// What WGSL has and C++ has not.
const PRELUDE: &str = include_str!("prelude.cuh");

/// Name of the kernel in the text.
pub const ENTRY: &str = "kernel";

/// Invocations of a subgroup on every card of NVIDIA.
pub const SUBGROUP: usize = 32;

/// What becomes of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// The compiler writes out those that it likes to.
    Free,
    /// They stay loops: the text stays short.
    Kept,
}

/// The text in CUDA C++ of a shader that begins at a function. Its kernel takes the buffers in the order of their bindings, and settings
/// as they are.
pub fn translate(text: &str, entry: &str, scope: Scope, loops: Loops) -> Result<String, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| e.to_string())?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let info = validator.validate(&module).map_err(|e| e.to_string())?;
    let place = module.entry_points.iter().position(|point| point.name == entry);
    let place = place.ok_or_else(|| format!("a shader without the function '{entry}'"))?;
    Writer { module: &module, info: &info, scope, loops }.write(place)
}

/// A module on its way to text.
#[derive(Clone, Copy, Debug)]
struct Writer<'m> {
    module: &'m Module,
    info: &'m ModuleInfo,
    scope: Scope,
    loops: Loops,
}

impl<'m> Writer<'m> {
    /// The text of the entry point at this place.
    fn write(&self, place: usize) -> Result<String, String> {
        let entry = &self.module.entry_points[place];
        let threads: u32 = entry.workgroup_size.iter().product();
        let mut out = String::with_capacity(1 << 17);
        let _ = writeln!(out, "#define SUBGROUP_LANES {}\n{PRELUDE}", threads.min(SUBGROUP as u32));
        self.structs(&mut out)?;
        self.layouts(&mut out)?;
        self.workgroup_memory(&mut out)?;
        self.shader(entry, self.info.get_entry_point(place), &mut out)?;
        self.kernel(entry, threads, &mut out)?;
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

    /// Makes sure that what lies in buffers and settings is as large as WGSL has it.
    fn layouts(&self, out: &mut String) -> Result<(), String> {
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

    /// Buffers and settings, in the order of their bindings.
    fn bound(&self) -> Vec<&'m GlobalVariable> {
        let variables = self.module.global_variables.iter().map(|(_, variable)| variable);
        let mut bound: Vec<&GlobalVariable> = variables.filter(|variable| variable.binding.is_some()).collect();
        bound.sort_by_key(|variable| variable.binding.map(|at| (at.group, at.binding)));
        bound
    }

    /// The variables of an invocation, and the functions.
    fn shader(&self, entry: &'m EntryPoint, info: &'m FunctionInfo, out: &mut String) -> Result<(), String> {
        let module = self.module;
        out.push_str("\nstruct Shader {\n");
        for (_, variable) in module.global_variables.iter() {
            match variable.space {
                AddressSpace::WorkGroup => {}
                AddressSpace::Private | AddressSpace::Uniform | AddressSpace::Storage { .. } => {
                    let _ = writeln!(out, "    {} {};", self.global_type(variable)?, global_name(variable));
                }
                other => return Err(format!("a variable in the space {other:?}")),
            }
            if variable.init.is_some() {
                return Err(format!("the variable {} that starts with something", global_name(variable)));
            }
        }
        out.push('\n');
        for (handle, function) in module.functions.iter() {
            self.function(&function_name(function)?, function, &self.info[handle], out)?;
        }
        self.function("run_shader", &entry.function, info, out)?;
        out.push_str("};\n");
        Ok(())
    }

    /// The kernel itself.
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
extern \"C\" __global__ void __launch_bounds__({threads}) {ENTRY}({}) {{
    Shader shader;
{starts}    shader.run_shader({});
}}",
            parameters.join(", "),
            arguments.join(", ")
        );
        Ok(())
    }

    /// How a variable of the module is declared: a buffer as a pointer, others as they are.
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
        // functions of which every operation is done as it stands: see `spirv.rs`
        let body = Body { writer: *self, function, info, is_exact: name.starts_with("exact") };
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

/// A built-in value, in CUDA's words. Workgroups are started with one dimension of invocations.
fn builtin(argument: &naga::FunctionArgument) -> Result<&'static str, String> {
    match argument.binding {
        Some(naga::Binding::BuiltIn(BuiltIn::WorkGroupId)) => Ok("Vec3<unsigned>{blockIdx.x, blockIdx.y, blockIdx.z}"),
        Some(naga::Binding::BuiltIn(BuiltIn::LocalInvocationIndex)) => Ok("threadIdx.x"),
        ref other => Err(format!("an argument of the kernel that CUDA does not give: {other:?}")),
    }
}

// Names end so that none is a word of C++ or of the prelude.

fn global_name(variable: &GlobalVariable) -> String {
    format!("{}_g", variable.name.as_deref().unwrap_or("unnamed"))
}

fn function_name(function: &Function) -> Result<String, String> {
    function.name.as_ref().map(|name| format!("{name}_f")).ok_or_else(|| "a function without a name".into())
}

fn argument_name(function: &Function, i: usize) -> String {
    format!("{}_{i}a", function.arguments[i].name.as_deref().unwrap_or("given"))
}

fn member_name(member: &naga::StructMember) -> String {
    format!("{}_m", member.name.as_deref().unwrap_or("unnamed"))
}

/// Whether values of a type are changed by all invocations at once.
fn is_atomic(module: &Module, ty: Handle<Type>) -> bool {
    matches!(module.types[ty].inner, TypeInner::Atomic(_))
}
