//! Pictures and elevations: valid PNG files with wrong contents, and raw files.

use crate::dice::Dice;
use sim_mjcf::Assets;

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |c, _| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
    })
}

fn adler(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    out.extend((content.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(kind);
    out.extend(content);
    out.extend(crc(&out[start..]).to_be_bytes());
}

/// Makes a PNG file with correct checksums around any contents; `pixels` has no filter bytes.
pub fn png(width: u32, height: u32, depth: u8, colour: u8, pixels: &[u8]) -> Vec<u8> {
    let channels = [1, 1, 3, 1, 2, 1, 4, 1][usize::from(colour & 7)];
    let row = (u64::from(width) * channels * u64::from(depth)).div_ceil(8).clamp(1, 1 << 20) as usize;
    let mut lines = vec![];
    for line in pixels.chunks(row) {
        lines.push(line[0] % 5);
        lines.extend(line);
    }
    packed(width, height, depth, colour, &lines)
}

/// Makes a PNG file from pixels with filter bytes.
fn packed(width: u32, height: u32, depth: u8, colour: u8, lines: &[u8]) -> Vec<u8> {
    let mut head = vec![];
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([depth, colour, 0, 0, 0]);
    // stored blocks: the fuzzer's bytes stay visible in the file
    let mut data = vec![0x78, 0x01];
    let blocks = lines.chunks(65535).count().max(1);
    for i in 0..blocks {
        let block = lines.chunks(65535).nth(i).unwrap_or(&[]);
        let len = block.len() as u16;
        data.push(u8::from(i + 1 == blocks));
        data.extend(len.to_le_bytes());
        data.extend((!len).to_le_bytes());
        data.extend(block);
    }
    data.extend(adler(lines).to_be_bytes());
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, b"IHDR", &head);
    if colour == 3 {
        chunk(&mut out, b"PLTE", &[10, 20, 30, 200, 100, 0]);
    }
    chunk(&mut out, b"IDAT", &data);
    chunk(&mut out, b"IEND", &[]);
    out
}

/// Returns a side of a picture: small, sometimes extreme.
fn side(dice: &mut Dice<'_>) -> u32 {
    if dice.chance(24) { dice.whole(true) as u32 } else { 1 + dice.below(12) as u32 }
}

/// Makes a picture with any header; its data may not fit.
fn made_png(dice: &mut Dice<'_>) -> Vec<u8> {
    let (width, height) = (side(dice), side(dice));
    let depth = dice.pick(&[8, 16, 1, 2, 4, 3, 0, 32]);
    let colour = dice.pick(&[2, 0, 6, 3, 4, 1, 7, 5]);
    let count = dice.below(1024);
    let pixels: Vec<u8> = (0..count).map(|_| dice.byte()).collect();
    png(width, height, depth, colour, &pixels)
}

/// Makes a height field whose header fits its samples.
fn made_hfield(dice: &mut Dice<'_>) -> Vec<u8> {
    let (rows, columns) = (1 + dice.below(6), 1 + dice.below(6));
    let mut out: Vec<u8> = [rows as i32, columns as i32].iter().flat_map(|n| n.to_le_bytes()).collect();
    for _ in 0..rows * columns {
        out.extend((dice.number() as f32).to_le_bytes());
    }
    out
}

/// The attributes of a texture.
fn texture(dice: &mut Dice<'_>) -> String {
    let mut text = format!("type='{}'", dice.pick(&["2d", "cube", "skybox"]));
    if dice.chance(64) {
        text += &format!(" gridsize='{} {}'", dice.whole(true), dice.whole(true));
        text += &format!(" gridlayout='{}'", dice.pick(&[".U..LFRB.D..", "RLUDFB", "R", "............", "FFFFFF"]));
    }
    for flag in ["hflip", "vflip"] {
        if dice.chance(64) {
            text += &format!(" {flag}='true'");
        }
    }
    if dice.chance(96) {
        text += &format!(" nchannel='{}'", dice.whole(true));
    }
    if dice.chance(32) {
        text += &format!(" width='{}' height='{}' builtin='checker' mark='random'", side(dice), side(dice));
    }
    text
}

/// The `png_hfield` target: one file as texture and as height field, with rays and a ball on the field. The last eight bytes
/// choose the options; the others are the file, or the random choices that make it.
pub fn run(bytes: &[u8]) {
    let (file, last) = bytes.split_at(bytes.len().saturating_sub(8));
    let mut dice = Dice::new(last);
    let made = dice.below(4);
    let (name, content) = match made {
        0 => ("a.png", file.to_vec()),
        1 => ("a.bin", file.to_vec()),
        2 => ("a.png", made_png(&mut Dice::new(file))),
        _ => ("a.bin", made_hfield(&mut Dice::new(file))),
    };
    let mut assets = Assets::new();
    assets.insert(name, content);
    let texture = texture(&mut dice);
    let as_texture = format!("<mujoco><asset><texture name='t' file='{name}' {texture}/></asset></mujoco>");
    let _ = crate::load::load(&as_texture, assets.clone());
    let field = format!(
        "<mujoco><asset><hfield name='h' file='{name}' size='1 1 {} .1'/></asset><worldbody><geom type='hfield' \
         hfield='h'/><body pos='.1 0 .3'><freejoint/><geom size='.3'/><site name='s' zaxis='0 0 -1'/></body></worldbody>\
         <sensor><rangefinder site='s'/></sensor></mujoco>",
        dice.positive()
    );
    if let Ok(loaded) = crate::load::load(&field, assets) {
        let model = loaded.model;
        // a field of a million cells is valid but slow
        if model.nhfielddata <= 1 << 12 {
            let mut data = model.make_data();
            for _ in 0..3 {
                let _ = data.step(&model);
            }
        }
    }
}
