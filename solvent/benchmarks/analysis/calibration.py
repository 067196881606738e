"""Counts how often answers of each pattern were right, and measures how well that predicts other answers.

The expected calibration error (ECE) is the mean over answers of |confidence - share of right ones|, with the patterns
as bins, since confidence is constant in a pattern. On the answers that were counted it flatters: their confidences are
their own shares. It is therefore also measured on parts that were held out of the counts: on each set in turn, and on
five folds of the cases. Small parts raise it, by the spread of their shares alone.
"""

import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from solvent.agents.confidence import FORMAT, MINIMUM, Count, Table, pattern
from solvent.agents.state import Verdict
from solvent.benchmarks.analysis.intervals import wilson
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import read_cases, read_run, run_folders
from solvent.solvers.programs.equality import canonical

_FOLDS = 5


class Observed(NamedTuple):
    """One answer: its set, case and pattern, whether it was `verified`, and whether it was right."""

    set: str
    case: str
    pattern: str
    verified: bool
    right: bool


@dataclass(frozen=True)
class Answers:
    """The answers of some runs, and how many records have none, have no usable gold answer, or repeat another."""

    observed: tuple[Observed, ...]
    unanswered: int = 0
    without_gold: int = 0
    repeated: int = 0


class Error(NamedTuple):
    """An ECE over n answers, None for n = 0; `unknown` more had a pattern of unknown confidence."""

    ece: float | None
    n: int
    unknown: int


def answers_of(paths: Iterable[Path]) -> Answers:
    """Read the answers of the runs at or below some paths. Raises `BenchmarkError`.

    The rules answer a case alike in every run and epoch, so their answers to it count once; those of models each count.
    """
    observed: list[Observed] = []
    seen: set[tuple[str, ...]] = set()
    left_out = {"unanswered": 0, "without_gold": 0, "repeated": 0}
    for folder in run_folders(paths):
        benchmark = read_run(folder).benchmark
        for record in read_cases(folder):
            kind = pattern(record)
            source = record.given_by
            if kind is None or source is None:
                left_out["unanswered"] += 1
                continue
            if record.broken:
                left_out["without_gold"] += 1
                continue
            own = (benchmark, record.id, kind, canonical(record.answer))
            if source.job.by_rules and own in seen:
                left_out["repeated"] += 1
                continue
            seen.add(own)
            verified = record.status is Verdict.VERIFIED
            observed.append(Observed(set_of(benchmark, record), record.id, kind, verified, record.right))
    return Answers(tuple(observed), **left_out)


def set_of(benchmark: str, record: CaseRecord) -> str:
    """The set that a record belongs to: the benchmark, with the task if its groups are levels of tasks."""
    task, slash, _ = record.group.partition("/")
    return f"{benchmark} {task}" if slash else benchmark


def counted(observed: Iterable[Observed]) -> dict[str, Count]:
    """Count the answers of each pattern, in alphabetical order."""
    counts: dict[str, Count] = defaultdict(lambda: Count(0, 0))
    for each in observed:
        n, right = counts[each.pattern]
        counts[each.pattern] = Count(n + 1, right + each.right)
    return dict(sorted(counts.items()))


def filled(table: Table, counts: Table) -> dict[str, Count]:
    """Add to a table the patterns that it lacks."""
    return dict(sorted({**counts, **table}.items()))


def sets_in(file: Path) -> list[str]:
    """The sets that a table names, which `confidence.read` has read."""
    told = json.loads(file.read_text(encoding="utf-8")).get("sets")
    return [str(name) for name in told] if isinstance(told, list) else []


def error(observed: Iterable[Observed], table: Table) -> Error:
    """The ECE of a table's confidences on some answers, with patterns as bins."""
    gap, n, unknown = 0.0, 0, 0
    for kind, (count, right) in counted(observed).items():
        confidence = table[kind].confidence if kind in table else None
        if confidence is None:
            unknown += count
        else:
            n += count
            gap += abs(confidence * count - right)
    return Error(gap / n if n else None, n, unknown)


def held_out(observed: Sequence[Observed], part: Callable[[Observed], str]) -> dict[str, Error]:
    """The ECE on each part, with confidences counted on the other parts."""
    parts = sorted({part(each) for each in observed})
    return {
        name: error(
            [each for each in observed if part(each) == name],
            counted(each for each in observed if part(each) != name),
        )
        for name in parts
    }


def fold(each: Observed) -> str:
    """One of five parts of the cases; all answers to a case are in the same one."""
    return f"fold {zlib.crc32(f'{each.set}/{each.case}'.encode()) % _FOLDS + 1}"


def mean(errors: Iterable[Error]) -> Error:
    """The mean of the ECEs of several parts, weighted by their answers."""
    known = list(errors)
    n = sum(each.n for each in known)
    total = sum(each.ece * each.n for each in known if each.ece is not None)
    return Error(total / n if n else None, n, sum(each.unknown for each in known))


def report(answers: Answers) -> dict[str, Any]:
    """What `solvent calibrate --json` prints. Raises `BenchmarkError` without SciPy."""
    observed = answers.observed
    counts = counted(observed)
    sets = held_out(observed, lambda each: each.set)
    return {
        "n": len(observed),
        "unanswered": answers.unanswered,
        "without_gold": answers.without_gold,
        "repeated": answers.repeated,
        "minimum": MINIMUM,
        "patterns": {name: {**_share(count), "confidence": count.confidence} for name, count in counts.items()},
        "sets": {
            name: {
                "n": sum(each.set == name for each in observed),
                "verified": _share(_all([each for each in observed if each.set == name and each.verified])),
                "held_out": held._asdict(),
            }
            for name, held in sets.items()
        },
        "verified": _share(_all([each for each in observed if each.verified])),
        "ece": {
            "in_sample": error(observed, counts)._asdict(),
            "held_out_sets": mean(sets.values())._asdict(),
            "held_out_folds": mean(held_out(observed, fold).values())._asdict(),
        },
    }


def write(table: Table, file: Path, sets: Iterable[str]) -> None:
    """Write a table that SOLVENT_CALIBRATION may name. Raises `BenchmarkError`."""
    told: Mapping[str, Any] = {
        "format": FORMAT,
        "sets": sorted(set(sets)),
        "patterns": {name: count._asdict() for name, count in table.items()},
    }
    try:
        file.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    except OSError as failure:
        raise BenchmarkError(f"cannot write to {file}: {failure.strerror}; choose another --out") from failure


def _all(observed: Sequence[Observed]) -> Count:
    return Count(len(observed), sum(each.right for each in observed))


def _share(count: Count) -> dict[str, Any]:
    return {
        "n": count.n,
        "right": count.right,
        "share": count.right / count.n if count.n else None,
        "interval": wilson(count.right, count.n),
    }
