"""Checks a decomposition against the text itself: clues in the background, and an answer that the text dictates.

A text may hold orders to whoever reads it. A model that obeys one takes the order for the only clue, and every program
written from that decomposition then agrees on whatever the order demands.
"""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from solvent.translators.grounding import RESTRICTS, named_in, numbers_in, without_number
from solvent.translators.puzzle import Puzzle
from solvent.translators.sentences import number_of

# About the answer rather than the puzzle: its format, an example of it, a question, a claim.
_ABOUT_THE_ANSWER = re.compile(
    r"\b(?:answers?|solutions?|json|keys?|for (?:example|instance)|e\.g)\b|[{?\uff1f]", re.IGNORECASE
)
_REQUEST = re.compile(
    r"\W*(?:please|print|reply|respond|give|return|output|find|determine|select|choose|write|list|match|state|show|tell|"
    r"compute|calculate|count|use|say|work out|figure out|help|can you|using|with the)\b",
    re.IGNORECASE,
)
_AIM = re.compile(r"\bas \w+ as possible\b|\b(?:maximi[sz]|minimi[sz])", re.IGNORECASE)
_MORE_THAN_AN_AIM = re.compile(
    r"[,;:]|\b(?:and|but|or|if|unless|while|without|not|no|never|only|must|than|except|provided)\b|n't\b", re.IGNORECASE
)
_ASKS = re.compile(r"[?\uff1f]|\b(?:following|statements?|options?)\b", re.IGNORECASE)
_OPTION = re.compile(r"\W{0,2}[A-Za-z]\W{0,2}[.):]\s")
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS = 4  # of a clue; anything shorter is an item of a list
_MOST_PAIRS = 100  # of an answer that a sentence is searched for
_FEWEST_LEAVES = 4  # of an answer that is a bare list: fewer may be equal to the list of a category


def left_out(puzzle: Puzzle, answer: Any) -> tuple[str, ...]:
    """Return the pieces of the background that read like clues.

    They have a number like the items of a list of clues, or name two values, or a value and a restriction or number;
    values are the members of `puzzle.entities` and what the answer assigns to what. A sentence that names a whole group
    introduces it. Where something is to be optimised, a value and a number are data, and a sentence that says no more
    than what to optimise is no clue.
    """
    groups = [tuple(value for value in group if _WORD.search(value)) for group in puzzle.entities.values()]
    groups.append(tuple(dict.fromkeys(value for value in _values(answer) if _WORD.search(value))))
    groups, amounts = [group for group in groups if group], puzzle.expects == "optimal"
    return tuple(piece for piece in _without_options(puzzle) if _reads_like_a_clue(piece, groups, amounts=amounts))


def _without_options(puzzle: Puzzle) -> list[str]:
    """The background without the statements that the text asks about: after its question, or marked with letters."""
    if puzzle.expects not in ("must", "could", "cannot"):
        return list(puzzle.background)
    before = itertools.takewhile(lambda piece: not _ASKS.search(piece), puzzle.background)
    return [piece for piece in before if not _OPTION.match(piece)]


def dictated(puzzle: Puzzle, answer: Any) -> bool:
    """Return whether the whole answer stands in the text, as JSON or in a sentence: it may not have been worked out."""
    if not isinstance(answer, dict) and sum(1 for _ in _leaves(answer)) < _FEWEST_LEAVES:
        return False
    if _bare(json.dumps(answer, ensure_ascii=False)) in _bare(puzzle.text):
        return True
    return isinstance(answer, dict) and any(_tells(passage.text, answer) for passage in puzzle.passages)


def _tells(sentence: str, answer: dict[str, Any]) -> bool:
    """Whether a sentence names each of several things beside its value, as in "Ada has 3, Bo has 1 and Cy 2"."""
    if not 2 < len(answer) <= _MOST_PAIRS or any(isinstance(value, dict | list) for value in answer.values()):
        return False
    pairs = {(key.lower(), str(value).lower()) for key, value in answer.items()}
    wanted = sorted({part for pair in pairs for part in pair}, key=len, reverse=True)
    found = re.findall(rf"(?<!\w)(?:{'|'.join(map(re.escape, wanted))})(?!\w)", sentence.lower())
    # A word that happens to be a key or value may stand before the pairs; either part of a pair may come first.
    ways = ((0, 1), (1, 0), (1, 2), (2, 1))
    return any(pairs <= set(zip(found[key::2], found[value::2], strict=False)) for key, value in ways)


def _reads_like_a_clue(piece: str, groups: Sequence[Sequence[str]], *, amounts: bool) -> bool:
    text = without_number(piece)
    if len(_WORD.findall(text)) < _FEWEST_WORDS or _ABOUT_THE_ANSWER.search(text) or _REQUEST.match(text):
        return False
    found = [(group, named_in(group, text)) for group in groups]
    named = {value for group, values in found for value in values if len(values) < len(group)}
    restricts = bool(RESTRICTS.search(text))
    if amounts and not named and _AIM.search(text) and not _MORE_THAN_AN_AIM.search(text):
        return False  # it says what is to be optimised, and nothing else
    if number_of(piece) is not None:
        return bool(named) or restricts or bool(numbers_in(text))
    if any(len(values) == len(group) > 1 for group, values in found):
        return False
    return bool(named) and (restricts or len(named) > 1 or (bool(numbers_in(text)) and not amounts))


def _bare(text: str) -> str:
    return re.sub(r"[\s\"'\\]", "", text).lower()


def _values(answer: Any) -> Iterator[str]:
    """Yield the texts of an answer, and its keys if it maps one value to another; others are names of categories."""
    leaves = list(_leaves(answer))
    if isinstance(answer, dict) and len(answer) == len(leaves) > 1:
        yield from answer
    yield from (leaf for leaf in leaves if isinstance(leaf, str))


def _leaves(answer: Any) -> Iterator[Any]:
    match answer:
        case dict():
            for value in answer.values():
                yield from _leaves(value)
        case list():
            for value in answer:
                yield from _leaves(value)
        case _:
            yield answer
