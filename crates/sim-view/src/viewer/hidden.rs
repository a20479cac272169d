//! Bodies that the user of a page hides: their geoms and sites are neither drawn nor found by the mouse.

use sim_core::Model;
use std::sync::Arc;

/// Limit on hidden bodies. More are ignored.
pub const MAX_HIDDEN: usize = 10_000;

/// Hidden bodies, and the model without their look.
#[derive(Debug, Default)]
pub struct HiddenBodies {
    bodies: Vec<usize>,
    /// A model, and its copy whose hidden objects are clear.
    made: Option<(Arc<Model>, Arc<Model>)>,
}

impl HiddenBodies {
    /// Hides these bodies, and no others.
    pub fn set(&mut self, mut bodies: Vec<usize>) {
        bodies.truncate(MAX_HIDDEN);
        *self = Self { bodies, made: None };
    }

    /// The model to draw: `model` itself while nothing is hidden. Arrays that do not change are shared.
    pub fn model(&mut self, model: &Arc<Model>) -> Arc<Model> {
        if self.bodies.is_empty() {
            return Arc::clone(model);
        }
        if let Some((_, made)) = self.made.as_ref().filter(|(of, _)| Arc::ptr_eq(of, model)) {
            return Arc::clone(made);
        }
        let made = Arc::new(self.clear(model));
        self.made = Some((Arc::clone(model), Arc::clone(&made)));
        made
    }

    /// A copy of the model in which hidden geoms and sites have no colour: neither rays nor pictures meet them.
    fn clear(&self, model: &Model) -> Model {
        let mut hidden = vec![false; model.nbody];
        for &body in &self.bodies {
            if let Some(entry) = hidden.get_mut(body) {
                *entry = true;
            }
        }
        let mut m = model.clone();
        let is_hidden = |body: i32| usize::try_from(body).is_ok_and(|body| hidden.get(body) == Some(&true));
        let geoms: Vec<usize> = (0..m.ngeom).filter(|&g| m.geom_bodyid.get(g).is_some_and(|&b| is_hidden(b))).collect();
        let sites: Vec<usize> = (0..m.nsite).filter(|&s| m.site_bodyid.get(s).is_some_and(|&b| is_hidden(b))).collect();
        for geom in geoms {
            if let (Some(material), Some(alpha)) = (m.geom_matid.get_mut(geom), m.geom_rgba.get_mut(4 * geom + 3)) {
                (*material, *alpha) = (-1, 0.0);
            }
        }
        for site in sites {
            if let (Some(material), Some(alpha)) = (m.site_matid.get_mut(site), m.site_rgba.get_mut(4 * site + 3)) {
                (*material, *alpha) = (-1, 0.0);
            }
        }
        m
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, Categories, Scene, SceneOption};
    use sim_core::ObjType;

    #[test]
    fn hidden_bodies_are_neither_drawn_nor_found() {
        let model = Arc::new(Model::example());
        let mut d = model.make_data();
        d.forward(&model).unwrap();
        let mut hidden = HiddenBodies::default();
        assert!(Arc::ptr_eq(&hidden.model(&model), &model));
        let body = model.geom_bodyid[model.ngeom - 1] as usize;
        let drawn = |m: &Model| {
            let mut scene = Scene::new(m, 1000);
            scene.update(m, &d, &SceneOption::default(), None, &mut Camera::free(m), Categories::all()).unwrap();
            scene.geoms.iter().filter(|geom| geom.objtype == ObjType::Geom).map(|geom| geom.objid as usize).collect()
        };
        let before: Vec<usize> = drawn(&model);
        hidden.set(vec![body, 99_999, usize::MAX]);
        let less = hidden.model(&model);
        let after: Vec<usize> = drawn(&less);
        assert!(before.iter().any(|&g| model.geom_bodyid[g] as usize == body));
        assert!(!after.is_empty() && after.iter().all(|&g| model.geom_bodyid[g] as usize != body));
        let (above, down) =
            ([d.geom_xpos[3 * (model.ngeom - 1)], d.geom_xpos[3 * (model.ngeom - 1) + 1], 50.0], [0.0, 0.0, -1.0]);
        let hit = |m: &Model| d.cast_ray(m, above, down).map(|hit| m.geom_bodyid[hit.geom.index()] as usize);
        assert!(hit(&model) == Some(body) && hit(&less) != Some(body));
        assert!(Arc::ptr_eq(&hidden.model(&model), &less), "the copy is made once");
        hidden.set(Vec::new());
        assert!(Arc::ptr_eq(&hidden.model(&model), &model));
    }
}
