# written by tools/stubs.py
import enum
from collections.abc import Callable
from typing import Any, NoReturn, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from cortenforge._core import _Array

__all__ = [
    "FatalError",
    "GLContext",
    "MJTNUM_BYTES",
    "MJTNUM_DTYPE",
    "MjByteVec",
    "MjCharVec",
    "MjContact",
    "MjData",
    "MjDoubleVec",
    "MjFloatVec",
    "MjIntVec",
    "MjLROpt",
    "MjLogConfig",
    "MjLogMessage",
    "MjModel",
    "MjOption",
    "MjPreContact",
    "MjSolverStat",
    "MjSpec",
    "MjStatistic",
    "MjStringVec",
    "MjTimerStat",
    "MjVfs",
    "MjVisual",
    "MjVisualHeadlight",
    "MjVisualRgba",
    "MjWarningStat",
    "MjrContext",
    "MjrRect",
    "MjrRendererInfo",
    "MjrVertexAttribute",
    "MjsActuator",
    "MjsAuthored",
    "MjsBody",
    "MjsCamera",
    "MjsCompiler",
    "MjsDefault",
    "MjsElement",
    "MjsEquality",
    "MjsExclude",
    "MjsFlex",
    "MjsFrame",
    "MjsGeom",
    "MjsHField",
    "MjsJoint",
    "MjsKey",
    "MjsLight",
    "MjsMaterial",
    "MjsMesh",
    "MjsNumeric",
    "MjsOrientation",
    "MjsPair",
    "MjsPlugin",
    "MjsSensor",
    "MjsSite",
    "MjsSkin",
    "MjsTendon",
    "MjsTendonPath",
    "MjsText",
    "MjsTexture",
    "MjsTuple",
    "MjsWrap",
    "MjvCamera",
    "MjvFigure",
    "MjvGLCamera",
    "MjvGeom",
    "MjvLight",
    "MjvOption",
    "MjvPerturb",
    "MjvScene",
    "Renderer",
    "UnexpectedError",
    "__version__",
    "from_zip",
    "get_mjcb_act_bias",
    "get_mjcb_act_dyn",
    "get_mjcb_act_gain",
    "get_mjcb_contactfilter",
    "get_mjcb_control",
    "get_mjcb_passive",
    "get_mjcb_sensor",
    "get_mjcb_time",
    "get_mju_user_free",
    "get_mju_user_malloc",
    "get_mju_user_warning",
    "gl_context",
    "install",
    "minimize",
    "mjDISABLESTRING",
    "mjENABLESTRING",
    "mjFRAMESTRING",
    "mjLABELSTRING",
    "mjMAXCONPAIR",
    "mjMAXFLEXNODES",
    "mjMAXIMP",
    "mjMAXLIGHT",
    "mjMAXLINE",
    "mjMAXLINEPNT",
    "mjMAXOVERLAY",
    "mjMAXPLANEGRID",
    "mjMAXTREEDEPTH",
    "mjMAXVAL",
    "mjMINAWAKE",
    "mjMINIMP",
    "mjMINMU",
    "mjMINVAL",
    "mjNBIAS",
    "mjNDYN",
    "mjNEQDATA",
    "mjNFLUID",
    "mjNGAIN",
    "mjNGROUP",
    "mjNIMP",
    "mjNISLAND",
    "mjNPOLY",
    "mjNREF",
    "mjNSENS",
    "mjNSOLVER",
    "mjPI",
    "mjRNDSTRING",
    "mjTIMERSTRING",
    "mjVERSION_HEADER",
    "mjVISSTRING",
    "mj_Euler",
    "mj_RungeKutta",
    "mj_actuatorInputName",
    "mj_addContact",
    "mj_addM",
    "mj_angmomMat",
    "mj_applyFT",
    "mj_camlight",
    "mj_checkAcc",
    "mj_checkPos",
    "mj_checkVel",
    "mj_clearCache",
    "mj_collision",
    "mj_comPos",
    "mj_comVel",
    "mj_compareFwdInv",
    "mj_constraintUpdate",
    "mj_contactForce",
    "mj_copyData",
    "mj_copyState",
    "mj_crb",
    "mj_defaultLROpt",
    "mj_defaultOption",
    "mj_defaultSolRefImp",
    "mj_defaultVisual",
    "mj_differentiatePos",
    "mj_energyPos",
    "mj_energyVel",
    "mj_extractState",
    "mj_factorM",
    "mj_flex",
    "mj_forward",
    "mj_forwardSkip",
    "mj_fullM",
    "mj_fwdAcceleration",
    "mj_fwdActuation",
    "mj_fwdConstraint",
    "mj_fwdKinematics",
    "mj_fwdPosition",
    "mj_fwdVelocity",
    "mj_geomDistance",
    "mj_getCache",
    "mj_getCacheCapacity",
    "mj_getCacheSize",
    "mj_getState",
    "mj_getTotalmass",
    "mj_id2name",
    "mj_implicit",
    "mj_initCtrlHistory",
    "mj_initSensorHistory",
    "mj_integratePos",
    "mj_invConstraint",
    "mj_invPosition",
    "mj_invVelocity",
    "mj_inverse",
    "mj_inverseSkip",
    "mj_isDual",
    "mj_isPyramidal",
    "mj_isSparse",
    "mj_island",
    "mj_jac",
    "mj_jacBody",
    "mj_jacBodyCom",
    "mj_jacDot",
    "mj_jacGeom",
    "mj_jacPointAxis",
    "mj_jacSite",
    "mj_jacSubtreeCom",
    "mj_kinematics",
    "mj_loadAllPluginLibraries",
    "mj_loadPluginLibrary",
    "mj_local2Global",
    "mj_makeConstraint",
    "mj_makeM",
    "mj_maxContact",
    "mj_mulJacTVec",
    "mj_mulJacVec",
    "mj_mulM",
    "mj_mulM2",
    "mj_multiRay",
    "mj_name2id",
    "mj_normalizeQuat",
    "mj_objectAcceleration",
    "mj_objectVelocity",
    "mj_passive",
    "mj_printData",
    "mj_printFormattedData",
    "mj_printFormattedModel",
    "mj_printFormattedScene",
    "mj_printModel",
    "mj_printScene",
    "mj_printSchema",
    "mj_projectConstraint",
    "mj_ray",
    "mj_rayFlex",
    "mj_rayHfield",
    "mj_rayMesh",
    "mj_readCtrl",
    "mj_readSensor",
    "mj_referenceConstraint",
    "mj_resetCallbacks",
    "mj_resetCtrl",
    "mj_resetData",
    "mj_resetDataDebug",
    "mj_resetDataKeyframe",
    "mj_rne",
    "mj_rnePostConstraint",
    "mj_saveLastXML",
    "mj_saveModel",
    "mj_sensorAcc",
    "mj_sensorPos",
    "mj_sensorVel",
    "mj_setCacheCapacity",
    "mj_setConst",
    "mj_setKeyframe",
    "mj_setLengthRange",
    "mj_setState",
    "mj_setTotalmass",
    "mj_sizeModel",
    "mj_solveM",
    "mj_solveM2",
    "mj_stateSize",
    "mj_step",
    "mj_step1",
    "mj_step2",
    "mj_subtreeVel",
    "mj_tendon",
    "mj_transmission",
    "mj_version",
    "mj_versionString",
    "mjd_inverseFD",
    "mjd_quatIntegrate",
    "mjd_subQuat",
    "mjd_transitionFD",
    "mjrIndexType",
    "mjrMeshPrimitiveType",
    "mjrPixelFormat",
    "mjrVertexAttributeType",
    "mjrVertexAttributeUsage",
    "mjr_addAux",
    "mjr_blitAux",
    "mjr_blitBuffer",
    "mjr_changeFont",
    "mjr_defaultRendererInfo",
    "mjr_drawPixels",
    "mjr_figure",
    "mjr_findRect",
    "mjr_finish",
    "mjr_getError",
    "mjr_getRendererInfo",
    "mjr_label",
    "mjr_maxViewport",
    "mjr_overlay",
    "mjr_readPixels",
    "mjr_rectangle",
    "mjr_render",
    "mjr_resizeOffscreen",
    "mjr_restoreBuffer",
    "mjr_setAux",
    "mjr_setBuffer",
    "mjr_text",
    "mjr_uploadHField",
    "mjr_uploadMesh",
    "mjr_uploadTexture",
    "mjtAlignFree",
    "mjtBias",
    "mjtBuiltin",
    "mjtButton",
    "mjtCTimer",
    "mjtCamLight",
    "mjtCamOutBit",
    "mjtCamera",
    "mjtCatBit",
    "mjtColorSpace",
    "mjtConDataField",
    "mjtCone",
    "mjtConflict",
    "mjtConstraint",
    "mjtConstraintState",
    "mjtCtrlChart",
    "mjtCtrlInput",
    "mjtDataType",
    "mjtDepthMap",
    "mjtDisableBit",
    "mjtDyn",
    "mjtEnableBit",
    "mjtEq",
    "mjtEvent",
    "mjtFlexSelf",
    "mjtFont",
    "mjtFontScale",
    "mjtFrame",
    "mjtFramebuffer",
    "mjtGain",
    "mjtGeom",
    "mjtGeomInertia",
    "mjtGridPos",
    "mjtInertiaFromGeom",
    "mjtIntegrator",
    "mjtItem",
    "mjtJacobian",
    "mjtJoint",
    "mjtLRMode",
    "mjtLabel",
    "mjtLightType",
    "mjtLimited",
    "mjtLogLevel",
    "mjtLogTopic",
    "mjtMark",
    "mjtMeshBuiltin",
    "mjtMeshInertia",
    "mjtMouse",
    "mjtObj",
    "mjtOrientation",
    "mjtPertBit",
    "mjtPluginCapabilityBit",
    "mjtProjection",
    "mjtRayDataField",
    "mjtRndFlag",
    "mjtSDFType",
    "mjtSameFrame",
    "mjtSection",
    "mjtSensor",
    "mjtSleepPolicy",
    "mjtSleepState",
    "mjtSolver",
    "mjtStage",
    "mjtState",
    "mjtStereo",
    "mjtTexture",
    "mjtTextureRole",
    "mjtTimer",
    "mjtTrn",
    "mjtVisFlag",
    "mjtWarning",
    "mjtWrap",
    "mju_Halton",
    "mju_L1",
    "mju_add",
    "mju_add3",
    "mju_addScl",
    "mju_addScl3",
    "mju_addTo",
    "mju_addTo3",
    "mju_addToScl",
    "mju_addToScl3",
    "mju_axisAngle2Quat",
    "mju_band2Dense",
    "mju_bandDiag",
    "mju_bandMulMatVec",
    "mju_boxQP",
    "mju_cholFactor",
    "mju_cholFactorBand",
    "mju_cholSolve",
    "mju_cholSolveBand",
    "mju_cholUpdate",
    "mju_clip",
    "mju_copy",
    "mju_copy3",
    "mju_copy4",
    "mju_cross",
    "mju_d2n",
    "mju_decodePyramid",
    "mju_dense2Band",
    "mju_dense2sparse",
    "mju_derivQuat",
    "mju_dist3",
    "mju_dot",
    "mju_dot3",
    "mju_eig3",
    "mju_encodePyramid",
    "mju_euler2Quat",
    "mju_eye",
    "mju_f2n",
    "mju_fill",
    "mju_getXMLDependencies",
    "mju_insertionSort",
    "mju_insertionSortInt",
    "mju_isBad",
    "mju_isZero",
    "mju_mat2Quat",
    "mju_mat2Rot",
    "mju_max",
    "mju_min",
    "mju_mulMatMat",
    "mju_mulMatMatT",
    "mju_mulMatTMat",
    "mju_mulMatTVec",
    "mju_mulMatTVec3",
    "mju_mulMatVec",
    "mju_mulMatVec3",
    "mju_mulPose",
    "mju_mulQuat",
    "mju_mulQuatAxis",
    "mju_mulVecMatVec",
    "mju_muscleBias",
    "mju_muscleDynamics",
    "mju_muscleGain",
    "mju_n2d",
    "mju_n2f",
    "mju_negPose",
    "mju_negQuat",
    "mju_norm",
    "mju_norm3",
    "mju_normalize",
    "mju_normalize3",
    "mju_normalize4",
    "mju_printMat",
    "mju_printMatSparse",
    "mju_quat2Mat",
    "mju_quat2Vel",
    "mju_quatIntegrate",
    "mju_quatZ2Vec",
    "mju_rayGeom",
    "mju_raySkin",
    "mju_rotVecQuat",
    "mju_round",
    "mju_scl",
    "mju_scl3",
    "mju_sigmoid",
    "mju_sign",
    "mju_sparse2dense",
    "mju_springDamper",
    "mju_sqrMatTD",
    "mju_standardNormal",
    "mju_str2Type",
    "mju_sub",
    "mju_sub3",
    "mju_subFrom",
    "mju_subFrom3",
    "mju_subQuat",
    "mju_sum",
    "mju_sym2dense",
    "mju_symmetrize",
    "mju_threadpool",
    "mju_transformSpatial",
    "mju_transpose",
    "mju_trnVecPose",
    "mju_type2Str",
    "mju_unit4",
    "mju_warningText",
    "mju_writeLog",
    "mju_writeNumBytes",
    "mju_zero",
    "mju_zero3",
    "mju_zero4",
    "mjv_addGeoms",
    "mjv_alignToCamera",
    "mjv_applyPerturbForce",
    "mjv_applyPerturbPose",
    "mjv_averageCamera",
    "mjv_camera2GLCamera",
    "mjv_cameraFrame",
    "mjv_cameraFrustum",
    "mjv_cameraInModel",
    "mjv_cameraInRoom",
    "mjv_connector",
    "mjv_defaultCamera",
    "mjv_defaultFigure",
    "mjv_defaultFreeCamera",
    "mjv_defaultOption",
    "mjv_defaultPerturb",
    "mjv_frustumHeight",
    "mjv_initGeom",
    "mjv_initPerturb",
    "mjv_makeLights",
    "mjv_model2room",
    "mjv_moveCamera",
    "mjv_moveModel",
    "mjv_movePerturb",
    "mjv_room2model",
    "mjv_select",
    "mjv_updateCamera",
    "mjv_updateScene",
    "mjv_updateSkin",
    "renderer",
    "rollout",
    "set_mjcb_act_bias",
    "set_mjcb_act_dyn",
    "set_mjcb_act_gain",
    "set_mjcb_contactfilter",
    "set_mjcb_control",
    "set_mjcb_passive",
    "set_mjcb_sensor",
    "set_mjcb_time",
    "set_mju_user_free",
    "set_mju_user_malloc",
    "set_mju_user_warning",
    "to_zip",
    "uninstall",
    "viewer",
]

from cortenforge.mujoco import gl_context as gl_context
from cortenforge.mujoco import minimize as minimize
from cortenforge.mujoco import renderer as renderer
from cortenforge.mujoco import rollout as rollout
from cortenforge.mujoco import viewer as viewer
from cortenforge._core import FatalError as FatalError
from cortenforge._core import mj_Euler as mj_Euler
from cortenforge._core import mj_RungeKutta as mj_RungeKutta
from cortenforge._core import mj_addContact as mj_addContact
from cortenforge._core import mj_angmomMat as mj_angmomMat
from cortenforge._core import mj_applyFT as mj_applyFT
from cortenforge._core import mj_camlight as mj_camlight
from cortenforge._core import mj_checkAcc as mj_checkAcc
from cortenforge._core import mj_checkPos as mj_checkPos
from cortenforge._core import mj_checkVel as mj_checkVel
from cortenforge._core import mj_collision as mj_collision
from cortenforge._core import mj_comPos as mj_comPos
from cortenforge._core import mj_comVel as mj_comVel
from cortenforge._core import mj_compareFwdInv as mj_compareFwdInv
from cortenforge._core import mj_constraintUpdate as mj_constraintUpdate
from cortenforge._core import mj_contactForce as mj_contactForce
from cortenforge._core import mj_copyData as mj_copyData
from cortenforge._core import mj_copyState as mj_copyState
from cortenforge._core import mj_crb as mj_crb
from cortenforge._core import mj_differentiatePos as mj_differentiatePos
from cortenforge._core import mj_energyPos as mj_energyPos
from cortenforge._core import mj_energyVel as mj_energyVel
from cortenforge._core import mj_extractState as mj_extractState
from cortenforge._core import mj_factorM as mj_factorM
from cortenforge._core import mj_flex as mj_flex
from cortenforge._core import mj_forward as mj_forward
from cortenforge._core import mj_forwardSkip as mj_forwardSkip
from cortenforge._core import mj_fullM as mj_fullM
from cortenforge._core import mj_fwdAcceleration as mj_fwdAcceleration
from cortenforge._core import mj_fwdActuation as mj_fwdActuation
from cortenforge._core import mj_fwdConstraint as mj_fwdConstraint
from cortenforge._core import mj_fwdKinematics as mj_fwdKinematics
from cortenforge._core import mj_fwdPosition as mj_fwdPosition
from cortenforge._core import mj_fwdVelocity as mj_fwdVelocity
from cortenforge._core import mj_geomDistance as mj_geomDistance
from cortenforge._core import mj_getState as mj_getState
from cortenforge._core import mj_getTotalmass as mj_getTotalmass
from cortenforge._core import mj_id2name as mj_id2name
from cortenforge._core import mj_implicit as mj_implicit
from cortenforge._core import mj_initCtrlHistory as mj_initCtrlHistory
from cortenforge._core import mj_initSensorHistory as mj_initSensorHistory
from cortenforge._core import mj_integratePos as mj_integratePos
from cortenforge._core import mj_invConstraint as mj_invConstraint
from cortenforge._core import mj_invPosition as mj_invPosition
from cortenforge._core import mj_invVelocity as mj_invVelocity
from cortenforge._core import mj_inverse as mj_inverse
from cortenforge._core import mj_inverseSkip as mj_inverseSkip
from cortenforge._core import mj_isDual as mj_isDual
from cortenforge._core import mj_isPyramidal as mj_isPyramidal
from cortenforge._core import mj_isSparse as mj_isSparse
from cortenforge._core import mj_island as mj_island
from cortenforge._core import mj_jac as mj_jac
from cortenforge._core import mj_jacBody as mj_jacBody
from cortenforge._core import mj_jacBodyCom as mj_jacBodyCom
from cortenforge._core import mj_jacDot as mj_jacDot
from cortenforge._core import mj_jacGeom as mj_jacGeom
from cortenforge._core import mj_jacPointAxis as mj_jacPointAxis
from cortenforge._core import mj_jacSite as mj_jacSite
from cortenforge._core import mj_jacSubtreeCom as mj_jacSubtreeCom
from cortenforge._core import mj_kinematics as mj_kinematics
from cortenforge._core import mj_local2Global as mj_local2Global
from cortenforge._core import mj_makeConstraint as mj_makeConstraint
from cortenforge._core import mj_makeM as mj_makeM
from cortenforge._core import mj_mulJacTVec as mj_mulJacTVec
from cortenforge._core import mj_mulJacVec as mj_mulJacVec
from cortenforge._core import mj_mulM as mj_mulM
from cortenforge._core import mj_mulM2 as mj_mulM2
from cortenforge._core import mj_multiRay as mj_multiRay
from cortenforge._core import mj_name2id as mj_name2id
from cortenforge._core import mj_normalizeQuat as mj_normalizeQuat
from cortenforge._core import mj_objectAcceleration as mj_objectAcceleration
from cortenforge._core import mj_objectVelocity as mj_objectVelocity
from cortenforge._core import mj_passive as mj_passive
from cortenforge._core import mj_printSchema as mj_printSchema
from cortenforge._core import mj_projectConstraint as mj_projectConstraint
from cortenforge._core import mj_ray as mj_ray
from cortenforge._core import mj_rayHfield as mj_rayHfield
from cortenforge._core import mj_rayMesh as mj_rayMesh
from cortenforge._core import mj_readCtrl as mj_readCtrl
from cortenforge._core import mj_readSensor as mj_readSensor
from cortenforge._core import mj_referenceConstraint as mj_referenceConstraint
from cortenforge._core import mj_resetCtrl as mj_resetCtrl
from cortenforge._core import mj_resetData as mj_resetData
from cortenforge._core import mj_resetDataKeyframe as mj_resetDataKeyframe
from cortenforge._core import mj_rne as mj_rne
from cortenforge._core import mj_rnePostConstraint as mj_rnePostConstraint
from cortenforge._core import mj_sensorAcc as mj_sensorAcc
from cortenforge._core import mj_sensorPos as mj_sensorPos
from cortenforge._core import mj_sensorVel as mj_sensorVel
from cortenforge._core import mj_setConst as mj_setConst
from cortenforge._core import mj_setKeyframe as mj_setKeyframe
from cortenforge._core import mj_setState as mj_setState
from cortenforge._core import mj_setTotalmass as mj_setTotalmass
from cortenforge._core import mj_solveM as mj_solveM
from cortenforge._core import mj_solveM2 as mj_solveM2
from cortenforge._core import mj_stateSize as mj_stateSize
from cortenforge._core import mj_step as mj_step
from cortenforge._core import mj_step1 as mj_step1
from cortenforge._core import mj_step2 as mj_step2
from cortenforge._core import mj_subtreeVel as mj_subtreeVel
from cortenforge._core import mj_tendon as mj_tendon
from cortenforge._core import mj_transmission as mj_transmission
from cortenforge._core import mjd_inverseFD as mjd_inverseFD
from cortenforge._core import mjd_transitionFD as mjd_transitionFD
from cortenforge._core import mju_L1 as mju_L1
from cortenforge._core import mju_add as mju_add
from cortenforge._core import mju_add3 as mju_add3
from cortenforge._core import mju_addScl as mju_addScl
from cortenforge._core import mju_addScl3 as mju_addScl3
from cortenforge._core import mju_addTo as mju_addTo
from cortenforge._core import mju_addTo3 as mju_addTo3
from cortenforge._core import mju_addToScl as mju_addToScl
from cortenforge._core import mju_addToScl3 as mju_addToScl3
from cortenforge._core import mju_axisAngle2Quat as mju_axisAngle2Quat
from cortenforge._core import mju_cholFactor as mju_cholFactor
from cortenforge._core import mju_cholSolve as mju_cholSolve
from cortenforge._core import mju_copy as mju_copy
from cortenforge._core import mju_copy3 as mju_copy3
from cortenforge._core import mju_copy4 as mju_copy4
from cortenforge._core import mju_cross as mju_cross
from cortenforge._core import mju_derivQuat as mju_derivQuat
from cortenforge._core import mju_dist3 as mju_dist3
from cortenforge._core import mju_dot as mju_dot
from cortenforge._core import mju_dot3 as mju_dot3
from cortenforge._core import mju_eig3 as mju_eig3
from cortenforge._core import mju_euler2Quat as mju_euler2Quat
from cortenforge._core import mju_eye as mju_eye
from cortenforge._core import mju_fill as mju_fill
from cortenforge._core import mju_isZero as mju_isZero
from cortenforge._core import mju_mat2Quat as mju_mat2Quat
from cortenforge._core import mju_mat2Rot as mju_mat2Rot
from cortenforge._core import mju_mulMatMat as mju_mulMatMat
from cortenforge._core import mju_mulMatMatT as mju_mulMatMatT
from cortenforge._core import mju_mulMatTMat as mju_mulMatTMat
from cortenforge._core import mju_mulMatTVec as mju_mulMatTVec
from cortenforge._core import mju_mulMatTVec3 as mju_mulMatTVec3
from cortenforge._core import mju_mulMatVec as mju_mulMatVec
from cortenforge._core import mju_mulMatVec3 as mju_mulMatVec3
from cortenforge._core import mju_mulPose as mju_mulPose
from cortenforge._core import mju_mulQuat as mju_mulQuat
from cortenforge._core import mju_mulQuatAxis as mju_mulQuatAxis
from cortenforge._core import mju_mulVecMatVec as mju_mulVecMatVec
from cortenforge._core import mju_muscleBias as mju_muscleBias
from cortenforge._core import mju_muscleDynamics as mju_muscleDynamics
from cortenforge._core import mju_muscleGain as mju_muscleGain
from cortenforge._core import mju_negPose as mju_negPose
from cortenforge._core import mju_negQuat as mju_negQuat
from cortenforge._core import mju_norm as mju_norm
from cortenforge._core import mju_norm3 as mju_norm3
from cortenforge._core import mju_normalize as mju_normalize
from cortenforge._core import mju_normalize3 as mju_normalize3
from cortenforge._core import mju_normalize4 as mju_normalize4
from cortenforge._core import mju_quat2Mat as mju_quat2Mat
from cortenforge._core import mju_quat2Vel as mju_quat2Vel
from cortenforge._core import mju_quatIntegrate as mju_quatIntegrate
from cortenforge._core import mju_quatZ2Vec as mju_quatZ2Vec
from cortenforge._core import mju_rayGeom as mju_rayGeom
from cortenforge._core import mju_rotVecQuat as mju_rotVecQuat
from cortenforge._core import mju_scl as mju_scl
from cortenforge._core import mju_scl3 as mju_scl3
from cortenforge._core import mju_sqrMatTD as mju_sqrMatTD
from cortenforge._core import mju_str2Type as mju_str2Type
from cortenforge._core import mju_sub as mju_sub
from cortenforge._core import mju_sub3 as mju_sub3
from cortenforge._core import mju_subFrom as mju_subFrom
from cortenforge._core import mju_subFrom3 as mju_subFrom3
from cortenforge._core import mju_subQuat as mju_subQuat
from cortenforge._core import mju_sum as mju_sum
from cortenforge._core import mju_symmetrize as mju_symmetrize
from cortenforge._core import mju_transpose as mju_transpose
from cortenforge._core import mju_trnVecPose as mju_trnVecPose
from cortenforge._core import mju_type2Str as mju_type2Str
from cortenforge._core import mju_unit4 as mju_unit4
from cortenforge._core import mju_warningText as mju_warningText
from cortenforge._core import mju_zero as mju_zero
from cortenforge._core import mju_zero3 as mju_zero3
from cortenforge._core import mju_zero4 as mju_zero4
from cortenforge._core import mjv_addGeoms as mjv_addGeoms
from cortenforge._core import mjv_alignToCamera as mjv_alignToCamera
from cortenforge._core import mjv_applyPerturbForce as mjv_applyPerturbForce
from cortenforge._core import mjv_applyPerturbPose as mjv_applyPerturbPose
from cortenforge._core import mjv_averageCamera as mjv_averageCamera
from cortenforge._core import mjv_camera2GLCamera as mjv_camera2GLCamera
from cortenforge._core import mjv_cameraFrame as mjv_cameraFrame
from cortenforge._core import mjv_cameraFrustum as mjv_cameraFrustum
from cortenforge._core import mjv_cameraInModel as mjv_cameraInModel
from cortenforge._core import mjv_cameraInRoom as mjv_cameraInRoom
from cortenforge._core import mjv_connector as mjv_connector
from cortenforge._core import mjv_defaultCamera as mjv_defaultCamera
from cortenforge._core import mjv_defaultFreeCamera as mjv_defaultFreeCamera
from cortenforge._core import mjv_defaultOption as mjv_defaultOption
from cortenforge._core import mjv_defaultPerturb as mjv_defaultPerturb
from cortenforge._core import mjv_frustumHeight as mjv_frustumHeight
from cortenforge._core import mjv_initGeom as mjv_initGeom
from cortenforge._core import mjv_initPerturb as mjv_initPerturb
from cortenforge._core import mjv_makeLights as mjv_makeLights
from cortenforge._core import mjv_model2room as mjv_model2room
from cortenforge._core import mjv_moveCamera as mjv_moveCamera
from cortenforge._core import mjv_moveModel as mjv_moveModel
from cortenforge._core import mjv_movePerturb as mjv_movePerturb
from cortenforge._core import mjv_room2model as mjv_room2model
from cortenforge._core import mjv_select as mjv_select
from cortenforge._core import mjv_updateCamera as mjv_updateCamera
from cortenforge._core import mjv_updateScene as mjv_updateScene
from cortenforge._core import mjv_updateSkin as mjv_updateSkin
from cortenforge.mujoco._arrays import mj_addM as mj_addM
from cortenforge.mujoco._arrays import mju_Halton as mju_Halton
from cortenforge.mujoco._arrays import mju_clip as mju_clip
from cortenforge.mujoco._arrays import mju_dense2sparse as mju_dense2sparse
from cortenforge.mujoco._arrays import mju_insertionSort as mju_insertionSort
from cortenforge.mujoco._arrays import mju_insertionSortInt as mju_insertionSortInt
from cortenforge.mujoco._arrays import mju_isBad as mju_isBad
from cortenforge.mujoco._arrays import mju_max as mju_max
from cortenforge.mujoco._arrays import mju_min as mju_min
from cortenforge.mujoco._arrays import mju_round as mju_round
from cortenforge.mujoco._arrays import mju_sigmoid as mju_sigmoid
from cortenforge.mujoco._arrays import mju_sign as mju_sign
from cortenforge.mujoco._arrays import mju_sparse2dense as mju_sparse2dense
from cortenforge.mujoco._arrays import mju_springDamper as mju_springDamper
from cortenforge.mujoco._arrays import mju_sym2dense as mju_sym2dense
from cortenforge.mujoco._arrays import mju_transformSpatial as mju_transformSpatial
from cortenforge.mujoco._classes import MjContact as MjContact
from cortenforge.mujoco._classes import MjData as MjData
from cortenforge.mujoco._classes import MjModel as MjModel
from cortenforge.mujoco._classes import MjOption as MjOption
from cortenforge.mujoco._classes import MjSolverStat as MjSolverStat
from cortenforge.mujoco._classes import MjStatistic as MjStatistic
from cortenforge.mujoco._classes import MjTimerStat as MjTimerStat
from cortenforge.mujoco._classes import MjVisual as MjVisual
from cortenforge.mujoco._classes import MjVisualHeadlight as MjVisualHeadlight
from cortenforge.mujoco._classes import MjVisualRgba as MjVisualRgba
from cortenforge.mujoco._classes import MjWarningStat as MjWarningStat
from cortenforge.mujoco._linear import mjd_quatIntegrate as mjd_quatIntegrate
from cortenforge.mujoco._linear import mjd_subQuat as mjd_subQuat
from cortenforge.mujoco._linear import mju_band2Dense as mju_band2Dense
from cortenforge.mujoco._linear import mju_bandDiag as mju_bandDiag
from cortenforge.mujoco._linear import mju_bandMulMatVec as mju_bandMulMatVec
from cortenforge.mujoco._linear import mju_boxQP as mju_boxQP
from cortenforge.mujoco._linear import mju_cholFactorBand as mju_cholFactorBand
from cortenforge.mujoco._linear import mju_cholSolveBand as mju_cholSolveBand
from cortenforge.mujoco._linear import mju_cholUpdate as mju_cholUpdate
from cortenforge.mujoco._linear import mju_d2n as mju_d2n
from cortenforge.mujoco._linear import mju_decodePyramid as mju_decodePyramid
from cortenforge.mujoco._linear import mju_dense2Band as mju_dense2Band
from cortenforge.mujoco._linear import mju_encodePyramid as mju_encodePyramid
from cortenforge.mujoco._linear import mju_f2n as mju_f2n
from cortenforge.mujoco._linear import mju_n2d as mju_n2d
from cortenforge.mujoco._linear import mju_n2f as mju_n2f
from cortenforge.mujoco._linear import mju_printMat as mju_printMat
from cortenforge.mujoco._linear import mju_printMatSparse as mju_printMatSparse
from cortenforge.mujoco._linear import mju_standardNormal as mju_standardNormal
from cortenforge.mujoco._linear import mju_writeNumBytes as mju_writeNumBytes

__version__: str
mjVERSION_HEADER: int

def mj_version() -> int:
    """Release of the reference, as a number."""
def mj_versionString() -> str:
    """Release of the reference, as text."""
def install() -> None:
    """Makes ``import mujoco`` mean this package in this process. Call it before anything imports `mujoco`."""
def uninstall() -> None:
    """Undoes `install`; modules that were imported meanwhile keep what they have."""

class UnexpectedError(Exception):
    """An error that should not occur."""

def get_mjcb_act_bias() -> Any:
    """Returns the callback mjcb_act_bias."""
def get_mjcb_act_dyn() -> Any:
    """Returns the callback mjcb_act_dyn."""
def get_mjcb_act_gain() -> Any:
    """Returns the callback mjcb_act_gain."""
def get_mjcb_contactfilter() -> Any:
    """Returns the callback mjcb_contactfilter."""
def get_mjcb_control() -> Any:
    """Returns the callback mjcb_control."""
def get_mjcb_passive() -> Any:
    """Returns the callback mjcb_passive."""
def get_mjcb_sensor() -> Any:
    """Returns the callback mjcb_sensor."""
def get_mjcb_time() -> Any:
    """Returns the callback mjcb_time."""
def get_mju_user_free() -> Any:
    """Returns the callback mju_user_free."""
def get_mju_user_malloc() -> Any:
    """Returns the callback mju_user_malloc."""
def get_mju_user_warning() -> Any:
    """Returns the callback mju_user_warning."""
def set_mjcb_act_bias(callback: Callable[..., Any] | None) -> None:
    """Clears the callback mjcb_act_bias."""
def set_mjcb_act_dyn(callback: Callable[..., Any] | None) -> None:
    """Clears the callback mjcb_act_dyn."""
def set_mjcb_act_gain(callback: Callable[..., Any] | None) -> None:
    """Clears the callback mjcb_act_gain."""
def set_mjcb_contactfilter(callback: Callable[..., Any] | None) -> None:
    """Clears the callback mjcb_contactfilter."""
def set_mjcb_control(callback: Callable[..., Any] | None) -> None:
    """Sets the callback mjcb_control."""
def set_mjcb_passive(callback: Callable[..., Any] | None) -> None:
    """Sets the callback mjcb_passive."""
def set_mjcb_sensor(callback: Callable[..., Any] | None) -> None:
    """Sets the callback mjcb_sensor."""
def set_mjcb_time(callback: Callable[..., Any] | None) -> None:
    """Sets the callback mjcb_time."""
def set_mju_user_free(callback: Callable[..., Any] | None) -> None:
    """Clears the callback mju_user_free."""
def set_mju_user_malloc(callback: Callable[..., Any] | None) -> None:
    """Clears the callback mju_user_malloc."""
def set_mju_user_warning(callback: Callable[..., Any] | None) -> None:
    """Sets the callback mju_user_warning."""
from cortenforge.mujoco._callbacks import mj_resetCallbacks as mj_resetCallbacks

class MjLROpt:
    """How length ranges of actuators are searched."""

    mode: int
    useexisting: int
    uselimit: int
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float
    def __init__(self) -> None: ...

class MjrRect:
    """A part of a window."""

    left: int
    bottom: int
    width: int
    height: int
    def __init__(self, left: int, bottom: int, width: int, height: int) -> None: ...

class MjvFigure:
    """A diagram of lines."""

    flg_legend: int
    flg_ticklabel: _Array[np.int32]
    flg_extend: int
    flg_barplot: int
    flg_selection: int
    flg_symmetric: int
    linewidth: float
    gridwidth: float
    gridsize: _Array[np.int32]
    gridrgb: _Array[np.float32]
    figurergba: _Array[np.float32]
    panergba: _Array[np.float32]
    legendrgba: _Array[np.float32]
    textrgb: _Array[np.float32]
    linergb: _Array[np.float32]
    range: _Array[np.float32]
    xformat: str
    yformat: str
    minwidth: str
    title: str
    xlabel: str
    linename: _Array[np.bytes_]
    legendoffset: int
    subplot: int
    highlight: _Array[np.int32]
    highlightid: int
    selection: float
    linepnt: _Array[np.int32]
    linedata: _Array[np.float32]
    xaxispixel: _Array[np.int32]
    yaxispixel: _Array[np.int32]
    xaxisdata: _Array[np.float32]
    yaxisdata: _Array[np.float32]
    def __init__(self) -> None: ...
from cortenforge.mujoco._plain import mj_defaultLROpt as mj_defaultLROpt
from cortenforge.mujoco._plain import mjv_defaultFigure as mjv_defaultFigure

class MjvCamera:
    """The camera of a view: free, tracking, or a camera of the model."""

    type: int
    fixedcamid: int
    trackbodyid: int
    lookat: _Array[np.float64]
    distance: float
    azimuth: float
    elevation: float
    orthographic: int
    def __init__(self) -> None: ...

class MjvGLCamera:
    """The frame of a camera, with its projection."""

    pos: _Array[np.float32]
    forward: _Array[np.float32]
    up: _Array[np.float32]
    frustum_center: float
    frustum_width: float
    frustum_bottom: float
    frustum_top: float
    frustum_near: float
    frustum_far: float
    orthographic: int
    def __init__(self) -> None: ...

class MjvGeom:
    """A shape in a scene."""

    type: int
    dataid: int
    objtype: int
    objid: int
    category: int
    matid: int
    texid: int
    texuniform: int
    texcoord: int
    segid: int
    texrepeat: _Array[np.float32]
    size: _Array[np.float32]
    pos: _Array[np.float32]
    mat: _Array[np.float32]
    rgba: _Array[np.float32]
    emission: float
    specular: float
    shininess: float
    reflectance: float
    label: str
    camdist: float
    modelrbound: float
    transparent: int
    def __init__(self) -> None: ...

class MjvLight:
    """A light of a scene."""

    id: int
    pos: _Array[np.float32]
    dir: _Array[np.float32]
    type: int
    texid: int
    attenuation: _Array[np.float32]
    cutoff: float
    exponent: float
    ambient: _Array[np.float32]
    diffuse: _Array[np.float32]
    specular: _Array[np.float32]
    headlight: int
    castshadow: int
    bulbradius: float
    intensity: float
    range: float
    softness: float
    def __init__(self) -> None: ...

class MjvOption:
    """Visible groups and flags of a view."""

    label: int
    frame: int
    geomgroup: _Array[np.uint8]
    sitegroup: _Array[np.uint8]
    jointgroup: _Array[np.uint8]
    tendongroup: _Array[np.uint8]
    actuatorgroup: _Array[np.uint8]
    flexgroup: _Array[np.uint8]
    skingroup: _Array[np.uint8]
    flags: _Array[np.uint8]
    bvh_depth: int
    flex_layer: int
    def __init__(self) -> None: ...

class MjvPerturb:
    """A perturbation of a selected body with the mouse."""

    select: int
    flexselect: int
    skinselect: int
    active: int
    active2: int
    refpos: _Array[np.float64]
    refquat: _Array[np.float64]
    refselpos: _Array[np.float64]
    localpos: _Array[np.float64]
    localmass: float
    scale: float
    def __init__(self) -> None: ...

class MjvScene:
    """A scene to draw: geoms, lights and cameras. `mjv_updateScene` fills it from a model and a world."""

    maxgeom: int
    ngeom: int
    nflex: int
    flexvertopt: int
    flexedgeopt: int
    flexfaceopt: int
    flexskinopt: int
    nskin: int
    nlight: int
    enabletransform: int
    translate: _Array[np.float32]
    rotate: _Array[np.float32]
    scale: float
    stereo: int
    flags: _Array[np.uint8]
    framewidth: int
    framergb: _Array[np.float32]
    status: int
    geomorder: npt.NDArray[np.int32]
    flexedgeadr: _Array[np.int32]
    flexedgenum: _Array[np.int32]
    flexvertadr: _Array[np.int32]
    flexvertnum: _Array[np.int32]
    flexfaceadr: _Array[np.int32]
    flexfacenum: _Array[np.int32]
    flexfaceused: _Array[np.int32]
    flexedge: _Array[np.int32]
    flexvert: _Array[np.float32]
    flexface: _Array[np.float32]
    flexnormal: _Array[np.float32]
    flextexcoord: _Array[np.float32]
    skinfacenum: _Array[np.int32]
    skinvertadr: _Array[np.int32]
    skinvertnum: _Array[np.int32]
    skinvert: _Array[np.float32]
    skinnormal: _Array[np.float32]
    @property
    def geoms(self) -> tuple[MjvGeom, ...]:
        """Geoms of the scene. The first `ngeom` are in use; the others are free memory."""
    @property
    def lights(self) -> tuple[MjvLight, ...]:
        """Lights of the scene. The first `nlight` are in use; the others are free memory."""
    @property
    def camera(self) -> tuple[MjvGLCamera, ...]:
        """The cameras of the two eyes."""
    @overload
    def __init__(self) -> None: ...
    @overload
    def __init__(self, model: MjModel, maxgeom: SupportsIndex) -> None: ...
from cortenforge.mujoco._printing import mj_actuatorInputName as mj_actuatorInputName
from cortenforge.mujoco._printing import mj_clearCache as mj_clearCache
from cortenforge.mujoco._printing import mj_defaultOption as mj_defaultOption
from cortenforge.mujoco._printing import mj_defaultSolRefImp as mj_defaultSolRefImp
from cortenforge.mujoco._printing import mj_defaultVisual as mj_defaultVisual
from cortenforge.mujoco._printing import mj_getCache as mj_getCache
from cortenforge.mujoco._printing import mj_getCacheCapacity as mj_getCacheCapacity
from cortenforge.mujoco._printing import mj_getCacheSize as mj_getCacheSize
from cortenforge.mujoco._printing import mj_printData as mj_printData
from cortenforge.mujoco._printing import mj_printFormattedData as mj_printFormattedData
from cortenforge.mujoco._printing import mj_printFormattedModel as mj_printFormattedModel
from cortenforge.mujoco._printing import mj_printModel as mj_printModel
from cortenforge.mujoco._printing import mj_setCacheCapacity as mj_setCacheCapacity
from cortenforge.mujoco._printing import mju_getXMLDependencies as mju_getXMLDependencies
from cortenforge.mujoco._storage import mj_saveModel as mj_saveModel
from cortenforge.mujoco._storage import mj_sizeModel as mj_sizeModel

class MjrContext:
    """What draws scenes of a model, with the frames it draws into.

    Most fields follow the model and cannot be set; `readDepthMap` (mjtDepthMap) and `readPixelFormat` (RGB or BGR) can.
    """

    @property
    def shadowSize(self) -> int:
        """Width and height of shadow maps (pixels), as the model says."""
    @property
    def offWidth(self) -> int:
        """Width of the offscreen frame (pixels)."""
    @property
    def offHeight(self) -> int:
        """Height of the offscreen frame (pixels)."""
    @property
    def offSamples(self) -> int:
        """Samples for each pixel of the offscreen frame, as the model says."""
    @property
    def fontScale(self) -> int:
        """Size of texts in percent: an mjtFontScale."""
    @property
    def offFBO(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def offFBO_r(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def offColor(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def offColor_r(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def offDepthStencil(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def offDepthStencil_r(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def shadowFBO(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def shadowTex(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def ntexture(self) -> int:
        """Number of textures of the model."""
    @property
    def basePlane(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def baseMesh(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def baseHField(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def baseBuiltin(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def baseFontNormal(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def baseFontShadow(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def baseFontBig(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def rangePlane(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def rangeMesh(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def rangeHField(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def rangeBuiltin(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def rangeFont(self) -> int:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def nskin(self) -> int:
        """Number of skins."""
    @property
    def charHeight(self) -> int:
        """Height of a line of text (pixels)."""
    @property
    def charHeightBig(self) -> int:
        """Height of a line of text in the big font (pixels)."""
    @property
    def glInitialized(self) -> int:
        """Whether the context can draw."""
    @property
    def windowAvailable(self) -> int:
        """Whether the window has a frame."""
    @property
    def windowSamples(self) -> int:
        """Samples for each pixel of the window."""
    @property
    def windowStereo(self) -> int:
        """Whether the window has frames for two eyes: 0."""
    @property
    def windowDoublebuffer(self) -> int:
        """Whether the window has two frames: 0."""
    @property
    def currentBuffer(self) -> int:
        """The frame that is drawn into: an mjtFramebuffer."""
    readPixelFormat: int
    """Order of the colours that `mjr_readPixels` writes: RGB or BGR."""
    readDepthMap: int
    """Whether the near plane is 0 or 1 in the depth that `mjr_readPixels` writes: an mjtDepthMap."""
    @property
    def lineWidth(self) -> float:
        """Width of lines (pixels)."""
    @property
    def shadowClip(self) -> float:
        """Distance at which shadows of directional lights end (m)."""
    @property
    def shadowScale(self) -> float:
        """Share of a spot light's cone that casts shadows."""
    @property
    def fogStart(self) -> float:
        """Distance at which fog begins (m)."""
    @property
    def fogEnd(self) -> float:
        """Distance at which fog hides everything (m)."""
    @property
    def fogRGBA(self) -> npt.NDArray[np.float32]:
        """Colour of fog."""
    @property
    def auxWidth(self) -> npt.NDArray[np.int32]:
        """Width of an auxiliary frame (pixels)."""
    @property
    def auxHeight(self) -> npt.NDArray[np.int32]:
        """Height of an auxiliary frame (pixels)."""
    @property
    def auxSamples(self) -> npt.NDArray[np.int32]:
        """Samples for each pixel of an auxiliary frame."""
    @property
    def auxFBO(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def auxFBO_r(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def auxColor(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def auxColor_r(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def mat_texid(self) -> npt.NDArray[np.int32]:
        """Textures of each material by role, -1 for none."""
    @property
    def mat_texuniform(self) -> npt.NDArray[np.int32]:
        """Whether the texture of a material has a uniform size."""
    @property
    def mat_texrepeat(self) -> npt.NDArray[np.float32]:
        """Repetitions of the texture of a material."""
    @property
    def textureType(self) -> npt.NDArray[np.int32]:
        """Kind of each texture: an mjtTexture."""
    @property
    def texture(self) -> npt.NDArray[np.uint32]:
        """Number of a texture, counted from 1."""
    @property
    def skinvertVBO(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def skinnormalVBO(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def skintexcoordVBO(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def skinfaceVBO(self) -> npt.NDArray[np.uint32]:
        """Number of an OpenGL object: 0, because pictures are drawn without OpenGL."""
    @property
    def charWidth(self) -> npt.NDArray[np.int32]:
        """Width of the printable characters (pixels)."""
    @property
    def charWidthBig(self) -> npt.NDArray[np.int32]:
        """Width of the printable characters of the big font (pixels)."""
    @overload
    def __init__(self) -> None: ...
    @overload
    def __init__(self, model: MjModel, fontscale: SupportsIndex) -> None: ...
    def free(self) -> None:
        """Gives up the frames; nothing can be drawn from now on."""

from cortenforge.mujoco._figure import mjr_figure as mjr_figure
from cortenforge.mujoco._mjr import MjrRendererInfo as MjrRendererInfo
from cortenforge.mujoco._mjr import mjr_addAux as mjr_addAux
from cortenforge.mujoco._mjr import mjr_blitAux as mjr_blitAux
from cortenforge.mujoco._mjr import mjr_blitBuffer as mjr_blitBuffer
from cortenforge.mujoco._mjr import mjr_changeFont as mjr_changeFont
from cortenforge.mujoco._mjr import mjr_defaultRendererInfo as mjr_defaultRendererInfo
from cortenforge.mujoco._mjr import mjr_drawPixels as mjr_drawPixels
from cortenforge.mujoco._mjr import mjr_findRect as mjr_findRect
from cortenforge.mujoco._mjr import mjr_finish as mjr_finish
from cortenforge.mujoco._mjr import mjr_getError as mjr_getError
from cortenforge.mujoco._mjr import mjr_getRendererInfo as mjr_getRendererInfo
from cortenforge.mujoco._mjr import mjr_maxViewport as mjr_maxViewport
from cortenforge.mujoco._mjr import mjr_readPixels as mjr_readPixels
from cortenforge.mujoco._mjr import mjr_rectangle as mjr_rectangle
from cortenforge.mujoco._mjr import mjr_render as mjr_render
from cortenforge.mujoco._mjr import mjr_resizeOffscreen as mjr_resizeOffscreen
from cortenforge.mujoco._mjr import mjr_restoreBuffer as mjr_restoreBuffer
from cortenforge.mujoco._mjr import mjr_setAux as mjr_setAux
from cortenforge.mujoco._mjr import mjr_setBuffer as mjr_setBuffer
from cortenforge.mujoco._mjr import mjr_uploadHField as mjr_uploadHField
from cortenforge.mujoco._mjr import mjr_uploadMesh as mjr_uploadMesh
from cortenforge.mujoco._mjr import mjr_uploadTexture as mjr_uploadTexture
from cortenforge.mujoco._overlay import mjr_text as mjr_text
from cortenforge.mujoco._overlay import mjr_overlay as mjr_overlay
from cortenforge.mujoco._overlay import mjr_label as mjr_label
from cortenforge.mujoco.gl_context import GLContext as GLContext
from cortenforge.mujoco.renderer import Renderer as Renderer
def mj_printScene(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does not print scenes: read their fields."""
def mj_printFormattedScene(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does not print scenes: read their fields."""
def from_zip(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
def to_zip(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
def mj_saveLastXML(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
def mj_loadAllPluginLibraries(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does not load plugins."""
def mj_loadPluginLibrary(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does not load plugins."""
def mj_rayFlex(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco has no flexes."""
def mju_raySkin(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: MuJoCo's takes one number where triangles and vertices belong; mjv_select finds skins."""
def mju_writeLog(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco has no log of its own: set_mju_user_warning receives the engine's warnings."""
def mju_threadpool(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does its own memory management."""
def mj_resetDataDebug(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco does its own memory management."""
def mj_maxContact(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco computes this while it loads a model, not on demand."""
def mj_setLengthRange(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported: cortenforge.mujoco computes this while it loads a model, not on demand."""

class MjrVertexAttribute:
    """Not supported: cortenforge.mujoco has no vertex buffers."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjSpec:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsActuator:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsAuthored:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsBody:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsCamera:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsCompiler:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsDefault:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsElement:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsEquality:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsExclude:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsFlex:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsFrame:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsGeom:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsHField:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsJoint:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsKey:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsLight:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsMaterial:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsMesh:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsNumeric:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsOrientation:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsPair:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsPlugin:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsSensor:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsSite:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsSkin:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsTendon:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsTendonPath:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsText:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsTexture:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsTuple:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsWrap:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjByteVec:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjCharVec:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjDoubleVec:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjFloatVec:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjIntVec:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjStringVec:
    """Not supported: cortenforge.mujoco does not edit model specs: load MJCF text instead."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjLogConfig:
    """Not supported: cortenforge.mujoco has no log of its own: set_mju_user_warning receives the engine's warnings."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjLogMessage:
    """Not supported: cortenforge.mujoco has no log of its own: set_mju_user_warning receives the engine's warnings."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjVfs:
    """Not supported: cortenforge.mujoco does its own memory management."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjPreContact:
    """Not supported: cortenforge.mujoco does its own memory management."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

MJTNUM_BYTES: int
MJTNUM_DTYPE: type[np.float64]
mjDISABLESTRING: tuple[Any, ...]
mjENABLESTRING: tuple[Any, ...]
mjFRAMESTRING: tuple[Any, ...]
mjLABELSTRING: tuple[Any, ...]
mjMAXCONPAIR: int
mjMAXFLEXNODES: int
mjMAXIMP: float
mjMAXLIGHT: int
mjMAXLINE: int
mjMAXLINEPNT: int
mjMAXOVERLAY: int
mjMAXPLANEGRID: int
mjMAXTREEDEPTH: int
mjMAXVAL: float
mjMINAWAKE: int
mjMINIMP: float
mjMINMU: float
mjMINVAL: float
mjNBIAS: int
mjNDYN: int
mjNEQDATA: int
mjNFLUID: int
mjNGAIN: int
mjNGROUP: int
mjNIMP: int
mjNISLAND: int
mjNPOLY: int
mjNREF: int
mjNSENS: int
mjNSOLVER: int
mjPI: float
mjRNDSTRING: tuple[Any, ...]
mjTIMERSTRING: tuple[Any, ...]
mjVISSTRING: tuple[Any, ...]

class mjrIndexType(enum.IntEnum):
    """Integer type of the indices of a mesh."""

    mjINDEX_TYPE_U16 = 0
    mjINDEX_TYPE_U32 = 1

class mjrMeshPrimitiveType(enum.IntEnum):
    """Whether a mesh is drawn as triangles or as lines."""

    mjMESH_PRIMITIVE_TYPE_TRIANGLES = 0
    mjMESH_PRIMITIVE_TYPE_LINES = 1

class mjrPixelFormat(enum.IntEnum):
    """Layout of the pixels of an image."""

    mjPIXEL_FORMAT_UNKNOWN = 0
    mjPIXEL_FORMAT_R8 = 1
    mjPIXEL_FORMAT_RGB8 = 2
    mjPIXEL_FORMAT_RGBA8 = 3
    mjPIXEL_FORMAT_R32F = 4
    mjPIXEL_FORMAT_DEPTH32F = 5
    mjPIXEL_FORMAT_KTX = 6

class mjrVertexAttributeType(enum.IntEnum):
    """Type of the numbers of a vertex attribute."""

    mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 = 0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 = 1
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 = 2
    mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 = 3

class mjrVertexAttributeUsage(enum.IntEnum):
    """Meaning of a vertex attribute: position, normal, texture coordinates."""

    mjVERTEX_ATTRIBUTE_USAGE_POSITION = 0
    mjVERTEX_ATTRIBUTE_USAGE_NORMAL = 1
    mjVERTEX_ATTRIBUTE_USAGE_TANGENTS = 2
    mjVERTEX_ATTRIBUTE_USAGE_UV = 3
    mjVERTEX_ATTRIBUTE_USAGE_COLOR = 4

class mjtAlignFree(enum.IntEnum):
    """Whether the frames of free bodies are aligned with their inertia."""

    mjALIGNFREE_FALSE = 0
    mjALIGNFREE_TRUE = 1
    mjALIGNFREE_AUTO = 2

class mjtBias(enum.IntEnum):
    """Bias of an actuator: the part of its force that does not depend on the control."""

    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1
    mjBIAS_MUSCLE = 2
    mjBIAS_DCMOTOR = 3
    mjBIAS_SO3 = 4
    mjBIAS_USER = 5

class mjtBuiltin(enum.IntEnum):
    """Textures that are made from colours, not from files."""

    mjBUILTIN_NONE = 0
    mjBUILTIN_GRADIENT = 1
    mjBUILTIN_CHECKER = 2
    mjBUILTIN_FLAT = 3

class mjtButton(enum.IntEnum):
    """Buttons of a mouse."""

    mjBUTTON_NONE = 0
    mjBUTTON_LEFT = 1
    mjBUTTON_RIGHT = 2
    mjBUTTON_MIDDLE = 3

class mjtCTimer(enum.IntEnum):
    """Timers of the compiler of models."""

    mjCTIMER_TOTAL = 0
    mjCTIMER_ASSETS = 1
    mjCTIMER_TEXTURE = 2
    mjCTIMER_MESH_LOAD = 3
    mjCTIMER_MESH_HULL = 4
    mjCTIMER_MESH_POLYGON = 5
    mjCTIMER_MESH_INERTIA = 6
    mjCTIMER_MESH_BVH = 7
    mjCTIMER_MESH_OCTREE = 8
    mjNCTIMER = 9

class mjtCamLight(enum.IntEnum):
    """How a camera or a light follows bodies."""

    mjCAMLIGHT_FIXED = 0
    mjCAMLIGHT_TRACK = 1
    mjCAMLIGHT_TRACKCOM = 2
    mjCAMLIGHT_TARGETBODY = 3
    mjCAMLIGHT_TARGETBODYCOM = 4

class mjtCamOutBit(enum.IntEnum):
    """Bits: the pictures that a camera takes."""

    mjCAMOUT_RGB = 1
    mjCAMOUT_DEPTH = 2
    mjCAMOUT_DIST = 4
    mjCAMOUT_NORMAL = 8
    mjCAMOUT_SEG = 16
    mjNCAMOUT = 5

class mjtCamera(enum.IntEnum):
    """Kind of an abstract camera: free, tracking a body, or fixed in the model."""

    mjCAMERA_FREE = 0
    mjCAMERA_TRACKING = 1
    mjCAMERA_FIXED = 2
    mjCAMERA_USER = 3

class mjtCatBit(enum.IntEnum):
    """Bits: categories of the geoms of a scene."""

    mjCAT_STATIC = 1
    mjCAT_DYNAMIC = 2
    mjCAT_DECOR = 4
    mjCAT_ALL = 7

class mjtColorSpace(enum.IntEnum):
    """Colour space of an image file."""

    mjCOLORSPACE_AUTO = 0
    mjCOLORSPACE_LINEAR = 1
    mjCOLORSPACE_SRGB = 2

class mjtConDataField(enum.IntEnum):
    """Values that a contact sensor reports."""

    mjCONDATA_FOUND = 0
    mjCONDATA_FORCE = 1
    mjCONDATA_TORQUE = 2
    mjCONDATA_DIST = 3
    mjCONDATA_POS = 4
    mjCONDATA_NORMAL = 5
    mjCONDATA_TANGENT = 6
    mjNCONDATA = 7

class mjtCone(enum.IntEnum):
    """Shape of friction cones."""

    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1

class mjtConflict(enum.IntEnum):
    """What to do when two attached models differ in a setting."""

    mjCONFLICT_WARNING = 0
    mjCONFLICT_MERGE = 1
    mjCONFLICT_ERROR = 2

class mjtConstraint(enum.IntEnum):
    """Kind of a constraint row."""

    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1
    mjCNSTR_FRICTION_TENDON = 2
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7

class mjtConstraintState(enum.IntEnum):
    """Zone of a constraint row's cost."""

    mjCNSTRSTATE_SATISFIED = 0
    mjCNSTRSTATE_QUADRATIC = 1
    mjCNSTRSTATE_LINEARNEG = 2
    mjCNSTRSTATE_LINEARPOS = 3
    mjCNSTRSTATE_CONE = 4

class mjtCtrlChart(enum.IntEnum):
    """How a control describes an orientation."""

    mjCHART_EXPMAP = 1
    mjCHART_QUAT = 2

class mjtCtrlInput(enum.IntEnum):
    """Inputs of a controller."""

    mjINPUT_POS = 1
    mjINPUT_VEL = 2
    mjINPUT_FF = 4
    mjINPUT_VOLTAGE = 8
    mjINPUT_NONE = 16

class mjtDataType(enum.IntEnum):
    """Meaning of a sensor's numbers, which decides how cutoffs apply to them."""

    mjDATATYPE_REAL = 0
    mjDATATYPE_POSITIVE = 1
    mjDATATYPE_AXIS = 2
    mjDATATYPE_QUATERNION = 3

class mjtDepthMap(enum.IntEnum):
    """Whether the near plane is 0 or 1 in a depth buffer."""

    mjDEPTH_ZERONEAR = 0
    mjDEPTH_ZEROFAR = 1

class mjtDisableBit(enum.IntEnum):
    """Bits of `disableflags`: parts of the physics that are switched off."""

    mjDSBL_CONSTRAINT = 1
    mjDSBL_EQUALITY = 2
    mjDSBL_FRICTIONLOSS = 4
    mjDSBL_LIMIT = 8
    mjDSBL_CONTACT = 16
    mjDSBL_SPRING = 32
    mjDSBL_DAMPER = 64
    mjDSBL_GRAVITY = 128
    mjDSBL_CLAMPCTRL = 256
    mjDSBL_WARMSTART = 512
    mjDSBL_FILTERPARENT = 1024
    mjDSBL_ACTUATION = 2048
    mjDSBL_REFSAFE = 4096
    mjDSBL_SENSOR = 8192
    mjDSBL_MIDPHASE = 16384
    mjDSBL_EULERDAMP = 32768
    mjDSBL_AUTORESET = 65536
    mjDSBL_NATIVECCD = 131072
    mjDSBL_ISLAND = 262144
    mjDSBL_MULTICCD = 524288
    mjNDISABLE = 20

class mjtDyn(enum.IntEnum):
    """Dynamics of an actuator's activation."""

    mjDYN_NONE = 0
    mjDYN_INTEGRATOR = 1
    mjDYN_FILTER = 2
    mjDYN_FILTEREXACT = 3
    mjDYN_MUSCLE = 4
    mjDYN_DCMOTOR = 5
    mjDYN_PID = 6
    mjDYN_USER = 7

class mjtEnableBit(enum.IntEnum):
    """Bits of `enableflags`: optional parts of the physics."""

    mjENBL_OVERRIDE = 1
    mjENBL_ENERGY = 2
    mjENBL_FWDINV = 4
    mjENBL_INVDISCRETE = 8
    mjENBL_SLEEP = 16
    mjENBL_DIAGEXACT = 32
    mjNENABLE = 6

class mjtEq(enum.IntEnum):
    """Kind of an equality constraint."""

    mjEQ_CONNECT = 0
    mjEQ_WELD = 1
    mjEQ_JOINT = 2
    mjEQ_TENDON = 3
    mjEQ_FLEX = 4
    mjEQ_FLEXVERT = 5
    mjEQ_FLEXSTRAIN = 6
    mjEQ_DISTANCE = 7

class mjtEvent(enum.IntEnum):
    """Kind of an event in a window."""

    mjEVENT_NONE = 0
    mjEVENT_MOVE = 1
    mjEVENT_PRESS = 2
    mjEVENT_RELEASE = 3
    mjEVENT_SCROLL = 4
    mjEVENT_KEY = 5
    mjEVENT_RESIZE = 6
    mjEVENT_REDRAW = 7
    mjEVENT_FILESDROP = 8

class mjtFlexSelf(enum.IntEnum):
    """How collisions of a flex with itself are found."""

    mjFLEXSELF_NONE = 0
    mjFLEXSELF_NARROW = 1
    mjFLEXSELF_BVH = 2
    mjFLEXSELF_SAP = 3
    mjFLEXSELF_AUTO = 4

class mjtFont(enum.IntEnum):
    """Style of a text."""

    mjFONT_NORMAL = 0
    mjFONT_SHADOW = 1
    mjFONT_BIG = 2

class mjtFontScale(enum.IntEnum):
    """Size of texts in percent."""

    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300

class mjtFrame(enum.IntEnum):
    """Objects whose frames a viewer draws."""

    mjFRAME_NONE = 0
    mjFRAME_BODY = 1
    mjFRAME_GEOM = 2
    mjFRAME_SITE = 3
    mjFRAME_CAMERA = 4
    mjFRAME_LIGHT = 5
    mjFRAME_CONTACT = 6
    mjFRAME_WORLD = 7
    mjNFRAME = 8

class mjtFramebuffer(enum.IntEnum):
    """Where pictures are drawn: window or memory."""

    mjFB_WINDOW = 0
    mjFB_OFFSCREEN = 1

class mjtGain(enum.IntEnum):
    """Gain of an actuator: its force for a control of 1."""

    mjGAIN_FIXED = 0
    mjGAIN_AFFINE = 1
    mjGAIN_MUSCLE = 2
    mjGAIN_DCMOTOR = 3
    mjGAIN_SO3 = 4
    mjGAIN_PID = 5
    mjGAIN_USER = 6

class mjtGeom(enum.IntEnum):
    """Shape of a geom; also the decorations of scenes."""

    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8
    mjNGEOMTYPES = 9
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101
    mjGEOM_ARROW2 = 102
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001

class mjtGeomInertia(enum.IntEnum):
    """Whether the mass of a geom fills its volume or its surface."""

    mjINERTIA_VOLUME = 0
    mjINERTIA_SHELL = 1

class mjtGridPos(enum.IntEnum):
    """Places of an overlay in a picture."""

    mjGRID_TOPLEFT = 0
    mjGRID_TOPRIGHT = 1
    mjGRID_BOTTOMLEFT = 2
    mjGRID_BOTTOMRIGHT = 3
    mjGRID_TOP = 4
    mjGRID_BOTTOM = 5
    mjGRID_LEFT = 6
    mjGRID_RIGHT = 7

class mjtInertiaFromGeom(enum.IntEnum):
    """Whether inertias of bodies are computed from their geoms."""

    mjINERTIAFROMGEOM_FALSE = 0
    mjINERTIAFROMGEOM_TRUE = 1
    mjINERTIAFROMGEOM_AUTO = 2

class mjtIntegrator(enum.IntEnum):
    """Numerical integrator."""

    mjINT_EULER = 0
    mjINT_RK4 = 1
    mjINT_IMPLICIT = 2
    mjINT_IMPLICITFAST = 3

class mjtItem(enum.IntEnum):
    """Kind of an item of a user interface."""

    mjITEM_END = -2
    mjITEM_SECTION = -1
    mjITEM_SEPARATOR = 0
    mjITEM_STATIC = 1
    mjITEM_BUTTON = 2
    mjITEM_CHECKINT = 3
    mjITEM_CHECKBYTE = 4
    mjITEM_RADIO = 5
    mjITEM_RADIOLINE = 6
    mjITEM_SELECT = 7
    mjITEM_SLIDERINT = 8
    mjITEM_SLIDERNUM = 9
    mjITEM_EDITINT = 10
    mjITEM_EDITNUM = 11
    mjITEM_EDITFLOAT = 12
    mjITEM_EDITTXT = 13
    mjNITEM = 14

class mjtJacobian(enum.IntEnum):
    """Whether the constraint Jacobian is dense or sparse."""

    mjJAC_DENSE = 0
    mjJAC_SPARSE = 1
    mjJAC_AUTO = 2

class mjtJoint(enum.IntEnum):
    """Kind of a joint."""

    mjJNT_FREE = 0
    mjJNT_BALL = 1
    mjJNT_SLIDE = 2
    mjJNT_HINGE = 3

class mjtLRMode(enum.IntEnum):
    """Actuators whose length ranges are computed."""

    mjLRMODE_NONE = 0
    mjLRMODE_MUSCLE = 1
    mjLRMODE_MUSCLEUSER = 2
    mjLRMODE_ALL = 3

class mjtLabel(enum.IntEnum):
    """Objects that a viewer labels."""

    mjLABEL_NONE = 0
    mjLABEL_BODY = 1
    mjLABEL_JOINT = 2
    mjLABEL_GEOM = 3
    mjLABEL_SITE = 4
    mjLABEL_CAMERA = 5
    mjLABEL_LIGHT = 6
    mjLABEL_TENDON = 7
    mjLABEL_ACTUATOR = 8
    mjLABEL_CONSTRAINT = 9
    mjLABEL_FLEX = 10
    mjLABEL_SKIN = 11
    mjLABEL_SELECTION = 12
    mjLABEL_SELPNT = 13
    mjLABEL_CONTACTPOINT = 14
    mjLABEL_CONTACTFORCE = 15
    mjLABEL_ISLAND = 16
    mjNLABEL = 17

class mjtLightType(enum.IntEnum):
    """Kind of a light."""

    mjLIGHT_SPOT = 0
    mjLIGHT_DIRECTIONAL = 1
    mjLIGHT_POINT = 2
    mjLIGHT_IMAGE = 3

class mjtLimited(enum.IntEnum):
    """Whether a range limits an object."""

    mjLIMITED_FALSE = 0
    mjLIMITED_TRUE = 1
    mjLIMITED_AUTO = 2

class mjtLogLevel(enum.IntEnum):
    """Severity of a log message."""

    mjLOG_DEBUG = 0
    mjLOG_INFO = 1
    mjLOG_WARNING = 2
    mjLOG_ERROR = 3

class mjtLogTopic(enum.IntEnum):
    """Subject of a log message."""

    mjTOPIC_NONE = 0
    mjTOPIC_TIME_STP = 1
    mjTOPIC_TIME_CMP = 2
    mjTOPIC_SLEEP = 3
    mjNTOPIC = 3

class mjtMark(enum.IntEnum):
    """Marks that are drawn on a texture."""

    mjMARK_NONE = 0
    mjMARK_EDGE = 1
    mjMARK_CROSS = 2
    mjMARK_RANDOM = 3

class mjtMeshBuiltin(enum.IntEnum):
    """Meshes that are made from parameters, not from files."""

    mjMESH_BUILTIN_NONE = 0
    mjMESH_BUILTIN_SPHERE = 1
    mjMESH_BUILTIN_HEMISPHERE = 2
    mjMESH_BUILTIN_CONE = 3
    mjMESH_BUILTIN_SUPERSPHERE = 4
    mjMESH_BUILTIN_SUPERTORUS = 5
    mjMESH_BUILTIN_WEDGE = 6
    mjMESH_BUILTIN_PLATE = 7

class mjtMeshInertia(enum.IntEnum):
    """How the inertia of a mesh is computed."""

    mjMESH_INERTIA_CONVEX = 0
    mjMESH_INERTIA_EXACT = 1
    mjMESH_INERTIA_LEGACY = 2
    mjMESH_INERTIA_SHELL = 3

class mjtMouse(enum.IntEnum):
    """What a movement of the mouse does to a camera or a body."""

    mjMOUSE_NONE = 0
    mjMOUSE_ROTATE_V = 1
    mjMOUSE_ROTATE_H = 2
    mjMOUSE_MOVE_V = 3
    mjMOUSE_MOVE_H = 4
    mjMOUSE_ZOOM = 5
    mjMOUSE_MOVE_V_REL = 6
    mjMOUSE_MOVE_H_REL = 7
    mjMOUSE_TURN_V = 8
    mjMOUSE_TURN_H = 9

class mjtObj(enum.IntEnum):
    """Kind of an object of a model."""

    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1
    mjOBJ_XBODY = 2
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjNOBJECT = 26
    mjOBJ_FRAME = 100
    mjOBJ_DEFAULT = 101
    mjOBJ_MODEL = 102

class mjtOrientation(enum.IntEnum):
    """How an orientation is given in a spec."""

    mjORIENTATION_QUAT = 0
    mjORIENTATION_AXISANGLE = 1
    mjORIENTATION_XYAXES = 2
    mjORIENTATION_ZAXIS = 3
    mjORIENTATION_EULER = 4

class mjtPertBit(enum.IntEnum):
    """Bits: how a user perturbs a body."""

    mjPERT_TRANSLATE = 1
    mjPERT_ROTATE = 2

class mjtPluginCapabilityBit(enum.IntEnum):
    """Bits: what a plugin can do."""

    mjPLUGIN_ACTUATOR = 1
    mjPLUGIN_SENSOR = 2
    mjPLUGIN_PASSIVE = 4
    mjPLUGIN_SDF = 8

class mjtProjection(enum.IntEnum):
    """Projection of a camera."""

    mjPROJ_PERSPECTIVE = 0
    mjPROJ_ORTHOGRAPHIC = 1

class mjtRayDataField(enum.IntEnum):
    """Values that a rangefinder reports."""

    mjRAYDATA_DIST = 0
    mjRAYDATA_DIR = 1
    mjRAYDATA_ORIGIN = 2
    mjRAYDATA_POINT = 3
    mjRAYDATA_NORMAL = 4
    mjRAYDATA_DEPTH = 5
    mjNRAYDATA = 6

class mjtRndFlag(enum.IntEnum):
    """Flags of a picture: shadows, wireframe, reflections."""

    mjRND_SHADOW = 0
    mjRND_WIREFRAME = 1
    mjRND_REFLECTION = 2
    mjRND_ADDITIVE = 3
    mjRND_SKYBOX = 4
    mjRND_FOG = 5
    mjRND_HAZE = 6
    mjRND_DEPTH = 7
    mjRND_SEGMENT = 8
    mjRND_IDCOLOR = 9
    mjRND_CULL_FACE = 10
    mjNRNDFLAG = 11

class mjtSDFType(enum.IntEnum):
    """Distance functions that are combined for a collision."""

    mjSDFTYPE_SINGLE = 0
    mjSDFTYPE_INTERSECTION = 1
    mjSDFTYPE_MIDSURFACE = 2
    mjSDFTYPE_COLLISION = 3

class mjtSameFrame(enum.IntEnum):
    """Frame of a body that coincides with the frame of an object."""

    mjSAMEFRAME_NONE = 0
    mjSAMEFRAME_BODY = 1
    mjSAMEFRAME_INERTIA = 2
    mjSAMEFRAME_BODYROT = 3
    mjSAMEFRAME_INERTIAROT = 4

class mjtSection(enum.IntEnum):
    """State of a section of a user interface."""

    mjSECT_CLOSED = 0
    mjSECT_OPEN = 1
    mjSECT_FIXED = 2

class mjtSensor(enum.IntEnum):
    """Kind of a sensor."""

    mjSENS_TOUCH = 0
    mjSENS_ACCELEROMETER = 1
    mjSENS_VELOCIMETER = 2
    mjSENS_GYRO = 3
    mjSENS_FORCE = 4
    mjSENS_TORQUE = 5
    mjSENS_MAGNETOMETER = 6
    mjSENS_RANGEFINDER = 7
    mjSENS_CAMPROJECTION = 8
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13
    mjSENS_ACTUATORVEL = 14
    mjSENS_ACTUATORFRC = 15
    mjSENS_JOINTACTFRC = 16
    mjSENS_TENDONACTFRC = 17
    mjSENS_BALLQUAT = 18
    mjSENS_BALLANGVEL = 19
    mjSENS_JOINTLIMITPOS = 20
    mjSENS_JOINTLIMITVEL = 21
    mjSENS_JOINTLIMITFRC = 22
    mjSENS_TENDONLIMITPOS = 23
    mjSENS_TENDONLIMITVEL = 24
    mjSENS_TENDONLIMITFRC = 25
    mjSENS_FRAMEPOS = 26
    mjSENS_FRAMEQUAT = 27
    mjSENS_FRAMEXAXIS = 28
    mjSENS_FRAMEYAXIS = 29
    mjSENS_FRAMEZAXIS = 30
    mjSENS_FRAMELINVEL = 31
    mjSENS_FRAMEANGVEL = 32
    mjSENS_FRAMELINACC = 33
    mjSENS_FRAMEANGACC = 34
    mjSENS_SUBTREECOM = 35
    mjSENS_SUBTREELINVEL = 36
    mjSENS_SUBTREEANGMOM = 37
    mjSENS_INSIDESITE = 38
    mjSENS_GEOMDIST = 39
    mjSENS_GEOMNORMAL = 40
    mjSENS_GEOMFROMTO = 41
    mjSENS_CONTACT = 42
    mjSENS_E_POTENTIAL = 43
    mjSENS_E_KINETIC = 44
    mjSENS_CLOCK = 45
    mjSENS_TACTILE = 46
    mjSENS_PLUGIN = 47
    mjSENS_USER = 48

class mjtSleepPolicy(enum.IntEnum):
    """Whether a tree may sleep."""

    mjSLEEP_AUTO = 0
    mjSLEEP_AUTO_NEVER = 1
    mjSLEEP_AUTO_ALLOWED = 2
    mjSLEEP_NEVER = 3
    mjSLEEP_ALLOWED = 4
    mjSLEEP_INIT = 5

class mjtSleepState(enum.IntEnum):
    """Whether an object is static, asleep or awake."""

    mjS_STATIC = -1
    mjS_ASLEEP = 0
    mjS_AWAKE = 1

class mjtSolver(enum.IntEnum):
    """Algorithm of the constraint solver."""

    mjSOL_PGS = 0
    mjSOL_CG = 1
    mjSOL_NEWTON = 2

class mjtStage(enum.IntEnum):
    """Stage of a step: positions, velocities, accelerations."""

    mjSTAGE_NONE = 0
    mjSTAGE_POS = 1
    mjSTAGE_VEL = 2
    mjSTAGE_ACC = 3

class mjtState(enum.IntEnum):
    """Bits: components of a state vector."""

    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_HISTORY = 16
    mjSTATE_WARMSTART = 32
    mjSTATE_CTRL = 64
    mjSTATE_QFRC_APPLIED = 128
    mjSTATE_XFRC_APPLIED = 256
    mjSTATE_EQ_ACTIVE = 512
    mjSTATE_MOCAP_POS = 1024
    mjSTATE_MOCAP_QUAT = 2048
    mjSTATE_USERDATA = 4096
    mjSTATE_PLUGIN = 8192
    mjNSTATE = 14
    mjSTATE_PHYSICS = 30
    mjSTATE_FULLPHYSICS = 8223
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 16383

class mjtStereo(enum.IntEnum):
    """How pictures for two eyes are drawn."""

    mjSTEREO_NONE = 0
    mjSTEREO_QUADBUFFERED = 1
    mjSTEREO_SIDEBYSIDE = 2

class mjtTexture(enum.IntEnum):
    """Kind of a texture."""

    mjTEXTURE_2D = 0
    mjTEXTURE_CUBE = 1
    mjTEXTURE_SKYBOX = 2

class mjtTextureRole(enum.IntEnum):
    """What a texture does for a material."""

    mjTEXROLE_USER = 0
    mjTEXROLE_RGB = 1
    mjTEXROLE_OCCLUSION = 2
    mjTEXROLE_ROUGHNESS = 3
    mjTEXROLE_METALLIC = 4
    mjTEXROLE_NORMAL = 5
    mjTEXROLE_OPACITY = 6
    mjTEXROLE_EMISSIVE = 7
    mjTEXROLE_RGBA = 8
    mjTEXROLE_ORM = 9
    mjNTEXROLE = 10

class mjtTimer(enum.IntEnum):
    """Timers of a world."""

    mjTIMER_STEP = 0
    mjTIMER_FORWARD = 1
    mjTIMER_INVERSE = 2
    mjTIMER_POSITION = 3
    mjTIMER_VELOCITY = 4
    mjTIMER_ACTUATION = 5
    mjTIMER_CONSTRAINT = 6
    mjTIMER_ADVANCE = 7
    mjTIMER_POS_KINEMATICS = 8
    mjTIMER_POS_INERTIA = 9
    mjTIMER_POS_COLLISION = 10
    mjTIMER_POS_MAKE = 11
    mjTIMER_POS_PROJECT = 12
    mjTIMER_COL_BROAD = 13
    mjTIMER_COL_NARROW = 14
    mjNTIMER = 15

class mjtTrn(enum.IntEnum):
    """What an actuator acts on."""

    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1
    mjTRN_SLIDERCRANK = 2
    mjTRN_TENDON = 3
    mjTRN_SITE = 4
    mjTRN_BODY = 5
    mjTRN_SO3 = 6
    mjTRN_UNDEFINED = 1000

class mjtVisFlag(enum.IntEnum):
    """Flags of a view: what is drawn besides geoms."""

    mjVIS_CONVEXHULL = 0
    mjVIS_TEXTURE = 1
    mjVIS_JOINT = 2
    mjVIS_CAMERA = 3
    mjVIS_ACTUATOR = 4
    mjVIS_ACTIVATION = 5
    mjVIS_LIGHT = 6
    mjVIS_TENDON = 7
    mjVIS_RANGEFINDER = 8
    mjVIS_CONSTRAINT = 9
    mjVIS_INERTIA = 10
    mjVIS_SCLINERTIA = 11
    mjVIS_PERTFORCE = 12
    mjVIS_PERTOBJ = 13
    mjVIS_CONTACTPOINT = 14
    mjVIS_ISLAND = 15
    mjVIS_CONTACTFORCE = 16
    mjVIS_CONTACTSPLIT = 17
    mjVIS_TRANSPARENT = 18
    mjVIS_AUTOCONNECT = 19
    mjVIS_COM = 20
    mjVIS_SELECT = 21
    mjVIS_STATIC = 22
    mjVIS_SKIN = 23
    mjVIS_FLEXVERT = 24
    mjVIS_FLEXEDGE = 25
    mjVIS_FLEXFACE = 26
    mjVIS_FLEXSKIN = 27
    mjVIS_BODYBVH = 28
    mjVIS_MESHBVH = 29
    mjVIS_SDFITER = 30
    mjNVISFLAG = 31

class mjtWarning(enum.IntEnum):
    """Kind of a warning of the engine."""

    mjWARN_INERTIA = 0
    mjWARN_CONTACTFULL = 1
    mjWARN_CNSTRFULL = 2
    mjWARN_BADQPOS = 3
    mjWARN_BADQVEL = 4
    mjWARN_BADQACC = 5
    mjWARN_BADCTRL = 6
    mjNWARNING = 7

class mjtWrap(enum.IntEnum):
    """Objects along the path of a tendon."""

    mjWRAP_NONE = 0
    mjWRAP_JOINT = 1
    mjWRAP_PULLEY = 2
    mjWRAP_SITE = 3
    mjWRAP_SPHERE = 4
    mjWRAP_CYLINDER = 5
