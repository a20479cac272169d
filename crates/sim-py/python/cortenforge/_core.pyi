# written by tools/stubs.py
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, ClassVar, Generic, Literal, NoReturn, SupportsFloat, SupportsIndex, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._errors import StepError
from .mujoco import MjvCamera, MjvGeom, MjvGLCamera, MjvOption, MjvPerturb, MjvScene

_T = TypeVar("_T", bound=np.generic)

class _Array(Generic[_T]):
    """Read as an array, set from anything that numpy can broadcast to its shape."""

    @overload
    def __get__(self, owner: None, kind: type, /) -> _Array[_T]: ...
    @overload
    def __get__(self, owner: object, kind: type | None = None, /) -> npt.NDArray[_T]: ...
    def __set__(self, owner: object, value: npt.ArrayLike, /) -> None: ...

__version__: str

class FatalError(Exception):
    """The engine cannot go on with this model or state."""

class _View:
    """One object of a model, seen through the Model or a Data."""

    @property
    def id(self) -> int:
        """Index of the object among those of its kind."""
    @property
    def name(self) -> str:
        """Name of the object, empty when it has none."""

class DataActuator(_View):
    """One actuator of a world, as `world.actuator(name)` returns it. Its attributes are parts of the arrays of the world."""

    act: _Array[np.float64]
    """Actuator activations. Part of `act`."""
    ctrl: _Array[np.float64]
    """Controls. Part of `ctrl`."""
    act_dot: _Array[np.float64]
    """Time derivatives of the activations (1/s). Part of `act_dot`."""
    length: _Array[np.float64]
    """Length of each actuator output. Part of `actuator_length`."""
    moment_rownnz: _Array[np.int32]
    """Entries of each row of `actuator_moment`. Part of `moment_rownnz`."""
    moment_rowadr: _Array[np.int32]
    """First entry of each row of `actuator_moment`. Part of `moment_rowadr`."""
    moment_colind: _Array[np.int32]
    """Dof of each entry of `actuator_moment`. Part of `moment_colind`."""
    moment: _Array[np.float64]
    """Moment arms: derivative of the output's length by the dofs. Part of `actuator_moment`."""
    velocity: _Array[np.float64]
    """Velocity of each actuator output. Part of `actuator_velocity`."""
    force: _Array[np.float64]
    """Force of each actuator output. Part of `actuator_force`."""

class DataBody(_View):
    """One body of a world, as `world.body(name)` returns it. Its attributes are parts of the arrays of the world."""

    xfrc_applied: _Array[np.float64]
    """Applied force and torque (force first) at the centres of mass, in the world frame. Part of `xfrc_applied`."""
    awake: _Array[np.int32]
    """Whether a body is awake, asleep or immovable. Part of `body_awake`."""
    awake_ind: _Array[np.int32]
    """Bodies that are awake or immovable. Part of `body_awake_ind`."""
    parent_awake_ind: _Array[np.int32]
    """Bodies whose parents are awake or immovable, without the world. Part of `parent_awake_ind`."""
    xpos: _Array[np.float64]
    """Position of the body frame (m). Part of `xpos`."""
    xquat: _Array[np.float64]
    """Orientation of the body frame. Part of `xquat`."""
    xmat: _Array[np.float64]
    """Orientation of the body frame, as a matrix. Part of `xmat`."""
    xipos: _Array[np.float64]
    """Position of the body's centre of mass (m). Part of `xipos`."""
    ximat: _Array[np.float64]
    """Orientation of the body's principal axes. Part of `ximat`."""
    subtree_com: _Array[np.float64]
    """Centre of mass of the subtree below each body (m). Part of `subtree_com`."""
    cinert: _Array[np.float64]
    """Body inertia in the com frame: six rotational entries, first moment, mass. Part of `cinert`."""
    crb: _Array[np.float64]
    """Inertia of the subtree moving as one body, in the com frame. Part of `crb`."""
    cvel: _Array[np.float64]
    """Body velocity in the com frame. Part of `cvel`."""
    subtree_linvel: _Array[np.float64]
    """Velocity of the subtree's centre of mass (m/s). Part of `subtree_linvel`."""
    subtree_angmom: _Array[np.float64]
    """Angular momentum of the subtree about its centre of mass (kg m²/s). Part of `subtree_angmom`."""
    cacc: _Array[np.float64]
    """Body acceleration in the com frame, gravity included. Part of `cacc`."""
    cfrc_int: _Array[np.float64]
    """Force of the parent on the body, in the com frame. Part of `cfrc_int`."""
    cfrc_ext: _Array[np.float64]
    """External force on the body, in the com frame. Part of `cfrc_ext`."""

class DataCamera(_View):
    """One camera of a world, as `world.camera(name)` returns it. Its attributes are parts of the arrays of the world."""

    xpos: _Array[np.float64]
    """Camera position (m). Part of `cam_xpos`."""
    xmat: _Array[np.float64]
    """Camera orientation; it looks along its negative z axis. Part of `cam_xmat`."""

class DataEquality(_View):
    """One equality of a world, as `world.equality(name)` returns it. Its attributes are parts of the arrays of the world."""

    active: _Array[np.bool_]
    """Whether an equality constraint is on. Part of `eq_active`."""

class DataGeom(_View):
    """One geom of a world, as `world.geom(name)` returns it. Its attributes are parts of the arrays of the world."""

    xpos: _Array[np.float64]
    """Geom position (m). Part of `geom_xpos`."""
    xmat: _Array[np.float64]
    """Geom orientation. Part of `geom_xmat`."""

class DataJoint(_View):
    """One joint of a world, as `world.joint(name)` returns it. Its attributes are parts of the arrays of the world."""

    qpos: _Array[np.float64]
    """Joint positions (m, rad, unit quaternions). Part of `qpos`."""
    qvel: _Array[np.float64]
    """Velocities of the degrees of freedom (m/s, rad/s). Part of `qvel`."""
    qacc_warmstart: _Array[np.float64]
    """Acceleration the constraint solver starts from. Part of `qacc_warmstart`."""
    qfrc_applied: _Array[np.float64]
    """Applied generalised force. Part of `qfrc_applied`."""
    qacc: _Array[np.float64]
    """Accelerations of the degrees of freedom (m/s², rad/s²). Part of `qacc`."""
    awake_ind: _Array[np.int32]
    """Awake degrees of freedom. Part of `dof_awake_ind`."""
    xanchor: _Array[np.float64]
    """Joint anchor in the world (m). Part of `xanchor`."""
    xaxis: _Array[np.float64]
    """Joint axis in the world. Part of `xaxis`."""
    cdof: _Array[np.float64]
    """Motion axis of each dof in the com frame. Part of `cdof`."""
    cdof_dot: _Array[np.float64]
    """Time derivative of `cdof`. Part of `cdof_dot`."""
    qfrc_bias: _Array[np.float64]
    """Coriolis, centrifugal and gravitational force, on the left-hand side. Part of `qfrc_bias`."""
    qfrc_spring: _Array[np.float64]
    """Force of joint and tendon springs. Part of `qfrc_spring`."""
    qfrc_damper: _Array[np.float64]
    """Force of joint and tendon dampers. Part of `qfrc_damper`."""
    qfrc_gravcomp: _Array[np.float64]
    """Gravity compensation. Part of `qfrc_gravcomp`."""
    qfrc_fluid: _Array[np.float64]
    """Force of the medium. Part of `qfrc_fluid`."""
    qfrc_adhesion: _Array[np.float64]
    """Pull of adhesive contacts. Part of `qfrc_adhesion`."""
    qfrc_passive: _Array[np.float64]
    """All passive forces. Part of `qfrc_passive`."""
    qfrc_actuator: _Array[np.float64]
    """Actuator force on the dofs. Part of `qfrc_actuator`."""
    qfrc_smooth: _Array[np.float64]
    """All forces but those of constraints. Part of `qfrc_smooth`."""
    qacc_smooth: _Array[np.float64]
    """Acceleration without constraints. Part of `qacc_smooth`."""
    qfrc_constraint: _Array[np.float64]
    """Constraint force on the dofs. Part of `qfrc_constraint`."""
    qfrc_inverse: _Array[np.float64]
    """Force that explains the acceleration, from inverse dynamics. Part of `qfrc_inverse`."""
    island: _Array[np.int32]
    """Island of a dof, -1 without constraints; this and the maps below hold while there are islands. Part of `dof_island`."""
    map_dof2idof: _Array[np.int32]
    """Place of a dof among the dofs of all islands. Part of `map_dof2idof`."""
    map_idof2dof: _Array[np.int32]
    """Dofs, those of an island together, those without constraints last. Part of `map_idof2dof`."""
    qLDiagInv: _Array[np.float64]
    """Inverse of D. Part of `qLDiagInv`."""
    qHDiagInv: _Array[np.float64]
    """Inverse of its D. Part of `qHDiagInv`."""

class DataLight(_View):
    """One light of a world, as `world.light(name)` returns it. Its attributes are parts of the arrays of the world."""

    xpos: _Array[np.float64]
    """Light position (m). Part of `light_xpos`."""
    xdir: _Array[np.float64]
    """Light direction. Part of `light_xdir`."""

class DataSensor(_View):
    """One sensor of a world, as `world.sensor(name)` returns it. Its attributes are parts of the arrays of the world."""

    data: _Array[np.float64]
    """Sensor values. Part of `sensordata`."""

class DataSite(_View):
    """One site of a world, as `world.site(name)` returns it. Its attributes are parts of the arrays of the world."""

    xpos: _Array[np.float64]
    """Site position (m). Part of `site_xpos`."""
    xmat: _Array[np.float64]
    """Site orientation. Part of `site_xmat`."""

class DataTendon(_View):
    """One tendon of a world, as `world.tendon(name)` returns it. Its attributes are parts of the arrays of the world."""

    wrapadr: _Array[np.int32]
    """First point of the tendon's path. Part of `ten_wrapadr`."""
    wrapnum: _Array[np.int32]
    """Points of the tendon's path. Part of `ten_wrapnum`."""
    J: _Array[np.float64]
    """Tendon Jacobian, rows as in the Model's `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind`. Part of `ten_J`."""
    length: _Array[np.float64]
    """Tendon length (m, or the units of its joints). Part of `ten_length`."""
    velocity: _Array[np.float64]
    """Tendon velocity. Part of `ten_velocity`."""
    efcadr: _Array[np.int32]
    """First constraint row of a tendon, -1 without one. Part of `tendon_efcadr`."""
    _efcadr: _Array[np.int32]
    """First constraint row of a tendon, -1 without one. Part of `tendon_efcadr`."""

class ModelActuator(_View):
    """One actuator of a model, as `model.actuator(name)` returns it. Its attributes are parts of the arrays of the model."""

    trntype: _Array[np.int32]
    """How force reaches the bodies. Part of `actuator_trntype`."""
    dyntype: _Array[np.int32]
    """Law of the activation state. Part of `actuator_dyntype`."""
    gaintype: _Array[np.int32]
    """Gain law. Part of `actuator_gaintype`."""
    biastype: _Array[np.int32]
    """Bias law. Part of `actuator_biastype`."""
    ctrladr: _Array[np.int32]
    """First entry in `ctrl`. Part of `actuator_ctrladr`."""
    ctrlnum: _Array[np.int32]
    """Entries in `ctrl`. Part of `actuator_ctrlnum`."""
    ctrlspec: _Array[np.int32]
    """Which inputs the controls are, as the gain law defines them. Part of `actuator_ctrlspec`."""
    outadr: _Array[np.int32]
    """First force output. Part of `actuator_outadr`."""
    outnum: _Array[np.int32]
    """Force outputs. Part of `actuator_outnum`."""
    actadr: _Array[np.int32]
    """First entry in `act`; -1: stateless. Part of `actuator_actadr`."""
    actnum: _Array[np.int32]
    """Entries in `act`. Part of `actuator_actnum`."""
    trnid: _Array[np.int32]
    """Joint, tendon, site or body acted on, and the slider or reference site; -1: none. Part of `actuator_trnid`."""
    cranklength: _Array[np.float64]
    """Length of a slider-crank's rod, metres. Part of `actuator_cranklength`."""
    dynprm: _Array[np.float64]
    """Parameters of the activation law. Part of `actuator_dynprm`."""
    gainprm: _Array[np.float64]
    """Parameters of the gain law. Part of `actuator_gainprm`."""
    biasprm: _Array[np.float64]
    """Parameters of the bias law. Part of `actuator_biasprm`."""
    actlimited: _Array[np.bool_]
    """Whether `actuator_actrange` is enforced. Part of `actuator_actlimited`."""
    actrange: _Array[np.float64]
    """Smallest and largest activation. Part of `actuator_actrange`."""
    actearly: _Array[np.bool_]
    """Whether the force uses the activation of the next step. Part of `actuator_actearly`."""
    history: _Array[np.int32]
    """Samples kept for delayed controls (0: none) and order of interpolation between them. Part of `actuator_history`."""
    historyadr: _Array[np.int32]
    """First entry in the history buffer; -1: none. Part of `actuator_historyadr`."""
    delay: _Array[np.float64]
    """Delay of the controls, seconds; 0: none. Part of `actuator_delay`."""
    damping: _Array[np.float64]
    """Damping added to the joint or tendon, before gear², N m s/rad or N s/m. Part of `actuator_damping`."""
    dampingpoly: _Array[np.float64]
    """Damping grows by `p0 v + p1 v²` with speed v. Part of `actuator_dampingpoly`."""
    armature: _Array[np.float64]
    """Inertia added to the joint or tendon, before gear², kg m² or kg. Part of `actuator_armature`."""
    group: _Array[np.int32]
    """Group, for display and for switching groups off. Part of `actuator_group`."""
    user: _Array[np.float64]
    """User data. Part of `actuator_user`."""
    plugin: _Array[np.int32]
    """Plugin instance; -1: none. Part of `actuator_plugin`."""
    forcelimited: _Array[np.bool_]
    """Whether `actuator_forcerange` is enforced. Part of `actuator_forcelimited`."""
    forcerange: _Array[np.float64]
    """Smallest and largest force, N or N m. Part of `actuator_forcerange`."""
    ctrllimited: _Array[np.bool_]
    """Whether the control's `actuator_ctrlrange` is enforced. Part of `actuator_ctrllimited`."""
    ctrlrange: _Array[np.float64]
    """Smallest and largest value of the control. Part of `actuator_ctrlrange`."""
    gear: _Array[np.float64]
    """Factors from actuator to joint force and length; six-dimensional for sites, free and ball joints. Part of `actuator_gear`."""
    acc0: _Array[np.float64]
    """Size of the joint acceleration that unit force causes in `qpos0`. Part of `actuator_acc0`."""
    length0: _Array[np.float64]
    """Length in `qpos0`. Part of `actuator_length0`."""
    lengthrange: _Array[np.float64]
    """Lengths the mechanism can reach; zeros: not computed. Part of `actuator_lengthrange`."""

class ModelBody(_View):
    """One body of a model, as `model.body(name)` returns it. Its attributes are parts of the arrays of the model."""

    parentid: _Array[np.int32]
    """Parent body; the world is its own parent. Part of `body_parentid`."""
    rootid: _Array[np.int32]
    """Ancestor (or itself) that is a child of the world; 0 for the world. Part of `body_rootid`."""
    weldid: _Array[np.int32]
    """Topmost body this one is rigidly fixed to, itself when it has joints; a mocap body heads its own group. Part of `body_weldid`."""
    mocapid: _Array[np.int32]
    """Row in `mocap_pos` and `mocap_quat`; -1: not a mocap body. Part of `body_mocapid`."""
    jntnum: _Array[np.int32]
    """Joints of the body. Part of `body_jntnum`."""
    jntadr: _Array[np.int32]
    """First joint; -1: no joints. Part of `body_jntadr`."""
    dofnum: _Array[np.int32]
    """Degrees of freedom of the body's own joints. Part of `body_dofnum`."""
    dofadr: _Array[np.int32]
    """First dof; -1: no dofs. Part of `body_dofadr`."""
    treeid: _Array[np.int32]
    """Kinematic tree; -1: cannot move. Part of `body_treeid`."""
    geomnum: _Array[np.int32]
    """Geoms of the body. Part of `body_geomnum`."""
    geomadr: _Array[np.int32]
    """First geom; -1: no geoms. Part of `body_geomadr`."""
    simple: _Array[np.uint8]
    """1: its block of the inertia matrix is diagonal; 2: diagonal and all joints are sliders; 0: neither. Part of `body_simple`."""
    sameframe: _Array[np.uint8]
    """Relation of the inertial frame to the body frame: 0 none, 1 identical, 3 same orientation. Part of `body_sameframe`."""
    pos: _Array[np.float64]
    """Position in the parent's frame, metres. Part of `body_pos`."""
    quat: _Array[np.float64]
    """Orientation in the parent's frame. Part of `body_quat`."""
    ipos: _Array[np.float64]
    """Centre of mass in the body frame, metres. Part of `body_ipos`."""
    iquat: _Array[np.float64]
    """Principal axes of inertia in the body frame. Part of `body_iquat`."""
    mass: _Array[np.float64]
    """Mass, kg. Part of `body_mass`."""
    subtreemass: _Array[np.float64]
    """Mass of the body and all its descendants, kg. Part of `body_subtreemass`."""
    inertia: _Array[np.float64]
    """Principal moments of inertia about the centre of mass, kg m². Part of `body_inertia`."""
    invweight0: _Array[np.float64]
    """Mean inverse inertia in `qpos0`, translation (1/kg) and rotation (1/(kg m²)); scales the regularisation of constraints. Part of `body_invweight0`."""
    gravcomp: _Array[np.float64]
    """Upward force that counters gravity, in units of the body's weight; 0: none, 1: floats. Part of `body_gravcomp`."""
    margin: _Array[np.float64]
    """Largest margin + gap of the body's geoms, metres; inflates boxes in the mid phase. Part of `body_margin`."""
    user: _Array[np.float64]
    """User data. Part of `body_user`."""
    plugin: _Array[np.int32]
    """Plugin instance; -1: none. Part of `body_plugin`."""
    contype: _Array[np.int32]
    """All `geom_contype` bits of the body's geoms. Part of `body_contype`."""
    conaffinity: _Array[np.int32]
    """All `geom_conaffinity` bits of the body's geoms. Part of `body_conaffinity`."""
    bvhadr: _Array[np.int32]
    """Root node of the body's bounding volume hierarchy; -1: none. Part of `body_bvhadr`."""
    bvhnum: _Array[np.int32]
    """Nodes of that hierarchy. Part of `body_bvhnum`."""

class ModelCamera(_View):
    """One camera of a model, as `model.camera(name)` returns it. Its attributes are parts of the arrays of the model."""

    mode: _Array[np.int32]
    """How the camera follows its body. Part of `cam_mode`."""
    bodyid: _Array[np.int32]
    """Body that carries the camera. Part of `cam_bodyid`."""
    targetbodyid: _Array[np.int32]
    """Body looked at by the target modes; -1: none. Part of `cam_targetbodyid`."""
    pos: _Array[np.float64]
    """Position in the body frame, metres. Part of `cam_pos`."""
    quat: _Array[np.float64]
    """Orientation in the body frame; the camera looks along -z, y is up. Part of `cam_quat`."""
    poscom0: _Array[np.float64]
    """Position relative to the subtree's centre of mass in `qpos0`, world axes, metres. Part of `cam_poscom0`."""
    pos0: _Array[np.float64]
    """Position relative to the body in `qpos0`, world axes, metres. Part of `cam_pos0`."""
    mat0: _Array[np.float64]
    """Orientation in the world in `qpos0`. Part of `cam_mat0`."""
    projection: _Array[np.int32]
    """Perspective or orthographic. Part of `cam_projection`."""
    fovy: _Array[np.float64]
    """Vertical field of view: degrees, or metres when orthographic. Part of `cam_fovy`."""
    ipd: _Array[np.float64]
    """Distance between the two eyes in stereo, metres. Part of `cam_ipd`."""
    resolution: _Array[np.int32]
    """Width and height of the image, pixels. Part of `cam_resolution`."""
    output: _Array[np.int32]
    """Images the camera delivers, as bits: 1 colour, 2 depth, 4 distance, 8 normals, 16 segmentation. Part of `cam_output`."""
    sensorsize: _Array[np.float32]
    """Width and height of the image sensor, metres; 0: the field of view counts instead. Part of `cam_sensorsize`."""
    intrinsic: _Array[np.float32]
    """Focal lengths and principal point, x and y each, metres. Part of `cam_intrinsic`."""
    user: _Array[np.float64]
    """User data. Part of `cam_user`."""

class ModelEquality(_View):
    """One equality of a model, as `model.equality(name)` returns it. Its attributes are parts of the arrays of the model."""

    type: _Array[np.int32]
    """Kind of constraint. Part of `eq_type`."""
    obj1id: _Array[np.int32]
    """First body, site, joint, tendon or flex. Part of `eq_obj1id`."""
    obj2id: _Array[np.int32]
    """Second object of the same kind; -1: none. Part of `eq_obj2id`."""
    objtype: _Array[np.int32]
    """Kind of both objects. Part of `eq_objtype`."""
    active0: _Array[np.bool_]
    """Whether the constraint is on at the start. Part of `eq_active0`."""
    solref: _Array[np.float64]
    """Spring-damper, as `jnt_solref`. Part of `eq_solref`."""
    solimp: _Array[np.float64]
    """Impedance, as `jnt_solimp`. Part of `eq_solimp`."""
    data: _Array[np.float64]
    """Anchors (connect), anchor, relative pose and torque scale (weld) or polynomial coefficients (joint, tendon). Part of `eq_data`."""

class ModelExclude(_View):
    """One exclude of a model, as `model.exclude(name)` returns it. Its attributes are parts of the arrays of the model."""

    signature: _Array[np.int32]
    """Key of the two bodies, as `pair_signature`; the list is sorted by it. Part of `exclude_signature`."""

class ModelGeom(_View):
    """One geom of a model, as `model.geom(name)` returns it. Its attributes are parts of the arrays of the model."""

    type: _Array[np.int32]
    """Shape. Part of `geom_type`."""
    contype: _Array[np.int32]
    """Collision bits: two geoms may collide when one's type meets the other's affinity. Part of `geom_contype`."""
    conaffinity: _Array[np.int32]
    """Collision bits matched against the other geom's `geom_contype`. Part of `geom_conaffinity`."""
    condim: _Array[np.int32]
    """Contact dimensions: 1 normal, 3 sliding, 4 torsion, 6 rolling. Part of `geom_condim`."""
    bodyid: _Array[np.int32]
    """Body that carries the geom. Part of `geom_bodyid`."""
    dataid: _Array[np.int32]
    """Mesh or height field of the shape; -1: none. Part of `geom_dataid`."""
    matid: _Array[np.int32]
    """Material; -1: none. Part of `geom_matid`."""
    group: _Array[np.int32]
    """Visibility group. Part of `geom_group`."""
    priority: _Array[np.int32]
    """The geom with the higher priority decides the contact's parameters; equal ones are mixed. Part of `geom_priority`."""
    plugin: _Array[np.int32]
    """Plugin instance; -1: none. Part of `geom_plugin`."""
    sameframe: _Array[np.uint8]
    """Relation to the body: 0 none, 1 body frame, 2 inertial frame, 3 and 4 only the orientation of these. Part of `geom_sameframe`."""
    solmix: _Array[np.float64]
    """Weight of this geom's solref and solimp when two geoms are mixed. Part of `geom_solmix`."""
    solref: _Array[np.float64]
    """Spring-damper of contacts, as `jnt_solref`. Part of `geom_solref`."""
    solimp: _Array[np.float64]
    """Impedance of contacts, as `jnt_solimp`. Part of `geom_solimp`."""
    size: _Array[np.float64]
    """Radius, half-lengths or half-extents as the shape defines them, metres. Part of `geom_size`."""
    aabb: _Array[np.float64]
    """Bounding box in the geom frame: centre and half-sizes, metres. Part of `geom_aabb`."""
    rbound: _Array[np.float64]
    """Radius of the bounding sphere about the geom's origin, metres; 0: unbounded (plane). Part of `geom_rbound`."""
    pos: _Array[np.float64]
    """Position in the body frame, metres. Part of `geom_pos`."""
    quat: _Array[np.float64]
    """Orientation in the body frame. Part of `geom_quat`."""
    friction: _Array[np.float64]
    """Coefficients of sliding (1), torsional (m) and rolling (m) friction. Part of `geom_friction`."""
    margin: _Array[np.float64]
    """Distance from the surface at which contacts push, metres. Part of `geom_margin`."""
    gap: _Array[np.float64]
    """Further distance in which contacts are reported without force, metres. Part of `geom_gap`."""
    surfacevel: _Array[np.float64]
    """Velocity of the surface relative to the geom, geom frame: linear (m/s), angular (rad/s). Part of `geom_surfacevel`."""
    adhesion: _Array[np.float64]
    """Adhesive force of each contact, N. Part of `geom_adhesion`."""
    fluid: _Array[np.float64]
    """Ellipsoid fluid model: on/off, five drag and lift coefficients, virtual masses (kg), virtual inertias (kg m²). Part of `geom_fluid`."""
    user: _Array[np.float64]
    """User data. Part of `geom_user`."""
    rgba: _Array[np.float32]
    """Colour without a material. Part of `geom_rgba`."""

class ModelHfield(_View):
    """One hfield of a model, as `model.hfield(name)` returns it. Its attributes are parts of the arrays of the model."""

    size: _Array[np.float64]
    """Half-lengths in x and y, height of elevation 1, thickness of the base below; metres. Part of `hfield_size`."""
    nrow: _Array[np.int32]
    """Rows of samples, along y. Part of `hfield_nrow`."""
    ncol: _Array[np.int32]
    """Columns of samples, along x. Part of `hfield_ncol`."""
    adr: _Array[np.int32]
    """First sample in `hfield_data`. Part of `hfield_adr`."""
    data: _Array[np.float32]
    """Elevations between 0 and 1, rows from the smallest y, in a row from the smallest x. Part of `hfield_data`."""
    pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from a file. Part of `hfield_pathadr`."""

class ModelJoint(_View):
    """One joint of a model, as `model.joint(name)` returns it. Its attributes are parts of the arrays of the model."""

    qpos0: _Array[np.float64]
    """Reference configuration: `qpos` of the pose in which the model was written; radians, metres, unit quaternions. Part of `qpos0`."""
    qpos_spring: _Array[np.float64]
    """Configuration in which joint springs are at rest; same units as `qpos0`. Part of `qpos_spring`."""
    type: _Array[np.int32]
    """Kind of joint. Part of `jnt_type`."""
    qposadr: _Array[np.int32]
    """First entry in `qpos`. Part of `jnt_qposadr`."""
    dofadr: _Array[np.int32]
    """First entry in `qvel`. Part of `jnt_dofadr`."""
    actuatorid: _Array[np.int32]
    """Actuator that adds damping or armature to the joint; -1: none, -2: several. Part of `jnt_actuatorid`."""
    group: _Array[np.int32]
    """Visibility group. Part of `jnt_group`."""
    limited: _Array[np.bool_]
    """Whether `jnt_range` is enforced. Part of `jnt_limited`."""
    actfrclimited: _Array[np.bool_]
    """Whether `jnt_actfrcrange` is enforced. Part of `jnt_actfrclimited`."""
    actgravcomp: _Array[np.bool_]
    """Whether gravity compensation counts as actuator force instead of passive force. Part of `jnt_actgravcomp`."""
    solref: _Array[np.float64]
    """Spring-damper of the limit: time constant (s) and damping ratio, or -stiffness and -damping. Part of `jnt_solref`."""
    solimp: _Array[np.float64]
    """Impedance of the limit: d0, dwidth, width, midpoint, power. Part of `jnt_solimp`."""
    pos: _Array[np.float64]
    """Anchor in the body frame, metres; ignored by free joints. Part of `jnt_pos`."""
    axis: _Array[np.float64]
    """Unit axis in the body frame; ignored by free and ball joints. Part of `jnt_axis`."""
    stiffness: _Array[np.float64]
    """Linear spring constant, N m/rad or N/m. Part of `jnt_stiffness`."""
    stiffnesspoly: _Array[np.float64]
    """Spring constant grows by `p0 x + p1 x²` with deflection x (signed; the angle of a ball joint). Part of `jnt_stiffnesspoly`."""
    range: _Array[np.float64]
    """Lower and upper limit, radians or metres; ball joints use the upper one as the largest angle. Part of `jnt_range`."""
    actfrcrange: _Array[np.float64]
    """Smallest and largest total actuator force on the joint, N m or N. Part of `jnt_actfrcrange`."""
    margin: _Array[np.float64]
    """Distance before the limit at which its constraint appears, radians or metres. Part of `jnt_margin`."""
    user: _Array[np.float64]
    """User data. Part of `jnt_user`."""
    bodyid: _Array[np.int32]
    """Body the dof moves. Part of `dof_bodyid`."""
    jntid: _Array[np.int32]
    """Joint the dof belongs to. Part of `dof_jntid`."""
    parentid: _Array[np.int32]
    """Previous dof on the way to the world; -1: none. Part of `dof_parentid`."""
    treeid: _Array[np.int32]
    """Kinematic tree. Part of `dof_treeid`."""
    Madr: _Array[np.int32]
    """Address of the diagonal entry in the ancestor-chain layout of the inertia matrix. Part of `dof_Madr`."""
    simplenum: _Array[np.int32]
    """Length of the run of simple dofs that starts here; 0: not simple. Part of `dof_simplenum`."""
    frictionloss: _Array[np.float64]
    """Dry friction: largest force, N m or N; 0: none. Part of `dof_frictionloss`."""
    armature: _Array[np.float64]
    """Inertia added to the diagonal of the inertia matrix, kg m² or kg. Part of `dof_armature`."""
    damping: _Array[np.float64]
    """Linear damping, N m s/rad or N s/m. Part of `dof_damping`."""
    dampingpoly: _Array[np.float64]
    """Damping grows by `p0 v + p1 v²` with speed v. Part of `dof_dampingpoly`."""
    invweight0: _Array[np.float64]
    """Mean inverse inertia in `qpos0`, 1/(kg m²) or 1/kg. Part of `dof_invweight0`."""
    M0: _Array[np.float64]
    """Diagonal of the inertia matrix in `qpos0`, kg m² or kg. Part of `dof_M0`."""
    length: _Array[np.float64]
    """Typical length moved per unit of velocity: 1 for translations, metres for rotations; weighs sleep velocities. Part of `dof_length`."""

class ModelKeyframe(_View):
    """One keyframe of a model, as `model.keyframe(name)` returns it. Its attributes are parts of the arrays of the model."""

    time: _Array[np.float64]
    """Time, seconds. Part of `key_time`."""
    qpos: _Array[np.float64]
    """Configuration. Part of `key_qpos`."""
    qvel: _Array[np.float64]
    """Velocity. Part of `key_qvel`."""
    act: _Array[np.float64]
    """Activations. Part of `key_act`."""
    mpos: _Array[np.float64]
    """Positions of the mocap bodies, metres. Part of `key_mpos`."""
    mquat: _Array[np.float64]
    """Orientations of the mocap bodies. Part of `key_mquat`."""
    ctrl: _Array[np.float64]
    """Controls. Part of `key_ctrl`."""

class ModelLight(_View):
    """One light of a model, as `model.light(name)` returns it. Its attributes are parts of the arrays of the model."""

    mode: _Array[np.int32]
    """How the light follows its body. Part of `light_mode`."""
    bodyid: _Array[np.int32]
    """Body that carries the light. Part of `light_bodyid`."""
    targetbodyid: _Array[np.int32]
    """Body aimed at by the target modes; -1: none. Part of `light_targetbodyid`."""
    type: _Array[np.int32]
    """Kind of light source. Part of `light_type`."""
    texid: _Array[np.int32]
    """Texture of an image light; -1: none. Part of `light_texid`."""
    castshadow: _Array[np.bool_]
    """Whether it casts shadows. Part of `light_castshadow`."""
    bulbradius: _Array[np.float32]
    """Radius of the bulb, for soft shadows, metres. Part of `light_bulbradius`."""
    intensity: _Array[np.float32]
    """Luminous intensity, candela; 0: the renderer's own scale. Part of `light_intensity`."""
    range: _Array[np.float32]
    """Distance the light reaches, metres. Part of `light_range`."""
    active: _Array[np.bool_]
    """Whether it is on. Part of `light_active`."""
    pos: _Array[np.float64]
    """Position in the body frame, metres. Part of `light_pos`."""
    dir: _Array[np.float64]
    """Unit direction in the body frame. Part of `light_dir`."""
    poscom0: _Array[np.float64]
    """Position relative to the subtree's centre of mass in `qpos0`, world axes, metres. Part of `light_poscom0`."""
    pos0: _Array[np.float64]
    """Position relative to the body in `qpos0`, world axes, metres. Part of `light_pos0`."""
    dir0: _Array[np.float64]
    """Direction in the world in `qpos0`. Part of `light_dir0`."""
    attenuation: _Array[np.float32]
    """Constant, linear and quadratic attenuation with distance. Part of `light_attenuation`."""
    cutoff: _Array[np.float32]
    """Half-angle of a spot light's cone, degrees. Part of `light_cutoff`."""
    softness: _Array[np.float32]
    """Softness of a spot light's edge, 0 to 1. Part of `light_softness`."""
    exponent: _Array[np.float32]
    """Falloff from the centre of a spot light's cone to its edge. Part of `light_exponent`."""
    ambient: _Array[np.float32]
    """Ambient colour. Part of `light_ambient`."""
    diffuse: _Array[np.float32]
    """Diffuse colour. Part of `light_diffuse`."""
    specular: _Array[np.float32]
    """Specular colour. Part of `light_specular`."""

class ModelMaterial(_View):
    """One material of a model, as `model.material(name)` returns it. Its attributes are parts of the arrays of the model."""

    texid: _Array[np.int32]
    """Texture by role; -1: none. Part of `mat_texid`."""
    texuniform: _Array[np.bool_]
    """Flat texture: repeats per metre instead of per object; cube: mapped to the unit shape before scaling. Part of `mat_texuniform`."""
    texrepeat: _Array[np.float32]
    """Repetitions of a flat texture along its two axes. Part of `mat_texrepeat`."""
    emission: _Array[np.float32]
    """Emitted light, as a multiple of the colour. Part of `mat_emission`."""
    specular: _Array[np.float32]
    """Specular reflection, as a multiple of white. Part of `mat_specular`."""
    shininess: _Array[np.float32]
    """Sharpness of highlights, 0 to 1. Part of `mat_shininess`."""
    reflectance: _Array[np.float32]
    """Share of mirrored light, 0 to 1; 0: no mirror. Part of `mat_reflectance`."""
    metallic: _Array[np.float32]
    """Metallic look, 0 to 1; negative: not given. Part of `mat_metallic`."""
    roughness: _Array[np.float32]
    """Roughness, 0 to 1; negative: not given. Part of `mat_roughness`."""
    rgba: _Array[np.float32]
    """Colour. Part of `mat_rgba`."""

class ModelMesh(_View):
    """One mesh of a model, as `model.mesh(name)` returns it. Its attributes are parts of the arrays of the model."""

    vertadr: _Array[np.int32]
    """First vertex. Part of `mesh_vertadr`."""
    vertnum: _Array[np.int32]
    """Vertices. Part of `mesh_vertnum`."""
    faceadr: _Array[np.int32]
    """First triangle. Part of `mesh_faceadr`."""
    facenum: _Array[np.int32]
    """Triangles. Part of `mesh_facenum`."""
    bvhadr: _Array[np.int32]
    """Root node of the mesh's bounding volume hierarchy; -1: none. Part of `mesh_bvhadr`."""
    bvhnum: _Array[np.int32]
    """Nodes of that hierarchy. Part of `mesh_bvhnum`."""
    octadr: _Array[np.int32]
    """Root node of the mesh's octree; -1: none. Part of `mesh_octadr`."""
    octnum: _Array[np.int32]
    """Nodes of that octree. Part of `mesh_octnum`."""
    normaladr: _Array[np.int32]
    """First normal. Part of `mesh_normaladr`."""
    normalnum: _Array[np.int32]
    """Normals. Part of `mesh_normalnum`."""
    texcoordadr: _Array[np.int32]
    """First texture coordinate; -1: none. Part of `mesh_texcoordadr`."""
    texcoordnum: _Array[np.int32]
    """Texture coordinates. Part of `mesh_texcoordnum`."""
    graphadr: _Array[np.int32]
    """Start of the convex hull in `mesh_graph`; -1: no hull. Part of `mesh_graphadr`."""
    extrema: _Array[np.int32]
    """Hull vertex farthest along each of the 27 directions with coordinates -1, 0, 1; starts support searches. Part of `mesh_extrema`."""
    scale: _Array[np.float64]
    """Scale that was applied to the asset. Part of `mesh_scale`."""
    pos: _Array[np.float64]
    """Translation that was applied to centre the asset, metres. Part of `mesh_pos`."""
    quat: _Array[np.float64]
    """Rotation that was applied to align the asset. Part of `mesh_quat`."""
    pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from a file. Part of `mesh_pathadr`."""
    polynum: _Array[np.int32]
    """Flat faces of the hull. Part of `mesh_polynum`."""
    polyadr: _Array[np.int32]
    """First flat face. Part of `mesh_polyadr`."""

class ModelNumeric(_View):
    """One numeric of a model, as `model.numeric(name)` returns it. Its attributes are parts of the arrays of the model."""

    adr: _Array[np.int32]
    """First number in `numeric_data`. Part of `numeric_adr`."""
    size: _Array[np.int32]
    """Numbers in the field. Part of `numeric_size`."""
    data: _Array[np.float64]
    """Numbers of all fields. Part of `numeric_data`."""

class ModelPair(_View):
    """One pair of a model, as `model.pair(name)` returns it. Its attributes are parts of the arrays of the model."""

    dim: _Array[np.int32]
    """Contact dimensions, as `geom_condim`. Part of `pair_dim`."""
    geom1: _Array[np.int32]
    """First geom. Part of `pair_geom1`."""
    geom2: _Array[np.int32]
    """Second geom. Part of `pair_geom2`."""
    signature: _Array[np.int32]
    """Key of the two bodies (one id in the upper, one in the lower 16 bits); the list is sorted by it. Part of `pair_signature`."""
    solref: _Array[np.float64]
    """Spring-damper along the contact normal, as `jnt_solref`. Part of `pair_solref`."""
    solreffriction: _Array[np.float64]
    """Spring-damper along the friction directions; zeros: as `pair_solref`. Part of `pair_solreffriction`."""
    solimp: _Array[np.float64]
    """Impedance, as `jnt_solimp`. Part of `pair_solimp`."""
    margin: _Array[np.float64]
    """Distance at which contacts push, metres. Part of `pair_margin`."""
    gap: _Array[np.float64]
    """Further distance in which contacts are reported without force, metres. Part of `pair_gap`."""
    adhesion: _Array[np.float64]
    """Adhesive force of each contact, N. Part of `pair_adhesion`."""
    friction: _Array[np.float64]
    """Friction coefficients: two sliding, one torsional, two rolling. Part of `pair_friction`."""

class ModelSensor(_View):
    """One sensor of a model, as `model.sensor(name)` returns it. Its attributes are parts of the arrays of the model."""

    type: _Array[np.int32]
    """What is measured. Part of `sensor_type`."""
    datatype: _Array[np.int32]
    """Kind of the values, which decides how the cutoff applies. Part of `sensor_datatype`."""
    needstage: _Array[np.int32]
    """Earliest stage of the pipeline after which the value exists. Part of `sensor_needstage`."""
    objtype: _Array[np.int32]
    """Kind of the object measured. Part of `sensor_objtype`."""
    objid: _Array[np.int32]
    """The object; -1: none. Part of `sensor_objid`."""
    reftype: _Array[np.int32]
    """Kind of the frame of reference. Part of `sensor_reftype`."""
    refid: _Array[np.int32]
    """The frame of reference; -1: world. Part of `sensor_refid`."""
    intprm: _Array[np.int32]
    """Integer parameters of the sensor's kind: data bits, reduction, count. Part of `sensor_intprm`."""
    dim: _Array[np.int32]
    """Numbers the sensor yields. Part of `sensor_dim`."""
    adr: _Array[np.int32]
    """First entry in `sensordata`. Part of `sensor_adr`."""
    cutoff: _Array[np.float64]
    """Bound on the values; 0: none. Part of `sensor_cutoff`."""
    noise: _Array[np.float64]
    """Standard deviation of the noise; information only, nothing is added. Part of `sensor_noise`."""
    history: _Array[np.int32]
    """Samples kept for delayed readings (0: none) and order of interpolation between them. Part of `sensor_history`."""
    historyadr: _Array[np.int32]
    """First entry in the history buffer; -1: none. Part of `sensor_historyadr`."""
    delay: _Array[np.float64]
    """Delay of the reading, seconds; 0: none. Part of `sensor_delay`."""
    interval: _Array[np.float64]
    """Sampling period and phase, seconds; period 0: every step. Part of `sensor_interval`."""
    user: _Array[np.float64]
    """User data. Part of `sensor_user`."""
    plugin: _Array[np.int32]
    """Plugin instance; -1: none. Part of `sensor_plugin`."""

class ModelSite(_View):
    """One site of a model, as `model.site(name)` returns it. Its attributes are parts of the arrays of the model."""

    type: _Array[np.int32]
    """Shape, for drawing and for volume sensors. Part of `site_type`."""
    bodyid: _Array[np.int32]
    """Body that carries the site. Part of `site_bodyid`."""
    matid: _Array[np.int32]
    """Material; -1: none. Part of `site_matid`."""
    group: _Array[np.int32]
    """Visibility group. Part of `site_group`."""
    sameframe: _Array[np.uint8]
    """Relation to the body, as `geom_sameframe`. Part of `site_sameframe`."""
    size: _Array[np.float64]
    """Size of the shape, as `geom_size`. Part of `site_size`."""
    pos: _Array[np.float64]
    """Position in the body frame, metres. Part of `site_pos`."""
    quat: _Array[np.float64]
    """Orientation in the body frame. Part of `site_quat`."""
    user: _Array[np.float64]
    """User data. Part of `site_user`."""
    rgba: _Array[np.float32]
    """Colour without a material. Part of `site_rgba`."""

class ModelSkin(_View):
    """One skin of a model, as `model.skin(name)` returns it. Its attributes are parts of the arrays of the model."""

    matid: _Array[np.int32]
    """Material; -1: none. Part of `skin_matid`."""
    group: _Array[np.int32]
    """Visibility group. Part of `skin_group`."""
    rgba: _Array[np.float32]
    """Colour without a material. Part of `skin_rgba`."""
    inflate: _Array[np.float32]
    """Distance by which vertices move along their normals when drawn, metres. Part of `skin_inflate`."""
    vertadr: _Array[np.int32]
    """First vertex. Part of `skin_vertadr`."""
    vertnum: _Array[np.int32]
    """Vertices. Part of `skin_vertnum`."""
    texcoordadr: _Array[np.int32]
    """First texture coordinate, of which there is one for each vertex; -1: none. Part of `skin_texcoordadr`."""
    faceadr: _Array[np.int32]
    """First triangle. Part of `skin_faceadr`."""
    facenum: _Array[np.int32]
    """Triangles. Part of `skin_facenum`."""
    boneadr: _Array[np.int32]
    """First bone. Part of `skin_boneadr`."""
    bonenum: _Array[np.int32]
    """Bones. Part of `skin_bonenum`."""
    pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from a file. Part of `skin_pathadr`."""

class ModelTendon(_View):
    """One tendon of a model, as `model.tendon(name)` returns it. Its attributes are parts of the arrays of the model."""

    adr: _Array[np.int32]
    """First object of the path in `wrap_*`. Part of `tendon_adr`."""
    _adr: _Array[np.int32]
    """First object of the path in `wrap_*`. Part of `tendon_adr`."""
    num: _Array[np.int32]
    """Objects of the path. Part of `tendon_num`."""
    _num: _Array[np.int32]
    """Objects of the path. Part of `tendon_num`."""
    matid: _Array[np.int32]
    """Material; -1: none. Part of `tendon_matid`."""
    _matid: _Array[np.int32]
    """Material; -1: none. Part of `tendon_matid`."""
    actuatorid: _Array[np.int32]
    """Actuator that adds damping or armature to the tendon; -1: none, -2: several. Part of `tendon_actuatorid`."""
    _actuatorid: _Array[np.int32]
    """Actuator that adds damping or armature to the tendon; -1: none, -2: several. Part of `tendon_actuatorid`."""
    group: _Array[np.int32]
    """Visibility group. Part of `tendon_group`."""
    _group: _Array[np.int32]
    """Visibility group. Part of `tendon_group`."""
    treenum: _Array[np.int32]
    """Kinematic trees the path touches. Part of `tendon_treenum`."""
    _treenum: _Array[np.int32]
    """Kinematic trees the path touches. Part of `tendon_treenum`."""
    treeid: _Array[np.int32]
    """First two of these trees; -1: none. Part of `tendon_treeid`."""
    _treeid: _Array[np.int32]
    """First two of these trees; -1: none. Part of `tendon_treeid`."""
    J_rownnz: _Array[np.int32]
    """Non-zeros of the tendon's row of the length Jacobian. Part of `ten_J_rownnz`."""
    J_rowadr: _Array[np.int32]
    """Address of the row in `ten_J_colind`. Part of `ten_J_rowadr`."""
    J_colind: _Array[np.int32]
    """Dof of each non-zero. Part of `ten_J_colind`."""
    limited: _Array[np.bool_]
    """Whether `tendon_range` is enforced. Part of `tendon_limited`."""
    _limited: _Array[np.bool_]
    """Whether `tendon_range` is enforced. Part of `tendon_limited`."""
    actfrclimited: _Array[np.bool_]
    """Whether `tendon_actfrcrange` is enforced. Part of `tendon_actfrclimited`."""
    _actfrclimited: _Array[np.bool_]
    """Whether `tendon_actfrcrange` is enforced. Part of `tendon_actfrclimited`."""
    width: _Array[np.float64]
    """Width when drawn, metres. Part of `tendon_width`."""
    _width: _Array[np.float64]
    """Width when drawn, metres. Part of `tendon_width`."""
    solref_lim: _Array[np.float64]
    """Spring-damper of the limit, as `jnt_solref`. Part of `tendon_solref_lim`."""
    _solref_lim: _Array[np.float64]
    """Spring-damper of the limit, as `jnt_solref`. Part of `tendon_solref_lim`."""
    solimp_lim: _Array[np.float64]
    """Impedance of the limit, as `jnt_solimp`. Part of `tendon_solimp_lim`."""
    _solimp_lim: _Array[np.float64]
    """Impedance of the limit, as `jnt_solimp`. Part of `tendon_solimp_lim`."""
    solref_fri: _Array[np.float64]
    """Spring-damper of the friction-loss constraint, as `jnt_solref`. Part of `tendon_solref_fri`."""
    _solref_fri: _Array[np.float64]
    """Spring-damper of the friction-loss constraint, as `jnt_solref`. Part of `tendon_solref_fri`."""
    solimp_fri: _Array[np.float64]
    """Impedance of the friction-loss constraint, as `jnt_solimp`. Part of `tendon_solimp_fri`."""
    _solimp_fri: _Array[np.float64]
    """Impedance of the friction-loss constraint, as `jnt_solimp`. Part of `tendon_solimp_fri`."""
    range: _Array[np.float64]
    """Shortest and longest length, metres (or the unit a fixed tendon's joints give it). Part of `tendon_range`."""
    _range: _Array[np.float64]
    """Shortest and longest length, metres (or the unit a fixed tendon's joints give it). Part of `tendon_range`."""
    actfrcrange: _Array[np.float64]
    """Smallest and largest total actuator force on the tendon, N. Part of `tendon_actfrcrange`."""
    _actfrcrange: _Array[np.float64]
    """Smallest and largest total actuator force on the tendon, N. Part of `tendon_actfrcrange`."""
    margin: _Array[np.float64]
    """Distance before the limit at which its constraint appears, metres. Part of `tendon_margin`."""
    _margin: _Array[np.float64]
    """Distance before the limit at which its constraint appears, metres. Part of `tendon_margin`."""
    stiffness: _Array[np.float64]
    """Linear spring constant, N/m. Part of `tendon_stiffness`."""
    _stiffness: _Array[np.float64]
    """Linear spring constant, N/m. Part of `tendon_stiffness`."""
    stiffnesspoly: _Array[np.float64]
    """Spring constant grows by `p0 x + p1 x²` with stretch x (signed). Part of `tendon_stiffnesspoly`."""
    _stiffnesspoly: _Array[np.float64]
    """Spring constant grows by `p0 x + p1 x²` with stretch x (signed). Part of `tendon_stiffnesspoly`."""
    damping: _Array[np.float64]
    """Linear damping, N s/m. Part of `tendon_damping`."""
    _damping: _Array[np.float64]
    """Linear damping, N s/m. Part of `tendon_damping`."""
    dampingpoly: _Array[np.float64]
    """Damping grows by `p0 v + p1 v²` with speed v. Part of `tendon_dampingpoly`."""
    _dampingpoly: _Array[np.float64]
    """Damping grows by `p0 v + p1 v²` with speed v. Part of `tendon_dampingpoly`."""
    armature: _Array[np.float64]
    """Mass moved by a change of length, kg. Part of `tendon_armature`."""
    _armature: _Array[np.float64]
    """Mass moved by a change of length, kg. Part of `tendon_armature`."""
    frictionloss: _Array[np.float64]
    """Dry friction: largest force, N; 0: none. Part of `tendon_frictionloss`."""
    _frictionloss: _Array[np.float64]
    """Dry friction: largest force, N; 0: none. Part of `tendon_frictionloss`."""
    lengthspring: _Array[np.float64]
    """Lengths between which the spring is slack, metres. Part of `tendon_lengthspring`."""
    _lengthspring: _Array[np.float64]
    """Lengths between which the spring is slack, metres. Part of `tendon_lengthspring`."""
    length0: _Array[np.float64]
    """Length in `qpos0`, metres. Part of `tendon_length0`."""
    _length0: _Array[np.float64]
    """Length in `qpos0`, metres. Part of `tendon_length0`."""
    invweight0: _Array[np.float64]
    """Mean inverse inertia along the tendon in `qpos0`, 1/kg. Part of `tendon_invweight0`."""
    _invweight0: _Array[np.float64]
    """Mean inverse inertia along the tendon in `qpos0`, 1/kg. Part of `tendon_invweight0`."""
    user: _Array[np.float64]
    """User data. Part of `tendon_user`."""
    _user: _Array[np.float64]
    """User data. Part of `tendon_user`."""
    rgba: _Array[np.float32]
    """Colour without a material. Part of `tendon_rgba`."""
    _rgba: _Array[np.float32]
    """Colour without a material. Part of `tendon_rgba`."""

class ModelText(_View):
    """One text of a model, as `model.text(name)` returns it. Its attributes are parts of the arrays of the model."""

    adr: _Array[np.int32]
    """First byte in `text_data`. Part of `text_adr`."""
    size: _Array[np.int32]
    """Bytes in the field, terminator included. Part of `text_size`."""
    @property
    def data(self) -> bytes:
        """Zero-terminated texts of all fields. Part of `text_data`."""

class ModelTexture(_View):
    """One texture of a model, as `model.texture(name)` returns it. Its attributes are parts of the arrays of the model."""

    type: _Array[np.int32]
    """Flat image, cube or skybox. Part of `tex_type`."""
    colorspace: _Array[np.int32]
    """Colour encoding of the image. Part of `tex_colorspace`."""
    height: _Array[np.int32]
    """Rows of the image; a cube's six faces are stacked (right, left, up, down, front, back). Part of `tex_height`."""
    width: _Array[np.int32]
    """Columns of the image. Part of `tex_width`."""
    nchannel: _Array[np.int32]
    """Bytes per pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA. Part of `tex_nchannel`."""
    adr: _Array[np.int64]
    """First byte in `tex_data`. Part of `tex_adr`."""
    data: _Array[np.uint8]
    """Pixels, row by row. Part of `tex_data`."""
    pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from one file. Part of `tex_pathadr`."""

class ModelTuple(_View):
    """One tuple of a model, as `model.tuple(name)` returns it. Its attributes are parts of the arrays of the model."""

    adr: _Array[np.int32]
    """First object in `tuple_obj*`. Part of `tuple_adr`."""
    size: _Array[np.int32]
    """Objects in the tuple. Part of `tuple_size`."""
    objtype: _Array[np.int32]
    """Kind of each object. Part of `tuple_objtype`."""
    objid: _Array[np.int32]
    """Each object. Part of `tuple_objid`."""
    objprm: _Array[np.float64]
    """Number attached to each object. Part of `tuple_objprm`."""

class BatchSim:
    """`nworld` independent worlds of one model, stepped together by the threads of the CPU.

    model: Model; nworld: int; threads: int or None, the threads that step the worlds. None: one for each processor. Results do not depend
    on their number. `GpuBatchSim` has the same methods: see `cortenforge.Batch`.

    Items: Data. `batch[i]` is a world whose arrays are views of its memory. `get` and `set` copy an array of all worlds. A step that fails
    is reported in `errors`: the world stays where it failed until it is reset, and the others go on.
    """

    def __init__(self, model: Model, nworld: SupportsIndex, *, threads: SupportsIndex | None = None) -> None: ...
    @property
    def device(self) -> str:
        """What the worlds run on: "cpu"."""
    @property
    def errors(self) -> list[StepError | None]:
        """The error of each world in its last step or forward pass: None, or a StepError with `world` and `kind`."""
    @property
    def model(self) -> Model:
        """The shared model."""
    @property
    def nworld(self) -> int:
        """Number of worlds."""
    @property
    def threads(self) -> int:
        """Number of threads that step the worlds."""
    @classmethod
    def _from_state(cls, model: Model, nworld: SupportsIndex, threads: SupportsIndex | None, own: list[Model | None], states: npt.ArrayLike) -> BatchSim:
        """Rebuilds a batch from what `pickle` stored.

        model: Model; nworld: int; threads: int or None; own: list[Model | None]; states: array. Returns BatchSim.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...
    def clear_override(self, worlds: npt.ArrayLike | None = None) -> None:
        """Lets worlds share the common model again.

        worlds: array or None, booleans or numbers of worlds. None: all.
        """
    def forward(self) -> list[StepError | None]:
        """Computes everything that follows from the state and inputs of every world, without moving them.

        Returns list[StepError | None], the error of each world.
        """
    def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Copies an array of every world: one row for each world.

        name: str, like "qpos". out: array or None, written, of shape (nworld, ...). Returns array, `out` if given. KeyError: no such
        array. ValueError: `out` has another shape.
        """
    def get_state(self, spec: SupportsIndex = ..., out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Copies the state of every world as numbers: shape (nworld, width).

        spec: int, bits of mjtState. Default: everything that decides the next step. out: array or None, written. Returns array.
        """
    def model_of(self, i: SupportsIndex) -> Model:
        """The model of world `i`: the shared one, or its own after `override`.

        i: int; negative numbers count from the end. IndexError: no such world. Returns Model.
        """
    def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None:
        """Gives worlds their own values of parameters of the model.

        worlds: array or None, booleans or numbers of worlds. None: all. values: array by name, one row for each of these worlds, or one for
        all. A parameter is an array of the model, like `body_mass`, or an option, like `gravity`. Constants that follow from it are
        computed anew; bounds of shapes (`geom_rbound`, `geom_aabb`) are not. A new `qpos0` shows at the next reset. Nothing changes on an
        error.
        """
    def reset(self, mask: npt.ArrayLike | None = None, *, keyframe: str | SupportsIndex | None = None, states: BatchStates | None = None, rows: npt.ArrayLike | None = None, noise: SupportsFloat | tuple[SupportsFloat, SupportsFloat] | None = None, seed: SupportsIndex | None = None) -> None:
        """Resets worlds to the reference pose, to a keyframe, or to saved states. Applied forces are kept. What follows from the state,
        like `xpos`, is computed by the next `forward` or `step`.

        mask: array or None, the worlds to reset: nworld booleans, or their numbers. None: all. keyframe: str or int or None, its name or
        index. states: BatchStates or None, what `save` returned. rows: array or None, the row of `states` for each world to reset. None:
        each world's own. noise: float or tuple[float, float] or None, standard deviation that is added to `qpos` (m or rad along each dof)
        and `qvel`, or a pair of them. seed: int or None. The numbers of a world follow from the seed and its index alone. None: a new
        seed.

        ValueError: the mask has another length, or arguments contradict each other. KeyError, IndexError: no such keyframe, world or
        row. A world that the engine failed on is replaced: `batch[i]` is another object then.
        """
    def restore(self, states: BatchStates) -> None:
        """Gives every world the state and the inputs that were saved for it.

        states: BatchStates, what `save` returned. ValueError: the states are those of another number of worlds, or of another model.
        """
    def save(self) -> BatchStates:
        """Saves the state and the inputs of every world, for `restore` and `reset`.

        Returns BatchStates.
        """
    def set(self, name: str, values: npt.ArrayLike) -> None:
        """Sets an array of the state or of the inputs of every world.

        name: str, like "qpos". values: array, one row for each world, or one for all. ValueError: the shape is wrong, or the array is
        computed by `forward`. KeyError: no such array.
        """
    def set_state(self, states: npt.ArrayLike, spec: SupportsIndex = ...) -> None:
        """Restores the state of every world from numbers that `get_state` returned: one row for each world, or one for all.

        states: array; spec: int, bits of mjtState.
        """
    def set_world(self, i: SupportsIndex, data: Data) -> None:
        """Gives world `i` the contents of another world of the model.

        i: int; negative numbers count from the end. data: Data. IndexError: no such world. ValueError: the sizes of the models differ.
        """
    def step(self, n: SupportsIndex = 1, *, ctrl: npt.ArrayLike | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None) -> list[StepError | None]:
        """Steps every world `n` times, up to its first error, and returns the error of each world: None, or a StepError.

        n: int, at least 0. ctrl: array or None, the controls. Shape (nworld, nu), or one row for all worlds: held for all steps. Shape (n,
        nworld, nu): for every step. Shape (n, 1, nu): for every step and all worlds. None: the inputs stay as they are.

        state, sensordata: float64 array or None, written, contiguous. `state` has the components `mjSTATE_FULLPHYSICS`. Shape
        (nworld, width): the end of the call. Shape (n, nworld, width): every step. After an error the rows repeat the state at
        which the world stopped; they are NaN when the engine itself failed.

        Returns list[StepError | None]. ValueError: a shape is wrong; no world moves.
        """
    def submit(self, n: SupportsIndex = 1) -> None:
        """Steps every world `n` times with its inputs held. A batch on a GPU does not wait for the steps; this one returns after them.

        n: int, at least 0. `errors` has the error of each world.
        """
    def view(self, name: str) -> list[npt.NDArray[Any]]:
        """Views of an array of every world: a list of numpy arrays, none of them a copy.

        name: str. What is written counts at the next step. `get` copies the arrays of all worlds into one. A view belongs to its
        world, also after `reset` replaced that world. Returns list[npt.NDArray[Any]]. KeyError: no such array.
        TypeError: a single number cannot be viewed.
        """
    def wait(self) -> None:
        """Waits until submitted steps are done: here they are."""
    def world(self, i: SupportsIndex) -> Data:
        """A copy of world `i`. `batch[i]` is the world itself.

        i: int; negative numbers count from the end. IndexError: no such world. Returns Data.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> Data: ...
    def __iter__(self) -> Iterator[Data]: ...

class BatchStates:
    """State and inputs of every world at one moment, as `BatchSim.save` returns them.

    `BatchSim.restore` and `BatchSim.reset` take them. `len(states)` is the number of worlds.
    """

    def __len__(self) -> int: ...

class Contact:
    """One contact of a world, copied when `Data.contacts` was read. Arrays are read-only."""

    @property
    def bodies(self) -> tuple[DataBody | None, DataBody | None]:
        """The bodies that touch, as `data.body` gives them; None for a side that is part of a deformable body."""
    @property
    def dim(self) -> int:
        """Dimensions of the contact space: 1, 3, 4 or 6."""
    @property
    def dist(self) -> float:
        """Distance between the surfaces (m), negative when they overlap."""
    @property
    def force(self) -> npt.NDArray[np.float64]:
        """Force that acts on the second side, in the world's frame (N). float64 array (3,)."""
    @property
    def frame(self) -> npt.NDArray[np.float64]:
        """Axes of the contact, one in each row: the normal from the first side to the second, then two tangents. float64 array (3, 3)."""
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Friction coefficients: two tangents, spin, two rolling directions. float64 array (5,)."""
    @property
    def geoms(self) -> tuple[DataGeom | None, DataGeom | None]:
        """The geoms that touch, as `data.geom` gives them; None for a side that is not a geom."""
    @property
    def local_force(self) -> npt.NDArray[np.float64]:
        """Force (N) and torque (N m) in the frame of the contact, as `mj_contactForce` gives them. float64 array (6,)."""
    @property
    def normal(self) -> npt.NDArray[np.float64]:
        """Direction from the first side to the second, of length 1. float64 array (3,)."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Midpoint between the surfaces (m). float64 array (3,)."""
    @property
    def torque(self) -> npt.NDArray[np.float64]:
        """Torque that acts on the second side about the point of contact, in the world's frame (N m). float64 array (3,)."""

class ContactList:
    """Contacts of a world as records: all of them, or a slice. Attributes are arrays over the contacts, copied when they are read.

    Items: ContactRecord, and slices.
    """

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> ContactRecord: ...
    @overload
    def __getitem__(self, index: slice, /) -> ContactList: ...
    def __iter__(self) -> Iterator[ContactRecord]: ...
    @property
    def dist(self) -> npt.NDArray[np.float64]:
        """Distance between the nearest points (m), negative when the surfaces overlap. float64 array (ncon,)."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Midpoint between the nearest points, in the world's frame (m). float64 array (ncon, 3)."""
    @property
    def frame(self) -> npt.NDArray[np.float64]:
        """Axes of the contact as rows of a matrix: the normal from the first side to the second, then two tangents. float64 array (ncon, 9)."""
    @property
    def includemargin(self) -> npt.NDArray[np.float64]:
        """Distance (m) below which the contact has constraint rows: margin minus gap. float64 array (ncon,)."""
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Friction coefficients: two tangents, spin, two rolling directions. float64 array (ncon, 5)."""
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Reference of the normal constraint: time constant (s) and damping ratio, or stiffness and damping. float64 array (ncon, 2)."""
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """Reference of the friction constraints; zeros mean that `solref` holds. float64 array (ncon, 2)."""
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of the constraint: value at zero, value at full width, width (m), midpoint and power. float64 array (ncon, 5)."""
    @property
    def adhesion(self) -> npt.NDArray[np.float64]:
        """Adhesive force that the contact can bear (N). float64 array (ncon,)."""
    @property
    def mu(self) -> npt.NDArray[np.float64]:
        """Friction coefficient of the regularised cone, set by the solver. float64 array (ncon,)."""
    @property
    def H(self) -> npt.NDArray[np.float64]:
        """Hessian of the cone's cost, set by the solver. float64 array (ncon, 36)."""
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """Dimensions of the contact space: 1, 3, 4 or 6. int32 array (ncon,)."""
    @property
    def geom1(self) -> npt.NDArray[np.int32]:
        """Geom of the first side, -1 when that is not a geom: an older name for `geom[0]`. int32 array (ncon,)."""
    @property
    def geom2(self) -> npt.NDArray[np.int32]:
        """Geom of the second side, -1 when that is not a geom: an older name for `geom[1]`. int32 array (ncon,)."""
    @property
    def geom(self) -> npt.NDArray[np.int32]:
        """Geoms of both sides, -1 for a side that is not a geom. int32 array (ncon, 2)."""
    @property
    def flex(self) -> npt.NDArray[np.int32]:
        """Flexes of both sides, -1 for a side that is not part of a flex. int32 array (ncon, 2)."""
    @property
    def elem(self) -> npt.NDArray[np.int32]:
        """Elements of the flexes, -1 for a side that is not an element. int32 array (ncon, 2)."""
    @property
    def vert(self) -> npt.NDArray[np.int32]:
        """Vertices of the flexes, -1 for a side that is not a vertex. int32 array (ncon, 2)."""
    @property
    def exclude(self) -> npt.NDArray[np.int32]:
        """Why the contact has no constraint rows; 0: it may have some, 1: in the gap, 2: fused bodies, 3: no dofs, 4: passive, 5: a flex. int32 array (ncon,)."""
    @property
    def efc_address(self) -> npt.NDArray[np.int32]:
        """First constraint row of the contact, -1 when it has none. int32 array (ncon,)."""

class ContactRecord:
    """One contact in MuJoCo's layout. As an item of `Data.contact` it follows the world; `ContactRecord()` is independent and zero."""

    def __init__(self) -> None: ...
    def __copy__(self) -> ContactRecord: ...
    def __deepcopy__(self, memo: Any, /) -> ContactRecord: ...
    dist: float
    """Distance between the nearest points (m), negative when the surfaces overlap."""
    pos: _Array[np.float64]
    """Midpoint between the nearest points, in the world's frame (m). float64 array (3,); can be set."""
    frame: _Array[np.float64]
    """Axes of the contact as rows of a matrix: the normal from the first side to the second, then two tangents. float64 array (9,); can be set."""
    includemargin: float
    """Distance (m) below which the contact has constraint rows: margin minus gap."""
    friction: _Array[np.float64]
    """Friction coefficients: two tangents, spin, two rolling directions. float64 array (5,); can be set."""
    solref: _Array[np.float64]
    """Reference of the normal constraint: time constant (s) and damping ratio, or stiffness and damping. float64 array (2,); can be set."""
    solreffriction: _Array[np.float64]
    """Reference of the friction constraints; zeros mean that `solref` holds. float64 array (2,); can be set."""
    solimp: _Array[np.float64]
    """Impedance of the constraint: value at zero, value at full width, width (m), midpoint and power. float64 array (5,); can be set."""
    adhesion: float
    """Adhesive force that the contact can bear (N)."""
    mu: float
    """Friction coefficient of the regularised cone, set by the solver."""
    H: _Array[np.float64]
    """Hessian of the cone's cost, set by the solver. float64 array (36,); can be set."""
    dim: int
    """Dimensions of the contact space: 1, 3, 4 or 6."""
    geom1: int
    """Geom of the first side, -1 when that is not a geom: an older name for `geom[0]`."""
    geom2: int
    """Geom of the second side, -1 when that is not a geom: an older name for `geom[1]`."""
    geom: _Array[np.int32]
    """Geoms of both sides, -1 for a side that is not a geom. int32 array (2,); can be set."""
    flex: _Array[np.int32]
    """Flexes of both sides, -1 for a side that is not part of a flex. int32 array (2,); can be set."""
    elem: _Array[np.int32]
    """Elements of the flexes, -1 for a side that is not an element. int32 array (2,); can be set."""
    vert: _Array[np.int32]
    """Vertices of the flexes, -1 for a side that is not a vertex. int32 array (2,); can be set."""
    exclude: int
    """Why the contact has no constraint rows; 0: it may have some, 1: in the gap, 2: fused bodies, 3: no dofs, 4: passive, 5: a flex."""
    efc_address: int
    """First constraint row of the contact, -1 when it has none."""

class Data:
    """One world: the state, the inputs, and the results of every stage of the last step.

    model: Model. The world begins in its reference pose, at rest.

    Arrays are numpy views of the engine's memory. Arrays of constraint rows are copies, because their length changes from step to step.
    """

    def __init__(self, model: Model) -> None: ...
    @property
    def contact(self) -> ContactList:
        """Contacts of the current positions as records in MuJoCo's layout, which can be edited."""
    @property
    def contacts(self) -> list[Contact]:
        """Contacts of the current positions, copied: objects with bodies, geoms, frame and force."""
    energy: _Array[np.float64]
    """Potential and kinetic energy (J). float64 array (2,); can be set."""
    flg_energypos: bool
    """Whether the potential energy belongs to the current positions."""
    flg_energyvel: bool
    """Whether the kinetic energy belongs to the current velocities."""
    flg_rnepost: bool
    """Whether the accelerations and forces of bodies belong to the current accelerations."""
    flg_subtreevel: bool
    """Whether the momenta of subtrees belong to the current velocities."""
    @property
    def model(self) -> Model:
        """The model this world was made for, or the one that a batch gave it."""
    @property
    def solver(self) -> SolverStatList:
        """Statistics of the iterations of the last constraint solve, island by island."""
    solver_fwdinv: _Array[np.float64]
    """Forward against inverse dynamics: difference of the constraint forces and of the applied forces. float64 array (2,); can be set."""
    solver_niter: _Array[np.int32]
    """Iterations of the last constraint solve, by island. int32 array (20,); can be set."""
    solver_nnz: _Array[np.int32]
    """Entries of the solver's matrix, by island. What is written stays until the engine runs; nothing depends on it. int32 array (20,); can be set."""
    time: float
    """Simulation time (s)."""
    @property
    def timer(self) -> TimerList:
        """How often the engine ran on this world, and how long it took."""
    @property
    def warning(self) -> WarningList:
        """Counters of the warnings raised since the last reset."""
    @staticmethod
    def _from_state(model: Model, state: dict[str, Any]) -> Data:
        """Rebuilds a world from what `pickle` stored.

        model: Model; state: dict[str, Any]. Returns Data.
        """
    def __copy__(self) -> Data: ...
    def __deepcopy__(self, memo: Any, /) -> Data: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def forward(self) -> None:
        """Computes everything that follows from the current state and inputs, without moving the world.

        StepError says what is wrong.
        """
    def inverse(self) -> None:
        """Computes the force `qfrc_inverse` that gives the acceleration `qacc`.

        StepError says what is wrong.
        """
    def reset(self, keyframe: str | SupportsIndex | None = None) -> None:
        """Returns to the reference pose at rest, or to a keyframe, and computes what follows from it: `xpos`, `sensordata` and all other
        results are those of the new state. Applied forces are kept.

        keyframe: str or int or None, its name or index.

        The next step is the same as from a new world, bit by bit. StepError: the new state cannot be evaluated; it is set all the same.
        With callbacks (set_mjcb_control ...) nothing is computed: call mj_forward.
        """
    def step(self, n: SupportsIndex = 1) -> None:
        """Advances the world by `n` time steps.

        n: int, at least 0. StepError: a step failed; nothing is reset. (`mj_step` resets the world and goes on, as MuJoCo does.)
        """
    def _repr_png_(self) -> bytes | None:
        """A picture of the world as it is, for notebooks."""
    def actuator(self, name: str | SupportsIndex = '', /) -> DataActuator:
        """One actuator of the world, by name or index.

        name: str or int, 0 <= int < nactuator. Returns DataActuator, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def body(self, name: str | SupportsIndex = '', /) -> DataBody:
        """One body of the world, by name or index.

        name: str or int, 0 <= int < nbody. Returns DataBody, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def cam(self, name: str | SupportsIndex = '', /) -> DataCamera:
        """One camera of the world, by name or index.

        name: str or int, 0 <= int < ncam. Returns DataCamera, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def camera(self, name: str | SupportsIndex = '', /) -> DataCamera:
        """One camera of the world, by name or index.

        name: str or int, 0 <= int < ncam. Returns DataCamera, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def eq(self, name: str | SupportsIndex = '', /) -> DataEquality:
        """One equality of the world, by name or index.

        name: str or int, 0 <= int < neq. Returns DataEquality, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def equality(self, name: str | SupportsIndex = '', /) -> DataEquality:
        """One equality of the world, by name or index.

        name: str or int, 0 <= int < neq. Returns DataEquality, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def geom(self, name: str | SupportsIndex = '', /) -> DataGeom:
        """One geom of the world, by name or index.

        name: str or int, 0 <= int < ngeom. Returns DataGeom, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def jnt(self, name: str | SupportsIndex = '', /) -> DataJoint:
        """One joint of the world, by name or index.

        name: str or int, 0 <= int < njnt. Returns DataJoint, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def joint(self, name: str | SupportsIndex = '', /) -> DataJoint:
        """One joint of the world, by name or index.

        name: str or int, 0 <= int < njnt. Returns DataJoint, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def light(self, name: str | SupportsIndex = '', /) -> DataLight:
        """One light of the world, by name or index.

        name: str or int, 0 <= int < nlight. Returns DataLight, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def sensor(self, name: str | SupportsIndex = '', /) -> DataSensor:
        """One sensor of the world, by name or index.

        name: str or int, 0 <= int < nsensor. Returns DataSensor, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def site(self, name: str | SupportsIndex = '', /) -> DataSite:
        """One site of the world, by name or index.

        name: str or int, 0 <= int < nsite. Returns DataSite, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def ten(self, name: str | SupportsIndex = '', /) -> DataTendon:
        """One tendon of the world, by name or index.

        name: str or int, 0 <= int < ntendon. Returns DataTendon, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    def tendon(self, name: str | SupportsIndex = '', /) -> DataTendon:
        """One tendon of the world, by name or index.

        name: str or int, 0 <= int < ntendon. Returns DataTendon, whose attributes are parts of the arrays of the world. KeyError and IndexError list what the world has.
        """
    ncon: int
    """Contacts."""
    @property
    def ne(self) -> int:
        """Equality rows."""
    @property
    def nf(self) -> int:
        """Friction-loss rows."""
    @property
    def nl(self) -> int:
        """Limit rows."""
    @property
    def nefc(self) -> int:
        """All constraint rows."""
    @property
    def nJ(self) -> int:
        """Entries of the sparse constraint Jacobian."""
    @property
    def nA(self) -> int:
        """Entries of the inverse inertia in constraint space, for dual solvers."""
    @property
    def nY(self) -> int:
        """Entries of its square root."""
    @property
    def nisland(self) -> int:
        """Islands: groups of trees connected by constraints."""
    @property
    def nidof(self) -> int:
        """Degrees of freedom in islands."""
    @property
    def ntree_awake(self) -> int:
        """Awake trees."""
    @property
    def nbody_awake(self) -> int:
        """Bodies that are awake or immovable."""
    @property
    def nparent_awake(self) -> int:
        """Bodies whose parents are awake or immovable."""
    @property
    def nv_awake(self) -> int:
        """Awake degrees of freedom."""
    qpos: _Array[np.float64]
    """Joint positions (m, rad, unit quaternions). float64 array (nq,); can be set."""
    qvel: _Array[np.float64]
    """Velocities of the degrees of freedom (m/s, rad/s). float64 array (nv,); can be set."""
    act: _Array[np.float64]
    """Actuator activations. float64 array (na,); can be set."""
    history: _Array[np.float64]
    """Ring buffers of delayed controls and sensors: user slot, cursor, times, values. float64 array (nhistory,); can be set."""
    qacc_warmstart: _Array[np.float64]
    """Acceleration the constraint solver starts from. float64 array (nv,); can be set."""
    ctrl: _Array[np.float64]
    """Controls. float64 array (nu,); can be set."""
    qfrc_applied: _Array[np.float64]
    """Applied generalised force. float64 array (nv,); can be set."""
    xfrc_applied: _Array[np.float64]
    """Applied force and torque (force first) at the centres of mass, in the world frame. float64 array (nbody, 6); can be set."""
    eq_active: _Array[np.bool_]
    """Whether an equality constraint is on. bool array (neq,); can be set."""
    mocap_pos: _Array[np.float64]
    """Positions of mocap bodies (m). float64 array (nmocap, 3); can be set."""
    mocap_quat: _Array[np.float64]
    """Orientations of mocap bodies. float64 array (nmocap, 4); can be set."""
    tree_asleep: _Array[np.int32]
    """Sleep of each tree. Below -1: awake, and how many steps at rest are missing. -1: ready to sleep. From 0 on: asleep, and
    the next tree of the cycle it fell asleep with. int32 array (ntree,); can be set.
    """
    userdata: _Array[np.float64]
    """Numbers of the user; the engine never reads or writes them. float64 array (nuserdata,); can be set."""
    qacc: _Array[np.float64]
    """Accelerations of the degrees of freedom (m/s², rad/s²). float64 array (nv,); can be set."""
    act_dot: _Array[np.float64]
    """Time derivatives of the activations (1/s). float64 array (na,); can be set."""
    sensordata: _Array[np.float64]
    """Sensor values. float64 array (nsensordata,); can be set."""
    tree_awake: _Array[np.int32]
    """Whether a tree is awake. int32 array (ntree,); can be set."""
    body_awake: _Array[np.int32]
    """Whether a body is awake, asleep or immovable. int32 array (nbody,); can be set."""
    body_awake_ind: _Array[np.int32]
    """Bodies that are awake or immovable. int32 array (nbody,); can be set."""
    parent_awake_ind: _Array[np.int32]
    """Bodies whose parents are awake or immovable, without the world. int32 array (nbody,); can be set."""
    dof_awake_ind: _Array[np.int32]
    """Awake degrees of freedom. int32 array (nv,); can be set."""
    xpos: _Array[np.float64]
    """Position of the body frame (m). float64 array (nbody, 3); can be set."""
    xquat: _Array[np.float64]
    """Orientation of the body frame. float64 array (nbody, 4); can be set."""
    xmat: _Array[np.float64]
    """Orientation of the body frame, as a matrix. float64 array (nbody, 9); can be set."""
    xipos: _Array[np.float64]
    """Position of the body's centre of mass (m). float64 array (nbody, 3); can be set."""
    ximat: _Array[np.float64]
    """Orientation of the body's principal axes. float64 array (nbody, 9); can be set."""
    xanchor: _Array[np.float64]
    """Joint anchor in the world (m). float64 array (njnt, 3); can be set."""
    xaxis: _Array[np.float64]
    """Joint axis in the world. float64 array (njnt, 3); can be set."""
    geom_xpos: _Array[np.float64]
    """Geom position (m). float64 array (ngeom, 3); can be set."""
    geom_xmat: _Array[np.float64]
    """Geom orientation. float64 array (ngeom, 9); can be set."""
    site_xpos: _Array[np.float64]
    """Site position (m). float64 array (nsite, 3); can be set."""
    site_xmat: _Array[np.float64]
    """Site orientation. float64 array (nsite, 9); can be set."""
    cam_xpos: _Array[np.float64]
    """Camera position (m). float64 array (ncam, 3); can be set."""
    cam_xmat: _Array[np.float64]
    """Camera orientation; it looks along its negative z axis. float64 array (ncam, 9); can be set."""
    light_xpos: _Array[np.float64]
    """Light position (m). float64 array (nlight, 3); can be set."""
    light_xdir: _Array[np.float64]
    """Light direction. float64 array (nlight, 3); can be set."""
    bvh_active: _Array[np.bool_]
    """Bounding volumes that overlapped another one, with `vis.global.bvactive` on. bool array (nbvh,); can be set."""
    subtree_com: _Array[np.float64]
    """Centre of mass of the subtree below each body (m). float64 array (nbody, 3); can be set."""
    cdof: _Array[np.float64]
    """Motion axis of each dof in the com frame. float64 array (nv, 6); can be set."""
    cinert: _Array[np.float64]
    """Body inertia in the com frame: six rotational entries, first moment, mass. float64 array (nbody, 10); can be set."""
    ten_wrapadr: _Array[np.int32]
    """First point of the tendon's path. int32 array (ntendon,); can be set."""
    ten_wrapnum: _Array[np.int32]
    """Points of the tendon's path. int32 array (ntendon,); can be set."""
    ten_J: _Array[np.float64]
    """Tendon Jacobian, rows as in the Model's `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind`. float64 array (nJten,); can be set."""
    ten_length: _Array[np.float64]
    """Tendon length (m, or the units of its joints). float64 array (ntendon,); can be set."""
    wrap_obj: _Array[np.int32]
    """Object at each path point: geom id, -1 site, -2 pulley. int32 array (nwrap, 2); can be set."""
    wrap_xpos: _Array[np.float64]
    """Path points (m). float64 array (nwrap, 6); can be set."""
    actuator_length: _Array[np.float64]
    """Length of each actuator output. float64 array (nout,); can be set."""
    moment_rownnz: _Array[np.int32]
    """Entries of each row of `actuator_moment`. int32 array (nout,); can be set."""
    moment_rowadr: _Array[np.int32]
    """First entry of each row of `actuator_moment`. int32 array (nout,); can be set."""
    moment_colind: _Array[np.int32]
    """Dof of each entry of `actuator_moment`. int32 array (nJmom,); can be set."""
    actuator_moment: _Array[np.float64]
    """Moment arms: derivative of the output's length by the dofs. float64 array (nJmom,); can be set."""
    crb: _Array[np.float64]
    """Inertia of the subtree moving as one body, in the com frame. float64 array (nbody, 10); can be set."""
    M: _Array[np.float64]
    """Joint-space inertia, lower triangle, rows as in the Model's `M_rownnz`, `M_rowadr`, `M_colind`. float64 array (nC,); can be set."""
    ten_velocity: _Array[np.float64]
    """Tendon velocity. float64 array (ntendon,); can be set."""
    actuator_velocity: _Array[np.float64]
    """Velocity of each actuator output. float64 array (nout,); can be set."""
    cvel: _Array[np.float64]
    """Body velocity in the com frame. float64 array (nbody, 6); can be set."""
    cdof_dot: _Array[np.float64]
    """Time derivative of `cdof`. float64 array (nv, 6); can be set."""
    qfrc_bias: _Array[np.float64]
    """Coriolis, centrifugal and gravitational force, on the left-hand side. float64 array (nv,); can be set."""
    qfrc_spring: _Array[np.float64]
    """Force of joint and tendon springs. float64 array (nv,); can be set."""
    qfrc_damper: _Array[np.float64]
    """Force of joint and tendon dampers. float64 array (nv,); can be set."""
    qfrc_gravcomp: _Array[np.float64]
    """Gravity compensation. float64 array (nv,); can be set."""
    qfrc_fluid: _Array[np.float64]
    """Force of the medium. float64 array (nv,); can be set."""
    qfrc_adhesion: _Array[np.float64]
    """Pull of adhesive contacts. float64 array (nv,); can be set."""
    qfrc_passive: _Array[np.float64]
    """All passive forces. float64 array (nv,); can be set."""
    subtree_linvel: _Array[np.float64]
    """Velocity of the subtree's centre of mass (m/s). float64 array (nbody, 3); can be set."""
    subtree_angmom: _Array[np.float64]
    """Angular momentum of the subtree about its centre of mass (kg m²/s). float64 array (nbody, 3); can be set."""
    qDeriv: _Array[np.float64]
    """Derivative of the smooth forces by the velocities, rows as in the Model's `D_rownnz`, `D_rowadr`,
    `D_colind`; written by the implicit integrators. float64 array (nD,); can be set.
    """
    qLU: _Array[np.float64]
    """Factors of `M - h qDeriv` for the `implicit` integrator. float64 array (nD,); can be set."""
    actuator_force: _Array[np.float64]
    """Force of each actuator output. float64 array (nout,); can be set."""
    qfrc_actuator: _Array[np.float64]
    """Actuator force on the dofs. float64 array (nv,); can be set."""
    qfrc_smooth: _Array[np.float64]
    """All forces but those of constraints. float64 array (nv,); can be set."""
    qacc_smooth: _Array[np.float64]
    """Acceleration without constraints. float64 array (nv,); can be set."""
    qfrc_constraint: _Array[np.float64]
    """Constraint force on the dofs. float64 array (nv,); can be set."""
    qfrc_inverse: _Array[np.float64]
    """Force that explains the acceleration, from inverse dynamics. float64 array (nv,); can be set."""
    cacc: _Array[np.float64]
    """Body acceleration in the com frame, gravity included. float64 array (nbody, 6); can be set."""
    cfrc_int: _Array[np.float64]
    """Force of the parent on the body, in the com frame. float64 array (nbody, 6); can be set."""
    cfrc_ext: _Array[np.float64]
    """External force on the body, in the com frame. float64 array (nbody, 6); can be set."""
    tendon_efcadr: _Array[np.int32]
    """First constraint row of a tendon, -1 without one. int32 array (ntendon,); can be set."""
    tree_island: _Array[np.int32]
    """Island of a tree, -1 without constraints. int32 array (ntree,); can be set."""
    map_itree2tree: _Array[np.int32]
    """Trees, those of an island together, those without constraints last. int32 array (ntree,); can be set."""
    dof_island: _Array[np.int32]
    """Island of a dof, -1 without constraints; this and the maps below hold while there are islands. int32 array (nv,); can be set."""
    map_dof2idof: _Array[np.int32]
    """Place of a dof among the dofs of all islands. int32 array (nv,); can be set."""
    map_idof2dof: _Array[np.int32]
    """Dofs, those of an island together, those without constraints last. int32 array (nv,); can be set."""
    @property
    def efc_J_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries of each row of the constraint Jacobian. int32 array (nefc,)."""
    @property
    def efc_J_rowadr(self) -> npt.NDArray[np.int32]:
        """First entry of each row of the Jacobian. int32 array (nefc,)."""
    @property
    def efc_J_rowsuper(self) -> npt.NDArray[np.int32]:
        """Rows after this one that have the same columns. int32 array (nefc,)."""
    @property
    def efc_J_colind(self) -> npt.NDArray[np.int32]:
        """Dof of each entry of the Jacobian. int32 array (nJ,)."""
    @property
    def efc_J(self) -> npt.NDArray[np.float64]:
        """Constraint Jacobian, sparse. float64 array (nJ,)."""
    @property
    def efc_Y_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries of each row of `efc_Y`. int32 array (nefc,)."""
    @property
    def efc_Y_rowadr(self) -> npt.NDArray[np.int32]:
        """First entry of each row of `efc_Y`. int32 array (nefc,)."""
    @property
    def efc_Y_colind(self) -> npt.NDArray[np.int32]:
        """Dof of each entry of `efc_Y`. int32 array (nY,)."""
    @property
    def efc_Y(self) -> npt.NDArray[np.float64]:
        """`J M^(-1/2)`, sparse; for dual solvers, which act on rows. float64 array (nY,)."""
    @property
    def efc_AR_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries of each row of `efc_AR`. int32 array (nefc,)."""
    @property
    def efc_AR_rowadr(self) -> npt.NDArray[np.int32]:
        """First entry of each row of `efc_AR`. int32 array (nefc,)."""
    @property
    def efc_AR_colind(self) -> npt.NDArray[np.int32]:
        """Row at the other side of each entry of `efc_AR`. int32 array (nA,)."""
    @property
    def efc_AR(self) -> npt.NDArray[np.float64]:
        """Inverse inertia in constraint space, `J M⁻¹ Jᵀ`, plus the regularisation; sparse, for dual solvers. float64 array (nA,)."""
    @property
    def iacc(self) -> npt.NDArray[np.float64]:
        """Accelerations of the dofs in islands, those of an island together. float64 array (nidof,)."""
    @property
    def iacc_smooth(self) -> npt.NDArray[np.float64]:
        """Accelerations without constraints of the dofs in islands, those of an island together. float64 array (nidof,)."""
    @property
    def ifrc_smooth(self) -> npt.NDArray[np.float64]:
        """Forces on the dofs in islands, those of constraints left out. float64 array (nidof,)."""
    @property
    def ifrc_constraint(self) -> npt.NDArray[np.float64]:
        """Forces of constraints on the dofs in islands. float64 array (nidof,)."""
    @property
    def iefc_type(self) -> npt.NDArray[np.int32]:
        """What each row constrains, the rows of an island together; this and those below hold while there are islands. int32 array (nefc,)."""
    @property
    def iefc_id(self) -> npt.NDArray[np.int32]:
        """Object of the row. int32 array (nefc,)."""
    @property
    def iefc_state(self) -> npt.NDArray[np.int32]:
        """Zone of the cost the row ended in. int32 array (nefc,)."""
    @property
    def iefc_frictionloss(self) -> npt.NDArray[np.float64]:
        """Largest force of a friction-loss row. float64 array (nefc,)."""
    @property
    def iefc_D(self) -> npt.NDArray[np.float64]:
        """Constraint mass. float64 array (nefc,)."""
    @property
    def iefc_R(self) -> npt.NDArray[np.float64]:
        """Regularisation. float64 array (nefc,)."""
    @property
    def iefc_aref(self) -> npt.NDArray[np.float64]:
        """Acceleration the constraint aims at. float64 array (nefc,)."""
    @property
    def iefc_force(self) -> npt.NDArray[np.float64]:
        """Constraint force. float64 array (nefc,)."""
    qLD: _Array[np.float64]
    """Factor of `M`: unit triangular L off the diagonal, D on it; rows as in the Model's `M_rownnz`, `M_rowadr`, `M_colind`. float64 array (nC,); can be set."""
    qLDiagInv: _Array[np.float64]
    """Inverse of D. float64 array (nv,); can be set."""
    qH: _Array[np.float64]
    """Factor of the inertia with implicit damping, rows as in `M`. float64 array (nC,); can be set."""
    qHDiagInv: _Array[np.float64]
    """Inverse of its D. float64 array (nv,); can be set."""
    @property
    def island_ntree(self) -> npt.NDArray[np.int32]:
        """Trees of an island. int32 array (nisland,)."""
    @property
    def island_itreeadr(self) -> npt.NDArray[np.int32]:
        """First entry of an island in `map_itree2tree`. int32 array (nisland,)."""
    @property
    def island_nv(self) -> npt.NDArray[np.int32]:
        """Degrees of freedom of an island. int32 array (nisland,)."""
    @property
    def island_idofadr(self) -> npt.NDArray[np.int32]:
        """First entry of an island in `map_idof2dof`. int32 array (nisland,)."""
    @property
    def island_dofadr(self) -> npt.NDArray[np.int32]:
        """First dof of an island. int32 array (nisland,)."""
    @property
    def island_ne(self) -> npt.NDArray[np.int32]:
        """Equality rows of an island. int32 array (nisland,)."""
    @property
    def island_nf(self) -> npt.NDArray[np.int32]:
        """Friction-loss rows of an island. int32 array (nisland,)."""
    @property
    def island_nefc(self) -> npt.NDArray[np.int32]:
        """Rows of an island. int32 array (nisland,)."""
    @property
    def island_iefcadr(self) -> npt.NDArray[np.int32]:
        """First entry of an island in `map_iefc2efc`. int32 array (nisland,)."""
    @property
    def efc_island(self) -> npt.NDArray[np.int32]:
        """Island of a row. int32 array (nefc,)."""
    @property
    def map_efc2iefc(self) -> npt.NDArray[np.int32]:
        """Place of a row among the rows of all islands. int32 array (nefc,)."""
    @property
    def map_iefc2efc(self) -> npt.NDArray[np.int32]:
        """Rows, those of an island together. int32 array (nefc,)."""
    @property
    def efc_type(self) -> npt.NDArray[np.int32]:
        """What the row constrains. int32 array (nefc,)."""
    @property
    def efc_id(self) -> npt.NDArray[np.int32]:
        """Object of the row: equality, dof, joint or tendon, by type. int32 array (nefc,)."""
    @property
    def efc_pos(self) -> npt.NDArray[np.float64]:
        """Violation of the constraint; negative inside a limit. float64 array (nefc,)."""
    @property
    def efc_margin(self) -> npt.NDArray[np.float64]:
        """Distance at which the row becomes active. float64 array (nefc,)."""
    @property
    def efc_frictionloss(self) -> npt.NDArray[np.float64]:
        """Largest force of a friction-loss row. float64 array (nefc,)."""
    @property
    def efc_diagA(self) -> npt.NDArray[np.float64]:
        """Diagonal of the inverse inertia in constraint space, approximate. float64 array (nefc,)."""
    @property
    def efc_KBIP(self) -> npt.NDArray[np.float64]:
        """Stiffness, damping, impedance and its derivative. float64 array (nefc, 4)."""
    @property
    def efc_D(self) -> npt.NDArray[np.float64]:
        """Constraint mass. float64 array (nefc,)."""
    @property
    def efc_R(self) -> npt.NDArray[np.float64]:
        """Regularisation: inverse constraint mass. float64 array (nefc,)."""
    @property
    def efc_vel(self) -> npt.NDArray[np.float64]:
        """Velocity of the constraint. float64 array (nefc,)."""
    @property
    def efc_aref(self) -> npt.NDArray[np.float64]:
        """Acceleration the constraint aims at. float64 array (nefc,)."""
    @property
    def efc_b(self) -> npt.NDArray[np.float64]:
        """Acceleration error of the unconstrained motion. float64 array (nefc,)."""
    @property
    def efc_state(self) -> npt.NDArray[np.int32]:
        """Zone of the cost the row ended in. int32 array (nefc,)."""
    @property
    def efc_force(self) -> npt.NDArray[np.float64]:
        """Constraint force. float64 array (nefc,)."""

class GpuArray:
    """A field of all worlds: a view by `GpuBatchSim.view`, which is always current, or a copy by `GpuBatchSim.read_device`.

    `torch.from_dlpack(array)` takes it without a copy, and so does what knows `__cuda_array_interface__`. The numbers are in device memory
    when kernels are CUDA's, or when Vulkan and CUDA share memory, and on the host otherwise. `numpy.asarray(array)` copies them to the host
    if needed.
    """

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Address, shape and strides for libraries that know CUDA's array interface. AttributeError: the numbers are on the host."""
    @property
    def dtype(self) -> Literal["float32", "float64", "int32"]:
        """Type of the numbers."""
    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the dimensions; the first is the number of worlds."""
    @property
    def strides(self) -> tuple[int, ...]:
        """Numbers from an entry of each dimension to the next one, in bytes."""
    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Returns the numbers as a numpy array.

        dtype: npt.DTypeLike or None; copy: bool or None. Returns array.
        """
    def __dlpack__(self, *, stream: Any = None, max_version: tuple[SupportsIndex, SupportsIndex] | None = None, dl_device: tuple[SupportsIndex, SupportsIndex] | None = None, copy: bool | None = None) -> Any:
        """Returns a DLPack capsule that shares the memory of the numbers, or a copy on the host if `dl_device` says so.

        stream: Any; max_version, dl_device: tuple[int, int] or None; copy: bool or None. Returns Any. The GPU has finished the numbers
        when this returns, so no stream has to wait.
        """
    def __dlpack_device__(self) -> tuple[int, int]:
        """The device of the numbers as DLPack counts: (2, index of the GPU) in CUDA's memory, (1, 0) on the host.

        Returns tuple[int, int].
        """
    def __len__(self) -> int: ...

class GpuBatchSim:
    """`nworld` independent worlds of one model, stepped together on a GPU.

    The methods are those of `BatchSim`: see `cortenforge.Batch`. Real numbers are float32 unless `precision` is "double". The model is
    copied: edits of its arrays do not reach the worlds, `override` does.

    model: Model; nworld: int.

    visible: Sequence[str], names of fields of Data that can be read besides the state and the inputs. per_world: Sequence[str], names of
    arrays and options of the model that `override` may set for single worlds. Fields that are not named cost nothing.

    precision: "single" or "double". contacts, rows: int or None, the most contacts and constraint rows of a world. Default: from the model.

    adapter: str or int or None, part of a GPU's name, or its index in `adapters()`. Default: the variable CORTENFORGE_GPU, else the best
    GPU.

    smooth_lanes, solver_lanes: int or None, threads of the GPU that share a world, in the solver and in the rest of the step. Powers of
    two. Default: from the model's size and the number of worlds; `cortenforge bench MODEL --gpu --try-lanes` measures them.

    same_bits_for_any_size: bool. The last digits of results depend on the lanes. True: the default lanes follow from the model alone, so
    that a world has the same bits in batches of all sizes. False: they follow the number of worlds too, which is up to three times as
    fast. Batches of one size repeat bit for bit in either case.


    control_noise: tuple[float, float, int] or None: standard deviation, time constant in seconds, seed. Actuators see `ctrl` plus the field
    "control_noise", limited to the range of the control. The deviation is relative to half the range. The noise is an Ornstein-Uhlenbeck
    process: before every step it decays and a random number is added. The numbers follow from the seed, the world, the control and the
    field "noise_step", which counts steps. Both fields are part of the state and zero after a reset.

    compiler: "driver", "nvrtc" or "best". NVIDIA's compiler NVRTC makes quicker kernels for NVIDIA's GPUs on Linux. "best" uses NVRTC when
    it is installed, else the driver. Results differ in the last digits. NVRTC is `pip install nvidia-cuda-nvrtc-cu12` or part of the CUDA
    toolkit. Compiled kernels are kept on disk, and used from there without NVRTC.
    """

    def __init__(self, model: Model, nworld: SupportsIndex, *, visible: Sequence[str] = ..., per_world: Sequence[str] = ..., precision: Literal["single", "double"] = "single", contacts: SupportsIndex | None = None, rows: SupportsIndex | None = None, adapter: str | SupportsIndex | None = None, smooth_lanes: SupportsIndex | None = None, solver_lanes: SupportsIndex | None = None, control_noise: tuple[SupportsFloat, SupportsFloat, SupportsIndex] | None = None, compiler: Literal["driver", "nvrtc", "best"] = "best", same_bits_for_any_size: bool = False) -> None: ...
    @property
    def adapter(self) -> str:
        """Name of the GPU."""
    @property
    def bytes_per_world(self) -> int:
        """Bytes of device memory of one world, with its share of buffers of the workgroups."""
    @property
    def compiler(self) -> Literal["driver", "nvrtc"]:
        """Compiler of the kernels."""
    @property
    def device(self) -> str:
        """What the worlds run on: the name of the GPU."""
    @property
    def errors(self) -> list[StepError | None]:
        """The error of each world in its last step or forward pass: None, or a StepError with `world` and `kind`."""
    @property
    def model(self) -> Model:
        """The model that the batch was made of."""
    @property
    def no_cuda(self) -> str | None:
        """Why `read_device` copies through the host; None when arrays stay in device memory."""
    @property
    def nworld(self) -> int:
        """Number of worlds."""
    @property
    def precision(self) -> Literal["single", "double"]:
        """Type of real numbers on the GPU."""
    stream: Any
    """The stream of CUDA on which the batch launches its work. None: PyTorch's current stream when PyTorch uses CUDA, else the default
    stream.

    Streams of PyTorch, CuPy and Numba can be set, and objects with `__cuda_stream__`. Batches whose compiler is "driver" use no stream.
    """
    @property
    def threads(self) -> None:
        """None: the worlds are not stepped by threads of the CPU."""
    @staticmethod
    def adapters() -> list[dict[str, str]]:
        """Lists name, type, backend and driver of every adapter, the best first.

        Returns list[dict[str, str]].
        """
    @staticmethod
    def available() -> bool:
        """Returns whether a GPU can be used. A driver that runs shaders on the CPU counts.

        Returns bool.
        """
    @staticmethod
    def compile_ahead(model: Model, folder: str | PathLike[str], architecture: str, *, visible: Sequence[str] = ..., per_world: Sequence[str] = ..., precision: Literal["single", "double"] = "single", contacts: SupportsIndex | None = None, rows: SupportsIndex | None = None, smooth_lanes: SupportsIndex | None = None, solver_lanes: SupportsIndex | None = None, control_noise: tuple[SupportsFloat, SupportsFloat, SupportsIndex] | None = None) -> dict[str, float]:
        """Compiles the kernels of a model with NVRTC and writes them to a folder. Needs no GPU.

        model: Model; folder: path; architecture: str, such as "sm_90". Returns dict[str, float], the seconds that each kernel took. The
        options are those of the class: visible, per_world: Sequence[str]. precision: "single" or "double". contacts, rows: int or None.
        smooth_lanes, solver_lanes: int or None. control_noise: tuple[float, float, int] or None.

        Batches of this model and these options find the kernels
        when the variable CORTENFORGE_CACHE names the folder, also on machines without NVRTC.
        """
    @staticmethod
    def missing(model: Model) -> list[str]:
        """Lists what a GPU does not compute of a model, each with a cure. An empty list: the model runs.

        model: Model. Returns list[str].
        """
    @staticmethod
    def nvrtc_version(adapter: str | SupportsIndex | None = None) -> tuple[int, int]:
        """Returns the version of NVRTC, which compiles kernels for a GPU: (major, minor).

        adapter: str or int or None. Returns tuple[int, int]. RuntimeError: NVRTC is not used, with the reason.
        """
    @classmethod
    def _from_state(cls, model: Model, nworld: SupportsIndex, options: dict[str, Any], parameters: dict[str, Any], fields: dict[str, Any]) -> GpuBatchSim:
        """Rebuilds a batch from what `pickle` stored.

        model: Model; nworld: int; options, parameters, fields: dict[str, Any]. Returns GpuBatchSim.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...
    def begin_read(self, *fields: str) -> GpuRead:
        """Begins to read fields as they are now, without waiting for the GPU: steps that follow do not change what is read.

        fields: str. Returns GpuRead.
        """
    def clear_override(self, worlds: npt.ArrayLike | None = None) -> None:
        """Lets worlds have the parameters of the common model again.

        worlds: array or None, booleans or numbers of worlds. None: all.
        """
    def forward(self) -> list[StepError | None]:
        """Computes everything that follows from the state and inputs of every world, without moving them.

        Returns list[StepError | None], the error of each world.
        """
    def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Copies a field of every world: one row for each world. The array is the caller's own, on the host.

        name: str, a field of the state, an input, or a field named by `visible`. Its type is float32 in single precision, float64 in
        double, int32 for integers and flags. Arrays of contacts and constraint rows have the length of their limit: `ncon` and `nefc`
        are the numbers of entries that count. out: array or None, written. Returns array, `out` if given. KeyError: the field is not
        visible. ValueError: `out` has another shape.

        A CUDA tensor as `out`, contiguous and of the field's type, is written on the GPU: with the compiler "nvrtc" on `stream`, without
        a wait.
        """
    def model_of(self, i: SupportsIndex) -> Model:
        """The model of world `i`: a copy of its model after `override`, else the shared one.

        i: int; negative numbers count from the end. IndexError: no such world. Returns Model.
        """
    def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None:
        """Gives worlds their own values of parameters of the model.

        worlds: array or None, booleans or numbers of worlds. None: all. values: array by name, one row for each of these worlds, or one for
        all. A parameter is an array of the model, like `body_mass`, or an option, like `gravity`, that `per_world` names. Constants that
        follow from it are computed anew. A new `qpos0` shows at the next reset. Nothing changes on an error.

        CUDA tensors for all worlds are copied on the GPU when no constant follows from the parameter, as for geom_friction and
        actuator_gainprm. `view` gives such parameters as well.
        """
    def profile(self, n: SupportsIndex = 50) -> list[dict[str, Any]]:
        """Steps every world `n` times, at most 500, and measures each kernel.

        n: int. Returns list[dict[str, Any]], a dictionary for each kernel.

        `name`; `microseconds` of one dispatch over all worlds; `lanes` that share a world; `workgroup_bytes`, bytes of workgroup memory.
        RuntimeError: the GPU has no clock.
        """
    def read_device(self, field: str) -> GpuArray:
        """Copies a field of every world for a library that knows DLPack: `torch.from_dlpack(batch.read_device("qpos"))`.

        field: str. Returns GpuArray. The copy is in device memory when Vulkan and CUDA share it, and on the host otherwise: `no_cuda` says
        why. Waits for the GPU.
        """
    def reset(self, mask: npt.ArrayLike | None = None, *, keyframe: str | SupportsIndex | None = None, states: GpuStates | None = None, rows: npt.ArrayLike | None = None, noise: SupportsFloat | tuple[SupportsFloat, SupportsFloat] | None = None, seed: SupportsIndex | None = None) -> None:
        """Resets worlds to the reference pose, to a keyframe, or to saved states. Applied forces are kept. What follows from the state,
        like `xpos`, is computed by the next `forward` or `step`.

        mask: array or None, the worlds to reset: nworld booleans, or their numbers. None: all. A CUDA tensor of booleans is read on the GPU,
        without a wait with the compiler "nvrtc". keyframe: str or int or None, its name or
        index. states: GpuStates or None, what `save` returned. rows: array or None, the row of `states` for each world to reset. None:
        each world's own. noise: float or tuple[float, float] or None, standard deviation that is added to `qpos` (m or rad along each dof)
        and `qvel`, or a pair of them. seed: int or None. The numbers of a world follow from the seed and its index alone. None: a new
        seed.

        ValueError: the mask has another length, or arguments contradict each other. KeyError, IndexError: no such keyframe, world or
        row.
        """
    def restore(self, states: GpuStates) -> None:
        """Gives every world the state and the inputs that were saved for it.

        states: GpuStates, what `save` returned. ValueError: the states are those of another number of worlds, or of another batch.
        """
    def save(self) -> GpuStates:
        """Saves the state and the inputs of every world on the GPU, for `restore` and `reset`.

        Returns GpuStates.
        """
    def set(self, name: str, values: npt.ArrayLike) -> None:
        """Sets a field of the state or of the inputs of every world.

        name: str, like "qpos". values: array, one row for each world, or one for all. A CUDA tensor with a row for each world, contiguous
        and of the field's type (see `get`), is copied on the GPU; through the host when memory is not shared with CUDA. ValueError: the
        shape is wrong, or the field is computed by `forward`. KeyError: no such field.
        """
    def set_world(self, i: SupportsIndex, data: Data) -> None:
        """Gives world `i` the state and the inputs of a world of the CPU.

        i: int; negative numbers count from the end. data: Data. IndexError: no such world. ValueError: the sizes of the models differ.
        """
    def step(self, n: SupportsIndex = 1, *, ctrl: npt.ArrayLike | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None) -> list[StepError | None]:
        """Steps every world `n` times, up to its first error, and returns the error of each world: None, or a StepError.

        n: int, at least 0. ctrl: array or None, the controls. Shape (nworld, nu), or one row for all worlds: held for all steps. Shape (n,
        nworld, nu): for every step, copied to the GPU once. Shape (n, 1, nu): for every step and all worlds, repeated on the GPU. None: the
        inputs stay as they are. A CUDA tensor of shape (nworld, nu) or (n, nworld, nu) is taken as `set` takes it.

        state, sensordata: numpy float64 array or None, results of `BatchSim.step`, which a GPU does not write: NotImplementedError names
        what to use instead. Returns list[StepError | None].
        """
    def submit(self, n: SupportsIndex = 1) -> None:
        """Steps every world `n` times with its inputs held, and does not wait for the GPU: `errors` and `get` do.

        n: int, at least 0. With the compiler "nvrtc" the steps are launched on `stream`, and a graph of CUDA can capture them. The status of
        each world is in `view("status")`: 0 if it moved. A failed world keeps its state.
        """
    def view(self, name: str) -> GpuArray:
        """A view of a field of every world, always current: `torch.from_dlpack(batch.view("qpos"))`. What is written into a view of the state
        or of the inputs counts from the next call on.

        name: str, a field that `get` knows. Returns GpuArray of shape (nworld, ...). Entries of a world lie one after another; from world
        to world see `strides`. KeyError: the field is not visible.

        With the compiler "nvrtc" the view is in device memory. With "driver" it is a copy on the host that every call brings up to date, as
        a warning says once.
        """
    def wait(self) -> None:
        """Waits until the GPU is done with everything that was submitted."""
    def world(self, i: SupportsIndex) -> Data:
        """A copy of world `i` on the CPU: its state, its inputs, and visible fields as computed last. `forward` computes the rest.

        i: int; negative numbers count from the end. IndexError: no such world. Returns Data.
        """
    def __len__(self) -> int: ...

class GpuRead:
    """Fields that are being read from the GPU, as `GpuBatchSim.begin_read` returns them."""

    def finish(self) -> dict[str, npt.NDArray[Any]]:
        """Waits for the GPU, and returns the arrays by the names of their fields, as they were at `begin_read`.

        Returns dict[str, npt.NDArray[Any]].
        """
    def ready(self) -> bool:
        """Returns whether `finish` returns at once.

        Returns bool.
        """

class GpuStates:
    """State and inputs of every world at one moment, on the GPU, as `GpuBatchSim.save` returns them.

    `len(states)` is the number of worlds.
    """

    def __len__(self) -> int: ...

class Model:
    """A compiled model: sizes, arrays, options, names. Worlds of it share it.

    `Model.from_file` and `Model.from_string` load one, `make_data` makes a world. Arrays are numpy views of the engine's memory. They are
    checked after an edit, before the engine uses them. Edited constants need `set_const`.
    """

    _size_fields: ClassVar[tuple[str, ...]]
    @property
    def _sizes(self) -> npt.NDArray[np.int64]: ...
    @property
    def _source(self) -> str | PathLike[str] | None:
        """The file that the model was loaded from, as an absolute path, or the name of a built-in model. None for a model from text or
        from a copy.
        """
    flg_adhesion: bool
    """Whether any geom or contact pair is adhesive. The engine reads these themselves: the flag can be set, but nothing depends on it."""
    flg_gravcomp: bool
    """Whether any body has gravity compensation."""
    flg_surfacevel: bool
    """Whether any geom has a moving surface. The engine reads the geoms themselves: the flag can be set, but nothing depends on it."""
    @property
    def limits(self) -> StepLimits:
        """Limits on the contacts, the memory and the work of one step."""
    @property
    def opt(self) -> Options:
        """Options of the physics."""
    @property
    def stat(self) -> Statistic:
        """Statistics of the model in its reference pose."""
    @property
    def vis(self) -> Visual:
        """Settings of pictures."""
    @staticmethod
    def _from_state(state: dict[str, Any]) -> Model:
        """Rebuilds a model from what `pickle` stored.

        state: dict[str, Any]. Returns Model.
        """
    @staticmethod
    def from_binary_path(filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> Model:
        """Loads a compiled model that `mj_saveModel` wrote."""
    @staticmethod
    def from_file(path: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> Model:
        """Loads a model from a file: MJCF, with the files it names; `assets` maps file names to bytes that stand for files.

        path: path; assets: Mapping[str, bytes] or None. Returns Model. ModelError has file, line and column.
        """
    @staticmethod
    def from_string(text: str | bytes, assets: Mapping[str, bytes] | None = None) -> Model:
        """Loads a model from MJCF text; `assets` maps the names of files to their bytes.

        text: str or bytes; assets: Mapping[str, bytes] or None. Returns Model. ModelError has line and column.
        """
    @staticmethod
    def from_xml_path(filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> Model:
        """Loads a model from a file: MJCF, with the files it names; `assets` maps file names to bytes that stand for files.

        filename: path; assets: Mapping[str, bytes] or None. Returns Model. ValueError says what is wrong and where.
        """
    @staticmethod
    def from_xml_string(xml: str | bytes, assets: Mapping[str, bytes] | None = None) -> Model:
        """Loads a model from MJCF text; `assets` maps file names to bytes.

        xml: str or bytes; assets: Mapping[str, bytes] or None. Returns Model. ValueError says what is wrong and where.
        """
    def __copy__(self) -> Model: ...
    def __deepcopy__(self, memo: Any, /) -> Model: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def make_data(self) -> Data:
        """Makes a world in the reference pose, at rest. What follows from the state, like `xpos`, is zero until `forward`, `reset` or `step`,
        because to make a world computes nothing, as in MuJoCo.

        Returns Data.
        """
    def set_const(self) -> None:
        """Recomputes the constants that follow from edited arrays, like the inertia at `qpos0` from masses."""
    def _repr_png_(self) -> bytes | None:
        """A picture of the model in its reference pose, for notebooks."""
    def actuator(self, name: str | SupportsIndex = '', /) -> ModelActuator:
        """One actuator of the model, by name or index.

        name: str or int, 0 <= int < nactuator. Returns ModelActuator, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def body(self, name: str | SupportsIndex = '', /) -> ModelBody:
        """One body of the model, by name or index.

        name: str or int, 0 <= int < nbody. Returns ModelBody, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def cam(self, name: str | SupportsIndex = '', /) -> ModelCamera:
        """One camera of the model, by name or index.

        name: str or int, 0 <= int < ncam. Returns ModelCamera, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def camera(self, name: str | SupportsIndex = '', /) -> ModelCamera:
        """One camera of the model, by name or index.

        name: str or int, 0 <= int < ncam. Returns ModelCamera, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def eq(self, name: str | SupportsIndex = '', /) -> ModelEquality:
        """One equality of the model, by name or index.

        name: str or int, 0 <= int < neq. Returns ModelEquality, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def equality(self, name: str | SupportsIndex = '', /) -> ModelEquality:
        """One equality of the model, by name or index.

        name: str or int, 0 <= int < neq. Returns ModelEquality, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def exclude(self, name: str | SupportsIndex = '', /) -> ModelExclude:
        """One exclude of the model, by name or index.

        name: str or int, 0 <= int < nexclude. Returns ModelExclude, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def geom(self, name: str | SupportsIndex = '', /) -> ModelGeom:
        """One geom of the model, by name or index.

        name: str or int, 0 <= int < ngeom. Returns ModelGeom, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def hfield(self, name: str | SupportsIndex = '', /) -> ModelHfield:
        """One hfield of the model, by name or index.

        name: str or int, 0 <= int < nhfield. Returns ModelHfield, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def jnt(self, name: str | SupportsIndex = '', /) -> ModelJoint:
        """One joint of the model, by name or index.

        name: str or int, 0 <= int < njnt. Returns ModelJoint, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def joint(self, name: str | SupportsIndex = '', /) -> ModelJoint:
        """One joint of the model, by name or index.

        name: str or int, 0 <= int < njnt. Returns ModelJoint, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def key(self, name: str | SupportsIndex = '', /) -> ModelKeyframe:
        """One keyframe of the model, by name or index.

        name: str or int, 0 <= int < nkey. Returns ModelKeyframe, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def keyframe(self, name: str | SupportsIndex = '', /) -> ModelKeyframe:
        """One keyframe of the model, by name or index.

        name: str or int, 0 <= int < nkey. Returns ModelKeyframe, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def light(self, name: str | SupportsIndex = '', /) -> ModelLight:
        """One light of the model, by name or index.

        name: str or int, 0 <= int < nlight. Returns ModelLight, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def mat(self, name: str | SupportsIndex = '', /) -> ModelMaterial:
        """One material of the model, by name or index.

        name: str or int, 0 <= int < nmat. Returns ModelMaterial, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def material(self, name: str | SupportsIndex = '', /) -> ModelMaterial:
        """One material of the model, by name or index.

        name: str or int, 0 <= int < nmat. Returns ModelMaterial, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def mesh(self, name: str | SupportsIndex = '', /) -> ModelMesh:
        """One mesh of the model, by name or index.

        name: str or int, 0 <= int < nmesh. Returns ModelMesh, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def numeric(self, name: str | SupportsIndex = '', /) -> ModelNumeric:
        """One numeric of the model, by name or index.

        name: str or int, 0 <= int < nnumeric. Returns ModelNumeric, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def pair(self, name: str | SupportsIndex = '', /) -> ModelPair:
        """One pair of the model, by name or index.

        name: str or int, 0 <= int < npair. Returns ModelPair, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def sensor(self, name: str | SupportsIndex = '', /) -> ModelSensor:
        """One sensor of the model, by name or index.

        name: str or int, 0 <= int < nsensor. Returns ModelSensor, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def site(self, name: str | SupportsIndex = '', /) -> ModelSite:
        """One site of the model, by name or index.

        name: str or int, 0 <= int < nsite. Returns ModelSite, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def skin(self, name: str | SupportsIndex = '', /) -> ModelSkin:
        """One skin of the model, by name or index.

        name: str or int, 0 <= int < nskin. Returns ModelSkin, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def tendon(self, name: str | SupportsIndex = '', /) -> ModelTendon:
        """One tendon of the model, by name or index.

        name: str or int, 0 <= int < ntendon. Returns ModelTendon, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def tex(self, name: str | SupportsIndex = '', /) -> ModelTexture:
        """One texture of the model, by name or index.

        name: str or int, 0 <= int < ntex. Returns ModelTexture, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def text(self, name: str | SupportsIndex = '', /) -> ModelText:
        """One text of the model, by name or index.

        name: str or int, 0 <= int < ntext. Returns ModelText, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def texture(self, name: str | SupportsIndex = '', /) -> ModelTexture:
        """One texture of the model, by name or index.

        name: str or int, 0 <= int < ntex. Returns ModelTexture, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    def tuple(self, name: str | SupportsIndex = '', /) -> ModelTuple:
        """One tuple of the model, by name or index.

        name: str or int, 0 <= int < ntuple. Returns ModelTuple, whose attributes are parts of the arrays of the model. KeyError and IndexError list what the model has.
        """
    @property
    def nq(self) -> int:
        """Length of `qpos`: generalized coordinates, quaternions counted with four numbers."""
    @property
    def nv(self) -> int:
        """Degrees of freedom: length of `qvel`."""
    @property
    def nu(self) -> int:
        """Length of `ctrl`: control inputs of all actuators."""
    @property
    def nactuator(self) -> int:
        """Actuators."""
    @property
    def nout(self) -> int:
        """Force outputs of all actuators; an actuator has as many as its transmission needs."""
    @property
    def na(self) -> int:
        """Length of `act`: activation states of all actuators."""
    @property
    def nbody(self) -> int:
        """Bodies, the world (id 0) included."""
    @property
    def nbvh(self) -> int:
        """Nodes of all bounding volume hierarchies."""
    @property
    def nbvhstatic(self) -> int:
        """Nodes whose boxes never change and are stored in the Model."""
    @property
    def nbvhdynamic(self) -> int:
        """Nodes whose boxes deform with a flex and are stored in Data."""
    @property
    def noct(self) -> int:
        """Octree nodes of all meshes that serve as distance fields."""
    @property
    def njnt(self) -> int:
        """Joints."""
    @property
    def ntree(self) -> int:
        """Kinematic trees: groups of moving bodies that hang from one fixed body."""
    @property
    def nM(self) -> int:
        """Entries of the inertia matrix by chains of ancestors, simple bodies not yet reduced to their diagonal."""
    @property
    def nB(self) -> int:
        """Non-zeros of the body-to-dof incidence (`B_*`)."""
    @property
    def nC(self) -> int:
        """Non-zeros of the lower triangle of the inertia matrix (`M_*`)."""
    @property
    def nD(self) -> int:
        """Non-zeros of the full dof-by-dof matrix (`D_*`)."""
    @property
    def ngeom(self) -> int:
        """Geoms."""
    @property
    def nsite(self) -> int:
        """Sites."""
    @property
    def ncam(self) -> int:
        """Cameras."""
    @property
    def nlight(self) -> int:
        """Lights."""
    @property
    def nflex(self) -> int:
        """Flexes (deformable objects)."""
    @property
    def nflexnode(self) -> int:
        """Interpolation nodes of all flexes."""
    @property
    def nflexvert(self) -> int:
        """Vertices of all flexes."""
    @property
    def nflexedge(self) -> int:
        """Edges of all flexes."""
    @property
    def nflexelem(self) -> int:
        """Elements (segments, triangles or tetrahedra) of all flexes."""
    @property
    def nflexelemdata(self) -> int:
        """Vertex ids that list the elements of all flexes."""
    @property
    def nflexstiffness(self) -> int:
        """Numbers that hold the elastic stiffness of all flexes."""
    @property
    def nflexbending(self) -> int:
        """Numbers that hold the bending stiffness of all flexes."""
    @property
    def nefm0dof(self) -> int:
        """Dofs whose flex bending is treated implicitly with a constant factor (`efm0_*`)."""
    @property
    def nefm0L(self) -> int:
        """Non-zeros of that factor."""
    @property
    def nflexelemedge(self) -> int:
        """Edge ids that list the edges of every flex element."""
    @property
    def nflexshelldata(self) -> int:
        """Vertex ids that list the outer surface of all flexes."""
    @property
    def nflexevpair(self) -> int:
        """Element-vertex pairs tested for self-collision of flexes."""
    @property
    def nflextexcoord(self) -> int:
        """Texture coordinates of all flexes."""
    @property
    def nJfe(self) -> int:
        """Non-zeros of the Jacobian of flex edge lengths."""
    @property
    def nJfv(self) -> int:
        """Non-zeros of the Jacobian of flex vertex constraints."""
    @property
    def nmesh(self) -> int:
        """Meshes."""
    @property
    def nmeshvert(self) -> int:
        """Vertices of all meshes."""
    @property
    def nmeshnormal(self) -> int:
        """Normals of all meshes."""
    @property
    def nmeshtexcoord(self) -> int:
        """Texture coordinates of all meshes."""
    @property
    def nmeshface(self) -> int:
        """Triangles of all meshes."""
    @property
    def nmeshgraph(self) -> int:
        """Integers that describe the convex hulls of all meshes."""
    @property
    def nmeshpoly(self) -> int:
        """Flat faces (merged triangles) of all convex hulls."""
    @property
    def nmeshpolyvert(self) -> int:
        """Vertex ids that list the corners of all flat faces."""
    @property
    def nmeshpolymap(self) -> int:
        """Face ids that list the flat faces around every vertex."""
    @property
    def nskin(self) -> int:
        """Skins."""
    @property
    def nskinvert(self) -> int:
        """Vertices of all skins."""
    @property
    def nskintexvert(self) -> int:
        """Texture coordinates of all skins."""
    @property
    def nskinface(self) -> int:
        """Triangles of all skins."""
    @property
    def nskinbone(self) -> int:
        """Bones of all skins."""
    @property
    def nskinbonevert(self) -> int:
        """Vertex weights of all bones."""
    @property
    def nhfield(self) -> int:
        """Height fields."""
    @property
    def nhfielddata(self) -> int:
        """Elevation samples of all height fields."""
    @property
    def ntex(self) -> int:
        """Textures."""
    @property
    def ntexdata(self) -> int:
        """Bytes of all texture images."""
    @property
    def nmat(self) -> int:
        """Materials."""
    @property
    def npair(self) -> int:
        """Geom pairs listed explicitly as contact candidates."""
    @property
    def nexclude(self) -> int:
        """Body pairs that never collide."""
    @property
    def neq(self) -> int:
        """Equality constraints."""
    @property
    def ntendon(self) -> int:
        """Tendons."""
    @property
    def nJten(self) -> int:
        """Non-zeros of the Jacobian of tendon lengths."""
    @property
    def nwrap(self) -> int:
        """Objects along the paths of all tendons."""
    @property
    def nsensor(self) -> int:
        """Sensors."""
    @property
    def nnumeric(self) -> int:
        """Custom numeric fields."""
    @property
    def nnumericdata(self) -> int:
        """Numbers in all custom numeric fields."""
    @property
    def ntext(self) -> int:
        """Custom text fields."""
    @property
    def ntextdata(self) -> int:
        """Bytes in all custom text fields, terminators included."""
    @property
    def ntuple(self) -> int:
        """Custom tuples."""
    @property
    def ntupledata(self) -> int:
        """Objects in all custom tuples."""
    @property
    def nkey(self) -> int:
        """Keyframes."""
    @property
    def nmocap(self) -> int:
        """Motion-capture bodies."""
    @property
    def nplugin(self) -> int:
        """Plugin instances; always zero, plugins are refused when loading."""
    @property
    def npluginattr(self) -> int:
        """Bytes of plugin settings; always zero."""
    @property
    def nuser_body(self) -> int:
        """User numbers per body."""
    @property
    def nuser_jnt(self) -> int:
        """User numbers per joint."""
    @property
    def nuser_geom(self) -> int:
        """User numbers per geom."""
    @property
    def nuser_site(self) -> int:
        """User numbers per site."""
    @property
    def nuser_cam(self) -> int:
        """User numbers per camera."""
    @property
    def nuser_tendon(self) -> int:
        """User numbers per tendon."""
    @property
    def nuser_actuator(self) -> int:
        """User numbers per actuator."""
    @property
    def nuser_sensor(self) -> int:
        """User numbers per sensor."""
    @property
    def nnames(self) -> int:
        """Bytes of all names, terminators included."""
    @property
    def npaths(self) -> int:
        """Bytes of all asset paths, terminators included."""
    @property
    def nnames_map(self) -> int:
        """Slots of the hash map from names to ids."""
    @property
    def nJmom(self) -> int:
        """Non-zeros of the actuator moment matrix."""
    @property
    def ngravcomp(self) -> int:
        """Bodies with gravity compensation."""
    @property
    def nemax(self) -> int:
        """Most rows that the equality constraints can produce."""
    @property
    def njmax(self) -> int:
        """Constraint rows set by `<size njmax>`: enters `narena`."""
    @property
    def nconmax(self) -> int:
        """Contacts set by `<size nconmax>`: enters `narena`."""
    @property
    def npolygonmax(self) -> int:
        """Most corners of any flat face of a mesh."""
    @property
    def nmeshdegmax(self) -> int:
        """Most edges that meet at any mesh vertex."""
    @property
    def nuserdata(self) -> int:
        """Length of `userdata` in Data."""
    @property
    def nsensordata(self) -> int:
        """Length of `sensordata`."""
    @property
    def npluginstate(self) -> int:
        """Length of the plugin state; always zero."""
    @property
    def nhistory(self) -> int:
        """Length of the buffer of past controls and sensor readings."""
    @property
    def narena(self) -> int:
        """Bytes of scratch memory MuJoCo would reserve per world; needing more raises a warning."""
    @property
    def nbuffer(self) -> int:
        """Bytes MuJoCo would need for all arrays of this Model."""
    qpos0: _Array[np.float64]
    """Reference configuration: `qpos` of the pose in which the model was written; radians, metres, unit quaternions. float64 array (nq,); can be set."""
    qpos_spring: _Array[np.float64]
    """Configuration in which joint springs are at rest; same units as `qpos0`. float64 array (nq,); can be set."""
    body_parentid: _Array[np.int32]
    """Parent body; the world is its own parent. int32 array (nbody,); can be set."""
    body_rootid: _Array[np.int32]
    """Ancestor (or itself) that is a child of the world; 0 for the world. int32 array (nbody,); can be set."""
    body_weldid: _Array[np.int32]
    """Topmost body this one is rigidly fixed to, itself when it has joints; a mocap body heads its own group. int32 array (nbody,); can be set."""
    body_mocapid: _Array[np.int32]
    """Row in `mocap_pos` and `mocap_quat`; -1: not a mocap body. int32 array (nbody,); can be set."""
    body_jntnum: _Array[np.int32]
    """Joints of the body. int32 array (nbody,); can be set."""
    body_jntadr: _Array[np.int32]
    """First joint; -1: no joints. int32 array (nbody,); can be set."""
    body_dofnum: _Array[np.int32]
    """Degrees of freedom of the body's own joints. int32 array (nbody,); can be set."""
    body_dofadr: _Array[np.int32]
    """First dof; -1: no dofs. int32 array (nbody,); can be set."""
    body_treeid: _Array[np.int32]
    """Kinematic tree; -1: cannot move. int32 array (nbody,); can be set."""
    body_geomnum: _Array[np.int32]
    """Geoms of the body. int32 array (nbody,); can be set."""
    body_geomadr: _Array[np.int32]
    """First geom; -1: no geoms. int32 array (nbody,); can be set."""
    body_simple: _Array[np.uint8]
    """1: its block of the inertia matrix is diagonal; 2: diagonal and all joints are sliders; 0: neither. uint8 array (nbody,); can be set."""
    body_sameframe: _Array[np.uint8]
    """Relation of the inertial frame to the body frame: 0 none, 1 identical, 3 same orientation. uint8 array (nbody,); can be set."""
    body_pos: _Array[np.float64]
    """Position in the parent's frame, metres. float64 array (nbody, 3); can be set."""
    body_quat: _Array[np.float64]
    """Orientation in the parent's frame. float64 array (nbody, 4); can be set."""
    body_ipos: _Array[np.float64]
    """Centre of mass in the body frame, metres. float64 array (nbody, 3); can be set."""
    body_iquat: _Array[np.float64]
    """Principal axes of inertia in the body frame. float64 array (nbody, 4); can be set."""
    body_mass: _Array[np.float64]
    """Mass, kg. float64 array (nbody,); can be set."""
    body_subtreemass: _Array[np.float64]
    """Mass of the body and all its descendants, kg. float64 array (nbody,); can be set."""
    body_inertia: _Array[np.float64]
    """Principal moments of inertia about the centre of mass, kg m². float64 array (nbody, 3); can be set."""
    body_invweight0: _Array[np.float64]
    """Mean inverse inertia in `qpos0`, translation (1/kg) and rotation (1/(kg m²)); scales the regularisation of constraints. float64 array (nbody, 2); can be set."""
    body_gravcomp: _Array[np.float64]
    """Upward force that counters gravity, in units of the body's weight; 0: none, 1: floats. float64 array (nbody,); can be set."""
    body_margin: _Array[np.float64]
    """Largest margin + gap of the body's geoms, metres; inflates boxes in the mid phase. float64 array (nbody,); can be set."""
    body_user: _Array[np.float64]
    """User data. float64 array (nbody, nuser_body); can be set."""
    body_plugin: _Array[np.int32]
    """Plugin instance; -1: none. int32 array (nbody,); can be set."""
    body_contype: _Array[np.int32]
    """All `geom_contype` bits of the body's geoms. int32 array (nbody,); can be set."""
    body_conaffinity: _Array[np.int32]
    """All `geom_conaffinity` bits of the body's geoms. int32 array (nbody,); can be set."""
    body_bvhadr: _Array[np.int32]
    """Root node of the body's bounding volume hierarchy; -1: none. int32 array (nbody,); can be set."""
    body_bvhnum: _Array[np.int32]
    """Nodes of that hierarchy. int32 array (nbody,); can be set."""
    bvh_depth: _Array[np.int32]
    """Depth of the node, 0 at the root. int32 array (nbvh,); can be set."""
    bvh_child: _Array[np.int32]
    """Left and right child, counted from the hierarchy's own root; -1: none. int32 array (nbvh, 2); can be set."""
    bvh_nodeid: _Array[np.int32]
    """Geom, mesh face or flex element in a leaf; -1: inner node. int32 array (nbvh,); can be set."""
    bvh_aabb: _Array[np.float64]
    """Box of the node in its owner's frame: centre and half-sizes, metres. float64 array (nbvhstatic, 6); can be set."""
    oct_depth: _Array[np.int32]
    """Depth of the node, 0 at the root. int32 array (noct,); can be set."""
    oct_child: _Array[np.int32]
    """Children in the order x fastest, then y, then z, counted from the octree's own root; -1: none. int32 array (noct, 8); can be set."""
    oct_aabb: _Array[np.float64]
    """Box of the node: centre and half-sizes, metres. float64 array (noct, 6); can be set."""
    oct_coeff: _Array[np.float64]
    """Signed distance at the node's eight corners, metres. float64 array (noct, 8); can be set."""
    jnt_type: _Array[np.int32]
    """Kind of joint. int32 array (njnt,); can be set."""
    jnt_qposadr: _Array[np.int32]
    """First entry in `qpos`. int32 array (njnt,); can be set."""
    jnt_dofadr: _Array[np.int32]
    """First entry in `qvel`. int32 array (njnt,); can be set."""
    jnt_bodyid: _Array[np.int32]
    """Body the joint moves. int32 array (njnt,); can be set."""
    jnt_actuatorid: _Array[np.int32]
    """Actuator that adds damping or armature to the joint; -1: none, -2: several. int32 array (njnt,); can be set."""
    jnt_group: _Array[np.int32]
    """Visibility group. int32 array (njnt,); can be set."""
    jnt_limited: _Array[np.bool_]
    """Whether `jnt_range` is enforced. bool array (njnt,); can be set."""
    jnt_actfrclimited: _Array[np.bool_]
    """Whether `jnt_actfrcrange` is enforced. bool array (njnt,); can be set."""
    jnt_actgravcomp: _Array[np.bool_]
    """Whether gravity compensation counts as actuator force instead of passive force. bool array (njnt,); can be set."""
    jnt_solref: _Array[np.float64]
    """Spring-damper of the limit: time constant (s) and damping ratio, or -stiffness and -damping. float64 array (njnt, 2); can be set."""
    jnt_solimp: _Array[np.float64]
    """Impedance of the limit: d0, dwidth, width, midpoint, power. float64 array (njnt, 5); can be set."""
    jnt_pos: _Array[np.float64]
    """Anchor in the body frame, metres; ignored by free joints. float64 array (njnt, 3); can be set."""
    jnt_axis: _Array[np.float64]
    """Unit axis in the body frame; ignored by free and ball joints. float64 array (njnt, 3); can be set."""
    jnt_stiffness: _Array[np.float64]
    """Linear spring constant, N m/rad or N/m. float64 array (njnt,); can be set."""
    jnt_stiffnesspoly: _Array[np.float64]
    """Spring constant grows by `p0 x + p1 x²` with deflection x (signed; the angle of a ball joint). float64 array (njnt, 2); can be set."""
    jnt_range: _Array[np.float64]
    """Lower and upper limit, radians or metres; ball joints use the upper one as the largest angle. float64 array (njnt, 2); can be set."""
    jnt_actfrcrange: _Array[np.float64]
    """Smallest and largest total actuator force on the joint, N m or N. float64 array (njnt, 2); can be set."""
    jnt_margin: _Array[np.float64]
    """Distance before the limit at which its constraint appears, radians or metres. float64 array (njnt,); can be set."""
    jnt_user: _Array[np.float64]
    """User data. float64 array (njnt, nuser_jnt); can be set."""
    dof_bodyid: _Array[np.int32]
    """Body the dof moves. int32 array (nv,); can be set."""
    dof_jntid: _Array[np.int32]
    """Joint the dof belongs to. int32 array (nv,); can be set."""
    dof_parentid: _Array[np.int32]
    """Previous dof on the way to the world; -1: none. int32 array (nv,); can be set."""
    dof_treeid: _Array[np.int32]
    """Kinematic tree. int32 array (nv,); can be set."""
    dof_Madr: _Array[np.int32]
    """Address of the diagonal entry in the ancestor-chain layout of the inertia matrix. int32 array (nv,); can be set."""
    dof_simplenum: _Array[np.int32]
    """Length of the run of simple dofs that starts here; 0: not simple. int32 array (nv,); can be set."""
    dof_solref: _Array[np.float64]
    """Spring-damper of the friction-loss constraint, as `jnt_solref`. float64 array (nv, 2); can be set."""
    dof_solimp: _Array[np.float64]
    """Impedance of the friction-loss constraint, as `jnt_solimp`. float64 array (nv, 5); can be set."""
    dof_frictionloss: _Array[np.float64]
    """Dry friction: largest force, N m or N; 0: none. float64 array (nv,); can be set."""
    dof_armature: _Array[np.float64]
    """Inertia added to the diagonal of the inertia matrix, kg m² or kg. float64 array (nv,); can be set."""
    dof_damping: _Array[np.float64]
    """Linear damping, N m s/rad or N s/m. float64 array (nv,); can be set."""
    dof_dampingpoly: _Array[np.float64]
    """Damping grows by `p0 v + p1 v²` with speed v. float64 array (nv, 2); can be set."""
    dof_invweight0: _Array[np.float64]
    """Mean inverse inertia in `qpos0`, 1/(kg m²) or 1/kg. float64 array (nv,); can be set."""
    dof_M0: _Array[np.float64]
    """Diagonal of the inertia matrix in `qpos0`, kg m² or kg. float64 array (nv,); can be set."""
    dof_length: _Array[np.float64]
    """Typical length moved per unit of velocity: 1 for translations, metres for rotations; weighs sleep velocities. float64 array (nv,); can be set."""
    tree_bodyadr: _Array[np.int32]
    """First body. int32 array (ntree,); can be set."""
    tree_bodynum: _Array[np.int32]
    """Bodies. int32 array (ntree,); can be set."""
    tree_dofadr: _Array[np.int32]
    """First dof. int32 array (ntree,); can be set."""
    tree_dofnum: _Array[np.int32]
    """Degrees of freedom. int32 array (ntree,); can be set."""
    tree_sleep_policy: _Array[np.int32]
    """Whether and when the tree may fall asleep. int32 array (ntree,); can be set."""
    geom_type: _Array[np.int32]
    """Shape. int32 array (ngeom,); can be set."""
    geom_contype: _Array[np.int32]
    """Collision bits: two geoms may collide when one's type meets the other's affinity. int32 array (ngeom,); can be set."""
    geom_conaffinity: _Array[np.int32]
    """Collision bits matched against the other geom's `geom_contype`. int32 array (ngeom,); can be set."""
    geom_condim: _Array[np.int32]
    """Contact dimensions: 1 normal, 3 sliding, 4 torsion, 6 rolling. int32 array (ngeom,); can be set."""
    geom_bodyid: _Array[np.int32]
    """Body that carries the geom. int32 array (ngeom,); can be set."""
    geom_dataid: _Array[np.int32]
    """Mesh or height field of the shape; -1: none. int32 array (ngeom,); can be set."""
    geom_matid: _Array[np.int32]
    """Material; -1: none. int32 array (ngeom,); can be set."""
    geom_group: _Array[np.int32]
    """Visibility group. int32 array (ngeom,); can be set."""
    geom_priority: _Array[np.int32]
    """The geom with the higher priority decides the contact's parameters; equal ones are mixed. int32 array (ngeom,); can be set."""
    geom_plugin: _Array[np.int32]
    """Plugin instance; -1: none. int32 array (ngeom,); can be set."""
    geom_sameframe: _Array[np.uint8]
    """Relation to the body: 0 none, 1 body frame, 2 inertial frame, 3 and 4 only the orientation of these. uint8 array (ngeom,); can be set."""
    geom_solmix: _Array[np.float64]
    """Weight of this geom's solref and solimp when two geoms are mixed. float64 array (ngeom,); can be set."""
    geom_solref: _Array[np.float64]
    """Spring-damper of contacts, as `jnt_solref`. float64 array (ngeom, 2); can be set."""
    geom_solimp: _Array[np.float64]
    """Impedance of contacts, as `jnt_solimp`. float64 array (ngeom, 5); can be set."""
    geom_size: _Array[np.float64]
    """Radius, half-lengths or half-extents as the shape defines them, metres. float64 array (ngeom, 3); can be set."""
    geom_aabb: _Array[np.float64]
    """Bounding box in the geom frame: centre and half-sizes, metres. float64 array (ngeom, 6); can be set."""
    geom_rbound: _Array[np.float64]
    """Radius of the bounding sphere about the geom's origin, metres; 0: unbounded (plane). float64 array (ngeom,); can be set."""
    geom_pos: _Array[np.float64]
    """Position in the body frame, metres. float64 array (ngeom, 3); can be set."""
    geom_quat: _Array[np.float64]
    """Orientation in the body frame. float64 array (ngeom, 4); can be set."""
    geom_friction: _Array[np.float64]
    """Coefficients of sliding (1), torsional (m) and rolling (m) friction. float64 array (ngeom, 3); can be set."""
    geom_margin: _Array[np.float64]
    """Distance from the surface at which contacts push, metres. float64 array (ngeom,); can be set."""
    geom_gap: _Array[np.float64]
    """Further distance in which contacts are reported without force, metres. float64 array (ngeom,); can be set."""
    geom_surfacevel: _Array[np.float64]
    """Velocity of the surface relative to the geom, geom frame: linear (m/s), angular (rad/s). float64 array (ngeom, 6); can be set."""
    geom_adhesion: _Array[np.float64]
    """Adhesive force of each contact, N. float64 array (ngeom,); can be set."""
    geom_fluid: _Array[np.float64]
    """Ellipsoid fluid model: on/off, five drag and lift coefficients, virtual masses (kg), virtual inertias (kg m²). float64 array (ngeom, 12); can be set."""
    geom_user: _Array[np.float64]
    """User data. float64 array (ngeom, nuser_geom); can be set."""
    geom_rgba: _Array[np.float32]
    """Colour without a material. float32 array (ngeom, 4); can be set."""
    site_type: _Array[np.int32]
    """Shape, for drawing and for volume sensors. int32 array (nsite,); can be set."""
    site_bodyid: _Array[np.int32]
    """Body that carries the site. int32 array (nsite,); can be set."""
    site_matid: _Array[np.int32]
    """Material; -1: none. int32 array (nsite,); can be set."""
    site_group: _Array[np.int32]
    """Visibility group. int32 array (nsite,); can be set."""
    site_sameframe: _Array[np.uint8]
    """Relation to the body, as `geom_sameframe`. uint8 array (nsite,); can be set."""
    site_size: _Array[np.float64]
    """Size of the shape, as `geom_size`. float64 array (nsite, 3); can be set."""
    site_pos: _Array[np.float64]
    """Position in the body frame, metres. float64 array (nsite, 3); can be set."""
    site_quat: _Array[np.float64]
    """Orientation in the body frame. float64 array (nsite, 4); can be set."""
    site_user: _Array[np.float64]
    """User data. float64 array (nsite, nuser_site); can be set."""
    site_rgba: _Array[np.float32]
    """Colour without a material. float32 array (nsite, 4); can be set."""
    cam_mode: _Array[np.int32]
    """How the camera follows its body. int32 array (ncam,); can be set."""
    cam_bodyid: _Array[np.int32]
    """Body that carries the camera. int32 array (ncam,); can be set."""
    cam_targetbodyid: _Array[np.int32]
    """Body looked at by the target modes; -1: none. int32 array (ncam,); can be set."""
    cam_pos: _Array[np.float64]
    """Position in the body frame, metres. float64 array (ncam, 3); can be set."""
    cam_quat: _Array[np.float64]
    """Orientation in the body frame; the camera looks along -z, y is up. float64 array (ncam, 4); can be set."""
    cam_poscom0: _Array[np.float64]
    """Position relative to the subtree's centre of mass in `qpos0`, world axes, metres. float64 array (ncam, 3); can be set."""
    cam_pos0: _Array[np.float64]
    """Position relative to the body in `qpos0`, world axes, metres. float64 array (ncam, 3); can be set."""
    cam_mat0: _Array[np.float64]
    """Orientation in the world in `qpos0`. float64 array (ncam, 9); can be set."""
    cam_projection: _Array[np.int32]
    """Perspective or orthographic. int32 array (ncam,); can be set."""
    cam_fovy: _Array[np.float64]
    """Vertical field of view: degrees, or metres when orthographic. float64 array (ncam,); can be set."""
    cam_ipd: _Array[np.float64]
    """Distance between the two eyes in stereo, metres. float64 array (ncam,); can be set."""
    cam_resolution: _Array[np.int32]
    """Width and height of the image, pixels. int32 array (ncam, 2); can be set."""
    cam_output: _Array[np.int32]
    """Images the camera delivers, as bits: 1 colour, 2 depth, 4 distance, 8 normals, 16 segmentation. int32 array (ncam,); can be set."""
    cam_sensorsize: _Array[np.float32]
    """Width and height of the image sensor, metres; 0: the field of view counts instead. float32 array (ncam, 2); can be set."""
    cam_intrinsic: _Array[np.float32]
    """Focal lengths and principal point, x and y each, metres. float32 array (ncam, 4); can be set."""
    cam_user: _Array[np.float64]
    """User data. float64 array (ncam, nuser_cam); can be set."""
    light_mode: _Array[np.int32]
    """How the light follows its body. int32 array (nlight,); can be set."""
    light_bodyid: _Array[np.int32]
    """Body that carries the light. int32 array (nlight,); can be set."""
    light_targetbodyid: _Array[np.int32]
    """Body aimed at by the target modes; -1: none. int32 array (nlight,); can be set."""
    light_type: _Array[np.int32]
    """Kind of light source. int32 array (nlight,); can be set."""
    light_texid: _Array[np.int32]
    """Texture of an image light; -1: none. int32 array (nlight,); can be set."""
    light_castshadow: _Array[np.bool_]
    """Whether it casts shadows. bool array (nlight,); can be set."""
    light_bulbradius: _Array[np.float32]
    """Radius of the bulb, for soft shadows, metres. float32 array (nlight,); can be set."""
    light_intensity: _Array[np.float32]
    """Luminous intensity, candela; 0: the renderer's own scale. float32 array (nlight,); can be set."""
    light_range: _Array[np.float32]
    """Distance the light reaches, metres. float32 array (nlight,); can be set."""
    light_active: _Array[np.bool_]
    """Whether it is on. bool array (nlight,); can be set."""
    light_pos: _Array[np.float64]
    """Position in the body frame, metres. float64 array (nlight, 3); can be set."""
    light_dir: _Array[np.float64]
    """Unit direction in the body frame. float64 array (nlight, 3); can be set."""
    light_poscom0: _Array[np.float64]
    """Position relative to the subtree's centre of mass in `qpos0`, world axes, metres. float64 array (nlight, 3); can be set."""
    light_pos0: _Array[np.float64]
    """Position relative to the body in `qpos0`, world axes, metres. float64 array (nlight, 3); can be set."""
    light_dir0: _Array[np.float64]
    """Direction in the world in `qpos0`. float64 array (nlight, 3); can be set."""
    light_attenuation: _Array[np.float32]
    """Constant, linear and quadratic attenuation with distance. float32 array (nlight, 3); can be set."""
    light_cutoff: _Array[np.float32]
    """Half-angle of a spot light's cone, degrees. float32 array (nlight,); can be set."""
    light_softness: _Array[np.float32]
    """Softness of a spot light's edge, 0 to 1. float32 array (nlight,); can be set."""
    light_exponent: _Array[np.float32]
    """Falloff from the centre of a spot light's cone to its edge. float32 array (nlight,); can be set."""
    light_ambient: _Array[np.float32]
    """Ambient colour. float32 array (nlight, 3); can be set."""
    light_diffuse: _Array[np.float32]
    """Diffuse colour. float32 array (nlight, 3); can be set."""
    light_specular: _Array[np.float32]
    """Specular colour. float32 array (nlight, 3); can be set."""
    efm0_dofid: _Array[np.int32]
    """Dof of each row of the constant factor of inertia plus implicit flex bending. int32 array (nefm0dof,); can be set."""
    efm0_L_rownnz: _Array[np.int32]
    """Non-zeros of the factor's row. int32 array (nefm0dof,); can be set."""
    efm0_L_rowadr: _Array[np.int32]
    """Address of the row in `efm0_L`. int32 array (nefm0dof,); can be set."""
    efm0_L_colind: _Array[np.int32]
    """Column of each non-zero, as a row number of the factor. int32 array (nefm0L,); can be set."""
    efm0_L: _Array[np.float64]
    """The factor's entries. float64 array (nefm0L,); can be set."""
    mesh_vertadr: _Array[np.int32]
    """First vertex. int32 array (nmesh,); can be set."""
    mesh_vertnum: _Array[np.int32]
    """Vertices. int32 array (nmesh,); can be set."""
    mesh_faceadr: _Array[np.int32]
    """First triangle. int32 array (nmesh,); can be set."""
    mesh_facenum: _Array[np.int32]
    """Triangles. int32 array (nmesh,); can be set."""
    mesh_bvhadr: _Array[np.int32]
    """Root node of the mesh's bounding volume hierarchy; -1: none. int32 array (nmesh,); can be set."""
    mesh_bvhnum: _Array[np.int32]
    """Nodes of that hierarchy. int32 array (nmesh,); can be set."""
    mesh_octadr: _Array[np.int32]
    """Root node of the mesh's octree; -1: none. int32 array (nmesh,); can be set."""
    mesh_octnum: _Array[np.int32]
    """Nodes of that octree. int32 array (nmesh,); can be set."""
    mesh_normaladr: _Array[np.int32]
    """First normal. int32 array (nmesh,); can be set."""
    mesh_normalnum: _Array[np.int32]
    """Normals. int32 array (nmesh,); can be set."""
    mesh_texcoordadr: _Array[np.int32]
    """First texture coordinate; -1: none. int32 array (nmesh,); can be set."""
    mesh_texcoordnum: _Array[np.int32]
    """Texture coordinates. int32 array (nmesh,); can be set."""
    mesh_graphadr: _Array[np.int32]
    """Start of the convex hull in `mesh_graph`; -1: no hull. int32 array (nmesh,); can be set."""
    mesh_extrema: _Array[np.int32]
    """Hull vertex farthest along each of the 27 directions with coordinates -1, 0, 1; starts support searches. int32 array (nmesh, 27); can be set."""
    mesh_vert: _Array[np.float32]
    """Vertices in the mesh's inertial frame, metres. float32 array (nmeshvert, 3); can be set."""
    mesh_normal: _Array[np.float32]
    """Unit normals. float32 array (nmeshnormal, 3); can be set."""
    mesh_texcoord: _Array[np.float32]
    """Texture coordinates u, v. float32 array (nmeshtexcoord, 2); can be set."""
    mesh_face: _Array[np.int32]
    """Vertices of each triangle, counted from the mesh's first. int32 array (nmeshface, 3); can be set."""
    mesh_facenormal: _Array[np.int32]
    """Normals of each triangle's corners, counted from the mesh's first. int32 array (nmeshface, 3); can be set."""
    mesh_facetexcoord: _Array[np.int32]
    """Texture coordinates of each triangle's corners, counted from the mesh's first. int32 array (nmeshface, 3); can be set."""
    mesh_graph: _Array[np.int32]
    """Convex hulls: vertex count, face count, then edge addresses, vertex ids, edge lists (-1 ends one) and faces. int32 array (nmeshgraph,); can be set."""
    mesh_scale: _Array[np.float64]
    """Scale that was applied to the asset. float64 array (nmesh, 3); can be set."""
    mesh_pos: _Array[np.float64]
    """Translation that was applied to centre the asset, metres. float64 array (nmesh, 3); can be set."""
    mesh_quat: _Array[np.float64]
    """Rotation that was applied to align the asset. float64 array (nmesh, 4); can be set."""
    mesh_pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from a file. int32 array (nmesh,); can be set."""
    mesh_polynum: _Array[np.int32]
    """Flat faces of the hull. int32 array (nmesh,); can be set."""
    mesh_polyadr: _Array[np.int32]
    """First flat face. int32 array (nmesh,); can be set."""
    mesh_polynormal: _Array[np.float64]
    """Unit normal of each flat face. float64 array (nmeshpoly, 3); can be set."""
    mesh_polyvertadr: _Array[np.int32]
    """First corner in `mesh_polyvert`. int32 array (nmeshpoly,); can be set."""
    mesh_polyvertnum: _Array[np.int32]
    """Corners of the face. int32 array (nmeshpoly,); can be set."""
    mesh_polyvert: _Array[np.int32]
    """Corners of the flat faces, vertices counted from the mesh's first. int32 array (nmeshpolyvert,); can be set."""
    mesh_polymapadr: _Array[np.int32]
    """First entry of the vertex in `mesh_polymap`. int32 array (nmeshvert,); can be set."""
    mesh_polymapnum: _Array[np.int32]
    """Flat faces around the vertex. int32 array (nmeshvert,); can be set."""
    mesh_polymap: _Array[np.int32]
    """Flat faces around each vertex, counted from the mesh's first. int32 array (nmeshpolymap,); can be set."""
    skin_matid: _Array[np.int32]
    """Material; -1: none. int32 array (nskin,); can be set."""
    skin_group: _Array[np.int32]
    """Visibility group. int32 array (nskin,); can be set."""
    skin_rgba: _Array[np.float32]
    """Colour without a material. float32 array (nskin, 4); can be set."""
    skin_inflate: _Array[np.float32]
    """Distance by which vertices move along their normals when drawn, metres. float32 array (nskin,); can be set."""
    skin_vertadr: _Array[np.int32]
    """First vertex. int32 array (nskin,); can be set."""
    skin_vertnum: _Array[np.int32]
    """Vertices. int32 array (nskin,); can be set."""
    skin_texcoordadr: _Array[np.int32]
    """First texture coordinate, of which there is one for each vertex; -1: none. int32 array (nskin,); can be set."""
    skin_faceadr: _Array[np.int32]
    """First triangle. int32 array (nskin,); can be set."""
    skin_facenum: _Array[np.int32]
    """Triangles. int32 array (nskin,); can be set."""
    skin_boneadr: _Array[np.int32]
    """First bone. int32 array (nskin,); can be set."""
    skin_bonenum: _Array[np.int32]
    """Bones. int32 array (nskin,); can be set."""
    skin_vert: _Array[np.float32]
    """Vertices in the pose in which the bones are bound, metres. float32 array (nskinvert, 3); can be set."""
    skin_texcoord: _Array[np.float32]
    """Texture coordinates u, v. float32 array (nskintexvert, 2); can be set."""
    skin_face: _Array[np.int32]
    """Vertices of each triangle, counted from the skin's first. int32 array (nskinface, 3); can be set."""
    skin_bonevertadr: _Array[np.int32]
    """First vertex that the bone moves, in `skin_bonevertid` and `skin_bonevertweight`. int32 array (nskinbone,); can be set."""
    skin_bonevertnum: _Array[np.int32]
    """Vertices that the bone moves. int32 array (nskinbone,); can be set."""
    skin_bonebindpos: _Array[np.float32]
    """Position of the bone's body when the skin was bound, metres. float32 array (nskinbone, 3); can be set."""
    skin_bonebindquat: _Array[np.float32]
    """Orientation of the bone's body when the skin was bound. float32 array (nskinbone, 4); can be set."""
    skin_bonebodyid: _Array[np.int32]
    """Body that is the bone. int32 array (nskinbone,); can be set."""
    skin_bonevertid: _Array[np.int32]
    """Vertices that each bone moves, counted from the skin's first. int32 array (nskinbonevert,); can be set."""
    skin_bonevertweight: _Array[np.float32]
    """Share that the bone has in each of them; the shares of a vertex add up to 1. float32 array (nskinbonevert,); can be set."""
    skin_pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from a file. int32 array (nskin,); can be set."""
    hfield_size: _Array[np.float64]
    """Half-lengths in x and y, height of elevation 1, thickness of the base below; metres. float64 array (nhfield, 4); can be set."""
    hfield_nrow: _Array[np.int32]
    """Rows of samples, along y. int32 array (nhfield,); can be set."""
    hfield_ncol: _Array[np.int32]
    """Columns of samples, along x. int32 array (nhfield,); can be set."""
    hfield_adr: _Array[np.int32]
    """First sample in `hfield_data`. int32 array (nhfield,); can be set."""
    hfield_data: _Array[np.float32]
    """Elevations between 0 and 1, rows from the smallest y, in a row from the smallest x. float32 array (nhfielddata,); can be set."""
    hfield_pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from a file. int32 array (nhfield,); can be set."""
    tex_type: _Array[np.int32]
    """Flat image, cube or skybox. int32 array (ntex,); can be set."""
    tex_colorspace: _Array[np.int32]
    """Colour encoding of the image. int32 array (ntex,); can be set."""
    tex_height: _Array[np.int32]
    """Rows of the image; a cube's six faces are stacked (right, left, up, down, front, back). int32 array (ntex,); can be set."""
    tex_width: _Array[np.int32]
    """Columns of the image. int32 array (ntex,); can be set."""
    tex_nchannel: _Array[np.int32]
    """Bytes per pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA. int32 array (ntex,); can be set."""
    tex_adr: _Array[np.int64]
    """First byte in `tex_data`. int64 array (ntex,); can be set."""
    tex_data: _Array[np.uint8]
    """Pixels, row by row. uint8 array (ntexdata,); can be set."""
    tex_pathadr: _Array[np.int32]
    """Start of the file's path in `paths`; -1: not from one file. int32 array (ntex,); can be set."""
    mat_texid: _Array[np.int32]
    """Texture by role; -1: none. int32 array (nmat, 10); can be set."""
    mat_texuniform: _Array[np.bool_]
    """Flat texture: repeats per metre instead of per object; cube: mapped to the unit shape before scaling. bool array (nmat,); can be set."""
    mat_texrepeat: _Array[np.float32]
    """Repetitions of a flat texture along its two axes. float32 array (nmat, 2); can be set."""
    mat_emission: _Array[np.float32]
    """Emitted light, as a multiple of the colour. float32 array (nmat,); can be set."""
    mat_specular: _Array[np.float32]
    """Specular reflection, as a multiple of white. float32 array (nmat,); can be set."""
    mat_shininess: _Array[np.float32]
    """Sharpness of highlights, 0 to 1. float32 array (nmat,); can be set."""
    mat_reflectance: _Array[np.float32]
    """Share of mirrored light, 0 to 1; 0: no mirror. float32 array (nmat,); can be set."""
    mat_metallic: _Array[np.float32]
    """Metallic look, 0 to 1; negative: not given. float32 array (nmat,); can be set."""
    mat_roughness: _Array[np.float32]
    """Roughness, 0 to 1; negative: not given. float32 array (nmat,); can be set."""
    mat_rgba: _Array[np.float32]
    """Colour. float32 array (nmat, 4); can be set."""
    pair_dim: _Array[np.int32]
    """Contact dimensions, as `geom_condim`. int32 array (npair,); can be set."""
    pair_geom1: _Array[np.int32]
    """First geom. int32 array (npair,); can be set."""
    pair_geom2: _Array[np.int32]
    """Second geom. int32 array (npair,); can be set."""
    pair_signature: _Array[np.int32]
    """Key of the two bodies (one id in the upper, one in the lower 16 bits); the list is sorted by it. int32 array (npair,); can be set."""
    pair_solref: _Array[np.float64]
    """Spring-damper along the contact normal, as `jnt_solref`. float64 array (npair, 2); can be set."""
    pair_solreffriction: _Array[np.float64]
    """Spring-damper along the friction directions; zeros: as `pair_solref`. float64 array (npair, 2); can be set."""
    pair_solimp: _Array[np.float64]
    """Impedance, as `jnt_solimp`. float64 array (npair, 5); can be set."""
    pair_margin: _Array[np.float64]
    """Distance at which contacts push, metres. float64 array (npair,); can be set."""
    pair_gap: _Array[np.float64]
    """Further distance in which contacts are reported without force, metres. float64 array (npair,); can be set."""
    pair_adhesion: _Array[np.float64]
    """Adhesive force of each contact, N. float64 array (npair,); can be set."""
    pair_friction: _Array[np.float64]
    """Friction coefficients: two sliding, one torsional, two rolling. float64 array (npair, 5); can be set."""
    exclude_signature: _Array[np.int32]
    """Key of the two bodies, as `pair_signature`; the list is sorted by it. int32 array (nexclude,); can be set."""
    eq_type: _Array[np.int32]
    """Kind of constraint. int32 array (neq,); can be set."""
    eq_obj1id: _Array[np.int32]
    """First body, site, joint, tendon or flex. int32 array (neq,); can be set."""
    eq_obj2id: _Array[np.int32]
    """Second object of the same kind; -1: none. int32 array (neq,); can be set."""
    eq_objtype: _Array[np.int32]
    """Kind of both objects. int32 array (neq,); can be set."""
    eq_active0: _Array[np.bool_]
    """Whether the constraint is on at the start. bool array (neq,); can be set."""
    eq_solref: _Array[np.float64]
    """Spring-damper, as `jnt_solref`. float64 array (neq, 2); can be set."""
    eq_solimp: _Array[np.float64]
    """Impedance, as `jnt_solimp`. float64 array (neq, 5); can be set."""
    eq_data: _Array[np.float64]
    """Anchors (connect), anchor, relative pose and torque scale (weld) or polynomial coefficients (joint, tendon). float64 array (neq, 11); can be set."""
    tendon_adr: _Array[np.int32]
    """First object of the path in `wrap_*`. int32 array (ntendon,); can be set."""
    tendon_num: _Array[np.int32]
    """Objects of the path. int32 array (ntendon,); can be set."""
    tendon_matid: _Array[np.int32]
    """Material; -1: none. int32 array (ntendon,); can be set."""
    tendon_actuatorid: _Array[np.int32]
    """Actuator that adds damping or armature to the tendon; -1: none, -2: several. int32 array (ntendon,); can be set."""
    tendon_group: _Array[np.int32]
    """Visibility group. int32 array (ntendon,); can be set."""
    tendon_treenum: _Array[np.int32]
    """Kinematic trees the path touches. int32 array (ntendon,); can be set."""
    tendon_treeid: _Array[np.int32]
    """First two of these trees; -1: none. int32 array (ntendon, 2); can be set."""
    ten_J_rownnz: _Array[np.int32]
    """Non-zeros of the tendon's row of the length Jacobian. int32 array (ntendon,); can be set."""
    ten_J_rowadr: _Array[np.int32]
    """Address of the row in `ten_J_colind`. int32 array (ntendon,); can be set."""
    ten_J_colind: _Array[np.int32]
    """Dof of each non-zero. int32 array (nJten,); can be set."""
    tendon_limited: _Array[np.bool_]
    """Whether `tendon_range` is enforced. bool array (ntendon,); can be set."""
    tendon_actfrclimited: _Array[np.bool_]
    """Whether `tendon_actfrcrange` is enforced. bool array (ntendon,); can be set."""
    tendon_width: _Array[np.float64]
    """Width when drawn, metres. float64 array (ntendon,); can be set."""
    tendon_solref_lim: _Array[np.float64]
    """Spring-damper of the limit, as `jnt_solref`. float64 array (ntendon, 2); can be set."""
    tendon_solimp_lim: _Array[np.float64]
    """Impedance of the limit, as `jnt_solimp`. float64 array (ntendon, 5); can be set."""
    tendon_solref_fri: _Array[np.float64]
    """Spring-damper of the friction-loss constraint, as `jnt_solref`. float64 array (ntendon, 2); can be set."""
    tendon_solimp_fri: _Array[np.float64]
    """Impedance of the friction-loss constraint, as `jnt_solimp`. float64 array (ntendon, 5); can be set."""
    tendon_range: _Array[np.float64]
    """Shortest and longest length, metres (or the unit a fixed tendon's joints give it). float64 array (ntendon, 2); can be set."""
    tendon_actfrcrange: _Array[np.float64]
    """Smallest and largest total actuator force on the tendon, N. float64 array (ntendon, 2); can be set."""
    tendon_margin: _Array[np.float64]
    """Distance before the limit at which its constraint appears, metres. float64 array (ntendon,); can be set."""
    tendon_stiffness: _Array[np.float64]
    """Linear spring constant, N/m. float64 array (ntendon,); can be set."""
    tendon_stiffnesspoly: _Array[np.float64]
    """Spring constant grows by `p0 x + p1 x²` with stretch x (signed). float64 array (ntendon, 2); can be set."""
    tendon_damping: _Array[np.float64]
    """Linear damping, N s/m. float64 array (ntendon,); can be set."""
    tendon_dampingpoly: _Array[np.float64]
    """Damping grows by `p0 v + p1 v²` with speed v. float64 array (ntendon, 2); can be set."""
    tendon_armature: _Array[np.float64]
    """Mass moved by a change of length, kg. float64 array (ntendon,); can be set."""
    tendon_frictionloss: _Array[np.float64]
    """Dry friction: largest force, N; 0: none. float64 array (ntendon,); can be set."""
    tendon_lengthspring: _Array[np.float64]
    """Lengths between which the spring is slack, metres. float64 array (ntendon, 2); can be set."""
    tendon_length0: _Array[np.float64]
    """Length in `qpos0`, metres. float64 array (ntendon,); can be set."""
    tendon_invweight0: _Array[np.float64]
    """Mean inverse inertia along the tendon in `qpos0`, 1/kg. float64 array (ntendon,); can be set."""
    tendon_user: _Array[np.float64]
    """User data. float64 array (ntendon, nuser_tendon); can be set."""
    tendon_rgba: _Array[np.float32]
    """Colour without a material. float32 array (ntendon, 4); can be set."""
    wrap_type: _Array[np.int32]
    """Kind of the path's object. int32 array (nwrap,); can be set."""
    wrap_objid: _Array[np.int32]
    """Joint, site or geom, as the kind says; -1: pulley. int32 array (nwrap,); can be set."""
    wrap_prm: _Array[np.float64]
    """Joint: coefficient; pulley: divisor; sphere and cylinder: side site or -1; site: unused. float64 array (nwrap,); can be set."""
    actuator_trntype: _Array[np.int32]
    """How force reaches the bodies. int32 array (nactuator,); can be set."""
    actuator_dyntype: _Array[np.int32]
    """Law of the activation state. int32 array (nactuator,); can be set."""
    actuator_gaintype: _Array[np.int32]
    """Gain law. int32 array (nactuator,); can be set."""
    actuator_biastype: _Array[np.int32]
    """Bias law. int32 array (nactuator,); can be set."""
    actuator_ctrladr: _Array[np.int32]
    """First entry in `ctrl`. int32 array (nactuator,); can be set."""
    actuator_ctrlnum: _Array[np.int32]
    """Entries in `ctrl`. int32 array (nactuator,); can be set."""
    actuator_ctrlspec: _Array[np.int32]
    """Which inputs the controls are, as the gain law defines them. int32 array (nactuator,); can be set."""
    actuator_outadr: _Array[np.int32]
    """First force output. int32 array (nactuator,); can be set."""
    actuator_outnum: _Array[np.int32]
    """Force outputs. int32 array (nactuator,); can be set."""
    actuator_actadr: _Array[np.int32]
    """First entry in `act`; -1: stateless. int32 array (nactuator,); can be set."""
    actuator_actnum: _Array[np.int32]
    """Entries in `act`. int32 array (nactuator,); can be set."""
    actuator_trnid: _Array[np.int32]
    """Joint, tendon, site or body acted on, and the slider or reference site; -1: none. int32 array (nactuator, 2); can be set."""
    actuator_cranklength: _Array[np.float64]
    """Length of a slider-crank's rod, metres. float64 array (nactuator,); can be set."""
    actuator_dynprm: _Array[np.float64]
    """Parameters of the activation law. float64 array (nactuator, 10); can be set."""
    actuator_gainprm: _Array[np.float64]
    """Parameters of the gain law. float64 array (nactuator, 10); can be set."""
    actuator_biasprm: _Array[np.float64]
    """Parameters of the bias law. float64 array (nactuator, 10); can be set."""
    actuator_actlimited: _Array[np.bool_]
    """Whether `actuator_actrange` is enforced. bool array (nactuator,); can be set."""
    actuator_actrange: _Array[np.float64]
    """Smallest and largest activation. float64 array (nactuator, 2); can be set."""
    actuator_actearly: _Array[np.bool_]
    """Whether the force uses the activation of the next step. bool array (nactuator,); can be set."""
    actuator_history: _Array[np.int32]
    """Samples kept for delayed controls (0: none) and order of interpolation between them. int32 array (nactuator, 2); can be set."""
    actuator_historyadr: _Array[np.int32]
    """First entry in the history buffer; -1: none. int32 array (nactuator,); can be set."""
    actuator_delay: _Array[np.float64]
    """Delay of the controls, seconds; 0: none. float64 array (nactuator,); can be set."""
    actuator_damping: _Array[np.float64]
    """Damping added to the joint or tendon, before gear², N m s/rad or N s/m. float64 array (nactuator,); can be set."""
    actuator_dampingpoly: _Array[np.float64]
    """Damping grows by `p0 v + p1 v²` with speed v. float64 array (nactuator, 2); can be set."""
    actuator_armature: _Array[np.float64]
    """Inertia added to the joint or tendon, before gear², kg m² or kg. float64 array (nactuator,); can be set."""
    actuator_group: _Array[np.int32]
    """Group, for display and for switching groups off. int32 array (nactuator,); can be set."""
    actuator_user: _Array[np.float64]
    """User data. float64 array (nactuator, nuser_actuator); can be set."""
    actuator_plugin: _Array[np.int32]
    """Plugin instance; -1: none. int32 array (nactuator,); can be set."""
    actuator_forcelimited: _Array[np.bool_]
    """Whether `actuator_forcerange` is enforced. bool array (nactuator,); can be set."""
    actuator_forcerange: _Array[np.float64]
    """Smallest and largest force, N or N m. float64 array (nactuator, 2); can be set."""
    actuator_ctrllimited: _Array[np.bool_]
    """Whether the control's `actuator_ctrlrange` is enforced. bool array (nu,); can be set."""
    actuator_ctrlrange: _Array[np.float64]
    """Smallest and largest value of the control. float64 array (nu, 2); can be set."""
    actuator_gear: _Array[np.float64]
    """Factors from actuator to joint force and length; six-dimensional for sites, free and ball joints. float64 array (nout, 6); can be set."""
    actuator_acc0: _Array[np.float64]
    """Size of the joint acceleration that unit force causes in `qpos0`. float64 array (nout,); can be set."""
    actuator_length0: _Array[np.float64]
    """Length in `qpos0`. float64 array (nout,); can be set."""
    actuator_lengthrange: _Array[np.float64]
    """Lengths the mechanism can reach; zeros: not computed. float64 array (nout, 2); can be set."""
    sensor_type: _Array[np.int32]
    """What is measured. int32 array (nsensor,); can be set."""
    sensor_datatype: _Array[np.int32]
    """Kind of the values, which decides how the cutoff applies. int32 array (nsensor,); can be set."""
    sensor_needstage: _Array[np.int32]
    """Earliest stage of the pipeline after which the value exists. int32 array (nsensor,); can be set."""
    sensor_objtype: _Array[np.int32]
    """Kind of the object measured. int32 array (nsensor,); can be set."""
    sensor_objid: _Array[np.int32]
    """The object; -1: none. int32 array (nsensor,); can be set."""
    sensor_reftype: _Array[np.int32]
    """Kind of the frame of reference. int32 array (nsensor,); can be set."""
    sensor_refid: _Array[np.int32]
    """The frame of reference; -1: world. int32 array (nsensor,); can be set."""
    sensor_intprm: _Array[np.int32]
    """Integer parameters of the sensor's kind: data bits, reduction, count. int32 array (nsensor, 3); can be set."""
    sensor_dim: _Array[np.int32]
    """Numbers the sensor yields. int32 array (nsensor,); can be set."""
    sensor_adr: _Array[np.int32]
    """First entry in `sensordata`. int32 array (nsensor,); can be set."""
    sensor_cutoff: _Array[np.float64]
    """Bound on the values; 0: none. float64 array (nsensor,); can be set."""
    sensor_noise: _Array[np.float64]
    """Standard deviation of the noise; information only, nothing is added. float64 array (nsensor,); can be set."""
    sensor_history: _Array[np.int32]
    """Samples kept for delayed readings (0: none) and order of interpolation between them. int32 array (nsensor, 2); can be set."""
    sensor_historyadr: _Array[np.int32]
    """First entry in the history buffer; -1: none. int32 array (nsensor,); can be set."""
    sensor_delay: _Array[np.float64]
    """Delay of the reading, seconds; 0: none. float64 array (nsensor,); can be set."""
    sensor_interval: _Array[np.float64]
    """Sampling period and phase, seconds; period 0: every step. float64 array (nsensor, 2); can be set."""
    sensor_user: _Array[np.float64]
    """User data. float64 array (nsensor, nuser_sensor); can be set."""
    sensor_plugin: _Array[np.int32]
    """Plugin instance; -1: none. int32 array (nsensor,); can be set."""
    numeric_adr: _Array[np.int32]
    """First number in `numeric_data`. int32 array (nnumeric,); can be set."""
    numeric_size: _Array[np.int32]
    """Numbers in the field. int32 array (nnumeric,); can be set."""
    numeric_data: _Array[np.float64]
    """Numbers of all fields. float64 array (nnumericdata,); can be set."""
    text_adr: _Array[np.int32]
    """First byte in `text_data`. int32 array (ntext,); can be set."""
    text_size: _Array[np.int32]
    """Bytes in the field, terminator included. int32 array (ntext,); can be set."""
    @property
    def text_data(self) -> bytes:
        """Zero-terminated texts of all fields. bytes (ntextdata,)."""
    tuple_adr: _Array[np.int32]
    """First object in `tuple_obj*`. int32 array (ntuple,); can be set."""
    tuple_size: _Array[np.int32]
    """Objects in the tuple. int32 array (ntuple,); can be set."""
    tuple_objtype: _Array[np.int32]
    """Kind of each object. int32 array (ntupledata,); can be set."""
    tuple_objid: _Array[np.int32]
    """Each object. int32 array (ntupledata,); can be set."""
    tuple_objprm: _Array[np.float64]
    """Number attached to each object. float64 array (ntupledata,); can be set."""
    key_time: _Array[np.float64]
    """Time, seconds. float64 array (nkey,); can be set."""
    key_qpos: _Array[np.float64]
    """Configuration. float64 array (nkey, nq); can be set."""
    key_qvel: _Array[np.float64]
    """Velocity. float64 array (nkey, nv); can be set."""
    key_act: _Array[np.float64]
    """Activations. float64 array (nkey, na); can be set."""
    key_mpos: _Array[np.float64]
    """Positions of the mocap bodies, metres. float64 array (nkey, nmocap*3); can be set."""
    key_mquat: _Array[np.float64]
    """Orientations of the mocap bodies. float64 array (nkey, nmocap*4); can be set."""
    key_ctrl: _Array[np.float64]
    """Controls. float64 array (nkey, nu); can be set."""
    name_bodyadr: _Array[np.int32]
    """Start of each body's name in `names`. int32 array (nbody,); can be set."""
    name_jntadr: _Array[np.int32]
    """Start of each joint's name in `names`. int32 array (njnt,); can be set."""
    name_geomadr: _Array[np.int32]
    """Start of each geom's name in `names`. int32 array (ngeom,); can be set."""
    name_siteadr: _Array[np.int32]
    """Start of each site's name in `names`. int32 array (nsite,); can be set."""
    name_camadr: _Array[np.int32]
    """Start of each camera's name in `names`. int32 array (ncam,); can be set."""
    name_lightadr: _Array[np.int32]
    """Start of each light's name in `names`. int32 array (nlight,); can be set."""
    name_meshadr: _Array[np.int32]
    """Start of each mesh's name in `names`. int32 array (nmesh,); can be set."""
    name_skinadr: _Array[np.int32]
    """Start of each skin's name in `names`. int32 array (nskin,); can be set."""
    name_hfieldadr: _Array[np.int32]
    """Start of each height field's name in `names`. int32 array (nhfield,); can be set."""
    name_texadr: _Array[np.int32]
    """Start of each texture's name in `names`. int32 array (ntex,); can be set."""
    name_matadr: _Array[np.int32]
    """Start of each material's name in `names`. int32 array (nmat,); can be set."""
    name_pairadr: _Array[np.int32]
    """Start of each contact pair's name in `names`. int32 array (npair,); can be set."""
    name_excludeadr: _Array[np.int32]
    """Start of each exclusion's name in `names`. int32 array (nexclude,); can be set."""
    name_eqadr: _Array[np.int32]
    """Start of each equality constraint's name in `names`. int32 array (neq,); can be set."""
    name_tendonadr: _Array[np.int32]
    """Start of each tendon's name in `names`. int32 array (ntendon,); can be set."""
    name_actuatoradr: _Array[np.int32]
    """Start of each actuator's name in `names`. int32 array (nactuator,); can be set."""
    name_sensoradr: _Array[np.int32]
    """Start of each sensor's name in `names`. int32 array (nsensor,); can be set."""
    name_numericadr: _Array[np.int32]
    """Start of each numeric field's name in `names`. int32 array (nnumeric,); can be set."""
    name_textadr: _Array[np.int32]
    """Start of each text field's name in `names`. int32 array (ntext,); can be set."""
    name_tupleadr: _Array[np.int32]
    """Start of each tuple's name in `names`. int32 array (ntuple,); can be set."""
    name_keyadr: _Array[np.int32]
    """Start of each keyframe's name in `names`. int32 array (nkey,); can be set."""
    @property
    def names(self) -> bytes:
        """All names, zero-terminated; the first is the model's own. bytes (nnames,)."""
    names_map: _Array[np.int32]
    """Hash map from names to ids, one region per kind; -1: free slot. int32 array (nnames_map,); can be set."""
    @property
    def paths(self) -> bytes:
        """Paths of asset files, zero-terminated. bytes (npaths,)."""
    B_rownnz: _Array[np.int32]
    """Dofs that move the body (its own and its ancestors'). int32 array (nbody,); can be set."""
    B_rowadr: _Array[np.int32]
    """Address of the body's row in `B_colind`. int32 array (nbody,); can be set."""
    B_colind: _Array[np.int32]
    """These dofs, ascending. int32 array (nB,); can be set."""
    M_rownnz: _Array[np.int32]
    """Non-zeros of the row in the lower triangle of the inertia matrix. int32 array (nv,); can be set."""
    M_rowadr: _Array[np.int32]
    """Address of the row in `M_colind` and in Data's `M`. int32 array (nv,); can be set."""
    M_colind: _Array[np.int32]
    """Dof of each non-zero, ascending; the diagonal comes last. int32 array (nC,); can be set."""
    mapM2M: _Array[np.int32]
    """For each entry of `M`, its place in the ancestor-chain layout (`dof_Madr`). int32 array (nC,); can be set."""
    D_rownnz: _Array[np.int32]
    """Non-zeros of the row in the full dof-by-dof matrix. int32 array (nv,); can be set."""
    D_rowadr: _Array[np.int32]
    """Address of the row in `D_colind`. int32 array (nv,); can be set."""
    D_diag: _Array[np.int32]
    """Place of the diagonal entry within the row. int32 array (nv,); can be set."""
    D_colind: _Array[np.int32]
    """Dof of each non-zero, ascending. int32 array (nD,); can be set."""
    mapM2D: _Array[np.int32]
    """For each entry of the full matrix, its source in the lower triangle `M`; -1: zero. int32 array (nD,); can be set."""
    mapD2M: _Array[np.int32]
    """For each entry of `M`, its source in the full matrix. int32 array (nC,); can be set."""

class Options:
    """Options of the physics: time step, gravity, solver, flags. `Options()` has the defaults."""

    def __init__(self) -> None: ...
    timestep: float
    """Time step (s)."""
    impratio: float
    """Ratio of frictional to normal constraint impedance, elliptic cones."""
    tolerance: float
    """Termination tolerance of the main solver."""
    ls_tolerance: float
    """Termination tolerance of the line search."""
    noslip_tolerance: float
    """Termination tolerance of the noslip pass."""
    ccd_tolerance: float
    """Termination tolerance of the convex collider."""
    sleep_tolerance: float
    """Velocity below which a tree counts as at rest."""
    gravity: _Array[np.float64]
    """Gravitational acceleration (m/s²). float64 array (3,); can be set."""
    wind: _Array[np.float64]
    """Wind velocity (m/s). float64 array (3,); can be set."""
    magnetic: _Array[np.float64]
    """Magnetic flux density (T). float64 array (3,); can be set."""
    density: float
    """Density of the fluid (kg/m³)."""
    viscosity: float
    """Viscosity of the fluid (Pa·s)."""
    o_margin: float
    """Margin of all contacts with the flag `override` (m)."""
    o_solref: _Array[np.float64]
    """`solref` of all contacts with the flag `override`. float64 array (2,); can be set."""
    o_solimp: _Array[np.float64]
    """`solimp` of all contacts with the flag `override`. float64 array (5,); can be set."""
    o_friction: _Array[np.float64]
    """Friction of all contacts with the flag `override`. float64 array (5,); can be set."""
    integrator: int
    """Integrator."""
    cone: int
    """Friction cone."""
    jacobian: int
    """Storage of the constraint Jacobian."""
    solver: int
    """Constraint solver."""
    iterations: int
    """Iteration limit of the main solver."""
    ls_iterations: int
    """Iteration limit of the line search."""
    noslip_iterations: int
    """Iteration limit of the noslip pass."""
    ccd_iterations: int
    """Iteration limit of the convex collider."""
    disableflags: int
    """Disabled features, as bits."""
    enableflags: int
    """Enabled optional features, as bits."""
    disableactuator: int
    """Disabled actuator groups, as bits."""
    sdf_initpoints: int
    """Starting points of an SDF collision."""
    sdf_iterations: int
    """Iteration limit of an SDF collision."""

class SolverStat:
    """Statistics of one iteration of the constraint solver. `SolverStat()` has zeros."""

    def __init__(self) -> None: ...
    gradient: float
    """Length of the gradient, scaled."""
    improvement: float
    """Reduction of the cost, scaled."""
    lineslope: float
    """Slope at the end of the line search, scaled."""
    nactive: int
    """Number of active constraint rows."""
    nchange: int
    """Number of rows that changed their zone."""
    neval: int
    """Number of evaluations of the cost in the line search."""
    nupdate: int
    """Number of rank-one changes of the Hessian's factor."""
    def __copy__(self) -> SolverStat: ...
    def __deepcopy__(self, memo: Any, /) -> SolverStat: ...

class SolverStatList:
    """Statistics of the iterations of the last constraint solve, island by island. Attributes are arrays over all iterations.

    Items: SolverStat.
    """

    @property
    def gradient(self) -> npt.NDArray[np.float64]:
        """Length of the gradient, scaled. float64 array (4000,)."""
    @property
    def improvement(self) -> npt.NDArray[np.float64]:
        """Reduction of the cost, scaled. float64 array (4000,)."""
    @property
    def lineslope(self) -> npt.NDArray[np.float64]:
        """Slope at the end of the line search, scaled. float64 array (4000,)."""
    @property
    def nactive(self) -> npt.NDArray[np.int32]:
        """Number of active constraint rows. int32 array (4000,)."""
    @property
    def nchange(self) -> npt.NDArray[np.int32]:
        """Number of rows that changed their zone. int32 array (4000,)."""
    @property
    def neval(self) -> npt.NDArray[np.int32]:
        """Number of evaluations of the cost in the line search. int32 array (4000,)."""
    @property
    def nupdate(self) -> npt.NDArray[np.int32]:
        """Number of rank-one changes of the Hessian's factor. int32 array (4000,)."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> SolverStat: ...
    def __iter__(self) -> Iterator[SolverStat]: ...

class Statistic:
    """Statistics of the reference pose."""

    def __init__(self) -> None: ...
    meaninertia: float
    """Mean diagonal of the mass matrix."""
    meanmass: float
    """Mean body mass (kg)."""
    meansize: float
    """Mean body size (m)."""
    extent: float
    """Spatial extent (m)."""
    center: _Array[np.float64]
    """Centre of the model (m). float64 array (3,); can be set."""

class StepLimits:
    """Limits on one step of one world. Passing a limit is an error of that step and of that world alone."""

    bytes: int
    """Most bytes of each matrix whose size follows from the contacts."""
    contacts: int | None
    """Most contacts of one step. None: 10,000 and 40 for each body."""
    memory: int | None
    """Most bytes of contacts and constraint rows, counted as MuJoCo counts them: `memory` of `<size>`. None: no limit."""
    solver_products: int
    """Most products that solvers make in one step, beyond a thousand iterations and a hundred evaluations of a line search."""

class TimerList:
    """Timers of a world: steps, forward and inverse dynamics as a whole. Parts of them are not timed.

    Items: TimerStat.
    """

    @property
    def duration(self) -> npt.NDArray[np.float64]:
        """Total time of each timer (s). float64 array (15,)."""
    @property
    def number(self) -> npt.NDArray[np.int32]:
        """How often each timer ran. int32 array (15,)."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> TimerStat: ...
    def __iter__(self) -> Iterator[TimerStat]: ...

class TimerStat:
    """How often something ran and how long it took. `TimerStat()` has zeros."""

    def __init__(self) -> None: ...
    duration: float
    """Total time (s)."""
    number: int
    """How often it ran."""
    def __copy__(self) -> TimerStat: ...
    def __deepcopy__(self, memo: Any, /) -> TimerStat: ...

class Visual:
    """Settings of pictures, in groups. They have no effect on the motion. `Visual()` has the defaults."""

    def __init__(self) -> None: ...
    class Global:
        """Global camera and window settings."""

        def __init__(self) -> None: ...
        cameraid: int
        """Index of the initial camera, -1 for the free camera."""
        orthographic: int
        """Projection of the free camera: 0 perspective, 1 orthographic."""
        fovy: float
        """Field of view of the free camera (deg)."""
        ipd: float
        """Distance between the eyes (m)."""
        azimuth: float
        """Initial azimuth of the free camera (deg)."""
        elevation: float
        """Initial elevation of the free camera (deg)."""
        linewidth: float
        """Line width (pixels)."""
        glow: float
        """Emission of the selected body."""
        realtime: float
        """Initial ratio of simulated to real time."""
        offwidth: int
        """Width of the offscreen buffer (pixels)."""
        offheight: int
        """Height of the offscreen buffer (pixels)."""
        ellipsoidinertia: int
        """Shapes of inertia: 0 boxes, 1 ellipsoids."""
        bvactive: int
        """Whether active bounding volumes are highlighted, 0 or 1."""

    class Headlight:
        """Light attached to the camera."""

        def __init__(self) -> None: ...
        ambient: _Array[np.float32]
        """Ambient colour. float32 array (3,); can be set."""
        diffuse: _Array[np.float32]
        """Diffuse colour. float32 array (3,); can be set."""
        specular: _Array[np.float32]
        """Specular colour. float32 array (3,); can be set."""
        active: int
        """Whether the light is on, 0 or 1."""

    class Map:
        """Scaling of quantities to pictures."""

        def __init__(self) -> None: ...
        stiffness: float
        """Stiffness of the spring between mouse and body."""
        stiffnessrot: float
        """Rotational stiffness of the spring between mouse and body."""
        force: float
        """Length of force arrows: this times the force (N), divided by the mean mass."""
        torque: float
        """Length of torque arrows, per torque. The renderers draw none."""
        alpha: float
        """Opacity of transparent geoms."""
        fogstart: float
        """Fog start, in extents."""
        fogend: float
        """Fog end, in extents."""
        znear: float
        """Near clipping plane, in extents."""
        zfar: float
        """Far clipping plane, in extents."""
        haze: float
        """Width of the haze at the horizon, as a fraction of the view distance."""
        shadowclip: float
        """Half width of the shadow map of a directional light, in extents."""
        shadowscale: float
        """Angle of the shadow map of a spot light, in cutoffs."""
        actuatortendon: float
        """Width of drawn actuators on tendons, in tendon widths."""

    class Quality:
        """Rendering quality."""

        def __init__(self) -> None: ...
        shadowsize: int
        """Shadow map size (pixels)."""
        offsamples: int
        """Samples per offscreen pixel."""
        numslices: int
        """Slices of drawn spheres."""
        numstacks: int
        """Stacks of drawn spheres."""
        numquads: int
        """Quads of drawn boxes."""

    class Rgba:
        """Colours of decorations."""

        def __init__(self) -> None: ...
        fog: _Array[np.float32]
        """Colour of fog. float32 array (4,); can be set."""
        haze: _Array[np.float32]
        """Colour of haze at the horizon. float32 array (4,); can be set."""
        force: _Array[np.float32]
        """Colour of arrows of forces applied to bodies. float32 array (4,); can be set."""
        inertia: _Array[np.float32]
        """Colour of shapes of inertia, and of the box of a mouse rotation. float32 array (4,); can be set."""
        joint: _Array[np.float32]
        """Colour of joints. float32 array (4,); can be set."""
        actuator: _Array[np.float32]
        """Colour of actuators at the neutral value of their control or activation. float32 array (4,); can be set."""
        actuatornegative: _Array[np.float32]
        """Colour of actuators at the lower end of their range. float32 array (4,); can be set."""
        actuatorpositive: _Array[np.float32]
        """Colour of actuators at the upper end of their range. float32 array (4,); can be set."""
        com: _Array[np.float32]
        """Colour of centres of mass. float32 array (4,); can be set."""
        camera: _Array[np.float32]
        """Colour of cameras. float32 array (4,); can be set."""
        light: _Array[np.float32]
        """Colour of lights. float32 array (4,); can be set."""
        selectpoint: _Array[np.float32]
        """Colour of the selected point. float32 array (4,); can be set."""
        connect: _Array[np.float32]
        """Colour of the lines between bodies, and of the first end of equality constraints. float32 array (4,); can be set."""
        contactpoint: _Array[np.float32]
        """Colour of contact points with constraint rows. float32 array (4,); can be set."""
        contactforce: _Array[np.float32]
        """Colour of arrows of contact forces, or of their normal parts if forces are split. float32 array (4,); can be set."""
        contactfriction: _Array[np.float32]
        """Colour of arrows of friction forces, if forces are split. float32 array (4,); can be set."""
        contacttorque: _Array[np.float32]
        """Colour of contact torques. The renderers draw none. float32 array (4,); can be set."""
        contactgap: _Array[np.float32]
        """Colour of contact points without constraint rows, as within the gap. float32 array (4,); can be set."""
        rangefinder: _Array[np.float32]
        """Colour of rays of rangefinders. float32 array (4,); can be set."""
        constraint: _Array[np.float32]
        """Colour of active limits, of the second end of equality constraints, and of the capsule of a mouse pull. float32 array (4,); can be set."""
        slidercrank: _Array[np.float32]
        """Colour of slider-cranks. float32 array (4,); can be set."""
        crankbroken: _Array[np.float32]
        """Colour of the rod of a slider-crank whose length cannot be kept. float32 array (4,); can be set."""
        frustum: _Array[np.float32]
        """Colour of drawn camera frustums. float32 array (4,); can be set."""
        bv: _Array[np.float32]
        """Colour of bounding volumes. float32 array (4,); can be set."""
        bvactive: _Array[np.float32]
        """Colour of active bounding volumes, which the collision tests. float32 array (4,); can be set."""

    class Scale:
        """Sizes of decorations."""

        def __init__(self) -> None: ...
        forcewidth: float
        """Radius of arrows of contact forces and of forces applied to bodies."""
        contactwidth: float
        """Radius of the cylinders at contact points."""
        contactheight: float
        """Height of the cylinders at contact points."""
        connect: float
        """Radius of the capsules that connect bodies with their joints and parents."""
        com: float
        """Radius of the spheres at centres of mass."""
        camera: float
        """Length of the boxes that represent cameras."""
        light: float
        """Radius of the cylinders that represent lights."""
        selectpoint: float
        """Radius of the sphere at the selected point."""
        jointlength: float
        """Length of the arrows along joint axes."""
        jointwidth: float
        """Radius of the arrows along joint axes."""
        actuatorlength: float
        """Length of the arrows of actuators on joints."""
        actuatorwidth: float
        """Radius of the arrows of actuators on joints."""
        framelength: float
        """Length of the axes of coordinate frames."""
        framewidth: float
        """Radius of the axes of coordinate frames."""
        constraint: float
        """Radius of the spheres at the ends of equality constraints, and of the capsule of a mouse pull."""
        slidercrank: float
        """Radius of the capsules of slider-cranks."""
        frustum: float
        """Distance of the far rectangle of drawn camera frustums."""

    @property
    def global_(self) -> Visual.Global:
        """Camera and window."""
    @property
    def headlight(self) -> Visual.Headlight:
        """Light that moves with the camera."""
    @property
    def map(self) -> Visual.Map:
        """Scaling of quantities to pictures."""
    @property
    def quality(self) -> Visual.Quality:
        """Quality of pictures."""
    @property
    def rgba(self) -> Visual.Rgba:
        """Colours of decorations."""
    @property
    def scale(self) -> Visual.Scale:
        """Sizes of decorations."""
    def __reduce__(self) -> tuple[Any, ...]: ...

class WarningList:
    """Counters of a world's warnings by kind.

    Items: WarningStat.
    """

    @property
    def lastinfo(self) -> npt.NDArray[np.int32]:
        """What the last warning of each kind was about. int32 array (7,)."""
    @property
    def number(self) -> npt.NDArray[np.int32]:
        """Number of warnings of each kind. int32 array (7,)."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> WarningStat: ...
    def __iter__(self) -> Iterator[WarningStat]: ...

class WarningStat:
    """Counters of one kind of warning: of a world, or on their own. `WarningStat()` has zeros."""

    def __init__(self) -> None: ...
    lastinfo: int
    """What the last warning was about: an index, or the number of a kind."""
    number: int
    """Number of warnings."""
    def __copy__(self) -> WarningStat: ...
    def __deepcopy__(self, memo: Any, /) -> WarningStat: ...

class _Drawer:
    """Draws scenes of a model into arrays. Rows come from the top.

    model: Model; width, height: int, pixels.
    """

    def __init__(self, model: Model, width: SupportsIndex, height: SupportsIndex) -> None: ...
    def color(self, out: npt.NDArray[np.uint8]) -> None:
        """Draws a picture in colour.

        out: numpy uint8 (height, width, 3), written.
        """
    def depth(self, out: npt.NDArray[np.float32]) -> None:
        """Draws the depth (m) of each pixel; that of the far plane for the background.

        out: numpy float32 (height, width), written.
        """
    def depth_buffer(self, out: npt.NDArray[np.float32]) -> None:
        """Draws the depth buffer: 0 at the near plane, 1 at the far one.

        out: numpy float32 (height, width), written.
        """
    def load(self, scn: MjvScene) -> None:
        """Loads a scene, which is drawn from now on.

        scn: MjvScene.
        """
    def look(self, data: Data, cam: MjvCamera, opt: MjvOption | None = None, maxgeom: SupportsIndex = 10000) -> None:
        """Makes the scene of a world, which is drawn from now on.

        data: Data; cam: MjvCamera; opt: MjvOption or None; maxgeom: int, geoms beyond it are left out.
        """
    def resize(self, width: SupportsIndex, height: SupportsIndex) -> None:
        """Changes the size of pictures.

        width, height: int, pixels.
        """
    def segmentation(self, out: npt.NDArray[np.int32]) -> None:
        """Writes id and kind of the object in each pixel; -1 and -1 for the background.

        out: numpy int32 (height, width, 2), written.
        """
    def upload(self, kind: str, id: SupportsIndex) -> None:
        """Reads a texture, a mesh or a height field of the model again, after its entries have changed.

        kind: str, "texture", "mesh" or "hfield"; id: int.
        """
    def worlds(self, kind: str, batch: BatchSim, cam: MjvCamera, out: npt.NDArray[Any], opt: MjvOption | None = None, maxgeom: SupportsIndex = 10000) -> None:
        """Draws pictures of all worlds of a batch, by the threads of the batch.

        kind: str, "color", "depth" or "segmentation"; batch: BatchSim; cam: MjvCamera; out: numpy array, written, a picture for each
        world; opt: MjvOption or None; maxgeom: int, geoms beyond it are left out.
        """

class _Film:
    """Writes pictures to a film.

    format: str, "gif" or "webp"; width, height: int, pixels; rate: float, pictures per second.
    """

    def __init__(self, format: str, width: SupportsIndex, height: SupportsIndex, rate: SupportsFloat) -> None: ...
    def finish(self) -> bytes:
        """Ends the film.

        Returns bytes, a file.
        """
    def push(self, picture: npt.NDArray[np.uint8]) -> None:
        """Adds a picture.

        picture: numpy uint8 (height, width, 3), rows from the top, one after another.
        """

class _Rollout:
    """A pool of threads, the caller among them. Without threads, the caller computes all trajectories.

    nthread: int.
    """

    def __init__(self, *, nthread: SupportsIndex) -> None: ...
    def rollout(self, model: list[Model], data: list[Data], nstep: SupportsIndex, control_spec: SupportsIndex, state0: npt.NDArray[np.float64], warmstart0: npt.NDArray[np.float64] | None = None, control: npt.NDArray[np.float64] | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None, chunk_size: SupportsIndex | None = None) -> None:
        """Rolls out one trajectory for each row of `state0`.

        model: list[Model]; data: list[Data]; nstep, control_spec: int; state0: numpy float64 (n, nstate); warmstart0: numpy float64
        (n, nv) or None; control: numpy float64 (n, nstep, ncontrol) or None; state: numpy float64 (n, nstep, nstate) or None, written;
        sensordata: numpy float64 (n, nstep, nsensordata) or None, written; chunk_size: int or None.
        """

class _SceneWork:
    """Memory of a scene that a Python object describes, kept from call to call."""

    def __init__(self) -> None: ...

class _Viewer:
    """Serves pages until it is closed.

    page: path or None, folder of the page, None: the page of the package; host: str or None, None: this machine only; port: int, 0 for a
    free one.
    """

    def __init__(self, page: str | PathLike[str] | None, host: str | None = None, port: SupportsIndex = 0) -> None: ...
    @property
    def is_running(self) -> bool:
        """Whether the server runs."""
    @property
    def pages(self) -> int:
        """Number of open pages."""
    @property
    def picture_size(self) -> tuple[int, int] | None:
        """Width and height (pixels) of the picture of the page that reported its size last."""
    @property
    def port(self) -> int:
        """Port of the server."""
    @property
    def url(self) -> str:
        """Address to open in a browser."""
    def button(self, name: str) -> int:
        """Shows a button. The result is its number.

        name: str. Returns int.
        """
    def chosen(self, cam: MjvCamera, opt: MjvOption) -> bool:
        """Writes what users of pages chose since the last call to a camera and an option.

        cam: MjvCamera; opt: MjvOption. Returns bool, whether they chose something.
        """
    def close(self) -> None:
        """Ends the server, and waits for that."""
    def draw_over(self, kind: str, message: bytes) -> None:
        """Draws texts, figures or images over the pictures of all pages, in the bytes of the viewer's protocol.

        kind: str; message: bytes.
        """
    def look(self, cam: MjvCamera, opt: MjvOption, scn: MjvScene) -> None:
        """Sets the camera, the visible groups and the rendering flags of all pages.

        cam: MjvCamera; opt: MjvOption; scn: MjvScene.
        """
    def notice(self, text: str) -> None:
        """Shows a line of text on all pages.

        text: str.
        """
    def orders(self, perturb: MjvPerturb, seconds: SupportsFloat = 0.0) -> list[tuple[Any, ...]]:
        """Waits for orders of pages, at most some seconds. What the mouse holds is written to `perturb`.

        perturb: MjvPerturb; seconds: float. Returns list[tuple[Any, ...]], tuples that begin with a word.
        """
    def plot(self, name: str, value: SupportsFloat, time: SupportsFloat | None = None) -> None:
        """Plots a scalar: its value at a time (s), by default the time of the shown state.

        name: str; value: float; time: float or None.
        """
    def publish(self, model: Model, data: Data, perturb: MjvPerturb | None = None, user: MjvScene | None = None, state_only: bool = False) -> None:
        """Shows a state of the model.

        model: Model; data: Data; perturb: MjvPerturb or None; user: MjvScene or None, whose geoms are drawn too; state_only: bool, True:
        the model has not changed.
        """
    def show(self, model: Model, data: Data, name: str) -> None:
        """Shows a model from now on, or again with its meshes, textures and height fields as they are now.

        model: Model; data: Data; name: str.
        """
    def slider(self, name: str, low: SupportsFloat, high: SupportsFloat, value: SupportsFloat) -> int:
        """Shows a slider. The result is its number.

        name: str; low: float; high: float; value: float. Returns int.
        """
    def stop(self) -> None:
        """Asks the server to end, without waiting."""
    def widget_value(self, id: SupportsIndex) -> float:
        """How often a button was pressed, or the value of a slider.

        id: int. Returns float.
        """

class _WorldGrid:
    """Shows worlds of a batch.

    viewer: _Viewer; model: Model; data: Data, one of the worlds; name: str; count: int, worlds of the batch; shown: int, worlds that
    are shown at a time.
    """

    def __init__(self, viewer: _Viewer, model: Model, data: Data, name: str, count: SupportsIndex, shown: SupportsIndex) -> None: ...
    def block(self, selected: SupportsIndex) -> tuple[int, int]:
        """The worlds that are shown with one: the first, and the one after the last.

        selected: int. Returns tuple[int, int].
        """
    def publish(self, data: Data, selected: SupportsIndex, qpos: npt.NDArray[np.float64], mocap: npt.NDArray[np.float64], perturb: MjvPerturb | None = None) -> None:
        """Shows the worlds as they are now.

        data: Data, the selected world; selected: int; qpos: numpy float64 array (worlds of the block, nq); mocap: numpy float64 array
        (worlds of the block, 7 nmocap), positions and orientations; perturb: MjvPerturb or None.
        """
    def take_settings(self, model: Model) -> None:
        """Takes over the settings of a model (`opt`), which pages show from the next state on.

        model: Model.
        """

def _change_setting(model: Model, data: Data, others: list[Model], name: str, values: list[float]) -> str | None:
    """Changes a setting of models, `mjOption`: in all of them or in none. Returns why it changes nothing, or None.

    model: Model; data: Data, a world of the model, whose copy takes a step on trial; others: list[Model], models that change too; name:
    str; values: list[float]. Returns str or None.
    """

def _code_names() -> dict[str, dict[int, str]]:
    """Names of the numbers of all fields that hold numbers of an enum.

    Returns dict[str, dict[int, str]].
    """

def _example_models() -> dict[str, str]:
    """Names of the built-in models, each with a line about it.

    Returns dict[str, str].
    """

def _glyphs() -> bytes:
    """Returns the dots of the printable characters of ASCII, from the space on: five columns each, the top row in the lowest bit.

    Returns bytes.
    """

def _load_example(name: str) -> Model:
    """Loads a built-in model.

    name: str. Returns Model. ValueError: there is no such model; the text names a close one.
    """

def _play(viewer: _Viewer, model: Model | None = None, data: Data | None = None, loader: Callable[[], Any] | None = None, path: str | PathLike[str] | None = None, name: str = "", worlds: SupportsIndex = 1, keys: Callable[[int], object] | None = None, paused: bool = False, linger: SupportsFloat | None = None) -> None:
    """Runs a world until the viewer is closed, Python raises an exception (Ctrl-C), or the last page has been closed for `linger` seconds.
    One of `path`, `loader`, and `model` with `data` says what runs.

    viewer: _Viewer; model: Model or None; data: Data or None; loader: Callable[[], Any] or None; path: path or None; name: str;
    worlds: int; keys: Callable[[int], object] or None; paused: bool; linger: float or None.
    """

def _png(picture: npt.NDArray[np.uint8]) -> bytes:
    """Writes a picture as a PNG file. Its rows come from the top, one after another.

    picture: numpy uint8 (height, width, 3). Returns bytes.
    """

def _profile(m: Model, d: Data, nstep: SupportsIndex) -> list[tuple[str, str, float]]:
    """Steps a world and measures each stage.

    m: Model; d: Data; nstep: int. Returns list[tuple[str, str, float]]: part of the step, stage, seconds per step.
    """

def _run_command(arguments: Sequence[str]) -> int:
    """Runs the command `cortenforge` and returns its exit status. It watches Ctrl-C itself until the process ends.

    arguments: Sequence[str], first the name of the program. Returns int.
    """

def _scene_records() -> dict[str, tuple[list[tuple[str, str, list[int], int]], int, bytes]]:
    """Returns the layout of all records, by class: fields (name, type, dimensions, offset), size, and the bytes of a new one.

    Returns dict[str, tuple[list[tuple[str, str, list[int], int]], int, bytes]].
    """

def _set_callback(name: str, callback: Callable[..., Any] | None) -> None:
    """Installs a Python function as a callback, or removes it.

    name: str; callback: Callable[..., Any] or None.
    """

def _stages() -> list[tuple[str, list[str], list[str], list[str]]]:
    """Returns the table of stages in the order of a step: the name of each, and the fields that it reads, updates and writes.

    Returns list[tuple[str, list[str], list[str], list[str]]].
    """

def mj_Euler(m: Model, d: Data) -> None:
    """Advances the world with the Euler integrator, semi-implicit in velocity.

    m: MjModel; d: MjData.
    """

def mj_RungeKutta(m: Model, d: Data, N: SupportsIndex) -> None:
    """Advances the world with the Runge-Kutta integrator of order `N`, which must be 4.

    m: MjModel; d: MjData; N: int.
    """

def mj_addContact(m: Model, d: Data, con: ContactRecord) -> int:
    """Adds a contact to the world's list. Returns 0. NotImplementedError: a side is part of a flex.

    m: MjModel; d: MjData; con: MjContact. Returns int.
    """

def mj_angmomMat(m: Model, d: Data, mat: npt.NDArray[np.float64], body: SupportsIndex) -> None:
    """Writes the matrix that takes `qvel` to the angular momentum of a subtree.

    m: MjModel; d: MjData; mat: float64 (3, nv), written; body: int.
    """

def mj_applyFT(m: Model, d: Data, force: npt.ArrayLike, torque: npt.ArrayLike, point: npt.ArrayLike, body: SupportsIndex, qfrc_target: npt.NDArray[np.float64]) -> None:
    """Adds the generalized force of a force and a torque at a point of `body` to `qfrc_target`.

    m: MjModel; d: MjData; force, torque, point: float64 (3,); body: int; qfrc_target: float64 (nv,), written.
    """

def mj_camlight(m: Model, d: Data) -> None:
    """Computes the poses of cameras and lights.

    m: MjModel; d: MjData.
    """

def mj_checkAcc(m: Model, d: Data) -> None:
    """Resets the world, with a warning, when an acceleration is NaN, infinite or too large.

    m: MjModel; d: MjData.
    """

def mj_checkPos(m: Model, d: Data) -> None:
    """Resets the world, with a warning, when a position is NaN, infinite or too large.

    m: MjModel; d: MjData.
    """

def mj_checkVel(m: Model, d: Data) -> None:
    """Resets the world, with a warning, when a velocity is NaN, infinite or too large.

    m: MjModel; d: MjData.
    """

def mj_collision(m: Model, d: Data) -> None:
    """Finds the contacts.

    m: MjModel; d: MjData.
    """

def mj_comPos(m: Model, d: Data) -> None:
    """Computes centres of mass, and inertias and motion axes about them.

    m: MjModel; d: MjData.
    """

def mj_comVel(m: Model, d: Data) -> None:
    """Computes velocities of bodies, and rates of the motion axes.

    m: MjModel; d: MjData.
    """

def mj_compareFwdInv(m: Model, d: Data) -> None:
    """Compares the last forward pass with inverse dynamics: writes `solver_fwdinv`.

    m: MjModel; d: MjData.
    """

def mj_constraintUpdate(m: Model, d: Data, jar: npt.ArrayLike, cost: npt.NDArray[np.float64] | None, flg_coneHessian: bool | SupportsIndex) -> None:
    """Computes forces and states of the constraint rows for the acceleration errors `jar`, and writes their cost.

    m: MjModel; d: MjData; jar: float64 (nefc,); cost: float64 (1,) or None, written; flg_coneHessian: bool or int.
    """

def mj_contactForce(m: Model, d: Data, id: SupportsIndex, result: npt.NDArray[np.float64]) -> None:
    """Writes force and torque of contact `id` in the frame of the contact.

    m: MjModel; d: MjData; id: int; result: float64 (6,), written.
    """

def mj_copyData(dest: Data, m: Model, src: Data) -> None:
    """Copies everything from world `src` to world `dest`.

    dest, src: MjData; m: MjModel.
    """

def mj_copyState(m: Model, src: Data, dst: Data, sig: SupportsIndex) -> None:
    """Copies the selected components of the state from one world to another.

    m: MjModel; src, dst: MjData; sig: int.
    """

def mj_crb(m: Model, d: Data) -> None:
    """Computes the inertia matrix from composite bodies.

    m: MjModel; d: MjData.
    """

def mj_differentiatePos(m: Model, qvel: npt.NDArray[np.float64], dt: SupportsFloat, qpos1: npt.ArrayLike, qpos2: npt.ArrayLike) -> None:
    """Writes the velocity that moves `qpos1` to `qpos2` in the time `dt`.

    m: MjModel; qvel: float64 (nv,), written; dt: float; qpos1, qpos2: float64 (nq,).
    """

def mj_energyPos(m: Model, d: Data) -> None:
    """Computes the potential energy.

    m: MjModel; d: MjData.
    """

def mj_energyVel(m: Model, d: Data) -> None:
    """Computes the kinetic energy.

    m: MjModel; d: MjData.
    """

def mj_extractState(m: Model, src: npt.ArrayLike, srcsig: SupportsIndex, dst: npt.NDArray[np.float64], dstsig: SupportsIndex) -> None:
    """Picks the components `dstsig` out of a state vector with the components `srcsig`.

    m: MjModel; src: float64 (mj_stateSize(m, srcsig),); srcsig, dstsig: int; dst: float64 (mj_stateSize(m, dstsig),), written.
    """

def mj_factorM(m: Model, d: Data) -> None:
    """Factors the inertia matrix.

    m: MjModel; d: MjData.
    """

def mj_flex(m: Model, d: Data) -> None:
    """Does nothing: a function of MuJoCo for flexes, which have no such stage here.

    m: MjModel; d: MjData.
    """

def mj_forward(m: Model, d: Data) -> None:
    """Computes everything that follows from the current state and inputs, without moving.

    m: MjModel; d: MjData.
    """

def mj_forwardSkip(m: Model, d: Data, skipstage: SupportsIndex, skipsensor: bool | SupportsIndex) -> None:
    """Forward dynamics when the results of stage `skipstage` and of those before still hold.

    m: MjModel; d: MjData; skipstage: int; skipsensor: bool or int.
    """

def mj_fullM(m: Model, d: Data, dst: npt.NDArray[np.float64]) -> None:
    """Writes the dense inertia matrix to `dst`.

    m: MjModel; d: MjData; dst: float64 (nv, nv), written.
    """

def mj_fwdAcceleration(m: Model, d: Data) -> None:
    """Computes the forces other than those of constraints, and the acceleration they give.

    m: MjModel; d: MjData.
    """

def mj_fwdActuation(m: Model, d: Data) -> None:
    """Computes actuator forces and activation rates.

    m: MjModel; d: MjData.
    """

def mj_fwdConstraint(m: Model, d: Data) -> None:
    """Computes constraint forces and accelerations.

    m: MjModel; d: MjData.
    """

def mj_fwdKinematics(m: Model, d: Data) -> None:
    """Computes poses, centres of mass, cameras, lights and tendons.

    m: MjModel; d: MjData.
    """

def mj_fwdPosition(m: Model, d: Data) -> None:
    """Computes everything that follows from positions.

    m: MjModel; d: MjData.
    """

def mj_fwdVelocity(m: Model, d: Data) -> None:
    """Computes everything that follows from velocities.

    m: MjModel; d: MjData.
    """

def mj_geomDistance(m: Model, d: Data, geom1: SupportsIndex, geom2: SupportsIndex, distmax: SupportsFloat, fromto: npt.NDArray[np.float64] | None = None) -> float:
    """Returns the signed distance of two geoms, at most `distmax`, and writes the nearest points to `fromto`.

    m: MjModel; d: MjData; geom1, geom2: int; distmax: float; fromto: float64 (6,) or None, written. Returns float.
    """

def mj_getState(m: Model, d: Data, state: npt.NDArray[np.float64], sig: SupportsIndex) -> None:
    """Writes the selected components of the state to `state`.

    m: MjModel; d: MjData; state: float64 (mj_stateSize(m, sig),), written; sig: int.
    """

def mj_getTotalmass(m: Model) -> float:
    """Returns the sum of all masses (kg).

    m: MjModel. Returns float.
    """

def mj_id2name(m: Model, type: SupportsIndex, id: SupportsIndex) -> str | None:
    """Returns the name of the object of kind `type` with this id; None when it has none or does not exist.

    m: MjModel; type, id: int. Returns str or None.
    """

def mj_implicit(m: Model, d: Data) -> None:
    """Advances the world with an integrator that is implicit in velocity, fast or not as the model's option says.

    m: MjModel; d: MjData.
    """

def mj_initCtrlHistory(m: Model, d: Data, id: SupportsIndex, times: npt.ArrayLike | None, values: npt.ArrayLike) -> None:
    """Sets the past controls of an actuator, oldest first.

    m: MjModel; d: MjData; id: int; times: float64 (nsample,) or None; values: float64 (nsample,).
    """

def mj_initSensorHistory(m: Model, d: Data, id: SupportsIndex, times: npt.ArrayLike | None, values: npt.ArrayLike, phase: SupportsFloat) -> None:
    """Sets the past readings of a sensor, oldest first, and the time of its last measurement.

    m: MjModel; d: MjData; id: int; times: float64 (nsample,) or None; values: float64 (nsample, dim); phase: float.
    """

def mj_integratePos(m: Model, qpos: npt.NDArray[np.float64], qvel: npt.ArrayLike, dt: SupportsFloat) -> None:
    """Moves `qpos` for the time `dt` with the velocity `qvel`.

    m: MjModel; qpos: float64 (nq,), written; qvel: float64 (nv,); dt: float.
    """

def mj_invConstraint(m: Model, d: Data) -> None:
    """Computes the constraint forces that belong to the acceleration `qacc`.

    m: MjModel; d: MjData.
    """

def mj_invPosition(m: Model, d: Data) -> None:
    """Computes what inverse dynamics needs of positions.

    m: MjModel; d: MjData.
    """

def mj_invVelocity(m: Model, d: Data) -> None:
    """Computes what inverse dynamics needs of velocities.

    m: MjModel; d: MjData.
    """

def mj_inverse(m: Model, d: Data) -> None:
    """Computes the force that gives the acceleration `qacc`.

    m: MjModel; d: MjData.
    """

def mj_inverseSkip(m: Model, d: Data, skipstage: SupportsIndex, skipsensor: bool | SupportsIndex) -> None:
    """Inverse dynamics when the results of stage `skipstage` and of those before still hold.

    m: MjModel; d: MjData; skipstage: int; skipsensor: bool or int.
    """

def mj_isDual(m: Model) -> int:
    """Returns 1 if the solver works on constraint forces, 0 if on accelerations.

    m: MjModel. Returns int.
    """

def mj_isPyramidal(m: Model) -> int:
    """Returns 1 if friction cones are pyramids, else 0.

    m: MjModel. Returns int.
    """

def mj_isSparse(m: Model) -> int:
    """Returns 1 if the constraint Jacobian is stored sparse, else 0.

    m: MjModel. Returns int.
    """

def mj_island(m: Model, d: Data) -> None:
    """Finds the islands: trees of dofs that constraints connect.

    m: MjModel; d: MjData.
    """

def mj_jac(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, body: SupportsIndex) -> None:
    """Writes the Jacobian of a point that moves with `body`: position and rotation by velocity.

    m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; point: float64 (3,); body: int.
    """

def mj_jacBody(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None:
    """Writes the Jacobian of the origin of a body's frame: position and rotation by velocity.

    m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; body: int.
    """

def mj_jacBodyCom(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None:
    """Writes the Jacobian of a body's centre of mass: position and rotation by velocity.

    m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; body: int.
    """

def mj_jacDot(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, body: SupportsIndex) -> None:
    """Writes the time derivative of the Jacobian of a point that moves with `body`.

    m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; point: float64 (3,); body: int.
    """

def mj_jacGeom(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, geom: SupportsIndex) -> None:
    """Writes the Jacobian of a geom's centre: position and rotation by velocity.

    m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; geom: int.
    """

def mj_jacPointAxis(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, axis: npt.ArrayLike, body: SupportsIndex) -> None:
    """Writes the Jacobians of a point that moves with `body` and of an axis that turns with it.

    m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; point, axis: float64 (3,); body: int.
    """

def mj_jacSite(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, site: SupportsIndex) -> None:
    """Writes the Jacobian of a site: position and rotation by velocity.

    m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; site: int.
    """

def mj_jacSubtreeCom(m: Model, d: Data, jacp: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None:
    """Writes the Jacobian of the centre of mass of a subtree: position by velocity.

    m: MjModel; d: MjData; jacp: float64 (3, nv) or None, written; body: int.
    """

def mj_kinematics(m: Model, d: Data) -> None:
    """Computes the poses of bodies, joints, geoms and sites.

    m: MjModel; d: MjData.
    """

def mj_local2Global(d: Data, xpos: npt.NDArray[np.float64], xmat: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike, body: SupportsIndex, sameframe: SupportsIndex) -> None:
    """Writes a pose of the frame of `body` in the world's frame. `sameframe` names a frame that it coincides with.

    d: MjData; xpos: float64 (3,), written; pos: float64 (3,); xmat: float64 (9,), written; quat: float64 (4,); body, sameframe:
    int.
    """

def mj_makeConstraint(m: Model, d: Data) -> None:
    """Makes the constraint rows.

    m: MjModel; d: MjData.
    """

def mj_makeM(m: Model, d: Data) -> None:
    """Computes the inertia matrix with all its parts.

    m: MjModel; d: MjData.
    """

def mj_mulJacTVec(m: Model, d: Data, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Multiplies with the transposed constraint Jacobian: `res = Jᵀ vec`.

    m: MjModel; d: MjData; res: float64 (nv,), written; vec: float64 (nefc,).
    """

def mj_mulJacVec(m: Model, d: Data, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Multiplies with the constraint Jacobian: `res = J vec`.

    m: MjModel; d: MjData; res: float64 (nefc,), written; vec: float64 (nv,).
    """

def mj_mulM(m: Model, d: Data, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Multiplies with the inertia matrix: `res = M vec`.

    m: MjModel; d: MjData; res: float64 (nv,), written; vec: float64 (nv,).
    """

def mj_mulM2(m: Model, d: Data, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Makes half of a product with the inertia matrix `M = Lᵀ D L`: `res = sqrt(D) L vec`.

    m: MjModel; d: MjData; res: float64 (nv,), written; vec: float64 (nv,).
    """

def mj_multiRay(m: Model, d: Data, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomgroup: npt.ArrayLike | None, flg_static: bool | SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.int32] | None, dist: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None, nray: SupportsIndex, cutoff: SupportsFloat) -> None:
    """Casts `nray` rays from one point; geoms farther than `cutoff` are ignored.

    m: MjModel; d: MjData; pnt: float64 (3,); vec: float64 (3*nray,); geomgroup: uint8 (6,) or None; flg_static: bool or int;
    bodyexclude: int, -1 for none; geomid: int32 (nray,) or None, written; dist: float64 (nray,), written; normal: float64 (3*nray,)
    or None, written; nray: int; cutoff: float.
    """

def mj_name2id(m: Model, type: SupportsIndex, name: str | bytes) -> int:
    """Returns the id of the object of kind `type` called `name`, -1 when there is none.

    m: MjModel; type: int; name: str or bytes. Returns int.
    """

def mj_normalizeQuat(m: Model, qpos: npt.NDArray[np.float64]) -> None:
    """Normalises the quaternions in `qpos`.

    m: MjModel; qpos: float64 (nq,), written.
    """

def mj_objectAcceleration(m: Model, d: Data, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: bool | SupportsIndex) -> None:
    """Writes the acceleration of an object, rotation first, in the world's or its own orientation.

    m: MjModel; d: MjData; objtype, objid: int; res: float64 (6,), written; flg_local: bool or int.
    """

def mj_objectVelocity(m: Model, d: Data, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: bool | SupportsIndex) -> None:
    """Writes the velocity of an object, rotation first, in the world's or its own orientation.

    m: MjModel; d: MjData; objtype, objid: int; res: float64 (6,), written; flg_local: bool or int.
    """

def mj_passive(m: Model, d: Data) -> None:
    """Computes passive forces.

    m: MjModel; d: MjData.
    """

def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """Returns the grammar of MJCF as text or HTML: elements by depth, and their attributes.

    flg_html, flg_pad: bool. Returns str.
    """

def mj_projectConstraint(m: Model, d: Data) -> None:
    """Computes the inverse inertia of the constraint rows.

    m: MjModel; d: MjData.
    """

def mj_ray(m: Model, d: Data, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomgroup: npt.ArrayLike | None, flg_static: bool | SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.int32] | None, normal: npt.NDArray[np.float64] | None = None) -> float:
    """Returns the distance along `vec` to the nearest visible geom, -1 when the ray hits nothing.

    m: MjModel; d: MjData; pnt, vec: float64 (3,); geomgroup: uint8 (6,) or None; flg_static: bool or int; bodyexclude: int, -1 for
    none; geomid: int32 (1,) or None, written; normal: float64 (3,) or None, written. Returns float.
    """

def mj_rayHfield(m: Model, d: Data, geomid: SupportsIndex, pnt: npt.ArrayLike, vec: npt.ArrayLike, normal: npt.NDArray[np.float64] | None = None) -> float:
    """Returns the distance along `vec` to a height field, -1 when the ray misses it.

    m: MjModel; d: MjData; geomid: int; pnt, vec: float64 (3,); normal: float64 (3,) or None, written. Returns float.
    """

def mj_rayMesh(m: Model, d: Data, geomid: SupportsIndex, pnt: npt.ArrayLike, vec: npt.ArrayLike, normal: npt.NDArray[np.float64] | None = None) -> float:
    """Returns the distance along `vec` to a mesh, -1 when the ray misses it.

    m: MjModel; d: MjData; geomid: int; pnt, vec: float64 (3,); normal: float64 (3,) or None, written. Returns float.
    """

def mj_readCtrl(m: Model, d: Data, id: SupportsIndex, time: SupportsFloat, interp: SupportsIndex) -> float:
    """Returns the control that an actuator acts on at a time, with its delay.

    m: MjModel; d: MjData; id, interp: int; time: float. Returns float.
    """

def mj_readSensor(m: Model, d: Data, id: SupportsIndex, time: SupportsFloat, result: npt.NDArray[np.float64], interp: SupportsIndex) -> npt.NDArray[np.float64]:
    """Writes the reading of a sensor at a time, with its delay, and returns `result`.

    m: MjModel; d: MjData; id, interp: int; time: float; result: float64 (dim,), written. Returns float64 array.
    """

def mj_referenceConstraint(m: Model, d: Data) -> None:
    """Computes velocities and reference accelerations of the constraint rows.

    m: MjModel; d: MjData.
    """

def mj_resetCtrl(m: Model, d: Data) -> None:
    """Sets the controls to their neutral values.

    m: MjModel; d: MjData.
    """

def mj_resetData(m: Model, d: Data) -> None:
    """Returns to the reference pose at rest and clears all inputs.

    m: MjModel; d: MjData.
    """

def mj_resetDataKeyframe(m: Model, d: Data, key: SupportsIndex) -> None:
    """Returns to keyframe `key`, or to the reference pose when there is no such keyframe.

    m: MjModel; d: MjData; key: int.
    """

def mj_rne(m: Model, d: Data, flg_acc: bool | SupportsIndex, result: npt.NDArray[np.float64]) -> None:
    """Inverse dynamics without constraints: writes the force that explains `qacc` (zero unless `flg_acc`).

    m: MjModel; d: MjData; flg_acc: bool or int; result: float64 (nv,), written.
    """

def mj_rnePostConstraint(m: Model, d: Data) -> None:
    """Computes accelerations and forces of bodies from the joint accelerations.

    m: MjModel; d: MjData.
    """

def mj_sensorAcc(m: Model, d: Data) -> None:
    """Computes the sensors of accelerations and forces.

    m: MjModel; d: MjData.
    """

def mj_sensorPos(m: Model, d: Data) -> None:
    """Computes the sensors of positions.

    m: MjModel; d: MjData.
    """

def mj_sensorVel(m: Model, d: Data) -> None:
    """Computes the sensors of velocities.

    m: MjModel; d: MjData.
    """

def mj_setConst(m: Model, d: Data) -> None:
    """Recomputes the constants of the model that follow from its other fields; puts the world in the
    reference pose.

    m: MjModel; d: MjData.
    """

def mj_setKeyframe(m: Model, d: Data, k: SupportsIndex) -> None:
    """Stores the current state in keyframe `k` of the model.

    m: MjModel; d: MjData; k: int.
    """

def mj_setState(m: Model, d: Data, state: npt.ArrayLike, sig: SupportsIndex) -> None:
    """Sets the selected components of the state.

    m: MjModel; d: MjData; state: float64 (mj_stateSize(m, sig),); sig: int.
    """

def mj_setTotalmass(m: Model, newmass: SupportsFloat) -> None:
    """Scales masses and inertias so that the masses sum to `newmass`.

    m: MjModel; newmass: float.
    """

def mj_solveM(m: Model, d: Data, x: npt.NDArray[np.float64], y: npt.ArrayLike) -> None:
    """Solves with the inertia matrix: `x = M⁻¹ y`, for each row of `y`.

    m: MjModel; d: MjData; x: float64 (n, nv) or (nv,), written; y: float64 (n, nv) or (nv,).
    """

def mj_solveM2(m: Model, d: Data, x: npt.NDArray[np.float64], y: npt.ArrayLike, sqrtInvD: npt.ArrayLike) -> None:
    """Makes half of a solve with the inertia matrix `M = Lᵀ D L`: `x = sqrtInvD L⁻ᵀ y`, for each row of `y`.

    m: MjModel; d: MjData; x: float64 (n, nv) or (nv,), written; y: float64 (n, nv) or (nv,); sqrtInvD: float64 (nv,).
    """

def mj_stateSize(m: Model, sig: SupportsIndex) -> int:
    """Returns the length of the state vector that the bits of `sig` select.

    m: MjModel; sig: int. Returns int.
    """

def mj_step(m: Model, d: Data, nstep: SupportsIndex = 1) -> None:
    """Advances the world by one time step. Optionally, repeat nstep times. A bad state resets the world, with a warning.

    m: MjModel; d: MjData; nstep: int.
    """

def mj_step1(m: Model, d: Data) -> None:
    """The first half of a step, before controls and forces are set.

    m: MjModel; d: MjData.
    """

def mj_step2(m: Model, d: Data) -> None:
    """The second half of a step, after controls and forces are set.

    m: MjModel; d: MjData.
    """

def mj_subtreeVel(m: Model, d: Data) -> None:
    """Computes linear velocities and angular momenta of subtrees.

    m: MjModel; d: MjData.
    """

def mj_tendon(m: Model, d: Data) -> None:
    """Computes lengths and Jacobians of tendons.

    m: MjModel; d: MjData.
    """

def mj_transmission(m: Model, d: Data) -> None:
    """Computes lengths and moment arms of actuators.

    m: MjModel; d: MjData.
    """

def mjd_inverseFD(m: Model, d: Data, eps: SupportsFloat, flg_actuation: bool | SupportsIndex, DfDq: npt.NDArray[np.float64] | None, DfDv: npt.NDArray[np.float64] | None, DfDa: npt.NDArray[np.float64] | None, DsDq: npt.NDArray[np.float64] | None, DsDv: npt.NDArray[np.float64] | None, DsDa: npt.NDArray[np.float64] | None, DmDq: npt.NDArray[np.float64] | None) -> None:
    """Writes finite-difference derivatives of inverse dynamics: force, sensors and inertia by position, velocity, acceleration.

    m: MjModel; d: MjData; eps: float; flg_actuation: bool or int; DfDq, DfDv, DfDa: float64 (nv, nv) or None, written; DsDq, DsDv,
    DsDa: float64 (nv, nsensordata) or None, written; DmDq: float64 (nv, nC) or None, written.
    """

def mjd_transitionFD(m: Model, d: Data, eps: SupportsFloat, flg_centered: bool | SupportsIndex, A: npt.NDArray[np.float64] | None, B: npt.NDArray[np.float64] | None, C: npt.NDArray[np.float64] | None, D: npt.NDArray[np.float64] | None) -> None:
    """Writes finite-difference derivatives of a step: next state and sensors by state and control.

    m: MjModel; d: MjData; eps: float; flg_centered: bool or int; A: float64 (2*nv+na, 2*nv+na) or None, written; B: float64
    (2*nv+na, nu) or None, written; C: float64 (nsensordata, 2*nv+na) or None, written; D: float64 (nsensordata, nu) or None,
    written.
    """

def mju_L1(vec: npt.ArrayLike) -> float:
    """Returns the sum of the magnitudes of the entries.

    vec: float64 (n,). Returns float.
    """

def mju_add(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """Adds two vectors: `res = vec1 + vec2`.

    res: float64 (n,), written; vec1: array of that length; vec2: array of that length.
    """

def mju_add3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """Adds vectors of three entries: `res = vec1 + vec2`.

    res: float64 (3,), written; vec1: array of that length; vec2: array of that length.
    """

def mju_addScl(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike, scl: SupportsFloat) -> None:
    """Adds a scaled vector: `res = vec1 + vec2 * scl`.

    res: float64 (n,), written; vec1: array of that length; vec2: array of that length; scl: float.
    """

def mju_addScl3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike, scl: SupportsFloat) -> None:
    """Adds a scaled vector of three entries: `res = vec1 + vec2 * scl`.

    res: float64 (3,), written; vec1: array of that length; vec2: array of that length; scl: float.
    """

def mju_addTo(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """`res += vec`.

    res: float64 (n,), written; vec: array of that length.
    """

def mju_addTo3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """`res += vec`, three entries.

    res: float64 (3,), written; vec: array of that length.
    """

def mju_addToScl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None:
    """`res += vec * scl`.

    res: float64 (n,), written; vec: array of that length; scl: float.
    """

def mju_addToScl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None:
    """`res += vec * scl`, three entries.

    res: float64 (3,), written; vec: array of that length; scl: float.
    """

def mju_axisAngle2Quat(res: npt.NDArray[np.float64], axis: npt.ArrayLike, angle: SupportsFloat) -> None:
    """Writes the quaternion of a rotation by `angle` (rad) about `axis`.

    res: float64 (4,), written; axis: float64 (3,); angle: float.
    """

def mju_cholFactor(mat: npt.NDArray[np.float64], mindiag: SupportsFloat) -> int:
    """Cholesky factor in the lower triangle of `mat`; pivots below `mindiag` are raised to it. Returns the rank.

    mat: float64 (n, n), written; mindiag: float. Returns int.
    """

def mju_cholSolve(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """Solves a linear system with the factor that `mju_cholFactor` left in `mat`.

    res: float64 (n,), written; vec: float64 (n,); mat: float64 (n, n).
    """

def mju_copy(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None:
    """Copies a vector: `res = data`.

    res: float64 (n,), written; data: array of that length.
    """

def mju_copy3(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None:
    """Copies three entries: `res = data`.

    res: float64 (3,), written; data: array of that length.
    """

def mju_copy4(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None:
    """Copies four entries: `res = data`.

    res: float64 (4,), written; data: array of that length.
    """

def mju_cross(res: npt.NDArray[np.float64], a: npt.ArrayLike, b: npt.ArrayLike) -> None:
    """Writes the cross product of two vectors.

    res: float64 (3,), written; a: float64 (3,); b: float64 (3,).
    """

def mju_derivQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike, vel: npt.ArrayLike) -> None:
    """Writes the time derivative of a quaternion for an angular velocity.

    res: float64 (4,), written; quat: float64 (4,); vel: float64 (3,).
    """

def mju_dist3(pos1: npt.ArrayLike, pos2: npt.ArrayLike) -> float:
    """Returns the distance of two points.

    pos1, pos2: float64 (3,). Returns float.
    """

def mju_dot(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float:
    """Returns the dot product of two vectors.

    vec1, vec2: float64 (n,). Returns float.
    """

def mju_dot3(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float:
    """Returns the dot product of two vectors of three entries.

    vec1, vec2: float64 (3,). Returns float.
    """

def mju_eig3(eigval: npt.NDArray[np.float64], eigvec: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> int:
    """Writes the eigenvalues of a symmetric matrix in decreasing order, and the eigenvectors as columns and as a quaternion; returns
    the number of rotations.

    eigval: float64 (3,), written; eigvec: float64 (9,), written; mat: float64 (9,); quat: float64 (4,), written. Returns int.
    """

def mju_euler2Quat(quat: npt.NDArray[np.float64], euler: npt.ArrayLike, seq: str | bytes) -> None:
    """Writes the quaternion of three rotations. `seq` names the axes; capital letters mean fixed axes.

    quat: float64 (4,), written; euler: float64 (3,); seq: str or bytes.
    """

def mju_eye(mat: npt.NDArray[np.float64]) -> None:
    """Sets a square matrix to the identity.

    mat: float64 (n, n), written.
    """

def mju_fill(res: npt.NDArray[np.float64], val: SupportsFloat) -> None:
    """Sets all entries to a number.

    res: float64 (n,), written; val: float.
    """

def mju_isZero(vec: npt.ArrayLike) -> int:
    """Returns 1 if all entries are zero, else 0.

    vec: float64 (n,). Returns int.
    """

def mju_mat2Quat(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None:
    """Writes the quaternion of a rotation matrix.

    quat: float64 (4,), written; mat: float64 (9,).
    """

def mju_mat2Rot(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> int:
    """The rotation nearest to a matrix, found from the one in `quat` (Müller et al. 2016); returns the number of corrections.

    quat: float64 (4,), written; mat: float64 (9,). Returns int.
    """

def mju_mulMatMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None:
    """Multiplies two matrices: `res = mat1 mat2`.

    res: float64 (r, c), written; mat1: float64 (r, k); mat2: float64 (k, c).
    """

def mju_mulMatMatT(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None:
    """Multiplies a matrix with a transposed one: `res = mat1 mat2ᵀ`.

    res: float64 (r, c), written; mat1: float64 (r, k); mat2: float64 (c, k).
    """

def mju_mulMatTMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None:
    """Multiplies a transposed matrix with another: `res = mat1ᵀ mat2`.

    res: float64 (r, c), written; mat1: float64 (k, r); mat2: float64 (k, c).
    """

def mju_mulMatTVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """Multiplies a transposed matrix with a vector: `res = matᵀ vec`.

    res: float64 (nc,), written; mat: float64 (nr, nc); vec: float64 (nr,).
    """

def mju_mulMatTVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """Multiplies a transposed 3 by 3 matrix with a vector.

    res: float64 (3,), written; mat: float64 (9,); vec: float64 (3,).
    """

def mju_mulMatVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """Multiplies a matrix with a vector: `res = mat vec`.

    res: float64 (nr,), written; mat: float64 (nr, nc); vec: float64 (nc,).
    """

def mju_mulMatVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """Multiplies a 3 by 3 matrix with a vector.

    res: float64 (3,), written; mat: float64 (9,); vec: float64 (3,).
    """

def mju_mulPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos1: npt.ArrayLike, quat1: npt.ArrayLike, pos2: npt.ArrayLike, quat2: npt.ArrayLike) -> None:
    """Composes two poses: the second is in the frame of the first.

    posres: float64 (3,), written; pos1, pos2: float64 (3,); quatres: float64 (4,), written; quat1, quat2: float64 (4,).
    """

def mju_mulQuat(res: npt.NDArray[np.float64], quat1: npt.ArrayLike, quat2: npt.ArrayLike) -> None:
    """Multiplies two quaternions: `res = quat1 * quat2`.

    res: float64 (4,), written; quat1: float64 (4,); quat2: float64 (4,).
    """

def mju_mulQuatAxis(res: npt.NDArray[np.float64], quat: npt.ArrayLike, axis: npt.ArrayLike) -> None:
    """Multiplies a quaternion with an axis.

    res: float64 (4,), written; quat: float64 (4,); axis: float64 (3,).
    """

def mju_mulVecMatVec(vec1: npt.ArrayLike, mat: npt.ArrayLike, vec2: npt.ArrayLike) -> float:
    """Returns the product `vec1ᵀ mat vec2`.

    vec1, vec2: float64 (n,); mat: float64 (n, n). Returns float.
    """

def mju_muscleBias(len: SupportsFloat, lengthrange: npt.ArrayLike, acc0: SupportsFloat, prm: npt.ArrayLike) -> float:
    """Returns the passive force of a muscle.

    len, acc0: float; lengthrange: float64 (2,); prm: float64 (9,). Returns float.
    """

def mju_muscleDynamics(ctrl: SupportsFloat, act: SupportsFloat, prm: npt.ArrayLike) -> float:
    """Returns the rate of a muscle's activation.

    ctrl, act: float; prm: float64 (3,). Returns float.
    """

def mju_muscleGain(len: SupportsFloat, vel: SupportsFloat, lengthrange: npt.ArrayLike, acc0: SupportsFloat, prm: npt.ArrayLike) -> float:
    """Returns the active force of a muscle per activation; a pull is negative.

    len, vel, acc0: float; lengthrange: float64 (2,); prm: float64 (9,). Returns float.
    """

def mju_negPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike) -> None:
    """Inverts a pose.

    posres: float64 (3,), written; pos: float64 (3,); quatres: float64 (4,), written; quat: float64 (4,).
    """

def mju_negQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None:
    """Writes the conjugate of a quaternion, which is the inverse rotation.

    res: float64 (4,), written; quat: float64 (4,).
    """

def mju_norm(vec: npt.ArrayLike) -> float:
    """Returns the Euclidean length of a vector.

    vec: float64 (n,). Returns float.
    """

def mju_norm3(vec: npt.ArrayLike) -> float:
    """Returns the Euclidean length of a vector of three entries.

    vec: float64 (3,). Returns float.
    """

def mju_normalize(res: npt.NDArray[np.float64]) -> float:
    """Makes a vector one long and returns its length; one without length becomes the first unit vector.

    res: float64 (n,), written. Returns float.
    """

def mju_normalize3(vec: npt.NDArray[np.float64]) -> float:
    """Normalises a vector in place and returns its length.

    vec: float64 (3,), written. Returns float.
    """

def mju_normalize4(vec: npt.NDArray[np.float64]) -> float:
    """Normalises a quaternion in place and returns its length.

    vec: float64 (4,), written. Returns float.
    """

def mju_quat2Mat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None:
    """Writes the rotation matrix of a quaternion.

    res: float64 (9,), written; quat: float64 (4,).
    """

def mju_quat2Vel(res: npt.NDArray[np.float64], quat: npt.ArrayLike, dt: SupportsFloat) -> None:
    """Writes the angular velocity that makes a rotation in the time `dt`.

    res: float64 (3,), written; quat: float64 (4,); dt: float.
    """

def mju_quatIntegrate(quat: npt.NDArray[np.float64], vel: npt.ArrayLike, scale: SupportsFloat) -> None:
    """Turns a quaternion in place with an angular velocity for the time `scale`.

    quat: float64 (4,), written; vel: float64 (3,); scale: float.
    """

def mju_quatZ2Vec(quat: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Writes a quaternion that turns the z axis to `vec`.

    quat: float64 (4,), written; vec: float64 (3,).
    """

def mju_rayGeom(pos: npt.ArrayLike, mat: npt.ArrayLike, size: npt.ArrayLike, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomtype: SupportsIndex, normal: npt.NDArray[np.float64] | None = None) -> float:
    """Returns the distance along `vec` to a primitive shape, -1 when the ray misses it.

    pos, size, pnt, vec: float64 (3,); mat: float64 (9,); geomtype: int; normal: float64 (3,) or None, written. Returns float.
    """

def mju_rotVecQuat(res: npt.NDArray[np.float64], vec: npt.ArrayLike, quat: npt.ArrayLike) -> None:
    """Rotates a vector by a quaternion.

    res: float64 (3,), written; vec: float64 (3,); quat: float64 (4,).
    """

def mju_scl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None:
    """Scales a vector: `res = vec * scl`.

    res: float64 (n,), written; vec: array of that length; scl: float.
    """

def mju_scl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None:
    """Scales three entries: `res = vec * scl`.

    res: float64 (3,), written; vec: array of that length; scl: float.
    """

def mju_sqrMatTD(res: npt.NDArray[np.float64], mat: npt.ArrayLike, diag: npt.ArrayLike | None) -> None:
    """Writes `matᵀ diag(diag) mat`, or `matᵀ mat` when `diag` is None.

    res: float64 (nc, nc), written; mat: float64 (nr, nc); diag: float64 (nr,) or None.
    """

def mju_str2Type(str: str | bytes) -> int:
    """Returns the number of a kind of object, 0 for an unknown word.

    str: str or bytes. Returns int.
    """

def mju_sub(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """Subtracts two vectors: `res = vec1 - vec2`.

    res: float64 (n,), written; vec1: array of that length; vec2: array of that length.
    """

def mju_sub3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """Subtracts vectors of three entries: `res = vec1 - vec2`.

    res: float64 (3,), written; vec1: array of that length; vec2: array of that length.
    """

def mju_subFrom(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """`res -= vec`.

    res: float64 (n,), written; vec: array of that length.
    """

def mju_subFrom3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """`res -= vec`, three entries.

    res: float64 (3,), written; vec: array of that length.
    """

def mju_subQuat(res: npt.NDArray[np.float64], qa: npt.ArrayLike, qb: npt.ArrayLike) -> None:
    """Writes the rotation from `qb` to `qa` as a rotation vector (rad).

    res: float64 (3,), written; qa: float64 (4,); qb: float64 (4,).
    """

def mju_sum(vec: npt.ArrayLike) -> float:
    """Returns the sum of the entries.

    vec: float64 (n,). Returns float.
    """

def mju_symmetrize(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None:
    """Writes the symmetric part of a matrix: `res = (mat + matᵀ) / 2`.

    res: float64 (n, n), written; mat: float64 (n, n).
    """

def mju_transpose(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None:
    """Transposes a matrix.

    res: float64 (nc, nr), written; mat: float64 (nr, nc).
    """

def mju_trnVecPose(res: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """Transforms a vector by a pose: rotates it, then adds the position.

    res: float64 (3,), written; pos: float64 (3,); quat: float64 (4,); vec: float64 (3,).
    """

def mju_type2Str(type: SupportsIndex) -> str:
    """Returns the word of a kind of object, empty for an unknown number.

    type: int. Returns str.
    """

def mju_unit4(res: npt.NDArray[np.float64]) -> None:
    """Sets a quaternion to no rotation.

    res: float64 (4,), written.
    """

def mju_warningText(warning: SupportsIndex, info: SupportsIndex) -> str:
    """Returns the text of a warning from its kind and its subject.

    warning, info: int. Returns str.
    """

def mju_zero(res: npt.NDArray[np.float64]) -> None:
    """Sets all entries to zero.

    res: float64 (n,), written.
    """

def mju_zero3(res: npt.NDArray[np.float64]) -> None:
    """Sets three entries to zero.

    res: float64 (3,), written.
    """

def mju_zero4(res: npt.NDArray[np.float64]) -> None:
    """Sets four entries to zero.

    res: float64 (4,), written.
    """

def mjv_addGeoms(m: Model, d: Data, opt: MjvOption, pert: MjvPerturb | None, catmask: SupportsIndex, scn: MjvScene) -> None:
    """Adds the geoms of some categories to a scene.

    m: MjModel; d: MjData; opt: MjvOption; pert: MjvPerturb or None; catmask: int, of mjtCatBit; scn: MjvScene.
    """

def mjv_alignToCamera(res: npt.NDArray[np.float64], vec: npt.ArrayLike, forward: npt.ArrayLike) -> None:
    """Turns a vector about the vertical by the angle from the y axis to the direction of sight.

    res: float64 (3,), written; vec, forward: float64 (3,).
    """

def mjv_applyPerturbForce(m: Model, d: Data, pert: MjvPerturb) -> None:
    """Writes the force of a perturbation to `xfrc_applied`.

    m: MjModel; d: MjData; pert: MjvPerturb.
    """

def mjv_applyPerturbPose(m: Model, d: Data, pert: MjvPerturb, flg_paused: SupportsIndex) -> None:
    """Moves the perturbed body to the pose of the perturbation.

    m: MjModel; d: MjData; pert: MjvPerturb; flg_paused: int.
    """

def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """Returns the projection half way between those of two eyes.

    cam1, cam2: MjvGLCamera. Returns MjvGLCamera.
    """

def mjv_camera2GLCamera(m: Model, d: Data, cam: MjvCamera) -> MjvGLCamera:
    """Returns the projection of a camera.

    m: MjModel; d: MjData; cam: MjvCamera. Returns MjvGLCamera.
    """

def mjv_cameraFrame(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], right: npt.NDArray[np.float64], d: Data, cam: MjvCamera) -> None:
    """Writes the position and the axes of a camera.

    headpos, forward, up, right: float64 (3,), written; d: MjData; cam: MjvCamera.
    """

def mjv_cameraFrustum(zver: npt.NDArray[np.float32], zhor: npt.NDArray[np.float32], zclip: npt.NDArray[np.float32], m: Model, cam: MjvCamera) -> None:
    """Writes the frustum of a camera: up and down, left and right, near and far.

    zver, zhor, zclip: float32 (2,), written; m: MjModel; cam: MjvCamera.
    """

def mjv_cameraInModel(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None:
    """Writes where the camera is, and where it looks, in the model's space.

    headpos, forward, up: float64 (3,), written; scn: MjvScene.
    """

def mjv_cameraInRoom(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None:
    """Writes where the camera is, and where it looks, in the room.

    headpos, forward, up: float64 (3,), written; scn: MjvScene.
    """

def mjv_connector(geom: MjvGeom, type: SupportsIndex, width: SupportsFloat, from_: npt.ArrayLike, to: npt.ArrayLike) -> None:
    """Places a geom so that it reaches from one point to another.

    geom: MjvGeom; type: int; width: float; from_, to: float64 (3,).
    """

def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Sets a camera to its defaults.

    cam: MjvCamera.
    """

def mjv_defaultFreeCamera(m: Model, cam: MjvCamera) -> None:
    """Sets a camera to a free one that sees the whole model, as the model's visual settings say.

    m: MjModel; cam: MjvCamera.
    """

def mjv_defaultOption(opt: MjvOption) -> None:
    """Sets the visible groups and flags to their defaults.

    opt: MjvOption.
    """

def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Sets a perturbation to its defaults: nothing is held.

    pert: MjvPerturb.
    """

def mjv_frustumHeight(scn: MjvScene) -> float:
    """Returns the height of what is seen one unit in front of the camera.

    scn: MjvScene. Returns float.
    """

def mjv_initGeom(geom: MjvGeom, type: SupportsIndex, size: npt.ArrayLike | None, pos: npt.ArrayLike | None, mat: npt.ArrayLike | None, rgba: npt.ArrayLike | None) -> None:
    """Sets a geom: the values that are given, and defaults for the rest.

    geom: MjvGeom; type: int; size, pos: float64 (3,) or None; mat: float64 (9,) or None; rgba: float32 (4,) or None.
    """

def mjv_initPerturb(m: Model, d: Data, scn: MjvScene, pert: MjvPerturb) -> None:
    """Starts a perturbation of the selected body.

    m: MjModel; d: MjData; scn: MjvScene; pert: MjvPerturb.
    """

def mjv_makeLights(m: Model, d: Data, scn: MjvScene) -> None:
    """Lists the lights that are switched on.

    m: MjModel; d: MjData; scn: MjvScene.
    """

def mjv_model2room(roompos: npt.NDArray[np.float64], roomquat: npt.NDArray[np.float64], modelpos: npt.ArrayLike, modelquat: npt.ArrayLike, scn: MjvScene) -> None:
    """Transforms a pose of the model's space to the room.

    roompos: float64 (3,), written; roomquat: float64 (4,), written; modelpos: float64 (3,); modelquat: float64 (4,); scn: MjvScene.
    """

def mjv_moveCamera(m: Model, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, cam: MjvCamera) -> None:
    """Moves a camera with the mouse.

    m: MjModel; action: int, of mjtMouse; reldx, reldy: float; cam: MjvCamera.
    """

def mjv_moveModel(m: Model, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, roomup: npt.ArrayLike, scn: MjvScene) -> None:
    """Moves the whole scene with the mouse, if its transformation is on.

    m: MjModel; action: int, of mjtMouse; reldx, reldy: float; roomup: float64 (3,); scn: MjvScene.
    """

def mjv_movePerturb(m: Model, d: Data, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, scn: MjvScene, pert: MjvPerturb) -> None:
    """Moves the target of a perturbation with the mouse.

    m: MjModel; d: MjData; action: int, of mjtMouse; reldx, reldy: float; scn: MjvScene; pert: MjvPerturb.
    """

def mjv_room2model(modelpos: npt.NDArray[np.float64], modelquat: npt.NDArray[np.float64], roompos: npt.ArrayLike, roomquat: npt.ArrayLike, scn: MjvScene) -> None:
    """Transforms a pose of the room to the model's space.

    modelpos: float64 (3,), written; modelquat: float64 (4,), written; roompos: float64 (3,); roomquat: float64 (4,); scn: MjvScene.
    """

def mjv_select(m: Model, d: Data, vopt: MjvOption, aspectratio: SupportsFloat, relx: SupportsFloat, rely: SupportsFloat, scn: MjvScene, selpnt: npt.NDArray[np.float64], geomid: npt.NDArray[np.int32], flexid: npt.NDArray[np.int32], skinid: npt.NDArray[np.int32]) -> int:
    """Finds what is seen at a place of the picture. Returns its body, -1 for nothing.

    m: MjModel; d: MjData; vopt: MjvOption; aspectratio, relx, rely: float; scn: MjvScene; selpnt: float64 (3,), written; geomid,
    flexid, skinid: int32 (1,), written. Returns int.
    """

def mjv_updateCamera(m: Model, d: Data, cam: MjvCamera, scn: MjvScene) -> None:
    """Updates the cameras of a scene from a camera.

    m: MjModel; d: MjData; cam: MjvCamera; scn: MjvScene.
    """

def mjv_updateScene(m: Model, d: Data, opt: MjvOption, pert: MjvPerturb | None, cam: MjvCamera, catmask: SupportsIndex, scn: MjvScene) -> None:
    """Updates everything in a scene.

    m: MjModel; d: MjData; opt: MjvOption; pert: MjvPerturb or None; cam: MjvCamera; catmask: int, of mjtCatBit; scn: MjvScene.
    """

def mjv_updateSkin(m: Model, d: Data, scn: MjvScene) -> None:
    """Updates the vertices of skins, of the groups that are visible by default.

    m: MjModel; d: MjData; scn: MjvScene.
    """
