//! The table of stages, in the order of the step: the authority on what each one reads and writes.
//!
//! An entry is `View ("name", "part of the step", "file", "function of the reference")` and the fields of Data it may touch:
//! `reads` are not changed; `updates` are read and changed; `writes` are written without a look at what they held; `scratch`
//! and `work` are buffers without meaning between stages. The profile's laps, ARCHITECTURE.md, the conformance stages and the
//! test of the stages' rights follow from it.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{stages, view};

/// What the table says of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageInfo {
    /// Which stage.
    pub id: StageId,
    /// Its name in words.
    pub name: &'static str,
    /// The part of the step it belongs to: those of MuJoCo's timers.
    pub part: &'static str,
    /// Its file in `crates/sim-core/src`.
    pub file: &'static str,
    /// The function of MuJoCo that does the same.
    pub reference: &'static str,
    /// Fields of Data that it reads.
    pub reads: &'static [&'static str],
    /// Fields of Data that it reads and changes, or changes in part.
    pub updates: &'static [&'static str],
    /// Fields of Data that it writes.
    pub writes: &'static [&'static str],
}

impl StageId {
    /// What the table says of it.
    #[must_use]
    pub fn info(self) -> &'static StageInfo {
        &STAGES[self as usize]
    }
}

/// The stages that write or update a field of Data, in the order of the step.
pub fn writers_of(field: &str) -> impl Iterator<Item = &'static StageInfo> {
    STAGES.iter().filter(move |stage| stage.updates.contains(&field) || stage.writes.contains(&field))
}

stages! {
    /// Whether positions and velocities are sane.
    ChecksBefore ("checks before", "integration, checks", "pipeline/check.rs", "mj_checkPos, mj_checkVel") {
        reads { qpos qvel time }
        updates {} writes {} scratch {} work {}
    }
    /// Poses of bodies and joints.
    Kinematics ("kinematics", "kinematics", "dynamics/kinematics.rs", "mj_kinematics") {
        reads { qpos mocap_pos mocap_quat body_awake }
        updates { tree_awake xpos xquat }
        writes { xmat xipos ximat xanchor xaxis }
        scratch {} work {}
    }
    /// Trees whose state the user changed wake.
    WakeByUser ("waking by the user", "kinematics", "sleep/wake.rs", "mj_wake") {
        reads { qvel qfrc_applied xfrc_applied }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// Poses of inertial frames, geoms and sites.
    AttachedPoses ("attached poses", "kinematics", "dynamics/kinematics.rs", "mj_kinematics") {
        reads { xpos xquat xmat body_awake body_awake_ind ntree_awake nbody_awake }
        updates { xipos ximat geom_xpos geom_xmat site_xpos site_xmat }
        writes {} scratch {} work {}
    }
    /// Centres of mass, inertias and motion axes in the com frame.
    CentresOfMass ("centres of mass", "kinematics", "dynamics/com.rs", "mj_comPos") {
        reads { xpos xipos ximat xmat xanchor xaxis tree_awake body_awake body_awake_ind parent_awake_ind ntree_awake nbody_awake nparent_awake }
        updates { subtree_com cdof cinert }
        writes {} scratch {} work {}
    }
    /// Poses of cameras and lights.
    CamerasAndLights ("cameras and lights", "kinematics", "dynamics/frames.rs", "mj_camlight") {
        reads { xpos xquat xmat xipos ximat subtree_com tree_awake body_awake ntree_awake }
        updates { cam_xpos cam_xmat light_xpos light_xdir }
        writes {} scratch {} work {}
    }
    /// Lengths, paths and Jacobians of tendons.
    Tendons ("tendons", "kinematics", "dynamics/tendon.rs", "mj_tendon") {
        reads { qpos xpos site_xpos geom_xpos geom_xmat cdof subtree_com tree_awake body_awake ntree_awake }
        updates { ten_wrapadr ten_wrapnum ten_J ten_length wrap_obj wrap_xpos }
        writes {} scratch {} work {}
    }
    /// Trees that a tendon at its limit ties to an awake one wake.
    WakeByTendon ("waking by tendons", "kinematics", "sleep/wake.rs", "mj_wakeTendon") {
        reads { ten_length }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// The inertia matrix.
    Inertia ("inertia", "inertia", "dynamics/inertia.rs", "mj_makeM") {
        reads { cinert cdof ten_J tree_awake body_awake body_awake_ind parent_awake_ind ntree_awake nbody_awake nparent_awake }
        updates { crb M }
        writes {} scratch {} work {}
    }
    /// Its factor.
    InertiaFactor ("inertia factor", "inertia", "dynamics/inertia.rs", "mj_factorM") {
        reads { M tree_awake ntree_awake }
        updates { qLD qLDiagInv }
        writes {} scratch {} work { inertia_tiles }
    }
    /// Contacts of the current poses; the constraint rows are forgotten.
    Contacts ("contacts", "collision", "collision/driver.rs", "mj_collision") {
        reads { time xpos xmat xipos ximat geom_xpos geom_xmat tree_awake body_awake ntree_awake }
        updates { warning bvh_active }
        writes { ncon contact ne nf nl nefc nJ nA nY nisland nidof }
        scratch {} work { collision }
    }
    /// Trees that something awake touches wake.
    WakeByContact ("waking by contacts", "collision", "sleep/wake.rs", "mj_wakeCollision") {
        reads { contact }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// Trees that an equality constraint ties to an awake one wake.
    WakeByEquality ("waking by equalities", "collision", "sleep/wake.rs", "mj_wakeEquality") {
        reads { eq_active }
        updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
            ntree_awake nbody_awake nparent_awake nv_awake }
        writes {} scratch {} work {}
    }
    /// Rows of all constraints.
    ConstraintRows ("constraint rows", "constraint rows", "constraint/mod.rs", "mj_makeConstraint") {
        reads { qpos eq_active xpos xquat xmat site_xpos cdof subtree_com ten_J ten_length ncon
            tree_awake body_awake ntree_awake }
        updates { warning contact }
        writes { ne nf nl nefc nJ nA nY nisland nidof tendon_efcadr efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind
            efc_J efc_pos efc_margin efc_frictionloss }
        scratch { chain point_jac dof_sum dof_used } work { row_tiles }
    }
    /// Stiffness, damping and regularisation of the rows.
    Impedance ("impedance of the rows", "constraint rows", "constraint/impedance.rs", "mj_makeImpedance") {
        reads { ne nf nl nefc efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin qLD qLDiagInv }
        updates { contact }
        writes { efc_diagA efc_KBIP efc_D efc_R }
        scratch { dof_sum } work {}
    }
    /// Trees that constraints tie together.
    Islands ("islands", "constraint rows", "constraint/island.rs", "mj_island") {
        reads { ne nf nefc contact efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind }
        updates { map_itree2tree dof_island map_dof2idof map_idof2dof efc_island map_efc2iefc map_iefc2efc }
        writes { nisland nidof tree_island island_ntree island_itreeadr island_nv island_idofadr island_dofadr island_ne
            island_nf island_nefc island_iefcadr }
        scratch {} work { island }
    }
    /// Inverse inertia seen by the rows, for dual solvers.
    InertiaOfRows ("inertia of rows", "inertia of rows", "constraint/project.rs", "mj_projectConstraint") {
        reads { nefc efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_R M qLD qLDiagInv }
        updates { nA nY efc_Y_rownnz efc_Y_rowadr efc_AR_rownnz efc_AR_rowadr }
        writes { efc_Y_colind efc_Y efc_AR_colind efc_AR }
        scratch {} work { inertia_tiles row_tiles lanes project }
    }
    /// Lengths and moment arms of actuators.
    Transmission ("transmission", "kinematics", "dynamics/transmission.rs", "mj_transmission") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Sensors of positions.
    PositionSensors ("sensors of positions", "sensors, smooth acceleration", "sensor/mod.rs", "mj_sensorPos") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Potential energy.
    PotentialEnergy ("potential energy", "sensors, smooth acceleration", "dynamics/energy.rs", "mj_energyPos") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Velocities of tendons and actuators.
    OutputVelocities ("output velocities", "velocity", "dynamics/velocity.rs", "mj_fwdVelocity") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Velocities of bodies and motion axes.
    Velocity ("velocity", "velocity", "dynamics/velocity.rs", "mj_comVel") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Springs, dampers, gravity compensation, the medium, adhesion.
    PassiveForces ("passive forces", "velocity", "force/passive.rs", "mj_passive") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Accelerations that the constraints aim at.
    ConstraintReference ("constraint reference", "velocity", "constraint/reference.rs", "mj_referenceConstraint") {
        reads { qvel ne nefc contact efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_KBIP efc_R
            xpos xquat xmat geom_xpos geom_xmat site_xpos cdof subtree_com cvel cdof_dot }
        updates {}
        writes { efc_vel efc_aref }
        scratch {} work { row_tiles lanes project }
    }
    /// Coriolis, centrifugal and gravitational forces.
    BiasForces ("bias forces", "velocity", "dynamics/bias.rs", "mj_rne") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Sensors of velocities.
    VelocitySensors ("sensors of velocities", "sensors, smooth acceleration", "sensor/mod.rs", "mj_sensorVel") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Kinetic energy.
    KineticEnergy ("kinetic energy", "sensors, smooth acceleration", "dynamics/energy.rs", "mj_energyVel") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Forces of actuators and rates of their activations.
    Actuation ("actuation", "actuation", "force/actuation.rs", "mj_fwdActuation") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// All forces but those of constraints, and the acceleration they give.
    SmoothAcceleration ("smooth acceleration", "sensors, smooth acceleration", "dynamics/smooth.rs", "mj_fwdAcceleration") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Constraint forces and accelerations.
    ConstraintSolution ("constraint solution", "solver", "solver/mod.rs", "mj_fwdConstraint") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Sensors of accelerations.
    AccelerationSensors ("sensors of accelerations", "sensors, smooth acceleration", "sensor/mod.rs", "mj_sensorAcc") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Whether accelerations are sane.
    ChecksAfter ("checks after", "integration, checks", "pipeline/check.rs", "mj_checkAcc") {
        reads { qacc time tree_awake ntree_awake }
        updates {} writes {} scratch {} work {}
    }
    /// Derivatives of the smooth forces by the velocities.
    VelocityDerivatives ("velocity derivatives", "integration, checks", "derivative/mod.rs", "mjd_smooth_vel") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
    /// Trees at rest fall asleep.
    FallAsleep ("falling asleep", "integration, checks", "sleep/fall.rs", "mj_sleep") {
        reads { qfrc_applied xfrc_applied nefc nisland island_itreeadr island_ntree map_itree2tree }
        updates { tree_asleep qvel qacc }
        writes {} scratch {} work {}
    }
    /// The next state.
    Integration ("integration", "integration, checks", "integrate/mod.rs", "mj_Euler, mj_RungeKutta, mj_implicit, mj_advance") {
        reads { qpos time }
        updates { }
        writes { }
        scratch { } work { }
    }
}
