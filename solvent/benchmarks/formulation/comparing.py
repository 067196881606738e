"""A program for a solver beside a verifier: whether both allow the same arrangements, on samples of both.

A program writes an arrangement as JSON, in which sets are lists. The order of these lists is its own, so an arrangement
is shown to it in the order of its own answers, and sorted.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

from solvent import solvers
from solvent.agents.models.json_reply import mismatches
from solvent.benchmarks.verifiers.literals import from_json, read_literal, to_json, write_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.verifier import Judgement, judge
from solvent.solvers import Limits, Outcome, Pool, Program, Status

LIMITS = Limits(seconds=30)  # of each question to a solver
_MOST = 16  # solutions that the program is asked about, and as many other arrangements

Broken = tuple[int, ...]


@dataclass(frozen=True)
class Comparison:
    """What a comparison came to: `agrees` is None if it is open, and `reason` says why.

    Where they do not agree, `arrangement` is a literal of which `verifier` and `program` say different things.
    """

    agrees: bool | None
    reason: str = ""
    arrangement: str = ""
    verifier: str = ""
    program: str = ""


def open_comparison(reason: str) -> Comparison:
    """A comparison that shows nothing, and why."""
    return Comparison(None, reason)


async def compare(puzzle: OpenPuzzle, wrong: Sequence[tuple[str, Broken]], program: Program, pool: Pool) -> Comparison:
    """Compare a program with a puzzle's verifier: each one's solutions by the other, and arrangements that are `wrong`.

    Solutions of the puzzle are taken from its record.
    """
    first, more = await solvers.run_on(program, ["others"], pool=pool, limits=LIMITS)
    if first.status is Status.UNSATISFIABLE:
        return Comparison(False, "", next(iter(puzzle.solutions), ""), "it is a solution", "there is no solution")
    if not first.status.solved:
        return open_comparison(f"the agent's program gives no answer: {first.status}")
    own = [first.answer, *_listed(more.get("others"))]
    if any(mismatches(answer, puzzle.schema_of_answers) for answer in own):
        return open_comparison("the answers of the agent's program have another shape")
    example = read_literal(puzzle.example)
    arrangements = [from_json(answer, example) for answer in own]
    for arrangement, said in zip(arrangements, await judge(puzzle.code, arrangements, pool=pool), strict=True):
        if not said.right:
            return Comparison(False, "", write_literal(arrangement), verdict(said), "it is a solution")
    return await _the_other_way(puzzle, wrong, program, own, pool)


async def _the_other_way(
    puzzle: OpenPuzzle, wrong: Sequence[tuple[str, Broken]], program: Program, own: Sequence[Any], pool: Pool
) -> Comparison:
    asked = [(text, ()) for text in puzzle.solutions[:_MOST]] + list(_spread(wrong, _MOST))
    allowed = await allowed_by(program, [text for text, _ in asked], own, read_literal(puzzle.example), pool)
    for (text, broken), said in zip(asked, allowed, strict=True):
        if said is not None and said is bool(broken):
            verifier = verdict(Judgement(form=True, broken=tuple(broken)))
            return Comparison(False, "", text, verifier, "it is a solution" if said else "it is no solution")
    if all(said is None for said in allowed):
        return open_comparison("the agent's program could not be asked about the verifier's solutions in time")
    return Comparison(True)


async def allowed_by(
    program: Program, literals: Sequence[str], own: Sequence[Any], example: Any, pool: Pool
) -> list[bool | None]:
    """Ask a program, of which `own` are some answers, whether it allows arrangements; None if that is not known."""
    order = _order_in(own, example)
    values = [read_literal(text) for text in literals]
    shown = [to_json(value, order) for value in values] + [to_json(value) for value in values]
    outcome = await solvers.allows(program, shown, pool=pool, limits=LIMITS)
    if not outcome.status.solved:
        return [None] * len(values)
    said = outcome.answer
    pairs = zip(said[: len(values)], said[len(values) :], strict=True)
    return [True if True in pair else False if pair == (False, False) else None for pair in pairs]


def verdict(said: Judgement) -> str:
    """A verifier's verdict in words."""
    if said.problem:
        return f"it fails: {said.problem[:200]}"
    if not said.form:
        return "inputs_check refuses it"
    numbers = ", ".join(map(str, said.broken))
    return f"it breaks constraint {numbers}" if said.broken else "it is a solution"


def _listed(outcome: Outcome | None) -> list[Any]:
    return list(outcome.answer) if outcome is not None and outcome.status.solved else []


def _spread(wrong: Sequence[tuple[str, Broken]], most: int) -> Iterable[tuple[str, Broken]]:
    """Some of the wrong arrangements: first one for each set of broken constraints, then a second, and so on."""
    groups: dict[Broken, list[str]] = {}
    for text, broken in wrong:
        groups.setdefault(broken if len(broken) == 1 else (), []).append(text)
    known = dict(wrong)
    ranked = [(rank, text) for texts in groups.values() for rank, text in enumerate(texts)]
    return [(text, known[text]) for _, text in sorted(ranked)[:most]]


def _order_in(answers: Sequence[Any], example: Any) -> Callable[[Any], Any]:
    """The order in which the answers list what are sets; sorted, where there is none."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for answer in answers:
        for listed in _lists_for_sets(answer, example):
            for before, after in pairwise(map(write_literal, listed)):
                sorter.add(after, before)
    try:
        ranks = {text: rank for rank, text in enumerate(sorter.static_order())}
    except CycleError:
        ranks = {}
    return lambda value: (ranks.get(write_literal(value), len(ranks)), write_literal(value))


def _lists_for_sets(value: Any, like: Any) -> Iterable[list[Any]]:
    if isinstance(value, list) and isinstance(like, set | frozenset):
        yield value
    elif isinstance(value, list) and isinstance(like, list | tuple):
        for each, model in zip(value, like, strict=False):
            yield from _lists_for_sets(each, model)
    elif isinstance(value, dict) and isinstance(like, dict):
        models = {key if isinstance(key, str) else write_literal(key): each for key, each in like.items()}
        for key, each in value.items():
            yield from _lists_for_sets(each, models.get(key))
