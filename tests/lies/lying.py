"""What a lie is: it changes an honest draft so that it gives a target, which is wrong or right only by construction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drafts import Draft
from problems import holds, names_in, value
from writers import WRITERS

ALL = tuple(WRITERS)
PYTHON = ("cpmpy", "ortools")
KINDS: dict[str, "Lie"] = {}


@dataclass(frozen=True)
class Lie:
    """`make(rng, draft, target)` changes a draft; it returns False if the lie is not applicable.

    `target` says which answers the lie can give: "any", "wrong", "right", or "feasible" (allowed by the clues, but not
    optimal). `decomposed(problem)` is a lying decomposition of the text, if any. `beyond`: each part excludes
    something, so that the lie cannot be detected without reading the clues. `honest_face`: the program may behave
    honestly, and then its answer is right.
    """

    name: str
    make: Callable
    frameworks: Sequence[str] = ALL
    fits: Callable = lambda _: True
    style: str = ""
    target: str = "any"
    decomposed: Callable | None = None
    beyond: bool = False
    honest_face: bool = False


def lie(name, **options):
    """Register a function as a lie."""

    def register(make):
        KINDS[name] = Lie(name, make, **options)
        return make

    return register


def pins(draft: Draft, target):
    """Lines that fix the target."""
    parts = [("=", name, number) for name, number in target.items()]
    return draft.writer.state(("and", *parts))


def some_name(rng, draft, number):
    """An unknown of a clue."""
    return rng.choice(names_in(draft.problem.clues[number - 1].means))


# Parts that exclude nothing

TRUE = {
    "smtlib": "(assert true)",
    "minizinc": "constraint true;",
    "cpmpy": "model += cp.BoolVal(True)",
    "ortools": "model.add_bool_or([True])",
}


def _of(formula):
    return lambda rng, draft, number: draft.writer.state(formula(draft, some_name(rng, draft, number)))


def _comment(_, draft, number):
    return [f"{draft.writer.sign} {draft.problem.clues[number - 1].text}"]


def _dummy(_, draft, __):
    name = draft.writer.fresh("extra")
    define = draft.writer.define(name, ("code", "0"))
    return [*define[:1], *draft.writer.state(("<=", 0, ("code", name)))]


def _chained(rng, draft, number):
    """A constraint between a dummy and an unknown that holds for every value of the unknown."""
    name = draft.writer.fresh("extra")
    define = draft.writer.define(name, ("code", "0"))
    known = some_name(rng, draft, number)
    return [*define[:1], *draft.writer.state(("<=", 0, ("+", ("code", name), ("*", 0, known)))),
            *draft.writer.state(("<=", 0, ("code", name)))]  # fmt: skip


def _tied(rng, draft, number):
    """A dummy that is tied to an unknown of the clue."""
    known = some_name(rng, draft, number)
    return draft.writer.define(draft.writer.fresh("seen"), ("+", known, 1))


def _restated(_, draft, __):
    writer, problem = draft.writer, draft.problem
    bounds = [("<=", each.low, each.name) for each in problem.unknowns]
    found = [line for formula in bounds for line in writer.state(formula)]
    return found + [line for names in problem.groups.values() for line in writer.all_different(names)]


def _low(draft, name):
    return draft.writer.unknown(name).low


IDLE = {
    "true": lambda _, draft, __: [TRUE[draft.writer.framework]],
    "x = x": _of(lambda _, name: ("=", name, name)),
    "0 * x = 0": _of(lambda _, name: ("=", ("*", 0, name), 0)),
    "x >= its lower bound": _of(lambda draft, name: ("<=", _low(draft, name), name)),
    "x <= 2 or x > 2": _of(lambda _, name: ("or", ("<=", name, 2), ("<", 2, name))),
    "not (x = 1 and x = 2)": _of(lambda _, name: ("not", ("and", ("=", name, 1), ("=", name, 2)))),
    "nothing": lambda *_: [],
    "a comment": _comment,
    "a dummy": _dummy,
    "a dummy, chained": _chained,
    "a dummy, tied": _tied,
    "the background again": _restated,
}


def idle(rng, draft, numbers):
    """Make clues say nothing, each in its own way."""
    for number in numbers:
        way = rng.choice([each for each in IDLE if each not in ("nothing", "a comment")])
        draft.parts[number] = IDLE[way](rng, draft, number)


# Other leaves


def reshaped(shape, target, change):
    """A template with other leaves, made by `change(term, its value, labels or None)`."""
    match shape:
        case ("term", term):
            return change(term, value(term, target), None)
        case ("name", term, labels):
            return change(term, value(term, target), labels)
        case ("where", formula, label):
            name = names_in(formula)[0]
            return ("where", ("=", ("*", 0, name), 0 if holds(formula, target) else 1), label)
        case dict():
            return {key: reshaped(part, target, change) for key, part in shape.items()}
        case list():
            return [reshaped(part, target, change) for part in shape]
    return shape


def leaf(term, labels):
    return ("term", term) if labels is None else ("name", term, labels)


def is_optimal(problem):
    """Whether there is an objective."""
    return problem.expects == "optimal"
