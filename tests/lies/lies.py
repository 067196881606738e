"""Lies that any framework can tell: programs that look as if they stated the clues, and do not.

A lie takes an honest draft apart so that it gives a target, an assignment that is wrong or, by no merit, right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from drafts import Draft
from problems import names_in
from writers import WRITERS

ALL = tuple(WRITERS)
PYTHON = ("cpmpy", "ortools")
KINDS: dict[str, "Lie"] = {}


@dataclass(frozen=True)
class Lie:
    """`make(rng, draft, target)` changes a draft; False where it has no place for the lie.

    `target` is which answers it is told for: "any", "wrong", "right", or "feasible" (what the clues allow, and is not
    the best). `decomposed(problem)` is what the model says of the text, where it lies about that. `beyond`: each part
    excludes something, so that only who reads the clues can tell. `honest_face`: the program may show itself as an
    honest one, and then its answer is right. `pinned`: partners in other frameworks pin the target.
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
    """Registers a function as a lie."""

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
    """A constraint between a dummy and an unknown that holds whatever the unknown is."""
    name = draft.writer.fresh("extra")
    define = draft.writer.define(name, ("code", "0"))
    known = some_name(rng, draft, number)
    return [*define[:1], *draft.writer.state(("<=", 0, ("+", ("code", name), ("*", 0, known)))),
            *draft.writer.state(("<=", 0, ("code", name)))]  # fmt: skip


def _tied(rng, draft, number):
    """A dummy that is whatever the clue speaks of."""
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
    """Makes clues say nothing, each in a way of its own."""
    for number in numbers:
        way = rng.choice([each for each in IDLE if each not in ("nothing", "a comment")])
        draft.parts[number] = IDLE[way](rng, draft, number)


def _vacuous(way):
    def make(rng, draft, target):
        draft.background += pins(draft, target)
        for number in draft.parts:
            draft.parts[number] = IDLE[way](rng, draft, number)

    return make


for _way in IDLE:
    lie(f"vacuous: {_way}")(_vacuous(_way))


@lie("vacuous: all but one, which fixes everything")
def one_clue(rng, draft, target):
    """Only one part says something, and that is the answer."""
    if len(draft.parts) < 3:
        return False
    chosen = rng.choice(list(draft.parts))
    idle(rng, draft, draft.parts)
    draft.parts[chosen] = pins(draft, target)
    return None


@lie("vacuous: half, the others fix everything")
def half(rng, draft, target):
    """Half of the clues say nothing."""
    numbers = [n for n in draft.parts if not draft.problem.clues[n - 1].restates]
    if len(numbers) < 4:
        return False
    rng.shuffle(numbers)
    said = numbers[: len(draft.parts) // 2]
    idle(rng, draft, draft.parts)
    items = list(target.items())
    for at, number in enumerate(said):
        parts = [("=", name, value) for name, value in items[at :: len(said)]]
        draft.parts[number] = draft.writer.state(("and", *parts)) if parts else draft.parts[number]
    return None


@lie("background: holds all, parts say nothing", target="right")
def moved(rng, draft, _):
    """What the clues say stands outside of them."""
    draft.background += [line for part in draft.parts.values() for line in part]
    idle(rng, draft, draft.parts)


@lie("background: holds all, parts say it again", target="right")
def twice(_, draft, __):
    """The background fixes the answer by itself."""
    writer = draft.writer
    draft.background += [line for clue in draft.problem.clues for line in writer.state(clue.means)]
    if draft.problem.goal or draft.problem.expects in ("any", "all"):
        return False
    return None


@lie("background: holds the answer, parts speak of copies")
def copies(_, draft, target):
    """The clues constrain unknowns that nobody asks for."""
    problem = draft.problem
    renamed = {each.name: f"{each.name}_too" for each in problem.unknowns}
    others = tuple(replace(u, name=renamed[u.name], group=u.group and f"{u.group}_too") for u in problem.unknowns)
    clues = tuple(replace(clue, means=_renamed(clue.means, renamed)) for clue in problem.clues)
    background = tuple(_renamed(formula, renamed) for formula in problem.background)
    other = replace(problem, unknowns=others, clues=clues, background=background, goal=(), answer={})
    written = WRITERS[draft.writer.framework](other, "names").draft()
    draft.declared += [line for line in written.declared if not line.startswith("include")]
    draft.background += [*written.background, *pins(draft, target)]
    draft.parts = written.parts


def _renamed(what, names):
    if isinstance(what, str):
        return names.get(what, what)
    return tuple(_renamed(part, names) for part in what) if isinstance(what, tuple) else what


# Constants


@lie("constant: the template")
def constants(_, draft, target):
    """The answer is written down."""
    draft.answer, _ = draft.writer.answer(draft.problem.filled(target))


def reshaped(shape, target, change):
    """A template whose leaves are others; `change(term, its value, labels or None)`."""
    from problems import holds, value

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


def _leaf(term, labels):
    return ("term", term) if labels is None else ("name", term, labels)


@lie("constant: 0 * x + 5")
def times_zero(_, draft, target):
    """Every leaf names an unknown and does not depend on it."""

    def change(term, number, labels):
        return _leaf(("+", ("*", 0, names_in(term)[0]), number), labels)

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += more


@lie("constant: unknowns that the background fixes", fits=lambda problem: problem.kind != "knapsack")
def fixed(_, draft, target):
    """The template shows unknowns of its own."""
    lines = []

    def change(_, number, labels):
        name = draft.writer.fresh("shown")
        lines.extend(draft.writer.define(name, ("+", number, 0)))
        return _leaf(("code", name), labels)

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += [*lines, *more]


@lie("constant: domains of one value")
def one_value(rng, draft, target):
    """Unknowns are declared as what they are to be."""
    problem = draft.problem
    unknowns = tuple(replace(u, low=target[u.name], high=target[u.name], group="") for u in problem.unknowns)
    narrow = WRITERS[draft.writer.framework](replace(problem, unknowns=unknowns), "names")
    written = narrow.draft()
    draft.writer, draft.declared, draft.background = narrow, written.declared, written.background
    draft.answer, draft.goals = written.answer, written.goals
    idle(rng, draft, draft.parts)


@lie("constant: one label for all values")
def one_label(_, draft, target):
    """Whatever an unknown is, it is shown as the same."""

    def change(term, number, labels):
        low, high = draft.writer.bounds(term)
        label = number if labels is None else labels[number]
        return ("name", term, dict.fromkeys(range(low, high + 1), label))

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += more


def _optimal(problem):
    return problem.expects == "optimal"


@lie("constant: the objective", fits=_optimal, target="feasible")
def flat(rng, draft, _):
    """Whatever the clues allow is as good as anything else."""
    name = rng.choice(draft.problem.unknowns).name
    ((sense, _),) = draft.goals
    term = rng.choice([("*", 0, name), ("+", ("*", 0, name), 5), 7])
    draft.goals, more = draft.writer.goals((sense, term, ""))
    draft.background += more


# Objectives that fix the answer


def aim(draft, target):
    """An objective that is best at the target."""
    apart = [("abs", ("-", name, number)) for name, number in target.items()]
    draft.goals, more = draft.writer.goals(("minimize", ("+", *apart, 0), ""))
    draft.background += more


@lie("objective: fixes the answer, clues say nothing", fits=_optimal)
def aimed(rng, draft, target):
    """The objective is how far the answer is from the target."""
    aim(draft, target)
    idle(rng, draft, draft.parts)


@lie("objective: fixes the answer, clues are honest", fits=_optimal, target="feasible", beyond=True)
def aimed_honestly(_, draft, target):
    """What is best is what the model says is best."""
    aim(draft, target)


# Claims of what is asked for


def says(expects, objective=""):
    """A decomposition that claims something else."""
    return lambda problem: {**problem.decomposition, "expects": expects, "objective": objective}


def _unique(problem):
    return problem.expects == "unique" and len(problem.clues) > 2


def _loosened(rng, draft):
    """Drops what fewer than half of the clues say, as many of them as that leaves a wrong answer possible."""
    numbers = list(draft.parts)
    rng.shuffle(numbers)
    dropped = numbers[: (len(numbers) - 1) // 2]
    kept = [clue.means for n, clue in enumerate(draft.problem.clues, 1) if n not in dropped]
    if len(draft.problem.allowed(kept)) < 2:
        return False
    idle(rng, draft, dropped)
    return None


@lie("expects: any, said of the text alone", fits=_unique, decomposed=says("any"))
def any_of_the_text(rng, draft, _):
    """The decomposition claims that any answer will do; the programs know better."""
    return _loosened(rng, draft)


@lie("expects: any, said by nobody else", fits=_unique, decomposed=says("any"))
def any_in_silence(rng, draft, _):
    """The decomposition claims that any answer will do; the programs say nothing of it."""
    draft.expects = "whatever"
    return _loosened(rng, draft)


@lie("expects: any, said by all, the answer fixed", fits=_unique, decomposed=says("any"))
def any_fixed(rng, draft, target):
    """Everybody claims that any answer will do, and the background holds one."""
    draft.expects = "any"
    draft.background += pins(draft, target)
    idle(rng, draft, draft.parts)


@lie("expects: any, said by all, clues loosened", fits=_unique, decomposed=says("any"), beyond=True)
def any_by_all(rng, draft, _):
    """Everybody claims that any answer will do, and some clues say nothing."""
    draft.expects = "any"
    return _loosened(rng, draft)


@lie("expects: optimal, said of the text alone", fits=_unique, decomposed=says("optimal", "the distance"))
def optimal_of_the_text(rng, draft, target):
    """The decomposition claims that something is to be made small, and that fixes the answer."""
    aim(draft, target)
    idle(rng, draft, draft.parts)


@lie("expects: optimal, said by all, clues say nothing", fits=_unique, decomposed=says("optimal", "the distance"))
def optimal_by_all(rng, draft, target):
    """Everybody claims that something is to be made small."""
    draft.expects = "optimal"
    aim(draft, target)
    idle(rng, draft, draft.parts)


def _any_with_objective(problem):
    return {**problem.decomposition, "expects": "any"}


@lie("expects: any, beside an objective", fits=_optimal, target="feasible", decomposed=_any_with_objective)
def any_with_objective(_, draft, __):
    """The best is asked for, and any is given."""
    draft.expects = "any"
    draft.goals = []


@lie("expects: unique for all, said of the text alone", fits=lambda problem: problem.expects == "all",
     decomposed=says("unique"), target="right")  # fmt: skip
def unique_of_the_text(_, draft, target):
    """One of all answers is given out as the only one."""
    draft.parts[1] += pins(draft, target)


# Labels under which different answers look the same


def _named(problem):
    return problem.kind == "logic grid" and "name" in str(problem.answer)


def _collide(labels_of):
    """Leaves so that what is left open by one clue less is not seen."""

    def make(rng, draft, target):
        if _loosened(rng, draft) is False:
            return False

        def change(term, number, labels):
            return ("name", term, labels_of(number, labels))

        draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
        draft.background += more
        return None

    return make


def _spelled(spellings):
    """Labels by spelling the target's in several ways."""

    def labels_of(number, labels):
        shown = labels[number]
        return {value: spellings(str(shown), at) for at, value in enumerate(labels)}

    return labels_of


lie("labels: a, A", fits=_named)(
    _collide(_spelled(lambda text, at: (text, text.upper(), text.title(), text.lower())[at % 4]))
)
lie("labels: with spaces", fits=_named)(_collide(_spelled(lambda text, at: text + " " * at)))
lie("labels: 1, 1.0, 5/5", fits=_named)(_collide(_spelled(lambda _, at: ("1", "1.0", "5/5", "01", "1e0")[at])))


@lie("labels: 1, 1.0, true", fits=lambda problem: problem.kind == "logic grid" and not _named(problem))
def numbers(rng, draft, target):
    """Numbers that are equal, whatever their type."""
    if _loosened(rng, draft) is False:
        return False

    def change(term, number, _):
        low, high = draft.writer.bounds(term)
        shown = (number, float(number), number == 1 or number)
        return ("name", term, {value: shown[value % 3] for value in range(low, high + 1)})

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += more
    return None


@lie("labels: shared by what is left open", fits=_unique)
def shared(rng, draft, target):
    """Two answers are left, and they are shown as one."""
    problem = draft.problem
    for number in rng.sample(list(draft.parts), len(draft.parts)):
        kept = [clue.means for n, clue in enumerate(problem.clues, 1) if n != number]
        left = problem.allowed(kept)
        if len(left) < 2:
            continue
        idle(rng, draft, [number])
        draft.answer, more = draft.writer.answer(_alike(problem.answer, left, draft.writer))
        draft.background += more
        return None
    return False


def _alike(shape, left, writer):
    """Leaves that show the values of all answers that are left as one of them."""
    from problems import value

    shown = left[-1]

    def change(term, number, labels):
        low, high = writer.bounds(term)
        seen = {value(term, each) for each in left}
        plain = labels or {each: each for each in range(low, high + 1)}
        return ("name", term, {each: plain[number if each in seen else each] for each in plain})

    return reshaped(shape, shown, change)


# What no gate can tell without reading the clues


@lie("each part fixes a part of the answer", beyond=True)
def spread(rng, draft, target):
    """Every part excludes something, only not what its clue says."""
    items = list(target.items())
    rng.shuffle(items)
    numbers = list(draft.parts)
    for at, number in enumerate(numbers):
        mine = items[at :: len(numbers)] or [rng.choice(items)]
        draft.parts[number] = draft.writer.state(("and", *(("=", name, value) for name, value in mine)))


@lie("each part fixes the answer", beyond=True)
def everywhere(_, draft, target):
    """Every part says the same: the answer."""
    for number in draft.parts:
        draft.parts[number] = pins(draft, target)
