"""Python programs on CP-SAT: CPMpy and OR-Tools."""
