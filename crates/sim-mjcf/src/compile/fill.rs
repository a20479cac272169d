//! Writes the flattened tree into the Model: bodies, joints, degrees of freedom, geoms, sites, cameras,
//! lights.

use super::camera::intrinsics;
use super::ids::Ids;
use super::joint::is_limited;
use super::tree::{BodyNode, GeomNode, PosedNode, Tree};
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::spec::{Camera, Joint, Light, Site};
use sim_core::binding::model::Opened;
use sim_core::math::{quat, set_row};
use sim_core::{JointType, Model, ObjType, SleepPolicy};

/// Counts what the tree holds.
pub(crate) fn sizes(tree: &Tree, model: &mut Model) {
    model.nbody = tree.bodies.len();
    for body in &tree.bodies {
        model.njnt += body.joints.len();
        model.ngeom += body.geoms.len();
        model.nsite += body.sites.len();
        model.ncam += body.cameras.len();
        model.nlight += body.lights.len();
        model.nmocap += usize::from(body.spec.mocap);
        for joint in &body.joints {
            model.nq += joint.spec.kind.nq();
            model.nv += joint.spec.kind.nv();
        }
    }
}

/// Running positions in the arrays.
#[derive(Default)]
struct Cursor {
    jnt: usize,
    dof: usize,
    qpos: usize,
    geom: usize,
    site: usize,
    cam: usize,
    light: usize,
    mocap: usize,
}

/// Fills all arrays of the tree.
pub(crate) fn fill(tree: &Tree, ids: &Ids, model: &mut Model) -> Result<()> {
    let (mut at, model) = (Cursor::default(), &mut model.open());
    let mut errors = ErrorList::default();
    for (id, body) in tree.bodies.iter().enumerate() {
        fill_body(id, body, model, &mut at);
        for joint in &body.joints {
            fill_joint(&joint.spec, body, model, &mut at);
        }
        for geom in &body.geoms {
            errors.take(fill_geom(id, geom, ids, model, at.geom))?;
            at.geom += 1;
        }
        for site in &body.sites {
            errors.take(fill_site(id, site, ids, model, at.site))?;
            at.site += 1;
        }
        for camera in &body.cameras {
            errors.take(fill_camera(id, camera, ids, model, at.cam))?;
            at.cam += 1;
        }
        for light in &body.lights {
            errors.take(fill_light(id, light, ids, model, at.light))?;
            at.light += 1;
        }
    }
    errors.finish()
}

/// Address of a body's first object, -1 when it has none.
fn address(count: usize, at: usize) -> i32 {
    if count > 0 { at as i32 } else { -1 }
}

fn fill_body(id: usize, body: &BodyNode, m: &mut Opened<'_>, at: &mut Cursor) {
    m.body_parentid[id] = body.parent as i32;
    m.body_mocapid[id] = if body.spec.mocap { at.mocap as i32 } else { -1 };
    at.mocap += usize::from(body.spec.mocap);
    m.body_jntnum[id] = body.joints.len() as i32;
    m.body_jntadr[id] = address(body.joints.len(), at.jnt);
    m.body_geomnum[id] = body.geoms.len() as i32;
    m.body_geomadr[id] = address(body.geoms.len(), at.geom);
    set_row(m.body_pos, id, body.pose.pos);
    set_row(m.body_quat, id, body.pose.quat);
    set_row(m.body_ipos, id, body.ipos);
    set_row(m.body_iquat, id, body.iquat);
    m.body_mass[id] = body.mass;
    set_row(m.body_inertia, id, body.inertia);
    m.body_gravcomp[id] = body.spec.gravcomp;
    let n = m.nuser_body;
    m.body_user[id * n..(id + 1) * n].copy_from_slice(&body.spec.user);
    m.body_contype[id] = body.contype;
    m.body_conaffinity[id] = body.conaffinity;
    m.body_margin[id] = body.margin;
    m.body_plugin[id] = -1;
}

fn fill_joint(joint: &Joint, body: &BodyNode, m: &mut Opened<'_>, at: &mut Cursor) {
    let id = at.jnt;
    m.jnt_type[id] = joint.kind;
    m.jnt_group[id] = joint.group;
    m.jnt_limited[id] = is_limited(joint.limited, joint.range).into();
    m.jnt_actfrclimited[id] = is_limited(joint.actuatorfrclimited, joint.actuatorfrcrange).into();
    m.jnt_actgravcomp[id] = joint.actuatorgravcomp.into();
    set_row(m.jnt_pos, id, joint.pos);
    set_row(m.jnt_axis, id, joint.axis);
    m.jnt_stiffness[id] = joint.stiffness[0];
    set_row(m.jnt_stiffnesspoly, id, [joint.stiffness[1], joint.stiffness[2]]);
    set_row(m.jnt_range, id, joint.range);
    set_row(m.jnt_actfrcrange, id, joint.actuatorfrcrange);
    set_row(m.jnt_solref, id, joint.solreflimit);
    set_row(m.jnt_solimp, id, joint.solimplimit);
    m.jnt_margin[id] = joint.margin;
    let n = m.nuser_jnt;
    m.jnt_user[id * n..(id + 1) * n].copy_from_slice(&joint.user);
    fill_reference(joint, body, m, at.qpos);
    for _ in 0..joint.kind.nv() {
        fill_dof(joint, m, at.dof);
        at.dof += 1;
    }
    at.jnt += 1;
    at.qpos += joint.kind.nq();
}

/// Reference and spring pose of a joint.
fn fill_reference(joint: &Joint, body: &BodyNode, m: &mut Opened<'_>, at: usize) {
    match joint.kind {
        JointType::Free => {
            m.qpos0[at..at + 3].copy_from_slice(&body.pose.pos);
            m.qpos0[at + 3..at + 7].copy_from_slice(&body.pose.quat);
            m.qpos_spring[at..at + 7].copy_from_slice(&m.qpos0[at..at + 7]);
        }
        JointType::Ball => {
            m.qpos0[at..at + 4].copy_from_slice(&quat::IDENTITY);
            m.qpos_spring[at..at + 4].copy_from_slice(&quat::IDENTITY);
        }
        _ => {
            m.qpos0[at] = joint.reference;
            m.qpos_spring[at] = joint.springref;
        }
    }
}

fn fill_dof(joint: &Joint, m: &mut Opened<'_>, dof: usize) {
    set_row(m.dof_solref, dof, joint.solreffriction);
    set_row(m.dof_solimp, dof, joint.solimpfriction);
    m.dof_frictionloss[dof] = joint.frictionloss;
    m.dof_armature[dof] = joint.armature;
    m.dof_damping[dof] = joint.damping[0];
    set_row(m.dof_dampingpoly, dof, [joint.damping[1], joint.damping[2]]);
}

/// Id of a named asset, -1 for an empty name.
fn asset(ids: &Ids, kind: ObjType, name: &str, span: &crate::source_span::SourceSpan) -> Result<i32> {
    if name.is_empty() { Ok(-1) } else { ids.find(kind, name, span).map(|id| id as i32) }
}

fn fill_geom(body: usize, node: &GeomNode, ids: &Ids, m: &mut Opened<'_>, id: usize) -> Result<()> {
    let geom = &node.spec;
    m.geom_type[id] = geom.kind;
    m.geom_contype[id] = geom.contype;
    m.geom_conaffinity[id] = geom.conaffinity;
    m.geom_condim[id] = geom.condim;
    m.geom_bodyid[id] = body as i32;
    m.geom_dataid[id] = node.mesh.or(node.hfield).map_or(-1, |data| data as i32);
    m.geom_matid[id] = asset(ids, ObjType::Material, &geom.material, &geom.meta.span)?;
    m.geom_group[id] = geom.group;
    m.geom_priority[id] = geom.priority;
    m.geom_plugin[id] = -1;
    m.geom_solmix[id] = geom.solmix;
    set_row(m.geom_solref, id, geom.solref);
    set_row(m.geom_solimp, id, geom.solimp);
    set_row(m.geom_size, id, node.size);
    set_row(m.geom_aabb, id, node.aabb);
    m.geom_rbound[id] = node.rbound;
    set_row(m.geom_pos, id, node.pose.pos);
    set_row(m.geom_quat, id, node.pose.quat);
    set_row(m.geom_friction, id, geom.friction);
    m.geom_margin[id] = geom.margin;
    m.geom_gap[id] = geom.gap;
    set_row(m.geom_surfacevel, id, node.surfacevel);
    m.geom_adhesion[id] = geom.adhesion;
    set_row(m.geom_fluid, id, node.fluid);
    let n = m.nuser_geom;
    m.geom_user[id * n..(id + 1) * n].copy_from_slice(&geom.user);
    m.geom_rgba[id * 4..id * 4 + 4].copy_from_slice(&geom.rgba);
    Ok(())
}

fn fill_site(body: usize, node: &PosedNode<Site>, ids: &Ids, m: &mut Opened<'_>, id: usize) -> Result<()> {
    let site = &node.spec;
    m.site_type[id] = site.kind;
    m.site_bodyid[id] = body as i32;
    m.site_matid[id] = asset(ids, ObjType::Material, &site.material, &site.meta.span)?;
    m.site_group[id] = site.group;
    set_row(m.site_size, id, site.size);
    set_row(m.site_pos, id, node.pose.pos);
    set_row(m.site_quat, id, node.pose.quat);
    let n = m.nuser_site;
    m.site_user[id * n..(id + 1) * n].copy_from_slice(&site.user);
    m.site_rgba[id * 4..id * 4 + 4].copy_from_slice(&site.rgba);
    Ok(())
}

fn fill_camera(body: usize, node: &PosedNode<Camera>, ids: &Ids, m: &mut Opened<'_>, id: usize) -> Result<()> {
    let camera = &node.spec;
    let (intrinsic, fovy) = intrinsics(camera, m.vis.map.znear);
    m.cam_mode[id] = camera.mode;
    m.cam_bodyid[id] = body as i32;
    m.cam_targetbodyid[id] = asset(ids, ObjType::Body, &camera.target, &camera.meta.span)?;
    set_row(m.cam_pos, id, node.pose.pos);
    set_row(m.cam_quat, id, node.pose.quat);
    m.cam_projection[id] = camera.projection;
    m.cam_fovy[id] = fovy;
    m.cam_ipd[id] = camera.ipd;
    m.cam_resolution[id * 2..id * 2 + 2].copy_from_slice(&camera.resolution);
    m.cam_output[id] = camera.output;
    m.cam_sensorsize[id * 2..id * 2 + 2].copy_from_slice(&camera.sensorsize);
    m.cam_intrinsic[id * 4..id * 4 + 4].copy_from_slice(&intrinsic);
    let n = m.nuser_cam;
    m.cam_user[id * n..(id + 1) * n].copy_from_slice(&camera.user);
    Ok(())
}

fn fill_light(body: usize, node: &PosedNode<Light>, ids: &Ids, m: &mut Opened<'_>, id: usize) -> Result<()> {
    let light = &node.spec;
    m.light_mode[id] = light.mode;
    m.light_bodyid[id] = body as i32;
    m.light_targetbodyid[id] = asset(ids, ObjType::Body, &light.target, &light.meta.span)?;
    m.light_type[id] = light.kind;
    m.light_texid[id] = asset(ids, ObjType::Texture, &light.texture, &light.meta.span)?;
    m.light_castshadow[id] = light.castshadow.into();
    m.light_active[id] = light.active.into();
    set_row(m.light_pos, id, node.pose.pos);
    set_row(m.light_dir, id, light.dir);
    m.light_bulbradius[id] = light.bulbradius;
    m.light_intensity[id] = light.intensity;
    m.light_range[id] = light.range;
    m.light_attenuation[id * 3..id * 3 + 3].copy_from_slice(&light.attenuation);
    m.light_cutoff[id] = light.cutoff;
    m.light_softness[id] = light.softness;
    m.light_exponent[id] = light.exponent;
    m.light_ambient[id * 3..id * 3 + 3].copy_from_slice(&light.ambient);
    m.light_diffuse[id * 3..id * 3 + 3].copy_from_slice(&light.diffuse);
    m.light_specular[id * 3..id * 3 + 3].copy_from_slice(&light.specular);
    Ok(())
}

/// Sleep policies of trees, once the trees are known.
pub(crate) fn fill_sleep(tree: &Tree, m: &mut Model) -> Result<()> {
    ErrorList::each(tree.bodies.iter().enumerate().skip(1), |(id, body)| {
        if body.spec.sleep == SleepPolicy::Auto {
            return Ok(());
        }
        let tree_id = m.body_treeid[id];
        if tree_id == -1 || tree_id == m.body_treeid[id - 1] {
            let span = &body.spec.meta.span;
            return Err(span.conversion("'sleep' is only allowed in the first moving body of a tree"));
        }
        m.tree_sleep_policy[tree_id as usize] = body.spec.sleep;
        Ok(())
    })
}
