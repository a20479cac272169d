// passive
