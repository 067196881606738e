"""Clues of a logic grid, from words to meaning: mentions of values, the grammar, and which words link values."""
