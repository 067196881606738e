"""Puzzles in which things belong together or stand in an order: a scene, and statements about it."""

from solvent.translators.rules.rough.relations.drafting import draft, named_order

__all__ = ["draft", "named_order"]
