"""The renderer in the manner of MuJoCo's classic one."""
