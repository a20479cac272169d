//! Tendons and the objects along their paths. Lengths, inverse weights and the sparse Jacobian's structure
//! are computed with the Model's other constants.

use super::ids::Ids;
use super::joint::{check_autolimits, is_limited};
use super::user;
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::spec::{Spec, Tendon, Wrap};
use sim_core::math::set_row;
use sim_core::{GeomType, Model, ObjType, WrapType};

/// Counts tendons and path objects.
pub(crate) fn sizes(spec: &Spec, _ids: &Ids, model: &mut Model) -> Result<()> {
    model.ntendon = spec.tendons.len();
    model.nwrap = spec.tendons.iter().map(|tendon| tendon.path.len()).sum();
    model.nuser_tendon = user::width(spec.size.nuser_tendon, spec.tendons.iter().map(|tendon| tendon.user.len()));
    Ok(())
}

/// Fills `tendon_*` and `wrap_*`.
pub(crate) fn fill(spec: &Spec, ids: &Ids, m: &mut Model) -> Result<()> {
    let mut address = 0;
    ErrorList::each(spec.tendons.iter().enumerate(), |(id, tendon)| {
        let start = address;
        address += tendon.path.len();
        m.tendon_adr[id] = start as i32;
        m.tendon_num[id] = tendon.path.len() as i32;
        // first: other fields need them
        fill_parameters(tendon, id, m);
        check(tendon, spec)?;
        fill_path(tendon, start, ids, m)?;
        m.tendon_matid[id] = if tendon.material.is_empty() {
            -1
        } else {
            ids.find(ObjType::Material, &tendon.material, &tendon.meta.span)? as i32
        };
        let width = m.nuser_tendon;
        user::set(&mut m.tendon_user, id, width, &tendon.user, "nuser_tendon", &tendon.meta.span)
    })
}

fn fill_parameters(tendon: &Tendon, id: usize, m: &mut Model) {
    m.tendon_group[id] = tendon.group;
    m.tendon_limited[id] = is_limited(tendon.limited, tendon.range).into();
    m.tendon_actfrclimited[id] = is_limited(tendon.actuatorfrclimited, tendon.actuatorfrcrange).into();
    m.tendon_width[id] = tendon.width;
    set_row(&mut m.tendon_solref_lim, id, tendon.solreflimit);
    set_row(&mut m.tendon_solimp_lim, id, tendon.solimplimit);
    set_row(&mut m.tendon_solref_fri, id, tendon.solreffriction);
    set_row(&mut m.tendon_solimp_fri, id, tendon.solimpfriction);
    set_row(&mut m.tendon_range, id, tendon.range);
    set_row(&mut m.tendon_actfrcrange, id, tendon.actuatorfrcrange);
    m.tendon_margin[id] = tendon.margin;
    m.tendon_stiffness[id] = tendon.stiffness[0];
    set_row(&mut m.tendon_stiffnesspoly, id, [tendon.stiffness[1], tendon.stiffness[2]]);
    m.tendon_damping[id] = tendon.damping[0];
    set_row(&mut m.tendon_dampingpoly, id, [tendon.damping[1], tendon.damping[2]]);
    m.tendon_armature[id] = tendon.armature;
    m.tendon_frictionloss[id] = tendon.frictionloss;
    set_row(&mut m.tendon_lengthspring, id, tendon.springlength);
    for (target, value) in m.tendon_rgba[4 * id..].iter_mut().zip(tendon.rgba) {
        *target = value;
    }
}

/// Whether the path runs through space; the first object decides.
pub(crate) fn is_spatial(tendon: &Tendon) -> bool {
    tendon.path.first().is_some_and(|wrap| wrap.kind != WrapType::Joint)
}

/// Checks that do not need the objects.
fn check(tendon: &Tendon, spec: &Spec) -> Result<()> {
    let span = &tendon.meta.span;
    let spatial = is_spatial(tendon);
    if tendon.path.is_empty() {
        return Err(span.conversion("the path of a tendon cannot be empty: give it sites or joints"));
    }
    if spatial && tendon.path.len() < 2 {
        return Err(span.conversion("a spatial tendon needs at least two objects in its path"));
    }
    if spatial && tendon.width <= 0.0 {
        return Err(span.conversion("'width' must be positive"));
    }
    if spatial && tendon.armature < 0.0 {
        return Err(span.conversion("'armature' cannot be negative"));
    }
    if let Some(compiler) = spec.origins.get(tendon.meta.origin) {
        check_autolimits(compiler, tendon.limited, tendon.range, "tendon", "", span)?;
        let (limited, range) = (tendon.actuatorfrclimited, tendon.actuatorfrcrange);
        check_autolimits(compiler, limited, range, "tendon", "actuatorfrc", span)?;
    }
    if is_limited(tendon.limited, tendon.range) && tendon.range[0] >= tendon.range[1] {
        return Err(span.conversion("'range' must be increasing"));
    }
    let [low, high] = tendon.actuatorfrcrange;
    if is_limited(tendon.actuatorfrclimited, [low, high]) && (low >= high || low > 0.0 || high < 0.0) {
        return Err(span.conversion("'actuatorfrcrange' must be increasing and contain zero"));
    }
    if tendon.springlength[0] > tendon.springlength[1] {
        return Err(span.conversion("'springlength' cannot be decreasing"));
    }
    check_path(tendon, spatial)
}

/// Checks which objects follow each other.
fn check_path(tendon: &Tendon, spatial: bool) -> Result<()> {
    let path = &tendon.path;
    let kind = |i: usize| path.get(i).map(|wrap| wrap.kind);
    for (i, wrap) in path.iter().enumerate() {
        let before = i.checked_sub(1).and_then(kind);
        let after = kind(i + 1);
        let end = |neighbor: Option<WrapType>| neighbor.is_none_or(|k| k == WrapType::Pulley);
        let problem = match wrap.kind {
            WrapType::Joint if spatial => "a joint cannot be part of a spatial path",
            WrapType::Joint => continue,
            _ if !spatial => "a fixed tendon can only have joints in its path",
            WrapType::Pulley if before == Some(WrapType::Pulley) => "a pulley cannot follow another pulley",
            WrapType::Pulley if after.is_none() => "a path cannot end with a pulley",
            WrapType::Pulley if wrap.prm < 0.0 => "the divisor of a pulley cannot be negative",
            WrapType::Pulley => continue,
            WrapType::Site if end(before) && end(after) => "a site needs a neighbor that is not a pulley",
            WrapType::Site if after == Some(WrapType::Site) && path[i + 1].target == wrap.target => {
                "a site cannot follow itself"
            }
            WrapType::Site => continue,
            WrapType::Sphere | WrapType::Cylinder if [before, after] != [Some(WrapType::Site); 2] => {
                "a wrapping geom needs a site before and after it"
            }
            WrapType::Sphere | WrapType::Cylinder if tendon.armature > 0.0 => {
                "a tendon with armature cannot wrap around geoms"
            }
            WrapType::Sphere | WrapType::Cylinder => continue,
            _ => "not an object that a tendon can pass",
        };
        return Err(wrap.span.conversion(problem));
    }
    Ok(())
}

fn fill_path(tendon: &Tendon, address: usize, ids: &Ids, m: &mut Model) -> Result<()> {
    ErrorList::each(tendon.path.iter().enumerate(), |(i, wrap)| {
        let (kind, object, prm) = resolve(wrap, ids, m)?;
        m.wrap_type[address + i] = kind;
        m.wrap_objid[address + i] = object;
        m.wrap_prm[address + i] = prm;
        Ok(())
    })
}

/// Kind, object and parameter of a path object; geoms learn their shape, their parameter is the side site.
fn resolve(wrap: &Wrap, ids: &Ids, m: &Model) -> Result<(WrapType, i32, f64)> {
    let find = |kind, name: &str| ids.find(kind, name, &wrap.span);
    Ok(match wrap.kind {
        WrapType::Joint => (WrapType::Joint, find(ObjType::Joint, &wrap.target)? as i32, wrap.prm),
        WrapType::Site => (WrapType::Site, find(ObjType::Site, &wrap.target)? as i32, wrap.prm),
        WrapType::Sphere | WrapType::Cylinder => {
            let geom = find(ObjType::Geom, &wrap.target)?;
            let kind = match m.geom_type[geom] {
                GeomType::Sphere => WrapType::Sphere,
                GeomType::Cylinder => WrapType::Cylinder,
                other => {
                    let message = format!("tendons wrap around spheres and cylinders, not around a {other}");
                    return Err(wrap.span.conversion(message));
                }
            };
            let side = match wrap.sidesite.as_str() {
                "" => -1.0,
                name => find(ObjType::Site, name)? as f64,
            };
            (kind, geom as i32, side)
        }
        kind => (kind, -1, wrap.prm),
    })
}

#[cfg(test)]
mod tests {
    use crate::load_model;
    use sim_core::WrapType;

    fn tendon(path: &str) -> crate::Result<sim_core::Model> {
        load_model(&format!(
            "<mujoco><worldbody><site name='a'/><body pos='1 0 0'><joint/><geom name='c' type='cylinder' size='.1 .1'/>
             <geom name='box' type='box' size='.1 .1 .1'/><site name='b'/></body></worldbody>
             <tendon><spatial>{path}</spatial></tendon></mujoco>"
        ))
    }

    #[test]
    fn wrapping_geoms_know_their_shape_and_side() {
        let model = tendon("<site site='a'/><geom geom='c' sidesite='b'/><site site='b'/>").unwrap();
        assert_eq!(model.wrap_type, [WrapType::Site, WrapType::Cylinder, WrapType::Site]);
        assert_eq!((&model.wrap_objid[..], &model.wrap_prm[..]), (&[0, 0, 1][..], &[0.0, 1.0, 0.0][..]));
    }

    #[test]
    fn impossible_paths_are_refused() {
        let (a, b, pulley) = ("<site site='a'/>", "<site site='b'/>", "<pulley divisor='2'/>");
        for path in [
            String::new(),
            a.to_string(),
            format!("{a}{a}"),
            format!("{a}{b}{pulley}"),
            format!("{a}{b}{pulley}{pulley}{a}{b}"),
            format!("{a}{b}{pulley}{a}"),
            format!("{a}<geom geom='c'/>"),
            format!("{a}<geom geom='box'/>{b}"),
            format!("{a}{b}<pulley divisor='-1'/>{a}{b}"),
        ] {
            assert!(tendon(&path).is_err(), "{path}");
        }
        assert!(tendon(&format!("{a}{b}{pulley}{a}{b}")).is_ok());
    }
}
