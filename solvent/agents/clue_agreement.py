"""Whether two programs by models read every clue alike, on answers that the background of either allows.

Two authors who misread the same clue in different ways may still prove the same answer: all other clues are right, and
few arrangements fit those. On answers that fit none of the clues, the two readings differ.
"""

import json
from collections.abc import Collection, Iterable
from textwrap import shorten
from typing import Any

from solvent import solvers
from solvent.agents import gate
from solvent.agents.context import Context
from solvent.agents.state import Attempt, Evidence, Job
from solvent.solvers import Program
from solvent.translators import Puzzle

_SHOWN = 300  # characters of an answer
_MOST = 3  # clues to name
_ENOUGH = 6  # answers, of the 8 or so that there are of one program

Differences = dict[int, Any]
"""For each clue that is read differently, an answer that one of the two readings allows."""


def comparable(one: Attempt, other: Attempt) -> bool:
    """Whether both are programs that models wrote in parts, one for each clue."""
    return all(each.job.models and not each.job.by_rules and not each.job.clauses for each in (one, other))


def sampled_by(attempts: Iterable[Attempt], job: Job) -> Attempt | None:
    """The last attempt of another conversation that has samples for a job's program to judge."""
    fit = [each for each in attempts if each.job.conversation != job.conversation and each.samples is not None]
    return next((each for each in reversed(fit) if each.samples and each.samples.answer), None)


async def compared(puzzle: Puzzle, one: Attempt, other: Attempt, context: Context) -> Evidence:
    """Compare what each clue by itself allows in one program and in the other, on samples of the one or of both."""
    count, differences = 0, Differences()
    for author, judge in sorted([(one, other), (other, one)], key=_cost):
        judged, found = await _one_way(puzzle, author, judge, context)
        count, differences = count + judged, found | differences
        if differences or count >= _ENOUGH:
            break
    return _evidence(puzzle, other, count, differences)


def _cost(way: tuple[Attempt, Attempt]) -> int:
    author, judge = way
    return 0 if author.job.id in judge.disagrees else 1 if author.samples is not None else 2


async def _one_way(puzzle: Puzzle, author: Attempt, judge: Attempt, context: Context) -> tuple[int, Differences]:
    """How many samples of one program another one judged, and how it differs."""
    mine, theirs = (_with_data(each.program, puzzle.given) for each in (author, judge))
    if mine is None or theirs is None:
        return 0, {}
    pool, limits = context.pool, context.bounds()
    sampled, reply = author.samples, judge.disagrees.get(author.job.id)
    if sampled is None or puzzle.given:
        sampled = await solvers.samples(mine, pool=pool, limits=limits)
    samples = sampled.answer if sampled.status.solved else []
    if samples and (reply is None or puzzle.given):
        reply = await solvers.disagrees(theirs, samples, pool=pool, limits=limits)
    said = reply.answer if samples and reply is not None and reply.status.solved else []
    differences, unsure = Differences(), dict[str, Any]()
    for sample, verdicts in zip(samples, said, strict=False):
        for clue in verdicts or {}:
            if sample["clues"].get(clue, True) is None:
                unsure.setdefault(clue, sample["answer"])
            else:
                differences.setdefault(int(clue), sample["answer"])
    if unsure:
        asked = [{"answer": answer, "clues": {clue: True}} for clue, answer in unsure.items()]
        sure = await solvers.disagrees(mine, asked, pool=pool, limits=limits)
        for (clue, answer), verdicts in zip(unsure.items(), sure.answer if sure.status.solved else [], strict=False):
            if verdicts and verdicts.get(clue) is False:
                differences.setdefault(int(clue), answer)
    return sum(each is not None for each in said), differences


def _with_data(program: Program | None, given: Collection[int]) -> Program | None:
    """The program with the clues that only give data in the background: other clues build on what they define."""
    if program is None or not given:
        return program
    parts = (part.model_copy(update={"clue": None}) if part.clue in given else part for part in program.fragments)
    return program.model_copy(update={"fragments": tuple(parts)})


def _evidence(puzzle: Puzzle, other: Attempt, count: int, differences: Differences) -> Evidence:
    who = f"{other.job.source} in {other.job.framework}"
    texts = {clue.id: clue.text for clue in puzzle.clues}
    named = [
        f'clue {clue} ("{texts[clue]}"), by which alone one of the two would allow {_short(answer)}, the other not'
        for clue, answer in sorted(differences.items())
        if clue in texts
    ]
    if named:
        detail = f"{who} reads otherwise: {'; '.join(named[:_MOST])}"
        return Evidence(check=gate.ALIKE, passed=False, detail=detail)
    if not count:
        return Evidence(check=gate.ALIKE, passed=None, detail=f"{who}: no answer could be compared")
    detail = f"{who}: no difference on {count} answers that the background allows"
    return Evidence(check=gate.ALIKE, passed=True, detail=detail)


def _short(answer: Any) -> str:
    return shorten(json.dumps(answer, ensure_ascii=False), _SHOWN, placeholder=" ...")
