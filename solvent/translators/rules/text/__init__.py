"""What a text is made of, whatever its clues mean: words and sentences, lists and boards, the roles of its lines."""
