// sensor_velocity
