"""Vessels between which is poured: the fewest moves after which they hold certain amounts."""
