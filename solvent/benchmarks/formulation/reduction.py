"""Easier puzzles: constraints are left out, with their predicates (AutoLogi, section 3.4).

The paper removes a random constraint, again and again, down to one. Its public code takes, for each size, the first
combination that contains the last constraint.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.benchmarks.formulation.author import Stated
from solvent.benchmarks.formulation.base import Base
from solvent.benchmarks.formulation.counting import count_by_program, only_clues
from solvent.benchmarks.formulation.crossing import Crossed, crossed
from solvent.benchmarks.formulation.ledger import Entry, digest
from solvent.benchmarks.formulation.third_check import inherited
from solvent.benchmarks.formulation.workshop import Made, Reduce, Task, Workshop
from solvent.benchmarks.verifiers.editing import kept
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.traversal import traverse
from solvent.solvers import load

REDUCTION = "reduction"

Program = dict[str, str]


@dataclass(frozen=True)
class _Reduced:
    """A puzzle with constraints left out; its counts are still those of the whole one."""

    base: Base
    puzzle: OpenPuzzle
    numbers: tuple[int, ...]
    agent: Program | None


def selections(size: int, way: Reduce, rng: random.Random) -> list[tuple[int, ...]]:
    """Return the numbers of the constraints that are kept, for each reduced puzzle of one with `size` constraints."""
    everything = list(range(1, size + 1))
    if way == "published":
        return [(*everything[: length - 1], size) for length in range(size - 1, 0, -1)]
    found: list[tuple[int, ...]] = []
    while way == "random" and len(everything) > 1:
        everything.remove(rng.choice(everything))
        found.append(tuple(everything))
    return found


async def reduce(shop: Workshop, bases: Sequence[Base], agents: Sequence[Program | None]) -> list[Entry]:
    """The step `reduction`, for puzzles and the agent's programs for them, if it gave any.

    The result has the puzzle as in the step `traversal`, and `agrees`: whether what is left of the agent's program
    agrees with it.
    """
    tasks = [
        Task(item.puzzle.id, item, digest(item.puzzle, item.agent, shop.options.traversal))
        for base, agent in zip(bases, agents, strict=True)
        for item in _reductions(shop, base, agent)
    ]

    async def work(task: Task[_Reduced]) -> Made:
        return await _counted(shop, task.material)

    return await shop.carry_out(REDUCTION, tasks, work)


def _reductions(shop: Workshop, base: Base, agent: Program | None) -> list[_Reduced]:
    whole, options = base.puzzle, shop.options
    rng = random.Random(f"{options.seed} {whole.id}")  # noqa: S311  # no secret
    found = []
    for numbers in selections(len(whole.constraints), options.reduce, rng):
        changed = {
            "id": f"{whole.id}-r{len(numbers)}",
            "constraints": tuple(whole.constraints[number - 1] for number in numbers),
            "code": whole.code.model_copy(update={"constraint_list": kept(whole.code.constraint_list, numbers)}),
            "origin": "reduced",
        }
        found.append(_Reduced(base, whole.model_copy(update=changed), numbers, agent))
    return found


async def _counted(shop: Workshop, item: _Reduced) -> Made:
    """Count anew, by the traversal or by the program that stands for it."""
    if not item.puzzle.code.traverse:
        return await _counted_by_program(shop, item)
    found = crossed(await traverse(item.puzzle.code, item.puzzle.example, pool=shop.pool, limits=shop.options.further))
    if not found.ok:
        return Made(False, reason=found.reason, detail=found.detail)
    update = {"space": found.space, "solutions": found.solutions, "program": None}
    return await _compared(shop, item, item.puzzle.model_copy(update=update), found)


async def _compared(shop: Workshop, item: _Reduced, puzzle: OpenPuzzle, found: Crossed) -> Made:
    base = Base(puzzle, found.wrong, found.idle, item.base.authors)
    agrees, program = await inherited(base, item.numbers, len(item.base.puzzle.constraints), item.agent, shop.pool)
    return Made(True, {**base.to_json(), "agrees": agrees, "program": program})


async def _counted_by_program(shop: Workshop, item: _Reduced) -> Made:
    stated = item.base.puzzle.program or {"framework": "", "code": ""}
    whole = load(stated["framework"]).parse(stated["code"])
    program = only_clues(whole, item.numbers, len(item.base.puzzle.constraints))
    counted = await count_by_program(item.puzzle, Stated(program=program), shop.pool, item.base.puzzle.space)
    if counted.puzzle is None:
        return Made(False, reason="the rest of the program does not agree with the verifier", detail=counted.problem)
    found = Crossed(counted.puzzle.space, counted.puzzle.solutions, counted.wrong)
    return await _compared(shop, item, counted.puzzle, found)
