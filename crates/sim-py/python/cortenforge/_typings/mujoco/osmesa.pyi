from cortenforge.mujoco.osmesa import *
