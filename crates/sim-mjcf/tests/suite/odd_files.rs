//! Files with slightly wrong formats. MuJoCo 3.12.0 loads some of them and refuses others; so does this loader.

use sim_core::ObjType;
use sim_mjcf::{Assets, Loader};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

fn adler(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), &x| {
        let a = (a + u32::from(x)) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc(&body).to_be_bytes()].concat()
}

/// A zlib stream with one stored block.
fn zlib(raw: &[u8]) -> Vec<u8> {
    let length = raw.len() as u16;
    let head = [0x78, 0x01, 1];
    [&head[..], &length.to_le_bytes(), &(!length).to_le_bytes(), raw, &adler(raw).to_be_bytes()].concat()
}

/// Header of two by two pixels of 8 bits.
fn header(color: u8) -> Vec<u8> {
    chunk(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 2, 8, color, 0, 0, 0])
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [SIGNATURE, &chunks.concat()].concat()
}

/// Rows of two RGB pixels with their filters, and rows of two numbers of colours.
const RGB: [u8; 14] = [0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12];
const INDEXED: [u8; 6] = [0, 0, 1, 0, 1, 0];
const PALETTE: [u8; 6] = [10, 20, 30, 40, 50, 60];

/// The texture of a file, or why there is none.
fn load(file: Vec<u8>) -> Result<Vec<u8>, String> {
    let mut assets = Assets::new();
    assets.insert("a.png", file);
    let text = "<mujoco><asset><texture type='2d' file='a.png'/></asset></mujoco>";
    Loader::new()
        .assets(assets)
        .load_str(text, "")
        .map(|loaded| loaded.model.tex_data.to_vec())
        .map_err(|e| e.to_string())
}

#[track_caller]
fn loads(file: Vec<u8>) {
    assert_eq!(load(file).unwrap(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
}

#[track_caller]
fn refuses(file: Vec<u8>, why: &str) {
    let error = load(file).unwrap_err();
    assert!(error.contains(why), "'{why}' is not in: {error}");
}

#[test]
fn numbers_of_colours_need_a_palette_anywhere_in_the_file() {
    let (head, pixels, palette, end) =
        (header(3), chunk(b"IDAT", &zlib(&INDEXED)), chunk(b"PLTE", &PALETTE), chunk(b"IEND", b""));
    refuses(png(&[head.clone(), pixels.clone(), end.clone()]), "no palette");
    refuses(png(&[head.clone(), chunk(b"PLTE", b""), pixels.clone(), end.clone()]), "palette");
    let colours = [10, 20, 30, 40, 50, 60, 40, 50, 60, 10, 20, 30];
    for order in [[&palette, &pixels], [&pixels, &palette]] {
        assert_eq!(load(png(&[head.clone(), order[0].clone(), order[1].clone(), end.clone()])).unwrap(), colours);
    }
    // the last of several counts
    let other = chunk(b"PLTE", &[9; 6]);
    assert_eq!(load(png(&[head, other, palette, pixels, end])).unwrap(), colours);
}

#[test]
fn pixels_are_neither_more_nor_fewer_than_the_header_says() {
    let of = |packed: &[u8]| png(&[header(2), chunk(b"IDAT", packed), chunk(b"IEND", b"")]);
    loads(of(&zlib(&RGB)));
    for surplus in [&[1u8][..], &[0; 7], &[0; 1000]] {
        refuses(of(&zlib(&[&RGB, surplus].concat())), "instead of 14");
    }
    refuses(of(&zlib(&RGB[..13])), "instead of 14");
    for after in [&b"x"[..], b"abcd", &[7; 100]] {
        refuses(of(&[&zlib(&RGB), after].concat()), "checksum");
    }
    // the checksum is looked for at the end
    loads(of(&[&zlib(&RGB), &b"between"[..], &adler(&RGB).to_be_bytes()].concat()));
    let packed = zlib(&RGB);
    refuses(of(&packed[..packed.len() - 4]), "packed data");
}

#[test]
fn pixels_may_come_in_pieces_with_others_between() {
    let packed = zlib(&RGB);
    let (first, second) = packed.split_at(5);
    let pieces = [chunk(b"IDAT", first), chunk(b"tEXt", b"a\0b"), chunk(b"IDAT", b""), chunk(b"IDAT", second)];
    loads(png(&[header(2), pieces.concat(), chunk(b"IEND", b"")]));
}

#[test]
fn bytes_after_the_end_of_an_image_do_not_matter() {
    let whole = png(&[header(2), chunk(b"IDAT", &zlib(&RGB)), chunk(b"IEND", b"")]);
    for tail in [&b"junk"[..], &[0; 5000], &chunk(b"IDAT", b"zz"), b"\0\0\0\x04tEX"] {
        loads([&whole, tail].concat());
    }
    refuses(whole[..whole.len() - 12].to_vec(), "broken off");
}

#[test]
fn the_end_of_an_image_may_hold_data() {
    for data in [&b"abc"[..], &[0; 100]] {
        loads(png(&[header(2), chunk(b"IDAT", &zlib(&RGB)), chunk(b"IEND", data)]));
    }
    let mut damaged = png(&[header(2), chunk(b"IDAT", &zlib(&RGB)), chunk(b"IEND", b"abc")]);
    *damaged.last_mut().unwrap() ^= 1;
    refuses(damaged, "checksum of chunk IEND");
}

#[test]
fn known_chunks_need_checksums_and_unknown_ones_do_not() {
    let with = |extra: Vec<u8>| png(&[header(2), extra, chunk(b"IDAT", &zlib(&RGB)), chunk(b"IEND", b"")]);
    let damaged = |mut extra: Vec<u8>| {
        *extra.last_mut().unwrap() ^= 1;
        with(extra)
    };
    loads(damaged(chunk(b"abCd", b"xx")));
    loads(with(chunk(b"fcTL", b"")));
    refuses(with(chunk(b"ABCD", b"")), "essential");
    refuses(with(chunk(b"ab1d", b"")), "name of a chunk");
    refuses(damaged(chunk(b"gAMA", &[0; 4])), "checksum of chunk gAMA");
    let sizes: [(&[u8; 4], usize); 9] = [
        (b"gAMA", 4),
        (b"cHRM", 32),
        (b"sRGB", 1),
        (b"pHYs", 9),
        (b"tIME", 7),
        (b"bKGD", 6),
        (b"cICP", 4),
        (b"tRNS", 6),
        (b"cLLI", 8),
    ];
    for (kind, size) in sizes {
        loads(with(chunk(kind, &vec![0; size])));
        refuses(with(chunk(kind, &vec![0; size + 1])), &format!("{} bytes instead of {size}", size + 1));
    }
    loads(with(chunk(b"sBIT", &[8, 1, 5])));
    refuses(with(chunk(b"sBIT", &[9, 1, 5])), "sBIT");
    loads(with(chunk(b"tEXt", b"keyword\0text")));
    refuses(with(chunk(b"tEXt", b"")), "keyword");
    loads(with(chunk(b"zTXt", &[&b"k\0\0"[..], &zlib(b"text")].concat())));
    refuses(with(chunk(b"zTXt", b"k\0\0text")), "zTXt");
}

#[test]
fn bytes_that_are_not_utf_8_are_taken_for_latin_1() {
    let load = |bytes: &[u8]| {
        let mut assets = Assets::new();
        assets.insert("m.xml", bytes.to_vec());
        Loader::new().assets(assets).disk(false).load("m.xml").map_err(|e| e.to_string())
    };
    // accepted in names, texts and comments, whatever the file declares
    for declared in ["", "<?xml version='1.0' encoding='ISO-8859-1'?>", "<?xml version='1.0' encoding='UTF-8'?>"] {
        let text =
            b"<mujoco model='\xfc'><!-- \xe4\xff -->\xe4<worldbody><geom name='\xe5' size='1'/></worldbody></mujoco>";
        let model = load(&[declared.as_bytes(), text].concat()).unwrap().model;
        assert_eq!((model.name(ObjType::Geom, 0), model.ngeom), (Some("\u{e5}"), 1));
    }
    // names that differ in such a byte are two names
    assert!(
        load(b"<mujoco><worldbody><geom name='\xe4' size='1'/><geom name='\xe5' size='1'/></worldbody></mujoco>")
            .is_ok()
    );
    // refused where they are no name of ours, or no number
    for text in [
        &b"<mujoco><world\xe4body/></mujoco>"[..],
        b"<mujoco><worldbody><geom s\xe4ze='1'/></worldbody></mujoco>",
        b"<mujoco><worldbody><geom size='1\xe4'/></worldbody></mujoco>",
    ] {
        assert!(load(text).is_err());
    }
}
