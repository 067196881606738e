"""Which facts follow from which clues: the steps of an explanation."""
