// velocity
