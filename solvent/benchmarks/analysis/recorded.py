"""Recorded runs as reports see them: their cases in a fixed order, what sets them apart, and their names."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from solvent.agents.settings import Settings
from solvent.benchmarks.analysis.grade_file import Key, ModelGrade, read_grades
from solvent.benchmarks.analysis.statistics import Interval, wilson
from solvent.benchmarks.cases import natural
from solvent.benchmarks.records import CaseRecord, RunRecord
from solvent.benchmarks.runs.folder import read_cases, read_run, run_folders
from solvent.explanations.visible import shown

# Without a model, these change nothing.
_MODEL_ONLY = {
    "checkers", "contract", "decomposition", "lead", "level", "portion", "rules", "samples", "sampling_temperature",
    "seed", "temperature", "verification", "votes",
}  # fmt: skip
_ELSEWHERE = {"url", "prices", "connections"}  # where a model is served does not change its answers

Factors = dict[str, Any]


@dataclass(frozen=True)
class RecordedRun:
    """A run and its records, sorted by case and epoch, and a model's grades for them, if it was graded.

    `name` is its folder's, relative to the one that was given.
    """

    name: str
    run: RunRecord
    cases: tuple[CaseRecord, ...]
    grades: Mapping[Key, ModelGrade] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The settings of the run."""
        return self.run.settings

    @property
    def model(self) -> str:
        """The author's name, or `rules`."""
        author = self.settings.model_of("author")
        return shown(author.name) if author else "rules"

    @property
    def by_model(self) -> bool:
        """Whether a model took part."""
        return bool(self.settings.models)

    @property
    def framework(self) -> str:
        """The frameworks, or `automatic`."""
        return ", ".join(self.settings.frameworks) or "automatic"

    @property
    def level(self) -> int | None:
        """The level of guidance; None without a model, which it is for."""
        return self.settings.level if self.by_model else None

    @property
    def method(self) -> str:
        """What was done at inference time, in CP-Bench's terms: `plain` is one program without review."""
        if not self.by_model:
            return "rules"
        samples, reviews = self.settings.samples, self.settings.verification
        parts = [f"sampling {samples}"] if samples > 1 else []
        parts += [f"self-verification {reviews}"] if reviews else []
        return " + ".join(parts) or "plain"

    @property
    def expected(self) -> int:
        """The number of records of the finished run."""
        return self.run.data.cases * self.run.epochs

    @property
    def done(self) -> str:
        """How much of it was run: `101`, or `37 of 101` if it is unfinished."""
        n = len(self.cases)
        return str(n) if n >= self.expected else f"{n} of {self.expected}"

    @cached_property
    def factors(self) -> Factors:
        """The settings that may change an answer, flat, under short names."""
        found: Factors = {"model": self.model, "framework": self.framework}
        for name, value in flat(self.settings).items():
            first, *rest = name.split(".")
            if first == "models":
                if rest[0] != "author" and rest[-1] not in _ELSEWHERE:
                    found[rest[0]] = value
            elif first != "frameworks" and (self.by_model or first not in _MODEL_ONLY):
                found[name] = value
        if self.run.data.generated:
            told = self.run.data
            if found.get("seed") == told.seed:  # `solvent bench --seed` is both
                del found["seed"]
            found |= {"data.seed": told.seed, "data.groups": ", ".join(told.groups), "data.limit": told.limit}
            found |= {f"data.{name}": str(value) for name, value in told.options.items()}
        return found

    @property
    def data(self) -> str:
        """What runs over the same data have in common; generated data are one set, from whatever seed and options."""
        return "" if self.run.data.generated else self.run.data.sha256

    @cached_property
    def by_case(self) -> dict[str, list[float]]:
        """For each case, 1 or 0 for each epoch: whether its answer is right."""
        return scores(self.cases)

    def graded(self) -> tuple[float, int] | None:
        """The mean share of points and the number of full grades by a model, None if there are no grades.

        A case without a grade has no points.
        """
        if not self.grades:
            return None
        grades = [self.grades[record.key].grade for record in self.cases if record.key in self.grades]
        known = [grade for grade in grades if grade is not None]
        return float(sum(grade.share for grade in known)) / len(self.cases), sum(grade.full for grade in known)

    def share(self) -> tuple[float | None, Interval | None]:
        """Accuracy and its interval."""
        return accuracy(self.cases)


def read(paths: Iterable[Path]) -> list[RecordedRun]:
    """Read the runs at or below some folders, each once. Raises BenchmarkError."""
    found: dict[Path, RecordedRun] = {}
    for path in paths:
        for folder in run_folders([path]):
            name = folder.resolve().name if folder == path else folder.relative_to(path).as_posix()
            if folder.resolve() not in found:
                found[folder.resolve()] = read_one(folder, name)
    return sorted(found.values(), key=order)


def read_one(folder: Path, name: str) -> RecordedRun:
    """Read the run of a folder. Raises BenchmarkError."""
    records = sorted(read_cases(folder), key=lambda record: (natural(record.id), record.epoch))
    return RecordedRun(shown(name), read_run(folder), tuple(records), read_grades(folder))


def order(run: RecordedRun) -> tuple[Any, ...]:
    """A key that puts runs of one data set next to each other, and those with like settings."""
    names = [natural(text) for text in (run.run.benchmark, run.data, run.model, run.framework)]
    options = [natural(f"{name}={value}") for name, value in run.run.data.options.items()]
    settings = run.level or 0, run.settings.samples, run.settings.verification
    return *names, options, run.run.data.seed, *settings, natural(run.name)


def flat(settings: Settings) -> dict[str, Any]:
    """All settings under dotted names; lists become text."""
    found: dict[str, Any] = {}

    def walk(prefix: str, value: Any) -> None:
        if isinstance(value, dict):
            for name, part in value.items():
                walk(f"{prefix}.{name}" if prefix else name, part)
        else:
            found[prefix] = ", ".join(map(str, value)) if isinstance(value, list) else value

    walk("", settings.model_dump(mode="json"))
    return found


def varying(runs: Sequence[RecordedRun]) -> list[str]:
    """The names of the settings that differ between runs that have them."""
    names = dict.fromkeys(name for run in runs for name in run.factors)
    return [name for name in names if len({run.factors[name] for run in runs if name in run.factors}) > 1]


def labels_of(runs: Sequence[RecordedRun], leave_out: Sequence[str] = ()) -> list[str]:
    """A name for each run: the settings in which it differs from the others, without some of them.

    Equal names are told apart by their folders, unless something is left out.
    """
    names = [name for name in varying(runs) if name not in leave_out]
    found = [", ".join(in_words(name, run.factors[name]) for name in names if name in run.factors) for run in runs]
    if leave_out:
        return found
    found = [label or run.model for label, run in zip(found, runs, strict=True)]
    counts = Counter(found)
    return [f"{label} ({run.name})" if counts[label] > 1 else label for label, run in zip(found, runs, strict=True)]


def in_words(name: str, value: Any) -> str:
    """A setting for people: `level 2`, `8 samples`, `cpmpy`."""
    known = {
        "model": f"{value}",
        "framework": f"{value} framework" if value == "automatic" else f"{value}",
        "samples": f"{value} sample{'s' * (value != 1)}",
        "verification": f"{value or 'no'} review{'s' * (value != 1)}",
        "checkers": "with checkers" if value else "without checkers",
        "rules": "with rules" if value else "without rules",
        "decomposition": "decomposed" if value else "not decomposed",
    }
    words = name.removeprefix("data.").replace(".", " ").replace("_", " ")
    value = f"{value:g}" if isinstance(value, float) else value
    return shown(known.get(name) or (f"no {words}" if value in (None, "") else f"{words} {value}"))


def scores(records: Iterable[CaseRecord]) -> dict[str, list[float]]:
    """For each case, 1 or 0 for each epoch: whether its answer is right."""
    found: dict[str, list[float]] = {}
    for record in records:
        found.setdefault(record.id, []).append(float(record.right))
    return found


def accuracy(records: Sequence[CaseRecord]) -> tuple[float | None, Interval | None]:
    """The share of right records with its Wilson interval, where the epochs of a case count as one observation."""
    if not records:
        return None, None
    cases, share = len({record.id for record in records}), fmean(record.right for record in records)
    return share, wilson(share * cases, cases)
