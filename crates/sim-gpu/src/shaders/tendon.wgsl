// tendon
