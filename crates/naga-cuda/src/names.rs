//! Names in the source. Every kind of name has its own suffix, so that none is a keyword of C++ or a name of the prelude.

use naga::{Function, GlobalVariable, StructMember};

/// Name of a variable of the module.
pub fn global_name(variable: &GlobalVariable) -> String {
    format!("{}_g", variable.name.as_deref().unwrap_or("unnamed"))
}

/// Name of a function of the module.
pub fn function_name(function: &Function) -> Result<String, String> {
    function.name.as_ref().map(|name| format!("{name}_f")).ok_or_else(|| "a function without a name".into())
}

/// Name of argument `i` of a function.
pub fn argument_name(function: &Function, i: usize) -> String {
    format!("{}_{i}a", function.arguments[i].name.as_deref().unwrap_or("given"))
}

/// Name of a member of a struct.
pub fn member_name(member: &StructMember) -> String {
    format!("{}_m", member.name.as_deref().unwrap_or("unnamed"))
}
