"""MiniZinc, solved by Gecode."""
