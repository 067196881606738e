"""Python programs in CPMpy and OR-Tools, solved by CP-SAT."""
