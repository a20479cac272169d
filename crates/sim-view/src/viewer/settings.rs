//! Settings of the simulation, `mjOption`, as pages show and change them.

use crate::viewer::protocol::{SettingChoice, SettingInfo, SettingKind};
use sim_core::binding::model::FieldMut;
use sim_core::{ConeType, Data, DisableFlags, EnableFlags, Integrator, JacobianType, Model, Options, SolverType};

/// Limit on the letters of an unknown name in an error.
const LONGEST_NAME: usize = 60;

/// The kind of a setting, and its named values.
fn kind(name: &str) -> (SettingKind, Vec<SettingChoice>) {
    macro_rules! codes {
        ($kind:ident) => {{
            let choice = |code: &$kind| Some(SettingChoice { value: code.0.into(), name: code.label()?.to_string() });
            (SettingKind::Choice, $kind::ALL.iter().filter_map(choice).collect())
        }};
    }
    macro_rules! flags {
        ($kind:ident) => {{
            let bit = |(name, flag): (&str, $kind)| SettingChoice {
                value: f64::from(flag.bits().trailing_zeros()),
                name: name.to_lowercase(),
            };
            (SettingKind::Flags, $kind::all().iter_names().map(bit).collect())
        }};
    }
    match name {
        "integrator" => codes!(Integrator),
        "cone" => codes!(ConeType),
        "jacobian" => codes!(JacobianType),
        "solver" => codes!(SolverType),
        "disableflags" => flags!(DisableFlags),
        "enableflags" => flags!(EnableFlags),
        _ => (SettingKind::Number, Vec::new()),
    }
}

/// All settings with their values.
pub fn list(options: &Options) -> Vec<SettingInfo> {
    let mut all = Vec::with_capacity(Options::FIELD_NAMES.len());
    let mut options = options.clone();
    options.visit_fields(&mut |name, field, _| {
        let (mut kind, choices) = kind(name);
        let values = match field {
            FieldMut::F64(entries) => entries.to_vec(),
            FieldMut::F32(entries) => entries.iter().map(|&x| x.into()).collect(),
            FieldMut::I32(entries) => {
                if kind == SettingKind::Number {
                    kind = SettingKind::Integer;
                }
                entries.iter().map(|&x| x.into()).collect()
            }
        };
        all.push(SettingInfo { name, kind, values, choices });
    });
    all
}

/// Changes a setting.
///
/// # Errors
///
/// No setting has this name, or it does not take these values. Nothing is changed then.
pub fn change(options: &mut Options, name: &str, values: &[f64]) -> Result<(), String> {
    let all = list(options);
    let Some(known) = all.iter().find(|setting| setting.name == name) else {
        let start: String = name.chars().take(LONGEST_NAME).collect();
        return Err(format!("there is no setting '{start}': give one of mjOption, such as timestep"));
    };
    check(known, values)?;
    options.visit_fields(&mut |at, field, _| {
        if at != name {
            return;
        }
        match field {
            FieldMut::F64(entries) => entries.copy_from_slice(values),
            FieldMut::F32(entries) => entries.iter_mut().zip(values).for_each(|(entry, &x)| *entry = x as f32),
            FieldMut::I32(entries) => entries.iter_mut().zip(values).for_each(|(entry, &x)| *entry = x as i32),
        }
    });
    Ok(())
}

/// Returns the model with other values of a setting, `mjOption`, if the engine takes them.
///
/// `data` is a world of the model. A step from a copy of it shows whether the engine takes the setting. A world that could not step before
/// is no reason to reject it.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::with_setting;
///
/// let model = Model::example();
/// let data = model.make_data();
/// let moon = with_setting(&model, &data, "gravity", &[0.0, 0.0, -1.62])?;
/// assert_eq!(moon.opt.gravity[2], -1.62);
/// let problem = with_setting(&model, &data, "timestep", &[0.0]).unwrap_err();
/// assert_eq!(problem, "timestep is 0: give a positive number of seconds");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// No setting has this name, it does not take these values, or the engine cannot step with them.
pub fn with_setting(model: &Model, data: &Data, name: &str, values: &[f64]) -> Result<Model, String> {
    let mut changed = model.clone();
    change(&mut changed.opt, name, values)?;
    changed.validate().map_err(|error| error.to_string())?;
    let steps = |m: &Model| {
        let mut trial = m.make_data();
        trial.copy_from(data);
        trial.step(m)
    };
    match steps(&changed) {
        Err(error) if steps(model).is_ok() => Err(format!("{name} stays as it is: {error}")),
        _ => Ok(changed),
    }
}

/// Returns options with other values of a setting, `mjOption`. Use [`with_setting`] if there is a world to try them in.
///
/// ```
/// use sim_core::Options;
/// use sim_view::viewer::setting_in;
///
/// assert_eq!(setting_in(&Options::default(), "iterations", &[7.0])?.iterations, 7);
/// assert!(setting_in(&Options::default(), "speed", &[7.0]).is_err());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// No setting has this name, or it does not take these values.
pub fn setting_in(options: &Options, name: &str, values: &[f64]) -> Result<Options, String> {
    let mut changed = options.clone();
    change(&mut changed, name, values)?;
    Ok(changed)
}

/// Checks the number of values, and each of them.
fn check(setting: &SettingInfo, values: &[f64]) -> Result<(), String> {
    let name = setting.name;
    if values.len() != setting.values.len() {
        return Err(format!("{name} has {} values: give {}", values.len(), setting.values.len()));
    }
    for &value in values {
        let is_whole = value.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value);
        let problem = match setting.kind {
            SettingKind::Number if !value.is_finite() => Some("a finite number".to_string()),
            SettingKind::Number if name == "timestep" && value <= 0.0 => {
                Some("a positive number of seconds".to_string())
            }
            SettingKind::Integer | SettingKind::Flags if !is_whole => Some("a whole number within i32".to_string()),
            SettingKind::Choice if setting.choices.iter().all(|choice| choice.value != value) => {
                let names: Vec<String> =
                    setting.choices.iter().map(|choice| format!("{} ({})", choice.value, choice.name)).collect();
                Some(names.join(", "))
            }
            _ => None,
        };
        if let Some(wanted) = problem {
            return Err(format!("{name} is {value}: give {wanted}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_kind_and_can_be_set_to_what_it_is() {
        let options = Options::default();
        let all = list(&options);
        assert_eq!(all.len(), Options::FIELD_NAMES.len());
        for setting in &all {
            let mut same = options.clone();
            assert_eq!(change(&mut same, setting.name, &setting.values), Ok(()), "{}", setting.name);
            assert_eq!(same, options);
        }
        let named = |name: &str| all.iter().find(|setting| setting.name == name).unwrap();
        assert_eq!(named("integrator").choices[0].name, "Euler");
        assert_eq!(
            (named("disableflags").choices[7].name.as_str(), named("disableflags").choices[7].value),
            ("gravity", 7.0)
        );
        assert_eq!((named("iterations").kind, named("gravity").kind), (SettingKind::Integer, SettingKind::Number));
    }

    #[test]
    fn a_world_that_cannot_step_takes_settings_all_the_same() {
        let m = Model::example();
        let mut d = m.make_data();
        assert!(with_setting(&m, &d, "timestep", &[0.001]).is_ok());
        d.qpos.fill(f64::NAN);
        assert!(d.clone().step(&m).is_err(), "the world had failed before");
        let changed = with_setting(&m, &d, "gravity", &[0.0; 3]).unwrap();
        assert_eq!(changed.opt.gravity, [0.0; 3]);
        assert!(with_setting(&m, &d, "gravity", &[f64::NAN, 0.0, 0.0]).is_err());
    }

    #[test]
    fn values_that_a_setting_does_not_take_are_named() {
        let (long, cut) = ("x".repeat(9999), format!("there is no setting '{}'", "x".repeat(LONGEST_NAME)));
        for (name, values, wanted) in [
            ("timestep", &[0.0][..], "timestep is 0: give a positive number of seconds"),
            ("timestep", &[f64::NAN], "timestep is NaN: give a finite number"),
            ("gravity", &[1.0], "gravity has 1 values: give 3"),
            ("iterations", &[1.5], "iterations is 1.5: give a whole number within i32"),
            ("iterations", &[1e300], "give a whole number within i32"),
            ("solver", &[7.0], "solver is 7: give 0 (PGS), 1 (CG), 2 (Newton)"),
            ("speed", &[1.0], "there is no setting 'speed'"),
            (long.as_str(), &[1.0], cut.as_str()),
        ] {
            let mut options = Options::default();
            let error = change(&mut options, name, values).unwrap_err();
            assert!(error.contains(wanted), "{error}");
            assert_eq!(options, Options::default());
        }
        let mut options = Options::default();
        change(&mut options, "gravity", &[0.0, 0.0, -1.62]).unwrap();
        change(&mut options, "disableflags", &[f64::from(DisableFlags::CONTACT.bits())]).unwrap();
        assert_eq!((options.gravity[2], options.disableflags), (-1.62, DisableFlags::CONTACT));
    }
}
