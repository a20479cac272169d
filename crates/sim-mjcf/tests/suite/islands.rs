//! Islands of constraints whose Jacobians have zeros. A dense Jacobian's pattern is its nonzero numbers, a sparse one's is its
//! columns. The expected numbers are MuJoCo's.

use sim_core::{Data, SolverType};

/// Couplings that follow another joint or tendon with a slope of zero, and a limit that acts on what is followed.
const FLAT_COUPLINGS: &str = "<mujoco><option jacobian='JACOBIAN' solver='SOLVER'/><worldbody>
    <body><joint name='a' type='slide'/><geom size='.1'/></body>
    <body pos='1 0 0'><joint name='b' type='slide' limited='true' range='.1 1'/><geom size='.1'/></body>
    <body pos='2 0 0'><joint name='c' type='slide'/><geom size='.1'/></body></worldbody>
    <tendon><fixed name='t'><joint joint='a' coef='1'/></fixed><fixed name='u'><joint joint='b' coef='1'/></fixed></tendon>
    <equality><joint joint1='c' polycoef='0 0 0 0 0'/><joint joint1='a' joint2='b' polycoef='0 0 0 0 0'/>
    <joint joint1='c' joint2='b' polycoef='0 1 0 0 0'/><tendon tendon1='t' tendon2='u' polycoef='0 0 0 0 0'/></equality>
    </mujoco>";

fn forward(jacobian: &str, solver: SolverType) -> Data {
    let text = FLAT_COUPLINGS.replace("JACOBIAN", jacobian).replace("SOLVER", &solver.to_string());
    let m = sim_mjcf::load_model(&text).unwrap();
    let mut d = m.make_data();
    d.forward(&m).unwrap();
    d
}

#[test]
fn zeros_tie_trees_together_by_pattern_only() {
    for solver in [SolverType::PGS, SolverType::CG, SolverType::Newton] {
        let d = forward("dense", solver);
        assert_eq!((d.nisland, d.nefc), (2, 5));
        assert_eq!(d.efc_island, [1, 0, 1, 0, 1]);
        let d = forward("sparse", solver);
        assert_eq!((d.nisland, d.nefc), (1, 5));
        assert_eq!(d.efc_island, [0; 5]);
    }
}

#[test]
fn accelerations_do_not_depend_on_the_islands() {
    for solver in [SolverType::PGS, SolverType::CG, SolverType::Newton] {
        for jacobian in ["dense", "sparse"] {
            let d = forward(jacobian, solver);
            for (ours, theirs) in d.qacc.iter().zip([-0.981, 215.861522, 66.314955]) {
                assert!((ours - theirs).abs() < 1e-4 * theirs.abs(), "{solver} {jacobian}: {:?}", d.qacc);
            }
        }
    }
}
