"""From settings to samples: a problem is drawn until it is as wanted, put into words, and its truth found twice."""

import random
from dataclasses import replace
from typing import Any

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.dyval.description import Order, arranged, names
from solvent.benchmarks.generate.dyval.generation import NoDrawError
from solvent.benchmarks.generate.dyval.settings import DyValSettings
from solvent.benchmarks.generate.dyval.task import Line, Problem, RedrawError, Setup, Task, Wording
from solvent.benchmarks.generate.generator import Sample, UnusableSettingsError
from solvent.benchmarks.tolerance import near
from solvent.solvers import Pool

_TRIES = 20_000  # draws of a problem
_CHECKS = 300  # problems that a solver looks at


async def draw(settings: DyValSettings, rng: random.Random, pool: Pool) -> Sample:
    """Draw a sample. Raises `UnusableSettingsError` if no problem was found, and `DisagreementError`."""
    task, setup = rng.choice(settings.setups())
    for _ in range(_CHECKS):
        wording = worded(task, drawn(task, setup, rng), settings.arrangement, rng)
        if settings.has_steps and not _survives_rounding(task, wording):
            continue
        program = task.program(wording)
        try:
            effort = await task.check(wording, program, pool)
        except RedrawError:
            continue
        return Sample(
            text="\n".join([task.opening(wording), "", *map(task.sentence, wording.lines), "", task.question(wording)]),
            answer=task.answer(wording) if wording.status is Verdict.VERIFIED else None,
            group=settings.group(task),
            program=program,
            status=wording.status,
            flaw=_flaw(wording),
            tolerance=task.tolerance,
            more=_training(task, wording) if settings.has_steps else {},
            effort=effort,
        )
    raise UnusableSettingsError(
        f"none of {_CHECKS} problems can be used: rules that meet entail more than each of them, or the steps have too "
        "few decimals; give fewer --extra-links, or leave out --steps"
    )


def drawn(task: Task, setup: Setup, rng: random.Random) -> Problem:
    """Draw a problem with the answer that the protocol wants. Raises `UnusableSettingsError`."""
    outcomes = task.balanced(setup) if setup.protocol == "paper" and not setup.flaw else ()
    wanted = rng.choice(outcomes) if outcomes else None
    for _ in range(_TRIES):
        try:
            problem = task.draw(setup, rng)
            if not outcomes or problem.value == wanted:
                return replace(problem, extras=tuple(task.unconnected(setup, rng) for _ in range(setup.descriptions)))
        except (RedrawError, ArithmeticError, NoDrawError):
            continue
    what = f" with the answer {wanted}" if outcomes else f" that is {setup.flaw}" if setup.flaw else ""
    raise UnusableSettingsError(
        f"none of {_TRIES:,} draws was a problem of {task.name}{what}; give another size, or fewer --extra-links"
    )


def worded(task: Task, problem: Problem, order: Order, rng: random.Random) -> Wording:
    """Name the nodes, and put the lines in order; as many random numbers are used for every order."""
    sizes = [len(problem.dag), *map(len, problem.extras)]
    found = names(f"{task.name} {_content(problem)}", sum(sizes))
    own, rest = found[: sizes[0]], found[sizes[0] :]
    left_out = None if problem.missing is None else own[problem.missing]
    extras: list[Line] = []
    for dag in problem.extras:
        extras += task.stated(dag, rest[: len(dag)])
        rest = rest[len(dag) :]
    lines = [line for line in task.stated(problem.dag, own) if line.name != left_out]
    shuffler = random.Random(rng.random())  # noqa: S311 - nothing secret
    return Wording(problem, tuple(own), tuple(arranged(lines, extras, order, shuffler)))


def _content(problem: Problem) -> str:
    """Return what is the same for two problems only if they are."""
    dags = [
        [(node.operation, node.children, None if node.operation else str(node.value)) for node in dag]
        for dag in (problem.dag, *problem.extras)
    ]
    return repr((dags, problem.asked, problem.given, problem.missing))


def _flaw(wording: Wording) -> str | None:
    problem = wording.problem
    if problem.missing is not None:
        return f"the line of {wording.names[problem.missing]} is left out"
    if problem.cycle:
        first, *others = [wording.names[node] for node in (*problem.cycle, problem.cycle[0])]
        return f"a cycle was added: {first} is computed from {', which is computed from '.join(others)}"
    return None


def _survives_rounding(task: Task, wording: Wording) -> bool:
    """Whether an answer is still right with the few decimals of training data, which may be too few for a tiny one."""
    if task.tolerance is None or wording.status is not Verdict.VERIFIED:
        return True
    pairs = zip(task.reply(wording).split(" "), task.answer(wording).values(), strict=True)
    return all(near(float(said), right, task.tolerance) for said, right in pairs if not isinstance(right, str))


def _training(task: Task, wording: Wording) -> dict[str, Any]:
    steps = task.steps(wording)
    return {"steps": steps, "completion": "\n".join([*steps, f"<<<{task.reply(wording)}>>>"])}
