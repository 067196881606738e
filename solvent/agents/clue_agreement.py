"""Whether two programs by models read every clue alike, on answers that the background of either allows.

Two authors who misread the same clue in different ways may still prove the same answer: all other clues are right, and
few arrangements fit those. On answers that fit none of the clues, the two readings differ.
"""

import json
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any

from solvent import solvers
from solvent.agents import gate
from solvent.agents.context import Context
from solvent.agents.state import Attempt, Evidence, Job
from solvent.solvers import Program
from solvent.translators import Puzzle
from solvent.translators.grounding import arranging

_SHOWN = 300  # characters of an answer
_MOST = 3  # clues to name
_ENOUGH = 6  # answers, of the 8 or so that there are of one program
_ROUNDS = 3


@dataclass
class _Comparison:
    """How many answers were `judged`, for how many of them it was `clear` what each clue says, and the differences.

    For each clue that is read differently, there is an answer that one of the two readings allows; `violated` are clues
    that such an answer violates, whichever reads them.
    """

    judged: int = 0
    clear: int = 0
    differences: dict[int, Any] = field(default_factory=dict)
    violated: set[int] = field(default_factory=set)


def comparable(one: Attempt, other: Attempt) -> bool:
    """Whether both are programs that models wrote in parts, one for each clue."""
    return all(each.job.models and not each.job.by_rules and not each.job.clauses for each in (one, other))


def sampled_by(attempts: Iterable[Attempt], job: Job) -> Attempt | None:
    """The last attempt of another conversation that has samples for a job's program to judge."""
    fit = [each for each in attempts if each.job.conversation != job.conversation and each.samples is not None]
    return next((each for each in reversed(fit) if each.samples and each.samples.answer), None)


async def compared(puzzle: Puzzle, one: Attempt, other: Attempt, context: Context) -> Evidence:
    """Compare what each clue by itself allows in one program and in the other, on samples of the one or of both."""
    background = frozenset(puzzle.given)
    found = await _both_ways(background, one, other, context)
    # Without some clues, answers may make no sense ("who is first?", if nothing says that only one can be).
    settled = frozenset.intersection(*(arranging(each.program) for each in (one, other) if each.program))
    for _ in range(_ROUNDS):
        if puzzle.expects == "any":
            # Each has accepted several answers of the other, so what they say of others need not be quite the same.
            settled |= found.violated - found.differences.keys()
        if settled <= background or not (found.differences or found.clear < _ENOUGH):
            break
        background |= settled
        apart = {clue: answer for clue, answer in found.differences.items() if clue in background}
        found = await _both_ways(background, one, other, context)
        found.differences |= apart
    return _evidence(puzzle, other, found)


async def _both_ways(background: AbstractSet[int], one: Attempt, other: Attempt, context: Context) -> _Comparison:
    found = _Comparison()
    for author, judge in sorted([(one, other), (other, one)], key=_cost):
        await _one_way(background, author, judge, context, found)
        if found.differences or found.judged >= _ENOUGH:
            break
    return found


def _cost(way: tuple[Attempt, Attempt]) -> int:
    author, judge = way
    return 0 if author.job.id in judge.disagrees else 1 if author.samples is not None else 2


async def _one_way(
    background: AbstractSet[int], author: Attempt, judge: Attempt, context: Context, found: _Comparison
) -> None:
    """Note what is found on samples of one program that another one judges; some clues count as background."""
    mine, theirs = (_with_background(each.program, background) for each in (author, judge))
    if mine is None or theirs is None:
        return
    pool, limits = context.pool, context.bounds()
    sampled, reply = author.samples, judge.disagrees.get(author.job.id)
    if sampled is None or background:
        sampled = await solvers.samples(mine, pool=pool, limits=limits)
    samples = sampled.answer if sampled.status.solved else []
    if samples and (reply is None or background):
        reply = await solvers.disagrees(theirs, samples, pool=pool, limits=limits)
    said = reply.answer if samples and reply is not None and reply.status.solved else []
    claims = _disputed(samples, said)
    for program in (mine, theirs):
        if claims:
            reply = await solvers.disagrees(program, claims, pool=pool, limits=limits)
            again = reply.answer if reply.status.solved else [None] * len(claims)
            # Where there was no time to ask again, what both said plainly stands.
            plain = (
                claim["plain"] if verdicts is None else verdicts for claim, verdicts in zip(claims, again, strict=True)
            )
            claims = _disputed(claims, list(plain))
    for claim in claims:
        for clue in claim["disputed"]:
            found.differences.setdefault(int(clue), claim["answer"])
        found.violated |= {int(clue) for clue, allowed in claim["clues"].items() if allowed is False}
    judged = [sample for sample, verdicts in zip(samples, said, strict=False) if verdicts is not None]
    found.judged += len(judged)
    found.clear += sum(None not in sample["clues"].values() for sample in judged)


def _disputed(samples: list[Any], said: list[Any]) -> list[Any]:
    """The samples of which another program has just said something else, with its verdicts.

    `plain` are those that contradict a verdict, and not only something left open.
    """
    return [
        {
            "answer": sample["answer"],
            "clues": sample["clues"] | verdicts,
            "disputed": sorted(verdicts),
            "plain": {clue: here for clue, here in verdicts.items() if sample["clues"].get(clue, True) is not None},
        }
        for sample, verdicts in zip(samples, said, strict=False)
        if verdicts
    ]


def _with_background(program: Program | None, clues: AbstractSet[int]) -> Program | None:
    """The program with some clues in the background: those that only give data define what other clues build on."""
    if program is None or not clues:
        return program
    parts = (part.model_copy(update={"clue": None}) if part.clue in clues else part for part in program.fragments)
    return program.model_copy(update={"fragments": tuple(parts)})


def _evidence(puzzle: Puzzle, other: Attempt, found: _Comparison) -> Evidence:
    who = f"{other.job.source} in {other.job.framework}"
    texts = {clue.id: clue.text for clue in puzzle.clues}
    named = [
        f'clue {clue} ("{texts.get(clue, "")}"), '
        f"by which alone one of the two would allow {_short(answer)}, the other not"
        for clue, answer in sorted(found.differences.items())
    ]
    if named:
        detail = f"{who} reads otherwise: {'; '.join(named[:_MOST])}"
        return Evidence(check=gate.ALIKE, passed=False, detail=detail)
    if not found.judged:
        return Evidence(check=gate.ALIKE, passed=None, detail=f"{who}: no answer could be compared")
    detail = f"{who}: no difference on {found.judged} answers that the background allows"
    return Evidence(check=gate.ALIKE, passed=True, detail=detail)


def _short(answer: Any) -> str:
    return shorten(json.dumps(answer, ensure_ascii=False), _SHOWN, placeholder=" ...")
