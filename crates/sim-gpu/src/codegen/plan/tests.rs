use super::{KernelSpec, Phase, Plan, PlanLimits};
use crate::codegen::SourceLine;
use crate::codegen::catalogue::{Catalogue, Limits};
use crate::codegen::constants::constants;
use crate::codegen::error::CodegenError;
use crate::codegen::kernel::{Precision, Reductions, Scale};
use crate::codegen::preprocessor::{Features, Source};
use crate::codegen::stage::Stage;
use crate::codegen::tables::Tables;
use crate::error::GpuSimError;
use crate::planning::plan_for_subgroups;
use sim_core::Model;
use sim_core::binding::stage::StageId;
use std::collections::{BTreeMap, BTreeSet};

const LIMITS: PlanLimits = PlanLimits {
    precision: Precision::Single,
    reductions: Reductions::Workgroup,
    workgroup_bytes: 1000,
    whole_bytes: 1000,
    most_workgroup_bytes: 1000,
    only_visible: false,
    private_numbers: 100,
};

/// A plan of one stage for an empty model.
fn plan(sources: &[Source<'_>], constants: &BTreeMap<String, i64>, stage: Stage) -> Result<Plan, CodegenError> {
    let model = Model::empty();
    let catalogue = Catalogue::new(&model, &Tables::new(&model), Limits { contacts: 0, rows: 0, basis: 0 });
    let scale = Scale { lanes: 1, worlds: 32 };
    let spec = KernelSpec { phase: Phase::Smooth, name: "smooth", stages: vec![stage], scale };
    let (none, features) = (BTreeSet::new(), Features::default());
    let visible = ["qvel".to_string()].into();
    Plan::new(&[spec], sources, &features, &catalogue, constants, &visible, &none, LIMITS)
}

const KINEMATICS: Stage = Stage::new(StageId::Kinematics, "kinematics");

#[test]
fn a_stage_without_its_function_is_an_error() {
    let source = |text| [Source { name: "test.wgsl", text }];
    // a condition may leave the function out, but a source has to declare it
    let hidden = source("#if FREE\nfn kinematics() { set_qvel(0, 1.0); }\n#end\n");
    assert!(plan(&hidden, &BTreeMap::new(), KINEMATICS).unwrap().kernels.is_empty());
    let error = plan(&source("fn kinematic() {}\n"), &BTreeMap::new(), KINEMATICS).unwrap_err();
    assert_eq!(error, CodegenError::MissingFunction { stage: "kinematics", function: "kinematics" });
}

/// Numbers that WGSL and Rust share stand in Rust alone: what is changed there changes in the kernels.
#[test]
fn constants_of_kernels_follow_rust() {
    let text = "fn kinematics() {\n    switch (jnt_type(0)) {\n        case JNT_HINGE: { set_qvel(0, 1.0); }\n        default: {}\n    }\n}\n";
    let sources = [Source { name: "test.wgsl", text }];
    let mut constants = constants();
    let declared = |constants: &BTreeMap<String, i64>| {
        let plan = plan(&sources, constants, KINEMATICS).unwrap();
        let text = plan.kernels[0].text.as_str().to_string();
        assert!(text.contains("case JNT_HINGE:"), "{text}");
        let declarations = text.lines().filter(|line| line.starts_with("const JNT_"));
        declarations.map(str::to_string).collect::<Vec<_>>()
    };
    let number = sim_core::JointType::Hinge.0;
    assert_eq!(declared(&constants), [format!("const JNT_HINGE: i32 = {number};")]);
    *constants.get_mut("JNT_HINGE").unwrap() += 100;
    assert_eq!(declared(&constants), [format!("const JNT_HINGE: i32 = {};", number + 100)]);
}

#[test]
fn a_source_does_not_declare_a_constant_of_rust() {
    let text = "const JNT_HINGE: i32 = 3;\nfn kinematics() { set_qvel(0, real(JNT_HINGE)); }\n";
    let error = plan(&[Source { name: "test.wgsl", text }], &constants(), KINEMATICS).unwrap_err();
    assert_eq!(error.to_string(), "test.wgsl:1: 'JNT_HINGE' is generated from Rust: do not declare it");
}

/// Lines of a model's kernels lead back to the lines of the sources.
#[test]
fn lines_of_kernels_have_their_sources() {
    use crate::codegen::wgsl::SOURCES;
    let path = format!("{}/../../models/cradle.xml", env!("CARGO_MANIFEST_DIR"));
    let model = sim_mjcf::load_model_from_file(&path).unwrap();
    let prepared = plan_for_subgroups(&model, &crate::GpuOptions::default(), 32, 16 << 10).unwrap();
    let mut located = 0;
    for kernel in &prepared.plan.kernels {
        for (line, number) in kernel.text.as_str().lines().zip(1..) {
            let Some(at) = kernel.text.locate(number) else { continue };
            let source = SOURCES.iter().find(|source| source.name == at.file).unwrap();
            let original = source.text.lines().nth(at.line as usize - 1).unwrap();
            // an expression of a repetition is replaced
            assert!(original == line || original.contains('$'), "{at}: {original:?} is not {line:?}");
            located += 1;
        }
    }
    assert!(located > 1000, "{located} lines");
}

/// A compiler's error about a broken line names the line of the source.
#[test]
fn a_compile_error_names_the_source() {
    let broken = "// a comment\nfn helper() -> i32 {\n    return nothing;\n}\n\nfn kinematics() {\n    set_qvel(helper(), 1.0);\n}\n";
    let lanes = crate::codegen::wgsl::SOURCES
        .iter()
        .copied()
        .filter(|source| ["lanes.wgsl", "math.wgsl", "elementary.wgsl"].contains(&source.name));
    let sources: Vec<Source<'_>> = [Source { name: "test.wgsl", text: broken }].into_iter().chain(lanes).collect();
    let plan = plan(&sources, &constants(), KINEMATICS).unwrap();
    let kernel = &plan.kernels[0].text;
    let (device, _, _) = shader_machine::device(&shader_machine::Settings::default());
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let source = wgpu::ShaderSource::Wgsl(kernel.as_str().into());
    drop(device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("smooth"), source }));
    let message = pollster::block_on(scope.pop()).expect("an error").to_string();
    let at = SourceLine { file: "test.wgsl", line: 3 };
    assert_eq!(kernel.locate_message(&message), Some(at), "{message}");
    assert_eq!(kernel.locate_function("helper"), Some(SourceLine { file: "test.wgsl", line: 2 }));
    let error = GpuSimError::ShaderCompilation { kernel: "smooth".into(), at: None, message }.located(kernel);
    assert!(error.to_string().contains("test.wgsl:3"), "{error}");
}
