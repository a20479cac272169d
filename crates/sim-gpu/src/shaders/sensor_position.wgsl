// sensor_position
