"""What a word of a sentence leads to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Link:
    """A word at a place of a sentence that leads to values of one of `categories`.

    `following` are the prepositions right after a verb, `after` the verb right before a preposition. `nouns` are stems
    of what stands beside the value, the "shirt" of "wore the green shirt"; `heads` of what its phrase belongs to, the
    "talk" of "gave a talk on Rome".
    """

    at: int
    word: str
    categories: frozenset[int]
    preposition: bool = False
    people: bool = False  # it has a person as its object, or stands between two people
    thing: bool = False  # a preposition after "be" whose subject is a thing
    following: str = ""
    after: str = ""
    plain: bool = False  # "be" or "have"
    subject: frozenset[int] = frozenset()  # the categories of the value before a verb
    nouns: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    compared: str = ""  # the comparing word, where it says in what two rows are compared
    outermost: bool = False  # what a verb leads to is said by a superlative right after it: "went deepest"
    passive: bool = False  # a "by" after a participle, or a verb after "be" that has no object
    stuff: bool = False  # a preposition after "be" where only a thing stands before: "the red door is on"
    apart: str = ""  # the noun of a phrase like "in front of", by which an "of" does not lead to whose a thing is
