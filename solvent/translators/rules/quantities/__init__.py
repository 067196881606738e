"""Quantities in words: the numbers, ages, counts and prices that sentences speak of, and what they say of them."""
