"""Constants of the `mujoco` package, checked against the reference by tests/test_enums.py."""

import math

mjPI = math.pi

# numerical limits
mjMINVAL = 1e-15
mjMAXVAL = 1e10
mjMINMU = 1e-5
mjMINIMP = 0.0001
mjMAXIMP = 0.9999

# capacities
mjMAXCONPAIR = 50
mjMAXTREEDEPTH = 50
mjMAXFLEXNODES = 27
mjMINAWAKE = 10
mjNISLAND = 20
mjNSOLVER = 200
mjNGROUP = 6

# parameters per object
mjNEQDATA = 11
mjNDYN = 10
mjNGAIN = 10
mjNBIAS = 10
mjNFLUID = 12
mjNREF = 2
mjNIMP = 5
mjNPOLY = 2
mjNSENS = 3

# flags and timers in words, in the order of their numbers
mjDISABLESTRING = (
    "Constraint", "Equality", "Frictionloss", "Limit", "Contact", "Spring", "Damper", "Gravity", "Clampctrl",
    "Warmstart", "Filterparent", "Actuation", "Refsafe", "Sensor", "Midphase", "Eulerdamp", "AutoReset",
    "NativeCCD", "Island", "MultiCCD",
)  # fmt: skip
mjENABLESTRING = ("Override", "Energy", "Fwdinv", "InvDiscrete", "Sleep", "DiagExact")
mjTIMERSTRING = (
    "step", "forward", "inverse", "position", "velocity", "actuation", "constraint", "advance", "pos_kinematics",
    "pos_inertia", "pos_collision", "pos_make", "pos_project", "col_broadphase", "col_narrowphase",
)  # fmt: skip

# numbers of the engine are 64-bit floats
MJTNUM_BYTES = 8

__all__ = [name for name in dir() if name.lower().startswith("mj")]
