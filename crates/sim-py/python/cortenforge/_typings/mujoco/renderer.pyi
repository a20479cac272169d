from cortenforge.mujoco.renderer import *
