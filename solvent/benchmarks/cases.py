"""What the benchmarks share: a case with its gold answer, a score, a result, a set of puzzles."""

import re
import statistics
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.solvers import SolventError

if TYPE_CHECKING:
    from solvent.agents.state import Answer, Example
    from solvent.benchmarks.records import CaseRecord
    from solvent.solvers import Pool


class BenchmarkError(SolventError):
    """A benchmark is unknown, or its data cannot be read."""


@dataclass(frozen=True)
class Case:
    """One puzzle of a set.

    `text` is all that a solver may see. `gold` is the right answer in the shape of `Answer.answer`, `key` is whatever
    else the scorer needs. `broken` says why the gold answer is unusable (the case still counts, as wrong); `unscored`
    says why there is no scorer yet (the case is left out, with a message). `options` are passed to `asolve`.
    """

    id: str
    group: str
    text: str
    gold: Any
    key: Any = None
    broken: str = ""
    unscored: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Score:
    """Whether an answer is right: `strict` compares it with the gold answer by meaning, `official` as the set's scorer.

    `right`, `answered` and `total` count subtasks (defined by each set) under the strict comparison, `official_right`
    under the official one. `note` says why an answer is wrong, if the scorer knows; `apart` holds additional fields
    that affect none of the above.
    """

    strict: bool = False
    official: bool = False
    right: int = 0
    answered: int = 0
    total: int = 0
    official_right: int = 0
    note: str = ""
    apart: Mapping[str, Any] = field(default_factory=dict)


Metrics = dict[str, float | None]


@dataclass(frozen=True)
class Comparison:
    """A run beside published results, as shares: `mine` is task -> metrics, `published` is model -> task -> metrics.

    `source` says where the results were published, `shown` which metric a table shows.
    """

    mine: dict[str, Metrics]
    published: dict[str, dict[str, Metrics]]
    source: str
    shown: str


def common_metrics(records: Sequence["CaseRecord"]) -> Metrics:
    """Compute the metrics that every set has; `records` must not be empty.

    `accuracy` counts right answers of any status over all cases, failures included.
    """
    verified = [record for record in records if record.status == "verified"]
    return {
        "accuracy": statistics.fmean(record.score.strict for record in records),
        "verified_share": len(verified) / len(records),
        "verified_precision": statistics.fmean(record.score.strict for record in verified) if verified else None,
    }


@dataclass(frozen=True)
class Wanted:
    """What is asked of a set that generates its cases; a source of random numbers that begins with `seed` picks them.

    `groups` are names of groups or, where there is none, prefixes of names (none: all groups). `limit` is the number of
    cases in total (None: what is usual for the set), `options` sets what else the set lets one choose, and `examples`
    is the most worked examples that a case may be shown.
    """

    seed: int = 0
    groups: tuple[str, ...] = ()
    limit: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    examples: int = 0


@dataclass(frozen=True)
class Drawn:
    """Generated cases, examples for their prompts, and notes on what was left out."""

    cases: "Sequence[Case]"
    examples: "Sequence[Example]" = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Benchmark:
    """A set of puzzles with gold answers; `layout` describes its files, `source` says where to get them.

    `reader` reads the set's folder or file in its public layout and raises `BenchmarkError` if that fails. A set that
    is not stored anywhere has `generate` instead: the same `Wanted` gives the same cases, which a pool may check, and
    `BenchmarkError` says what cannot be generated. `score` takes any JSON value (None for no answer) and never raises;
    `judge`, if given, replaces it and may run programs. `metrics` takes the records of a group or of all cases;
    `compare` puts them beside published results. `extract` reads the answer in a model's plain reply as the set's paper
    does, strictly; it is a pure function that never raises, and returns None if there is no answer. `asks` says, below
    the text, in which form such a reply should end. `remarks` says what a summary has to tell of the cases themselves,
    a sentence each. `examples` gives the set's own examples for prompts; those with the
    id of a case are of that case.
    """

    name: str
    layout: str
    source: str
    reader: Callable[[Path], list[Case]] | None
    score: Callable[[Case, Any], Score]
    metrics: "Callable[[Sequence[CaseRecord]], Metrics]" = field(default=common_metrics)
    judge: "Callable[[Case, Answer, Pool], Awaitable[Score]] | None" = None
    compare: "Callable[[Sequence[CaseRecord]], Comparison] | None" = None
    extract: Callable[[Case, str], Any] | None = None
    asks: Callable[[Case], str] | None = None
    remarks: "Callable[[Sequence[CaseRecord]], list[str]] | None" = None
    examples: "Callable[[Sequence[Case]], list[Example]] | None" = None
    generate: "Callable[[Wanted, Pool], Awaitable[Drawn]] | None" = None

    def load(self, path: Path) -> list[Case]:
        """Read the cases, at least one. Raises `BenchmarkError`, which says what is wrong and what was expected."""
        if self.reader is None:
            raise BenchmarkError(f"{self.name} is generated, and read from no file: leave out the path of its data")
        if not path.exists():
            raise wrong_layout(f"{path} does not exist", self.layout, self.source)
        cases = self.reader(path)
        if not cases:
            raise wrong_layout(f"{path} contains no cases", self.layout, self.source)
        return cases


def matching(groups: Sequence[str], known: Sequence[str]) -> set[str]:
    """Return the known groups with these names, or else with these prefixes; all if none is named.

    Raises `BenchmarkError` for one that is not there.
    """
    wanted: set[str] = set() if groups else set(known)
    for group in groups:
        found = [name for name in known if name == group] or [name for name in known if name.startswith(group)]
        if not found:
            raise BenchmarkError(f"there is no group {group!r} in this data; it has {', '.join(known)}")
        wanted.update(found)
    return wanted


def natural(text: str) -> list[tuple[int, str]]:
    """Return a sort key that puts `puzzle_2` before `puzzle_10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", text) if part]


def read_text(path: Path) -> str:
    """Read the text of a small file of a set; text that is not UTF-8 is read as Windows-1252."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BenchmarkError(f"cannot read {path}: {error.strerror}") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def wrong_layout(what: str, layout: str, source: str) -> BenchmarkError:
    """Return the error for a path that does not hold the set."""
    return BenchmarkError(f"{what}; expected {layout}. The set is available from {source}.")
