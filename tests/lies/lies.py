"""Lies for any framework: parts that say nothing, a background that says everything, and constants."""

from dataclasses import replace

from lying import IDLE, idle, is_optimal, leaf, lie, pins, reshaped
from problems import names_in
from writers import WRITERS


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
    numbers = [n for n, clue in enumerate(draft.problem.clues, 1) if not (clue.restates or clue.data)]
    if len(numbers) < 4:
        return False
    rng.shuffle(numbers)
    said = numbers[: len(numbers) // 2]
    idle(rng, draft, draft.parts)
    items = list(target.items())
    for at, number in enumerate(said):
        parts = [("=", name, value) for name, value in items[at :: len(said)]]
        draft.parts[number] = draft.writer.state(("and", *parts)) if parts else draft.parts[number]
    return None


@lie("background: holds all, parts say nothing", target="right")
def moved(rng, draft, _):
    """The constraints of the clues are in the background."""
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
    """The clues constrain copies of the unknowns, on which the answer does not depend."""
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
    """The template is the answer itself."""
    draft.answer, _ = draft.writer.answer(draft.problem.filled(target))


@lie("constant: 0 * x + 5")
def times_zero(_, draft, target):
    """Every leaf names an unknown but does not depend on it."""

    def change(term, number, labels):
        return leaf(("+", ("*", 0, names_in(term)[0]), number), labels)

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += more


@lie("constant: unknowns that the background fixes", fits=lambda problem: problem.kind != "knapsack")
def fixed(_, draft, target):
    """The template shows unknowns of its own."""
    lines = []

    def change(_, number, labels):
        name = draft.writer.fresh("shown")
        lines.extend(draft.writer.define(name, ("+", number, 0)))
        return leaf(("code", name), labels)

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += [*lines, *more]


@lie("constant: domains of one value")
def one_value(rng, draft, target):
    """Every unknown's domain is the target's value alone."""
    problem = draft.problem
    unknowns = tuple(replace(u, low=target[u.name], high=target[u.name], group="") for u in problem.unknowns)
    narrow = WRITERS[draft.writer.framework](replace(problem, unknowns=unknowns), "names")
    written = narrow.draft()
    draft.writer, draft.declared, draft.background = narrow, written.declared, written.background
    draft.answer, draft.goals = written.answer, written.goals
    idle(rng, draft, draft.parts)


@lie("constant: one label for all values")
def one_label(_, draft, target):
    """All values of an unknown have the same label."""

    def change(term, number, labels):
        low, high = draft.writer.bounds(term)
        label = number if labels is None else labels[number]
        return ("name", term, dict.fromkeys(range(low, high + 1), label))

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += more


@lie("constant: the objective", fits=is_optimal, target="feasible")
def flat(rng, draft, _):
    """The objective is a constant, so that every feasible answer is optimal."""
    name = rng.choice(draft.problem.unknowns).name
    ((sense, _),) = draft.goals
    term = rng.choice([("*", 0, name), ("+", ("*", 0, name), 5), 7])
    draft.goals, more = draft.writer.goals((sense, term, ""))
    draft.background += more
