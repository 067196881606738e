"""Does a program still hold if the data change? Runs a model-contract program again, on the second instance."""

import ast
from dataclasses import replace
from typing import Any

from solvent.benchmarks.cp_reference import Judgement, Problem, References, judge
from solvent.solvers import Program, run

_PYTHON = ("cpmpy", "ortools")


async def transfer(problem: Problem, program: Program, references: References) -> Judgement | None:
    """Judge a program by its answer to the second instance.

    None if there is none, the program does not assign its data, or the reference fails on it.
    """
    other = second_instance(problem)
    moved = with_data(program, problem.instances[1]) if other else None
    if other is None or moved is None:
        return None
    reference = await references.get(other)
    if reference.failure:
        return None
    outcome = await run(moved, pool=references.pool)
    return await judge(other, reference, outcome.answer, outcome.answer, references.pool)


def second_instance(problem: Problem) -> Problem | None:
    """Return the same problem with the data of its second instance, or None if it has none."""
    if len(problem.instances) < 2 or not all(name.isidentifier() for name in problem.instances[1]):
        return None
    data = "\n".join(f"{name} = {value!r}" for name, value in problem.instances[1].items())
    return replace(problem, data=data, instances=(), solution={})


def with_data(program: Program, data: dict[str, Any]) -> Program | None:
    """Return a Python program with `data` in its preamble; None unless the preamble assigns every name of `data`."""
    if program.framework not in _PYTHON or program.contract != "model" or not data:
        return None
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
