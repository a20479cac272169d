// integration
