from cortenforge.mujoco.egl import *
