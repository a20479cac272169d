from cortenforge.mujoco import *
