"""Twenty puzzles with a flaw on purpose: clues that are left out, or that contradict others."""

import re

import marked_puzzles as known
from console import EXAMPLES

_PRICES = known.PRICES + "4. The Comet is blue.\n"


def _example(name):
    return (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")


def _without(text, *ids):
    """The text without the clues of these numbers."""
    return re.sub(rf"(?m)^(?:{'|'.join(map(str, ids))})\. .*\n", "", text)


def _with(text, *sentences):
    """The text with further clues, numbered."""
    number = max(map(int, re.findall(r"(?m)^(\d+)\. ", text)))
    lines = "".join(f"{number + place}. {sentence}\n" for place, sentence in enumerate(sentences, 1))
    return f"{text.rstrip()}\n{lines}"


FLAWED = {
    "friends, no drink of Ada's": (_without(known.FRIENDS, 1), "ambiguous"),
    "friends, no pet of Ada's": (_without(known.FRIENDS, 4), "ambiguous"),
    "friends, two clues too few": (_without(known.FRIENDS, 1, 4), "ambiguous"),
    "friends, one clue": (_without(known.FRIENDS, 1, 2, 4), "ambiguous"),
    "friends, Ada drinks two things": (_with(known.FRIENDS, "Ada drinks cola."), "contradictory"),
    "friends, the wrong drink": (known.FRIENDS.replace("drinks tea", "drinks milk"), "contradictory"),
    "friends, twice contradicted": (
        _with(known.FRIENDS, "Cyd does not have the cat.", "Ben drinks milk."),
        "contradictory",
    ),
    "street, no neighbour": (_without(known.STREET, 4), "ambiguous"),
    "street, nobody's house": (_without(known.STREET, 3), "ambiguous"),
    "street, three clues too few": (_without(known.STREET, 1, 3, 5), "ambiguous"),
    "street, two in one house": (_with(known.STREET, "Kurt lives in house 1."), "contradictory"),
    "street, a denial": (known.STREET.replace("3. Lena lives", "3. Lena does not live"), "ambiguous"),
    "prices, no colour": (known.PRICES, "ambiguous"),
    "prices, no difference": (_without(_PRICES, 2), "ambiguous"),
    "prices, the other way round": (_with(_PRICES, "The Arrow costs less than the Bat."), "contradictory"),
    "child, one too few": (_example("ambiguous"), "ambiguous"),
    "neighbour, three at odds": (_example("contradictory"), "contradictory"),
    "seats, no first seat": (_without(_example("seating"), 4), "ambiguous"),
    "talks, none at 10:30": (_without(_example("talks"), 4), "ambiguous"),
    "talks, too early": (_with(_example("talks"), "Wanda speaks later than Zelda."), "contradictory"),
}
