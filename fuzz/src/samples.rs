//! Small files of every kind, so that a model that names one loads it.

use crate::picture;
use sim_mjcf::Assets;

/// Names of the files, and one that does not exist.
pub const NAMES: [&str; 8] = ["a.stl", "a.obj", "a.msh", "a.png", "a.bin", "part.xml", "arm.xml", "missing.stl"];

/// Corners and faces of a tetrahedron.
pub const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [0.4, 0.0, 0.0], [0.0, 0.3, 0.0], [0.0, 0.0, 0.2]];
const FACES: [[i32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// A binary STL file.
pub fn stl() -> Vec<u8> {
    let mut out = vec![0; 80];
    out.extend((FACES.len() as u32).to_le_bytes());
    for face in FACES {
        out.extend([0; 12]);
        for corner in face {
            out.extend(CORNERS[corner as usize].iter().flat_map(|x| x.to_le_bytes()));
        }
        out.extend([0; 2]);
    }
    out
}

/// A Wavefront file.
pub fn obj() -> String {
    let mut out = String::new();
    for [x, y, z] in CORNERS {
        out += &format!("v {x} {y} {z}\n");
    }
    for [a, b, c] in FACES {
        out += &format!("f {} {} {}\n", a + 1, b + 1, c + 1);
    }
    out
}

/// A MuJoCo mesh file.
pub fn msh() -> Vec<u8> {
    let counts = [CORNERS.len() as i32, 0, 0, FACES.len() as i32];
    let mut out: Vec<u8> = counts.iter().flat_map(|n| n.to_le_bytes()).collect();
    out.extend(CORNERS.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
    out.extend(FACES.as_flattened().iter().flat_map(|n| n.to_le_bytes()));
    out
}

/// A binary height field of two rows and three columns.
pub fn hfield() -> Vec<u8> {
    let mut out: Vec<u8> = [2i32, 3].iter().flat_map(|n| n.to_le_bytes()).collect();
    out.extend([0.0f32, 0.5, 0.1, 0.3, 1.0, 0.2].iter().flat_map(|x| x.to_le_bytes()));
    out
}

/// Returns all files.
pub fn all() -> Assets {
    let grey: Vec<u8> = (0..48).map(|i| (i * 37) as u8).collect();
    let mut assets = Assets::new();
    assets.insert("a.stl", stl());
    assets.insert("a.obj", obj());
    assets.insert("a.msh", msh());
    assets.insert("a.png", picture::png(4, 4, 8, 2, &grey));
    assets.insert("a.bin", hfield());
    assets.insert("part.xml", "<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
    assets.insert(
        "arm.xml",
        "<mujoco><worldbody><body name='body0'><joint name='joint0'/><geom name='geom0' size='.1'/>\
         <site name='site0'/></body></worldbody><actuator><motor joint='joint0'/></actuator></mujoco>",
    );
    assets
}
