"""Audits the gold answers of a set: where an answer with evidence and the gold one disagree, and which clue decides.

A program that states every clue of its puzzle is asked whether it accepts the gold answer: if not, a minimal set of
clues that exclude it is the reason; if so, whether there is another answer, or a better one. A finding is as good as
the program's reading of the clues, so it names them, to be checked by a reader.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from solvent import solvers
from solvent.agents.state import Verdict
from solvent.benchmarks.analysis.calibration import set_of
from solvent.benchmarks.analysis.differences import Difference, differences
from solvent.benchmarks.analysis.golds import expressed, flaw, spellings, stated
from solvent.benchmarks.cases import natural
from solvent.benchmarks.grid import read_answer
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import read_cases, read_run, run_folders
from solvent.solvers import Limits, Outcome, Pool, Program, SolventError, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Puzzle, rules
from solvent.translators.rules.kinds.support.grid_model import READING

Ruling = Literal[
    "gold breaks a clue",
    "gold is not the only answer",
    "gold is beaten",
    "gold is damaged",
    "answer spelled differently",
    "undecided",
]
RULINGS: tuple[Ruling, ...] = get_args(Ruling)
WORDS = "wordplay"  # the framework whose answers are searched for, and never proven
_READING = re.compile(READING.replace(" ", "[ _]"))  # frameworks spell names in two ways
_MISFIT = "does not fit the template"
Clue = tuple[int, str]


@dataclass(frozen=True)
class Finding:
    """What is found about the gold answer of a case.

    `clues` decide (their ids and texts), `detail` explains; `where` lists where gold and answer differ. `by` gave the
    answer, and `records` counts the records that show the same.
    """

    set: str
    case: str
    ruling: Ruling
    gold: Any
    answer: Any
    clues: tuple[Clue, ...] = ()
    detail: str = ""
    where: tuple[Difference, ...] = ()
    by: tuple[str, ...] = ()
    records: int = 1

    @property
    def same(self) -> tuple[str, ...]:
        """What equals in findings that say the same."""
        return self.set, self.case, self.ruling, canonical(self.answer), str(self.clues), self.detail


@dataclass(frozen=True)
class Audit:
    """The findings, sorted, and how many records were read, had evidence to compare with, and agree with the gold.

    A record is compared if its answer is verified or ambiguous, or its clues are contradictory; or if its gold answer
    can be judged without clues.
    """

    findings: tuple[Finding, ...]
    records: int
    compared: int
    agreeing: int

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings of each ruling."""
        found = Counter(finding.ruling for finding in self.findings)
        return {ruling: found[ruling] for ruling in RULINGS}


async def audit(
    paths: Iterable[Path],
    pool: Pool,
    *,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Audit:
    """Audit the gold answers of the runs at or below some paths. Raises `BenchmarkError`."""
    records = [(read_run(folder).benchmark, record) for folder in run_folders(paths) for record in read_cases(folder)]
    examiner = Examiner(pool, limits or Limits())
    found: list[Finding | None] = []
    waiting = iter(records)
    agreeing = compared = 0

    async def work() -> None:
        nonlocal agreeing, compared
        for benchmark, record in waiting:
            finding = await examiner.examine(benchmark, record)
            found.append(finding)
            claims = record.status in _CLAIMS
            compared += claims or finding is not None
            agreeing += claims and finding is None
            if progress:
                progress(len(found), len(records))

    async with asyncio.TaskGroup() as group:
        for _ in range(min(pool.workers, len(records))):
            group.create_task(work())
    return Audit(_merged(filter(None, found)), len(records), compared, agreeing)


_CLAIMS = (Verdict.VERIFIED, Verdict.AMBIGUOUS, Verdict.CONTRADICTORY)


@dataclass(frozen=True)
class Examiner:
    """Examines gold answers, with programs in a pool."""

    pool: Pool
    limits: Limits

    async def examine(self, benchmark: str, record: CaseRecord) -> Finding | None:
        """Examine the gold answer of a record; None if there is nothing to say against it."""
        finding = Finding(
            set=set_of(benchmark, record),
            case=record.id,
            ruling="undecided",
            gold=record.gold,
            answer=record.answer,
            where=_where(record),
            by=(record.answered_by or "nobody",),
        )
        if record.broken:
            return replace(finding, ruling="gold is damaged", detail=record.broken)
        if record.gold is None:
            return None
        broken = await self._flaw(record)
        if broken:
            return replace(finding, ruling="gold is damaged", detail=broken)
        if record.status is Verdict.CONTRADICTORY:
            detail = "the clues contradict each other, whatever the answer"
            return replace(finding, ruling="gold breaks a clue", clues=_clues(record, record.conflict), detail=detail)
        if record.right and record.status is not Verdict.AMBIGUOUS:
            return _spelled(record, finding)
        if record.status not in (Verdict.VERIFIED, Verdict.AMBIGUOUS):
            return None
        return await self._disputed(record, finding)

    async def _flaw(self, record: CaseRecord) -> str:
        """What is wrong with the gold answer by the rules of its kind of puzzle alone."""
        puzzle = Puzzle(text=record.problem)
        if read_answer(record.gold) is None:  # a table needs no reading, which takes most of the time
            with suppress(SolventError):  # the text may be no puzzle for the rules
                puzzle = rules.decompose_once(record.problem)
        found = flaw(puzzle, record.gold, record.answer)
        if found or not puzzle.payload or rules.preferred(puzzle) != WORDS:
            return found
        given = stated(puzzle, record.gold)
        if given is None:
            return ""
        with suppress(SolventError):  # the extra for word puzzles may not be installed
            own = record.program if record.program and record.program.framework == WORDS else None
            reply = await self._accepts(own or rules.translate(puzzle, WORDS), given)
            if reply.status is Status.UNSATISFIABLE:
                return reply.message
        return ""

    async def _disputed(self, record: CaseRecord, finding: Finding) -> Finding | None:
        """Ask the program of an answer about the gold answer, which differs, or is one of several."""
        program = record.program
        if record.status is Verdict.AMBIGUOUS and record.right:
            other = record.alternatives[0] if record.alternatives else None
            where = tuple(differences(record.gold, other)) if other is not None else ()
            finding = replace(finding, answer=other, where=where, detail=record.reason)
            return _several(record, finding, program)
        if program is None or program.contract != "model":
            return replace(finding, detail="the answer comes without a program that could be asked")
        if program.framework == WORDS:
            return replace(finding, detail="both fit the puzzle; the answer was searched for, not proven")
        golds = expressed(record.gold, record.answer)
        if not golds:
            return replace(finding, detail="the gold answer cannot be expressed in the shape of the answer")
        if any(canonical(gold) == canonical(record.answer) for gold in golds):
            return _spelled(record, replace(finding, detail="they mean the same, but the scorer says wrong"))
        try:
            gold, reply = await self._first_that_fits(program, golds)
            return await self._ruled(record, finding, program, gold, reply)
        except SolventError as error:
            return replace(finding, detail=str(error))

    async def _first_that_fits(self, program: Program, golds: list[Any]) -> tuple[Any, Outcome]:
        """Ask about the gold answer in each order of its rows; one that is accepted, or else the first that fits."""
        replies = [(gold, await self._accepts(program, gold)) for gold in golds]
        fitting = [(gold, reply) for gold, reply in replies if _MISFIT not in reply.message]
        return next((each for each in fitting if each[1].status.solved), (fitting or replies)[0])

    async def _ruled(
        self, record: CaseRecord, finding: Finding, program: Program, gold: Any, reply: Outcome
    ) -> Finding:
        if reply.status.solved:
            return await self._accepted(record, finding, program, gold)
        if reply.status is not Status.UNSATISFIABLE or _MISFIT in reply.message:
            return replace(finding, detail=reply.message or f"the program says {reply.status} of the gold answer")
        if reply.conflict:
            return replace(finding, ruling="gold breaks a clue", clues=_clues(record, reply.conflict))
        if "not optimal" in reply.message:
            return replace(finding, ruling="gold is beaten", detail=reply.message)
        return replace(finding, ruling="gold breaks a clue", detail="the puzzle's own rules exclude it")

    async def _accepted(self, record: CaseRecord, finding: Finding, program: Program, gold: Any) -> Finding:
        other = await solvers.second(program, gold, pool=self.pool, limits=self.limits)
        if other.status.solved:
            return _several(record, replace(finding, detail="Both satisfy every clue."), program)
        return replace(finding, detail=f"the program accepts the gold answer; of another one it says {other.status}")

    async def _accepts(self, program: Program, answer: Any) -> Outcome:
        return await solvers.accepts(program, answer, pool=self.pool, limits=self.limits)


def _several(record: CaseRecord, finding: Finding, program: Program | None) -> Finding:
    """The finding that there are several answers, unless the program itself leaves open how a clue is meant."""
    fragments = program.fragments if program and program.trusted else ()
    loose = sorted({each.clue for each in fragments if each.clue is not None and _READING.search(each.code)})
    if loose:
        detail = (
            f"{finding.detail} But the clue can be read in several ways, and in one the gold may be the only answer."
        )
        return replace(finding, clues=_clues(record, loose), detail=detail)
    return replace(finding, ruling="gold is not the only answer")


def _spelled(record: CaseRecord, finding: Finding) -> Finding | None:
    """The finding that a scorer takes another spelling of the same answer for wrong; None if neither scorer does."""
    if record.score.strict and record.score.official:
        return None
    where = tuple(spellings(record.gold, record.answer))
    detail = finding.detail or "the official scorer takes them for different"
    return replace(finding, ruling="answer spelled differently", where=where, detail=detail)


def _where(record: CaseRecord) -> tuple[Difference, ...]:
    if record.gold is None or record.answer is None:
        return ()
    return tuple(differences(record.gold, record.answer))


def _clues(record: CaseRecord, ids: Iterable[int]) -> tuple[Clue, ...]:
    texts = {clue.id: clue.text for clue in record.clues}
    return tuple((number, texts.get(number, "")) for number in ids)


def _merged(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Merge what several records show alike, and sort by ruling, set and case."""
    merged: dict[tuple[str, ...], Finding] = {}
    for finding in findings:
        known = merged.get(finding.same)
        by = tuple(sorted({*finding.by, *(known.by if known else ())}))
        merged[finding.same] = replace(finding, by=by, records=known.records + 1 if known else 1)
    order = {ruling: place for place, ruling in enumerate(RULINGS)}
    return tuple(sorted(merged.values(), key=lambda each: (order[each.ruling], each.set, natural(each.case))))
