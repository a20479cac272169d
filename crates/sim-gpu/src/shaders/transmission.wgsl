// transmission
