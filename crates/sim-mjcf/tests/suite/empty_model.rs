//! The default spec is the empty model of `<mujoco/>`; numbers are MuJoCo 3.12.0's.

use sim_core::Model;
use sim_mjcf::spec::Spec;
use sim_mjcf::{Files, compile, load_model};

fn sizes(m: &Model) -> [usize; 20] {
    [
        m.nq,
        m.nv,
        m.nu,
        m.na,
        m.nbody,
        m.njnt,
        m.ngeom,
        m.nsite,
        m.ncam,
        m.nlight,
        m.nmesh,
        m.ntex,
        m.neq,
        m.ntendon,
        m.nactuator,
        m.nsensor,
        m.nkey,
        m.ntree,
        m.nbvh,
        m.nM,
    ]
}

#[test]
fn the_default_spec_compiles_to_the_empty_model() {
    let m = compile(Spec::default(), &Files::default()).unwrap();
    let mut expected = [0; 20];
    expected[4] = 1;
    assert_eq!(sizes(&m), expected);
    assert_eq!((m.nnames, m.npaths, m.narena), (19, 1, 13_631_488));
    assert_eq!((m.njmax as isize, m.nconmax as isize), (-1, -1));
    assert_eq!((&m.names[..], &m.paths[..]), (&b"MuJoCo Model\0world\0"[..], &b"\0"[..]));
    assert_eq!((m.body_mass[0], &m.body_inertia[..], &m.body_invweight0[..]), (0.0, &[0.0; 3][..], &[0.0; 2][..]));
    assert_eq!((&m.body_quat[..], &m.body_iquat[..]), (&[1.0, 0.0, 0.0, 0.0][..], &[1.0, 0.0, 0.0, 0.0][..]));
    assert_eq!((m.body_weldid[0], m.body_rootid[0], m.body_parentid[0], m.body_treeid[0]), (0, 0, 0, -1));
    assert_eq!((m.body_mocapid[0], m.body_dofadr[0], m.body_jntadr[0], m.body_geomadr[0]), (-1, -1, -1, -1));
    assert_eq!((m.stat.meaninertia, m.stat.meanmass, m.stat.meansize, m.stat.extent), (1.0, 1.0, 0.2, 2.0));
    assert_eq!((m.stat.center, m.opt.timestep, m.opt.gravity), ([0.0; 3], 0.002, [0.0, 0.0, -9.81]));
}

#[test]
fn it_is_what_an_empty_document_gives_and_it_steps() {
    let m = compile(Spec::default(), &Files::default()).unwrap();
    assert_eq!(m, load_model("<mujoco/>").unwrap());
    let mut data = m.make_data();
    data.step(&m).unwrap();
    assert_eq!(data.time, 0.002);
}
