//! Actuators: transmission, ranges, and the blocks of controls, activations and outputs of each.
//! Damping ratios, length ranges, lengths and accelerations are computed with the Model's other constants.

use super::ids::Ids;
use super::joint::{check_autolimits, is_limited};
use super::servo::{self, Blocks};
use super::user;
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::spec::{Actuator, Spec, signal};
use sim_core::math::{row, set_row};
use sim_core::{ActuatorDynamics, BiasType, GainType, JointType, Model, ObjType, TransmissionType, WrapType};

/// Most samples of a history buffer.
pub(super) const MAX_SAMPLES: i32 = 1 << 24;

/// Counts actuators, controls, outputs and activations.
pub(crate) fn sizes(spec: &Spec, _ids: &Ids, model: &mut Model) -> Result<()> {
    model.nactuator = spec.actuators.len();
    (model.nu, model.nout, model.na) = (0, 0, 0);
    for actuator in &spec.actuators {
        let blocks = Blocks::of(actuator);
        model.nu += blocks.ctrlnum;
        model.nout += blocks.outnum;
        model.na += blocks.actnum;
        if model.na > i32::MAX as usize {
            return Err(MjcfError::TooLarge {
                span: actuator.meta.span.clone(),
                message: "too many activation variables: lower 'actdim'".to_string(),
            });
        }
    }
    model.nuser_actuator =
        user::width(spec.size.nuser_actuator, spec.actuators.iter().map(|actuator| actuator.user.len()));
    Ok(())
}

/// Current positions in the arrays.
#[derive(Default)]
struct Cursor {
    ctrl: usize,
    out: usize,
    act: usize,
    history: usize,
}

/// Fills `actuator_*` and starts `nhistory`.
pub(crate) fn fill(spec: &Spec, ids: &Ids, m: &mut Model) -> Result<()> {
    let mut at = Cursor::default();
    ErrorList::each(spec.actuators.iter().enumerate(), |(id, written)| {
        let mut actuator = written.clone();
        let blocks = Blocks::of(&actuator);
        let trnid = transmission(&actuator, ids)?;
        servo::check(&actuator, &blocks, trnid, m)?;
        check_transmission(&actuator, trnid[0], m)?;
        inherit_range(&mut actuator, trnid[0], spec, m)?;
        check_ranges(&actuator, spec)?;
        check_dynamics(&actuator, &blocks)?;
        fill_blocks(&actuator, &blocks, id, m, &mut at)?;
        fill_parameters(&actuator, trnid, id, m);
        if actuator.gaintype == GainType::SO3 {
            m.actuator_trntype[id] = TransmissionType::SO3;
        }
        let width = m.nuser_actuator;
        user::set(&mut m.actuator_user, id, width, &actuator.user, "nuser_actuator", &actuator.meta.span)
    })?;
    m.nhistory = at.history;
    Ok(())
}

/// Ids of the driven object and of its second site, -1 when it has none.
fn transmission(actuator: &Actuator, ids: &Ids) -> Result<[i32; 2]> {
    let span = &actuator.meta.span;
    let kind = actuator.target_kind();
    if actuator.target.is_empty() || kind == ObjType::Unknown || actuator.trntype.label().is_none() {
        return Err(span.conversion("no transmission: give 'joint', 'tendon', 'site', 'cranksite' or 'body'"));
    }
    let target = ids.find(kind, &actuator.target, span)? as i32;
    let second = match actuator.trntype {
        TransmissionType::SliderCrank => {
            if actuator.slidersite.is_empty() {
                return Err(span.conversion("a slider-crank needs 'slidersite', the site of its slider"));
            }
            let slider = ids.find(ObjType::Site, &actuator.slidersite, span)?;
            if actuator.cranklength <= 0.0 {
                return Err(span.conversion("a slider-crank needs a positive 'cranklength'"));
            }
            slider as i32
        }
        TransmissionType::Site if !actuator.refsite.is_empty() => {
            ids.find(ObjType::Site, &actuator.refsite, span)? as i32
        }
        _ => -1,
    };
    Ok([target, second])
}

/// Damping and armature act on joints and tendons only, armature not on tendons that wrap around geoms.
fn check_transmission(actuator: &Actuator, target: i32, m: &Model) -> Result<()> {
    let reflected = actuator.damping != [0.0; 3] || actuator.armature != 0.0;
    let carries = matches!(
        actuator.trntype,
        TransmissionType::Joint | TransmissionType::JointInParent | TransmissionType::Tendon
    );
    if reflected && !carries {
        return Err(actuator.meta.span.conversion("'damping' and 'armature' need a joint or a tendon to act on"));
    }
    if actuator.trntype == TransmissionType::Tendon && actuator.armature * actuator.gear[0] != 0.0 {
        let (start, count) = (m.tendon_adr[target as usize] as usize, m.tendon_num[target as usize] as usize);
        let mut path = m.wrap_type.iter().skip(start).take(count);
        if path.any(|kind| matches!(*kind, WrapType::Sphere | WrapType::Cylinder)) {
            return Err(actuator.meta.span.conversion("'armature' cannot act on a tendon that wraps around geoms"));
        }
    }
    Ok(())
}

/// Range of the setpoint from the range of the driven joint or tendon, about its middle.
fn inherit_range(actuator: &mut Actuator, target: i32, spec: &Spec, m: &Model) -> Result<()> {
    let span = &actuator.meta.span;
    let servo = actuator.gaintype == GainType::Fixed && actuator.gainprm[0] == -actuator.biasprm[1];
    let follows = (servo || actuator.gaintype == GainType::Pid) && actuator.biastype == BiasType::Affine;
    if !follows || actuator.inheritrange.is_nan() || actuator.inheritrange <= 0.0 {
        return Ok(());
    }
    let target = target as usize;
    let [low, high]: [f64; 2] = match actuator.trntype {
        TransmissionType::Joint => {
            if ![JointType::Hinge, JointType::Slide].contains(&m.jnt_type[target]) {
                return Err(span.conversion("'inheritrange' needs a hinge or slide joint"));
            }
            row(&m.jnt_range, target)
        }
        TransmissionType::Tendon => spec.tendons.get(target).map_or([0.0; 2], |tendon| tendon.range),
        _ => return Err(span.conversion("'inheritrange' needs a joint or tendon transmission")),
    };
    if low == high {
        let message = format!("'inheritrange' is given, but '{}' has no range to inherit", actuator.target);
        return Err(span.conversion(message));
    }
    let mean = 0.5 * (high + low);
    let radius = 0.5 * (high - low) * actuator.inheritrange;
    let range = [mean - radius, mean + radius];
    match actuator.dyntype {
        ActuatorDynamics::None | ActuatorDynamics::FilterExact | ActuatorDynamics::Pid => actuator.ctrlrange = range,
        ActuatorDynamics::Integrator => actuator.actrange = range,
        _ => return Err(span.conversion("'inheritrange' is for position, pid and intvelocity servos")),
    }
    Ok(())
}

fn check_ranges(actuator: &Actuator, spec: &Spec) -> Result<()> {
    let span = &actuator.meta.span;
    for (limited, range, name) in [
        (actuator.forcelimited, actuator.forcerange, "force"),
        (actuator.ctrllimited, actuator.ctrlrange, "ctrl"),
        (servo::actlimited(actuator), actuator.actrange, "act"),
    ] {
        if let Some(compiler) = spec.origins.get(actuator.meta.origin) {
            check_autolimits(compiler, limited, range, "actuator", name, span)?;
        }
        if range[0] >= range[1] && is_limited(limited, range) {
            return Err(span.conversion(format!("'{name}range' must be increasing")));
        }
    }
    Ok(())
}

fn check_dynamics(actuator: &Actuator, blocks: &Blocks) -> Result<()> {
    let span = &actuator.meta.span;
    let dynamics = actuator.dyntype;
    if dynamics == ActuatorDynamics::User {
        return Err(span.unsupported("dyntype='user', dynamics computed by a callback,"));
    }
    if actuator.gaintype == GainType::User {
        return Err(span.unsupported("gaintype='user', a gain computed by a callback,"));
    }
    if actuator.biastype == BiasType::User {
        return Err(span.unsupported("biastype='user', a bias computed by a callback,"));
    }
    if is_limited(servo::actlimited(actuator), actuator.actrange) && dynamics == ActuatorDynamics::None {
        return Err(span.conversion("'actrange' is given, but without dynamics there is no activation"));
    }
    let actdim = servo::actdim(actuator);
    let multiple = matches!(dynamics, ActuatorDynamics::DcMotor | ActuatorDynamics::HillMuscle)
        || actuator.gaintype == GainType::SO3;
    if actdim > 1 && !multiple {
        return Err(span.conversion("'actdim' above 1 is for dyntype 'dcmotor' only"));
    }
    if actdim == 1 && dynamics == ActuatorDynamics::None {
        return Err(span.conversion("'actdim' is 1, but without dynamics there is no activation"));
    }
    if actdim == 0 && ![ActuatorDynamics::None, ActuatorDynamics::DcMotor].contains(&dynamics) {
        return Err(span.conversion("'actdim' is 0, but the dynamics need an activation variable"));
    }
    if dynamics == ActuatorDynamics::DcMotor && !actuator.actearly {
        return Err(span.conversion("a DC motor needs actearly='true'"));
    }
    if actuator.gaintype == GainType::Muscle {
        check_muscle(&actuator.gainprm).map_err(|message| span.conversion(message))?;
    }
    let hill = actuator.gaintype == GainType::HillMuscle;
    if hill != (dynamics == ActuatorDynamics::HillMuscle) {
        return Err(span.conversion("gaintype and dyntype 'hillmuscle' come together"));
    }
    if hill {
        check_hill_muscle(&actuator.gainprm, &actuator.dynprm).map_err(|message| span.conversion(message))?;
        if actdim != 1 + i32::from(actuator.gainprm[6] > 0.0) {
            return Err(span.conversion("'actdim' of a Hill muscle is 2 with a compliant tendon, 1 with a rigid one"));
        }
    }
    if actuator.biastype == BiasType::Muscle {
        check_muscle(&actuator.biasprm).map_err(|message| span.conversion(message))?;
    }
    if actuator.delay > 0.0 && actuator.nsample <= 0 {
        return Err(span.conversion("'delay' needs a history: give 'nsample'"));
    }
    if (actuator.delay > 0.0 || actuator.nsample > 0) && blocks.ctrlnum == 0 {
        return Err(span.conversion("'delay' and 'nsample' delay an input, but the actuator has none"));
    }
    if actuator.nsample > MAX_SAMPLES {
        return Err(span.conversion(format!("'nsample' is at most {MAX_SAMPLES}, found {}", actuator.nsample)));
    }
    Ok(())
}

/// Parameters `range0 range1 force scale lmin lmax vmax fpmax fvmax` of a muscle.
fn check_muscle(prm: &[f64; 10]) -> Result<(), &'static str> {
    if prm[0] >= prm[1] {
        return Err("the 'range' of a muscle must be increasing");
    }
    if prm[4] >= 1.0 || prm[5] <= 1.0 {
        return Err("a muscle needs lmin < 1 < lmax");
    }
    if prm[3] <= 0.0 || prm[6] <= 0.0 || prm[7] <= 0.0 || prm[8] <= 0.0 {
        return Err("'scale', 'vmax', 'fpmax' and 'fvmax' of a muscle must be positive");
    }
    Ok(())
}

/// Parameters `force optimallength slacklength pennation vmax fiberdamping tendonstrain` of a Hill muscle.
fn check_hill_muscle(prm: &[f64; 10], dynprm: &[f64; 10]) -> Result<(), &'static str> {
    if !(prm[0] > 0.0 && prm[1] > 0.0 && prm[4] > 0.0) {
        return Err("a Hill muscle needs positive 'force', 'optimallength' and 'vmax'");
    }
    if !(prm[2] >= 0.0 && prm[5] >= 0.0 && prm[6] >= 0.0) {
        return Err("'slacklength', 'fiberdamping' and 'tendonstrain' of a Hill muscle cannot be negative");
    }
    if prm[6] > 0.0 && (prm[2] == 0.0 || prm[5] == 0.0) {
        return Err(
            "a compliant tendon needs positive 'slacklength' and 'fiberdamping'; tendonstrain='0' makes it rigid",
        );
    }
    if !(0.0..=1.4).contains(&prm[3]) {
        return Err("'pennation' of a Hill muscle is an angle between 0 and 1.4 radians");
    }
    if !(dynprm[0] > 0.0 && dynprm[1] > 0.0 && dynprm[2] >= 0.0) {
        return Err("'timeconst' of a Hill muscle must be positive, 'tausmooth' cannot be negative");
    }
    Ok(())
}

/// Addresses, and the arrays that have one row per control or output.
fn fill_blocks(actuator: &Actuator, blocks: &Blocks, id: usize, m: &mut Model, at: &mut Cursor) -> Result<()> {
    m.actuator_actnum[id] = blocks.actnum as i32;
    m.actuator_actadr[id] = if blocks.actnum > 0 { at.act as i32 } else { -1 };
    at.act += blocks.actnum;
    m.actuator_ctrladr[id] = at.ctrl as i32;
    m.actuator_ctrlnum[id] = blocks.ctrlnum as i32;
    m.actuator_ctrlspec[id] = blocks.ctrlspec;
    for (offset, (limited, range)) in control_ranges(actuator, blocks).into_iter().enumerate() {
        m.actuator_ctrllimited[at.ctrl + offset] = limited.into();
        set_row(&mut m.actuator_ctrlrange, at.ctrl + offset, range);
    }
    at.ctrl += blocks.ctrlnum;
    m.actuator_outadr[id] = at.out as i32;
    m.actuator_outnum[id] = blocks.outnum as i32;
    for output in at.out..at.out + blocks.outnum {
        set_row(&mut m.actuator_gear, output, actuator.gear);
        set_row(&mut m.actuator_lengthrange, output, actuator.lengthrange);
    }
    at.out += blocks.outnum;
    m.actuator_delay[id] = actuator.delay;
    m.actuator_history[2 * id] = actuator.nsample;
    m.actuator_history[2 * id + 1] = actuator.interp;
    m.actuator_historyadr[id] = -1;
    if let Ok(samples @ 1..) = usize::try_from(actuator.nsample) {
        m.actuator_historyadr[id] = history_address(at.history, actuator)?;
        // user value and cursor, then times, then values
        at.history += 2 + 2 * samples;
    }
    Ok(())
}

fn history_address(address: usize, actuator: &Actuator) -> Result<i32> {
    i32::try_from(address).map_err(|_| MjcfError::TooLarge {
        span: actuator.meta.span.clone(),
        message: "the history buffers are too large: lower 'nsample'".to_string(),
    })
}

/// Limit of each control: `ctrlrange` for all, except for the velocity and force inputs of a pid servo.
fn control_ranges(actuator: &Actuator, blocks: &Blocks) -> Vec<(bool, [f64; 2])> {
    let common = (is_limited(actuator.ctrllimited, actuator.ctrlrange), actuator.ctrlrange);
    if actuator.gaintype != GainType::Pid {
        return vec![common; blocks.ctrlnum];
    }
    let own = |range: [f64; 2]| (range[0] < range[1], range);
    [(signal::POS, common), (signal::VEL, own(actuator.velrange)), (signal::FF, own(actuator.ffrange))]
        .into_iter()
        .filter(|(bit, _)| blocks.ctrlspec & bit != 0)
        .map(|(_, limit)| limit)
        .collect()
}

fn fill_parameters(actuator: &Actuator, trnid: [i32; 2], id: usize, m: &mut Model) {
    m.actuator_trntype[id] = actuator.trntype;
    m.actuator_dyntype[id] = actuator.dyntype;
    m.actuator_gaintype[id] = actuator.gaintype;
    m.actuator_biastype[id] = actuator.biastype;
    m.actuator_trnid[2 * id..2 * id + 2].copy_from_slice(&trnid);
    m.actuator_group[id] = actuator.group;
    m.actuator_plugin[id] = -1;
    m.actuator_actlimited[id] = is_limited(servo::actlimited(actuator), actuator.actrange).into();
    m.actuator_actearly[id] = actuator.actearly.into();
    m.actuator_cranklength[id] = actuator.cranklength;
    m.actuator_damping[id] = actuator.damping[0];
    set_row(&mut m.actuator_dampingpoly, id, [actuator.damping[1], actuator.damping[2]]);
    m.actuator_armature[id] = actuator.armature;
    set_row(&mut m.actuator_dynprm, id, actuator.dynprm);
    set_row(&mut m.actuator_gainprm, id, actuator.gainprm);
    set_row(&mut m.actuator_biasprm, id, actuator.biasprm);
    set_row(&mut m.actuator_actrange, id, actuator.actrange);
    m.actuator_forcelimited[id] = is_limited(actuator.forcelimited, actuator.forcerange).into();
    set_row(&mut m.actuator_forcerange, id, actuator.forcerange);
}

#[cfg(test)]
mod tests {
    use crate::{MjcfError, load_model};

    #[test]
    fn armature_does_not_reach_tendons_that_wrap() {
        let text = |armature: &str| {
            format!(
                "<mujoco><worldbody><geom name='g' size='.1'/><site name='a' pos='1 0 0'/><site name='b' pos='-1 0 .1'/>
                 </worldbody><tendon><spatial name='t'><site site='a'/><geom geom='g'/><site site='b'/></spatial></tendon>
                 <actuator><motor tendon='t' armature='{armature}'/></actuator></mujoco>"
            )
        };
        assert!(load_model(&text("0")).is_ok());
        assert!(load_model(&text("1")).is_err());
    }

    fn actuators(text: &str) -> crate::Result<sim_core::Model> {
        load_model(&format!(
            "<mujoco><compiler angle='radian'/><worldbody><body><joint name='j' range='-1 3'/><geom size='1'/></body>
             </worldbody><actuator>{text}</actuator></mujoco>"
        ))
    }

    #[test]
    fn blocks_and_histories_are_laid_out_in_order() {
        let model = actuators(
            "<pid joint='j' ki='1' velrange='-2 2'/><motor joint='j' nsample='3'/>
             <general joint='j' dyntype='filter' nsample='2'/>",
        )
        .unwrap();
        assert_eq!((model.nu, model.na, model.nout, model.nhistory), (4, 2, 3, 14));
        assert_eq!(model.actuator_ctrladr, [0, 2, 3]);
        assert_eq!(model.actuator_actadr, [0, -1, 1]);
        assert_eq!(model.actuator_historyadr, [-1, 0, 8]);
        assert_eq!(model.actuator_ctrllimited, [false, true, false, false].map(Into::into));
    }

    #[test]
    fn ranges_are_inherited_about_the_middle() {
        let model = actuators("<position joint='j' inheritrange='0.5'/>").unwrap();
        assert_eq!((&model.actuator_ctrlrange[..], model.actuator_ctrllimited[0].get()), (&[0.0, 2.0][..], true));
    }

    #[test]
    fn callbacks_are_refused() {
        let error = actuators("<general joint='j' dyntype='user'/>").unwrap_err();
        assert!(matches!(error, MjcfError::Unsupported { .. }), "{error}");
    }
}
