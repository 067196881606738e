"""How the questions are asked, and the solvers that answer them. A folder for each solver and its notation."""
