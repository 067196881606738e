"""Why an answer is right, what follows from marks, and questions about a puzzle: queries over a program."""
