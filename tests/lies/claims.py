"""Lies about what is asked for and what is best, labels that hide other answers, and lies that no gate can detect."""

import itertools
import re

from lying import idle, is_optimal, lie, pins, reshaped
from problems import value

# Objectives that fix the answer


def aim(draft, target):
    """An objective whose optimum is the target."""
    apart = [("abs", ("-", name, number)) for name, number in target.items()]
    draft.goals, more = draft.writer.goals(("minimize", ("+", *apart, 0), ""))
    draft.background += more


@lie("objective: fixes the answer, clues say nothing", fits=is_optimal)
def aimed(rng, draft, target):
    """The objective is the distance of the answer from the target."""
    aim(draft, target)
    idle(rng, draft, draft.parts)


@lie("objective: fixes the answer, clues are honest", fits=is_optimal, target="feasible", beyond=True)
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
    """Drop the constraints of fewer than half of the clues, so that a wrong answer becomes possible."""
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
    """The decomposition claims that any answer will do; the programs do not say so."""
    draft.expects = "whatever"
    return _loosened(rng, draft)


@lie("expects: any, said by all, the answer fixed", fits=_unique, decomposed=says("any"))
def any_fixed(rng, draft, target):
    """Everybody claims that any answer will do, and the background fixes one."""
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
    """The decomposition claims that something is to be minimised, and the objective fixes the answer."""
    aim(draft, target)
    idle(rng, draft, draft.parts)


@lie("expects: optimal, said by all, clues say nothing", fits=_unique, decomposed=says("optimal", "the distance"))
def optimal_by_all(rng, draft, target):
    """Everybody claims that something is to be minimised."""
    draft.expects = "optimal"
    aim(draft, target)
    idle(rng, draft, draft.parts)


def _any_with_objective(problem):
    return {**problem.decomposition, "expects": "any"}


@lie("expects: any, beside an objective", fits=is_optimal, target="feasible", decomposed=_any_with_objective)
def any_with_objective(_, draft, __):
    """The text asks for the best answer; any answer is given."""
    draft.expects = "any"
    draft.goals = []


@lie("expects: unique for all, said of the text alone", fits=lambda problem: problem.expects == "all",
     decomposed=says("unique"), target="right")  # fmt: skip
def unique_of_the_text(_, draft, target):
    """One of several answers is presented as the only one."""
    draft.parts[1] += pins(draft, target)


# Claims of what a clue is


def numbered(problem):
    """The clues with numbers, which a decomposition may claim to be data."""
    return [n for n, clue in enumerate(problem.clues, 1) if re.search(r"\d", clue.text)]


def as_data(problem):
    """A decomposition that claims these to be data."""
    said = problem.decomposition
    marked = numbered(problem)
    clues = [{**each, "says": "data"} if n in marked else each for n, each in enumerate(said["clues"], 1)]
    return {**said, "clues": clues}


def _few_entities(problem):
    """Up to three entities such that at least half of the clues, but as few as possible, name one of them."""
    members = [member for group in problem.entities.values() for member in group if not member.isdigit()]
    texts = [clue.text.lower() for clue in problem.clues]
    choices = [some for count in (1, 2, 3) for some in itertools.combinations(members, count)]
    naming = {some: sum(any(each.lower() in text for each in some) for text in texts) for some in choices}
    enough = [some for some in choices if 2 * naming[some] >= len(texts) > naming[some]]
    return min(enough, key=naming.__getitem__, default=())


def _by_few_entities(problem):
    groups = [{"name": "things", "members": [each, "others"]} for each in _few_entities(problem)]
    return {**problem.decomposition, "entities": groups}


def _unnamed(problem):
    """The clues that name none of these few entities."""
    few = _few_entities(problem)
    texts = enumerate((clue.text.lower() for clue in problem.clues), 1)
    return [n for n, text in texts if few and not any(each.lower() in text for each in few)]


def excused(which):
    """Clues that are not counted say nothing, nor do fewer than half of the others; what is left fixes the answer."""

    def make(rng, draft, target):
        excused = which(draft.problem)
        others = [number for number in draft.parts if number not in excused]
        if not excused or not others:
            return False
        said = others[(len(others) - 1) // 2 :]
        idle(rng, draft, draft.parts)
        items = list(target.items())
        for at, number in enumerate(said):
            parts = [("=", name, value) for name, value in items[at :: len(said)]]
            draft.parts[number] = draft.writer.state(("and", *parts)) if parts else draft.parts[number]
        return None

    return make


lie("vacuous: those said to be data, and nearly half", decomposed=as_data)(excused(numbered))
lie("vacuous: those said to name nothing, and nearly half", decomposed=_by_few_entities)(excused(_unnamed))


# Labels under which different answers look the same


def _named(problem):
    return problem.kind == "logic grid" and "name" in str(problem.answer)


def _collide(labels_of):
    """Leaves that hide the other answers which dropping a clue allows."""

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
    """Labels that spell the target's label in several ways."""

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
def shared(rng, draft, _):
    """Several answers are left, but the template shows them as one."""
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
    """Leaves that show all remaining answers as the same one."""
    shown = left[-1]

    def change(term, number, labels):
        low, high = writer.bounds(term)
        seen = {value(term, each) for each in left}
        plain = labels or {each: each for each in range(low, high + 1)}
        return ("name", term, {each: plain[number if each in seen else each] for each in plain})

    return reshaped(shape, shown, change)


# Lies that cannot be detected without reading the clues


@lie("part: each fixes a part of the answer", beyond=True)
def spread(rng, draft, target):
    """Every part excludes something, but not what its clue says."""
    items = list(target.items())
    rng.shuffle(items)
    numbers = list(draft.parts)
    for at, number in enumerate(numbers):
        mine = items[at :: len(numbers)] or [rng.choice(items)]
        draft.parts[number] = draft.writer.state(("and", *(("=", name, value) for name, value in mine)))


@lie("part: each fixes the answer", beyond=True)
def everywhere(_, draft, target):
    """Every part says the same: the answer."""
    for number in draft.parts:
        draft.parts[number] = pins(draft, target)
