"""What people do with a thing that makes it theirs in a puzzle, whatever the category is called.

Verbs of one row say the same there: who "ordered" the soup is who "had" it and "ate" it. Two verbs of different rows
may be about different people: one bakes the cake, another eats it.
"""

from solvent.translators.rules.clues.link_words.verbs import keys

# Verbs of simply having or getting, which go with those of every row.
_GETTING = keys("have get take choose pick select own receive")
_ROWS = tuple(
    keys(row)
    for row in (
        "order eat drink sip buy purchase enjoy taste serve",
        "make bake cook prepare build create craft paint draw sew knit carve write compose grow bring enter show",
        "bring carry hold pack",
        "wear don",
        "keep raise own adopt",
        "ride drive fly sail use",
        "play practise practice perform do learn",
        "read discuss",
        "grow plant raise cultivate",
        "win earn",
        "visit see tour",
        "buy purchase",
        "study read learn",
        "speak learn",
        "use hold play",
    )
)
DEEDS = frozenset[str]().union(*_ROWS) | _GETTING - keys("have")


# Verbs whose object is theirs only among things of the right sort: a painted cake is not the painter's cake.
_OF_A_SORT = keys(
    """make bake cook prepare build create craft paint draw sew knit carve write compose bring enter show play practise
    practice perform do learn read discuss visit see tour study speak"""
)


def alike(one: str, other: str) -> bool:
    """Whether two verbs may say the same of a thing."""
    if one == other or one in _GETTING or other in _GETTING:
        return True
    return any({one, other} <= row for row in _ROWS)


def usual(verb: str, among: frozenset[str]) -> bool:
    """Whether a verb says what is usually done with a sort of things, of which people are known to do `among`."""
    return not among or verb not in _OF_A_SORT or any(verb in row and row & (among - _GETTING) for row in _ROWS)
