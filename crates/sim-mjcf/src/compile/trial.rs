//! Checks that MuJoCo makes in the trial step at the end of its loading. The step has no contacts. It is skipped if a tree
//! begins asleep; then this checks that the tree can sleep.

use crate::error::Result;
use crate::error_list::ErrorList;
use crate::source_span::SourceSpan;
use crate::spec::{Object, Spec};
use sim_core::{DisableFlags, EnableFlags, Integrator, Model, ObjType, Projection, SensorType, SleepPolicy};

/// Field of a rangefinder's reading that asks for the normals of the surfaces.
const NORMAL_FIELD: i32 = 1 << 4;
/// Bytes a ray takes while a camera's rays are cast: direction, distance and geom; and with a normal.
const RAY_BYTES: usize = 24 + 8 + 4;
const NORMAL_BYTES: usize = 24;

/// Checks a finished model.
pub(crate) fn check(spec: &Spec, m: &mut Model) -> Result<()> {
    let sleeps = m.opt.enableflags.contains(EnableFlags::SLEEP);
    if sleeps && m.tree_sleep_policy.contains(&SleepPolicy::Init) {
        return m.check_initial_sleep().map_err(|error| SourceSpan::none().conversion(error.to_string()));
    }
    check_inverse(m)?;
    check_depth_images(spec, m)
}

/// Refuses integrators without discrete inverse dynamics; MuJoCo notices with the first constraint.
fn check_inverse(m: &mut Model) -> Result<()> {
    let compared = EnableFlags::FWDINV | EnableFlags::INVDISCRETE;
    let undefined = matches!(m.opt.integrator, Integrator::RungeKutta4 | Integrator::ImplicitSpringDamper);
    if !undefined || !m.opt.enableflags.contains(compared) {
        return Ok(());
    }
    let flags = m.opt.disableflags;
    m.opt.disableflags |= DisableFlags::CONTACT;
    let mut d = m.make_data();
    let done = d.forward(m);
    m.opt.disableflags = flags;
    if done.is_ok() && d.nefc > 0 {
        return Err(SourceSpan::none().conversion(format!(
            "discrete inverse dynamics is not defined for the integrator {}: choose another integrator, or disable the \
             flag 'fwdinv' or 'invdiscrete'",
            m.opt.integrator
        )));
    }
    Ok(())
}

/// The rays of a perspective camera are cast together and must fit the memory a world has.
fn check_depth_images(spec: &Spec, m: &Model) -> Result<()> {
    if m.opt.disableflags.contains(DisableFlags::SENSOR) {
        return Ok(());
    }
    ErrorList::each(spec.sensors.iter().enumerate(), |(i, sensor)| {
        let camera = usize::try_from(m.sensor_objid[i]).unwrap_or(0);
        if m.sensor_type[i] != SensorType::Rangefinder
            || m.sensor_objtype[i] != ObjType::Camera
            || m.cam_projection[camera] != Projection::Perspective
        {
            return Ok(());
        }
        let [width, height] = [2 * camera, 2 * camera + 1].map(|k| usize::try_from(m.cam_resolution[k]).unwrap_or(0));
        let normals = m.sensor_intprm[3 * i] & NORMAL_FIELD != 0;
        let bytes = RAY_BYTES + if normals { NORMAL_BYTES } else { 0 };
        let needed = width.saturating_mul(height).saturating_mul(bytes);
        if needed > m.narena {
            return Err(sensor.meta().span.conversion(format!(
                "the {width} x {height} rays of the camera need {needed} bytes, a world has {}: give the camera a \
                 smaller 'resolution' or raise 'memory' in <size>",
                m.narena
            )));
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    fn load(option: &str, rest: &str) -> Result<sim_core::Model, String> {
        let option = format!("<option integrator='RK4'><flag {option}/></option>");
        crate::load_model(&format!("<mujoco>{option}{rest}</mujoco>")).map_err(|e| e.to_string())
    }

    #[test]
    fn discrete_inverse_dynamics_with_runge_kutta() {
        let flags = "fwdinv='enable' invdiscrete='enable'";
        let body = |joint: &str| format!("<worldbody><body><joint {joint}/><geom size='1'/></body></worldbody>");
        assert!(load(flags, &body("frictionloss='1'")).unwrap_err().contains("RK4"));
        assert!(load(flags, &body("")).is_ok());
        assert!(load("invdiscrete='enable'", &body("frictionloss='1'")).is_ok());
    }

    #[test]
    fn rays_that_do_not_fit() {
        let model = |side: usize, data: &str| {
            let camera = format!("<worldbody><camera name='c' resolution='{side} {side}'/></worldbody>");
            load("", &format!("{camera}<sensor><rangefinder camera='c' data='{data}'/></sensor>"))
        };
        assert!(model(600, "dist").is_ok());
        assert!(model(2000, "dist").unwrap_err().contains("memory"));
        assert!(model(600, "dist normal").unwrap_err().contains("memory"));
    }
}
