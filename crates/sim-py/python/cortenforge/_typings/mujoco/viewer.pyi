from cortenforge.mujoco.viewer import *
