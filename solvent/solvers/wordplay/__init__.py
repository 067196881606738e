"""The search for English words that fit a puzzle: a file with `KIND` for each kind, and what they share."""
