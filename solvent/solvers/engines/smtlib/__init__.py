"""SMT-LIB, solved by z3."""
