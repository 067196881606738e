"""SMT-LIB on z3."""
