"""What is wrong with a puzzle, and how little puts it right: clues to drop, to add, and clues that add nothing."""
