"""Does a program still hold if the data change? Runs a model-contract program again, on every instance."""

import ast
import time
from dataclasses import replace
from typing import Any

from solvent.benchmarks.cp_reference import Judgement, Problem, References, judge
from solvent.solvers import Program, run

SECONDS = 600.0  # no further instance is begun after that time

_PYTHON = ("cpmpy", "ortools")


async def transfer_all(
    problem: Problem, program: Program, references: References, seconds: float = SECONDS
) -> tuple[bool | None, ...]:
    """Return whether a program is right on each instance of its problem; empty for a problem with fewer than two.

    None if an instance was not tried: the program cannot take its data, its reference fails, or time ran out.
    """
    until = time.monotonic() + seconds
    found: list[bool | None] = []
    for number in range(len(problem.instances) if len(problem.instances) > 1 else 0):
        judged = await transfer(problem, program, references, number) if time.monotonic() < until else None
        found.append(None if judged is None else judged.strict)
    return tuple(found)


async def transfer(problem: Problem, program: Program, references: References, number: int) -> Judgement | None:
    """Judge a program by its answer to an instance, counted from 0.

    None if there is none, the program does not state its data, or the reference fails on it.
    """
    other = instance(problem, number)
    moved = with_data(program, problem.instances[number]) if other else None
    if other is None or moved is None:
        return None
    reference = await references.get(other)
    if reference.failure:
        return None
    outcome = await run(moved, pool=references.pool)
    return await judge(other, reference, outcome.answer, outcome.answer, references.pool)


def instance(problem: Problem, number: int) -> Problem | None:
    """Return the same problem with the data of an instance, counted from 0, or None if there is no such instance."""
    if number >= len(problem.instances) or not all(name.isidentifier() for name in problem.instances[number]):
        return None
    data = "\n".join(f"{name} = {value!r}" for name, value in problem.instances[number].items())
    return replace(problem, data=data, instances=(), solution={})


def with_data(program: Program, data: dict[str, Any]) -> Program | None:
    """Return a program with other data of the same names; None if it does not state exactly these apart.

    A Python program without data apart may have them in its preamble, if that assigns every name of `data`.
    """
    if program.contract != "model" or not data:
        return None
    if program.data:
        return program.model_copy(update={"data": data}) if program.data.keys() == data.keys() else None
    return _reassigned(program, data) if program.framework in _PYTHON else None


def _reassigned(program: Program, data: dict[str, Any]) -> Program | None:
    try:
        tree = ast.parse(program.preamble)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    assigned: set[str] = set()
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in data:
                node.value = ast.parse(repr(data[name]), mode="eval").body
                assigned.add(name)
    return program.model_copy(update={"preamble": ast.unparse(tree)}) if assigned == data.keys() else None
