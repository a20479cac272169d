//! Scenes of contact: a pile, a stack, a grasp, a slope, and a closed chain that stands on the floor.

use sim_core::{ConeType, Data, JacobianType, Model, SolverType};

/// Contact dimensions: no friction, sliding, torsion, rolling.
pub const CONDIMS: [i32; 4] = [1, 3, 4, 6];
/// Both cones.
pub const CONES: [ConeType; 2] = [ConeType::Pyramidal, ConeType::Elliptic];
/// Both ways to store the Jacobian.
pub const JACOBIANS: [JacobianType; 2] = [JacobianType::Dense, JacobianType::Sparse];
/// Names of the scenes.
pub const SCENES: [&str; 5] = ["pile", "stack", "grasp", "slope", "chain"];

const PILE: &str = "<geom type='plane' size='0 0 .01'/>\
    <geom type='box' size='.02 .3 .1' pos='.25 0 .1'/><geom type='box' size='.02 .3 .1' pos='-.25 0 .1'/>\
    <body pos='.02 .01 .06'><freejoint/><geom type='box' size='.06 .05 .05'/></body>\
    <body pos='-.12 .02 .06' euler='5 10 20'><freejoint/><geom type='box' size='.05 .05 .05'/></body>\
    <body pos='-.03 0 .17'><freejoint/><geom size='.06'/></body>\
    <body pos='.1 .03 .17' euler='80 10 0'><freejoint/><geom type='capsule' size='.04 .06'/></body>\
    <body pos='.13 -.05 .05'><freejoint/><geom size='.05'/></body>";

const STACK: &str = "<geom type='plane' size='0 0 .01'/>\
    <body pos='0 0 .05'><freejoint/><geom type='box' size='.05 .05 .05' mass='1'/></body>\
    <body pos='0 0 .15'><freejoint/><geom type='box' size='.05 .05 .05' mass='1'/></body>\
    <body pos='0 0 .25'><freejoint/><geom type='box' size='.05 .05 .05' mass='1'/></body>";

const GRASP: &str = "<body pos='-.07 0 .3'><joint name='left' type='slide' axis='1 0 0' damping='5'/>\
    <geom type='box' size='.01 .03 .03'/></body>\
    <body pos='.07 0 .3'><joint name='right' type='slide' axis='-1 0 0' damping='5'/>\
    <geom type='box' size='.01 .03 .03'/></body>\
    <body pos='0 0 .3'><freejoint/><geom type='box' size='.06 .02 .02' mass='.2'/></body>";

const SLOPE: &str = "<geom type='plane' size='0 0 .01' euler='0 15 0'/>\
    <body pos='0 0 .051' euler='0 15 0'><freejoint/><geom type='box' size='.06 .06 .049'/></body>\
    <body pos='0 .5 .055'><freejoint/><geom size='.053'/></body>";

// a four-bar whose coupler's foot touches the floor, held by a rope at its limit
const CHAIN: &str = "<geom type='plane' size='0 0 .01'/><site name='hook' pos='0 0 .8'/>\
    <body pos='-.2 0 .3'><joint axis='0 1 0' frictionloss='.01'/><geom type='capsule' fromto='0 0 0 0 0 .2' size='.02'/>\
    <body pos='0 0 .2'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .4 0 0' size='.02'/>\
    <geom type='capsule' fromto='.2 0 0 .2 0 -.46' size='.041'/><site name='mid' pos='.2 0 0'/><site name='end' pos='.4 0 0'/>\
    </body></body>\
    <body name='rocker' pos='.2 0 .3'><joint axis='0 1 0' range='-1 30' limited='true'/>\
    <geom type='capsule' fromto='0 0 0 0 0 .2' size='.02'/><site name='tip' pos='0 0 .2'/></body>";

/// Makes a scene and steps it until its contacts carry load; tolerances are tight.
pub fn scene(name: &str, condim: i32, cone: ConeType) -> (Model, Data) {
    let (world, rest) = match name {
        "pile" => (PILE, ""),
        "stack" => (STACK, ""),
        "grasp" => (GRASP, "<actuator><motor joint='left'/><motor joint='right'/></actuator>"),
        "slope" => (SLOPE, ""),
        _ => (
            CHAIN,
            "<tendon><spatial range='0 .295' limited='true'><site site='hook'/><site site='mid'/></spatial></tendon>\
             <equality><connect site1='end' site2='tip'/></equality>",
        ),
    };
    let xml = format!(
        "<mujoco><compiler autolimits='true'/><default><geom condim='{condim}' friction='.8 .02 .01'/></default>\
         <worldbody>{world}</worldbody>{rest}</mujoco>"
    );
    let mut m = sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}\n{xml}"));
    m.opt.cone = cone;
    m.opt.solver = SolverType::Newton;
    let mut d = m.make_data();
    if name == "grasp" {
        d.ctrl.fill(8.0);
    }
    // without friction the grasped box is falling: still between the fingers
    for _ in 0..if name == "grasp" { 15 } else { 60 } {
        d.step(&m).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    (m.opt.tolerance, m.opt.iterations, m.opt.ls_iterations) = (1e-16, 1000, 100);
    (m, d)
}

/// Every scene with every cone and contact dimension.
pub fn each_scene(mut test: impl FnMut(&str, &Model, &Data)) {
    for name in SCENES {
        for cone in CONES {
            for condim in CONDIMS {
                let (m, d) = scene(name, condim, cone);
                test(&format!("{name}, condim {condim}, cone {cone}"), &m, &d);
            }
        }
    }
}
