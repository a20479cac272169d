from cortenforge.mujoco.gl_context import *
