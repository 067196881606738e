"""A word of a sentence that links values."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Link:
    """A verb or preposition at token `at` that leads to values of one of `categories`.

    `following` are the prepositions right after a verb, `after` is the verb right before a preposition. `nouns` are the
    stems of nouns beside the value, such as "shirt" in "wore the green shirt"; `heads` those of the noun that its
    phrase depends on, such as "talk" in "gave a talk on Rome".
    """

    at: int
    word: str
    categories: frozenset[int]
    preposition: bool = False
    people: bool = False  # a person is its object, or it stands between two people
    thing: bool = False  # a preposition after "be" whose subject is a thing
    following: str = ""
    after: str = ""
    plain: bool = False  # "be" or "have"
    subject: frozenset[int] = frozenset()  # the categories of the value before a verb
    nouns: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    compared: str = ""  # the comparative (or "place"), if the verb says in what respect two rows are compared
    outermost: bool = False  # the value of a verb is a superlative right after it: "went deepest"
    passive: bool = False  # a "by" after a participle, or a verb after "be" without an object
    stuff: bool = False  # a preposition after "be" whose subject only names a thing: "the red door is on"
    apart: str = ""  # the noun of a phrase like "in front of", whose "of" is not possessive
