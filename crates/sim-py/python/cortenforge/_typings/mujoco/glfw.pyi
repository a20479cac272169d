from cortenforge.mujoco.glfw import *
