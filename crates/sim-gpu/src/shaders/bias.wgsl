// bias
