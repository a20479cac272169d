//! Parts of a model that the GPU does not compute: which objects or options, and what to change.
//!
//! `tables` has those of sensors and of pairs of geoms.

use crate::codegen::named::objects;
use crate::codegen::tables::missing_sensors;
use sim_core::{ActuatorDynamics, EnableFlags, EqType, GainType, Integrator, Model, ObjType, SolverType, WrapType};

/// Most entries of the inertia matrix: shaders keep the place of an entry in half a word, and its column in the other half.
const MOST_ENTRIES: usize = 65_535;

/// Largest number of iterations: nothing stops a loop on the GPU from outside.
const MOST_ITERATIONS: i32 = 1000;

/// Parts of a model that the GPU does not compute, each with its cure.
pub fn missing(m: &Model) -> Vec<String> {
    let mut reasons = Reasons { m, all: Vec::new() };
    reasons.of_objects();
    reasons.of_options();
    let mut all = reasons.all;
    missing_sensors(m, &mut all);
    all
}

/// Why a model does not run.
struct Reasons<'a> {
    m: &'a Model,
    all: Vec<String>,
}

impl Reasons<'_> {
    /// Rejects objects for which something holds: `what (names): cure`.
    fn objects(&mut self, kind: ObjType, count: usize, what: &str, cure: &str, is_meant: impl Fn(usize) -> bool) {
        let ids: Vec<usize> = (0..count).filter(|&id| is_meant(id)).collect();
        if !ids.is_empty() {
            self.all.push(format!("{what} ({}): {cure}", objects(self.m, kind, &ids)));
        }
    }

    /// Rejects an option.
    fn option(&mut self, is_meant: bool, text: impl FnOnce() -> String) {
        if is_meant {
            self.all.push(text());
        }
    }

    fn of_objects(&mut self) {
        let m = self.m;
        let has = |list: &[f64], id: usize, width: usize| {
            list.get(id * width..(id + 1) * width).is_some_and(|row| row.iter().any(|&x| x != 0.0))
        };
        let is_spatial = |tendon: usize| {
            let (first, count) = (m.tendon_adr[tendon].max(0) as usize, m.tendon_num[tendon].max(0) as usize);
            m.wrap_type.iter().skip(first).take(count).any(|&kind| kind != WrapType::Joint)
        };
        self.objects(
            ObjType::Tendon,
            m.ntendon,
            "spatial tendons",
            "make them <fixed> tendons, or step the model on the CPU",
            is_spatial,
        );
        let is_hill = |id: usize| {
            m.actuator_gaintype[id] == GainType::HillMuscle || m.actuator_dyntype[id] == ActuatorDynamics::HillMuscle
        };
        self.objects(ObjType::Actuator, m.nactuator, "Hill muscles", "make them <muscle>", is_hill);
        let cure = "remove their 'delay', 'interval' and 'nsample'";
        let is_late = |id: usize| m.actuator_history[2 * id] > 0;
        self.objects(ObjType::Actuator, m.nactuator, "actuators with a delay", cure, is_late);
        let is_late = |id: usize| m.sensor_history[2 * id] > 0;
        self.objects(ObjType::Sensor, m.nsensor, "sensors with a delay or an interval", cure, is_late);
        if m.nhistory > 0 && self.all.iter().all(|text| !text.contains("delay")) {
            self.all.push(format!("delays: {cure}"));
        }
        let cure = "set their 'adhesion' to 0";
        self.objects(ObjType::Geom, m.ngeom, "adhesive geoms", cure, |id| has(&m.geom_adhesion, id, 1));
        self.objects(ObjType::Pair, m.npair, "adhesive contact pairs", cure, |id| has(&m.pair_adhesion, id, 1));
        let cure = "set their 'surfacevel' to 0";
        self.objects(ObjType::Geom, m.ngeom, "geoms with a moving surface", cure, |id| has(&m.geom_surfacevel, id, 6));
        let known = [EqType::Connect, EqType::Weld, EqType::Joint, EqType::Tendon];
        let is_flex = |id: usize| !known.contains(&m.eq_type[id]);
        self.objects(ObjType::Equality, m.neq, "equalities of flexes", "delete them", is_flex);
        let cure = "set their 'condim' to 1, 3, 4 or 6";
        let is_odd = |dim: i32| ![1, 3, 4, 6].contains(&dim);
        self.objects(ObjType::Geom, m.ngeom, "geoms with another condim", cure, |id| is_odd(m.geom_condim[id]));
        self.objects(ObjType::Pair, m.npair, "contact pairs with another condim", cure, |id| is_odd(m.pair_dim[id]));
    }

    fn of_options(&mut self) {
        let m = self.m;
        let opt = &m.opt;
        let flag = |flag: EnableFlags| opt.enableflags.contains(flag);
        self.option(opt.integrator == Integrator::Implicit, || {
            "the integrator 'implicit': set <option integrator=\"implicitfast\"/> or \"Euler\"".into()
        });
        self.option(![SolverType::Newton, SolverType::CG].contains(&opt.solver), || {
            format!("the solver '{}': set <option solver=\"Newton\"/> or \"CG\"", opt.solver)
        });
        self.option(opt.noslip_iterations > 0, || {
            format!("noslip iterations: 'noslip_iterations' of <option> is {}, set it to 0", opt.noslip_iterations)
        });
        for (name, count) in [("iterations", opt.iterations), ("ls_iterations", opt.ls_iterations)] {
            self.option(count > MOST_ITERATIONS, || {
                format!("many iterations: '{name}' of <option> is {count}, set it to at most {MOST_ITERATIONS}")
            });
        }
        self.option(flag(EnableFlags::SLEEP), || "sleeping trees: set <flag sleep=\"disable\"/> in <option>".into());
        // the CPU's check of a step by inverse dynamics rejects these
        let no_inverse = matches!(opt.integrator, Integrator::RungeKutta4 | Integrator::ImplicitSpringDamper);
        self.option(no_inverse && flag(EnableFlags::FWDINV | EnableFlags::INVDISCRETE), || {
            format!(
                "discrete inverse dynamics with the integrator '{}': set <flag fwdinv=\"disable\"/> or invdiscrete=\"disable\"",
                opt.integrator
            )
        });
        self.option(flag(EnableFlags::DIAGEXACT), || {
            "exact diagonals of constraint rows: set <flag diagexact=\"disable\"/> in <option>".into()
        });
        self.option(m.nC > MOST_ENTRIES, || {
            format!(
                "a large inertia matrix: it has {} entries, and at most {MOST_ENTRIES} fit: split the longest chains of bodies, or step the \
                 model on the CPU",
                m.nC
            )
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::codegen::tables::Tables;
    use sim_core::Model;

    fn missing(m: &Model) -> Vec<String> {
        let mut all = super::missing(m);
        all.extend_from_slice(Tables::new(m).pairs.missing());
        all
    }

    const MODEL: &str = r#"<mujoco>
      <option/><size/>
      <asset><mesh name="wedge" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset>
      <worldbody>
        <geom name="floor" type="plane" size="1 1 1"/>
        <body name="table"><freejoint/><geom name="top" type="box" size=".1 .1 .1"/></body>
        <body name="arm" pos="0 0 1"><joint name="j"/><geom name="hand" type="capsule" size=".1 .1" fromto="0 0 0 .1 0 0"/>
          <site name="s"/><site name="t" pos="1 0 0"/></body>
      </worldbody>
      <tendon/><actuator/><sensor/><contact/>
    </mujoco>"#;

    fn load(edits: &[(&str, &str)]) -> Model {
        let text = edits.iter().fold(MODEL.to_string(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        sim_mjcf::load_model(&text).unwrap()
    }

    /// Each row: what is not computed, the words of its reason, and an edit that the reason names.
    #[test]
    fn every_reason_names_its_objects_and_an_edit_that_helps() {
        type Edit = (&'static str, &'static str);
        let hand = "name=\"hand\" type=\"capsule\"";
        let table: [(Edit, &[&str], Edit); 18] = [
            (
                ("<option/>", "<option integrator='implicit'/>"),
                &["'implicit'", "implicitfast"],
                ("implicit'", "implicitfast'"),
            ),
            (("<option/>", "<option solver='PGS'/>"), &["the solver 'PGS'", "Newton"], ("PGS", "Newton")),
            (
                ("<option/>", "<option noslip_iterations='3'/>"),
                &["'noslip_iterations' of <option> is 3"],
                ("'3'", "'0'"),
            ),
            (("<option/>", "<option iterations='5000'/>"), &["is 5000", "at most 1000"], ("5000", "1000")),
            (("<option/>", "<option ls_iterations='5000'/>"), &["'ls_iterations'", "is 5000"], ("5000", "1000")),
            (
                ("<option/>", "<option><flag sleep='enable'/></option>"),
                &["sleeping trees", "disable"],
                ("enable", "disable"),
            ),
            (
                ("<tendon/>", "<tendon><spatial name='string'><site site='s'/><site site='t'/></spatial></tendon>"),
                &["spatial tendons ('string')", "<fixed>"],
                (
                    "<spatial name='string'><site site='s'/><site site='t'/></spatial>",
                    "<fixed><joint joint='j' coef='1'/></fixed>",
                ),
            ),
            (
                ("<actuator/>", "<actuator><motor name='late' joint='j' delay='.01' nsample='4'/></actuator>"),
                &["actuators with a delay ('late')", "'delay'"],
                (" delay='.01' nsample='4'", ""),
            ),
            (
                (hand, "name=\"hand\" type=\"capsule\" adhesion='1'"),
                &["adhesive geoms ('hand')"],
                ("adhesion='1'", "adhesion='0'"),
            ),
            (
                (hand, "name=\"hand\" type=\"capsule\" surfacevel='1 0 0 0 0 0'"),
                &["moving surface ('hand')"],
                ("'1 0 0 0 0 0'", "'0 0 0 0 0 0'"),
            ),
            (
                ("<sensor/>", "<sensor><rangefinder name='eye' site='s'/></sensor>"),
                &["'rangefinder' ('eye')", "sensor=\"disable\""],
                ("<option/>", "<option><flag sensor='disable'/></option>"),
            ),
            (
                (hand, "name=\"hand\" type=\"cylinder\""),
                &["cylinder-box", "geom 'hand' (cylinder) may touch 'top' (box)", "make 'hand' a capsule"],
                ("type=\"cylinder\"", "type=\"capsule\""),
            ),
            (
                (hand, "name=\"hand\" type=\"cylinder\""),
                &["exclude contacts of the bodies 'arm' with 'table'"],
                ("<contact/>", "<contact><exclude body1='table' body2='arm'/></contact>"),
            ),
            (
                (hand, "name=\"hand\" type=\"capsule\" margin='-.1'"),
                &["contacts of 'hand' and 'top'", "'hand' has the margin -0.1: set it to at least 0"],
                ("margin='-.1'", "margin='0'"),
            ),
            (
                (hand, "name=\"hand\" type=\"capsule\" gap='-.1'"),
                &["contacts of 'hand' and 'top'", "'hand' has the gap -0.1: set it to at least 0"],
                ("gap='-.1'", "gap='0'"),
            ),
            (
                ("<size/>", "<option><flag override='enable'/></option><default><geom gap='.1'/></default>"),
                &["contacts of 'hand' and 'top'", "'hand' has the gap 0.1 while the flag 'override' is on"],
                ("gap='.1'", "gap='0'"),
            ),
            (
                ("type=\"box\" size=\".1 .1 .1\"", "type=\"mesh\" mesh=\"wedge\""),
                &[
                    "'top' (mesh) may touch 'floor' (plane) and 'hand' (capsule)",
                    "set contype and conaffinity of 'top' to 0",
                    "fits one",
                ],
                ("type=\"mesh\"", "type=\"mesh\" contype='0' conaffinity='0'"),
            ),
            (
                ("<contact/>", "<contact><pair name='both' geom1='top' geom2='hand'/></contact>"),
                &["explicit contact pairs: 'both' of 'hand' (ellipsoid) and 'top' (box)", "delete"],
                ("<pair name='both' geom1='top' geom2='hand'/>", ""),
            ),
        ];
        for (cause, words, cure) in table {
            let explicit: &[Edit] = if cause.1.contains("<pair") {
                &[(hand, "name=\"hand\" type=\"ellipsoid\" contype=\"0\" conaffinity=\"0\"")]
            } else {
                &[]
            };
            let reasons = missing(&load(&[explicit, &[cause]].concat()));
            assert_eq!(reasons.len(), 1, "{cause:?}: {reasons:?}");
            assert!(words.iter().all(|word| reasons[0].contains(word)), "{words:?}: {reasons:?}");
            assert_eq!(missing(&load(&[explicit, &[cause, cure]].concat())), [""; 0], "{cause:?}, {cure:?}");
        }
        assert_eq!(missing(&load(&[])), [""; 0]);
    }

    #[test]
    fn many_geoms_are_named_in_few_words() {
        let cans = |kind: &str| {
            let can = |k: usize| {
                format!("<body pos='{k} 0 0'><freejoint/><geom name='can {k}' type='{kind}' size='.1 .1'/></body>")
            };
            let text: String = (0..200).map(can).collect();
            sim_mjcf::load_model(&format!("<mujoco><worldbody>{text}</worldbody></mujoco>")).unwrap()
        };
        let reasons = missing(&cans("cylinder"));
        assert!(reasons.len() == 1 && reasons[0].len() < 1000, "{reasons:?}");
        assert!(reasons[0].contains("and 197 more geoms") && reasons[0].contains("capsules"), "{reasons:?}");
        assert_eq!(missing(&cans("capsule")), [""; 0]);
    }
}
