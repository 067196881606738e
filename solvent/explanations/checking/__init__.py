"""Answers and marks of others, read from what people and programs write, and checked against the clues."""
