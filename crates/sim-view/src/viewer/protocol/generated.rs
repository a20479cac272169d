//! Generates the page's side of the protocol and compares it with `viewer/src/protocol.generated.ts`.

use super::record::{self, RecordInfo};
use super::*;
use crate::scene::{CameraKind, MouseAction, Perturb, Shape, VisualFlags};
use sim_core::{JointType, LightType, TextureType};
use std::fmt::Write;
use std::path::Path;
use ts_rs::{Config, TS};

/// Variable that rewrites the file.
const UPDATE: &str = "UPDATE_PROTOCOL";

const HEADER: &str = "\
/**
 * The protocol between the viewer's server and this page.
 *
 * Generated from crates/sim-view/src/viewer/protocol. Do not edit: `cargo xtask protocol` rewrites it.
 */
";

/// A text of ts-rs with its comments on single lines.
fn tidy(text: &str, indent: &str) -> String {
    text.replace("/**\n * ", "/** ")
        .replace("\n */\n", &format!(" */\n{indent}"))
        .replace("\n * ", &format!("\n{indent} * "))
        .replace("\n/** ", &format!("\n{indent}/** "))
        .replace(" \n", "\n")
}

/// The declaration of a type with its doc comment.
fn declaration<T: TS>(cfg: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    // without examples, which are Rust
    let summary = docs.split_once("\n *\n").map_or(docs.clone(), |(summary, _)| format!("{summary}\n */\n"));
    let doc = tidy(&summary, "");
    format!("\n{doc}export {}\n", tidy(&T::decl(cfg), "  "))
}

macro_rules! declarations {
    ($cfg:expr, $($kind:ty),* $(,)?) => { [$(declaration::<$kind>($cfg)),*].concat() };
}

/// JSON messages.
fn messages() -> String {
    let cfg = &Config::new().with_large_int("number");
    declarations!(
        cfg,
        PageMessage,
        OptionsChoice,
        CameraChoice,
        ServerMessage,
        ModelMessage,
        BodyInfo,
        JointInfo,
        ActuatorInfo,
        SensorInfo,
        CameraInfo,
        GeomInfo,
        FieldInfo,
        FlagInfo,
        WorldsInfo,
        WorldGeom,
        Visual,
        StartCamera,
        StatusMessage,
        HistoryStatus,
        SolverStatus,
        StageTime,
        WorldError,
        ErrorMessage,
        SourceLine,
        NoticeMessage,
        PickedMessage,
        PointedMessage,
        ViewMessage,
        CameraPose,
        OptionsState,
        Rendering,
        WidgetsMessage,
        WidgetInfo,
        WidgetKind,
        OverlayText,
        Figure,
        FigureColors,
        FigureLine,
        LegendEntry,
    )
}

/// An object of numbers.
fn numbers(out: &mut String, name: &str, doc: &str, entries: &[(&str, i64)]) {
    let entries: Vec<String> = entries.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    write!(out, "\n/** {doc} */\nexport const {name} = {{ {} }} as const;\n", entries.join(", ")).unwrap();
}

fn number(out: &mut String, name: &str, doc: &str, value: i64) {
    write!(out, "\n/** {doc} */\nexport const {name} = {value};\n").unwrap();
}

/// Names and numbers of constants of a type that wraps its number.
macro_rules! cases {
    ($kind:ident: $($name:ident),*) => { [$((stringify!($name), i64::from($kind::$name.0))),*] };
}

/// Names and numbers of an enum's variants.
macro_rules! variants {
    ($kind:ident: $($name:ident),*) => { [$((stringify!($name), $kind::$name as i64)),*] };
}

/// Numbers that both sides know.
fn constants() -> String {
    let out = &mut String::new();
    number(out, "MAX_TEXT_BYTES", "Limit on the bytes of a text message.", MAX_TEXT_BYTES as i64);
    number(
        out,
        "MAX_MODEL_BYTES",
        "Limit on the bytes of a model that is dropped on the page.",
        MAX_MODEL_BYTES as i64,
    );
    number(out, "MAX_WATCHED", "Limit on watched values.", MAX_WATCHED as i64);
    number(out, "MAX_STEPS", "Limit on the steps of one request.", MAX_STEPS.into());
    numbers(out, "BinaryKind", "Kind of a binary message.", &[("Frame", FRAME.into()), ("Overlay", OVERLAY.into())]);
    numbers(out, "OverlayKind", "Kind of an overlay.", &variants!(OverlayKind: Texts, Figures, Images));
    let bits = [("Playing", FRAME_PLAYING.into()), ("Reset", FRAME_RESET.into())];
    numbers(out, "FrameBit", "Bits of a frame: time runs; the page forgets all items.", &bits);
    let bits = [
        ("Texuniform", LOOK_TEXUNIFORM.into()),
        ("Texcoord", LOOK_TEXCOORD.into()),
        ("Transparent", LOOK_TRANSPARENT.into()),
    ];
    numbers(out, "LookBit", "Bits of a look.", &bits);
    number(out, "LOOK_CATEGORY_SHIFT", "Number of bits below the category of a look.", LOOK_CATEGORY_SHIFT.into());
    let bits = [("Headlight", LIGHT_IS_HEADLIGHT.into()), ("CastsShadow", LIGHT_CASTS_SHADOW.into())];
    numbers(out, "LightBit", "Bits of a light.", &bits);
    numbers(out, "LightKind", "Kind of a light.", &cases!(LightType: Spot, Directional, Point, Image));
    numbers(out, "TextureKind", "Kind of a texture.", &cases!(TextureType: TwoD, Cube, Skybox));
    let shapes = cases!(
        Shape: Plane, Hfield, Sphere, Capsule, Ellipsoid, Cylinder, Box, Mesh, Sdf, Arrow, Arrow1, Arrow2, Line, LineBox, Skin,
        Label, Triangle
    );
    numbers(out, "Shape", "Shape of an item: `mjtGeom`.", &shapes);
    numbers(out, "CameraKind", "Kind of a camera: `mjtCamera`.", &variants!(CameraKind: Free, Tracking, Fixed));
    let actions = variants!(MouseAction: RotateV, RotateH, MoveV, MoveH, Zoom);
    numbers(out, "MouseAction", "Effect of a mouse motion: `mjtMouse`.", &actions);
    let holds = [("Push", Perturb::TRANSLATE.into()), ("Turn", Perturb::ROTATE.into())];
    numbers(out, "HoldKind", "How the mouse holds a body: `mjtPertBit`.", &holds);
    numbers(out, "JointType", "Type of a joint: `mjtJoint`.", &cases!(JointType: Free, Ball, Slide, Hinge));
    let flags = VisualFlags::all().iter_names().map(|(name, flag)| (name, flag.bits().trailing_zeros().into()));
    numbers(out, "VisualFlag", "Number of each bit of `mjtVisFlag`.", &flags.collect::<Vec<_>>());
    number(out, "POSITION_BITS", "Bits of each coordinate of a body without an anchor.", POSITION_BITS.into());
    number(out, "QUATERNION_BITS", "Bits of each quaternion component of such a body.", QUATERNION_BITS.into());
    number(out, "NEAR_POSITION_BITS", "Bits of each coordinate of a body with an anchor.", NEAR_POSITION_BITS.into());
    let doc = "Bits of the quaternion components of such a body.";
    write!(out, "\n/** {doc} */\nexport const NEAR_QUATERNION_BITS = {NEAR_QUATERNION_BITS:?} as const;\n").unwrap();
    std::mem::take(out)
}

/// The interface, size and reader of a binary record.
fn record(info: &RecordInfo) -> String {
    let RecordInfo { name, doc, bytes, fields } = info;
    let constant = name.char_indices().fold(String::new(), |text, (at, c)| {
        let gap = if at > 0 && c.is_uppercase() { "_" } else { "" };
        text + gap + &c.to_uppercase().to_string()
    });
    let mut out = format!("\n/**{doc} */\nexport interface {name} {{\n");
    for (field, doc, _, _, count) in fields {
        let kind = if *count == 0 { "number".to_string() } else { format!("[{}]", vec!["number"; *count].join(", ")) };
        writeln!(out, "  /**{doc} */\n  {field}: {kind};").unwrap();
    }
    write!(out, "}}\n\n/** Bytes of a `{name}`. */\nexport const {constant}_BYTES = {bytes};\n").unwrap();
    write!(out, "\n/** Reads the `{name}` at byte `at`. */\n").unwrap();
    writeln!(out, "export function read{name}(view: DataView, at: number): {name} {{\n  return {{").unwrap();
    let mut offset = 0;
    for (field, _, view, bytes, count) in fields {
        let read = |offset: usize| {
            let place = if offset == 0 { "at".to_string() } else { format!("at + {offset}") };
            format!("view.get{view}({place}, true)")
        };
        let value = match count {
            0 => read(offset),
            _ => format!("[{}]", (0..*count).map(|k| read(offset + k * bytes)).collect::<Vec<_>>().join(", ")),
        };
        writeln!(out, "    {field}: {value},").unwrap();
        offset += bytes * count.max(&1);
    }
    assert_eq!(offset, *bytes, "{name}");
    out + "  };\n}\n"
}

#[test]
fn the_page_has_these_types() {
    let records: String = record::all().iter().map(record).collect();
    let made = [HEADER, &constants(), &messages(), &records].concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/src/protocol.generated.ts");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "viewer/src/protocol.generated.ts differs from the Rust types: run `cargo xtask protocol`");
}
