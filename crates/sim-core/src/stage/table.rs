//! The table of stages in the order of the step: the authority on the fields that each one reads and writes.
//!
//! An entry is `View ("name", "part of the step", "file", "function of MuJoCo")` and the fields of Data that it may touch.
//! `reads` are not changed; `updates` are read and changed; `writes` are written and their old values ignored; `scratch`
//! and `work` are buffers without meaning between stages. The profile's laps, the list of stages, the conformance stages and the
//! test of the stages' rights follow from it.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{stages, view};
use crate::arrays::ArrayInfo;

/// A row of the table: the name, place and fields of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageInfo {
    /// The stage.
    pub id: StageId,
    /// Its name in reports.
    pub name: &'static str,
    /// The part of the step, as in MuJoCo's timers.
    pub part: &'static str,
    /// Its file in `crates/sim-core/src`.
    pub file: &'static str,
    /// MuJoCo's function for this stage.
    pub reference: &'static str,
    /// Fields of Data that it reads.
    pub reads: &'static [&'static str],
    /// Fields of Data that it reads and changes, or changes in part.
    pub updates: &'static [&'static str],
    /// Fields of Data that it overwrites.
    pub writes: &'static [&'static str],
}

impl StageId {
    /// The row of the table for this stage.
    #[must_use]
    pub fn info(self) -> &'static StageInfo {
        &STAGES[self as usize]
    }
}

/// The stages that write or update a field of Data, in the order of the step.
pub fn writers_of(field: &str) -> impl Iterator<Item = &'static StageInfo> {
    STAGES.iter().filter(move |stage| stage.updates.contains(&field) || stage.writes.contains(&field))
}

impl ArrayInfo {
    /// The stages that write or update an array of Data.
    pub fn writers(&self) -> impl Iterator<Item = &'static StageInfo> {
        writers_of(self.name)
    }
}

stages! {
    /// Checks that positions and velocities are finite and not too large.
    ChecksBefore ("checks before", "integration, checks", "pipeline/check.rs", "mj_checkPos, mj_checkVel") {
        reads { qpos qvel time tree_awake ntree_awake }
        updates {} writes {} scratch {} work {}
    }
    /// Poses of bodies and joints.
    Kinematics ("kinematics", "kinematics", "dynamics/kinematics.rs", "mj_kinematics") {
        reads { qpos mocap_pos mocap_quat body_awake }
        updates { tree_awake xpos xquat xmat xipos ximat }
        writes { xanchor xaxis }
        scratch {} work {}
    }
    /// Wakes trees whose state the user changed.
    WakeByUser ("waking by the user", "kinematics", "sleep/wake.rs", "mj_wake") {
        reads { qvel qfrc_applied xfrc_applied }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// Poses of inertial frames, geoms and sites.
    AttachedPoses ("attached poses", "kinematics", "dynamics/kinematics.rs", "mj_kinematics") {
        reads { xpos xquat xmat body_awake body_awake_ind ntree_awake nbody_awake }
        updates { xipos ximat }
        writes { geom_xpos geom_xmat site_xpos site_xmat }
        scratch {} work {}
    }
    /// Centres of mass, inertias and motion axes in the com frame.
    CentresOfMass ("centres of mass", "kinematics", "dynamics/com.rs", "mj_comPos") {
        reads { xmat xipos ximat xanchor xaxis body_awake body_awake_ind parent_awake_ind ntree_awake nbody_awake
            nparent_awake }
        updates {}
        writes { subtree_com cdof cinert }
        scratch {} work {}
    }
    /// Poses of cameras and lights.
    CamerasAndLights ("cameras and lights", "kinematics", "dynamics/frames.rs", "mj_camlight") {
        reads { xpos xquat xmat subtree_com body_awake ntree_awake }
        updates {}
        writes { cam_xpos cam_xmat light_xpos light_xdir }
        scratch {} work {}
    }
    /// Lengths, paths and Jacobians of tendons.
    Tendons ("tendons", "kinematics", "dynamics/tendon.rs", "mj_tendon") {
        reads { qpos site_xpos geom_xpos geom_xmat cdof subtree_com tree_awake body_awake ntree_awake }
        updates { wrap_obj wrap_xpos }
        writes { ten_wrapadr ten_wrapnum ten_J ten_length }
        scratch {} work {}
    }
    /// Wakes trees that a tendon at its limit connects to an awake tree.
    WakeByTendon ("waking by tendons", "kinematics", "sleep/wake.rs", "mj_wakeTendon") {
        reads { ten_length }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// The inertia matrix.
    Inertia ("inertia", "inertia", "dynamics/inertia.rs", "mj_makeM") {
        reads { cinert cdof ten_J tree_awake body_awake body_awake_ind parent_awake_ind ntree_awake nbody_awake
            nparent_awake }
        updates {}
        writes { crb M }
        scratch {} work { layout }
    }
    /// The factor of the inertia matrix.
    InertiaFactor ("inertia factor", "inertia", "dynamics/inertia.rs", "mj_factorM") {
        reads { M tree_awake ntree_awake }
        updates {}
        writes { qLD }
        scratch {} work {}
    }
    /// Contacts of the current poses. Clears the constraint rows.
    Contacts ("contacts", "collision", "collision/driver.rs", "mj_collision") {
        reads { time geom_xpos geom_xmat xipos ximat body_awake ntree_awake }
        updates { warning bvh_active }
        writes { ncon contact ne nf nl nefc nJ nA nY nisland nidof }
        scratch {} work { collision }
    }
    /// Wakes trees in contact with an awake one.
    WakeByContact ("waking by contacts", "collision", "sleep/wake.rs", "mj_wakeCollision") {
        reads { contact }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// Wakes trees that an equality constraint connects to an awake one.
    WakeByEquality ("waking by equalities", "collision", "sleep/wake.rs", "mj_wakeEquality") {
        reads { eq_active }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// Rows of all constraints.
    ConstraintRows ("constraint rows", "constraint rows", "constraint/mod.rs", "mj_makeConstraint") {
        reads { time qpos eq_active xpos xquat xmat site_xpos cdof subtree_com ten_J ten_length ncon
            tree_awake body_awake ntree_awake }
        updates { warning contact }
        writes { ne nf nl nefc nJ nA nY nisland nidof tendon_efcadr efc_type efc_id efc_J efc_pos efc_margin efc_frictionloss }
        scratch { chain point_jac dof_sum dof_used coupled_dofs row_entries } work {}
    }
    /// Stiffness, damping and regularisation of the rows.
    Impedance ("impedance of the rows", "constraint rows", "constraint/impedance.rs", "mj_makeImpedance") {
        reads { ne nf nl nefc efc_type efc_id efc_J efc_pos efc_margin qLD }
        updates { contact }
        writes { efc_diagA efc_KBIP efc_D efc_R }
        scratch { dof_sum factor_rows row_entries } work {}
    }
    /// Islands: groups of trees that constraints connect.
    Islands ("islands", "constraint rows", "constraint/island.rs", "mj_island") {
        reads { ne nf nefc contact efc_type efc_id efc_J }
        updates { map_itree2tree dof_island map_dof2idof map_idof2dof efc_island map_efc2iefc map_iefc2efc }
        writes { nisland nidof tree_island island_ntree island_itreeadr island_nv island_idofadr island_dofadr island_ne
            island_nf island_nefc island_iefcadr }
        scratch {} work { island }
    }
    /// Inverse inertia in constraint space, for dual solvers.
    InertiaOfRows ("inertia of rows", "inertia of rows", "constraint/project.rs", "mj_projectConstraint") {
        reads { nefc efc_J efc_R qLD }
        updates { nA nY }
        writes { efc_Y efc_AR }
        scratch {} work { layout project }
    }
    /// Lengths and moment arms of actuators.
    Transmission ("transmission", "kinematics", "dynamics/transmission.rs", "mj_transmission") {
        reads { qpos xquat site_xpos site_xmat cdof subtree_com ten_length ten_J contact tree_awake body_awake
            ntree_awake }
        updates { moment_colind actuator_moment }
        writes { actuator_length moment_rownnz moment_rowadr }
        scratch { dof_sum } work {}
    }
    /// Sensors of positions.
    PositionSensors ("sensors of positions", "sensors, smooth acceleration", "sensor/mod.rs", "mj_sensorPos") {
        reads { time history energy qpos xpos xquat xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
            subtree_com ten_length actuator_length ne nf nefc efc_type efc_id efc_pos efc_margin
            tree_awake body_awake ntree_awake }
        updates { sensordata }
        writes {} scratch {} work { collision }
    }
    /// Potential energy.
    PotentialEnergy ("potential energy", "sensors, smooth acceleration", "dynamics/energy.rs", "mj_energyPos") {
        reads { qpos xipos ten_length tree_awake body_awake ntree_awake }
        updates { energy flg_energypos }
        writes {}
        scratch {} work {}
    }
    /// Velocities of tendons and actuators.
    OutputVelocities ("output velocities", "velocity", "dynamics/velocity.rs", "mj_fwdVelocity") {
        reads { qvel ten_J moment_rownnz moment_rowadr moment_colind actuator_moment }
        updates {}
        writes { ten_velocity actuator_velocity }
        scratch {} work {}
    }
    /// Velocities of bodies and motion axes.
    Velocity ("velocity", "velocity", "dynamics/velocity.rs", "mj_comVel") {
        reads { qvel cdof body_awake_ind ntree_awake nbody_awake }
        updates {}
        writes { cvel cdof_dot }
        scratch {} work {}
    }
    /// Springs, dampers, gravity compensation, fluid, adhesion.
    PassiveForces ("passive forces", "velocity", "force/passive.rs", "mj_passive") {
        reads { qpos qvel xipos ximat geom_xpos geom_xmat cdof subtree_com cvel ten_length ten_velocity ten_J contact
            tree_awake body_awake body_awake_ind ntree_awake nbody_awake }
        updates {}
        writes { qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive }
        scratch {} work {}
    }
    /// Reference accelerations of the constraints.
    ConstraintReference ("constraint reference", "velocity", "constraint/reference.rs", "mj_referenceConstraint") {
        reads { qvel ne nefc contact efc_id efc_J efc_pos efc_margin efc_KBIP efc_R
            xpos xquat xmat geom_xpos geom_xmat site_xpos cdof subtree_com cvel cdof_dot }
        updates {}
        writes { efc_vel efc_aref }
        scratch {} work { layout lanes }
    }
    /// Coriolis, centrifugal and gravitational forces.
    BiasForces ("bias forces", "velocity", "dynamics/bias.rs", "mj_rne") {
        reads { qvel site_xpos subtree_com cdof cinert ten_J cvel cdof_dot tree_awake body_awake body_awake_ind
            parent_awake_ind ntree_awake nbody_awake nparent_awake }
        updates {}
        writes { qfrc_bias }
        scratch { body_acc body_force } work {}
    }
    /// Velocities and momenta of subtrees, if a sensor needs them.
    SubtreeVelocities ("subtree velocities", "sensors, smooth acceleration", "dynamics/velocity.rs", "mj_subtreeVel") {
        reads { xipos ximat subtree_com cvel body_awake_ind ntree_awake nbody_awake }
        updates { flg_subtreevel }
        writes { subtree_linvel subtree_angmom }
        scratch { body_acc } work {}
    }
    /// Sensors of velocities.
    VelocitySensors ("sensors of velocities", "sensors, smooth acceleration", "sensor/mod.rs", "mj_sensorVel") {
        reads { time history qvel ten_velocity actuator_velocity xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat
            cam_xpos cam_xmat cvel subtree_com subtree_linvel subtree_angmom ne nf nefc efc_type efc_id efc_vel
            tree_awake body_awake ntree_awake }
        updates { sensordata }
        writes {} scratch {} work {}
    }
    /// Kinetic energy.
    KineticEnergy ("kinetic energy", "sensors, smooth acceleration", "dynamics/energy.rs", "mj_energyVel") {
        reads { qvel M }
        updates { energy flg_energyvel }
        writes {}
        scratch { momentum } work {}
    }
    /// Forces of actuators and rates of their activations.
    Actuation ("actuation", "actuation", "force/actuation.rs", "mj_fwdActuation") {
        reads { time ctrl act history actuator_length actuator_velocity moment_rownnz moment_rowadr moment_colind
            actuator_moment qfrc_gravcomp tree_awake body_awake }
        updates { warning act_dot }
        writes { actuator_force qfrc_actuator }
        scratch { clamped_ctrl tendon_total } work {}
    }
    /// All forces except those of constraints, and the acceleration from them.
    SmoothAcceleration ("smooth acceleration", "sensors, smooth acceleration", "dynamics/smooth.rs", "mj_fwdAcceleration") {
        reads { qfrc_passive qfrc_bias qfrc_applied qfrc_actuator xfrc_applied xipos subtree_com cdof qLD
            tree_awake ntree_awake }
        updates {}
        writes { qfrc_smooth qacc_smooth }
        scratch {} work { solved }
    }
    /// Constraint forces and accelerations.
    ConstraintSolution ("constraint solution", "solver", "solver/mod.rs", "mj_fwdConstraint") {
        reads { time ne nf nefc nisland nidof M qLD qfrc_smooth qacc_smooth qacc_warmstart
            efc_type efc_id efc_J efc_D efc_R efc_frictionloss efc_aref
            efc_AR island_nv island_idofadr island_ne island_nf island_nefc island_iefcadr
            map_idof2dof map_iefc2efc }
        updates { contact solver }
        writes { qacc qfrc_constraint efc_b efc_force efc_state solver_niter solver_matrix }
        scratch { counts row_error dof_sum }
        work { layout primal packed dual lanes solved }
    }
    /// Accelerations of bodies and the forces on them, if a sensor needs them.
    BodyForces ("body accelerations and forces", "sensors, smooth acceleration", "dynamics/bias.rs", "mj_rnePostConstraint") {
        reads { qvel qacc xfrc_applied xpos xquat xmat xipos site_xpos subtree_com cdof cinert cvel cdof_dot contact
            ne efc_id efc_force }
        updates { flg_rnepost }
        writes { cacc cfrc_int cfrc_ext }
        scratch {} work {}
    }
    /// Sensors of accelerations.
    AccelerationSensors ("sensors of accelerations", "sensors, smooth acceleration", "sensor/mod.rs", "mj_sensorAcc") {
        reads { time history xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel cacc
            cfrc_int actuator_force qfrc_actuator contact ne nf nefc efc_type efc_id efc_force
            tree_awake body_awake ntree_awake }
        updates { sensordata }
        writes {} scratch {} work { matches }
    }
    /// Checks that accelerations are finite and not too large.
    ChecksAfter ("checks after", "integration, checks", "pipeline/check.rs", "mj_checkAcc") {
        reads { qacc time tree_awake ntree_awake }
        updates {} writes {} scratch {} work {}
    }
    /// Derivatives of the smooth forces by the velocities.
    VelocityDerivatives ("velocity derivatives", "integration, checks", "derivative/mod.rs", "mjd_smooth_vel") {
        reads { qvel ctrl act act_dot actuator_length actuator_velocity actuator_force moment_rownnz moment_rowadr
            moment_colind actuator_moment ten_velocity ten_J xipos ximat geom_xpos geom_xmat cdof cdof_dot subtree_com cvel
            cinert tree_awake body_awake body_awake_ind parent_awake_ind ntree_awake nbody_awake nparent_awake }
        updates {}
        writes { qDeriv }
        scratch { chain point_jac wrench_jac slope_jac slope_velocity slope_acceleration slope_force } work {}
    }
    /// New samples in the buffers of sensors with delays or intervals.
    SensorMemory ("memory of sensors", "integration, checks", "sensor/remember.rs", "mj_advance") {
        reads { time sensordata energy qpos qvel xpos xquat xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat
            cam_xpos cam_xmat subtree_com ten_length actuator_length ten_velocity actuator_velocity cvel subtree_linvel
            subtree_angmom cacc cfrc_int actuator_force qfrc_actuator contact ne nf nefc efc_type efc_id efc_pos
            efc_margin efc_vel efc_force }
        updates { history }
        writes {} scratch {} work { collision matches }
    }
    /// Puts resting trees to sleep.
    FallAsleep ("falling asleep", "integration, checks", "sleep/fall.rs", "mj_sleep") {
        reads { qfrc_applied xfrc_applied nefc nisland island_itreeadr island_ntree map_itree2tree }
        updates { tree_asleep qvel qacc }
        writes {} scratch {} work {}
    }
    /// The state after the step.
    Integration ("integration", "integration, checks", "integrate/mod.rs", "mj_Euler, mj_RungeKutta, mj_implicit, mj_advance") {
        reads { ctrl act_dot qacc M qDeriv qfrc_smooth qfrc_constraint actuator_length actuator_velocity xpos xmat xipos ximat
            tree_awake body_awake ntree_awake }
        updates { time qpos qvel act history qH qLU }
        writes { qacc_warmstart }
        scratch { step_acc step_force runge_kutta chain } work { solved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Data, STATE_FIELDS};

    #[test]
    fn every_array_is_state_or_has_a_writer() {
        // fields that inverse dynamics and the user write
        let others = ["qfrc_inverse", "userdata"];
        for array in Data::ARRAYS.iter().chain(Data::ROW_ARRAYS) {
            let known = STATE_FIELDS.contains(&array.name) || others.contains(&array.name);
            assert!(known || array.writers().next().is_some(), "nobody writes {}", array.name);
        }
        let writers: Vec<&str> = writers_of("cdof").map(|stage| stage.name).collect();
        assert_eq!(writers, ["centres of mass"]);
    }

    #[test]
    fn stages_name_fields_that_exist_once() {
        for stage in STAGES {
            let fields: Vec<_> = stage.reads.iter().chain(stage.updates).chain(stage.writes).collect();
            for (i, field) in fields.iter().enumerate() {
                assert!(Data::FIELD_NAMES.contains(field), "{}: {field}", stage.name);
                assert!(!fields[..i].contains(field), "{}: {field} stands twice", stage.name);
            }
            assert_eq!(stage.id.info(), stage);
        }
    }
}
