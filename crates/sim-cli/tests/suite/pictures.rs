//! Pictures and films: what `render` and `run --video` write, and what they reject.

use crate::common::{command, cortenforge, folder, model, object, parts, stderr, text, write};
use std::path::Path;

/// A red ball that falls into a white room.
const BALL: &str = "<mujoco><visual><headlight ambient='.5 .5 .5'/></visual><statistic extent='1' center='0 0 .5'/><worldbody>\
    <camera name='side' pos='0 -2 .5' xyaxes='1 0 0 0 0 1'/><geom type='plane' size='1 1 .1'/>\
    <body name='ball' pos='0 0 .8'><freejoint/><geom size='.2' rgba='1 0 0 1'/></body></worldbody></mujoco>";

fn render(args: &[&str]) -> serde_json::Value {
    let args: Vec<&str> =
        ["render"].into_iter().chain(args.iter().copied()).chain(["--json", "--size", "64x48"]).collect();
    object(&cortenforge(&args))
}

/// Width, height and bytes of a picture.
fn picture(path: &Path) -> (u32, u32, png::BitDepth, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let info = reader.info();
    (info.width, info.height, info.bit_depth, pixels)
}

/// Middle row of the red pixels.
fn height_of_the_ball(path: &Path) -> usize {
    let (width, _, _, rgb) = picture(path);
    let red = |p: &[u8]| p[0] > 60 && p[1] < p[0] / 2 && p[2] < p[0] / 2;
    let rows: Vec<usize> = rgb.chunks(3).enumerate().filter(|(_, p)| red(p)).map(|(i, _)| i / width as usize).collect();
    assert!(!rows.is_empty(), "there is no ball");
    rows[rows.len() / 2]
}

#[test]
fn a_picture_shows_the_model_at_its_time() {
    let folder = folder("picture");
    let ball = write(&folder.join("ball.xml"), BALL);
    let shown = |time: &str| {
        let out = folder.join(format!("{time}.png"));
        let report = render(&[&ball, "-o", &text(&out), "--camera", "side", "--time", time]);
        assert_eq!((&report["pictures"], &report["width"]), (&1.into(), &64.into()), "{report}");
        let (width, height, bits, _) = picture(&out);
        assert_eq!((width, height, bits), (64, 48, png::BitDepth::Eight));
        height_of_the_ball(&out)
    };
    assert!(shown("0.3") > shown("0") + 4, "the ball falls");
    assert_eq!(parts(&folder), 0);
}

#[test]
fn depth_is_in_millimetres_and_objects_have_colours() {
    let folder = folder("depth");
    let ball = write(&folder.join("ball.xml"), BALL);
    let out = text(&folder.join("depth.png"));
    render(&[&ball, "-o", &out, "--camera", "side", "--depth"]);
    let (width, _, bits, bytes) = picture(Path::new(&out));
    assert_eq!(bits, png::BitDepth::Sixteen);
    let millimetres: Vec<u16> = bytes.chunks(2).map(|b| u16::from_be_bytes([b[0], b[1]])).collect();
    // the ball's near side is 1.8 m away
    assert!(millimetres.iter().any(|d| d.abs_diff(1800) < 30), "{:?}", &millimetres[..width as usize]);
    let out = text(&folder.join("objects.png"));
    render(&[&ball, "-o", &out, "--camera", "side", "--segmentation"]);
    let mut colours: Vec<[u8; 3]> = picture(Path::new(&out)).3.chunks(3).map(|p| [p[0], p[1], p[2]]).collect();
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 3, "nothing, plane, ball: {colours:?}");
}

#[test]
fn films_are_made_of_models_and_of_recorded_runs() {
    let folder = folder("films");
    let ball = write(&folder.join("ball.xml"), BALL);
    let run = text(&folder.join("run.npz"));
    let recorded = cortenforge(&["run", &ball, "--time", "0.5", "--out", &run]);
    assert!(recorded.status.success(), "{}", stderr(&recorded));
    for (source, ending, magic) in [(&ball, "gif", &b"GIF89a"[..]), (&run, "webp", b"RIFF"), (&run, "gif", b"GIF89a")] {
        let out = folder.join(format!("film.{ending}"));
        let report = render(&[source, "-o", &text(&out), "--fps", "20", "--time", "0.25"]);
        assert_eq!(report["pictures"], 6, "{report}");
        assert!(std::fs::read(&out).unwrap().starts_with(magic));
    }
    // the recording's last row; the recording names the model
    let out = folder.join("last.png");
    render(&[&run, "-o", &text(&out), "--camera", "side"]);
    let first = folder.join("first.png");
    render(&[&run, "-o", &text(&first), "--camera", "side", "--time", "0"]);
    assert!(height_of_the_ball(&out) > height_of_the_ball(&first) + 4);
}

#[test]
fn a_run_is_filmed_while_it_goes_on() {
    let folder = folder("filmed");
    let ball = write(&folder.join("ball.xml"), BALL);
    let film = folder.join("run.gif");
    let args = ["run", &ball, "--time", "0.2", "--video", &text(&film), "--size", "40x30", "--fps", "25", "--json"];
    let output = cortenforge(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(object(&output)["filmed"]["pictures"], 6);
    assert!(std::fs::read(&film).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn what_cannot_be_drawn_is_an_error_with_its_cure() {
    let folder = folder("refused");
    let ball = write(&folder.join("ball.xml"), BALL);
    let out = text(&folder.join("out.png"));
    let film = text(&folder.join("out.gif"));
    let jpeg = text(&folder.join("out.jpg"));
    let cases: [(&[&str], &str); 10] = [
        (&[&ball, "-o", &jpeg], "name a picture .png, a film .gif"),
        (&[&ball, "-o", &out, "--camera", "top"], "it has side"),
        (&[&ball, "-o", &out, "--camera", "1"], "it has side"),
        (&[&ball, "-o", &out, "--track", "cube"], "it has world, ball"),
        (&[&ball, "-o", &out, "--key", "home"], "--key home does not exist: the model has no keyframes"),
        (&[&ball, "-o", &film, "--fps", "60"], "choose another rate"),
        (&[&ball, "-o", &film, "--time", "1e7"], "shorter --time"),
        (&[&ball, "-o", &out, "--model", &ball], "recorded run"),
        (&["missing.xml", "-o", &out], "no such file"),
        (&["missing.npz", "-o", &out], "--model"),
    ];
    for (args, message) in cases {
        let report = render(args);
        let said = report["error"]["message"].as_str().unwrap_or_default();
        assert!(said.contains(message), "{args:?}: {report}");
    }
    assert_eq!((Path::new(&out).exists(), Path::new(&film).exists(), parts(&folder)), (false, false, 0));
    // the model is never overwritten
    let itself = text(&folder.join("ball.png"));
    std::fs::write(&itself, BALL).unwrap();
    let report = render(&[&itself, "-o", &itself]);
    assert!(report["error"]["message"].as_str().unwrap().contains("the model itself"), "{report}");
    assert_eq!(std::fs::read_to_string(&itself).unwrap(), BALL);
}

#[test]
fn a_missing_ffmpeg_is_named() {
    let folder = folder("ffmpeg");
    let ball = write(&folder.join("ball.xml"), BALL);
    let out = text(&folder.join("film.mp4"));
    let args = ["render", &ball, "-o", &out, "--json"];
    let output = command(&args).env("PATH", text(&folder)).output().unwrap();
    let message = object(&output)["error"]["message"].to_string();
    for words in ["ffmpeg, which is not installed", "pip install imageio-ffmpeg", ".gif or .webp"] {
        assert!(message.contains(words), "{message}");
    }
    let output = command(&args).env("CORTENFORGE_FFMPEG", text(&folder.join("none"))).output().unwrap();
    let message = object(&output)["error"]["message"].to_string();
    assert!(message.contains("CORTENFORGE_FFMPEG is ") && message.contains("give the path"), "{message}");
}

#[cfg(unix)]
#[test]
fn the_ffmpeg_that_a_variable_names_is_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("ffmpeg-named");
    let ball = write(&folder.join("ball.xml"), BALL);
    // writes its name into the film, which is its last argument
    let script = "#!/bin/sh\ncat > /dev/null\nfor film; do :; done\necho encoded > \"$film\"\n";
    let encoder = folder.join("an encoder");
    write(&encoder, script);
    std::fs::set_permissions(&encoder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let out = text(&folder.join("film.mp4"));
    let args = ["render", &ball, "-o", &out, "--time", "0.1", "--size", "32x24"];
    let output = command(&args).env("CORTENFORGE_FFMPEG", text(&encoder)).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "encoded\n");
}

#[test]
fn recordings_of_another_model_are_refused() {
    let folder = folder("other");
    let ball = write(&folder.join("ball.xml"), BALL);
    let run = text(&folder.join("run.npz"));
    let recorded = cortenforge(&["run", &model("cartpole.xml"), "--steps", "5", "--out", &run]);
    assert!(recorded.status.success(), "{}", stderr(&recorded));
    let report = render(&[&run, "-o", &text(&folder.join("a.png")), "--model", &ball]);
    assert!(report["error"]["message"].as_str().unwrap().contains("is it a run of this model?"), "{report}");
}
