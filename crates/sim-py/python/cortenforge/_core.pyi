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

class FatalError(Exception): ...

class StepLimits:
    """What a step of one world may take: passing a limit is an error of that step and of that world alone."""

    contacts: int | None
    bytes: int
    memory: int | None
    solver_products: int

class _MjModelBodyViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bvhadr: _Array[np.int32]
    bvhnum: _Array[np.int32]
    conaffinity: _Array[np.int32]
    contype: _Array[np.int32]
    dofadr: _Array[np.int32]
    dofnum: _Array[np.int32]
    geomadr: _Array[np.int32]
    geomnum: _Array[np.int32]
    gravcomp: _Array[np.float64]
    inertia: _Array[np.float64]
    invweight0: _Array[np.float64]
    ipos: _Array[np.float64]
    iquat: _Array[np.float64]
    jntadr: _Array[np.int32]
    jntnum: _Array[np.int32]
    margin: _Array[np.float64]
    mass: _Array[np.float64]
    mocapid: _Array[np.int32]
    parentid: _Array[np.int32]
    plugin: _Array[np.int32]
    pos: _Array[np.float64]
    quat: _Array[np.float64]
    rootid: _Array[np.int32]
    sameframe: _Array[np.uint8]
    simple: _Array[np.uint8]
    subtreemass: _Array[np.float64]
    treeid: _Array[np.int32]
    user: _Array[np.float64]
    weldid: _Array[np.int32]

class _MjModelJointViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    M0: _Array[np.float64]
    Madr: _Array[np.int32]
    actfrclimited: _Array[np.bool_]
    actfrcrange: _Array[np.float64]
    actgravcomp: _Array[np.bool_]
    actuatorid: _Array[np.int32]
    armature: _Array[np.float64]
    axis: _Array[np.float64]
    bodyid: _Array[np.int32]
    damping: _Array[np.float64]
    dampingpoly: _Array[np.float64]
    dofadr: _Array[np.int32]
    frictionloss: _Array[np.float64]
    group: _Array[np.int32]
    invweight0: _Array[np.float64]
    jntid: _Array[np.int32]
    length: _Array[np.float64]
    limited: _Array[np.bool_]
    margin: _Array[np.float64]
    parentid: _Array[np.int32]
    pos: _Array[np.float64]
    qpos0: _Array[np.float64]
    qpos_spring: _Array[np.float64]
    qposadr: _Array[np.int32]
    range: _Array[np.float64]
    simplenum: _Array[np.int32]
    solimp: _Array[np.float64]
    solref: _Array[np.float64]
    stiffness: _Array[np.float64]
    stiffnesspoly: _Array[np.float64]
    treeid: _Array[np.int32]
    type: _Array[np.int32]
    user: _Array[np.float64]

class _MjModelGeomViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    aabb: _Array[np.float64]
    adhesion: _Array[np.float64]
    bodyid: _Array[np.int32]
    conaffinity: _Array[np.int32]
    condim: _Array[np.int32]
    contype: _Array[np.int32]
    dataid: _Array[np.int32]
    fluid: _Array[np.float64]
    friction: _Array[np.float64]
    gap: _Array[np.float64]
    group: _Array[np.int32]
    margin: _Array[np.float64]
    matid: _Array[np.int32]
    plugin: _Array[np.int32]
    pos: _Array[np.float64]
    priority: _Array[np.int32]
    quat: _Array[np.float64]
    rbound: _Array[np.float64]
    rgba: _Array[np.float32]
    sameframe: _Array[np.uint8]
    size: _Array[np.float64]
    solimp: _Array[np.float64]
    solmix: _Array[np.float64]
    solref: _Array[np.float64]
    surfacevel: _Array[np.float64]
    type: _Array[np.int32]
    user: _Array[np.float64]

class _MjModelSiteViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bodyid: _Array[np.int32]
    group: _Array[np.int32]
    matid: _Array[np.int32]
    pos: _Array[np.float64]
    quat: _Array[np.float64]
    rgba: _Array[np.float32]
    sameframe: _Array[np.uint8]
    size: _Array[np.float64]
    type: _Array[np.int32]
    user: _Array[np.float64]

class _MjModelCameraViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bodyid: _Array[np.int32]
    fovy: _Array[np.float64]
    intrinsic: _Array[np.float32]
    ipd: _Array[np.float64]
    mat0: _Array[np.float64]
    mode: _Array[np.int32]
    output: _Array[np.int32]
    pos: _Array[np.float64]
    pos0: _Array[np.float64]
    poscom0: _Array[np.float64]
    projection: _Array[np.int32]
    quat: _Array[np.float64]
    resolution: _Array[np.int32]
    sensorsize: _Array[np.float32]
    targetbodyid: _Array[np.int32]
    user: _Array[np.float64]

class _MjModelLightViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    active: _Array[np.bool_]
    ambient: _Array[np.float32]
    attenuation: _Array[np.float32]
    bodyid: _Array[np.int32]
    bulbradius: _Array[np.float32]
    castshadow: _Array[np.bool_]
    cutoff: _Array[np.float32]
    diffuse: _Array[np.float32]
    dir: _Array[np.float64]
    dir0: _Array[np.float64]
    exponent: _Array[np.float32]
    intensity: _Array[np.float32]
    mode: _Array[np.int32]
    pos: _Array[np.float64]
    pos0: _Array[np.float64]
    poscom0: _Array[np.float64]
    range: _Array[np.float32]
    softness: _Array[np.float32]
    specular: _Array[np.float32]
    targetbodyid: _Array[np.int32]
    texid: _Array[np.int32]
    type: _Array[np.int32]

class _MjModelMeshViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bvhadr: _Array[np.int32]
    bvhnum: _Array[np.int32]
    extrema: _Array[np.int32]
    faceadr: _Array[np.int32]
    facenum: _Array[np.int32]
    graphadr: _Array[np.int32]
    normaladr: _Array[np.int32]
    normalnum: _Array[np.int32]
    octadr: _Array[np.int32]
    octnum: _Array[np.int32]
    pathadr: _Array[np.int32]
    polyadr: _Array[np.int32]
    polynum: _Array[np.int32]
    pos: _Array[np.float64]
    quat: _Array[np.float64]
    scale: _Array[np.float64]
    texcoordadr: _Array[np.int32]
    texcoordnum: _Array[np.int32]
    vertadr: _Array[np.int32]
    vertnum: _Array[np.int32]

class _MjModelSkinViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    boneadr: _Array[np.int32]
    bonenum: _Array[np.int32]
    faceadr: _Array[np.int32]
    facenum: _Array[np.int32]
    group: _Array[np.int32]
    inflate: _Array[np.float32]
    matid: _Array[np.int32]
    pathadr: _Array[np.int32]
    rgba: _Array[np.float32]
    texcoordadr: _Array[np.int32]
    vertadr: _Array[np.int32]
    vertnum: _Array[np.int32]

class _MjModelHfieldViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: _Array[np.int32]
    data: _Array[np.float32]
    ncol: _Array[np.int32]
    nrow: _Array[np.int32]
    pathadr: _Array[np.int32]
    size: _Array[np.float64]

class _MjModelTextureViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: _Array[np.int64]
    colorspace: _Array[np.int32]
    data: _Array[np.uint8]
    height: _Array[np.int32]
    nchannel: _Array[np.int32]
    pathadr: _Array[np.int32]
    type: _Array[np.int32]
    width: _Array[np.int32]

class _MjModelMaterialViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    emission: _Array[np.float32]
    metallic: _Array[np.float32]
    reflectance: _Array[np.float32]
    rgba: _Array[np.float32]
    roughness: _Array[np.float32]
    shininess: _Array[np.float32]
    specular: _Array[np.float32]
    texid: _Array[np.int32]
    texrepeat: _Array[np.float32]
    texuniform: _Array[np.bool_]

class _MjModelPairViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adhesion: _Array[np.float64]
    dim: _Array[np.int32]
    friction: _Array[np.float64]
    gap: _Array[np.float64]
    geom1: _Array[np.int32]
    geom2: _Array[np.int32]
    margin: _Array[np.float64]
    signature: _Array[np.int32]
    solimp: _Array[np.float64]
    solref: _Array[np.float64]
    solreffriction: _Array[np.float64]

class _MjModelExcludeViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    signature: _Array[np.int32]

class _MjModelEqualityViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    active0: _Array[np.bool_]
    data: _Array[np.float64]
    obj1id: _Array[np.int32]
    obj2id: _Array[np.int32]
    objtype: _Array[np.int32]
    solimp: _Array[np.float64]
    solref: _Array[np.float64]
    type: _Array[np.int32]

class _MjModelTendonViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    J_colind: _Array[np.int32]
    J_rowadr: _Array[np.int32]
    J_rownnz: _Array[np.int32]
    _actfrclimited: _Array[np.bool_]
    _actfrcrange: _Array[np.float64]
    _actuatorid: _Array[np.int32]
    _adr: _Array[np.int32]
    _armature: _Array[np.float64]
    _damping: _Array[np.float64]
    _dampingpoly: _Array[np.float64]
    _frictionloss: _Array[np.float64]
    _group: _Array[np.int32]
    _invweight0: _Array[np.float64]
    _length0: _Array[np.float64]
    _lengthspring: _Array[np.float64]
    _limited: _Array[np.bool_]
    _margin: _Array[np.float64]
    _matid: _Array[np.int32]
    _num: _Array[np.int32]
    _range: _Array[np.float64]
    _rgba: _Array[np.float32]
    _solimp_fri: _Array[np.float64]
    _solimp_lim: _Array[np.float64]
    _solref_fri: _Array[np.float64]
    _solref_lim: _Array[np.float64]
    _stiffness: _Array[np.float64]
    _stiffnesspoly: _Array[np.float64]
    _treeid: _Array[np.int32]
    _treenum: _Array[np.int32]
    _user: _Array[np.float64]
    _width: _Array[np.float64]
    actfrclimited: _Array[np.bool_]
    actfrcrange: _Array[np.float64]
    actuatorid: _Array[np.int32]
    adr: _Array[np.int32]
    armature: _Array[np.float64]
    damping: _Array[np.float64]
    dampingpoly: _Array[np.float64]
    frictionloss: _Array[np.float64]
    group: _Array[np.int32]
    invweight0: _Array[np.float64]
    length0: _Array[np.float64]
    lengthspring: _Array[np.float64]
    limited: _Array[np.bool_]
    margin: _Array[np.float64]
    matid: _Array[np.int32]
    num: _Array[np.int32]
    range: _Array[np.float64]
    rgba: _Array[np.float32]
    solimp_fri: _Array[np.float64]
    solimp_lim: _Array[np.float64]
    solref_fri: _Array[np.float64]
    solref_lim: _Array[np.float64]
    stiffness: _Array[np.float64]
    stiffnesspoly: _Array[np.float64]
    treeid: _Array[np.int32]
    treenum: _Array[np.int32]
    user: _Array[np.float64]
    width: _Array[np.float64]

class _MjModelActuatorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    acc0: _Array[np.float64]
    actadr: _Array[np.int32]
    actearly: _Array[np.bool_]
    actlimited: _Array[np.bool_]
    actnum: _Array[np.int32]
    actrange: _Array[np.float64]
    armature: _Array[np.float64]
    biasprm: _Array[np.float64]
    biastype: _Array[np.int32]
    cranklength: _Array[np.float64]
    ctrladr: _Array[np.int32]
    ctrllimited: _Array[np.bool_]
    ctrlnum: _Array[np.int32]
    ctrlrange: _Array[np.float64]
    ctrlspec: _Array[np.int32]
    damping: _Array[np.float64]
    dampingpoly: _Array[np.float64]
    delay: _Array[np.float64]
    dynprm: _Array[np.float64]
    dyntype: _Array[np.int32]
    forcelimited: _Array[np.bool_]
    forcerange: _Array[np.float64]
    gainprm: _Array[np.float64]
    gaintype: _Array[np.int32]
    gear: _Array[np.float64]
    group: _Array[np.int32]
    history: _Array[np.int32]
    historyadr: _Array[np.int32]
    length0: _Array[np.float64]
    lengthrange: _Array[np.float64]
    outadr: _Array[np.int32]
    outnum: _Array[np.int32]
    plugin: _Array[np.int32]
    trnid: _Array[np.int32]
    trntype: _Array[np.int32]
    user: _Array[np.float64]

class _MjModelSensorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: _Array[np.int32]
    cutoff: _Array[np.float64]
    datatype: _Array[np.int32]
    delay: _Array[np.float64]
    dim: _Array[np.int32]
    history: _Array[np.int32]
    historyadr: _Array[np.int32]
    interval: _Array[np.float64]
    intprm: _Array[np.int32]
    needstage: _Array[np.int32]
    noise: _Array[np.float64]
    objid: _Array[np.int32]
    objtype: _Array[np.int32]
    plugin: _Array[np.int32]
    refid: _Array[np.int32]
    reftype: _Array[np.int32]
    type: _Array[np.int32]
    user: _Array[np.float64]

class _MjModelNumericViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: _Array[np.int32]
    data: _Array[np.float64]
    size: _Array[np.int32]

class _MjModelTextViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: _Array[np.int32]
    @property
    def data(self) -> bytes: ...
    size: _Array[np.int32]

class _MjModelTupleViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: _Array[np.int32]
    objid: _Array[np.int32]
    objprm: _Array[np.float64]
    objtype: _Array[np.int32]
    size: _Array[np.int32]

class _MjModelKeyframeViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    act: _Array[np.float64]
    ctrl: _Array[np.float64]
    mpos: _Array[np.float64]
    mquat: _Array[np.float64]
    qpos: _Array[np.float64]
    qvel: _Array[np.float64]
    time: _Array[np.float64]

class _MjDataBodyViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    awake: _Array[np.int32]
    awake_ind: _Array[np.int32]
    cacc: _Array[np.float64]
    cfrc_ext: _Array[np.float64]
    cfrc_int: _Array[np.float64]
    cinert: _Array[np.float64]
    crb: _Array[np.float64]
    cvel: _Array[np.float64]
    parent_awake_ind: _Array[np.int32]
    subtree_angmom: _Array[np.float64]
    subtree_com: _Array[np.float64]
    subtree_linvel: _Array[np.float64]
    xfrc_applied: _Array[np.float64]
    ximat: _Array[np.float64]
    xipos: _Array[np.float64]
    xmat: _Array[np.float64]
    xpos: _Array[np.float64]
    xquat: _Array[np.float64]

class _MjDataJointViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    awake_ind: _Array[np.int32]
    cdof: _Array[np.float64]
    cdof_dot: _Array[np.float64]
    island: _Array[np.int32]
    map_dof2idof: _Array[np.int32]
    map_idof2dof: _Array[np.int32]
    qHDiagInv: _Array[np.float64]
    qLDiagInv: _Array[np.float64]
    qacc: _Array[np.float64]
    qacc_smooth: _Array[np.float64]
    qacc_warmstart: _Array[np.float64]
    qfrc_actuator: _Array[np.float64]
    qfrc_adhesion: _Array[np.float64]
    qfrc_applied: _Array[np.float64]
    qfrc_bias: _Array[np.float64]
    qfrc_constraint: _Array[np.float64]
    qfrc_damper: _Array[np.float64]
    qfrc_fluid: _Array[np.float64]
    qfrc_gravcomp: _Array[np.float64]
    qfrc_inverse: _Array[np.float64]
    qfrc_passive: _Array[np.float64]
    qfrc_smooth: _Array[np.float64]
    qfrc_spring: _Array[np.float64]
    qpos: _Array[np.float64]
    qvel: _Array[np.float64]
    xanchor: _Array[np.float64]
    xaxis: _Array[np.float64]

class _MjDataGeomViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xmat: _Array[np.float64]
    xpos: _Array[np.float64]

class _MjDataSiteViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xmat: _Array[np.float64]
    xpos: _Array[np.float64]

class _MjDataCameraViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xmat: _Array[np.float64]
    xpos: _Array[np.float64]

class _MjDataLightViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xdir: _Array[np.float64]
    xpos: _Array[np.float64]

class _MjDataEqualityViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    active: _Array[np.bool_]

class _MjDataTendonViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    J: _Array[np.float64]
    _efcadr: _Array[np.int32]
    efcadr: _Array[np.int32]
    length: _Array[np.float64]
    velocity: _Array[np.float64]
    wrapadr: _Array[np.int32]
    wrapnum: _Array[np.int32]

class _MjDataActuatorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    act: _Array[np.float64]
    act_dot: _Array[np.float64]
    ctrl: _Array[np.float64]
    force: _Array[np.float64]
    length: _Array[np.float64]
    moment: _Array[np.float64]
    moment_colind: _Array[np.int32]
    moment_rowadr: _Array[np.int32]
    moment_rownnz: _Array[np.int32]
    velocity: _Array[np.float64]

class _MjDataSensorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    data: _Array[np.float64]

class MjOption:
    def __init__(self) -> None: ...
    timestep: float
    impratio: float
    tolerance: float
    ls_tolerance: float
    noslip_tolerance: float
    ccd_tolerance: float
    sleep_tolerance: float
    gravity: _Array[np.float64]  # (3,)
    wind: _Array[np.float64]  # (3,)
    magnetic: _Array[np.float64]  # (3,)
    density: float
    viscosity: float
    o_margin: float
    o_solref: _Array[np.float64]  # (2,)
    o_solimp: _Array[np.float64]  # (5,)
    o_friction: _Array[np.float64]  # (5,)
    integrator: int
    cone: int
    jacobian: int
    solver: int
    iterations: int
    ls_iterations: int
    noslip_iterations: int
    ccd_iterations: int
    disableflags: int
    enableflags: int
    disableactuator: int
    sdf_initpoints: int
    sdf_iterations: int

class MjStatistic:
    def __init__(self) -> None: ...
    meaninertia: float
    meanmass: float
    meansize: float
    extent: float
    center: _Array[np.float64]  # (3,)

class MjVisual:
    class Global:
        def __init__(self) -> None: ...
        cameraid: int
        orthographic: int
        fovy: float
        ipd: float
        azimuth: float
        elevation: float
        linewidth: float
        glow: float
        realtime: float
        offwidth: int
        offheight: int
        ellipsoidinertia: int
        bvactive: int
    class Quality:
        def __init__(self) -> None: ...
        shadowsize: int
        offsamples: int
        numslices: int
        numstacks: int
        numquads: int
    class Headlight:
        def __init__(self) -> None: ...
        ambient: _Array[np.float32]  # (3,)
        diffuse: _Array[np.float32]  # (3,)
        specular: _Array[np.float32]  # (3,)
        active: int
    class Map:
        def __init__(self) -> None: ...
        stiffness: float
        stiffnessrot: float
        force: float
        torque: float
        alpha: float
        fogstart: float
        fogend: float
        znear: float
        zfar: float
        haze: float
        shadowclip: float
        shadowscale: float
        actuatortendon: float
    class Scale:
        def __init__(self) -> None: ...
        forcewidth: float
        contactwidth: float
        contactheight: float
        connect: float
        com: float
        camera: float
        light: float
        selectpoint: float
        jointlength: float
        jointwidth: float
        actuatorlength: float
        actuatorwidth: float
        framelength: float
        framewidth: float
        constraint: float
        slidercrank: float
        frustum: float
    class Rgba:
        def __init__(self) -> None: ...
        fog: _Array[np.float32]  # (4,)
        haze: _Array[np.float32]  # (4,)
        force: _Array[np.float32]  # (4,)
        inertia: _Array[np.float32]  # (4,)
        joint: _Array[np.float32]  # (4,)
        actuator: _Array[np.float32]  # (4,)
        actuatornegative: _Array[np.float32]  # (4,)
        actuatorpositive: _Array[np.float32]  # (4,)
        com: _Array[np.float32]  # (4,)
        camera: _Array[np.float32]  # (4,)
        light: _Array[np.float32]  # (4,)
        selectpoint: _Array[np.float32]  # (4,)
        connect: _Array[np.float32]  # (4,)
        contactpoint: _Array[np.float32]  # (4,)
        contactforce: _Array[np.float32]  # (4,)
        contactfriction: _Array[np.float32]  # (4,)
        contacttorque: _Array[np.float32]  # (4,)
        contactgap: _Array[np.float32]  # (4,)
        rangefinder: _Array[np.float32]  # (4,)
        constraint: _Array[np.float32]  # (4,)
        slidercrank: _Array[np.float32]  # (4,)
        crankbroken: _Array[np.float32]  # (4,)
        frustum: _Array[np.float32]  # (4,)
        bv: _Array[np.float32]  # (4,)
        bvactive: _Array[np.float32]  # (4,)
    @property
    def global_(self) -> Global: ...
    @property
    def quality(self) -> Quality: ...
    @property
    def headlight(self) -> Headlight: ...
    @property
    def map(self) -> Map: ...
    @property
    def scale(self) -> Scale: ...
    @property
    def rgba(self) -> Rgba: ...
    def __init__(self) -> None: ...

class MjContact:
    def __init__(self) -> None: ...
    dist: float
    pos: _Array[np.float64]  # (3,)
    frame: _Array[np.float64]  # (9,)
    includemargin: float
    friction: _Array[np.float64]  # (5,)
    solref: _Array[np.float64]  # (2,)
    solreffriction: _Array[np.float64]  # (2,)
    solimp: _Array[np.float64]  # (5,)
    adhesion: float
    mu: float
    H: _Array[np.float64]  # (36,)
    dim: int
    geom1: int
    geom2: int
    geom: _Array[np.int32]  # (2,)
    flex: _Array[np.int32]  # (2,)
    elem: _Array[np.int32]  # (2,)
    vert: _Array[np.int32]  # (2,)
    exclude: int
    efc_address: int

class _MjContactList:
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> MjContact: ...
    @overload
    def __getitem__(self, key: slice, /) -> _MjContactList: ...
    def __iter__(self) -> Iterator[MjContact]: ...
    @property
    def dist(self) -> npt.NDArray[np.float64]: ...  # (ncon,)
    @property
    def pos(self) -> npt.NDArray[np.float64]: ...  # (ncon, 3)
    @property
    def frame(self) -> npt.NDArray[np.float64]: ...  # (ncon, 9)
    @property
    def includemargin(self) -> npt.NDArray[np.float64]: ...  # (ncon,)
    @property
    def friction(self) -> npt.NDArray[np.float64]: ...  # (ncon, 5)
    @property
    def solref(self) -> npt.NDArray[np.float64]: ...  # (ncon, 2)
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]: ...  # (ncon, 2)
    @property
    def solimp(self) -> npt.NDArray[np.float64]: ...  # (ncon, 5)
    @property
    def adhesion(self) -> npt.NDArray[np.float64]: ...  # (ncon,)
    @property
    def mu(self) -> npt.NDArray[np.float64]: ...  # (ncon,)
    @property
    def H(self) -> npt.NDArray[np.float64]: ...  # (ncon, 36)
    @property
    def dim(self) -> npt.NDArray[np.int32]: ...  # (ncon,)
    @property
    def geom1(self) -> npt.NDArray[np.int32]: ...  # (ncon,)
    @property
    def geom2(self) -> npt.NDArray[np.int32]: ...  # (ncon,)
    @property
    def geom(self) -> npt.NDArray[np.int32]: ...  # (ncon, 2)
    @property
    def flex(self) -> npt.NDArray[np.int32]: ...  # (ncon, 2)
    @property
    def elem(self) -> npt.NDArray[np.int32]: ...  # (ncon, 2)
    @property
    def vert(self) -> npt.NDArray[np.int32]: ...  # (ncon, 2)
    @property
    def exclude(self) -> npt.NDArray[np.int32]: ...  # (ncon,)
    @property
    def efc_address(self) -> npt.NDArray[np.int32]: ...  # (ncon,)

class MjWarningStat:
    lastinfo: int
    number: int
    def __init__(self) -> None: ...

class _MjWarningStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> MjWarningStat: ...
    def __iter__(self) -> Iterator[MjWarningStat]: ...
    @property
    def lastinfo(self) -> npt.NDArray[np.int32]: ...
    @property
    def number(self) -> npt.NDArray[np.int32]: ...

class MjTimerStat:
    duration: float
    number: int
    def __init__(self) -> None: ...

class _MjTimerStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> MjTimerStat: ...
    def __iter__(self) -> Iterator[MjTimerStat]: ...
    @property
    def duration(self) -> npt.NDArray[np.float64]: ...
    @property
    def number(self) -> npt.NDArray[np.int32]: ...

class MjSolverStat:
    improvement: float
    gradient: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int
    def __init__(self) -> None: ...

class _MjSolverStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> MjSolverStat: ...
    def __iter__(self) -> Iterator[MjSolverStat]: ...
    @property
    def improvement(self) -> npt.NDArray[np.float64]: ...
    @property
    def gradient(self) -> npt.NDArray[np.float64]: ...
    @property
    def lineslope(self) -> npt.NDArray[np.float64]: ...
    @property
    def nactive(self) -> npt.NDArray[np.int32]: ...
    @property
    def nchange(self) -> npt.NDArray[np.int32]: ...
    @property
    def neval(self) -> npt.NDArray[np.int32]: ...
    @property
    def nupdate(self) -> npt.NDArray[np.int32]: ...

class Contact:
    @property
    def bodies(self) -> tuple[_MjDataBodyViews | None, _MjDataBodyViews | None]: ...
    @property
    def geoms(self) -> tuple[_MjDataGeomViews | None, _MjDataGeomViews | None]: ...
    @property
    def dist(self) -> float: ...
    @property
    def dim(self) -> int: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]: ...
    @property
    def frame(self) -> npt.NDArray[np.float64]: ...
    @property
    def normal(self) -> npt.NDArray[np.float64]: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]: ...
    @property
    def force(self) -> npt.NDArray[np.float64]: ...
    @property
    def torque(self) -> npt.NDArray[np.float64]: ...
    @property
    def local_force(self) -> npt.NDArray[np.float64]: ...

class MjModel:
    @property
    def limits(self) -> StepLimits: ...
    @property
    def opt(self) -> MjOption: ...
    @property
    def stat(self) -> MjStatistic: ...
    @property
    def vis(self) -> MjVisual: ...
    flg_gravcomp: bool
    flg_surfacevel: bool
    flg_adhesion: bool
    _size_fields: ClassVar[tuple[str, ...]]
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: Any, /) -> MjModel: ...
    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]: ...
    @staticmethod
    def _from_state(state: dict[str, Any]) -> MjModel: ...
    @property
    def _sizes(self) -> npt.NDArray[np.int64]: ...
    @property
    def _source(self) -> str | PathLike[str] | None: ...
    @staticmethod
    def from_file(path: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel: ...
    @staticmethod
    def from_string(text: str | bytes, assets: Mapping[str, bytes] | None = None) -> MjModel: ...
    def make_data(self) -> MjData: ...
    def _repr_png_(self) -> bytes | None: ...
    def set_const(self) -> None: ...
    @staticmethod
    def from_xml_path(filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel: ...
    @staticmethod
    def from_xml_string(xml: str | bytes, assets: Mapping[str, bytes] | None = None) -> MjModel: ...
    @staticmethod
    def from_binary_path(filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel: ...
    def body(self, name: str | SupportsIndex = ..., /) -> _MjModelBodyViews: ...
    def joint(self, name: str | SupportsIndex = ..., /) -> _MjModelJointViews: ...
    def jnt(self, name: str | SupportsIndex = ..., /) -> _MjModelJointViews: ...
    def geom(self, name: str | SupportsIndex = ..., /) -> _MjModelGeomViews: ...
    def site(self, name: str | SupportsIndex = ..., /) -> _MjModelSiteViews: ...
    def camera(self, name: str | SupportsIndex = ..., /) -> _MjModelCameraViews: ...
    def cam(self, name: str | SupportsIndex = ..., /) -> _MjModelCameraViews: ...
    def light(self, name: str | SupportsIndex = ..., /) -> _MjModelLightViews: ...
    def mesh(self, name: str | SupportsIndex = ..., /) -> _MjModelMeshViews: ...
    def skin(self, name: str | SupportsIndex = ..., /) -> _MjModelSkinViews: ...
    def hfield(self, name: str | SupportsIndex = ..., /) -> _MjModelHfieldViews: ...
    def texture(self, name: str | SupportsIndex = ..., /) -> _MjModelTextureViews: ...
    def tex(self, name: str | SupportsIndex = ..., /) -> _MjModelTextureViews: ...
    def material(self, name: str | SupportsIndex = ..., /) -> _MjModelMaterialViews: ...
    def mat(self, name: str | SupportsIndex = ..., /) -> _MjModelMaterialViews: ...
    def pair(self, name: str | SupportsIndex = ..., /) -> _MjModelPairViews: ...
    def exclude(self, name: str | SupportsIndex = ..., /) -> _MjModelExcludeViews: ...
    def equality(self, name: str | SupportsIndex = ..., /) -> _MjModelEqualityViews: ...
    def eq(self, name: str | SupportsIndex = ..., /) -> _MjModelEqualityViews: ...
    def tendon(self, name: str | SupportsIndex = ..., /) -> _MjModelTendonViews: ...
    def actuator(self, name: str | SupportsIndex = ..., /) -> _MjModelActuatorViews: ...
    def sensor(self, name: str | SupportsIndex = ..., /) -> _MjModelSensorViews: ...
    def numeric(self, name: str | SupportsIndex = ..., /) -> _MjModelNumericViews: ...
    def text(self, name: str | SupportsIndex = ..., /) -> _MjModelTextViews: ...
    def tuple(self, name: str | SupportsIndex = ..., /) -> _MjModelTupleViews: ...
    def keyframe(self, name: str | SupportsIndex = ..., /) -> _MjModelKeyframeViews: ...
    def key(self, name: str | SupportsIndex = ..., /) -> _MjModelKeyframeViews: ...
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    @property
    def nu(self) -> int: ...
    @property
    def nactuator(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def na(self) -> int: ...
    @property
    def nbody(self) -> int: ...
    @property
    def nbvh(self) -> int: ...
    @property
    def nbvhstatic(self) -> int: ...
    @property
    def nbvhdynamic(self) -> int: ...
    @property
    def noct(self) -> int: ...
    @property
    def njnt(self) -> int: ...
    @property
    def ntree(self) -> int: ...
    @property
    def nM(self) -> int: ...
    @property
    def nB(self) -> int: ...
    @property
    def nC(self) -> int: ...
    @property
    def nD(self) -> int: ...
    @property
    def ngeom(self) -> int: ...
    @property
    def nsite(self) -> int: ...
    @property
    def ncam(self) -> int: ...
    @property
    def nlight(self) -> int: ...
    @property
    def nflex(self) -> int: ...
    @property
    def nflexnode(self) -> int: ...
    @property
    def nflexvert(self) -> int: ...
    @property
    def nflexedge(self) -> int: ...
    @property
    def nflexelem(self) -> int: ...
    @property
    def nflexelemdata(self) -> int: ...
    @property
    def nflexstiffness(self) -> int: ...
    @property
    def nflexbending(self) -> int: ...
    @property
    def nefm0dof(self) -> int: ...
    @property
    def nefm0L(self) -> int: ...
    @property
    def nflexelemedge(self) -> int: ...
    @property
    def nflexshelldata(self) -> int: ...
    @property
    def nflexevpair(self) -> int: ...
    @property
    def nflextexcoord(self) -> int: ...
    @property
    def nJfe(self) -> int: ...
    @property
    def nJfv(self) -> int: ...
    @property
    def nmesh(self) -> int: ...
    @property
    def nmeshvert(self) -> int: ...
    @property
    def nmeshnormal(self) -> int: ...
    @property
    def nmeshtexcoord(self) -> int: ...
    @property
    def nmeshface(self) -> int: ...
    @property
    def nmeshgraph(self) -> int: ...
    @property
    def nmeshpoly(self) -> int: ...
    @property
    def nmeshpolyvert(self) -> int: ...
    @property
    def nmeshpolymap(self) -> int: ...
    @property
    def nskin(self) -> int: ...
    @property
    def nskinvert(self) -> int: ...
    @property
    def nskintexvert(self) -> int: ...
    @property
    def nskinface(self) -> int: ...
    @property
    def nskinbone(self) -> int: ...
    @property
    def nskinbonevert(self) -> int: ...
    @property
    def nhfield(self) -> int: ...
    @property
    def nhfielddata(self) -> int: ...
    @property
    def ntex(self) -> int: ...
    @property
    def ntexdata(self) -> int: ...
    @property
    def nmat(self) -> int: ...
    @property
    def npair(self) -> int: ...
    @property
    def nexclude(self) -> int: ...
    @property
    def neq(self) -> int: ...
    @property
    def ntendon(self) -> int: ...
    @property
    def nJten(self) -> int: ...
    @property
    def nwrap(self) -> int: ...
    @property
    def nsensor(self) -> int: ...
    @property
    def nnumeric(self) -> int: ...
    @property
    def nnumericdata(self) -> int: ...
    @property
    def ntext(self) -> int: ...
    @property
    def ntextdata(self) -> int: ...
    @property
    def ntuple(self) -> int: ...
    @property
    def ntupledata(self) -> int: ...
    @property
    def nkey(self) -> int: ...
    @property
    def nmocap(self) -> int: ...
    @property
    def nplugin(self) -> int: ...
    @property
    def npluginattr(self) -> int: ...
    @property
    def nuser_body(self) -> int: ...
    @property
    def nuser_jnt(self) -> int: ...
    @property
    def nuser_geom(self) -> int: ...
    @property
    def nuser_site(self) -> int: ...
    @property
    def nuser_cam(self) -> int: ...
    @property
    def nuser_tendon(self) -> int: ...
    @property
    def nuser_actuator(self) -> int: ...
    @property
    def nuser_sensor(self) -> int: ...
    @property
    def nnames(self) -> int: ...
    @property
    def npaths(self) -> int: ...
    @property
    def nnames_map(self) -> int: ...
    @property
    def nJmom(self) -> int: ...
    @property
    def ngravcomp(self) -> int: ...
    @property
    def nemax(self) -> int: ...
    @property
    def njmax(self) -> int: ...
    @property
    def nconmax(self) -> int: ...
    @property
    def npolygonmax(self) -> int: ...
    @property
    def nmeshdegmax(self) -> int: ...
    @property
    def nuserdata(self) -> int: ...
    @property
    def nsensordata(self) -> int: ...
    @property
    def npluginstate(self) -> int: ...
    @property
    def nhistory(self) -> int: ...
    @property
    def narena(self) -> int: ...
    @property
    def nbuffer(self) -> int: ...
    qpos0: _Array[np.float64]  # (nq,)
    qpos_spring: _Array[np.float64]  # (nq,)
    body_parentid: _Array[np.int32]  # (nbody,)
    body_rootid: _Array[np.int32]  # (nbody,)
    body_weldid: _Array[np.int32]  # (nbody,)
    body_mocapid: _Array[np.int32]  # (nbody,)
    body_jntnum: _Array[np.int32]  # (nbody,)
    body_jntadr: _Array[np.int32]  # (nbody,)
    body_dofnum: _Array[np.int32]  # (nbody,)
    body_dofadr: _Array[np.int32]  # (nbody,)
    body_treeid: _Array[np.int32]  # (nbody,)
    body_geomnum: _Array[np.int32]  # (nbody,)
    body_geomadr: _Array[np.int32]  # (nbody,)
    body_simple: _Array[np.uint8]  # (nbody,)
    body_sameframe: _Array[np.uint8]  # (nbody,)
    body_pos: _Array[np.float64]  # (nbody, 3)
    body_quat: _Array[np.float64]  # (nbody, 4)
    body_ipos: _Array[np.float64]  # (nbody, 3)
    body_iquat: _Array[np.float64]  # (nbody, 4)
    body_mass: _Array[np.float64]  # (nbody,)
    body_subtreemass: _Array[np.float64]  # (nbody,)
    body_inertia: _Array[np.float64]  # (nbody, 3)
    body_invweight0: _Array[np.float64]  # (nbody, 2)
    body_gravcomp: _Array[np.float64]  # (nbody,)
    body_margin: _Array[np.float64]  # (nbody,)
    body_user: _Array[np.float64]  # (nbody, nuser_body)
    body_plugin: _Array[np.int32]  # (nbody,)
    body_contype: _Array[np.int32]  # (nbody,)
    body_conaffinity: _Array[np.int32]  # (nbody,)
    body_bvhadr: _Array[np.int32]  # (nbody,)
    body_bvhnum: _Array[np.int32]  # (nbody,)
    bvh_depth: _Array[np.int32]  # (nbvh,)
    bvh_child: _Array[np.int32]  # (nbvh, 2)
    bvh_nodeid: _Array[np.int32]  # (nbvh,)
    bvh_aabb: _Array[np.float64]  # (nbvhstatic, 6)
    oct_depth: _Array[np.int32]  # (noct,)
    oct_child: _Array[np.int32]  # (noct, 8)
    oct_aabb: _Array[np.float64]  # (noct, 6)
    oct_coeff: _Array[np.float64]  # (noct, 8)
    jnt_type: _Array[np.int32]  # (njnt,)
    jnt_qposadr: _Array[np.int32]  # (njnt,)
    jnt_dofadr: _Array[np.int32]  # (njnt,)
    jnt_bodyid: _Array[np.int32]  # (njnt,)
    jnt_actuatorid: _Array[np.int32]  # (njnt,)
    jnt_group: _Array[np.int32]  # (njnt,)
    jnt_limited: _Array[np.bool_]  # (njnt,)
    jnt_actfrclimited: _Array[np.bool_]  # (njnt,)
    jnt_actgravcomp: _Array[np.bool_]  # (njnt,)
    jnt_solref: _Array[np.float64]  # (njnt, 2)
    jnt_solimp: _Array[np.float64]  # (njnt, 5)
    jnt_pos: _Array[np.float64]  # (njnt, 3)
    jnt_axis: _Array[np.float64]  # (njnt, 3)
    jnt_stiffness: _Array[np.float64]  # (njnt,)
    jnt_stiffnesspoly: _Array[np.float64]  # (njnt, 2)
    jnt_range: _Array[np.float64]  # (njnt, 2)
    jnt_actfrcrange: _Array[np.float64]  # (njnt, 2)
    jnt_margin: _Array[np.float64]  # (njnt,)
    jnt_user: _Array[np.float64]  # (njnt, nuser_jnt)
    dof_bodyid: _Array[np.int32]  # (nv,)
    dof_jntid: _Array[np.int32]  # (nv,)
    dof_parentid: _Array[np.int32]  # (nv,)
    dof_treeid: _Array[np.int32]  # (nv,)
    dof_Madr: _Array[np.int32]  # (nv,)
    dof_simplenum: _Array[np.int32]  # (nv,)
    dof_solref: _Array[np.float64]  # (nv, 2)
    dof_solimp: _Array[np.float64]  # (nv, 5)
    dof_frictionloss: _Array[np.float64]  # (nv,)
    dof_armature: _Array[np.float64]  # (nv,)
    dof_damping: _Array[np.float64]  # (nv,)
    dof_dampingpoly: _Array[np.float64]  # (nv, 2)
    dof_invweight0: _Array[np.float64]  # (nv,)
    dof_M0: _Array[np.float64]  # (nv,)
    dof_length: _Array[np.float64]  # (nv,)
    tree_bodyadr: _Array[np.int32]  # (ntree,)
    tree_bodynum: _Array[np.int32]  # (ntree,)
    tree_dofadr: _Array[np.int32]  # (ntree,)
    tree_dofnum: _Array[np.int32]  # (ntree,)
    tree_sleep_policy: _Array[np.int32]  # (ntree,)
    geom_type: _Array[np.int32]  # (ngeom,)
    geom_contype: _Array[np.int32]  # (ngeom,)
    geom_conaffinity: _Array[np.int32]  # (ngeom,)
    geom_condim: _Array[np.int32]  # (ngeom,)
    geom_bodyid: _Array[np.int32]  # (ngeom,)
    geom_dataid: _Array[np.int32]  # (ngeom,)
    geom_matid: _Array[np.int32]  # (ngeom,)
    geom_group: _Array[np.int32]  # (ngeom,)
    geom_priority: _Array[np.int32]  # (ngeom,)
    geom_plugin: _Array[np.int32]  # (ngeom,)
    geom_sameframe: _Array[np.uint8]  # (ngeom,)
    geom_solmix: _Array[np.float64]  # (ngeom,)
    geom_solref: _Array[np.float64]  # (ngeom, 2)
    geom_solimp: _Array[np.float64]  # (ngeom, 5)
    geom_size: _Array[np.float64]  # (ngeom, 3)
    geom_aabb: _Array[np.float64]  # (ngeom, 6)
    geom_rbound: _Array[np.float64]  # (ngeom,)
    geom_pos: _Array[np.float64]  # (ngeom, 3)
    geom_quat: _Array[np.float64]  # (ngeom, 4)
    geom_friction: _Array[np.float64]  # (ngeom, 3)
    geom_margin: _Array[np.float64]  # (ngeom,)
    geom_gap: _Array[np.float64]  # (ngeom,)
    geom_surfacevel: _Array[np.float64]  # (ngeom, 6)
    geom_adhesion: _Array[np.float64]  # (ngeom,)
    geom_fluid: _Array[np.float64]  # (ngeom, 12)
    geom_user: _Array[np.float64]  # (ngeom, nuser_geom)
    geom_rgba: _Array[np.float32]  # (ngeom, 4)
    site_type: _Array[np.int32]  # (nsite,)
    site_bodyid: _Array[np.int32]  # (nsite,)
    site_matid: _Array[np.int32]  # (nsite,)
    site_group: _Array[np.int32]  # (nsite,)
    site_sameframe: _Array[np.uint8]  # (nsite,)
    site_size: _Array[np.float64]  # (nsite, 3)
    site_pos: _Array[np.float64]  # (nsite, 3)
    site_quat: _Array[np.float64]  # (nsite, 4)
    site_user: _Array[np.float64]  # (nsite, nuser_site)
    site_rgba: _Array[np.float32]  # (nsite, 4)
    cam_mode: _Array[np.int32]  # (ncam,)
    cam_bodyid: _Array[np.int32]  # (ncam,)
    cam_targetbodyid: _Array[np.int32]  # (ncam,)
    cam_pos: _Array[np.float64]  # (ncam, 3)
    cam_quat: _Array[np.float64]  # (ncam, 4)
    cam_poscom0: _Array[np.float64]  # (ncam, 3)
    cam_pos0: _Array[np.float64]  # (ncam, 3)
    cam_mat0: _Array[np.float64]  # (ncam, 9)
    cam_projection: _Array[np.int32]  # (ncam,)
    cam_fovy: _Array[np.float64]  # (ncam,)
    cam_ipd: _Array[np.float64]  # (ncam,)
    cam_resolution: _Array[np.int32]  # (ncam, 2)
    cam_output: _Array[np.int32]  # (ncam,)
    cam_sensorsize: _Array[np.float32]  # (ncam, 2)
    cam_intrinsic: _Array[np.float32]  # (ncam, 4)
    cam_user: _Array[np.float64]  # (ncam, nuser_cam)
    light_mode: _Array[np.int32]  # (nlight,)
    light_bodyid: _Array[np.int32]  # (nlight,)
    light_targetbodyid: _Array[np.int32]  # (nlight,)
    light_type: _Array[np.int32]  # (nlight,)
    light_texid: _Array[np.int32]  # (nlight,)
    light_castshadow: _Array[np.bool_]  # (nlight,)
    light_bulbradius: _Array[np.float32]  # (nlight,)
    light_intensity: _Array[np.float32]  # (nlight,)
    light_range: _Array[np.float32]  # (nlight,)
    light_active: _Array[np.bool_]  # (nlight,)
    light_pos: _Array[np.float64]  # (nlight, 3)
    light_dir: _Array[np.float64]  # (nlight, 3)
    light_poscom0: _Array[np.float64]  # (nlight, 3)
    light_pos0: _Array[np.float64]  # (nlight, 3)
    light_dir0: _Array[np.float64]  # (nlight, 3)
    light_attenuation: _Array[np.float32]  # (nlight, 3)
    light_cutoff: _Array[np.float32]  # (nlight,)
    light_softness: _Array[np.float32]  # (nlight,)
    light_exponent: _Array[np.float32]  # (nlight,)
    light_ambient: _Array[np.float32]  # (nlight, 3)
    light_diffuse: _Array[np.float32]  # (nlight, 3)
    light_specular: _Array[np.float32]  # (nlight, 3)
    efm0_dofid: _Array[np.int32]  # (nefm0dof,)
    efm0_L_rownnz: _Array[np.int32]  # (nefm0dof,)
    efm0_L_rowadr: _Array[np.int32]  # (nefm0dof,)
    efm0_L_colind: _Array[np.int32]  # (nefm0L,)
    efm0_L: _Array[np.float64]  # (nefm0L,)
    mesh_vertadr: _Array[np.int32]  # (nmesh,)
    mesh_vertnum: _Array[np.int32]  # (nmesh,)
    mesh_faceadr: _Array[np.int32]  # (nmesh,)
    mesh_facenum: _Array[np.int32]  # (nmesh,)
    mesh_bvhadr: _Array[np.int32]  # (nmesh,)
    mesh_bvhnum: _Array[np.int32]  # (nmesh,)
    mesh_octadr: _Array[np.int32]  # (nmesh,)
    mesh_octnum: _Array[np.int32]  # (nmesh,)
    mesh_normaladr: _Array[np.int32]  # (nmesh,)
    mesh_normalnum: _Array[np.int32]  # (nmesh,)
    mesh_texcoordadr: _Array[np.int32]  # (nmesh,)
    mesh_texcoordnum: _Array[np.int32]  # (nmesh,)
    mesh_graphadr: _Array[np.int32]  # (nmesh,)
    mesh_extrema: _Array[np.int32]  # (nmesh, 27)
    mesh_vert: _Array[np.float32]  # (nmeshvert, 3)
    mesh_normal: _Array[np.float32]  # (nmeshnormal, 3)
    mesh_texcoord: _Array[np.float32]  # (nmeshtexcoord, 2)
    mesh_face: _Array[np.int32]  # (nmeshface, 3)
    mesh_facenormal: _Array[np.int32]  # (nmeshface, 3)
    mesh_facetexcoord: _Array[np.int32]  # (nmeshface, 3)
    mesh_graph: _Array[np.int32]  # (nmeshgraph,)
    mesh_scale: _Array[np.float64]  # (nmesh, 3)
    mesh_pos: _Array[np.float64]  # (nmesh, 3)
    mesh_quat: _Array[np.float64]  # (nmesh, 4)
    mesh_pathadr: _Array[np.int32]  # (nmesh,)
    mesh_polynum: _Array[np.int32]  # (nmesh,)
    mesh_polyadr: _Array[np.int32]  # (nmesh,)
    mesh_polynormal: _Array[np.float64]  # (nmeshpoly, 3)
    mesh_polyvertadr: _Array[np.int32]  # (nmeshpoly,)
    mesh_polyvertnum: _Array[np.int32]  # (nmeshpoly,)
    mesh_polyvert: _Array[np.int32]  # (nmeshpolyvert,)
    mesh_polymapadr: _Array[np.int32]  # (nmeshvert,)
    mesh_polymapnum: _Array[np.int32]  # (nmeshvert,)
    mesh_polymap: _Array[np.int32]  # (nmeshpolymap,)
    skin_matid: _Array[np.int32]  # (nskin,)
    skin_group: _Array[np.int32]  # (nskin,)
    skin_rgba: _Array[np.float32]  # (nskin, 4)
    skin_inflate: _Array[np.float32]  # (nskin,)
    skin_vertadr: _Array[np.int32]  # (nskin,)
    skin_vertnum: _Array[np.int32]  # (nskin,)
    skin_texcoordadr: _Array[np.int32]  # (nskin,)
    skin_faceadr: _Array[np.int32]  # (nskin,)
    skin_facenum: _Array[np.int32]  # (nskin,)
    skin_boneadr: _Array[np.int32]  # (nskin,)
    skin_bonenum: _Array[np.int32]  # (nskin,)
    skin_vert: _Array[np.float32]  # (nskinvert, 3)
    skin_texcoord: _Array[np.float32]  # (nskintexvert, 2)
    skin_face: _Array[np.int32]  # (nskinface, 3)
    skin_bonevertadr: _Array[np.int32]  # (nskinbone,)
    skin_bonevertnum: _Array[np.int32]  # (nskinbone,)
    skin_bonebindpos: _Array[np.float32]  # (nskinbone, 3)
    skin_bonebindquat: _Array[np.float32]  # (nskinbone, 4)
    skin_bonebodyid: _Array[np.int32]  # (nskinbone,)
    skin_bonevertid: _Array[np.int32]  # (nskinbonevert,)
    skin_bonevertweight: _Array[np.float32]  # (nskinbonevert,)
    skin_pathadr: _Array[np.int32]  # (nskin,)
    hfield_size: _Array[np.float64]  # (nhfield, 4)
    hfield_nrow: _Array[np.int32]  # (nhfield,)
    hfield_ncol: _Array[np.int32]  # (nhfield,)
    hfield_adr: _Array[np.int32]  # (nhfield,)
    hfield_data: _Array[np.float32]  # (nhfielddata,)
    hfield_pathadr: _Array[np.int32]  # (nhfield,)
    tex_type: _Array[np.int32]  # (ntex,)
    tex_colorspace: _Array[np.int32]  # (ntex,)
    tex_height: _Array[np.int32]  # (ntex,)
    tex_width: _Array[np.int32]  # (ntex,)
    tex_nchannel: _Array[np.int32]  # (ntex,)
    tex_adr: _Array[np.int64]  # (ntex,)
    tex_data: _Array[np.uint8]  # (ntexdata,)
    tex_pathadr: _Array[np.int32]  # (ntex,)
    mat_texid: _Array[np.int32]  # (nmat, 10)
    mat_texuniform: _Array[np.bool_]  # (nmat,)
    mat_texrepeat: _Array[np.float32]  # (nmat, 2)
    mat_emission: _Array[np.float32]  # (nmat,)
    mat_specular: _Array[np.float32]  # (nmat,)
    mat_shininess: _Array[np.float32]  # (nmat,)
    mat_reflectance: _Array[np.float32]  # (nmat,)
    mat_metallic: _Array[np.float32]  # (nmat,)
    mat_roughness: _Array[np.float32]  # (nmat,)
    mat_rgba: _Array[np.float32]  # (nmat, 4)
    pair_dim: _Array[np.int32]  # (npair,)
    pair_geom1: _Array[np.int32]  # (npair,)
    pair_geom2: _Array[np.int32]  # (npair,)
    pair_signature: _Array[np.int32]  # (npair,)
    pair_solref: _Array[np.float64]  # (npair, 2)
    pair_solreffriction: _Array[np.float64]  # (npair, 2)
    pair_solimp: _Array[np.float64]  # (npair, 5)
    pair_margin: _Array[np.float64]  # (npair,)
    pair_gap: _Array[np.float64]  # (npair,)
    pair_adhesion: _Array[np.float64]  # (npair,)
    pair_friction: _Array[np.float64]  # (npair, 5)
    exclude_signature: _Array[np.int32]  # (nexclude,)
    eq_type: _Array[np.int32]  # (neq,)
    eq_obj1id: _Array[np.int32]  # (neq,)
    eq_obj2id: _Array[np.int32]  # (neq,)
    eq_objtype: _Array[np.int32]  # (neq,)
    eq_active0: _Array[np.bool_]  # (neq,)
    eq_solref: _Array[np.float64]  # (neq, 2)
    eq_solimp: _Array[np.float64]  # (neq, 5)
    eq_data: _Array[np.float64]  # (neq, 11)
    tendon_adr: _Array[np.int32]  # (ntendon,)
    tendon_num: _Array[np.int32]  # (ntendon,)
    tendon_matid: _Array[np.int32]  # (ntendon,)
    tendon_actuatorid: _Array[np.int32]  # (ntendon,)
    tendon_group: _Array[np.int32]  # (ntendon,)
    tendon_treenum: _Array[np.int32]  # (ntendon,)
    tendon_treeid: _Array[np.int32]  # (ntendon, 2)
    ten_J_rownnz: _Array[np.int32]  # (ntendon,)
    ten_J_rowadr: _Array[np.int32]  # (ntendon,)
    ten_J_colind: _Array[np.int32]  # (nJten,)
    tendon_limited: _Array[np.bool_]  # (ntendon,)
    tendon_actfrclimited: _Array[np.bool_]  # (ntendon,)
    tendon_width: _Array[np.float64]  # (ntendon,)
    tendon_solref_lim: _Array[np.float64]  # (ntendon, 2)
    tendon_solimp_lim: _Array[np.float64]  # (ntendon, 5)
    tendon_solref_fri: _Array[np.float64]  # (ntendon, 2)
    tendon_solimp_fri: _Array[np.float64]  # (ntendon, 5)
    tendon_range: _Array[np.float64]  # (ntendon, 2)
    tendon_actfrcrange: _Array[np.float64]  # (ntendon, 2)
    tendon_margin: _Array[np.float64]  # (ntendon,)
    tendon_stiffness: _Array[np.float64]  # (ntendon,)
    tendon_stiffnesspoly: _Array[np.float64]  # (ntendon, 2)
    tendon_damping: _Array[np.float64]  # (ntendon,)
    tendon_dampingpoly: _Array[np.float64]  # (ntendon, 2)
    tendon_armature: _Array[np.float64]  # (ntendon,)
    tendon_frictionloss: _Array[np.float64]  # (ntendon,)
    tendon_lengthspring: _Array[np.float64]  # (ntendon, 2)
    tendon_length0: _Array[np.float64]  # (ntendon,)
    tendon_invweight0: _Array[np.float64]  # (ntendon,)
    tendon_user: _Array[np.float64]  # (ntendon, nuser_tendon)
    tendon_rgba: _Array[np.float32]  # (ntendon, 4)
    wrap_type: _Array[np.int32]  # (nwrap,)
    wrap_objid: _Array[np.int32]  # (nwrap,)
    wrap_prm: _Array[np.float64]  # (nwrap,)
    actuator_trntype: _Array[np.int32]  # (nactuator,)
    actuator_dyntype: _Array[np.int32]  # (nactuator,)
    actuator_gaintype: _Array[np.int32]  # (nactuator,)
    actuator_biastype: _Array[np.int32]  # (nactuator,)
    actuator_ctrladr: _Array[np.int32]  # (nactuator,)
    actuator_ctrlnum: _Array[np.int32]  # (nactuator,)
    actuator_ctrlspec: _Array[np.int32]  # (nactuator,)
    actuator_outadr: _Array[np.int32]  # (nactuator,)
    actuator_outnum: _Array[np.int32]  # (nactuator,)
    actuator_actadr: _Array[np.int32]  # (nactuator,)
    actuator_actnum: _Array[np.int32]  # (nactuator,)
    actuator_trnid: _Array[np.int32]  # (nactuator, 2)
    actuator_cranklength: _Array[np.float64]  # (nactuator,)
    actuator_dynprm: _Array[np.float64]  # (nactuator, 10)
    actuator_gainprm: _Array[np.float64]  # (nactuator, 10)
    actuator_biasprm: _Array[np.float64]  # (nactuator, 10)
    actuator_actlimited: _Array[np.bool_]  # (nactuator,)
    actuator_actrange: _Array[np.float64]  # (nactuator, 2)
    actuator_actearly: _Array[np.bool_]  # (nactuator,)
    actuator_history: _Array[np.int32]  # (nactuator, 2)
    actuator_historyadr: _Array[np.int32]  # (nactuator,)
    actuator_delay: _Array[np.float64]  # (nactuator,)
    actuator_damping: _Array[np.float64]  # (nactuator,)
    actuator_dampingpoly: _Array[np.float64]  # (nactuator, 2)
    actuator_armature: _Array[np.float64]  # (nactuator,)
    actuator_group: _Array[np.int32]  # (nactuator,)
    actuator_user: _Array[np.float64]  # (nactuator, nuser_actuator)
    actuator_plugin: _Array[np.int32]  # (nactuator,)
    actuator_forcelimited: _Array[np.bool_]  # (nactuator,)
    actuator_forcerange: _Array[np.float64]  # (nactuator, 2)
    actuator_ctrllimited: _Array[np.bool_]  # (nu,)
    actuator_ctrlrange: _Array[np.float64]  # (nu, 2)
    actuator_gear: _Array[np.float64]  # (nout, 6)
    actuator_acc0: _Array[np.float64]  # (nout,)
    actuator_length0: _Array[np.float64]  # (nout,)
    actuator_lengthrange: _Array[np.float64]  # (nout, 2)
    sensor_type: _Array[np.int32]  # (nsensor,)
    sensor_datatype: _Array[np.int32]  # (nsensor,)
    sensor_needstage: _Array[np.int32]  # (nsensor,)
    sensor_objtype: _Array[np.int32]  # (nsensor,)
    sensor_objid: _Array[np.int32]  # (nsensor,)
    sensor_reftype: _Array[np.int32]  # (nsensor,)
    sensor_refid: _Array[np.int32]  # (nsensor,)
    sensor_intprm: _Array[np.int32]  # (nsensor, 3)
    sensor_dim: _Array[np.int32]  # (nsensor,)
    sensor_adr: _Array[np.int32]  # (nsensor,)
    sensor_cutoff: _Array[np.float64]  # (nsensor,)
    sensor_noise: _Array[np.float64]  # (nsensor,)
    sensor_history: _Array[np.int32]  # (nsensor, 2)
    sensor_historyadr: _Array[np.int32]  # (nsensor,)
    sensor_delay: _Array[np.float64]  # (nsensor,)
    sensor_interval: _Array[np.float64]  # (nsensor, 2)
    sensor_user: _Array[np.float64]  # (nsensor, nuser_sensor)
    sensor_plugin: _Array[np.int32]  # (nsensor,)
    numeric_adr: _Array[np.int32]  # (nnumeric,)
    numeric_size: _Array[np.int32]  # (nnumeric,)
    numeric_data: _Array[np.float64]  # (nnumericdata,)
    text_adr: _Array[np.int32]  # (ntext,)
    text_size: _Array[np.int32]  # (ntext,)
    @property
    def text_data(self) -> bytes: ...
    tuple_adr: _Array[np.int32]  # (ntuple,)
    tuple_size: _Array[np.int32]  # (ntuple,)
    tuple_objtype: _Array[np.int32]  # (ntupledata,)
    tuple_objid: _Array[np.int32]  # (ntupledata,)
    tuple_objprm: _Array[np.float64]  # (ntupledata,)
    key_time: _Array[np.float64]  # (nkey,)
    key_qpos: _Array[np.float64]  # (nkey, nq)
    key_qvel: _Array[np.float64]  # (nkey, nv)
    key_act: _Array[np.float64]  # (nkey, na)
    key_mpos: _Array[np.float64]  # (nkey, nmocap*3)
    key_mquat: _Array[np.float64]  # (nkey, nmocap*4)
    key_ctrl: _Array[np.float64]  # (nkey, nu)
    name_bodyadr: _Array[np.int32]  # (nbody,)
    name_jntadr: _Array[np.int32]  # (njnt,)
    name_geomadr: _Array[np.int32]  # (ngeom,)
    name_siteadr: _Array[np.int32]  # (nsite,)
    name_camadr: _Array[np.int32]  # (ncam,)
    name_lightadr: _Array[np.int32]  # (nlight,)
    name_meshadr: _Array[np.int32]  # (nmesh,)
    name_skinadr: _Array[np.int32]  # (nskin,)
    name_hfieldadr: _Array[np.int32]  # (nhfield,)
    name_texadr: _Array[np.int32]  # (ntex,)
    name_matadr: _Array[np.int32]  # (nmat,)
    name_pairadr: _Array[np.int32]  # (npair,)
    name_excludeadr: _Array[np.int32]  # (nexclude,)
    name_eqadr: _Array[np.int32]  # (neq,)
    name_tendonadr: _Array[np.int32]  # (ntendon,)
    name_actuatoradr: _Array[np.int32]  # (nactuator,)
    name_sensoradr: _Array[np.int32]  # (nsensor,)
    name_numericadr: _Array[np.int32]  # (nnumeric,)
    name_textadr: _Array[np.int32]  # (ntext,)
    name_tupleadr: _Array[np.int32]  # (ntuple,)
    name_keyadr: _Array[np.int32]  # (nkey,)
    @property
    def names(self) -> bytes: ...
    names_map: _Array[np.int32]  # (nnames_map,)
    @property
    def paths(self) -> bytes: ...
    B_rownnz: _Array[np.int32]  # (nbody,)
    B_rowadr: _Array[np.int32]  # (nbody,)
    B_colind: _Array[np.int32]  # (nB,)
    M_rownnz: _Array[np.int32]  # (nv,)
    M_rowadr: _Array[np.int32]  # (nv,)
    M_colind: _Array[np.int32]  # (nC,)
    mapM2M: _Array[np.int32]  # (nC,)
    D_rownnz: _Array[np.int32]  # (nv,)
    D_rowadr: _Array[np.int32]  # (nv,)
    D_diag: _Array[np.int32]  # (nv,)
    D_colind: _Array[np.int32]  # (nD,)
    mapM2D: _Array[np.int32]  # (nD,)
    mapD2M: _Array[np.int32]  # (nC,)

class MjData:
    def __copy__(self) -> MjData: ...
    def __deepcopy__(self, memo: Any, /) -> MjData: ...
    def __reduce__(self) -> tuple[Any, tuple[MjModel, dict[str, Any]]]: ...
    @staticmethod
    def _from_state(model: MjModel, state: dict[str, Any]) -> MjData: ...
    time: float
    energy: _Array[np.float64]
    solver_fwdinv: _Array[np.float64]
    solver_niter: _Array[np.int32]
    solver_nnz: _Array[np.int32]
    flg_energypos: bool
    flg_energyvel: bool
    flg_subtreevel: bool
    flg_rnepost: bool
    @property
    def model(self) -> MjModel: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    def __init__(self, model: MjModel) -> None: ...
    def step(self, n: SupportsIndex = 1) -> None: ...
    def forward(self) -> None: ...
    def _repr_png_(self) -> bytes | None: ...
    def inverse(self) -> None: ...
    def reset(self, keyframe: str | SupportsIndex | None = None) -> None: ...
    @property
    def contacts(self) -> list[Contact]: ...
    def body(self, name: str | SupportsIndex = ..., /) -> _MjDataBodyViews: ...
    def joint(self, name: str | SupportsIndex = ..., /) -> _MjDataJointViews: ...
    def jnt(self, name: str | SupportsIndex = ..., /) -> _MjDataJointViews: ...
    def geom(self, name: str | SupportsIndex = ..., /) -> _MjDataGeomViews: ...
    def site(self, name: str | SupportsIndex = ..., /) -> _MjDataSiteViews: ...
    def camera(self, name: str | SupportsIndex = ..., /) -> _MjDataCameraViews: ...
    def cam(self, name: str | SupportsIndex = ..., /) -> _MjDataCameraViews: ...
    def light(self, name: str | SupportsIndex = ..., /) -> _MjDataLightViews: ...
    def equality(self, name: str | SupportsIndex = ..., /) -> _MjDataEqualityViews: ...
    def eq(self, name: str | SupportsIndex = ..., /) -> _MjDataEqualityViews: ...
    def tendon(self, name: str | SupportsIndex = ..., /) -> _MjDataTendonViews: ...
    def ten(self, name: str | SupportsIndex = ..., /) -> _MjDataTendonViews: ...
    def actuator(self, name: str | SupportsIndex = ..., /) -> _MjDataActuatorViews: ...
    def sensor(self, name: str | SupportsIndex = ..., /) -> _MjDataSensorViews: ...
    ncon: int
    @property
    def ne(self) -> int: ...
    @property
    def nf(self) -> int: ...
    @property
    def nl(self) -> int: ...
    @property
    def nefc(self) -> int: ...
    @property
    def nJ(self) -> int: ...
    @property
    def nA(self) -> int: ...
    @property
    def nY(self) -> int: ...
    @property
    def nisland(self) -> int: ...
    @property
    def nidof(self) -> int: ...
    @property
    def ntree_awake(self) -> int: ...
    @property
    def nbody_awake(self) -> int: ...
    @property
    def nparent_awake(self) -> int: ...
    @property
    def nv_awake(self) -> int: ...
    qpos: _Array[np.float64]  # (nq,)
    qvel: _Array[np.float64]  # (nv,)
    act: _Array[np.float64]  # (na,)
    history: _Array[np.float64]  # (nhistory,)
    qacc_warmstart: _Array[np.float64]  # (nv,)
    ctrl: _Array[np.float64]  # (nu,)
    qfrc_applied: _Array[np.float64]  # (nv,)
    xfrc_applied: _Array[np.float64]  # (nbody, 6)
    eq_active: _Array[np.bool_]  # (neq,)
    mocap_pos: _Array[np.float64]  # (nmocap, 3)
    mocap_quat: _Array[np.float64]  # (nmocap, 4)
    tree_asleep: _Array[np.int32]  # (ntree,)
    userdata: _Array[np.float64]  # (nuserdata,)
    qacc: _Array[np.float64]  # (nv,)
    act_dot: _Array[np.float64]  # (na,)
    sensordata: _Array[np.float64]  # (nsensordata,)
    tree_awake: _Array[np.int32]  # (ntree,)
    body_awake: _Array[np.int32]  # (nbody,)
    body_awake_ind: _Array[np.int32]  # (nbody,)
    parent_awake_ind: _Array[np.int32]  # (nbody,)
    dof_awake_ind: _Array[np.int32]  # (nv,)
    xpos: _Array[np.float64]  # (nbody, 3)
    xquat: _Array[np.float64]  # (nbody, 4)
    xmat: _Array[np.float64]  # (nbody, 9)
    xipos: _Array[np.float64]  # (nbody, 3)
    ximat: _Array[np.float64]  # (nbody, 9)
    xanchor: _Array[np.float64]  # (njnt, 3)
    xaxis: _Array[np.float64]  # (njnt, 3)
    geom_xpos: _Array[np.float64]  # (ngeom, 3)
    geom_xmat: _Array[np.float64]  # (ngeom, 9)
    site_xpos: _Array[np.float64]  # (nsite, 3)
    site_xmat: _Array[np.float64]  # (nsite, 9)
    cam_xpos: _Array[np.float64]  # (ncam, 3)
    cam_xmat: _Array[np.float64]  # (ncam, 9)
    light_xpos: _Array[np.float64]  # (nlight, 3)
    light_xdir: _Array[np.float64]  # (nlight, 3)
    bvh_active: _Array[np.bool_]  # (nbvh,)
    subtree_com: _Array[np.float64]  # (nbody, 3)
    cdof: _Array[np.float64]  # (nv, 6)
    cinert: _Array[np.float64]  # (nbody, 10)
    ten_wrapadr: _Array[np.int32]  # (ntendon,)
    ten_wrapnum: _Array[np.int32]  # (ntendon,)
    ten_J: _Array[np.float64]  # (nJten,)
    ten_length: _Array[np.float64]  # (ntendon,)
    wrap_obj: _Array[np.int32]  # (nwrap, 2)
    wrap_xpos: _Array[np.float64]  # (nwrap, 6)
    actuator_length: _Array[np.float64]  # (nout,)
    moment_rownnz: _Array[np.int32]  # (nout,)
    moment_rowadr: _Array[np.int32]  # (nout,)
    moment_colind: _Array[np.int32]  # (nJmom,)
    actuator_moment: _Array[np.float64]  # (nJmom,)
    crb: _Array[np.float64]  # (nbody, 10)
    M: _Array[np.float64]  # (nC,)
    ten_velocity: _Array[np.float64]  # (ntendon,)
    actuator_velocity: _Array[np.float64]  # (nout,)
    cvel: _Array[np.float64]  # (nbody, 6)
    cdof_dot: _Array[np.float64]  # (nv, 6)
    qfrc_bias: _Array[np.float64]  # (nv,)
    qfrc_spring: _Array[np.float64]  # (nv,)
    qfrc_damper: _Array[np.float64]  # (nv,)
    qfrc_gravcomp: _Array[np.float64]  # (nv,)
    qfrc_fluid: _Array[np.float64]  # (nv,)
    qfrc_adhesion: _Array[np.float64]  # (nv,)
    qfrc_passive: _Array[np.float64]  # (nv,)
    subtree_linvel: _Array[np.float64]  # (nbody, 3)
    subtree_angmom: _Array[np.float64]  # (nbody, 3)
    qDeriv: _Array[np.float64]  # (nD,)
    qLU: _Array[np.float64]  # (nD,)
    actuator_force: _Array[np.float64]  # (nout,)
    qfrc_actuator: _Array[np.float64]  # (nv,)
    qfrc_smooth: _Array[np.float64]  # (nv,)
    qacc_smooth: _Array[np.float64]  # (nv,)
    qfrc_constraint: _Array[np.float64]  # (nv,)
    qfrc_inverse: _Array[np.float64]  # (nv,)
    cacc: _Array[np.float64]  # (nbody, 6)
    cfrc_int: _Array[np.float64]  # (nbody, 6)
    cfrc_ext: _Array[np.float64]  # (nbody, 6)
    tendon_efcadr: _Array[np.int32]  # (ntendon,)
    tree_island: _Array[np.int32]  # (ntree,)
    map_itree2tree: _Array[np.int32]  # (ntree,)
    dof_island: _Array[np.int32]  # (nv,)
    map_dof2idof: _Array[np.int32]  # (nv,)
    map_idof2dof: _Array[np.int32]  # (nv,)
    @property
    def efc_J_rownnz(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_J_rowadr(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_J_rowsuper(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_J_colind(self) -> npt.NDArray[np.int32]: ...  # (nJ,)
    @property
    def efc_J(self) -> npt.NDArray[np.float64]: ...  # (nJ,)
    @property
    def efc_Y_rownnz(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_Y_rowadr(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_Y_colind(self) -> npt.NDArray[np.int32]: ...  # (nY,)
    @property
    def efc_Y(self) -> npt.NDArray[np.float64]: ...  # (nY,)
    @property
    def efc_AR_rownnz(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_AR_rowadr(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_AR_colind(self) -> npt.NDArray[np.int32]: ...  # (nA,)
    @property
    def efc_AR(self) -> npt.NDArray[np.float64]: ...  # (nA,)
    @property
    def iacc(self) -> npt.NDArray[np.float64]: ...  # (nidof,)
    @property
    def iacc_smooth(self) -> npt.NDArray[np.float64]: ...  # (nidof,)
    @property
    def ifrc_smooth(self) -> npt.NDArray[np.float64]: ...  # (nidof,)
    @property
    def ifrc_constraint(self) -> npt.NDArray[np.float64]: ...  # (nidof,)
    @property
    def iefc_type(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def iefc_id(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def iefc_state(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def iefc_frictionloss(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def iefc_D(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def iefc_R(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def iefc_aref(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def iefc_force(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    qLD: _Array[np.float64]  # (nC,)
    qLDiagInv: _Array[np.float64]  # (nv,)
    qH: _Array[np.float64]  # (nC,)
    qHDiagInv: _Array[np.float64]  # (nv,)
    @property
    def island_ntree(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_itreeadr(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_nv(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_idofadr(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_dofadr(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_ne(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_nf(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_nefc(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def island_iefcadr(self) -> npt.NDArray[np.int32]: ...  # (nisland,)
    @property
    def efc_island(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def map_efc2iefc(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def map_iefc2efc(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_type(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_id(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_pos(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_margin(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_frictionloss(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_diagA(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_KBIP(self) -> npt.NDArray[np.float64]: ...  # (nefc, 4)
    @property
    def efc_D(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_R(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_vel(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_aref(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_b(self) -> npt.NDArray[np.float64]: ...  # (nefc,)
    @property
    def efc_state(self) -> npt.NDArray[np.int32]: ...  # (nefc,)
    @property
    def efc_force(self) -> npt.NDArray[np.float64]: ...  # (nefc,)

class _Rollout:
    def __init__(self, *, nthread: int) -> None: ...
    def rollout(self, model: list[MjModel], data: list[MjData], nstep: int, control_spec: int, state0: npt.NDArray[np.float64], warmstart0: npt.NDArray[np.float64] | None = None, control: npt.NDArray[np.float64] | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None, chunk_size: int | None = None) -> None: ...

class BatchStates:
    def __len__(self) -> int: ...

class BatchSim:
    def __init__(self, model: MjModel, nworld: SupportsIndex, *, threads: SupportsIndex | None = None) -> None: ...
    @property
    def model(self) -> MjModel: ...
    @property
    def errors(self) -> list[StepError | None]: ...
    @property
    def nworld(self) -> int: ...
    @property
    def device(self) -> str: ...
    @property
    def threads(self) -> int: ...
    def model_of(self, i: SupportsIndex) -> MjModel: ...
    def world(self, i: SupportsIndex) -> MjData: ...
    def set_world(self, i: SupportsIndex, data: MjData) -> None: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, i: SupportsIndex) -> MjData: ...
    def __iter__(self) -> Iterator[MjData]: ...
    def step(self, n: SupportsIndex = 1, *, ctrl: npt.ArrayLike | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None) -> list[StepError | None]: ...
    def forward(self) -> list[StepError | None]: ...
    def reset(self, mask: npt.ArrayLike | None = None, *, keyframe: str | SupportsIndex | None = None, states: BatchStates | None = None, rows: npt.ArrayLike | None = None, noise: SupportsFloat | tuple[SupportsFloat, SupportsFloat] | None = None, seed: SupportsIndex | None = None) -> None: ...
    def save(self) -> BatchStates: ...
    def restore(self, states: BatchStates) -> None: ...
    def view(self, name: str) -> list[npt.NDArray[Any]]: ...
    def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...
    def set(self, name: str, values: npt.ArrayLike) -> None: ...
    def get_state(self, spec: SupportsIndex = ..., out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...
    def set_state(self, states: npt.ArrayLike, spec: SupportsIndex = ...) -> None: ...
    def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None: ...
    def clear_override(self, worlds: npt.ArrayLike | None = None) -> None: ...

class GpuBatchSim:
    def __init__(self, model: MjModel, nworld: SupportsIndex, *, visible: Sequence[str] = ..., per_world: Sequence[str] = ..., precision: Literal['single', 'double'] = 'single', contacts: SupportsIndex | None = None, rows: SupportsIndex | None = None, adapter: str | SupportsIndex | None = None, smooth_lanes: SupportsIndex | None = None, solver_lanes: SupportsIndex | None = None, control_noise: tuple[SupportsFloat, SupportsFloat, SupportsIndex] | None = None, compiler: Literal['driver', 'nvrtc', 'best'] = 'best') -> None: ...
    @staticmethod
    def available() -> bool: ...
    @staticmethod
    def adapters() -> list[dict[str, str]]: ...
    @staticmethod
    def missing(model: MjModel) -> list[str]: ...
    @staticmethod
    def nvrtc_version(adapter: str | SupportsIndex | None = None) -> tuple[int, int]: ...
    @staticmethod
    def compile_ahead(model: MjModel, folder: str | PathLike[str], architecture: str, *, visible: Sequence[str] = ..., per_world: Sequence[str] = ..., precision: Literal['single', 'double'] = 'single', contacts: SupportsIndex | None = None, rows: SupportsIndex | None = None, smooth_lanes: SupportsIndex | None = None, solver_lanes: SupportsIndex | None = None, control_noise: tuple[SupportsFloat, SupportsFloat, SupportsIndex] | None = None) -> dict[str, float]: ...
    @property
    def model(self) -> MjModel: ...
    @property
    def nworld(self) -> int: ...
    @property
    def device(self) -> str: ...
    @property
    def threads(self) -> None: ...
    @property
    def precision(self) -> Literal['single', 'double']: ...
    @property
    def compiler(self) -> Literal['driver', 'nvrtc']: ...
    @property
    def adapter(self) -> str: ...
    @property
    def bytes_per_world(self) -> int: ...
    @property
    def no_cuda(self) -> str | None: ...
    @property
    def errors(self) -> list[StepError | None]: ...
    def __len__(self) -> int: ...
    def step(self, n: SupportsIndex = 1, *, ctrl: npt.ArrayLike | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None) -> list[StepError | None]: ...
    def forward(self) -> list[StepError | None]: ...
    def profile(self, n: SupportsIndex = 50) -> list[dict[str, Any]]: ...
    def reset(self, mask: npt.ArrayLike | None = None, *, keyframe: str | SupportsIndex | None = None, states: GpuStates | None = None, rows: npt.ArrayLike | None = None, noise: SupportsFloat | tuple[SupportsFloat, SupportsFloat] | None = None, seed: SupportsIndex | None = None) -> None: ...
    def read_device(self, field: str) -> GpuArray: ...
    def begin_read(self, *fields: str) -> GpuRead: ...
    def view(self, name: str) -> NoReturn: ...
    def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...
    def set(self, name: str, values: npt.ArrayLike) -> None: ...
    def save(self) -> GpuStates: ...
    def restore(self, states: GpuStates) -> None: ...
    def world(self, i: SupportsIndex) -> MjData: ...
    def set_world(self, i: SupportsIndex, data: MjData) -> None: ...
    def model_of(self, i: SupportsIndex) -> MjModel: ...
    def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None: ...
    def clear_override(self, worlds: npt.ArrayLike | None = None) -> None: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

class GpuArray:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> Literal['float32', 'float64', 'int32']: ...
    def __dlpack__(self, *, stream: Any = None, max_version: tuple[int, int] | None = None, dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def __len__(self) -> int: ...

class GpuRead:
    def ready(self) -> bool: ...
    def finish(self) -> dict[str, npt.NDArray[Any]]: ...

class GpuStates:
    def __len__(self) -> int: ...

class _SceneWork:
    def __init__(self) -> None: ...

class _Drawer:
    def __init__(self, model: MjModel, width: SupportsIndex, height: SupportsIndex) -> None: ...
    def resize(self, width: SupportsIndex, height: SupportsIndex) -> None: ...
    def load(self, scn: MjvScene) -> None: ...
    def look(self, data: MjData, cam: MjvCamera, opt: MjvOption | None = None, maxgeom: int = 10_000) -> None: ...
    def color(self, out: npt.NDArray[np.uint8]) -> None: ...
    def depth(self, out: npt.NDArray[np.float32]) -> None: ...
    def depth_buffer(self, out: npt.NDArray[np.float32]) -> None: ...
    def segmentation(self, out: npt.NDArray[np.int32]) -> None: ...
    def worlds(self, kind: str, batch: BatchSim, cam: MjvCamera, out: npt.NDArray[Any], opt: MjvOption | None = None, maxgeom: int = 10_000) -> None: ...
    def upload(self, kind: str, id: SupportsIndex) -> None: ...

class _Film:
    def __init__(self, format: str, width: int, height: int, rate: float) -> None: ...
    def push(self, picture: npt.NDArray[np.uint8]) -> None: ...
    def finish(self) -> bytes: ...

class _Viewer:
    def __init__(self, page: str | PathLike[str], host: str | None = None, port: SupportsIndex = 0) -> None: ...
    @property
    def url(self) -> str: ...
    @property
    def port(self) -> int: ...
    @property
    def is_running(self) -> bool: ...
    @property
    def pages(self) -> int: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...
    def show(self, model: MjModel, data: MjData, name: str) -> None: ...
    def publish(self, model: MjModel, data: MjData, perturb: MjvPerturb | None = None, user: MjvScene | None = None, state_only: bool = False) -> None: ...
    def orders(self, perturb: MjvPerturb, seconds: float = 0.0) -> list[tuple[Any, ...]]: ...
    def look(self, cam: MjvCamera, opt: MjvOption, scn: MjvScene) -> None: ...
    def chosen(self, cam: MjvCamera, opt: MjvOption) -> bool: ...
    @property
    def picture_size(self) -> tuple[int, int] | None: ...
    def draw_over(self, kind: str, message: bytes) -> None: ...
    def notice(self, text: str) -> None: ...
    def plot(self, name: str, value: float, time: float | None = None) -> None: ...
    def button(self, name: str) -> int: ...
    def slider(self, name: str, low: float, high: float, value: float) -> int: ...
    def widget_value(self, id: int) -> float: ...

class _WorldGrid:
    def __init__(self, viewer: _Viewer, model: MjModel, data: MjData, name: str, count: SupportsIndex, shown: SupportsIndex) -> None: ...
    def block(self, selected: int) -> tuple[int, int]: ...
    def publish(self, data: MjData, selected: int, qpos: npt.NDArray[np.float64], mocap: npt.NDArray[np.float64], perturb: MjvPerturb | None = None) -> None: ...

def _code_names() -> dict[str, dict[int, str]]: ...
def _glyphs() -> bytes: ...
def _play(viewer: _Viewer, model: MjModel | None = None, data: MjData | None = None, loader: Callable[[], Any] | None = None, path: str | PathLike[str] | None = None, name: str = '', worlds: int = 1, keys: Callable[[int], object] | None = None, paused: bool = False, linger: float | None = None) -> None: ...
def _png(picture: npt.NDArray[np.uint8]) -> bytes: ...
def _profile(m: MjModel, d: MjData, nstep: SupportsIndex) -> None: ...
def _scene_records() -> dict[str, tuple[list[tuple[str, str, list[int], int]], int, bytes]]: ...
def _set_callback(name: str | bytes, callback: Any) -> None: ...
def _stages() -> list[tuple[str, list[str], list[str], list[str]]]: ...
def mj_Euler(m: MjModel, d: MjData) -> None: ...
def mj_RungeKutta(m: MjModel, d: MjData, N: SupportsIndex) -> None: ...
def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int: ...
def mj_angmomMat(m: MjModel, d: MjData, mat: npt.NDArray[np.float64], body: SupportsIndex) -> None: ...
def mj_applyFT(m: MjModel, d: MjData, force: npt.ArrayLike, torque: npt.ArrayLike, point: npt.ArrayLike, body: SupportsIndex, qfrc_target: npt.NDArray[np.float64]) -> None: ...
def mj_camlight(m: MjModel, d: MjData) -> None: ...
def mj_checkAcc(m: MjModel, d: MjData) -> None: ...
def mj_checkPos(m: MjModel, d: MjData) -> None: ...
def mj_checkVel(m: MjModel, d: MjData) -> None: ...
def mj_collision(m: MjModel, d: MjData) -> None: ...
def mj_comPos(m: MjModel, d: MjData) -> None: ...
def mj_comVel(m: MjModel, d: MjData) -> None: ...
def mj_compareFwdInv(m: MjModel, d: MjData) -> None: ...
def mj_constraintUpdate(m: MjModel, d: MjData, jar: npt.ArrayLike, cost: npt.NDArray[np.float64] | None, flg_coneHessian: SupportsIndex) -> None: ...
def mj_contactForce(m: MjModel, d: MjData, id: SupportsIndex, result: npt.NDArray[np.float64]) -> None: ...
def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None: ...
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: SupportsIndex) -> None: ...
def mj_crb(m: MjModel, d: MjData) -> None: ...
def mj_differentiatePos(m: MjModel, qvel: npt.NDArray[np.float64], dt: SupportsFloat, qpos1: npt.ArrayLike, qpos2: npt.ArrayLike) -> None: ...
def mj_energyPos(m: MjModel, d: MjData) -> None: ...
def mj_energyVel(m: MjModel, d: MjData) -> None: ...
def mj_extractState(m: MjModel, src: npt.ArrayLike, srcsig: SupportsIndex, dst: npt.NDArray[np.float64], dstsig: SupportsIndex) -> None: ...
def mj_factorM(m: MjModel, d: MjData) -> None: ...
def mj_flex(m: MjModel, d: MjData) -> None: ...
def mj_forward(m: MjModel, d: MjData) -> None: ...
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: SupportsIndex, skipsensor: SupportsIndex) -> None: ...
def mj_fullM(m: MjModel, d: MjData, dst: npt.NDArray[np.float64]) -> None: ...
def mj_fwdAcceleration(m: MjModel, d: MjData) -> None: ...
def mj_fwdActuation(m: MjModel, d: MjData) -> None: ...
def mj_fwdConstraint(m: MjModel, d: MjData) -> None: ...
def mj_fwdKinematics(m: MjModel, d: MjData) -> None: ...
def mj_fwdPosition(m: MjModel, d: MjData) -> None: ...
def mj_fwdVelocity(m: MjModel, d: MjData) -> None: ...
def mj_geomDistance(m: MjModel, d: MjData, geom1: SupportsIndex, geom2: SupportsIndex, distmax: SupportsFloat, fromto: npt.NDArray[np.float64] | None = None) -> float: ...
def mj_getState(m: MjModel, d: MjData, state: npt.NDArray[np.float64], sig: SupportsIndex) -> None: ...
def mj_getTotalmass(m: MjModel) -> float: ...
def mj_id2name(m: MjModel, type: SupportsIndex, id: SupportsIndex) -> str | None: ...
def mj_implicit(m: MjModel, d: MjData) -> None: ...
def mj_initCtrlHistory(m: MjModel, d: MjData, id: SupportsIndex, times: npt.ArrayLike | None, values: npt.ArrayLike) -> None: ...
def mj_initSensorHistory(m: MjModel, d: MjData, id: SupportsIndex, times: npt.ArrayLike | None, values: npt.ArrayLike, phase: SupportsFloat) -> None: ...
def mj_integratePos(m: MjModel, qpos: npt.NDArray[np.float64], qvel: npt.ArrayLike, dt: SupportsFloat) -> None: ...
def mj_invConstraint(m: MjModel, d: MjData) -> None: ...
def mj_invPosition(m: MjModel, d: MjData) -> None: ...
def mj_invVelocity(m: MjModel, d: MjData) -> None: ...
def mj_inverse(m: MjModel, d: MjData) -> None: ...
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: SupportsIndex, skipsensor: SupportsIndex) -> None: ...
def mj_isDual(m: MjModel) -> int: ...
def mj_isPyramidal(m: MjModel) -> int: ...
def mj_isSparse(m: MjModel) -> int: ...
def mj_island(m: MjModel, d: MjData) -> None: ...
def mj_jac(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, body: SupportsIndex) -> None: ...
def mj_jacBody(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None: ...
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None: ...
def mj_jacDot(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, body: SupportsIndex) -> None: ...
def mj_jacGeom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, geom: SupportsIndex) -> None: ...
def mj_jacPointAxis(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.ArrayLike, axis: npt.ArrayLike, body: SupportsIndex) -> None: ...
def mj_jacSite(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, site: SupportsIndex) -> None: ...
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None: ...
def mj_kinematics(m: MjModel, d: MjData) -> None: ...
def mj_local2Global(d: MjData, xpos: npt.NDArray[np.float64], xmat: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike, body: SupportsIndex, sameframe: SupportsIndex) -> None: ...
def mj_makeConstraint(m: MjModel, d: MjData) -> None: ...
def mj_makeM(m: MjModel, d: MjData) -> None: ...
def mj_mulJacTVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mj_mulJacVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mj_mulM(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mj_mulM2(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mj_multiRay(m: MjModel, d: MjData, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomgroup: npt.ArrayLike | None, flg_static: SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.int32] | None, dist: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None, nray: SupportsIndex, cutoff: SupportsFloat) -> None: ...
def mj_name2id(m: MjModel, type: SupportsIndex, name: str | bytes) -> int: ...
def mj_normalizeQuat(m: MjModel, qpos: npt.NDArray[np.float64]) -> None: ...
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: SupportsIndex) -> None: ...
def mj_objectVelocity(m: MjModel, d: MjData, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: SupportsIndex) -> None: ...
def mj_passive(m: MjModel, d: MjData) -> None: ...
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str: ...
def mj_projectConstraint(m: MjModel, d: MjData) -> None: ...
def mj_ray(m: MjModel, d: MjData, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomgroup: npt.ArrayLike | None, flg_static: SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.int32] | None, normal: npt.NDArray[np.float64] | None = None) -> float: ...
def mj_rayHfield(m: MjModel, d: MjData, geomid: SupportsIndex, pnt: npt.ArrayLike, vec: npt.ArrayLike, normal: npt.NDArray[np.float64] | None = None) -> float: ...
def mj_rayMesh(m: MjModel, d: MjData, geomid: SupportsIndex, pnt: npt.ArrayLike, vec: npt.ArrayLike, normal: npt.NDArray[np.float64] | None = None) -> float: ...
def mj_readCtrl(m: MjModel, d: MjData, id: SupportsIndex, time: SupportsFloat, interp: SupportsIndex) -> float: ...
def mj_readSensor(m: MjModel, d: MjData, id: SupportsIndex, time: SupportsFloat, result: npt.NDArray[np.float64], interp: SupportsIndex) -> npt.NDArray[np.float64]: ...
def mj_referenceConstraint(m: MjModel, d: MjData) -> None: ...
def mj_resetCtrl(m: MjModel, d: MjData) -> None: ...
def mj_resetData(m: MjModel, d: MjData) -> None: ...
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: SupportsIndex) -> None: ...
def mj_rne(m: MjModel, d: MjData, flg_acc: SupportsIndex, result: npt.NDArray[np.float64]) -> None: ...
def mj_rnePostConstraint(m: MjModel, d: MjData) -> None: ...
def mj_sensorAcc(m: MjModel, d: MjData) -> None: ...
def mj_sensorPos(m: MjModel, d: MjData) -> None: ...
def mj_sensorVel(m: MjModel, d: MjData) -> None: ...
def mj_setConst(m: MjModel, d: MjData) -> None: ...
def mj_setKeyframe(m: MjModel, d: MjData, k: SupportsIndex) -> None: ...
def mj_setState(m: MjModel, d: MjData, state: npt.ArrayLike, sig: SupportsIndex) -> None: ...
def mj_setTotalmass(m: MjModel, newmass: SupportsFloat) -> None: ...
def mj_solveM(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: npt.ArrayLike) -> None: ...
def mj_solveM2(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: npt.ArrayLike, sqrtInvD: npt.ArrayLike) -> None: ...
def mj_stateSize(m: MjModel, sig: SupportsIndex) -> int: ...
def mj_step(m: MjModel, d: MjData, nstep: SupportsIndex = 1) -> None: ...
def mj_step1(m: MjModel, d: MjData) -> None: ...
def mj_step2(m: MjModel, d: MjData) -> None: ...
def mj_subtreeVel(m: MjModel, d: MjData) -> None: ...
def mj_tendon(m: MjModel, d: MjData) -> None: ...
def mj_transmission(m: MjModel, d: MjData) -> None: ...
def mjd_inverseFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_actuation: SupportsIndex, DfDq: npt.NDArray[np.float64] | None, DfDv: npt.NDArray[np.float64] | None, DfDa: npt.NDArray[np.float64] | None, DsDq: npt.NDArray[np.float64] | None, DsDv: npt.NDArray[np.float64] | None, DsDa: npt.NDArray[np.float64] | None, DmDq: npt.NDArray[np.float64] | None) -> None: ...
def mjd_transitionFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_centered: SupportsIndex, A: npt.NDArray[np.float64] | None, B: npt.NDArray[np.float64] | None, C: npt.NDArray[np.float64] | None, D: npt.NDArray[np.float64] | None) -> None: ...
def mju_L1(vec: npt.ArrayLike) -> float: ...
def mju_add(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...
def mju_add3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...
def mju_addScl(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike, scl: SupportsFloat) -> None: ...
def mju_addScl3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike, scl: SupportsFloat) -> None: ...
def mju_addTo(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mju_addTo3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mju_addToScl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...
def mju_addToScl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...
def mju_axisAngle2Quat(res: npt.NDArray[np.float64], axis: npt.ArrayLike, angle: SupportsFloat) -> None: ...
def mju_cholFactor(mat: npt.NDArray[np.float64], mindiag: SupportsFloat) -> int: ...
def mju_cholSolve(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...
def mju_copy(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None: ...
def mju_copy3(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None: ...
def mju_copy4(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None: ...
def mju_cross(res: npt.NDArray[np.float64], a: npt.ArrayLike, b: npt.ArrayLike) -> None: ...
def mju_derivQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike, vel: npt.ArrayLike) -> None: ...
def mju_dist3(pos1: npt.ArrayLike, pos2: npt.ArrayLike) -> float: ...
def mju_dot(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float: ...
def mju_dot3(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float: ...
def mju_eig3(eigval: npt.NDArray[np.float64], eigvec: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> int: ...
def mju_euler2Quat(quat: npt.NDArray[np.float64], euler: npt.ArrayLike, seq: str | bytes) -> None: ...
def mju_eye(mat: npt.NDArray[np.float64]) -> None: ...
def mju_fill(res: npt.NDArray[np.float64], val: SupportsFloat) -> None: ...
def mju_isZero(vec: npt.ArrayLike) -> int: ...
def mju_mat2Quat(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None: ...
def mju_mat2Rot(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> int: ...
def mju_mulMatMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None: ...
def mju_mulMatMatT(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None: ...
def mju_mulMatTMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None: ...
def mju_mulMatTVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...
def mju_mulMatTVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...
def mju_mulMatVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...
def mju_mulMatVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...
def mju_mulPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos1: npt.ArrayLike, quat1: npt.ArrayLike, pos2: npt.ArrayLike, quat2: npt.ArrayLike) -> None: ...
def mju_mulQuat(res: npt.NDArray[np.float64], quat1: npt.ArrayLike, quat2: npt.ArrayLike) -> None: ...
def mju_mulQuatAxis(res: npt.NDArray[np.float64], quat: npt.ArrayLike, axis: npt.ArrayLike) -> None: ...
def mju_mulVecMatVec(vec1: npt.ArrayLike, mat: npt.ArrayLike, vec2: npt.ArrayLike) -> float: ...
def mju_muscleBias(len: SupportsFloat, lengthrange: npt.ArrayLike, acc0: SupportsFloat, prm: npt.ArrayLike) -> float: ...
def mju_muscleDynamics(ctrl: SupportsFloat, act: SupportsFloat, prm: npt.ArrayLike) -> float: ...
def mju_muscleGain(len: SupportsFloat, vel: SupportsFloat, lengthrange: npt.ArrayLike, acc0: SupportsFloat, prm: npt.ArrayLike) -> float: ...
def mju_negPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike) -> None: ...
def mju_negQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None: ...
def mju_norm(vec: npt.ArrayLike) -> float: ...
def mju_norm3(vec: npt.ArrayLike) -> float: ...
def mju_normalize(res: npt.NDArray[np.float64]) -> float: ...
def mju_normalize3(vec: npt.NDArray[np.float64]) -> float: ...
def mju_normalize4(vec: npt.NDArray[np.float64]) -> float: ...
def mju_quat2Mat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None: ...
def mju_quat2Vel(res: npt.NDArray[np.float64], quat: npt.ArrayLike, dt: SupportsFloat) -> None: ...
def mju_quatIntegrate(quat: npt.NDArray[np.float64], vel: npt.ArrayLike, scale: SupportsFloat) -> None: ...
def mju_quatZ2Vec(quat: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mju_rayGeom(pos: npt.ArrayLike, mat: npt.ArrayLike, size: npt.ArrayLike, pnt: npt.ArrayLike, vec: npt.ArrayLike, geomtype: SupportsIndex, normal: npt.NDArray[np.float64] | None = None) -> float: ...
def mju_rotVecQuat(res: npt.NDArray[np.float64], vec: npt.ArrayLike, quat: npt.ArrayLike) -> None: ...
def mju_scl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...
def mju_scl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: SupportsFloat) -> None: ...
def mju_sqrMatTD(res: npt.NDArray[np.float64], mat: npt.ArrayLike, diag: npt.ArrayLike | None) -> None: ...
def mju_str2Type(str: str | bytes) -> int: ...
def mju_sub(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...
def mju_sub3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None: ...
def mju_subFrom(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mju_subFrom3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None: ...
def mju_subQuat(res: npt.NDArray[np.float64], qa: npt.ArrayLike, qb: npt.ArrayLike) -> None: ...
def mju_sum(vec: npt.ArrayLike) -> float: ...
def mju_symmetrize(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None: ...
def mju_transpose(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None: ...
def mju_trnVecPose(res: npt.NDArray[np.float64], pos: npt.ArrayLike, quat: npt.ArrayLike, vec: npt.ArrayLike) -> None: ...
def mju_type2Str(type: SupportsIndex) -> str: ...
def mju_unit4(res: npt.NDArray[np.float64]) -> None: ...
def mju_warningText(warning: SupportsIndex, info: SupportsIndex) -> str: ...
def mju_zero(res: npt.NDArray[np.float64]) -> None: ...
def mju_zero3(res: npt.NDArray[np.float64]) -> None: ...
def mju_zero4(res: npt.NDArray[np.float64]) -> None: ...
def mjv_addGeoms(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, catmask: SupportsIndex, scn: MjvScene) -> None: ...
def mjv_alignToCamera(res: npt.NDArray[np.float64], vec: npt.ArrayLike, forward: npt.ArrayLike) -> None: ...
def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None: ...
def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: SupportsIndex) -> None: ...
def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera: ...
def mjv_camera2GLCamera(m: MjModel, d: MjData, cam: MjvCamera) -> MjvGLCamera: ...
def mjv_cameraFrame(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], right: npt.NDArray[np.float64], d: MjData, cam: MjvCamera) -> None: ...
def mjv_cameraFrustum(zver: npt.NDArray[np.float32], zhor: npt.NDArray[np.float32], zclip: npt.NDArray[np.float32], m: MjModel, cam: MjvCamera) -> None: ...
def mjv_cameraInModel(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None: ...
def mjv_cameraInRoom(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None: ...
def mjv_connector(geom: MjvGeom, type: SupportsIndex, width: SupportsFloat, from_: npt.ArrayLike, to: npt.ArrayLike) -> None: ...
def mjv_defaultCamera(cam: MjvCamera) -> None: ...
def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None: ...
def mjv_defaultOption(opt: MjvOption) -> None: ...
def mjv_defaultPerturb(pert: MjvPerturb) -> None: ...
def mjv_frustumHeight(scn: MjvScene) -> float: ...
def mjv_initGeom(geom: MjvGeom, type: SupportsIndex, size: npt.ArrayLike | None, pos: npt.ArrayLike | None, mat: npt.ArrayLike | None, rgba: npt.ArrayLike | None) -> None: ...
def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None: ...
def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None: ...
def mjv_model2room(roompos: npt.NDArray[np.float64], roomquat: npt.NDArray[np.float64], modelpos: npt.ArrayLike, modelquat: npt.ArrayLike, scn: MjvScene) -> None: ...
def mjv_moveCamera(m: MjModel, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, cam: MjvCamera) -> None: ...
def mjv_moveModel(m: MjModel, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, roomup: npt.ArrayLike, scn: MjvScene) -> None: ...
def mjv_movePerturb(m: MjModel, d: MjData, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, scn: MjvScene, pert: MjvPerturb) -> None: ...
def mjv_room2model(modelpos: npt.NDArray[np.float64], modelquat: npt.NDArray[np.float64], roompos: npt.ArrayLike, roomquat: npt.ArrayLike, scn: MjvScene) -> None: ...
def mjv_select(m: MjModel, d: MjData, vopt: MjvOption, aspectratio: SupportsFloat, relx: SupportsFloat, rely: SupportsFloat, scn: MjvScene, selpnt: npt.NDArray[np.float64], geomid: npt.NDArray[np.int32], flexid: npt.NDArray[np.int32], skinid: npt.NDArray[np.int32]) -> int: ...
def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None: ...
def mjv_updateScene(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, cam: MjvCamera, catmask: SupportsIndex, scn: MjvScene) -> None: ...
def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None: ...
