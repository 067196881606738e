"""Puzzles with clues that cannot be understood strictly, made from puzzles whose answer is known.

The answer stays the original one: a reader who guesses what an unknown word means, or that a phrase adds nothing, still
finds it.
"""

import re
from dataclasses import dataclass

# Said besides, these phrases change no clue; each has a word that means something else in other sentences.
ADDED = (
    "near the old mill", "together with a friend", "for the first time", "after two long weeks", "with a cousin",
    "before breakfast", "almost every day", "without much fuss", "as the last note says", "on the left bank of a brook",
    "more or less by accident", "under the big clock", "instead of going home", "once again", "because of a bet",
    "at least according to the log", "over the other door", "in spite of three rainy days", "next to a stove",
    "just like a neighbour of ours", "with half a smile", "to the best of our knowledge",
)  # fmt: skip
_ONSETS = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "t", "v", "z", "br", "dr", "gl", "kr", "pl", "sn", "tr"]
_VOWELS, _CODAS = "aeiou", ["b", "d", "g", "k", "l", "m", "n", "p", "rk", "sk", "x"]
_ENDINGS = ("ing", "est", "ed", "er", "ly", "s")
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
# Without these, a sentence says something else, or nothing.
_KEPT = frozenset(
    [
        "not",
        "no",
        "never",
        "nor",
        "neither",
        "either",
        "or",
        "and",
        "but",
        "than",
        "if",
        "of",
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "were",
        "be",
        "isn't",
        "wasn't",
        "doesn't",
        "didn't",
        "don't",
        "hasn't",
        "who",
        "whose",
        "that",
        "which",
        "one",
        "other",
        "both",
        "only",
    ]
)
_STRUCTURE = frozenset(
    [
        "before",
        "after",
        "next",
        "left",
        "right",
        "between",
        "more",
        "less",
        "older",
        "younger",
        "higher",
        "lower",
        "earlier",
        "later",
        "taller",
        "shorter",
        "longer",
        "faster",
        "slower",
        "directly",
        "immediately",
        "exactly",
        "somewhere",
        "adjacent",
        "beside",
        "first",
        "last",
        "cheaper",
        "above",
        "below",
        "ahead",
        "behind",
        "fewer",
        "larger",
        "smaller",
        "farther",
        "closer",
    ]
)
SORTS = ("unknown", "structure", "synonym", "added", "misspelt")


@dataclass(frozen=True)
class Blurred:
    """A base whose text has clues that are not understood: how they were changed, and how many."""

    base: object
    text: str
    sort: str
    count: int


def blurred(rng, base, sort, count, understood):
    """A base with `count` clues changed so that `understood(text)` misses exactly these; None if that fails."""
    text = base.text
    clues = [clue.text for clue in base.clues if text.count(clue.text) == 1]
    done = 0
    for clue in rng.sample(clues, len(clues)):
        for _ in range(3):
            changed = _CHANGES[sort](rng, clue, _values(base))
            if changed is None or changed == clue:
                break
            tried = text.replace(clue, changed)
            if understood(tried) == len(base.clues) - done - 1:
                text, done = tried, done + 1
                break
        if done == count:
            return Blurred(base, text, sort, count)
    return None


def _values(base):
    """The words of all values, whole and without their endings."""
    words = {word.lower() for values in base.values for value in values for word in _WORD.findall(value)}
    return words | {word.removesuffix("s") for word in words} | {word + "s" for word in words}


def _words(clue, values, wanted):
    """The words of a clue that belong to no value, as matches."""
    return [m for m in _WORD.finditer(clue) if wanted(m[0].lower()) and m[0].lower().removesuffix("'s") not in values]


def _with(clue, match, word):
    word = word.capitalize() if match[0][0].isupper() else word
    return clue[: match.start()] + word + clue[match.end() :]


def nonsense(rng, word):
    """A word that does not exist, with the ending of another."""
    ending = next((end for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 2), "")
    return "".join(rng.choice(part) for part in (_ONSETS, _VOWELS, _CODAS, _VOWELS, _CODAS)) + ending


def _unknown(rng, clue, values):
    found = _words(clue, values, lambda word: len(word) > 2 and word not in _KEPT | _STRUCTURE)
    match = rng.choice(found) if found else None
    return match and _with(clue, match, nonsense(rng, match[0]))


def _structure(rng, clue, values):
    found = _words(clue, values, _STRUCTURE.__contains__)
    match = rng.choice(found) if found else None
    return match and _with(clue, match, nonsense(rng, match[0]))


def _synonym(rng, clue, values):
    from solvent.solvers.wordplay.wordnet import wordnet

    net = wordnet()
    found = _words(clue, values, lambda word: len(word) > 2 and word not in _KEPT)
    for match in rng.sample(found, len(found)) if net else ():
        word = match[0].lower()
        ending = next((end for end in ("s", "ed", "ing") if word.endswith(end)), "")
        for place in net.meanings(word)[:2]:
            others = [each for each in net.synset(place).words if each.isalpha() and not word.startswith(each)]
            if others:
                return _with(clue, match, rng.choice(others) + ending)
    return None


def _added(rng, clue, _):
    if not clue.endswith("."):
        return None
    phrase = rng.choice(ADDED)
    return f"{clue[:-1]}{rng.choice((' ', ', '))}{phrase}."


def _misspelt(rng, clue, values):
    found = [m for m in _WORD.finditer(clue) if m[0].lower() in values and len(m[0]) > 4]
    match = rng.choice(found) if found else None
    if match is None:
        return None
    at = rng.randrange(1, len(match[0]) - 2)
    word = match[0]
    return _with(clue, match, word[:at] + word[at + 1] + word[at] + word[at + 2 :])


_CHANGES = {
    "unknown": _unknown,
    "structure": _structure,
    "synonym": _synonym,
    "added": _added,
    "misspelt": _misspelt,
}
