"""The exact scores of a run on logic grids beside a model's grades and people's, and how well they agree."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from solvent.agents.state import Usage
from solvent.benchmarks.analysis.agreement import Agreement, Grade, agreement
from solvent.benchmarks.analysis.grade_file import ModelGrade
from solvent.benchmarks.analysis.human_grades import HumanGrade
from solvent.benchmarks.analysis.model_grades import key_of
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.records import CaseRecord

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

Key = tuple[str, int]
# The estimate, then the reference with which it is compared.
_PAIRS = (("model", "people"), ("exact", "people"), ("model", "exact"))


@dataclass(frozen=True)
class GradeReport:
    """The graded cases of one run.

    `records` are those with a usable key, `without_key` counts the others. `model` and `people` are grades by id and
    epoch, None if there was no such grader; `failed` says why the model could not grade a case.
    """

    run: str
    benchmark: str
    records: tuple[CaseRecord, ...]
    without_key: int = 0
    grader: str = ""
    model: Mapping[Key, ModelGrade] | None = None
    failed: Mapping[Key, str] = field(default_factory=dict)
    people: Mapping[Key, HumanGrade] | None = None

    @property
    def grades(self) -> dict[str, dict[Key, Grade]]:
        """The grades of each grader by case; cases without a grade are left out."""
        exact = {record.key: Grade.of(record.score.right, record.score.total) for record in self.records}
        found = {"exact": exact}
        if self.model is not None:
            found["model"] = {key: each.grade for key, each in self.model.items() if each.grade is not None}
        if self.people is not None:
            found["people"] = {key: each.grade for key, each in self.people.items() if each.grade is not None}
        return found

    @property
    def agreements(self) -> dict[str, Agreement]:
        """How well the graders agree on the cases that both graded, by names such as `model_people`."""
        grades = self.grades
        return {
            f"{one}_{other}": agreement([(grades[one][k], grades[other][k]) for k in grades[one] if k in grades[other]])
            for one, other in _PAIRS
            if one in grades and other in grades
        }

    @property
    def summaries(self) -> dict[str, dict[str, Any]]:
        """The number of grades of each grader, their mean share, and how many cases are fully solved."""
        found = {name: _summary(grades.values()) for name, grades in self.grades.items()}
        # An answer may be wrong as a whole although every cell of the key is right: it has more rows, say.
        found["exact"]["fully_solved"] = sum(record.score.strict for record in self.records)
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the object for one run that `grade --json` prints."""
        grades = self.grades
        graders = self.summaries
        if self.model is not None:
            usage = sum((each.usage for each in self.model.values()), Usage())
            graders["model"] |= {
                "name": self.grader,
                "without_grade": sum(each.grade is None for each in self.model.values()),
                "other_total": len(
                    [k for k, grade in grades["model"].items() if grade.total != grades["exact"][k].total]
                ),
                "failed": {_name(key): why for key, why in self.failed.items()},
                "usage": usage.model_dump(mode="json"),
            }
        if self.people is not None:
            graders["people"]["not_gradable"] = sum(each.grade is None for each in self.people.values())
        return {
            "run": self.run,
            "benchmark": self.benchmark,
            "n": len(self.records),
            "without_key": self.without_key,
            "graders": graders,
            **self._published(),
            "agreement": {name: asdict(found) for name, found in self.agreements.items()},
            "cases": [self._case(record, grades) for record in self.records],
        }

    def _published(self) -> dict[str, Any]:
        """Return the model's grades in the metrics of ZPS, where a case without a grade has no points."""
        if self.model is None:
            return {}
        grades = self.grades["model"].values()
        n = len(self.records)
        share = float(sum(grade.share for grade in grades)) / n
        return {"metrics": {"zps_partial": share, "zps_solved": sum(grade.full for grade in grades)}}

    def _case(self, record: CaseRecord, grades: Mapping[str, Mapping[Key, Grade]]) -> dict[str, Any]:
        told = {name: _plain(found.get(record.key)) for name, found in grades.items()}
        person = (self.people or {}).get(record.key)
        return {"id": record.id, "epoch": record.epoch, **told, **({"reason": person.reason} if person else {})}

    def tables(self) -> "Group":
        """Lay out the report for people."""
        from rich.console import Group
        from rich.text import Text

        agreements = [_agreement_table(self.agreements)] if self.agreements else []
        notes = [f"{self.without_key} cases have no usable key and are left out"] if self.without_key else []
        return Group(self._grader_table(), *agreements, *map(Text, notes))

    def _grader_table(self) -> "Table":
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table(title=f"{self.benchmark}: {self.run}", box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("grades by", no_wrap=True)
        for name in ("n", "partial score", "fully solved"):
            table.add_column(name, justify="right")
        for name, told in self.summaries.items():
            who = Text(self.grader if name == "model" else name)
            table.add_row(who, str(told["n"]), _number(told["partial_score"]), str(told["fully_solved"]))
        return table


def gradable(records: Iterable[CaseRecord], run: str) -> tuple[list[CaseRecord], int]:
    """Return the records with a usable key, and the number of the others. Raises `BenchmarkError` if all are others."""
    found = list(records)
    kept = [record for record in found if key_of(record) is not None and record.score.total]
    if not kept:
        what = "no cases yet" if not found else "no logic grids with a usable key, and nothing else is graded"
        raise BenchmarkError(f"{run} holds {what}")
    return kept, len(found) - len(kept)


def _summary(grades: Iterable[Grade]) -> dict[str, Any]:
    found = list(grades)
    mean = float(sum(grade.share for grade in found) / len(found)) if found else None
    return {"n": len(found), "partial_score": mean, "fully_solved": sum(grade.full for grade in found)}


def _plain(grade: Grade | None) -> dict[str, int | float] | None:
    if grade is None:
        return None
    points, total = (int(part) if part.denominator == 1 else float(part) for part in (grade.points, grade.total))
    return {"points": points, "total": total}


def _name(key: Key) -> str:
    return key[0] if key[1] == 1 else f"{key[0]}#{key[1]}"


def _agreement_table(found: Mapping[str, Agreement]) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title="agreement (shares in %)", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("estimate, reference", no_wrap=True)
    names = ("n", "exact match", "abs. diff.", "rel. diff.", "over", "under", "joint full", "Spearman")
    for name in names:
        table.add_column(name, justify="right")
    for pair, each in found.items():
        table.add_row(pair.replace("_", ", "), str(each.n), *_cells(each))
    return table


def _cells(each: Agreement) -> Sequence[str]:
    return (
        _percent(each.exact_match),
        _number(each.mean_absolute_difference),
        _percent(each.mean_relative_difference),
        _percent(each.over_estimated),
        _percent(each.under_estimated),
        _percent(each.joint_full_credit),
        _number(each.spearman),
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.2f}"
