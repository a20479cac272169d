//! Loads a model whose include and mesh are in memory; the disk is not read.
//!
//! Check: the mesh is a cube, so its mass and inertia are those of a box.

use sim_physics::prelude::*;

const CUBE: &str = "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n\
                    f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut assets = Assets::new();
    assets.insert("cube.obj", CUBE);
    assets.insert(
        "assets.xml",
        "<mujoco><asset><mesh name='cube' file='cube.obj' scale='0.1 0.1 0.1'/></asset></mujoco>",
    );
    let loaded = Loader::new().assets(assets).disk(false).load_str(
        "<mujoco>
           <include file='assets.xml'/>
           <worldbody>
             <body name='cube'>
               <freejoint/>
               <geom type='mesh' mesh='cube' density='500'/>
             </body>
           </worldbody>
         </mujoco>",
        "cube.xml",
    )?;
    assert!(loaded.warnings.is_empty());
    let model = loaded.model;

    let cube = model.id(ObjType::Body, "cube").ok_or("the model has a body named cube")?;
    let (mass, side) = (500.0 * 0.2_f64.powi(3), 0.2);
    let inertia = mass * (side * side + side * side) / 12.0;
    eprintln!("mass {} kg, inertia {:?}", model.body_mass[cube], &model.body_inertia[3 * cube..3 * cube + 3]);
    assert!((model.body_mass[cube] - mass).abs() < 1e-6 * mass);
    for i in 0..3 {
        assert!((model.body_inertia[3 * cube + i] - inertia).abs() < 1e-6 * inertia);
    }
    Ok(())
}
