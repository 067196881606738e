"""Guesses at clues that the rules do not understand, judged by a solver.

Each open clue has candidate readings (`rules.guesses`). A puzzle has exactly one answer, which most wrong readings
exclude, or leave beside others: of all combinations of candidates, those that leave exactly one answer are kept. With
the weights of their candidates they speak for that answer, and the share of the answer in all of this is evidence.
It is never a proof: a guessed answer is `unverified`.

A solver lists the answers in which every open clue has one of its meanings; after that, the combinations are counted
without a solver. If there are too many answers, each clue loses its least likely candidates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solvent import solvers
from solvent.agents.policies import numbered
from solvent.agents.state import RULES, Attempt, Evidence, Job
from solvent.explanations.questions.truth import holds
from solvent.solvers import Limits, Pool, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Puzzle, rules
from solvent.translators.rules.kinds.grid import categories_of

GUESSES = "what was guessed is certain"
UNTHOUGHT = 0.02  # the weight of readings that are not among the candidates but leave one answer
WIDTHS = (6, 3, 2, 1)  # candidates of each clue that are tried together, as far as the answers can be listed
SECONDS = 0.35  # for each list
SECONDS_ROUGH = {"unique": 1.0, "optimal": 15.0}  # for each rough reading
MOST_STATES = 4000  # sets of answers that are kept while combinations are counted
MOST_KEPT = 4  # answers

Chosen = tuple[tuple[int, int], ...]  # numbers of candidates by the id of the clue


@dataclass(frozen=True)
class Found:
    """A combination that leaves one answer: the likeliest of all those that leave it, and their share together."""

    chosen: Chosen
    answer: Any
    share: float


async def search(puzzle: Puzzle, pool: Pool, limits: Limits) -> tuple[Found, ...]:
    """The answers that some combination of guesses leaves as the only one, the best founded first, at most MOST_KEPT.

    None if no combination leaves exactly one, or answers cannot be listed in time.
    """
    possible = rules.guesses(puzzle)
    brief = limits.model_copy(update={"seconds": min(limits.seconds, SECONDS)})
    for width in WIDTHS if possible else ():
        tried = {clue: tuple(range(min(width, len(found)))) for clue, found in possible.items()}
        answers = await _answers(rules.with_guesses(puzzle, tried), pool, brief)
        if answers is not None:
            return counted(puzzle, {clue: possible[clue][: len(numbers)] for clue, numbers in tried.items()}, answers)
    return ()


def jobs(puzzle: Puzzle, found: Sequence[Found], framework: str, first: int) -> tuple[Job, ...]:
    """A program for each answer; if there is none, one in which each clue has its likeliest meaning."""
    best = tuple((clue, 0) for clue in rules.guesses(puzzle))
    combinations = [(each.chosen, each.share) for each in found] or [(best, 0.0)]
    return numbered(
        (
            Job(id=0, writer=RULES, framework=framework, reading=rules.GUESSING[0], guesses=chosen, share=share)
            for chosen, share in combinations
        ),
        first,
    )


def others(chosen: Attempt, attempts: Sequence[Attempt]) -> list[Attempt]:
    """The attempts at which other guesses arrived at another answer as the only one."""
    return [
        each
        for each in attempts
        if each.job.guesses and each.proven and canonical(each.answer) != canonical(chosen.answer)
    ]


def evidence(chosen: Attempt | None, attempts: Sequence[Attempt]) -> tuple[Evidence, ...]:
    """What speaks for an answer that rests on guesses, and against it; it never passes."""
    if chosen is None or not chosen.job.share:
        return ()
    rivals = others(chosen, attempts)
    detail = f"of the guesses that leave one answer, {chosen.job.share:.0%} by weight leave this one"
    if rivals:
        detail += f"; others leave {len(rivals)} other {'answer' if len(rivals) == 1 else 'answers'}"
    return (Evidence(check=GUESSES, passed=False, detail=detail),)


async def roughly_read(text: str, pool: Pool, limits: Limits) -> Puzzle | None:
    """The likeliest rough reading of a text that leaves exactly one answer; None if none does, or does so in time."""
    for puzzle in rules.drafts(text):
        brief = limits.model_copy(update={"seconds": min(limits.seconds, SECONDS_ROUGH[puzzle.expects])})
        program = rules.translate(puzzle, rules.preferred(puzzle), rules.GUESSING[0])
        outcome, other = await solvers.run_then(program, "second", pool=pool, limits=brief)
        if outcome.status.solved and other is not None and other.status is Status.UNSATISFIABLE:
            return puzzle
    return None


async def _answers(puzzle: Puzzle, pool: Pool, limits: Limits) -> list[Any] | None:
    """All answers under some choice of guesses; None if they cannot be listed."""
    program = rules.translate(puzzle, rules.preferred(puzzle), rules.GUESSING[0])
    outcome, every = await solvers.run_then(program, "every", pool=pool, limits=limits)
    if outcome.status is Status.UNSATISFIABLE:
        return []
    return list(every.answer) if every is not None and every.status.solved else None


def counted(puzzle: Puzzle, possible: Mapping[int, Sequence[rules.Guess]], answers: Sequence[Any]) -> tuple[Found, ...]:
    """Count the combinations that leave one of the answers, each a bit of a number."""
    categories = categories_of(puzzle)
    states: dict[int, tuple[float, float, Chosen]] = {(1 << len(answers)) - 1: (1.0, 1.0, ())}
    for clue, candidates in possible.items():
        masks = [
            sum(holds(each.formula, answer, categories) << at for at, answer in enumerate(answers))
            for each in candidates
        ]
        further: dict[int, tuple[float, float, Chosen]] = {}
        for left, (total, best, chosen) in states.items():
            for number, (mask, each) in enumerate(zip(masks, candidates, strict=True)):
                if not left & mask:
                    continue
                weight, strongest, kept = further.get(left & mask, (0.0, 0.0, ()))
                mine = best * each.weight
                further[left & mask] = (
                    weight + total * each.weight,
                    max(strongest, mine),
                    (*chosen, (clue, number)) if mine > strongest else kept,
                )
        states = dict(sorted(further.items(), key=lambda each: -each[1][0])[:MOST_STATES])
    single = {left: state for left, state in states.items() if left.bit_count() == 1}
    # A clue that says too little to guess at may be what is missing where several answers are left.
    silent = any(not clue.understood and clue.id not in possible for clue in puzzle.clues)
    every = UNTHOUGHT + sum(total for total, _, _ in (states if silent else single).values())
    ranked = sorted(single.items(), key=lambda each: -each[1][0])[:MOST_KEPT]
    return tuple(
        Found(chosen, answers[left.bit_length() - 1], round(total / every, 4)) for left, (total, _, chosen) in ranked
    )
