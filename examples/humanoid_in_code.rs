//! The humanoid of `models/humanoid.xml` without XML: limbs are written once and built twice. Ends in a check: the model is the
//! same as its twin in MJCF, entry by entry.

use sim_physics::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = humanoid().compile()?;
    let twin = load_model_from_file(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml"))?;
    assert_eq!(model.differing_arrays(&twin), Vec::<&str>::new());
    assert_eq!(model, twin);

    let mut data = model.make_data();
    data.reset_to_keyframe(&model, 0);
    while data.time < 0.5 {
        data.step(&model)?;
    }
    let head = data.body("head")?;
    eprintln!("after {} s the head is at a height of {:.2} m", data.time, head.xpos()[2]);
    for contact in data.contacts().take(2) {
        let [_, foot] = contact.bodies();
        eprintln!("{:?} presses with {:.0} N", foot.map(|id| model.body(id)).transpose()?, contact.force()[2]);
    }
    Ok(())
}

fn humanoid() -> Builder {
    let mut robot = Builder::new("humanoid");
    robot.compiler().angle("degree");
    robot.option().timestep(0.0025);
    robot.statistic().extent(2.0).center([0.0, 0.0, 0.9]);
    looks(&mut robot);
    defaults(&mut robot);

    let mut world = robot.world();
    world.light("sun").pos([0.0, 0.0, 5.0]).dir([0.2, 0.1, -1.0]).directional(true);
    world.plane("floor").size([50.0, 50.0, 1.0]).material("floor");
    world.camera("front").pos([3.5, 0.0, 1.2]).xyaxes([0.0, 1.0, 0.0, -0.1, 0.0, 1.0]).mode("trackcom");
    let mut pelvis = world.body("pelvis").pos([0.0, 0.0, 0.96]);
    pelvis.free("root");
    pelvis.camera("side").pos([0.0, -3.5, 0.3]).xyaxes([1.0, 0.0, 0.0, 0.0, 0.1, 1.0]).mode("trackcom");
    cloth(&mut pelvis, "pelvis", [0.0, -0.075, 0.0, 0.0, 0.075, 0.0], 0.095, 6.6);
    cloth(&mut pelvis, "seat", [-0.02, -0.06, -0.05, -0.02, 0.06, -0.05], 0.08, 1.6);
    pelvis.site("pelvis imu").pos([-0.08, 0.0, 0.03]);
    trunk(&mut pelvis);
    for side in [Side::LEFT, Side::RIGHT] {
        leg(&mut pelvis, side);
    }
    wiring(&mut robot);
    robot
}

/// Left or right, and the sign of y there.
#[derive(Clone, Copy)]
struct Side {
    name: &'static str,
    y: f64,
}

impl Side {
    const LEFT: Self = Self { name: "left", y: 1.0 };
    const RIGHT: Self = Self { name: "right", y: -1.0 };

    /// The name of a part on this side.
    fn of(self, part: &str) -> String {
        format!("{} {part}", self.name)
    }
}

fn looks(robot: &mut Builder) {
    let sky = robot.texture("sky").kind("skybox").builtin("gradient");
    sky.rgb1([0.7, 0.8, 0.9]).rgb2([0.2, 0.3, 0.4]).width(32).height(32);
    let floor = robot.texture("floor").kind("2d").builtin("checker");
    floor.rgb1([0.28, 0.3, 0.32]).rgb2([0.22, 0.24, 0.26]).width(64).height(64);
    robot.material("floor").texture("floor").texrepeat([10.0, 10.0]).texuniform(true).reflectance(0.1);
    robot.material("body").rgba([0.76, 0.6, 0.48, 1.0]);
    robot.material("cloth").rgba([0.25, 0.35, 0.55, 1.0]);
}

fn defaults(robot: &mut Builder) {
    let mut main = robot.defaults();
    main.geom().kind("capsule").condim(3).friction([0.9, 0.01, 0.001]).solref([0.015, 1.0]).material("body");
    main.joint().damping(4.0).armature(0.02).stiffness(2.0).solimplimit([0.9, 0.99, 0.01]);
    main.actuator("motor").ctrlrange([-1.0, 1.0]);
    main.site().size(0.02).group(3);
    main.class("spine").joint().damping(10.0).stiffness(40.0).armature(0.04);
    main.class("hip").joint().damping(6.0).stiffness(10.0).armature(0.05);
    main.class("wrist").joint().damping(0.5).stiffness(1.0).armature(0.005);
    main.class("sole").geom().size(0.022).condim(4);
    main.class("touch").site().kind("box").size([0.06, 0.05, 0.03]).rgba([0.9, 0.2, 0.2, 0.3]);
}

/// A capsule under clothes.
fn cloth(body: &mut build::Body<'_>, name: &str, fromto: [f64; 6], size: f64, mass: f64) {
    body.geom(name).fromto(fromto).size(size).mass(mass).material("cloth");
}

/// A hinge in degrees.
fn joint(body: &mut build::Body<'_>, name: &str, class: &str, axis: [f64; 3], range: [f64; 2]) {
    let joint = body.joint(name).axis(axis).range(range);
    if !class.is_empty() {
        joint.class(class);
    }
}

const FORWARD: [f64; 3] = [1.0, 0.0, 0.0];
const LEFT: [f64; 3] = [0.0, 1.0, 0.0];
const UP: [f64; 3] = [0.0, 0.0, 1.0];

fn trunk(pelvis: &mut build::Body<'_>) {
    let mut abdomen = pelvis.body("abdomen").pos([-0.01, 0.0, 0.1]);
    joint(&mut abdomen, "lumbar bend", "spine", LEFT, [-30.0, 75.0]);
    joint(&mut abdomen, "lumbar lean", "spine", FORWARD, [-35.0, 35.0]);
    cloth(&mut abdomen, "abdomen", [0.0, -0.05, 0.06, 0.0, 0.05, 0.06], 0.1, 11.9);
    let mut chest = abdomen.body("chest").pos([0.0, 0.0, 0.17]);
    joint(&mut chest, "thorax twist", "spine", UP, [-45.0, 45.0]);
    cloth(&mut chest, "chest", [0.0, -0.08, 0.1, 0.0, 0.08, 0.1], 0.11, 8.6);
    cloth(&mut chest, "shoulders", [0.0, -0.12, 0.2, 0.0, 0.12, 0.2], 0.065, 3.05);
    chest.site("chest imu").pos([-0.1, 0.0, 0.12]);

    let mut head = chest.body("head").pos([0.0, 0.0, 0.29]);
    joint(&mut head, "neck nod", "", LEFT, [-45.0, 50.0]);
    joint(&mut head, "neck turn", "", UP, [-75.0, 75.0]);
    head.geom("neck").fromto([0.0, 0.0, -0.03, 0.005, 0.0, 0.04]).size(0.05).mass(0.9);
    head.ellipsoid("skull").pos([0.02, 0.0, 0.135]).size([0.095, 0.078, 0.115]).mass(4.2);
    head.camera("eyes").pos([0.12, 0.0, 0.15]).xyaxes([0.0, -1.0, 0.0, 0.0, 0.0, 1.0]);
    head.site("balance").pos([0.0, 0.0, 0.13]);
    for side in [Side::LEFT, Side::RIGHT] {
        arm(&mut chest, side);
    }
}

fn arm(chest: &mut build::Body<'_>, side: Side) {
    let (of, y) = (|part| side.of(part), side.y);
    let mut upper = chest.body(&of("upper arm")).pos([0.0, 0.19 * y, 0.2]);
    joint(&mut upper, &of("shoulder swing"), "", LEFT, [-170.0, 60.0]);
    joint(&mut upper, &of("shoulder raise"), "", [y, 0.0, 0.0], [-10.0, 160.0]);
    joint(&mut upper, &of("shoulder turn"), "", [0.0, 0.0, y], [-80.0, 80.0]);
    upper.geom(&of("upper arm")).fromto([0.0, 0.01 * y, 0.0, 0.0, 0.02 * y, -0.26]).size(0.045).mass(1.98);
    let mut forearm = upper.body(&of("forearm")).pos([0.0, 0.02 * y, -0.29]);
    forearm.joint(&of("elbow")).axis(LEFT).range([-145.0, 0.0]).springref(-15.0);
    forearm.geom(&of("forearm")).fromto([0.0, 0.0, 0.0, 0.0, 0.0, -0.22]).size(0.036).mass(1.18);
    let mut hand = forearm.body(&of("hand")).pos([0.0, 0.0, -0.26]);
    joint(&mut hand, &of("wrist"), "wrist", LEFT, [-60.0, 60.0]);
    hand.cuboid(&of("hand")).pos([0.005, 0.0, -0.085]).size([0.04, 0.014, 0.085]).mass(0.45);
    hand.site(&of("palm")).pos([0.0, -0.02 * y, -0.08]);
}

fn leg(pelvis: &mut build::Body<'_>, side: Side) {
    let (of, y) = (|part| side.of(part), side.y);
    let mut thigh = pelvis.body(&of("thigh")).pos([0.0, 0.095 * y, -0.04]);
    joint(&mut thigh, &of("hip swing"), "hip", LEFT, [-120.0, 25.0]);
    joint(&mut thigh, &of("hip spread"), "hip", [y, 0.0, 0.0], [-25.0, 45.0]);
    joint(&mut thigh, &of("hip turn"), "hip", [0.0, 0.0, y], [-40.0, 45.0]);
    cloth(&mut thigh, &of("thigh"), [0.0, 0.005 * y, -0.02, 0.0, -0.005 * y, -0.36], 0.068, 10.34);
    let mut shin = thigh.body(&of("shin")).pos([0.0, -0.005 * y, -0.42]);
    joint(&mut shin, &of("knee"), "", LEFT, [0.0, 150.0]);
    shin.geom(&of("shin")).fromto([0.0, 0.0, 0.0, 0.0, 0.0, -0.34]).size(0.048).mass(3.16);
    let mut foot = shin.body(&of("foot")).pos([0.0, 0.0, -0.41]);
    joint(&mut foot, &of("ankle pitch"), "", LEFT, [-30.0, 50.0]);
    joint(&mut foot, &of("ankle roll"), "", [y, 0.0, 0.0], [-25.0, 25.0]);
    let inner = [-0.06, -0.02 * y, -0.068, 0.17, -0.025 * y, -0.068];
    let outer = [-0.06, 0.02 * y, -0.068, 0.15, 0.035 * y, -0.068];
    foot.geom(&of("inner sole")).class("sole").fromto(inner).mass(0.5);
    foot.geom(&of("outer sole")).class("sole").fromto(outer).mass(0.5);
    foot.site(&of("sole")).class("touch").pos([0.05, 0.0, -0.07]).size([0.14, 0.06, 0.03]);
}

/// Contacts that are left out, motors, sensors and keyframes.
fn wiring(robot: &mut Builder) {
    let apart = [
        ("pelvis", "chest"),
        ("chest", "left forearm"),
        ("chest", "right forearm"),
        ("abdomen", "left thigh"),
        ("abdomen", "right thigh"),
    ];
    for (first, second) in apart {
        robot.exclude("").body1(first).body2(second);
    }
    let spine =
        [("lumbar bend", 200), ("lumbar lean", 150), ("thorax twist", 100), ("neck nod", 20), ("neck turn", 15)];
    let arm = [("shoulder swing", 80), ("shoulder raise", 80), ("shoulder turn", 40), ("elbow", 60), ("wrist", 10)];
    let leg = [
        ("hip swing", 220),
        ("hip spread", 160),
        ("hip turn", 80),
        ("knee", 220),
        ("ankle pitch", 120),
        ("ankle roll", 40),
    ];
    for (joint, gear) in spine {
        robot.motor(joint).joint(joint).gear(gear);
    }
    for limb in [&arm[..], &leg[..]] {
        for side in [Side::LEFT, Side::RIGHT] {
            for (part, gear) in limb {
                let joint = side.of(part);
                robot.motor(&joint).joint(joint.as_str()).gear(*gear);
            }
        }
    }
    robot.sensor("accelerometer", "pelvis accelerometer").site("pelvis imu");
    robot.sensor("gyro", "pelvis gyro").site("pelvis imu");
    robot.sensor("framequat", "pelvis attitude").objtype("site").objname("pelvis imu");
    robot.sensor("velocimeter", "chest velocity").site("chest imu");
    robot.sensor("gyro", "head gyro").site("balance");
    robot.sensor("framezaxis", "head up").objtype("site").objname("balance");
    robot.sensor("subtreecom", "centre of mass").body("pelvis");
    robot.sensor("subtreelinvel", "centre of mass velocity").body("pelvis");
    robot.sensor("subtreeangmom", "angular momentum").body("pelvis");
    for (kind, part) in [("touch", "sole"), ("force", "ankle force")] {
        for side in [Side::LEFT, Side::RIGHT] {
            robot.sensor(kind, &side.of(part)).site(side.of("sole"));
        }
    }
    robot.key("stand").qpos("0 0 0.96 1 0 0 0  0 0 0  0 0  0 0.1 0 -0.3 0  0 0.1 0 -0.3 0  0 0 0 0 0 0  0 0 0 0 0 0");
    robot.key("squat").qpos(
        "0 0 0.6 0.9689 0 0.2474 0  0.5 0 0  -0.4 0  -1.4 0.1 0 -0.4 0  -1.4 0.1 0 -0.4 0
         -1.85 0 0 1.75 -0.4 0  -1.85 0 0 1.75 -0.4 0",
    );
}
