//! Settings of the simulation, `mjOption`, as pages show and change them.

use crate::viewer::protocol::{SettingChoice, SettingInfo, SettingKind};
use sim_core::binding::model::FieldMut;
use sim_core::{ConeType, DisableFlags, EnableFlags, Integrator, JacobianType, Options, SolverType};

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
        return Err(format!("there is no setting '{name}': give one of mjOption, such as timestep"));
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
    fn values_that_a_setting_does_not_take_are_named() {
        for (name, values, wanted) in [
            ("timestep", &[0.0][..], "timestep is 0: give a positive number of seconds"),
            ("timestep", &[f64::NAN], "timestep is NaN: give a finite number"),
            ("gravity", &[1.0], "gravity has 1 values: give 3"),
            ("iterations", &[1.5], "iterations is 1.5: give a whole number within i32"),
            ("iterations", &[1e300], "give a whole number within i32"),
            ("solver", &[7.0], "solver is 7: give 0 (PGS), 1 (CG), 2 (Newton)"),
            ("speed", &[1.0], "there is no setting 'speed'"),
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
