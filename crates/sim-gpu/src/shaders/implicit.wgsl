// implicit
