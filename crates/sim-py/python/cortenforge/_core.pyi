# written by tools/stubs.py
from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

Settable: TypeAlias = Any  # arrays are read as arrays and set from anything numpy can broadcast

__version__: str

class FatalError(Exception): ...

class StepLimits:
    """What a step of one world may take: passing a limit is an error of that step and of that world alone."""

    contacts: int | None
    bytes: int
    memory: int | None

class _MjModelBodyViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bvhadr: npt.NDArray[np.int32]
    bvhnum: npt.NDArray[np.int32]
    conaffinity: npt.NDArray[np.int32]
    contype: npt.NDArray[np.int32]
    dofadr: npt.NDArray[np.int32]
    dofnum: npt.NDArray[np.int32]
    geomadr: npt.NDArray[np.int32]
    geomnum: npt.NDArray[np.int32]
    gravcomp: npt.NDArray[np.float64]
    inertia: npt.NDArray[np.float64]
    invweight0: npt.NDArray[np.float64]
    ipos: npt.NDArray[np.float64]
    iquat: npt.NDArray[np.float64]
    jntadr: npt.NDArray[np.int32]
    jntnum: npt.NDArray[np.int32]
    margin: npt.NDArray[np.float64]
    mass: npt.NDArray[np.float64]
    mocapid: npt.NDArray[np.int32]
    parentid: npt.NDArray[np.int32]
    plugin: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    rootid: npt.NDArray[np.int32]
    sameframe: npt.NDArray[np.uint8]
    simple: npt.NDArray[np.uint8]
    subtreemass: npt.NDArray[np.float64]
    treeid: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]
    weldid: npt.NDArray[np.int32]

class _MjModelJointViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    M0: npt.NDArray[np.float64]
    Madr: npt.NDArray[np.int32]
    actfrclimited: npt.NDArray[np.bool_]
    actfrcrange: npt.NDArray[np.float64]
    actgravcomp: npt.NDArray[np.bool_]
    actuatorid: npt.NDArray[np.int32]
    armature: npt.NDArray[np.float64]
    axis: npt.NDArray[np.float64]
    bodyid: npt.NDArray[np.int32]
    damping: npt.NDArray[np.float64]
    dampingpoly: npt.NDArray[np.float64]
    dofadr: npt.NDArray[np.int32]
    frictionloss: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    invweight0: npt.NDArray[np.float64]
    jntid: npt.NDArray[np.int32]
    length: npt.NDArray[np.float64]
    limited: npt.NDArray[np.bool_]
    margin: npt.NDArray[np.float64]
    parentid: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    qpos0: npt.NDArray[np.float64]
    qpos_spring: npt.NDArray[np.float64]
    qposadr: npt.NDArray[np.int32]
    range: npt.NDArray[np.float64]
    simplenum: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    stiffness: npt.NDArray[np.float64]
    stiffnesspoly: npt.NDArray[np.float64]
    treeid: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModelGeomViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    aabb: npt.NDArray[np.float64]
    adhesion: npt.NDArray[np.float64]
    bodyid: npt.NDArray[np.int32]
    conaffinity: npt.NDArray[np.int32]
    condim: npt.NDArray[np.int32]
    contype: npt.NDArray[np.int32]
    dataid: npt.NDArray[np.int32]
    fluid: npt.NDArray[np.float64]
    friction: npt.NDArray[np.float64]
    gap: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    margin: npt.NDArray[np.float64]
    matid: npt.NDArray[np.int32]
    plugin: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    priority: npt.NDArray[np.int32]
    quat: npt.NDArray[np.float64]
    rbound: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    sameframe: npt.NDArray[np.uint8]
    size: npt.NDArray[np.float64]
    solimp: npt.NDArray[np.float64]
    solmix: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    surfacevel: npt.NDArray[np.float64]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModelSiteViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bodyid: npt.NDArray[np.int32]
    group: npt.NDArray[np.int32]
    matid: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    sameframe: npt.NDArray[np.uint8]
    size: npt.NDArray[np.float64]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModelCameraViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bodyid: npt.NDArray[np.int32]
    fovy: npt.NDArray[np.float64]
    intrinsic: npt.NDArray[np.float32]
    ipd: npt.NDArray[np.float64]
    mat0: npt.NDArray[np.float64]
    mode: npt.NDArray[np.int32]
    output: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    pos0: npt.NDArray[np.float64]
    poscom0: npt.NDArray[np.float64]
    projection: npt.NDArray[np.int32]
    quat: npt.NDArray[np.float64]
    resolution: npt.NDArray[np.int32]
    sensorsize: npt.NDArray[np.float32]
    targetbodyid: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModelLightViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    active: npt.NDArray[np.bool_]
    ambient: npt.NDArray[np.float32]
    attenuation: npt.NDArray[np.float32]
    bodyid: npt.NDArray[np.int32]
    bulbradius: npt.NDArray[np.float32]
    castshadow: npt.NDArray[np.bool_]
    cutoff: npt.NDArray[np.float32]
    diffuse: npt.NDArray[np.float32]
    dir: npt.NDArray[np.float64]
    dir0: npt.NDArray[np.float64]
    exponent: npt.NDArray[np.float32]
    intensity: npt.NDArray[np.float32]
    mode: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    pos0: npt.NDArray[np.float64]
    poscom0: npt.NDArray[np.float64]
    range: npt.NDArray[np.float32]
    softness: npt.NDArray[np.float32]
    specular: npt.NDArray[np.float32]
    targetbodyid: npt.NDArray[np.int32]
    texid: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]

class _MjModelMeshViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    bvhadr: npt.NDArray[np.int32]
    bvhnum: npt.NDArray[np.int32]
    extrema: npt.NDArray[np.int32]
    faceadr: npt.NDArray[np.int32]
    facenum: npt.NDArray[np.int32]
    graphadr: npt.NDArray[np.int32]
    normaladr: npt.NDArray[np.int32]
    normalnum: npt.NDArray[np.int32]
    octadr: npt.NDArray[np.int32]
    octnum: npt.NDArray[np.int32]
    pathadr: npt.NDArray[np.int32]
    polyadr: npt.NDArray[np.int32]
    polynum: npt.NDArray[np.int32]
    pos: npt.NDArray[np.float64]
    quat: npt.NDArray[np.float64]
    scale: npt.NDArray[np.float64]
    texcoordadr: npt.NDArray[np.int32]
    texcoordnum: npt.NDArray[np.int32]
    vertadr: npt.NDArray[np.int32]
    vertnum: npt.NDArray[np.int32]

class _MjModelHfieldViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: npt.NDArray[np.int32]
    data: npt.NDArray[np.float32]
    ncol: npt.NDArray[np.int32]
    nrow: npt.NDArray[np.int32]
    pathadr: npt.NDArray[np.int32]
    size: npt.NDArray[np.float64]

class _MjModelTextureViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: npt.NDArray[np.int64]
    colorspace: npt.NDArray[np.int32]
    data: npt.NDArray[np.uint8]
    height: npt.NDArray[np.int32]
    nchannel: npt.NDArray[np.int32]
    pathadr: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]

class _MjModelMaterialViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    emission: npt.NDArray[np.float32]
    metallic: npt.NDArray[np.float32]
    reflectance: npt.NDArray[np.float32]
    rgba: npt.NDArray[np.float32]
    roughness: npt.NDArray[np.float32]
    shininess: npt.NDArray[np.float32]
    specular: npt.NDArray[np.float32]
    texid: npt.NDArray[np.int32]
    texrepeat: npt.NDArray[np.float32]
    texuniform: npt.NDArray[np.bool_]

class _MjModelPairViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adhesion: npt.NDArray[np.float64]
    dim: npt.NDArray[np.int32]
    friction: npt.NDArray[np.float64]
    gap: npt.NDArray[np.float64]
    geom1: npt.NDArray[np.int32]
    geom2: npt.NDArray[np.int32]
    margin: npt.NDArray[np.float64]
    signature: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    solreffriction: npt.NDArray[np.float64]

class _MjModelExcludeViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    signature: npt.NDArray[np.int32]

class _MjModelEqualityViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    active0: npt.NDArray[np.bool_]
    data: npt.NDArray[np.float64]
    obj1id: npt.NDArray[np.int32]
    obj2id: npt.NDArray[np.int32]
    objtype: npt.NDArray[np.int32]
    solimp: npt.NDArray[np.float64]
    solref: npt.NDArray[np.float64]
    type: npt.NDArray[np.int32]

class _MjModelTendonViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    J_colind: npt.NDArray[np.int32]
    J_rowadr: npt.NDArray[np.int32]
    J_rownnz: npt.NDArray[np.int32]
    _actfrclimited: npt.NDArray[np.bool_]
    _actfrcrange: npt.NDArray[np.float64]
    _actuatorid: npt.NDArray[np.int32]
    _adr: npt.NDArray[np.int32]
    _armature: npt.NDArray[np.float64]
    _damping: npt.NDArray[np.float64]
    _dampingpoly: npt.NDArray[np.float64]
    _frictionloss: npt.NDArray[np.float64]
    _group: npt.NDArray[np.int32]
    _invweight0: npt.NDArray[np.float64]
    _length0: npt.NDArray[np.float64]
    _lengthspring: npt.NDArray[np.float64]
    _limited: npt.NDArray[np.bool_]
    _margin: npt.NDArray[np.float64]
    _matid: npt.NDArray[np.int32]
    _num: npt.NDArray[np.int32]
    _range: npt.NDArray[np.float64]
    _rgba: npt.NDArray[np.float32]
    _solimp_fri: npt.NDArray[np.float64]
    _solimp_lim: npt.NDArray[np.float64]
    _solref_fri: npt.NDArray[np.float64]
    _solref_lim: npt.NDArray[np.float64]
    _stiffness: npt.NDArray[np.float64]
    _stiffnesspoly: npt.NDArray[np.float64]
    _treeid: npt.NDArray[np.int32]
    _treenum: npt.NDArray[np.int32]
    _user: npt.NDArray[np.float64]
    _width: npt.NDArray[np.float64]
    actfrclimited: npt.NDArray[np.bool_]
    actfrcrange: npt.NDArray[np.float64]
    actuatorid: npt.NDArray[np.int32]
    adr: npt.NDArray[np.int32]
    armature: npt.NDArray[np.float64]
    damping: npt.NDArray[np.float64]
    dampingpoly: npt.NDArray[np.float64]
    frictionloss: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    invweight0: npt.NDArray[np.float64]
    length0: npt.NDArray[np.float64]
    lengthspring: npt.NDArray[np.float64]
    limited: npt.NDArray[np.bool_]
    margin: npt.NDArray[np.float64]
    matid: npt.NDArray[np.int32]
    num: npt.NDArray[np.int32]
    range: npt.NDArray[np.float64]
    rgba: npt.NDArray[np.float32]
    solimp_fri: npt.NDArray[np.float64]
    solimp_lim: npt.NDArray[np.float64]
    solref_fri: npt.NDArray[np.float64]
    solref_lim: npt.NDArray[np.float64]
    stiffness: npt.NDArray[np.float64]
    stiffnesspoly: npt.NDArray[np.float64]
    treeid: npt.NDArray[np.int32]
    treenum: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]
    width: npt.NDArray[np.float64]

class _MjModelActuatorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    acc0: npt.NDArray[np.float64]
    actadr: npt.NDArray[np.int32]
    actearly: npt.NDArray[np.bool_]
    actlimited: npt.NDArray[np.bool_]
    actnum: npt.NDArray[np.int32]
    actrange: npt.NDArray[np.float64]
    armature: npt.NDArray[np.float64]
    biasprm: npt.NDArray[np.float64]
    biastype: npt.NDArray[np.int32]
    cranklength: npt.NDArray[np.float64]
    ctrladr: npt.NDArray[np.int32]
    ctrllimited: npt.NDArray[np.bool_]
    ctrlnum: npt.NDArray[np.int32]
    ctrlrange: npt.NDArray[np.float64]
    ctrlspec: npt.NDArray[np.int32]
    damping: npt.NDArray[np.float64]
    dampingpoly: npt.NDArray[np.float64]
    delay: npt.NDArray[np.float64]
    dynprm: npt.NDArray[np.float64]
    dyntype: npt.NDArray[np.int32]
    forcelimited: npt.NDArray[np.bool_]
    forcerange: npt.NDArray[np.float64]
    gainprm: npt.NDArray[np.float64]
    gaintype: npt.NDArray[np.int32]
    gear: npt.NDArray[np.float64]
    group: npt.NDArray[np.int32]
    history: npt.NDArray[np.int32]
    historyadr: npt.NDArray[np.int32]
    length0: npt.NDArray[np.float64]
    lengthrange: npt.NDArray[np.float64]
    outadr: npt.NDArray[np.int32]
    outnum: npt.NDArray[np.int32]
    plugin: npt.NDArray[np.int32]
    trnid: npt.NDArray[np.int32]
    trntype: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModelSensorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: npt.NDArray[np.int32]
    cutoff: npt.NDArray[np.float64]
    datatype: npt.NDArray[np.int32]
    delay: npt.NDArray[np.float64]
    dim: npt.NDArray[np.int32]
    history: npt.NDArray[np.int32]
    historyadr: npt.NDArray[np.int32]
    interval: npt.NDArray[np.float64]
    intprm: npt.NDArray[np.int32]
    needstage: npt.NDArray[np.int32]
    noise: npt.NDArray[np.float64]
    objid: npt.NDArray[np.int32]
    objtype: npt.NDArray[np.int32]
    plugin: npt.NDArray[np.int32]
    refid: npt.NDArray[np.int32]
    reftype: npt.NDArray[np.int32]
    type: npt.NDArray[np.int32]
    user: npt.NDArray[np.float64]

class _MjModelNumericViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: npt.NDArray[np.int32]
    data: npt.NDArray[np.float64]
    size: npt.NDArray[np.int32]

class _MjModelTextViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: npt.NDArray[np.int32]
    @property
    def data(self) -> bytes: ...
    size: npt.NDArray[np.int32]

class _MjModelTupleViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    adr: npt.NDArray[np.int32]
    objid: npt.NDArray[np.int32]
    objprm: npt.NDArray[np.float64]
    objtype: npt.NDArray[np.int32]
    size: npt.NDArray[np.int32]

class _MjModelKeyframeViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    act: npt.NDArray[np.float64]
    ctrl: npt.NDArray[np.float64]
    mpos: npt.NDArray[np.float64]
    mquat: npt.NDArray[np.float64]
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    time: npt.NDArray[np.float64]

class _MjDataBodyViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    awake: npt.NDArray[np.int32]
    awake_ind: npt.NDArray[np.int32]
    cacc: npt.NDArray[np.float64]
    cfrc_ext: npt.NDArray[np.float64]
    cfrc_int: npt.NDArray[np.float64]
    cinert: npt.NDArray[np.float64]
    crb: npt.NDArray[np.float64]
    cvel: npt.NDArray[np.float64]
    parent_awake_ind: npt.NDArray[np.int32]
    subtree_angmom: npt.NDArray[np.float64]
    subtree_com: npt.NDArray[np.float64]
    subtree_linvel: npt.NDArray[np.float64]
    xfrc_applied: npt.NDArray[np.float64]
    ximat: npt.NDArray[np.float64]
    xipos: npt.NDArray[np.float64]
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]
    xquat: npt.NDArray[np.float64]

class _MjDataJointViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    awake_ind: npt.NDArray[np.int32]
    cdof: npt.NDArray[np.float64]
    cdof_dot: npt.NDArray[np.float64]
    island: npt.NDArray[np.int32]
    map_dof2idof: npt.NDArray[np.int32]
    map_idof2dof: npt.NDArray[np.int32]
    qHDiagInv: npt.NDArray[np.float64]
    qLDiagInv: npt.NDArray[np.float64]
    qacc: npt.NDArray[np.float64]
    qacc_smooth: npt.NDArray[np.float64]
    qacc_warmstart: npt.NDArray[np.float64]
    qfrc_actuator: npt.NDArray[np.float64]
    qfrc_adhesion: npt.NDArray[np.float64]
    qfrc_applied: npt.NDArray[np.float64]
    qfrc_bias: npt.NDArray[np.float64]
    qfrc_constraint: npt.NDArray[np.float64]
    qfrc_damper: npt.NDArray[np.float64]
    qfrc_fluid: npt.NDArray[np.float64]
    qfrc_gravcomp: npt.NDArray[np.float64]
    qfrc_inverse: npt.NDArray[np.float64]
    qfrc_passive: npt.NDArray[np.float64]
    qfrc_smooth: npt.NDArray[np.float64]
    qfrc_spring: npt.NDArray[np.float64]
    qpos: npt.NDArray[np.float64]
    qvel: npt.NDArray[np.float64]
    xanchor: npt.NDArray[np.float64]
    xaxis: npt.NDArray[np.float64]

class _MjDataGeomViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjDataSiteViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjDataCameraViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xmat: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjDataLightViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    xdir: npt.NDArray[np.float64]
    xpos: npt.NDArray[np.float64]

class _MjDataEqualityViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    active: npt.NDArray[np.bool_]

class _MjDataTendonViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    J: npt.NDArray[np.float64]
    _efcadr: npt.NDArray[np.int32]
    efcadr: npt.NDArray[np.int32]
    length: npt.NDArray[np.float64]
    velocity: npt.NDArray[np.float64]
    wrapadr: npt.NDArray[np.int32]
    wrapnum: npt.NDArray[np.int32]

class _MjDataActuatorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    act: npt.NDArray[np.float64]
    act_dot: npt.NDArray[np.float64]
    ctrl: npt.NDArray[np.float64]
    force: npt.NDArray[np.float64]
    length: npt.NDArray[np.float64]
    moment: npt.NDArray[np.float64]
    moment_colind: npt.NDArray[np.int32]
    moment_rowadr: npt.NDArray[np.int32]
    moment_rownnz: npt.NDArray[np.int32]
    velocity: npt.NDArray[np.float64]

class _MjDataSensorViews:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    data: npt.NDArray[np.float64]

class MjOption:
    def __init__(self) -> None: ...
    timestep: float
    impratio: float
    tolerance: float
    ls_tolerance: float
    noslip_tolerance: float
    ccd_tolerance: float
    sleep_tolerance: float
    gravity: npt.NDArray[np.float64]  # (3,)
    wind: npt.NDArray[np.float64]  # (3,)
    magnetic: npt.NDArray[np.float64]  # (3,)
    density: float
    viscosity: float
    o_margin: float
    o_solref: npt.NDArray[np.float64]  # (2,)
    o_solimp: npt.NDArray[np.float64]  # (5,)
    o_friction: npt.NDArray[np.float64]  # (5,)
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
    center: npt.NDArray[np.float64]  # (3,)

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
        ambient: npt.NDArray[np.float32]  # (3,)
        diffuse: npt.NDArray[np.float32]  # (3,)
        specular: npt.NDArray[np.float32]  # (3,)
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
        fog: npt.NDArray[np.float32]  # (4,)
        haze: npt.NDArray[np.float32]  # (4,)
        force: npt.NDArray[np.float32]  # (4,)
        inertia: npt.NDArray[np.float32]  # (4,)
        joint: npt.NDArray[np.float32]  # (4,)
        actuator: npt.NDArray[np.float32]  # (4,)
        actuatornegative: npt.NDArray[np.float32]  # (4,)
        actuatorpositive: npt.NDArray[np.float32]  # (4,)
        com: npt.NDArray[np.float32]  # (4,)
        camera: npt.NDArray[np.float32]  # (4,)
        light: npt.NDArray[np.float32]  # (4,)
        selectpoint: npt.NDArray[np.float32]  # (4,)
        connect: npt.NDArray[np.float32]  # (4,)
        contactpoint: npt.NDArray[np.float32]  # (4,)
        contactforce: npt.NDArray[np.float32]  # (4,)
        contactfriction: npt.NDArray[np.float32]  # (4,)
        contacttorque: npt.NDArray[np.float32]  # (4,)
        contactgap: npt.NDArray[np.float32]  # (4,)
        rangefinder: npt.NDArray[np.float32]  # (4,)
        constraint: npt.NDArray[np.float32]  # (4,)
        slidercrank: npt.NDArray[np.float32]  # (4,)
        crankbroken: npt.NDArray[np.float32]  # (4,)
        frustum: npt.NDArray[np.float32]  # (4,)
        bv: npt.NDArray[np.float32]  # (4,)
        bvactive: npt.NDArray[np.float32]  # (4,)
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
    pos: npt.NDArray[np.float64]  # (3,)
    frame: npt.NDArray[np.float64]  # (9,)
    includemargin: float
    friction: npt.NDArray[np.float64]  # (5,)
    solref: npt.NDArray[np.float64]  # (2,)
    solreffriction: npt.NDArray[np.float64]  # (2,)
    solimp: npt.NDArray[np.float64]  # (5,)
    adhesion: float
    mu: float
    H: npt.NDArray[np.float64]  # (36,)
    dim: int
    geom1: int
    geom2: int
    geom: npt.NDArray[np.int32]  # (2,)
    flex: npt.NDArray[np.int32]  # (2,)
    elem: npt.NDArray[np.int32]  # (2,)
    vert: npt.NDArray[np.int32]  # (2,)
    exclude: int
    efc_address: int

class _MjContactList:
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> MjContact: ...
    @overload
    def __getitem__(self, key: slice, /) -> _MjContactList: ...
    def __iter__(self) -> Iterator[MjContact]: ...
    dist: npt.NDArray[np.float64]  # (ncon,)
    pos: npt.NDArray[np.float64]  # (ncon, 3)
    frame: npt.NDArray[np.float64]  # (ncon, 9)
    includemargin: npt.NDArray[np.float64]  # (ncon,)
    friction: npt.NDArray[np.float64]  # (ncon, 5)
    solref: npt.NDArray[np.float64]  # (ncon, 2)
    solreffriction: npt.NDArray[np.float64]  # (ncon, 2)
    solimp: npt.NDArray[np.float64]  # (ncon, 5)
    adhesion: npt.NDArray[np.float64]  # (ncon,)
    mu: npt.NDArray[np.float64]  # (ncon,)
    H: npt.NDArray[np.float64]  # (ncon, 36)
    dim: npt.NDArray[np.int32]  # (ncon,)
    geom1: npt.NDArray[np.int32]  # (ncon,)
    geom2: npt.NDArray[np.int32]  # (ncon,)
    geom: npt.NDArray[np.int32]  # (ncon, 2)
    flex: npt.NDArray[np.int32]  # (ncon, 2)
    elem: npt.NDArray[np.int32]  # (ncon, 2)
    vert: npt.NDArray[np.int32]  # (ncon, 2)
    exclude: npt.NDArray[np.int32]  # (ncon,)
    efc_address: npt.NDArray[np.int32]  # (ncon,)

class MjWarningStat:
    lastinfo: int
    number: int
    def __init__(self) -> None: ...

class _MjWarningStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> MjWarningStat: ...
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
    @property
    def flg_adhesion(self) -> bool: ...
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
    qpos0: npt.NDArray[np.float64]  # (nq,)
    qpos_spring: npt.NDArray[np.float64]  # (nq,)
    body_parentid: npt.NDArray[np.int32]  # (nbody,)
    body_rootid: npt.NDArray[np.int32]  # (nbody,)
    body_weldid: npt.NDArray[np.int32]  # (nbody,)
    body_mocapid: npt.NDArray[np.int32]  # (nbody,)
    body_jntnum: npt.NDArray[np.int32]  # (nbody,)
    body_jntadr: npt.NDArray[np.int32]  # (nbody,)
    body_dofnum: npt.NDArray[np.int32]  # (nbody,)
    body_dofadr: npt.NDArray[np.int32]  # (nbody,)
    body_treeid: npt.NDArray[np.int32]  # (nbody,)
    body_geomnum: npt.NDArray[np.int32]  # (nbody,)
    body_geomadr: npt.NDArray[np.int32]  # (nbody,)
    body_simple: npt.NDArray[np.uint8]  # (nbody,)
    body_sameframe: npt.NDArray[np.uint8]  # (nbody,)
    body_pos: npt.NDArray[np.float64]  # (nbody, 3)
    body_quat: npt.NDArray[np.float64]  # (nbody, 4)
    body_ipos: npt.NDArray[np.float64]  # (nbody, 3)
    body_iquat: npt.NDArray[np.float64]  # (nbody, 4)
    body_mass: npt.NDArray[np.float64]  # (nbody,)
    body_subtreemass: npt.NDArray[np.float64]  # (nbody,)
    body_inertia: npt.NDArray[np.float64]  # (nbody, 3)
    body_invweight0: npt.NDArray[np.float64]  # (nbody, 2)
    body_gravcomp: npt.NDArray[np.float64]  # (nbody,)
    body_margin: npt.NDArray[np.float64]  # (nbody,)
    body_user: npt.NDArray[np.float64]  # (nbody, nuser_body)
    body_plugin: npt.NDArray[np.int32]  # (nbody,)
    body_contype: npt.NDArray[np.int32]  # (nbody,)
    body_conaffinity: npt.NDArray[np.int32]  # (nbody,)
    body_bvhadr: npt.NDArray[np.int32]  # (nbody,)
    body_bvhnum: npt.NDArray[np.int32]  # (nbody,)
    bvh_depth: npt.NDArray[np.int32]  # (nbvh,)
    bvh_child: npt.NDArray[np.int32]  # (nbvh, 2)
    bvh_nodeid: npt.NDArray[np.int32]  # (nbvh,)
    bvh_aabb: npt.NDArray[np.float64]  # (nbvhstatic, 6)
    oct_depth: npt.NDArray[np.int32]  # (noct,)
    oct_child: npt.NDArray[np.int32]  # (noct, 8)
    oct_aabb: npt.NDArray[np.float64]  # (noct, 6)
    oct_coeff: npt.NDArray[np.float64]  # (noct, 8)
    jnt_type: npt.NDArray[np.int32]  # (njnt,)
    jnt_qposadr: npt.NDArray[np.int32]  # (njnt,)
    jnt_dofadr: npt.NDArray[np.int32]  # (njnt,)
    jnt_bodyid: npt.NDArray[np.int32]  # (njnt,)
    jnt_actuatorid: npt.NDArray[np.int32]  # (njnt,)
    jnt_group: npt.NDArray[np.int32]  # (njnt,)
    jnt_limited: npt.NDArray[np.bool_]  # (njnt,)
    jnt_actfrclimited: npt.NDArray[np.bool_]  # (njnt,)
    jnt_actgravcomp: npt.NDArray[np.bool_]  # (njnt,)
    jnt_solref: npt.NDArray[np.float64]  # (njnt, 2)
    jnt_solimp: npt.NDArray[np.float64]  # (njnt, 5)
    jnt_pos: npt.NDArray[np.float64]  # (njnt, 3)
    jnt_axis: npt.NDArray[np.float64]  # (njnt, 3)
    jnt_stiffness: npt.NDArray[np.float64]  # (njnt,)
    jnt_stiffnesspoly: npt.NDArray[np.float64]  # (njnt, 2)
    jnt_range: npt.NDArray[np.float64]  # (njnt, 2)
    jnt_actfrcrange: npt.NDArray[np.float64]  # (njnt, 2)
    jnt_margin: npt.NDArray[np.float64]  # (njnt,)
    jnt_user: npt.NDArray[np.float64]  # (njnt, nuser_jnt)
    dof_bodyid: npt.NDArray[np.int32]  # (nv,)
    dof_jntid: npt.NDArray[np.int32]  # (nv,)
    dof_parentid: npt.NDArray[np.int32]  # (nv,)
    dof_treeid: npt.NDArray[np.int32]  # (nv,)
    dof_Madr: npt.NDArray[np.int32]  # (nv,)
    dof_simplenum: npt.NDArray[np.int32]  # (nv,)
    dof_solref: npt.NDArray[np.float64]  # (nv, 2)
    dof_solimp: npt.NDArray[np.float64]  # (nv, 5)
    dof_frictionloss: npt.NDArray[np.float64]  # (nv,)
    dof_armature: npt.NDArray[np.float64]  # (nv,)
    dof_damping: npt.NDArray[np.float64]  # (nv,)
    dof_dampingpoly: npt.NDArray[np.float64]  # (nv, 2)
    dof_invweight0: npt.NDArray[np.float64]  # (nv,)
    dof_M0: npt.NDArray[np.float64]  # (nv,)
    dof_length: npt.NDArray[np.float64]  # (nv,)
    tree_bodyadr: npt.NDArray[np.int32]  # (ntree,)
    tree_bodynum: npt.NDArray[np.int32]  # (ntree,)
    tree_dofadr: npt.NDArray[np.int32]  # (ntree,)
    tree_dofnum: npt.NDArray[np.int32]  # (ntree,)
    tree_sleep_policy: npt.NDArray[np.int32]  # (ntree,)
    geom_type: npt.NDArray[np.int32]  # (ngeom,)
    geom_contype: npt.NDArray[np.int32]  # (ngeom,)
    geom_conaffinity: npt.NDArray[np.int32]  # (ngeom,)
    geom_condim: npt.NDArray[np.int32]  # (ngeom,)
    geom_bodyid: npt.NDArray[np.int32]  # (ngeom,)
    geom_dataid: npt.NDArray[np.int32]  # (ngeom,)
    geom_matid: npt.NDArray[np.int32]  # (ngeom,)
    geom_group: npt.NDArray[np.int32]  # (ngeom,)
    geom_priority: npt.NDArray[np.int32]  # (ngeom,)
    geom_plugin: npt.NDArray[np.int32]  # (ngeom,)
    geom_sameframe: npt.NDArray[np.uint8]  # (ngeom,)
    geom_solmix: npt.NDArray[np.float64]  # (ngeom,)
    geom_solref: npt.NDArray[np.float64]  # (ngeom, 2)
    geom_solimp: npt.NDArray[np.float64]  # (ngeom, 5)
    geom_size: npt.NDArray[np.float64]  # (ngeom, 3)
    geom_aabb: npt.NDArray[np.float64]  # (ngeom, 6)
    geom_rbound: npt.NDArray[np.float64]  # (ngeom,)
    geom_pos: npt.NDArray[np.float64]  # (ngeom, 3)
    geom_quat: npt.NDArray[np.float64]  # (ngeom, 4)
    geom_friction: npt.NDArray[np.float64]  # (ngeom, 3)
    geom_margin: npt.NDArray[np.float64]  # (ngeom,)
    geom_gap: npt.NDArray[np.float64]  # (ngeom,)
    geom_surfacevel: npt.NDArray[np.float64]  # (ngeom, 6)
    geom_adhesion: npt.NDArray[np.float64]  # (ngeom,)
    geom_fluid: npt.NDArray[np.float64]  # (ngeom, 12)
    geom_user: npt.NDArray[np.float64]  # (ngeom, nuser_geom)
    geom_rgba: npt.NDArray[np.float32]  # (ngeom, 4)
    site_type: npt.NDArray[np.int32]  # (nsite,)
    site_bodyid: npt.NDArray[np.int32]  # (nsite,)
    site_matid: npt.NDArray[np.int32]  # (nsite,)
    site_group: npt.NDArray[np.int32]  # (nsite,)
    site_sameframe: npt.NDArray[np.uint8]  # (nsite,)
    site_size: npt.NDArray[np.float64]  # (nsite, 3)
    site_pos: npt.NDArray[np.float64]  # (nsite, 3)
    site_quat: npt.NDArray[np.float64]  # (nsite, 4)
    site_user: npt.NDArray[np.float64]  # (nsite, nuser_site)
    site_rgba: npt.NDArray[np.float32]  # (nsite, 4)
    cam_mode: npt.NDArray[np.int32]  # (ncam,)
    cam_bodyid: npt.NDArray[np.int32]  # (ncam,)
    cam_targetbodyid: npt.NDArray[np.int32]  # (ncam,)
    cam_pos: npt.NDArray[np.float64]  # (ncam, 3)
    cam_quat: npt.NDArray[np.float64]  # (ncam, 4)
    cam_poscom0: npt.NDArray[np.float64]  # (ncam, 3)
    cam_pos0: npt.NDArray[np.float64]  # (ncam, 3)
    cam_mat0: npt.NDArray[np.float64]  # (ncam, 9)
    cam_projection: npt.NDArray[np.int32]  # (ncam,)
    cam_fovy: npt.NDArray[np.float64]  # (ncam,)
    cam_ipd: npt.NDArray[np.float64]  # (ncam,)
    cam_resolution: npt.NDArray[np.int32]  # (ncam, 2)
    cam_output: npt.NDArray[np.int32]  # (ncam,)
    cam_sensorsize: npt.NDArray[np.float32]  # (ncam, 2)
    cam_intrinsic: npt.NDArray[np.float32]  # (ncam, 4)
    cam_user: npt.NDArray[np.float64]  # (ncam, nuser_cam)
    light_mode: npt.NDArray[np.int32]  # (nlight,)
    light_bodyid: npt.NDArray[np.int32]  # (nlight,)
    light_targetbodyid: npt.NDArray[np.int32]  # (nlight,)
    light_type: npt.NDArray[np.int32]  # (nlight,)
    light_texid: npt.NDArray[np.int32]  # (nlight,)
    light_castshadow: npt.NDArray[np.bool_]  # (nlight,)
    light_bulbradius: npt.NDArray[np.float32]  # (nlight,)
    light_intensity: npt.NDArray[np.float32]  # (nlight,)
    light_range: npt.NDArray[np.float32]  # (nlight,)
    light_active: npt.NDArray[np.bool_]  # (nlight,)
    light_pos: npt.NDArray[np.float64]  # (nlight, 3)
    light_dir: npt.NDArray[np.float64]  # (nlight, 3)
    light_poscom0: npt.NDArray[np.float64]  # (nlight, 3)
    light_pos0: npt.NDArray[np.float64]  # (nlight, 3)
    light_dir0: npt.NDArray[np.float64]  # (nlight, 3)
    light_attenuation: npt.NDArray[np.float32]  # (nlight, 3)
    light_cutoff: npt.NDArray[np.float32]  # (nlight,)
    light_softness: npt.NDArray[np.float32]  # (nlight,)
    light_exponent: npt.NDArray[np.float32]  # (nlight,)
    light_ambient: npt.NDArray[np.float32]  # (nlight, 3)
    light_diffuse: npt.NDArray[np.float32]  # (nlight, 3)
    light_specular: npt.NDArray[np.float32]  # (nlight, 3)
    efm0_dofid: npt.NDArray[np.int32]  # (nefm0dof,)
    efm0_L_rownnz: npt.NDArray[np.int32]  # (nefm0dof,)
    efm0_L_rowadr: npt.NDArray[np.int32]  # (nefm0dof,)
    efm0_L_colind: npt.NDArray[np.int32]  # (nefm0L,)
    efm0_L: npt.NDArray[np.float64]  # (nefm0L,)
    mesh_vertadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_vertnum: npt.NDArray[np.int32]  # (nmesh,)
    mesh_faceadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_facenum: npt.NDArray[np.int32]  # (nmesh,)
    mesh_bvhadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_bvhnum: npt.NDArray[np.int32]  # (nmesh,)
    mesh_octadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_octnum: npt.NDArray[np.int32]  # (nmesh,)
    mesh_normaladr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_normalnum: npt.NDArray[np.int32]  # (nmesh,)
    mesh_texcoordadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_texcoordnum: npt.NDArray[np.int32]  # (nmesh,)
    mesh_graphadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_extrema: npt.NDArray[np.int32]  # (nmesh, 27)
    mesh_vert: npt.NDArray[np.float32]  # (nmeshvert, 3)
    mesh_normal: npt.NDArray[np.float32]  # (nmeshnormal, 3)
    mesh_texcoord: npt.NDArray[np.float32]  # (nmeshtexcoord, 2)
    mesh_face: npt.NDArray[np.int32]  # (nmeshface, 3)
    mesh_facenormal: npt.NDArray[np.int32]  # (nmeshface, 3)
    mesh_facetexcoord: npt.NDArray[np.int32]  # (nmeshface, 3)
    mesh_graph: npt.NDArray[np.int32]  # (nmeshgraph,)
    mesh_scale: npt.NDArray[np.float64]  # (nmesh, 3)
    mesh_pos: npt.NDArray[np.float64]  # (nmesh, 3)
    mesh_quat: npt.NDArray[np.float64]  # (nmesh, 4)
    mesh_pathadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_polynum: npt.NDArray[np.int32]  # (nmesh,)
    mesh_polyadr: npt.NDArray[np.int32]  # (nmesh,)
    mesh_polynormal: npt.NDArray[np.float64]  # (nmeshpoly, 3)
    mesh_polyvertadr: npt.NDArray[np.int32]  # (nmeshpoly,)
    mesh_polyvertnum: npt.NDArray[np.int32]  # (nmeshpoly,)
    mesh_polyvert: npt.NDArray[np.int32]  # (nmeshpolyvert,)
    mesh_polymapadr: npt.NDArray[np.int32]  # (nmeshvert,)
    mesh_polymapnum: npt.NDArray[np.int32]  # (nmeshvert,)
    mesh_polymap: npt.NDArray[np.int32]  # (nmeshpolymap,)
    hfield_size: npt.NDArray[np.float64]  # (nhfield, 4)
    hfield_nrow: npt.NDArray[np.int32]  # (nhfield,)
    hfield_ncol: npt.NDArray[np.int32]  # (nhfield,)
    hfield_adr: npt.NDArray[np.int32]  # (nhfield,)
    hfield_data: npt.NDArray[np.float32]  # (nhfielddata,)
    hfield_pathadr: npt.NDArray[np.int32]  # (nhfield,)
    tex_type: npt.NDArray[np.int32]  # (ntex,)
    tex_colorspace: npt.NDArray[np.int32]  # (ntex,)
    tex_height: npt.NDArray[np.int32]  # (ntex,)
    tex_width: npt.NDArray[np.int32]  # (ntex,)
    tex_nchannel: npt.NDArray[np.int32]  # (ntex,)
    tex_adr: npt.NDArray[np.int64]  # (ntex,)
    tex_data: npt.NDArray[np.uint8]  # (ntexdata,)
    tex_pathadr: npt.NDArray[np.int32]  # (ntex,)
    mat_texid: npt.NDArray[np.int32]  # (nmat, 10)
    mat_texuniform: npt.NDArray[np.bool_]  # (nmat,)
    mat_texrepeat: npt.NDArray[np.float32]  # (nmat, 2)
    mat_emission: npt.NDArray[np.float32]  # (nmat,)
    mat_specular: npt.NDArray[np.float32]  # (nmat,)
    mat_shininess: npt.NDArray[np.float32]  # (nmat,)
    mat_reflectance: npt.NDArray[np.float32]  # (nmat,)
    mat_metallic: npt.NDArray[np.float32]  # (nmat,)
    mat_roughness: npt.NDArray[np.float32]  # (nmat,)
    mat_rgba: npt.NDArray[np.float32]  # (nmat, 4)
    pair_dim: npt.NDArray[np.int32]  # (npair,)
    pair_geom1: npt.NDArray[np.int32]  # (npair,)
    pair_geom2: npt.NDArray[np.int32]  # (npair,)
    pair_signature: npt.NDArray[np.int32]  # (npair,)
    pair_solref: npt.NDArray[np.float64]  # (npair, 2)
    pair_solreffriction: npt.NDArray[np.float64]  # (npair, 2)
    pair_solimp: npt.NDArray[np.float64]  # (npair, 5)
    pair_margin: npt.NDArray[np.float64]  # (npair,)
    pair_gap: npt.NDArray[np.float64]  # (npair,)
    pair_adhesion: npt.NDArray[np.float64]  # (npair,)
    pair_friction: npt.NDArray[np.float64]  # (npair, 5)
    exclude_signature: npt.NDArray[np.int32]  # (nexclude,)
    eq_type: npt.NDArray[np.int32]  # (neq,)
    eq_obj1id: npt.NDArray[np.int32]  # (neq,)
    eq_obj2id: npt.NDArray[np.int32]  # (neq,)
    eq_objtype: npt.NDArray[np.int32]  # (neq,)
    eq_active0: npt.NDArray[np.bool_]  # (neq,)
    eq_solref: npt.NDArray[np.float64]  # (neq, 2)
    eq_solimp: npt.NDArray[np.float64]  # (neq, 5)
    eq_data: npt.NDArray[np.float64]  # (neq, 11)
    tendon_adr: npt.NDArray[np.int32]  # (ntendon,)
    tendon_num: npt.NDArray[np.int32]  # (ntendon,)
    tendon_matid: npt.NDArray[np.int32]  # (ntendon,)
    tendon_actuatorid: npt.NDArray[np.int32]  # (ntendon,)
    tendon_group: npt.NDArray[np.int32]  # (ntendon,)
    tendon_treenum: npt.NDArray[np.int32]  # (ntendon,)
    tendon_treeid: npt.NDArray[np.int32]  # (ntendon, 2)
    ten_J_rownnz: npt.NDArray[np.int32]  # (ntendon,)
    ten_J_rowadr: npt.NDArray[np.int32]  # (ntendon,)
    ten_J_colind: npt.NDArray[np.int32]  # (nJten,)
    tendon_limited: npt.NDArray[np.bool_]  # (ntendon,)
    tendon_actfrclimited: npt.NDArray[np.bool_]  # (ntendon,)
    tendon_width: npt.NDArray[np.float64]  # (ntendon,)
    tendon_solref_lim: npt.NDArray[np.float64]  # (ntendon, 2)
    tendon_solimp_lim: npt.NDArray[np.float64]  # (ntendon, 5)
    tendon_solref_fri: npt.NDArray[np.float64]  # (ntendon, 2)
    tendon_solimp_fri: npt.NDArray[np.float64]  # (ntendon, 5)
    tendon_range: npt.NDArray[np.float64]  # (ntendon, 2)
    tendon_actfrcrange: npt.NDArray[np.float64]  # (ntendon, 2)
    tendon_margin: npt.NDArray[np.float64]  # (ntendon,)
    tendon_stiffness: npt.NDArray[np.float64]  # (ntendon,)
    tendon_stiffnesspoly: npt.NDArray[np.float64]  # (ntendon, 2)
    tendon_damping: npt.NDArray[np.float64]  # (ntendon,)
    tendon_dampingpoly: npt.NDArray[np.float64]  # (ntendon, 2)
    tendon_armature: npt.NDArray[np.float64]  # (ntendon,)
    tendon_frictionloss: npt.NDArray[np.float64]  # (ntendon,)
    tendon_lengthspring: npt.NDArray[np.float64]  # (ntendon, 2)
    tendon_length0: npt.NDArray[np.float64]  # (ntendon,)
    tendon_invweight0: npt.NDArray[np.float64]  # (ntendon,)
    tendon_user: npt.NDArray[np.float64]  # (ntendon, nuser_tendon)
    tendon_rgba: npt.NDArray[np.float32]  # (ntendon, 4)
    wrap_type: npt.NDArray[np.int32]  # (nwrap,)
    wrap_objid: npt.NDArray[np.int32]  # (nwrap,)
    wrap_prm: npt.NDArray[np.float64]  # (nwrap,)
    actuator_trntype: npt.NDArray[np.int32]  # (nactuator,)
    actuator_dyntype: npt.NDArray[np.int32]  # (nactuator,)
    actuator_gaintype: npt.NDArray[np.int32]  # (nactuator,)
    actuator_biastype: npt.NDArray[np.int32]  # (nactuator,)
    actuator_ctrladr: npt.NDArray[np.int32]  # (nactuator,)
    actuator_ctrlnum: npt.NDArray[np.int32]  # (nactuator,)
    actuator_ctrlspec: npt.NDArray[np.int32]  # (nactuator,)
    actuator_outadr: npt.NDArray[np.int32]  # (nactuator,)
    actuator_outnum: npt.NDArray[np.int32]  # (nactuator,)
    actuator_actadr: npt.NDArray[np.int32]  # (nactuator,)
    actuator_actnum: npt.NDArray[np.int32]  # (nactuator,)
    actuator_trnid: npt.NDArray[np.int32]  # (nactuator, 2)
    actuator_cranklength: npt.NDArray[np.float64]  # (nactuator,)
    actuator_dynprm: npt.NDArray[np.float64]  # (nactuator, 10)
    actuator_gainprm: npt.NDArray[np.float64]  # (nactuator, 10)
    actuator_biasprm: npt.NDArray[np.float64]  # (nactuator, 10)
    actuator_actlimited: npt.NDArray[np.bool_]  # (nactuator,)
    actuator_actrange: npt.NDArray[np.float64]  # (nactuator, 2)
    actuator_actearly: npt.NDArray[np.bool_]  # (nactuator,)
    actuator_history: npt.NDArray[np.int32]  # (nactuator, 2)
    actuator_historyadr: npt.NDArray[np.int32]  # (nactuator,)
    actuator_delay: npt.NDArray[np.float64]  # (nactuator,)
    actuator_damping: npt.NDArray[np.float64]  # (nactuator,)
    actuator_dampingpoly: npt.NDArray[np.float64]  # (nactuator, 2)
    actuator_armature: npt.NDArray[np.float64]  # (nactuator,)
    actuator_group: npt.NDArray[np.int32]  # (nactuator,)
    actuator_user: npt.NDArray[np.float64]  # (nactuator, nuser_actuator)
    actuator_plugin: npt.NDArray[np.int32]  # (nactuator,)
    actuator_forcelimited: npt.NDArray[np.bool_]  # (nactuator,)
    actuator_forcerange: npt.NDArray[np.float64]  # (nactuator, 2)
    actuator_ctrllimited: npt.NDArray[np.bool_]  # (nu,)
    actuator_ctrlrange: npt.NDArray[np.float64]  # (nu, 2)
    actuator_gear: npt.NDArray[np.float64]  # (nout, 6)
    actuator_acc0: npt.NDArray[np.float64]  # (nout,)
    actuator_length0: npt.NDArray[np.float64]  # (nout,)
    actuator_lengthrange: npt.NDArray[np.float64]  # (nout, 2)
    sensor_type: npt.NDArray[np.int32]  # (nsensor,)
    sensor_datatype: npt.NDArray[np.int32]  # (nsensor,)
    sensor_needstage: npt.NDArray[np.int32]  # (nsensor,)
    sensor_objtype: npt.NDArray[np.int32]  # (nsensor,)
    sensor_objid: npt.NDArray[np.int32]  # (nsensor,)
    sensor_reftype: npt.NDArray[np.int32]  # (nsensor,)
    sensor_refid: npt.NDArray[np.int32]  # (nsensor,)
    sensor_intprm: npt.NDArray[np.int32]  # (nsensor, 3)
    sensor_dim: npt.NDArray[np.int32]  # (nsensor,)
    sensor_adr: npt.NDArray[np.int32]  # (nsensor,)
    sensor_cutoff: npt.NDArray[np.float64]  # (nsensor,)
    sensor_noise: npt.NDArray[np.float64]  # (nsensor,)
    sensor_history: npt.NDArray[np.int32]  # (nsensor, 2)
    sensor_historyadr: npt.NDArray[np.int32]  # (nsensor,)
    sensor_delay: npt.NDArray[np.float64]  # (nsensor,)
    sensor_interval: npt.NDArray[np.float64]  # (nsensor, 2)
    sensor_user: npt.NDArray[np.float64]  # (nsensor, nuser_sensor)
    sensor_plugin: npt.NDArray[np.int32]  # (nsensor,)
    numeric_adr: npt.NDArray[np.int32]  # (nnumeric,)
    numeric_size: npt.NDArray[np.int32]  # (nnumeric,)
    numeric_data: npt.NDArray[np.float64]  # (nnumericdata,)
    text_adr: npt.NDArray[np.int32]  # (ntext,)
    text_size: npt.NDArray[np.int32]  # (ntext,)
    @property
    def text_data(self) -> bytes: ...
    tuple_adr: npt.NDArray[np.int32]  # (ntuple,)
    tuple_size: npt.NDArray[np.int32]  # (ntuple,)
    tuple_objtype: npt.NDArray[np.int32]  # (ntupledata,)
    tuple_objid: npt.NDArray[np.int32]  # (ntupledata,)
    tuple_objprm: npt.NDArray[np.float64]  # (ntupledata,)
    key_time: npt.NDArray[np.float64]  # (nkey,)
    key_qpos: npt.NDArray[np.float64]  # (nkey, nq)
    key_qvel: npt.NDArray[np.float64]  # (nkey, nv)
    key_act: npt.NDArray[np.float64]  # (nkey, na)
    key_mpos: npt.NDArray[np.float64]  # (nkey, nmocap*3)
    key_mquat: npt.NDArray[np.float64]  # (nkey, nmocap*4)
    key_ctrl: npt.NDArray[np.float64]  # (nkey, nu)
    name_bodyadr: npt.NDArray[np.int32]  # (nbody,)
    name_jntadr: npt.NDArray[np.int32]  # (njnt,)
    name_geomadr: npt.NDArray[np.int32]  # (ngeom,)
    name_siteadr: npt.NDArray[np.int32]  # (nsite,)
    name_camadr: npt.NDArray[np.int32]  # (ncam,)
    name_lightadr: npt.NDArray[np.int32]  # (nlight,)
    name_meshadr: npt.NDArray[np.int32]  # (nmesh,)
    name_hfieldadr: npt.NDArray[np.int32]  # (nhfield,)
    name_texadr: npt.NDArray[np.int32]  # (ntex,)
    name_matadr: npt.NDArray[np.int32]  # (nmat,)
    name_pairadr: npt.NDArray[np.int32]  # (npair,)
    name_excludeadr: npt.NDArray[np.int32]  # (nexclude,)
    name_eqadr: npt.NDArray[np.int32]  # (neq,)
    name_tendonadr: npt.NDArray[np.int32]  # (ntendon,)
    name_actuatoradr: npt.NDArray[np.int32]  # (nactuator,)
    name_sensoradr: npt.NDArray[np.int32]  # (nsensor,)
    name_numericadr: npt.NDArray[np.int32]  # (nnumeric,)
    name_textadr: npt.NDArray[np.int32]  # (ntext,)
    name_tupleadr: npt.NDArray[np.int32]  # (ntuple,)
    name_keyadr: npt.NDArray[np.int32]  # (nkey,)
    @property
    def names(self) -> bytes: ...
    names_map: npt.NDArray[np.int32]  # (nnames_map,)
    @property
    def paths(self) -> bytes: ...
    B_rownnz: npt.NDArray[np.int32]  # (nbody,)
    B_rowadr: npt.NDArray[np.int32]  # (nbody,)
    B_colind: npt.NDArray[np.int32]  # (nB,)
    M_rownnz: npt.NDArray[np.int32]  # (nv,)
    M_rowadr: npt.NDArray[np.int32]  # (nv,)
    M_colind: npt.NDArray[np.int32]  # (nC,)
    mapM2M: npt.NDArray[np.int32]  # (nC,)
    D_rownnz: npt.NDArray[np.int32]  # (nv,)
    D_rowadr: npt.NDArray[np.int32]  # (nv,)
    D_diag: npt.NDArray[np.int32]  # (nv,)
    D_colind: npt.NDArray[np.int32]  # (nD,)
    mapM2D: npt.NDArray[np.int32]  # (nD,)
    mapD2M: npt.NDArray[np.int32]  # (nC,)

class MjData:
    time: float
    energy: npt.NDArray[np.float64]
    solver_fwdinv: npt.NDArray[np.float64]
    flg_energypos: bool
    flg_energyvel: bool
    flg_subtreevel: bool
    flg_rnepost: bool
    @property
    def model(self) -> MjModel: ...
    @property
    def solver_niter(self) -> npt.NDArray[np.int32]: ...
    @property
    def solver_nnz(self) -> npt.NDArray[np.int32]: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    def __init__(self, model: MjModel) -> None: ...
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
    @property
    def ncon(self) -> int: ...
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
    qpos: npt.NDArray[np.float64]  # (nq,)
    qvel: npt.NDArray[np.float64]  # (nv,)
    act: npt.NDArray[np.float64]  # (na,)
    history: npt.NDArray[np.float64]  # (nhistory,)
    qacc_warmstart: npt.NDArray[np.float64]  # (nv,)
    ctrl: npt.NDArray[np.float64]  # (nu,)
    qfrc_applied: npt.NDArray[np.float64]  # (nv,)
    xfrc_applied: npt.NDArray[np.float64]  # (nbody, 6)
    eq_active: npt.NDArray[np.bool_]  # (neq,)
    mocap_pos: npt.NDArray[np.float64]  # (nmocap, 3)
    mocap_quat: npt.NDArray[np.float64]  # (nmocap, 4)
    tree_asleep: npt.NDArray[np.int32]  # (ntree,)
    userdata: npt.NDArray[np.float64]  # (nuserdata,)
    qacc: npt.NDArray[np.float64]  # (nv,)
    act_dot: npt.NDArray[np.float64]  # (na,)
    sensordata: npt.NDArray[np.float64]  # (nsensordata,)
    tree_awake: npt.NDArray[np.int32]  # (ntree,)
    body_awake: npt.NDArray[np.int32]  # (nbody,)
    body_awake_ind: npt.NDArray[np.int32]  # (nbody,)
    parent_awake_ind: npt.NDArray[np.int32]  # (nbody,)
    dof_awake_ind: npt.NDArray[np.int32]  # (nv,)
    xpos: npt.NDArray[np.float64]  # (nbody, 3)
    xquat: npt.NDArray[np.float64]  # (nbody, 4)
    xmat: npt.NDArray[np.float64]  # (nbody, 9)
    xipos: npt.NDArray[np.float64]  # (nbody, 3)
    ximat: npt.NDArray[np.float64]  # (nbody, 9)
    xanchor: npt.NDArray[np.float64]  # (njnt, 3)
    xaxis: npt.NDArray[np.float64]  # (njnt, 3)
    geom_xpos: npt.NDArray[np.float64]  # (ngeom, 3)
    geom_xmat: npt.NDArray[np.float64]  # (ngeom, 9)
    site_xpos: npt.NDArray[np.float64]  # (nsite, 3)
    site_xmat: npt.NDArray[np.float64]  # (nsite, 9)
    cam_xpos: npt.NDArray[np.float64]  # (ncam, 3)
    cam_xmat: npt.NDArray[np.float64]  # (ncam, 9)
    light_xpos: npt.NDArray[np.float64]  # (nlight, 3)
    light_xdir: npt.NDArray[np.float64]  # (nlight, 3)
    bvh_active: npt.NDArray[np.bool_]  # (nbvh,)
    subtree_com: npt.NDArray[np.float64]  # (nbody, 3)
    cdof: npt.NDArray[np.float64]  # (nv, 6)
    cinert: npt.NDArray[np.float64]  # (nbody, 10)
    ten_wrapadr: npt.NDArray[np.int32]  # (ntendon,)
    ten_wrapnum: npt.NDArray[np.int32]  # (ntendon,)
    ten_J: npt.NDArray[np.float64]  # (nJten,)
    ten_length: npt.NDArray[np.float64]  # (ntendon,)
    wrap_obj: npt.NDArray[np.int32]  # (nwrap, 2)
    wrap_xpos: npt.NDArray[np.float64]  # (nwrap, 6)
    actuator_length: npt.NDArray[np.float64]  # (nout,)
    moment_rownnz: npt.NDArray[np.int32]  # (nout,)
    moment_rowadr: npt.NDArray[np.int32]  # (nout,)
    moment_colind: npt.NDArray[np.int32]  # (nJmom,)
    actuator_moment: npt.NDArray[np.float64]  # (nJmom,)
    crb: npt.NDArray[np.float64]  # (nbody, 10)
    M: npt.NDArray[np.float64]  # (nC,)
    ten_velocity: npt.NDArray[np.float64]  # (ntendon,)
    actuator_velocity: npt.NDArray[np.float64]  # (nout,)
    cvel: npt.NDArray[np.float64]  # (nbody, 6)
    cdof_dot: npt.NDArray[np.float64]  # (nv, 6)
    qfrc_bias: npt.NDArray[np.float64]  # (nv,)
    qfrc_spring: npt.NDArray[np.float64]  # (nv,)
    qfrc_damper: npt.NDArray[np.float64]  # (nv,)
    qfrc_gravcomp: npt.NDArray[np.float64]  # (nv,)
    qfrc_fluid: npt.NDArray[np.float64]  # (nv,)
    qfrc_adhesion: npt.NDArray[np.float64]  # (nv,)
    qfrc_passive: npt.NDArray[np.float64]  # (nv,)
    subtree_linvel: npt.NDArray[np.float64]  # (nbody, 3)
    subtree_angmom: npt.NDArray[np.float64]  # (nbody, 3)
    qDeriv: npt.NDArray[np.float64]  # (nD,)
    qLU: npt.NDArray[np.float64]  # (nD,)
    actuator_force: npt.NDArray[np.float64]  # (nout,)
    qfrc_actuator: npt.NDArray[np.float64]  # (nv,)
    qfrc_smooth: npt.NDArray[np.float64]  # (nv,)
    qacc_smooth: npt.NDArray[np.float64]  # (nv,)
    qfrc_constraint: npt.NDArray[np.float64]  # (nv,)
    qfrc_inverse: npt.NDArray[np.float64]  # (nv,)
    cacc: npt.NDArray[np.float64]  # (nbody, 6)
    cfrc_int: npt.NDArray[np.float64]  # (nbody, 6)
    cfrc_ext: npt.NDArray[np.float64]  # (nbody, 6)
    tendon_efcadr: npt.NDArray[np.int32]  # (ntendon,)
    tree_island: npt.NDArray[np.int32]  # (ntree,)
    map_itree2tree: npt.NDArray[np.int32]  # (ntree,)
    dof_island: npt.NDArray[np.int32]  # (nv,)
    map_dof2idof: npt.NDArray[np.int32]  # (nv,)
    map_idof2dof: npt.NDArray[np.int32]  # (nv,)
    efc_J_rownnz: npt.NDArray[np.int32]  # (nefc,)
    efc_J_rowadr: npt.NDArray[np.int32]  # (nefc,)
    efc_J_rowsuper: npt.NDArray[np.int32]  # (nefc,)
    efc_J_colind: npt.NDArray[np.int32]  # (nJ,)
    efc_J: npt.NDArray[np.float64]  # (nJ,)
    efc_Y_rownnz: npt.NDArray[np.int32]  # (nefc,)
    efc_Y_rowadr: npt.NDArray[np.int32]  # (nefc,)
    efc_Y_colind: npt.NDArray[np.int32]  # (nY,)
    efc_Y: npt.NDArray[np.float64]  # (nY,)
    efc_AR_rownnz: npt.NDArray[np.int32]  # (nefc,)
    efc_AR_rowadr: npt.NDArray[np.int32]  # (nefc,)
    efc_AR_colind: npt.NDArray[np.int32]  # (nA,)
    efc_AR: npt.NDArray[np.float64]  # (nA,)
    iacc: npt.NDArray[np.float64]  # (nidof,)
    iacc_smooth: npt.NDArray[np.float64]  # (nidof,)
    ifrc_smooth: npt.NDArray[np.float64]  # (nidof,)
    ifrc_constraint: npt.NDArray[np.float64]  # (nidof,)
    iefc_type: npt.NDArray[np.int32]  # (nefc,)
    iefc_id: npt.NDArray[np.int32]  # (nefc,)
    iefc_state: npt.NDArray[np.int32]  # (nefc,)
    iefc_frictionloss: npt.NDArray[np.float64]  # (nefc,)
    iefc_D: npt.NDArray[np.float64]  # (nefc,)
    iefc_R: npt.NDArray[np.float64]  # (nefc,)
    iefc_aref: npt.NDArray[np.float64]  # (nefc,)
    iefc_force: npt.NDArray[np.float64]  # (nefc,)
    qLD: npt.NDArray[np.float64]  # (nC,)
    qLDiagInv: npt.NDArray[np.float64]  # (nv,)
    qH: npt.NDArray[np.float64]  # (nC,)
    qHDiagInv: npt.NDArray[np.float64]  # (nv,)
    island_ntree: npt.NDArray[np.int32]  # (nisland,)
    island_itreeadr: npt.NDArray[np.int32]  # (nisland,)
    island_nv: npt.NDArray[np.int32]  # (nisland,)
    island_idofadr: npt.NDArray[np.int32]  # (nisland,)
    island_dofadr: npt.NDArray[np.int32]  # (nisland,)
    island_ne: npt.NDArray[np.int32]  # (nisland,)
    island_nf: npt.NDArray[np.int32]  # (nisland,)
    island_nefc: npt.NDArray[np.int32]  # (nisland,)
    island_iefcadr: npt.NDArray[np.int32]  # (nisland,)
    efc_island: npt.NDArray[np.int32]  # (nefc,)
    map_efc2iefc: npt.NDArray[np.int32]  # (nefc,)
    map_iefc2efc: npt.NDArray[np.int32]  # (nefc,)
    efc_type: npt.NDArray[np.int32]  # (nefc,)
    efc_id: npt.NDArray[np.int32]  # (nefc,)
    efc_pos: npt.NDArray[np.float64]  # (nefc,)
    efc_margin: npt.NDArray[np.float64]  # (nefc,)
    efc_frictionloss: npt.NDArray[np.float64]  # (nefc,)
    efc_diagA: npt.NDArray[np.float64]  # (nefc,)
    efc_KBIP: npt.NDArray[np.float64]  # (nefc, 4)
    efc_D: npt.NDArray[np.float64]  # (nefc,)
    efc_R: npt.NDArray[np.float64]  # (nefc,)
    efc_vel: npt.NDArray[np.float64]  # (nefc,)
    efc_aref: npt.NDArray[np.float64]  # (nefc,)
    efc_b: npt.NDArray[np.float64]  # (nefc,)
    efc_state: npt.NDArray[np.int32]  # (nefc,)
    efc_force: npt.NDArray[np.float64]  # (nefc,)

class _Rollout:
    def __init__(self, *, nthread: int) -> None: ...
    def rollout(self, model: list[MjModel], data: list[MjData], nstep: int, control_spec: int, state0: npt.NDArray[np.float64], warmstart0: npt.NDArray[np.float64] | None = None, control: npt.NDArray[np.float64] | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None, chunk_size: int | None = None) -> None: ...

class _Team:
    def __init__(self, threads: int | None = None) -> None: ...
    def make(self, model: MjModel, n: int) -> list[MjData]: ...

class _Worlds:
    def __init__(self, team: _Team, models: list[MjModel], worlds: list[MjData]) -> None: ...
    def step(self, nstep: int, control: npt.NDArray[np.float64] | None = None, state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None) -> list[str | None]: ...
    def forward(self) -> list[str | None]: ...
    def reset(self, chosen: list[int]) -> list[tuple[int, MjData]]: ...
    def read(self, name: str, out: npt.NDArray[Any]) -> None: ...
    def write(self, name: str, values: npt.NDArray[Any]) -> None: ...
    def read_state(self, sig: int, out: npt.NDArray[np.float64]) -> None: ...
    def write_state(self, sig: int, values: npt.NDArray[np.float64]) -> None: ...

def _own_models(team: _Team, common: MjModel, models: list[MjModel], values: dict[str, npt.NDArray[Any]]) -> list[MjModel]: ...
def _profile(m: MjModel, d: MjData, nstep: SupportsIndex) -> None: ...
def _set_callback(name: str | bytes, callback: Any) -> None: ...
def _stages() -> list[tuple[str, list[str], list[str], list[str]]]: ...
def _twins(common: MjModel, models: list[MjModel]) -> list[MjModel]: ...
def _world_array(model: MjModel, name: str | bytes) -> tuple[list[int], str]: ...
def mj_Euler(m: MjModel, d: MjData) -> None: ...
def mj_RungeKutta(m: MjModel, d: MjData, N: SupportsIndex) -> None: ...
def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int: ...
def mj_angmomMat(m: MjModel, d: MjData, mat: npt.NDArray[np.float64], body: SupportsIndex) -> None: ...
def mj_applyFT(m: MjModel, d: MjData, force: npt.NDArray[np.float64], torque: npt.NDArray[np.float64], point: npt.NDArray[np.float64], body: SupportsIndex, qfrc_target: npt.NDArray[np.float64]) -> None: ...
def mj_camlight(m: MjModel, d: MjData) -> None: ...
def mj_checkAcc(m: MjModel, d: MjData) -> None: ...
def mj_checkPos(m: MjModel, d: MjData) -> None: ...
def mj_checkVel(m: MjModel, d: MjData) -> None: ...
def mj_collision(m: MjModel, d: MjData) -> None: ...
def mj_comPos(m: MjModel, d: MjData) -> None: ...
def mj_comVel(m: MjModel, d: MjData) -> None: ...
def mj_compareFwdInv(m: MjModel, d: MjData) -> None: ...
def mj_constraintUpdate(m: MjModel, d: MjData, jar: npt.NDArray[np.float64], cost: npt.NDArray[np.float64] | None, flg_coneHessian: SupportsIndex) -> None: ...
def mj_contactForce(m: MjModel, d: MjData, id: SupportsIndex, result: npt.NDArray[np.float64]) -> None: ...
def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None: ...
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: SupportsIndex) -> None: ...
def mj_crb(m: MjModel, d: MjData) -> None: ...
def mj_differentiatePos(m: MjModel, qvel: npt.NDArray[np.float64], dt: SupportsFloat, qpos1: npt.NDArray[np.float64], qpos2: npt.NDArray[np.float64]) -> None: ...
def mj_energyPos(m: MjModel, d: MjData) -> None: ...
def mj_energyVel(m: MjModel, d: MjData) -> None: ...
def mj_extractState(m: MjModel, src: npt.NDArray[np.float64], srcsig: SupportsIndex, dst: npt.NDArray[np.float64], dstsig: SupportsIndex) -> None: ...
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
def mj_initCtrlHistory(m: MjModel, d: MjData, id: SupportsIndex, times: npt.NDArray[np.float64] | None, values: npt.NDArray[np.float64]) -> None: ...
def mj_initSensorHistory(m: MjModel, d: MjData, id: SupportsIndex, times: npt.NDArray[np.float64] | None, values: npt.NDArray[np.float64], phase: SupportsFloat) -> None: ...
def mj_integratePos(m: MjModel, qpos: npt.NDArray[np.float64], qvel: npt.NDArray[np.float64], dt: SupportsFloat) -> None: ...
def mj_invConstraint(m: MjModel, d: MjData) -> None: ...
def mj_invPosition(m: MjModel, d: MjData) -> None: ...
def mj_invVelocity(m: MjModel, d: MjData) -> None: ...
def mj_inverse(m: MjModel, d: MjData) -> None: ...
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: SupportsIndex, skipsensor: SupportsIndex) -> None: ...
def mj_isDual(m: MjModel) -> int: ...
def mj_isPyramidal(m: MjModel) -> int: ...
def mj_isSparse(m: MjModel) -> int: ...
def mj_island(m: MjModel, d: MjData) -> None: ...
def mj_jac(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.NDArray[np.float64], body: SupportsIndex) -> None: ...
def mj_jacBody(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None: ...
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None: ...
def mj_jacDot(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.NDArray[np.float64], body: SupportsIndex) -> None: ...
def mj_jacGeom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, geom: SupportsIndex) -> None: ...
def mj_jacPointAxis(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: npt.NDArray[np.float64], axis: npt.NDArray[np.float64], body: SupportsIndex) -> None: ...
def mj_jacSite(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, site: SupportsIndex) -> None: ...
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None: ...
def mj_kinematics(m: MjModel, d: MjData) -> None: ...
def mj_local2Global(d: MjData, xpos: npt.NDArray[np.float64], xmat: npt.NDArray[np.float64], pos: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], body: SupportsIndex, sameframe: SupportsIndex) -> None: ...
def mj_makeConstraint(m: MjModel, d: MjData) -> None: ...
def mj_makeM(m: MjModel, d: MjData) -> None: ...
def mj_mulJacTVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mj_mulJacVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mj_mulM(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mj_mulM2(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mj_multiRay(m: MjModel, d: MjData, pnt: npt.NDArray[np.float64], vec: npt.NDArray[np.float64], geomgroup: npt.NDArray[np.uint8] | None, flg_static: SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.float64], dist: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None, nray: SupportsIndex, cutoff: SupportsFloat) -> None: ...
def mj_name2id(m: MjModel, type: SupportsIndex, name: str | bytes) -> int: ...
def mj_normalizeQuat(m: MjModel, qpos: npt.NDArray[np.float64]) -> None: ...
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: SupportsIndex) -> None: ...
def mj_objectVelocity(m: MjModel, d: MjData, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: SupportsIndex) -> None: ...
def mj_passive(m: MjModel, d: MjData) -> None: ...
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str: ...
def mj_projectConstraint(m: MjModel, d: MjData) -> None: ...
def mj_ray(m: MjModel, d: MjData, pnt: npt.NDArray[np.float64], vec: npt.NDArray[np.float64], geomgroup: npt.NDArray[np.uint8] | None, flg_static: SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None = None) -> float: ...
def mj_rayHfield(m: MjModel, d: MjData, geomid: npt.NDArray[np.float64], pnt: npt.NDArray[np.float64], vec: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None = None) -> float: ...
def mj_rayMesh(m: MjModel, d: MjData, geomid: npt.NDArray[np.float64], pnt: npt.NDArray[np.float64], vec: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None = None) -> float: ...
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
def mj_setState(m: MjModel, d: MjData, state: npt.NDArray[np.float64], sig: SupportsIndex) -> None: ...
def mj_setTotalmass(m: MjModel, newmass: SupportsFloat) -> None: ...
def mj_solveM(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> None: ...
def mj_solveM2(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], sqrtInvD: npt.NDArray[np.float64]) -> None: ...
def mj_stateSize(m: MjModel, sig: SupportsIndex) -> int: ...
def mj_step(m: MjModel, d: MjData, nstep: SupportsIndex = 1) -> None: ...
def mj_step1(m: MjModel, d: MjData) -> None: ...
def mj_step2(m: MjModel, d: MjData) -> None: ...
def mj_subtreeVel(m: MjModel, d: MjData) -> None: ...
def mj_tendon(m: MjModel, d: MjData) -> None: ...
def mj_transmission(m: MjModel, d: MjData) -> None: ...
def mjd_inverseFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_actuation: SupportsIndex, DfDq: npt.NDArray[np.float64] | None, DfDv: npt.NDArray[np.float64] | None, DfDa: npt.NDArray[np.float64] | None, DsDq: npt.NDArray[np.float64] | None, DsDv: npt.NDArray[np.float64] | None, DsDa: npt.NDArray[np.float64] | None, DmDq: npt.NDArray[np.float64] | None) -> None: ...
def mjd_transitionFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_centered: SupportsIndex, A: npt.NDArray[np.float64] | None, B: npt.NDArray[np.float64] | None, C: npt.NDArray[np.float64] | None, D: npt.NDArray[np.float64] | None) -> None: ...
def mju_axisAngle2Quat(res: npt.NDArray[np.float64], axis: npt.NDArray[np.float64], angle: SupportsFloat) -> None: ...
def mju_cross(res: npt.NDArray[np.float64], a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> None: ...
def mju_derivQuat(res: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], vel: npt.NDArray[np.float64]) -> None: ...
def mju_eig3(eigval: npt.NDArray[np.float64], eigvec: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], mat: npt.NDArray[np.float64]) -> int: ...
def mju_euler2Quat(quat: npt.NDArray[np.float64], euler: npt.NDArray[np.float64], seq: str | bytes) -> None: ...
def mju_mat2Quat(quat: npt.NDArray[np.float64], mat: npt.NDArray[np.float64]) -> None: ...
def mju_mat2Rot(quat: npt.NDArray[np.float64], mat: npt.NDArray[np.float64]) -> int: ...
def mju_mulMatTVec3(res: npt.NDArray[np.float64], mat: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mju_mulMatVec3(res: npt.NDArray[np.float64], mat: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mju_mulPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos1: npt.NDArray[np.float64], quat1: npt.NDArray[np.float64], pos2: npt.NDArray[np.float64], quat2: npt.NDArray[np.float64]) -> None: ...
def mju_mulQuat(res: npt.NDArray[np.float64], quat1: npt.NDArray[np.float64], quat2: npt.NDArray[np.float64]) -> None: ...
def mju_mulQuatAxis(res: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], axis: npt.NDArray[np.float64]) -> None: ...
def mju_muscleBias(len: SupportsFloat, lengthrange: npt.NDArray[np.float64], acc0: SupportsFloat, prm: npt.NDArray[np.float64]) -> float: ...
def mju_muscleDynamics(ctrl: SupportsFloat, act: SupportsFloat, prm: npt.NDArray[np.float64]) -> float: ...
def mju_muscleGain(len: SupportsFloat, vel: SupportsFloat, lengthrange: npt.NDArray[np.float64], acc0: SupportsFloat, prm: npt.NDArray[np.float64]) -> float: ...
def mju_negPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos: npt.NDArray[np.float64], quat: npt.NDArray[np.float64]) -> None: ...
def mju_negQuat(res: npt.NDArray[np.float64], quat: npt.NDArray[np.float64]) -> None: ...
def mju_normalize3(vec: npt.NDArray[np.float64]) -> float: ...
def mju_normalize4(vec: npt.NDArray[np.float64]) -> float: ...
def mju_quat2Mat(res: npt.NDArray[np.float64], quat: npt.NDArray[np.float64]) -> None: ...
def mju_quat2Vel(res: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], dt: SupportsFloat) -> None: ...
def mju_quatIntegrate(quat: npt.NDArray[np.float64], vel: npt.NDArray[np.float64], scale: SupportsFloat) -> None: ...
def mju_quatZ2Vec(quat: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mju_rayGeom(pos: npt.NDArray[np.float64], mat: npt.NDArray[np.float64], size: npt.NDArray[np.float64], pnt: npt.NDArray[np.float64], vec: npt.NDArray[np.float64], geomtype: SupportsIndex, normal: npt.NDArray[np.float64] | None = None) -> float: ...
def mju_rotVecQuat(res: npt.NDArray[np.float64], vec: npt.NDArray[np.float64], quat: npt.NDArray[np.float64]) -> None: ...
def mju_str2Type(str: str | bytes) -> int: ...
def mju_subQuat(res: npt.NDArray[np.float64], qa: npt.NDArray[np.float64], qb: npt.NDArray[np.float64]) -> None: ...
def mju_trnVecPose(res: npt.NDArray[np.float64], pos: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], vec: npt.NDArray[np.float64]) -> None: ...
def mju_type2Str(type: SupportsIndex) -> str: ...
def mju_warningText(warning: SupportsIndex, info: SupportsIndex) -> str: ...
