"""A model's reading of the clues that the rules do not understand, one at a time, and the search that decides between
its readings: those that leave exactly one answer are kept.

That a reading leaves one answer is no evidence that it is right. It only says which readings are worth a program. If
none does, other relations of the same values are tried besides; what they give is a guess, and is marked as one.
"""

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from solvent import solvers
from solvent.agents.authors import Modeller, ask_each
from solvent.agents.models.client import ModelError, Reply
from solvent.agents.prompts import render
from solvent.agents.state import Job, Usage, Writer
from solvent.solvers import Limits, Pool, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Clue, Puzzle, rules
from solvent.translators.rules import Clause

MOST_OPEN = 4  # clues; with more, the combinations outnumber what can be tried
MOST_TRIED = 200  # combinations of readings
MOST_KEPT = 5  # answers

Read = tuple[tuple[int, Clause], ...]  # clauses by the id of the clue
Shares = Mapping[int, Mapping[Clause, float]]  # of the votes, by the id of the clue


@dataclass(frozen=True)
class Combination:
    """Readings of the open clues that leave one answer, with its share of the votes (at most 1).

    The votes are those of all combinations that leave this answer. `reading` is the rules' reading of the other clues.
    Of the clues in `supposed`, the model did not give this reading.
    """

    clauses: Read
    reading: str
    answer: Any
    votes: float
    supposed: tuple[int, ...] = ()


def readable(puzzle: Puzzle) -> bool:
    """Whether only a few clues are open, and nothing else is."""
    blocked = any(passage.blocks for passage in puzzle.passages)
    return not blocked and not puzzle.conventions and 0 < len(rules.open_clues(puzzle)) <= MOST_OPEN


async def read_clauses(
    puzzle: Puzzle,
    modeller: Callable[[int], Modeller],
    pool: Pool,
    limits: Limits,
    samples: int,
    temperature: float,
) -> tuple[tuple[Combination, ...], Usage]:
    """Have a model read the open clues, and return the combinations of its readings that leave exactly one answer.

    `modeller` gives the model for a sample: the first has temperature 0, the others `temperature`. There is one
    combination for each answer, the one with most votes; answers with more votes come first. Raises ModelError.
    """
    votes, usage = await _votes(puzzle, modeller, samples, temperature)
    said = {number: {clause: n / count.total() for clause, n in count.items()} for number, count in votes.items()}
    for shares in (said, _with_others(puzzle, votes)):
        for reading in rules.readings(puzzle):
            if reading not in rules.GUESSING and shares:
                kept = await _unique(puzzle, _combinations(shares), reading, pool, limits)
                if kept:
                    return tuple(_marked(each, votes) for each in kept), usage
    return (), usage


def jobs(combinations: Sequence[Combination], writer: Writer, framework: str) -> tuple[Job, ...]:
    """A program for each combination, best first."""
    return tuple(
        Job(
            id=n,
            writer=writer,
            framework=framework,
            reading=each.reading,
            clauses=each.clauses,
            supposed=each.supposed,
            sample=n,
        )
        for n, each in enumerate(combinations)
    )


async def _votes(
    puzzle: Puzzle, modeller: Callable[[int], Modeller], samples: int, temperature: float
) -> tuple[dict[int, Counter[Clause]], Usage]:
    """How many samples read each open clue as which clause; a clue that none could read is missing.

    Raises ModelError if the first request fails; later ones count as unreadable.
    """
    ids = {*rules.open_clues(puzzle)}
    clues = [clue for clue in puzzle.clues if clue.id in ids]

    async def ask(clue: Clue, numbers: Sequence[int]) -> list[Reply | ModelError]:
        schema = rules.clause_schema(puzzle, clue)
        ordered = any("before" in name for name in schema["properties"]["relation"]["enum"])
        prompt = render("clause", categories=puzzle.entities, ordered=ordered, clue=clue.text)
        return await ask_each(
            [modeller(number) for number in numbers],
            [{"role": "user", "content": prompt}],
            schema=schema,
            temperature=temperature if numbers[0] else 0.0,
        )

    # The first request is alone: a model that cannot be reached is asked once.
    first, *others = [(clue, numbers) for clue in clues for numbers in (range(1), range(1, samples)) if numbers]
    replies = [await ask(*first)]
    if isinstance(replies[0][0], ModelError):
        raise replies[0][0]
    replies += await asyncio.gather(*(ask(*each) for each in others))
    votes: dict[int, Counter[Clause]] = {}
    for (clue, _), said in zip((first, *others), replies, strict=True):
        for each in said:
            read = rules.clause(puzzle, clue, each.data) if isinstance(each, Reply) else None
            if read is not None:
                votes.setdefault(clue.id, Counter())[read] += 1
    return votes, sum((each.usage for said in replies for each in said), Usage())


def _with_others(puzzle: Puzzle, votes: Mapping[int, Counter[Clause]]) -> Shares:
    """The shares of the readings and, for one vote in all, of the other relations of what each clue names.

    Nothing, if no model said anything: then all would be guesses.
    """
    shares: dict[int, dict[Clause, float]] = {}
    ids = {*rules.open_clues(puzzle)} if votes else set()
    for clue in (clue for clue in puzzle.clues if clue.id in ids):
        count = votes.get(clue.id, Counter())
        others = [each for each in rules.clauses_about(puzzle, clue) if each not in count]
        total = count.total() + bool(others)
        if total:
            shares[clue.id] = {clause: n / total for clause, n in count.items()}
            shares[clue.id] |= {clause: 1 / total / len(others) for clause in others}
    return shares


def _marked(found: Combination, votes: Mapping[int, Counter[Clause]]) -> Combination:
    """The combination, with the clues that nobody read so."""
    supposed = (number for number, clause in found.clauses if clause not in votes.get(number, ()))
    return replace(found, supposed=tuple(supposed))


def _combinations(shares: Shares) -> list[tuple[Read, float]]:
    """Combinations of readings with their shares of the votes, the largest first, at most MOST_TRIED."""
    read = [[(number, clause, n) for clause, n in each.items()] for number, each in shares.items()]
    found = [
        (tuple((number, clause) for number, clause, _ in each), prod(share for *_, share in each))
        for each in itertools.product(*read)
    ]
    return sorted(found, key=lambda each: -each[1])[:MOST_TRIED]


async def _unique(
    puzzle: Puzzle, combinations: Sequence[tuple[Read, float]], reading: str, pool: Pool, limits: Limits
) -> tuple[Combination, ...]:
    """Those combinations that leave exactly one answer, one for each answer."""
    framework = rules.preferred(puzzle)

    async def one(read: Read) -> Any:
        program = rules.translate(rules.with_readings(puzzle, dict(read), ""), framework, reading)
        outcome, second = await solvers.run_then(program, "second", pool=pool, limits=limits)
        return outcome.answer if second is not None and second.status is Status.UNSATISFIABLE else None

    answers = await asyncio.gather(*(one(read) for read, _ in combinations))
    kept: dict[str, Combination] = {}
    for (read, share), answer in zip(combinations, answers, strict=True):
        if answer is not None:
            name = canonical(answer)
            best = kept.get(name) or Combination(read, reading, answer, 0.0)
            kept[name] = Combination(best.clauses, reading, answer, best.votes + share)
    return tuple(sorted(kept.values(), key=lambda each: -each.votes)[:MOST_KEPT])
