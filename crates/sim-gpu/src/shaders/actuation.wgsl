// actuation
