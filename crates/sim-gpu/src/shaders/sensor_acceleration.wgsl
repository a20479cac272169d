// sensor_acceleration
