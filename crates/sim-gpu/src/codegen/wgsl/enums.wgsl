// Numbers of MuJoCo's enums.

const JNT_FREE: i32 = 0;
const JNT_BALL: i32 = 1;
const JNT_SLIDE: i32 = 2;
const JNT_HINGE: i32 = 3;

const TRN_JOINT: i32 = 0;
const TRN_JOINTINPARENT: i32 = 1;
const TRN_SLIDERCRANK: i32 = 2;
const TRN_TENDON: i32 = 3;
const TRN_SITE: i32 = 4;
const TRN_BODY: i32 = 5;
const TRN_SO3: i32 = 6;

const DYN_NONE: i32 = 0;
const DYN_INTEGRATOR: i32 = 1;
const DYN_FILTER: i32 = 2;
const DYN_FILTEREXACT: i32 = 3;
const DYN_MUSCLE: i32 = 4;
const DYN_DCMOTOR: i32 = 5;
const DYN_PID: i32 = 6;

const GAIN_FIXED: i32 = 0;
const GAIN_AFFINE: i32 = 1;
const GAIN_MUSCLE: i32 = 2;
const GAIN_DCMOTOR: i32 = 3;
const GAIN_SO3: i32 = 4;
const GAIN_PID: i32 = 5;

const BIAS_NONE: i32 = 0;
const BIAS_AFFINE: i32 = 1;
const BIAS_MUSCLE: i32 = 2;
const BIAS_DCMOTOR: i32 = 3;
const BIAS_SO3: i32 = 4;

// in actuator_ctrlspec: an orientation is given by a quaternion
const CHART_QUAT: i32 = 2;

const GEOM_PLANE: i32 = 0;
const GEOM_SPHERE: i32 = 2;
const GEOM_CAPSULE: i32 = 3;
const GEOM_ELLIPSOID: i32 = 4;
const GEOM_CYLINDER: i32 = 5;
const GEOM_BOX: i32 = 6;

const OBJ_UNKNOWN: i32 = 0;
const OBJ_BODY: i32 = 1;
const OBJ_XBODY: i32 = 2;
const OBJ_GEOM: i32 = 5;
const OBJ_CAMERA: i32 = 7;
