from cortenforge.mujoco.rollout import *
