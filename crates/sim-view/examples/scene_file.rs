//! Makes pictures of a scene that a file describes: the other half of `conformance/pictures.py`.
//!
//! `scene_file MODEL SCENE WIDTH HEIGHT OUT [ROUNDS THREADS]` writes `OUT.color`, `OUT.depth` and `OUT.objects`, raw arrays of
//! bytes, 32-bit floats and pairs of 32-bit numbers. With ROUNDS it prints the seconds of a picture in colour, of depth and of
//! segmentation: the best and the median.

use sim_core::{LightType, ObjType};
use sim_view::render::{Options, Renderer};
use sim_view::{Categories, Label, Projection, RenderFlags, Scene, SceneGeom, SceneLight, Shape};
use std::error::Error;
use std::io::Write;
use std::time::Instant;

/// Numbers of a text, one after the other.
struct Numbers<'a>(std::str::SplitAsciiWhitespace<'a>);

impl Numbers<'_> {
    fn word(&mut self) -> Result<&str, Box<dyn Error>> {
        self.0.next().ok_or_else(|| "the scene ends too early".into())
    }

    fn float(&mut self) -> Result<f32, Box<dyn Error>> {
        Ok(self.word()?.parse()?)
    }

    fn int(&mut self) -> Result<i32, Box<dyn Error>> {
        Ok(self.word()?.parse()?)
    }

    fn count(&mut self) -> Result<usize, Box<dyn Error>> {
        Ok(self.word()?.parse()?)
    }

    fn flag(&mut self) -> Result<bool, Box<dyn Error>> {
        Ok(self.int()? != 0)
    }

    fn floats<const N: usize>(&mut self) -> Result<[f32; N], Box<dyn Error>> {
        let mut out = [0.0; N];
        for x in &mut out {
            *x = self.float()?;
        }
        Ok(out)
    }
}

/// Triangles and texture coordinates of a skin.
type SkinFaces = (Vec<[u32; 3]>, Vec<[f32; 2]>);

fn camera(n: &mut Numbers<'_>) -> Result<Projection, Box<dyn Error>> {
    Ok(Projection {
        pos: n.floats()?,
        forward: n.floats()?,
        up: n.floats()?,
        frustum_center: n.float()?,
        frustum_width: n.float()?,
        frustum_bottom: n.float()?,
        frustum_top: n.float()?,
        frustum_near: n.float()?,
        frustum_far: n.float()?,
        orthographic: n.flag()?,
    })
}

fn light(n: &mut Numbers<'_>) -> Result<SceneLight, Box<dyn Error>> {
    Ok(SceneLight {
        id: n.int()?,
        pos: n.floats()?,
        dir: n.floats()?,
        kind: LightType(n.int()?),
        texid: n.int()?,
        attenuation: n.floats()?,
        cutoff: n.float()?,
        exponent: n.float()?,
        ambient: n.floats()?,
        diffuse: n.floats()?,
        specular: n.floats()?,
        headlight: n.flag()?,
        castshadow: n.flag()?,
        bulbradius: n.float()?,
        intensity: n.float()?,
        range: n.float()?,
        softness: n.float()?,
    })
}

fn geom(n: &mut Numbers<'_>) -> Result<SceneGeom, Box<dyn Error>> {
    Ok(SceneGeom {
        shape: Shape(n.int()?),
        dataid: n.int()?,
        objtype: ObjType(n.int()?),
        objid: n.int()?,
        category: Categories::from_bits_retain(n.int()?),
        matid: n.int()?,
        texid: n.int()?,
        texuniform: n.flag()?,
        texcoord: n.flag()?,
        segid: n.int()?,
        size: n.floats()?,
        pos: n.floats()?,
        mat: n.floats()?,
        rgba: n.floats()?,
        emission: n.float()?,
        specular: n.float()?,
        shininess: n.float()?,
        reflectance: n.float()?,
        texrepeat: n.floats()?,
        camdist: n.float()?,
        modelrbound: n.float()?,
        transparent: n.flag()?,
        label: {
            // bytes in hexadecimal behind a sign, so that no text is no gap
            let bytes = n.word()?.trim_start_matches('#').as_bytes().as_chunks::<2>().0.iter();
            let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
            Label::new(&String::from_utf8_lossy(&bytes.filter_map(byte).collect::<Vec<_>>()))
        },
    })
}

fn read(text: &str) -> Result<(Scene, Vec<SkinFaces>), Box<dyn Error>> {
    let n = &mut Numbers(text.split_ascii_whitespace());
    let camera = [camera(n)?, camera(n)?];
    let mut flags = RenderFlags::empty();
    for bit in 0..n.count()? {
        if n.flag()? {
            flags |= RenderFlags::from_bits_retain(1 << bit);
        }
    }
    let mut scene = Scene {
        maxgeom: 0,
        geoms: Vec::new(),
        lights: Vec::new(),
        camera,
        skinvertadr: Vec::new(),
        skinvertnum: Vec::new(),
        skinfacenum: Vec::new(),
        skinvert: Vec::new(),
        skinnormal: Vec::new(),
        flags,
        enabletransform: n.flag()?,
        translate: n.floats()?,
        rotate: n.floats()?,
        scale: n.float()?,
        framewidth: n.count()? as u32,
        framergb: n.floats()?,
        exhausted: false,
    };
    for _ in 0..n.count()? {
        scene.lights.push(light(n)?);
    }
    for _ in 0..n.count()? {
        scene.geoms.push(geom(n)?);
    }
    let mut skins = Vec::new();
    for _ in 0..n.count()? {
        let (vertices, faces, texcoords) = (n.count()?, n.count()?, n.count()?);
        scene.skinvertadr.push(scene.skinvert.len());
        scene.skinvertnum.push(vertices);
        scene.skinfacenum.push(faces);
        for _ in 0..vertices {
            scene.skinvert.push(n.floats()?);
        }
        for _ in 0..vertices {
            scene.skinnormal.push(n.floats()?);
        }
        let faces = (0..faces).map(|_| Ok([n.count()? as u32, n.count()? as u32, n.count()? as u32]));
        let faces = faces.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        let texcoords = (0..texcoords).map(|_| n.floats()).collect::<Result<Vec<_>, _>>()?;
        skins.push((faces, texcoords));
    }
    Ok((scene, skins))
}

/// The best and the median of the seconds that something takes.
fn seconds(rounds: usize, mut act: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<[f64; 2], Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..rounds.max(1) {
        let start = Instant::now();
        act()?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok([times[0], times[times.len() / 2]])
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, scene, width, height, out, rest @ ..] = &arguments[..] else {
        return Err("scene_file MODEL SCENE WIDTH HEIGHT OUT [ROUNDS THREADS]".into());
    };
    let number = |place: usize, default: usize| rest.get(place).map_or(Ok(default), |word| word.parse::<usize>());
    let (rounds, threads) = (number(0, 0)?, number(1, 2)?);
    let (width, height): (usize, usize) = (width.parse()?, height.parse()?);
    let model = sim_mjcf::load_model_from_file(model)?;
    let (scene, skins) = read(&std::fs::read_to_string(scene)?)?;
    let mut renderer = Renderer::new(&model, width, height, Options::default().with_threads(threads))?;
    for (id, (faces, texcoords)) in skins.iter().enumerate() {
        renderer.upload_skin(id, faces, texcoords)?;
    }
    let pixels = width * height;
    let (mut color, mut depth, mut objects) = (vec![0; 3 * pixels], vec![0.0; pixels], vec![[0; 2]; pixels]);
    renderer.color(&scene, &mut color)?;
    renderer.depth(&scene, &mut depth)?;
    renderer.segmentation(&scene, &mut objects)?;
    std::fs::write(format!("{out}.color"), &color)?;
    let bytes: Vec<u8> = depth.iter().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(format!("{out}.depth"), bytes)?;
    let bytes: Vec<u8> = objects.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(format!("{out}.objects"), bytes)?;
    if rounds > 0 {
        let mut lines = std::io::stdout().lock();
        let times = seconds(rounds, || Ok(renderer.color(&scene, &mut color)?))?;
        writeln!(lines, "colour {:.6} {:.6}", times[0], times[1])?;
        let times = seconds(rounds, || Ok(renderer.depth(&scene, &mut depth)?))?;
        writeln!(lines, "depth {:.6} {:.6}", times[0], times[1])?;
        let times = seconds(rounds, || Ok(renderer.segmentation(&scene, &mut objects)?))?;
        writeln!(lines, "segmentation {:.6} {:.6}", times[0], times[1])?;
    }
    Ok(())
}
