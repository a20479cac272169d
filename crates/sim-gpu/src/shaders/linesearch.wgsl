// linesearch
