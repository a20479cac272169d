// Numbers of MuJoCo's enums.

const JNT_FREE: i32 = 0;
const JNT_BALL: i32 = 1;
const JNT_SLIDE: i32 = 2;
const JNT_HINGE: i32 = 3;
