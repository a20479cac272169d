//! `info --gpu`: describes the GPUs of this machine, the features of a model that they do not support, and its shaders.

use crate::args::InfoArgs;
use crate::error::Result;
use crate::interrupt::Interrupt;
use crate::report::{Report, bytes, columns, grouped};
use crate::source;
use serde_json::{Value, json};
use sim_core::Model;
use sim_core::binding::message::{Line, Name};
use sim_gpu::{AdapterChoice, GpuBatchSim, GpuOptions, GpuSimContext, GpuSimError};
use std::fmt::Write;
use std::path::Path;

/// Workgroup memory that every device has (bytes).
const LEAST_WORKGROUP_BYTES: usize = 16 << 10;

/// Error text for a machine without a GPU.
const NO_ADAPTER: &str = "no GPU was found: install the GPU's driver with Vulkan, or Debian's mesa-vulkan-drivers, \
                          which needs no GPU";

/// The adapter that the user names.
pub fn choice(name: Option<&str>) -> AdapterChoice {
    name.map_or(AdapterChoice::Best, |name| AdapterChoice::Named(name.to_string()))
}

/// The `info --gpu` command.
pub fn info(args: &InfoArgs) -> Result<Report> {
    match &args.model {
        None => adapters(args.adapter.as_deref()),
        Some(path) => model(path, args),
    }
}

/// An opened device, or the error.
type Opened = std::result::Result<GpuSimContext, GpuSimError>;

/// All adapters, or those whose name contains a word.
fn adapters(wanted: Option<&str>) -> Result<Report> {
    let part = wanted.unwrap_or_default().to_lowercase();
    let all = GpuSimContext::adapters();
    let chosen: Vec<usize> = (0..all.len()).filter(|&i| all[i].name.to_lowercase().contains(&part)).collect();
    if all.is_empty() {
        return Ok(Report::new(format!("{NO_ADAPTER}\n"), json!({ "adapters": [] })));
    }
    if chosen.is_empty() {
        // reports the adapters by name
        GpuSimContext::new(&choice(wanted))?;
    }
    let (mut text, mut list) = (String::new(), vec![]);
    for i in chosen {
        let info = &all[i];
        let opened: Opened = GpuSimContext::new(&AdapterChoice::Index(i));
        let kind = format!("{:?}", info.device_type);
        let _ = writeln!(text, "{} ({kind}, {})", Line(&info.name), info.backend.to_str());
        let mut rows =
            vec![vec!["driver".to_string(), Line(format!("{} {}", info.driver, info.driver_info).trim()).to_string()]];
        rows.extend(limit_rows(&opened, [info.subgroup_min_size, info.subgroup_max_size]));
        text.push_str(&columns(&rows));
        list.push(json!({
            "name": info.name,
            "type": kind,
            "backend": info.backend.to_str(),
            "driver": info.driver,
            "driver_info": info.driver_info,
            "subgroup_sizes": [info.subgroup_min_size, info.subgroup_max_size],
            "limits": limits_json(&opened),
            "error": opened.as_ref().err().map(ToString::to_string),
        }));
    }
    Ok(Report::new(text, json!({ "adapters": list })))
}

/// Limits of a device, as rows of a table.
fn limit_rows(opened: &Opened, subgroup: [u32; 2]) -> Vec<Vec<String>> {
    let row = |name: &str, value: String| vec![name.to_string(), value];
    match opened {
        Err(error) => vec![row("error", Line(&error.to_string()).to_string())],
        Ok(context) => {
            let limits = context.limits();
            let yes_no = |yes| if yes { "yes" } else { "no" };
            vec![
                row("largest buffer", bytes(limits.max_storage_buffer_binding_size.min(limits.max_buffer_size))),
                row("workgroup memory", bytes(limits.max_compute_workgroup_storage_size.into())),
                row("workgroup", format!("{} invocations", limits.max_compute_invocations_per_workgroup)),
                row("subgroup", format!("{} to {} invocations", subgroup[0], subgroup[1])),
                row("double precision", yes_no(context.has_double()).into()),
                row("NVRTC", nvrtc(context).unwrap_or_else(|why| format!("no ({})", Line(&why)))),
            ]
        }
    }
}

fn limits_json(opened: &Opened) -> Value {
    let Ok(context) = opened else { return Value::Null };
    let limits = context.limits();
    json!({
        "buffer_bytes": limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
        "workgroup_bytes": limits.max_compute_workgroup_storage_size,
        "workgroup_invocations": limits.max_compute_invocations_per_workgroup,
        "double_precision": context.has_double(),
        "nvrtc": nvrtc(context).ok(),
        "no_nvrtc": nvrtc(context).err(),
    })
}

/// The version of NVRTC for this device, or why it is missing.
fn nvrtc(context: &GpuSimContext) -> std::result::Result<String, String> {
    context.nvrtc_version().map(|[major, minor]| format!("{major}.{minor}")).map_err(|why| why.to_string())
}

/// Reports whether the GPU supports a model, or prints the model's shaders.
fn model(path: &Path, args: &InfoArgs) -> Result<Report> {
    let loaded = source::load(Some(path), &Interrupt::watch()?)?;
    let model = &loaded.model;
    let head = format!("{} ({})", Name(&loaded.title), Line(&loaded.source));
    let missing = GpuBatchSim::missing(model);
    if !missing.is_empty() {
        if args.wgsl {
            return Err(GpuSimError::Unsupported(missing).into());
        }
        let list: String = missing.iter().map(|reason| format!("  {}\n", Line(reason))).collect();
        let json = json!({ "model": model.model_name(), "source": loaded.source, "runs": false, "missing": missing });
        return Ok(Report::new(format!("{head}: the GPU does not run it\n{list}"), json));
    }
    let (device, shaders) = shaders(model, args.adapter.as_deref())?;
    let text = if args.wgsl {
        listing(&device, &shaders)
    } else {
        format!("{head}: the GPU runs it\n{}", summary(&device, &shaders))
    };
    let mut json = json!({
        "model": model.model_name(),
        "source": loaded.source,
        "runs": true,
        "missing": [],
        "device": device,
    });
    json["shaders"] = shaders.iter().map(|(name, text)| shader_json(name, text, args.wgsl)).collect();
    Ok(Report::new(text, json))
}

/// Number of worlds that the shaders are shown for: the default of `bench`.
const WORLDS: usize = 1024;

/// The device, and name and source of each shader. Without a GPU, the shaders fit any device.
fn shaders(model: &Model, adapter: Option<&str>) -> Result<(String, Vec<(String, String)>)> {
    let options = GpuOptions::default();
    match GpuSimContext::new(&choice(adapter)) {
        Ok(context) => {
            let shaders = GpuBatchSim::shaders_on(&context, model, &options, WORLDS)?;
            Ok((context.adapter_info().name.clone(), shaders))
        }
        Err(GpuSimError::NotAvailable(_)) if adapter.is_none() => {
            let options = options.tune(|tuning| tuning.subgroups(false));
            let shaders = GpuBatchSim::shaders_of(model, &options, LEAST_WORKGROUP_BYTES)?;
            let device = format!("any device; here {NO_ADAPTER}");
            Ok((device, shaders))
        }
        Err(error) => Err(error.into()),
    }
}

/// The sources of all shaders as one text.
fn listing(device: &str, shaders: &[(String, String)]) -> String {
    let mut out = format!("// for {}\n", Line(device));
    for (name, text) in shaders {
        let _ = write!(out, "\n// ---- {name}\n{}\n", text.trim_end());
    }
    out
}

fn summary(device: &str, shaders: &[(String, String)]) -> String {
    let lines = |text: &str| format!("{} lines", grouped(text.lines().count() as u64));
    let rows: Vec<_> = shaders.iter().map(|(name, text)| vec![name.clone(), lines(text)]).collect();
    format!("\nshaders for {}\n{}", Line(device), columns(&rows))
}

fn shader_json(name: &str, text: &str, whole: bool) -> Value {
    let mut shader = json!({ "name": name, "lines": text.lines().count() });
    if whole {
        shader["wgsl"] = json!(text);
    }
    shader
}
