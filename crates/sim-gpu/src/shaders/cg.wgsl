// cg
