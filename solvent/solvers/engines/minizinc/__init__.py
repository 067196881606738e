"""MiniZinc on Gecode."""
