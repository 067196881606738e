"""A stand-in for a model that knows many answers of a crossword: draws candidates from the right answer and a seed.

The right answer comes first with probability .65 and is among the five with .85; the others are plausible words of the
same length, frequent ones more often.
"""

import random
from collections.abc import Sequence

FIRST, AMONG = 0.65, 0.85
MANY = 5


def candidates(answer: str, rng: random.Random, words: Sequence[str]) -> list[str]:
    """Five words at most, the likeliest first; `words` are those of the answer's length, the most frequent first."""
    answer = answer.upper()
    pool = [word for word in dict.fromkeys(word.replace("'", "").upper() for word in words) if word != answer]
    wrong: list[str] = []
    while pool and len(wrong) < min(MANY, len(pool)):
        word = pool[int(len(pool) * rng.random() ** 2)]
        if word not in wrong:
            wrong.append(word)
    drawn = rng.random()
    if drawn < FIRST:
        return [answer, *wrong[: MANY - 1]]
    if drawn < AMONG and wrong:
        return [*wrong[: (place := rng.randint(1, min(MANY - 1, len(wrong))))], answer, *wrong[place : MANY - 1]]
    return wrong


def weighted(found: Sequence[str]) -> list[list[object]]:
    """Each with how often a word of its rank is right."""
    later = (AMONG - FIRST) / (MANY - 1)
    return [[word, FIRST if rank == 0 else later] for rank, word in enumerate(found)]
