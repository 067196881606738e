"""The structure of a text, whatever its clues mean: words, sentences, lists, boards and the roles of its lines."""
