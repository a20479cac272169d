//! Files with a wrong format, and paths that are no regular files.

use super::measure::Case;
use sim_mjcf::Loader;
use std::fs::{File, create_dir_all, remove_dir_all, write};
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

type Words = &'static [&'static str];

const MESH: &str = "<mesh name='m' file='#'/>";
const TEXTURE: &str = "<texture name='t' type='2d' file='#'/>";
const SKIN: &str = "<skin name='s' file='#'/>";
const HFIELD: &str = "<hfield name='h' file='#' size='1 1 1 1'/>";

/// A temporary folder for a table of cases, removed with the last case.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Rc<Self> {
        let path = std::env::temp_dir().join(format!("sim-mjcf-{name}-{}", std::process::id()));
        create_dir_all(&path).unwrap();
        Rc::new(Self(path))
    }

    /// Makes a sparse file that begins with these bytes.
    fn sparse(&self, name: &str, start: &[u8], length: u64) {
        let mut file = File::create(self.0.join(name)).unwrap();
        file.write_all(start).unwrap();
        file.set_len(length).unwrap();
    }

    /// Loads a document, which may name files beside it.
    fn case(self: &Rc<Self>, name: &str, text: &str, words: Words) -> Case {
        let path = self.0.join(format!("{name}.xml"));
        write(&path, text).unwrap();
        let folder = self.clone();
        Case::new(name, words, move || {
            let loaded = Loader::new().load(&path).map(drop);
            drop(folder);
            loaded
        })
    }

    /// Loads a document with an asset, which a geom uses where it is a mesh.
    fn asset(self: &Rc<Self>, name: &str, element: &str, file: &str, words: Words) -> Case {
        let geom = if element.starts_with("<mesh") { "<geom type='mesh' mesh='m'/>" } else { "" };
        let asset = element.replace('#', file);
        let text = format!("<mujoco><asset>{asset}</asset><worldbody>{geom}</worldbody></mujoco>");
        self.case(name, &text, words)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = remove_dir_all(&self.0);
    }
}

/// The start of a picture of so many pixels.
fn picture(width: u32, height: u32, color: u8) -> Vec<u8> {
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &part(b"IHDR", &[&size[..], &[8, color, 0, 0, 0]].concat())].concat()
}

fn part(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}

/// Pictures in memory with wrong headers.
pub fn pictures() -> Vec<Case> {
    // a header with many pixels, and almost no data
    let claims = |width: u32, height: u32, color: u8| {
        let pixels = part(b"IDAT", &[0x78, 0x9C, 3, 0, 0, 0, 0, 1]);
        [picture(width, height, color), pixels, part(b"IEND", &[])].concat()
    };
    let table: Vec<(&str, Vec<u8>, Words)> = vec![
        ("nothing", vec![], &["a.png"]),
        ("zeros", vec![0; 100], &["not a usable PNG"]),
        ("a start", b"\x89PNG\r\n\x1a\n".to_vec(), &["not a usable PNG"]),
        ("a start and garbage", [&b"\x89PNG\r\n\x1a\n"[..], &[0xFF; 50]].concat(), &["not a usable PNG"]),
        ("another kind", b"GIF89a".to_vec(), &["not a usable PNG"]),
        ("a large picture", claims(15_000, 15_000, 2), &["15000 x 15000 pixels, more than a file"]),
        ("an endless picture", claims(u32::MAX, u32::MAX, 6), &["a.png"]),
        ("no columns", claims(0, 5, 0), &["a.png"]),
        ("one long row", claims(100_000_000, 1, 0), &["a.png"]),
    ];
    let case = |(name, bytes, words): (&str, Vec<u8>, Words)| {
        Case::new(name, words, move || {
            let text = format!("<mujoco><asset>{}</asset></mujoco>", TEXTURE.replace('#', "a.png"));
            Loader::new().assets([("a.png", bytes)].into_iter().collect()).load_str(&text, "").map(drop)
        })
    };
    table.into_iter().map(case).collect()
}

/// One face that winds around itself, so that its ears are found one by one.
fn winding(corners: usize) -> String {
    let turn = |i: usize, inwards: f64| {
        let t = 1.0 + i as f64 / 25.0;
        format!("v {:.6} {:.6} 0\n", (t - inwards) * t.cos(), (t - inwards) * t.sin())
    };
    let half = corners / 2;
    let vertices: String = (0..half).map(|i| turn(i, 2.0)).chain((0..half).rev().map(|i| turn(i, 0.0))).collect();
    let face: Vec<String> = (1..=2 * half).map(|i| i.to_string()).collect();
    format!("{vertices}f {}\n", face.join(" "))
}

/// Files on disk.
pub fn files() -> Vec<Case> {
    let folder = Folder::new("files");
    const LONG: u64 = 900 << 20;
    let words = |numbers: &[u32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    create_dir_all(folder.0.join("folder.stl")).unwrap();
    folder.sparse("huge.stl", &[], 3 << 30);
    for name in ["long.stl", "long.msh", "long.skn", "long.obj", "long.bin", "long.png", "long.ktx", "long.xml", "long"]
    {
        folder.sparse(name, &[], LONG);
    }
    let faces = [vec![0; 80], words(&[18_000_000])].concat();
    folder.sparse("faces.stl", &faces, 84 + 50 * 18_000_000);
    folder.sparse("few.stl", &[vec![0; 80], words(&[u32::MAX])].concat(), 5000);
    folder.sparse("points.msh", &words(&[70_000_000, 0, 0, 0]), 16 + 12 * 70_000_000);
    folder.sparse("bones.skn", &words(&[0, 0, 0, 11_000_000]), LONG);
    folder.sparse("empty.skn", &words(&[1_000_000, 0, 0, 1]), 16 + 12_000_000 + 80);
    folder.sparse("grid.bin", &words(&[i32::MAX as u32; 2]), 8);
    folder.sparse("gap.png", &picture(1000, 1000, 2), LONG);
    folder.sparse("headless.png", b"\x89PNG\r\n\x1a\n", LONG);
    write(folder.0.join("winding.obj"), winding(19_000)).unwrap();
    let points: String = (0..20_000).map(|i| format!("v {i} {} {}\n", i % 7, i * i % 11)).collect();
    write(folder.0.join("points.obj"), points).unwrap();
    folder.sparse("level.bin", &words(&[1000, 1000]), 8 + 4_000_000);
    let many = |element: &str| -> String { (0..10_000).map(|i| element.replace('#', &i.to_string())).collect() };
    let meshes = many("<mesh name='m#' file='points.obj' scale='1 1 #'/>");
    let skins = many("<skin name='s#' file='empty.skn'/>");
    let fields = many("<hfield name='h#' file='level.bin' size='1 1 1 1'/>");
    let asset = |inside: &str| format!("<mujoco><asset>{inside}</asset></mujoco>");
    let include = |file: &str| format!("<mujoco><include file='{file}'/></mujoco>");
    let stranger = "<mesh name='m' file='#' content_type='model/obj'/>";
    vec![
        folder.asset("a folder", MESH, "folder.stl", &["it is a directory"]),
        folder.asset("no file", MESH, "none.stl", &["missing files"]),
        folder.asset("a huge mesh", MESH, "huge.stl", &["has 3221225472 bytes, the limit is 1073741824"]),
        folder.asset("zeros for STL", MESH, "long.stl", &["0 faces"]),
        folder.asset("zeros for MSH", MESH, "long.msh", &["its header says 16"]),
        folder.asset("zeros for OBJ", MESH, "long.obj", &["not text"]),
        folder.asset("zeros for a mesh", MESH, "long", &["no decoder"]),
        folder.asset("zeros of another type", stranger, "long", &["no decoder"]),
        folder.asset("faces", MESH, "faces.stl", &["18000000 faces, at most 200000"]),
        folder.asset("faces that are not there", MESH, "few.stl", &["4294967295 faces"]),
        folder.asset("vertices", MESH, "points.msh", &["70000000 vertices, the limit is 1000000"]),
        folder.asset("zeros for SKN", SKIN, "long.skn", &["0 bones take 16 to 16"]),
        folder.asset("bones without vertices", SKIN, "bones.skn", &["11000000 bones take"]),
        folder.asset("vertices without bones", SKIN, "empty.skn", &["vertex count must be positive and is 0"]),
        folder.case("one skin many times", &asset(&skins), &["with meshes and skins before it", "limit 'memory'"]),
        folder.asset("a face that winds", MESH, "winding.obj", &["too many corners", "triangulate"]),
        folder.asset("zeros for PNG", TEXTURE, "long.png", &["not a usable PNG"]),
        folder.asset("zeros for KTX", TEXTURE, "long.ktx", &["signature is neither"]),
        folder.asset("zeros behind a header", TEXTURE, "gap.png", &["too many for 1000 x 1000 pixels"]),
        folder.asset("zeros for a header", TEXTURE, "headless.png", &["its first chunk is not the header"]),
        folder.asset("zeros for heights", HFIELD, "long.bin", &["0 x 0 samples need 8 bytes"]),
        folder.asset("heights that are not there", HFIELD, "grid.bin", &["2147483647 x 2147483647 samples"]),
        folder.case("one mesh many times", &asset(&meshes), &["with those before it", "limit 'memory'"]),
        folder.case("one field many times", &asset(&fields), &["hfield[h268]", "limit 'picture_bytes'"]),
        folder.case("a folder for a part", &include("folder.stl"), &["it is a directory"]),
        folder.case("no part", &include("none.xml"), &["no such file"]),
        folder.case("zeros for a part", &include("long.xml"), &["not text"]),
        folder.case("itself", &include("itself.xml"), &["already included"]),
    ]
}

/// Devices, and files that the system generates.
#[cfg(target_os = "linux")]
pub fn files_of_the_system() -> Vec<Case> {
    let folder = Folder::new("system");
    let table: [(&str, Words); 5] = [
        ("/dev/zero", &["device"]),
        ("/dev/null", &["device"]),
        ("/proc/self/maps", &["generated by the system"]),
        ("/proc/cpuinfo", &["generated by the system"]),
        ("/proc", &["directory"]),
    ];
    let mut cases = vec![];
    for (i, (file, words)) in table.into_iter().enumerate() {
        let link = format!("link{i}.stl");
        std::os::unix::fs::symlink(file, folder.0.join(&link)).unwrap();
        cases.push(folder.asset(&format!("mesh {i}"), MESH, &link, words));
        cases.push(folder.asset(
            &format!("picture {i}"),
            "<texture name='t' type='2d' content_type='image/png' file='#'/>",
            file,
            words,
        ));
        cases.push(folder.asset(&format!("heights {i}"), HFIELD, file, words));
        cases.push(folder.case(&format!("part {i}"), &format!("<mujoco><include file='{file}'/></mujoco>"), words));
    }
    cases
}
