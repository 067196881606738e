"""Two jugs and a tap: the smallest number of steps after which there is exactly a certain amount of water.

A step fills a jug, empties one, or pours from one into the other until one is empty or the other full. The answer is
the number of steps. A text that only says "measure 4 litres" leaves open whether they must be in one jug.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import Literal

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Expression,
    Var,
    add,
    times,
)
from solvent.translators.puzzle import Clue, Convention, Payload, Puzzle
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.rules.text.words import NUMBER_WORDS
from solvent.translators.sentences import bare_sentences

KIND = "two jugs"
ORDER = 30
TOLD = True
REPLIES = True
_LONGEST = 2000  # characters
_LARGEST = 20  # litres; the number of steps grows with the sizes
_JUG = r"(?:jug|bucket|jar|pitcher|container|can|bottle|vessel|pail|barrel|carafe|canister|pot|bowl)"
_UNIT = r"(?:litres?|liters?|gallons?|pints?|quarts?|cups?|decilitres?|l)"
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(NUMBER_WORDS)})"
_AMOUNT = re.compile(rf"\b(?P<number>{_NUMBER})[ -]?(?P<unit>{_UNIT})\b", re.IGNORECASE)
_EXACTLY = r"\b(?:exactly|precisely|measures?(?: out)?(?: exactly)?|measuring|obtain|get) (?:the )?"
_WANTED = re.compile(rf"{_EXACTLY}{_AMOUNT.pattern.removeprefix(chr(92) + 'b')}", re.IGNORECASE)
_STEPS = re.compile(
    r"\b(?:smallest|least|lowest|minimum|minimal|fewest)(?: possible)? (?:number of )?(?:steps|moves)\b"
    r"|\b(?:in|with) (?:as few|the fewest) (?:steps|moves)(?: as possible)?"
    r"|\bhow many (?:steps|moves)\b.{0,60}?\b(?:at least|at (?:the )?(?:very )?(?:least|minimum))",
    re.IGNORECASE,
)
_IN_ONE = re.compile(
    rf"\b(?:in (?:one|either|any)(?: one)?|one|either)(?: of (?:the|your)(?: two)?)? {_JUG}s?(?: holds?| contains?)?",
    re.IGNORECASE,
)
_IN_LARGER = re.compile(rf"\b(?:in )?the (?:larger|bigger|large|big) (?:{_JUG}|one)\b", re.IGNORECASE)
_IN_SMALLER = re.compile(rf"\b(?:in )?the (?:smaller|small|little) (?:{_JUG}|one)\b", re.IGNORECASE)
_FULL = re.compile(
    r"\buntil (?:either )?(?:the (?:one|first)|one|it|the former)(?: (?:jug|bucket|container"
    r"|of them))? is (?:either )?"
    r"(?:empty|full) or (?:until )?the (?:other|second|latter)(?: one)?(?: is)? (?:full|empty)\b"
    r"|\bas far as (?:it|they|that) (?:goes|go|will go)\b|\bto the (?:brim|top)\b|\bwithout (?:any )?(?:marks?"
    r"|markings?|scales?)(?: on (?:them|it))?\b|\bunmarked\b",
    re.IGNORECASE,
)
_ONE_STEP = r"(?:as )?(?:an?|one|a single) (?:step|move)"
_VALUED = re.compile(
    rf"\b(?:each(?: of (?:these|them))? (?:counts?|is|are)|counts? each|each counts?|(?:are|is|counts?"
    rf"|takes?)(?: each)?)"
    rf" {_ONE_STEP}(?: each)?\b",
    re.IGNORECASE,
)
_WORDS = closed_vocabulary.listed(
    """a after and an are as at available can counts do each empty emptying exactly fill filling find from get got has
    have here hold holding holds how i in into is it its jug jugs bucket buckets jar jars pitcher pitchers
    container containers can cans bottle bottles vessel vessels pail pails barrel barrels carafe carafes canister
    canisters pot pots bowl bowls unlimited supply of water tap well river lake fountain spring many measure measured
    measures measuring must need needed needs number of one operations or other our out pour pouring required requires
    so steps step moves move supply take takes that the them there they to two until use using volume want we what
    i am we are were standing stand by lake bigger larger smaller dipping dip dips tipping tip tips tipped over full
    wanted another filled emptied poured else that's sink hose stream pond sea
    which will with would you you've your beside near nearby next plenty capacity capacities respectively"""
)


class Jugs(Payload, kind=KIND):
    """The sizes of the jugs, the amount wanted, and where: in "either" one, in the "first" or "second", or "open"."""

    sizes: tuple[int, int]
    wanted: int
    where: Literal["either", "first", "second", "open"]


@dataclass(frozen=True)
class _Question:
    rest: str
    where: Literal["either", "larger", "smaller", "open"]


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with Jugs, or None."""
    if len(text) > _LONGEST or not _STEPS.search(text) or not re.search(rf"\b{_JUG}s?\b", text, re.IGNORECASE):
        return None
    wanted = {_value(match["number"]) for match in _WANTED.finditer(text)}
    body = _WANTED.sub(" wanted ", text)
    sizes = list(dict.fromkeys(_value(match["number"]) for match in _AMOUNT.finditer(body)))
    units = {match["unit"].lower().rstrip("s").replace("liter", "litre") for match in _AMOUNT.finditer(text)}
    if len(wanted) != 1 or len(sizes) != 2 or len(units) != 1 or not all(0 < size <= _LARGEST for size in sizes):
        return None
    question = _question(_AMOUNT.sub(" ", body))
    large = sizes.index(max(sizes))
    where = {"larger": ("first", "second")[large], "smaller": ("first", "second")[1 - large]}
    payload = Jugs(
        sizes=(sizes[0], sizes[1]),
        wanted=wanted.pop(),
        where=where.get(question.where, question.where),  # type: ignore[arg-type]
    )
    unit = next(iter(units)) + "s"
    clues = [
        Clue(id=1, text=f"One jug holds {sizes[0]} {unit}, the other {sizes[1]} {unit}.", understood=True),
        Clue(
            id=2,
            text=f"There are to be exactly {payload.wanted} {unit}; to fill, empty or pour is one step.",
            understood=True,
        ),
    ]
    for sentence in bare_sentences(question.rest):
        if unread := closed_vocabulary.unread(sentence, _WORDS):
            reason = closed_vocabulary.reason(unread)
            clues.append(Clue(id=len(clues) + 1, text=sentence, understood=False, reason=reason))
    if len(clues) > 4:
        return None
    open_point = Convention(
        ways=("the amount must be in one jug", "the jugs may hold the amount together"),
        decided=("The amount must be in one of the jugs.", "The jugs may hold the amount together."),
    )
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        expects="optimal",
        answer_schema={"type": "integer", "minimum": 0},
        payload=payload,
        conventions=(open_point,) if payload.where == "open" else (),
    )


def ways(puzzle: Puzzle) -> int:
    """Return 2 if the text does not say whether the amount must be in one jug."""
    return 2 if puzzle.kept(Jugs).where == "open" else 1


def preferred(_: Puzzle) -> str:
    """Prefer OR-Tools: it minimises."""
    return "ortools"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: whether the amount can be reached is for a solver to find out."""
    return ()


def translate(puzzle: Puzzle, framework: str, _reading: str = "literal", way: int = 0) -> Program:
    """State what each jug holds after every step; the number of steps is minimised."""
    return emit(model(puzzle.kept(Jugs), together=bool(way)), framework)


def model(found: Jugs, *, together: bool = False) -> ConstraintModel:
    """State a walk from empty jugs; once the amount is there, nothing moves.

    After every step one of the jugs is empty or full, so that there are at most 2 (a + b) states to walk through.
    """
    most = 2 * sum(found.sizes)
    held = [[Var(name, (step,)) for step in range(most + 1)] for name in ("first", "second")]
    moved = [Var("moved", (step,)) for step in range(most)]
    stated: list[tuple[int | None, Constraint]] = [(None, Comparison(jug[0], "==", 0)) for jug in held]
    for step in range(most):
        now, then = [jug[step] for jug in held], [jug[step + 1] for jug in held]
        still = [Comparison(after, "==", before) for before, after in zip(now, then, strict=True)]
        moves = [AllOf((Comparison(moved[step], "==", 1), *each)) for each in _moves(now, then, found.sizes)]
        stated.append((1, AnyOf((AllOf((Comparison(moved[step], "==", 0), *still)), *moves))))
        if step:
            stated.append((None, Comparison(moved[step - 1], ">=", moved[step])))
    ends = [jug[most] for jug in held]
    reached: dict[str, Constraint] = {
        "first": Comparison(ends[0], "==", found.wanted),
        "second": Comparison(ends[1], "==", found.wanted),
        "together": Comparison(add(*ends), "==", found.wanted),
    }
    # All amounts are multiples of the common divisor of the sizes: a solver alone does not see that in time.
    part = gcd(*found.sizes)
    stated += [(None, Comparison(end, "==", times(part, Var("parts", (n,))))) for n, end in enumerate(ends)]
    where = "together" if together else found.where
    stated.append((2, reached.get(where, AnyOf((reached["first"], reached["second"])))))
    arrays = [Array(name, (most + 1,), 0, size) for name, size in zip(("first", "second"), found.sizes, strict=True)]
    steps = add(*moved)
    return ConstraintModel(
        (*arrays, Array("moved", (most,), 0, 1), Array("parts", (2,), 0, max(found.sizes))),
        tuple(stated),
        steps,
        note="first and second: what the jugs hold after each step; moved: whether there is a further step",
        objectives=(("minimize", steps),),
    )


def _moves(now: list[Var], then: list[Var], sizes: tuple[int, int]) -> Iterator[tuple[Constraint, ...]]:
    """Yield what each kind of step says of the jugs before and after it."""
    for one, other in ((0, 1), (1, 0)):
        kept = Comparison(then[other], "==", now[other])
        yield kept, Comparison(then[one], "==", sizes[one])
        yield kept, Comparison(then[one], "==", 0)
        total: Expression = add(*now)
        poured = Comparison(add(*then), "==", total)
        yield poured, Comparison(then[one], "==", 0), Comparison(total, "<=", sizes[other])
        yield poured, Comparison(then[other], "==", sizes[other]), Comparison(total, ">=", sizes[other])


def _question(body: str) -> _Question:
    rest = _STEPS.sub(" ", _FULL.sub(" ", _VALUED.sub(" ", body)))
    places: tuple[tuple[Literal["either", "larger", "smaller"], re.Pattern[str]], ...] = (
        ("either", _IN_ONE),
        ("larger", _IN_LARGER),
        ("smaller", _IN_SMALLER),
    )
    asked = [part for part in bare_sentences(body) if _STEPS.search(part) or " wanted " in f" {part} "]
    found = [place for place, pattern in places for part in asked if pattern.search(part)]
    for _, pattern in places if len(found) == 1 else ():
        rest = pattern.sub(" ", rest)
    return _Question(rest, found[0] if len(found) == 1 else "open")


def _value(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]
