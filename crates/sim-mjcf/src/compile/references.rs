//! What contacts, tendons, sensors and tuples refer to is not decoration: `discardvisual` keeps it.

use super::tree::Tree;
use crate::spec::Spec;
use sim_core::{ObjType, WrapType};
use std::collections::HashSet;

/// Unmarks the geoms that something refers to.
pub(crate) fn keep_geoms(tree: &mut Tree, spec: &Spec) {
    let named = geoms(spec);
    for geom in tree.bodies.iter_mut().flat_map(|body| &mut body.geoms) {
        if named.contains(geom.spec.meta.name.as_str()) {
            geom.visual = false;
        }
    }
}

fn geoms(spec: &Spec) -> HashSet<&str> {
    let pairs = spec.pairs.iter().flat_map(|pair| [&pair.geom1, &pair.geom2]);
    let wraps = spec.tendons.iter().flat_map(|tendon| &tendon.path);
    let wraps = wraps.filter(|wrap| [WrapType::Sphere, WrapType::Cylinder].contains(&wrap.kind));
    let sensors = spec.sensors.iter().flat_map(|s| [(s.objtype, &s.objname), (s.reftype, &s.refname)]);
    let tuples = spec.tuples.iter().flat_map(|tuple| &tuple.objects).map(|(kind, name, _)| (*kind, name));
    let others = sensors.chain(tuples).filter(|(kind, _)| *kind == ObjType::Geom).map(|(_, name)| name);
    pairs.chain(wraps.map(|wrap| &wrap.target)).chain(others).map(String::as_str).filter(|n| !n.is_empty()).collect()
}

/// Names of the meshes that tactile sensors sample.
pub(crate) fn meshes(spec: &Spec) -> impl Iterator<Item = &str> {
    spec.sensors.iter().filter(|s| s.objtype == ObjType::Mesh).map(|s| s.objname.as_str())
}

#[cfg(test)]
mod tests {
    use crate::load_model;
    use sim_core::ObjType;

    #[test]
    fn what_is_referred_to_survives() {
        let model = load_model(
            "<mujoco><compiler discardvisual='true'/><worldbody>
             <geom name='pair' size='1' contype='0' conaffinity='0'/><geom name='floor' type='plane' size='1 1 1'/>
             <geom name='tuple' size='1' contype='0' conaffinity='0'/>
             <geom name='frame' size='1' contype='0' conaffinity='0'/>
             <geom name='decoration' size='1' contype='0' conaffinity='0'/></worldbody>
             <contact><pair geom1='pair' geom2='floor'/></contact>
             <sensor><framepos objtype='geom' objname='frame'/></sensor>
             <custom><tuple name='t'><element objtype='geom' objname='tuple'/></tuple></custom></mujoco>",
        )
        .unwrap();
        assert_eq!(model.ngeom, 4);
        assert_eq!(model.id(ObjType::Geom, "decoration"), None);
    }
}
