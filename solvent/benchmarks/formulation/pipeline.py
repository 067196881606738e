"""The whole way from questions to puzzles with verifiers, and the files that it ends in."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.agents.state import Usage
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.formulation.base import FORMULATION, TRAVERSAL, VERIFIERS, Base, base_of, formulate, verify
from solvent.benchmarks.formulation.duplicates import deduplicated
from solvent.benchmarks.formulation.expansion import EXPANSION, expand
from solvent.benchmarks.formulation.ledger import Entry
from solvent.benchmarks.formulation.questions import Source
from solvent.benchmarks.formulation.reduction import REDUCTION, reduce
from solvent.benchmarks.formulation.summary import Step, Summary, Tally, step_of
from solvent.benchmarks.formulation.third_check import THIRD_CHECK, third_check
from solvent.benchmarks.formulation.workshop import Workshop
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.verifier import Verifier, judge
from solvent.solvers import Pool

PUZZLES, SET_ASIDE, SUMMARY = "puzzles.jsonl", "set_aside.jsonl", "summary.json"
READING, DEDUPLICATION = "reading", "deduplication"
_STEPS = (FORMULATION, VERIFIERS, TRAVERSAL, THIRD_CHECK, REDUCTION, EXPANSION)


@dataclass(frozen=True)
class Finished:
    """A puzzle for the file: `agrees` says whether an agent's program does (None: open), which is kept if so."""

    base: Base
    agrees: bool | None = None
    program: dict[str, str] | None = None

    @property
    def puzzle(self) -> OpenPuzzle:
        """The puzzle, with the agent's program unless it has one."""
        puzzle = self.base.puzzle
        if not self.agrees or self.program is None or puzzle.program is not None:
            return puzzle
        return puzzle.model_copy(update={"program": self.program})

    def record(self, number: int) -> dict[str, Any]:
        """A line of the file."""
        more = {"third_check": self.agrees, "idle": list(self.base.idle), "authors": list(self.base.authors)}
        return self.puzzle.record(number) | more


async def make(shop: Workshop, source: Source) -> Summary:
    """Carry out every step, write the files, and say what became of what.

    The folder then has `puzzles.jsonl`, `set_aside.jsonl` and `summary.json`. Raises `OutageError` if a model cannot be
    reached; what was done is in the folder, and the next call goes on.
    """
    start = time.perf_counter()
    await _must_run(shop.pool)
    formulated = await formulate(shop, source.cases)
    verifiers, traversals = await verify(shop, formulated)
    steps = [
        _reading(source),
        step_of(FORMULATION, formulated),
        step_of(VERIFIERS, verifiers),
        step_of(TRAVERSAL, traversals),
    ]
    whole, checks = await _checked(shop, [base_of(each) for each in traversals if each.ok])
    reduction = await reduce(shop, [each.base for each in whole], [each.program for each in whole])
    expansion = await expand(shop, [each.base for each in whole]) if shop.options.expand else []
    reduced = [Finished(base_of(each), each.result["agrees"], each.result["program"]) for each in reduction if each.ok]
    expanded, more = await _checked(shop, [base for each in expansion for base in _added(each)])
    left, out = deduplicated([*whole, *reduced, *expanded], lambda each: each.puzzle)
    steps += [
        step_of(THIRD_CHECK, [entry for _, entry in (*checks, *more)]),
        step_of(REDUCTION, reduction),
        step_of(EXPANSION, expansion, _attempts(expansion)),
        _deduplication(out, len(left)),
    ]
    aside = [_aside(base, entry) for base, entry in (*checks, *more) if not entry.ok]
    summary = Summary(
        lines=source.lines,
        cases=len(source.cases),
        steps=tuple(steps),
        puzzles=dict(Counter(each.puzzle.origin for each in left)),
        set_aside=len(aside),
        usage=sum((entry.usage for step in _STEPS for entry in shop.ledger.entries(step)), Usage()),
        seconds=round(time.perf_counter() - start, 3),
    )
    shop.ledger.write(PUZZLES, _lines(each.record(number) for number, each in enumerate(left)))
    shop.ledger.write(SET_ASIDE, _lines(aside))
    shop.ledger.write(SUMMARY, summary.model_dump_json(indent=2) + "\n")
    return summary


async def _must_run(pool: Pool) -> None:
    """Refuse to begin where the sandbox refuses verifiers, for nothing would survive. Raises `BenchmarkError`."""
    code = {"inputs_check": "def inputs_check(inputs): return True", "constraint_list": "constraint_list = []"}
    (said,) = await judge(Verifier.model_validate(code), [0], pool=pool)
    if said.problem:
        raise BenchmarkError(f"verifiers cannot be run: {said.problem}")


async def _checked(shop: Workshop, bases: Sequence[Base]) -> tuple[list[Finished], list[tuple[Base, Entry]]]:
    """The puzzles that no agent disagrees with, and every puzzle with its entry of the third check."""
    if not shop.options.third_check:
        return [Finished(base) for base in bases], []
    pairs = list(zip(bases, await third_check(shop, bases), strict=True))
    kept = [
        Finished(base, entry.result["agrees"], entry.result["program"] if entry.result["agrees"] else None)
        for base, entry in pairs
        if entry.ok
    ]
    return kept, pairs


def _added(entry: Entry) -> list[Base]:
    return [base_of(entry.model_copy(update={"result": each})) for each in entry.result.get("expanded", ())]


def _attempts(entries: Sequence[Entry]) -> dict[str, int]:
    """How many added constraints were kept, and why the others were not."""
    kept = sum(len(entry.result.get("expanded", ())) for entry in entries)
    failed = Counter(each["reason"] for entry in entries for each in entry.result.get("failures", ()))
    return {"constraint added": kept, **dict(failed.most_common())} if entries else {}


def _reading(source: Source) -> Step:
    """The step from lines to questions; one with options gives several cases."""
    lost = {reason: Tally.model_validate(tally) for reason, tally in source.reasons().items()}
    read = source.lines - len(source.lost)
    return Step(name=READING, given=source.lines, survived=read, lost=lost)


def _deduplication(out: Mapping[str, str], left: int) -> Step:
    entries = [Entry(id=name, ok=False, reason=reason) for name, reason in out.items()]
    step = step_of(DEDUPLICATION, entries)
    return step.model_copy(update={"given": left + len(out), "survived": left})


def _aside(base: Base, entry: Entry) -> dict[str, Any]:
    """A line of the puzzles that are set aside: the puzzle with its verifier, the agent's program, who says what."""
    record = Finished(base).record(0)
    names = ("arrangement", "verifier_says", "program_says")
    own = {name: record[name] for name in ("id", "source", "origin", "lang", "prompt", "code", "space")}
    return own | {name: entry.result.get(name, "") for name in names} | {"program": entry.result.get("program")}


def _lines(records: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records)
