"""Word puzzles, solved by searching for English words that fit: one module with `KIND` per kind, and shared code."""
