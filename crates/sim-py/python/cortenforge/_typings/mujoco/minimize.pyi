from cortenforge.mujoco.minimize import *
