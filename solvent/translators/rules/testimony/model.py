"""From what was read of a text about truth tellers to a model: variables, constraints, and the answer's shape."""

import re
from collections.abc import Iterable
from typing import Any, Protocol

from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Choice,
    Chosen,
    Comparison,
    Constraint,
    ConstraintModel,
    Expression,
    Labels,
    Var,
    terms,
)
from solvent.translators.rules.statements.language import Statement, constraint, exactly
from solvent.translators.rules.testimony.asked import Question
from solvent.translators.rules.testimony.frame import DAYS, TODAY

_ASKED = Var("asked")


class Read(Protocol):
    """What a model is made of."""

    things: tuple[str, ...]
    kinds: tuple[str, ...]
    statements: int
    several: bool
    days: bool
    stated: tuple[tuple[int | None, Statement], ...]
    question: Question


def model(read: Read, *, exclusive: bool, exact: bool) -> ConstraintModel:
    """Return the model, with "either ... or" exclusive or not and with numbers exact or at least that many."""

    def said(statement: Statement, *, holds: bool = True) -> Constraint:
        return constraint(statement, holds=holds, exclusive=exclusive, exact=exact)

    stated = [(clue, said(statement)) for clue, statement in read.stated]
    asked = list(_asked(read, said))
    arrays = [*_arrays(read, [each for _, each in stated] + asked)]
    return ConstraintModel(
        arrays=tuple(arrays),
        constraints=(*stated, *((None, each) for each in asked)),
        answer=_answer(read),
        note="truth: 1 if a statement is true; kind: by order of the kinds' words",
    )


def _arrays(read: Read, constraints: Iterable[Constraint]) -> Iterable[Array]:
    count = len(read.things)
    question = read.question
    used = {term.array for each in constraints for term in terms(each) if isinstance(term, Var)}
    used |= {"culprit"} if question.form == "culprit" else set()
    used |= {"kind"} if question.form in ("kinds", "kind") else set()
    used |= {"today"} if question.form == "day" else set()
    known = (
        Array("kind", (count,), 0, max(len(read.kinds) - 1, 0)),
        Array("truth", (read.statements,), 0, 1),
        Array("culprit", (), 0, count - 1),
        Array("guilty", (count,), 0, 1),
        Array("today", (), 0, len(DAYS) - 1),
        Array("asked", (), 0, 2**count - 1 if question.form == "one" else max(count, 1)),
    )
    return (array for array in known if array.name in used)


def _asked(read: Read, said: Any) -> Iterable[Constraint]:
    """Yield what links the answer with the variables."""
    question = read.question

    def when(value: int, holds: Constraint) -> Constraint:
        return AllOf((Comparison(_ASKED, "==", value), holds))

    if question.form == "whether":
        (what,) = question.said
        yield AnyOf((when(1, said(what)), when(0, said(what, holds=False))))
    elif question.form == "number":
        counts = range(len(question.said) + 1)
        yield AnyOf(tuple(when(count, said(exactly(count, question.said))) for count in counts))
    elif question.form == "one":
        for some in range(2 ** len(question.said)):
            each = (said(what, holds=bool(some >> thing & 1)) for thing, what in enumerate(question.said))
            yield AnyOf((Comparison(_ASKED, "!=", some), AllOf(tuple(each))))
    elif question.form == "who":
        yield AnyOf(tuple(when(thing, said(what)) for thing, what in enumerate(question.said)))
    elif question.form in ("which", "culprits"):
        for thing, name in enumerate(read.things):
            holds = said(question.said[thing]) if question.said else Comparison(Var("guilty", (thing,)), "==", 1)
            fails = (
                said(question.said[thing], holds=False)
                if question.said
                else Comparison(Var("guilty", (thing,)), "==", 0)
            )
            yield AnyOf((AllOf((Choice(_choice(name), True), holds)), AllOf((Choice(_choice(name), False), fails))))


def _choice(name: str) -> str:
    return f"one of them is {name}"


def _names(read: Read) -> tuple[tuple[int, int | str], ...]:
    return tuple(enumerate(map(_short, shown(read.things))))


def shown(things: tuple[str, ...]) -> tuple[str, ...]:
    """Return names without a noun that all have: "gold" for "gold box", "3" for "drawer 3"."""
    words = [thing.split() for thing in things]
    if len(things) > 1 and all(len(each) == 2 for each in words):
        if len({each[0].lower() for each in words}) == 1 and all(re.fullmatch(r"\d+|[A-Z]", each[1]) for each in words):
            return tuple(each[1] for each in words)
        if len({each[1].lower() for each in words}) == 1 and words[0][1].lower() != "one":
            return tuple(each[0] for each in words)
    return things


def _sets(read: Read) -> tuple[tuple[int, int | str], ...]:
    """Return a name for each set of things, which a number's binary digits stand for: that of its only member."""
    names = [name for _, name in _names(read)]
    sets = [[name for at, name in enumerate(names) if some >> at & 1] for some in range(2 ** len(names))]
    return tuple(
        (at, each[0] if len(each) == 1 else " and ".join(map(str, each)) or "none") for at, each in enumerate(sets)
    )


def _short(name: str) -> int | str:
    return int(name) if name.isdecimal() else name


def _answer(read: Read) -> Any:
    question = read.question
    kinds: tuple[tuple[int, int | str], ...] = tuple(enumerate(read.kinds))

    def kind(thing: int) -> Labels:
        return Labels(Var("kind", (thing,)), kinds)

    term: Expression = _ASKED
    match question.form:
        case "kinds":
            return {key: kind(thing) for thing, key in zip(question.things, question.keys, strict=True)}
        case "kind":
            return kind(question.things[0])
        case "culprit" | "who":
            return Labels(Var("culprit") if question.form == "culprit" else term, _names(read))
        case "one":
            return Labels(term, _sets(read))
        case "which" | "culprits":
            return [Chosen(_choice(name), label) for name, (_, label) in zip(read.things, _names(read), strict=True)]
        case "whether":
            return Labels(term, ((0, "no"), (1, "yes")))
        case "day":
            return Labels(TODAY, tuple(enumerate(DAYS)))
    return term


def schema(read: Read) -> dict[str, Any]:
    """Return the JSON schema of the answer."""
    question = read.question
    names = [name for _, name in _names(read)]
    match question.form:
        case "kinds":
            keys = list(question.keys)
            each = {"enum": list(read.kinds)}
            return {
                "type": "object",
                "properties": dict.fromkeys(keys, each),
                "required": keys,
                "additionalProperties": False,
            }
        case "kind":
            return {"enum": list(read.kinds)}
        case "culprit" | "who":
            return {"enum": names}
        case "one":
            return {"enum": [name for _, name in _sets(read)]}
        case "which" | "culprits":
            return {"type": "array", "items": {"enum": names}, "uniqueItems": True}
        case "whether":
            return {"enum": ["yes", "no"]}
        case "day":
            return {"enum": list(DAYS)}
    return {"type": "integer", "minimum": 0, "maximum": len(read.things)}
