"""`solvent grade`: what a model and people say of recorded runs.

Runs on logic grids: the exact scores, a model's grades and people's, and how well they agree. Runs on AutoLogi: the
classes of the errors.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import UsageError, add_one_model, command, one_model, say
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.agents.models.client import Model
    from solvent.agents.settings import ModelChoice
    from solvent.benchmarks.analysis.error_classes import ErrorReport, ModelClass
    from solvent.benchmarks.analysis.grade_file import ModelGrade
    from solvent.benchmarks.analysis.grade_report import GradeReport

    Report = ErrorReport | GradeReport


_CLASSED = "autologi"  # the set whose errors are classed


def register(commands: Any) -> None:
    """Add the command."""
    epilog = (
        "What the model says is recorded in DIR as it comes; the same command goes on where it stopped.\n"
        "exit codes: 0 completed, whatever the grades; 2 unusable input, 1 internal error, 130 interrupted"
    )
    text = "grade recorded runs on logic grids, or class the errors of those on autologi"
    parser = command(commands, "grade", run, text, epilog)
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folder of a run, or of several (`bench --out`)")
    text = "people's grades, as CSV with the columns id, gradable, points, total, reason"
    parser.add_argument("--human", metavar="FILE.csv", help=text)
    text = "a model that grades each solution, or classes each error"
    add_one_model(parser.add_argument_group("grading by a model"), text)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Grade and print the report."""
    import asyncio

    reports = asyncio.run(_grade(options))
    for report in reports:
        _tell_failed(report)
    if options.json:
        put(dumps({"runs": [report.to_json() for report in reports]}))
        return 0
    from solvent.cli.render import console

    for report in reports:
        console().print(report.tables())
    return 0


async def _grade(options: argparse.Namespace) -> list["Report"]:
    from solvent.benchmarks.analysis.agreement import require_scipy
    from solvent.benchmarks.runs.folder import run_folders

    choice = one_model(options)
    folders = run_folders(map(Path, options.folders))
    if options.human and len(folders) > 1:
        raise UsageError(f"--human grades are for one run, but {len(folders)} were given; name one of them.")
    reports = [_without_model(folder, options.human) for folder in folders]  # all are read before anything is paid for
    if (options.human or choice) and any(report.benchmark != _CLASSED for report in reports):
        require_scipy()
    return reports if choice is None else await _by_model(reports, choice)


def _without_model(folder: Path, human: str | None) -> "Report":
    """The errors of format of a run on autologi; of others, the exact scores, and people's grades."""
    from solvent.benchmarks.analysis.error_classes import ErrorReport
    from solvent.benchmarks.analysis.grade_report import GradeReport, gradable
    from solvent.benchmarks.analysis.human_grades import read_human_grades
    from solvent.benchmarks.runs.folder import read_cases, read_run

    run, every = read_run(folder), list(read_cases(folder))
    if run.benchmark == _CLASSED:
        if human:
            raise UsageError(f"--human grades are of logic grids, and {folder} is a run on {_CLASSED}.")
        return ErrorReport.of(str(folder), run.benchmark, every)
    records, without_key = gradable(every, str(folder))
    people = read_human_grades(Path(human), {record.key for record in every}) if human else None
    return GradeReport(str(folder), run.benchmark, tuple(records), without_key, people=people)


async def _by_model(reports: list["Report"], choice: "ModelChoice") -> list["Report"]:
    """The reports with what a model says. Raises ModelError if no request to it can succeed."""
    from solvent.agents.context import models_of
    from solvent.agents.settings import Settings
    from solvent.benchmarks.analysis.error_classes import ErrorReport

    model = models_of(Settings(models={"author": choice}), {})["author"]
    found: list[Report] = []
    for report in reports:
        if isinstance(report, ErrorReport):
            found.append(await _classed(report, choice, model))
        else:
            found.append(await _graded(report, choice, model))
    return found


async def _graded(report: "GradeReport", choice: "ModelChoice", model: "Model") -> "GradeReport":
    from solvent.agents import grading
    from solvent.benchmarks.analysis.grade_file import JudgedFile, ModelGrade
    from solvent.benchmarks.analysis.model_grades import grade_all

    progress = _show_grade if sys.stderr.isatty() else None
    with JudgedFile(ModelGrade, Path(report.run), choice.name, grading.prompt_hash()) as file:
        grades, failed = await grade_all(file, report.records, model, connections=choice.connections, progress=progress)
    return replace(report, grader=choice.name, model=grades, failed=failed)


async def _classed(report: "ErrorReport", choice: "ModelChoice", model: "Model") -> "ErrorReport":
    from solvent.agents import error_classes
    from solvent.benchmarks.analysis.error_classes import ModelClass, class_all
    from solvent.benchmarks.analysis.grade_file import JudgedFile

    progress = _show_class if sys.stderr.isatty() else None
    with JudgedFile(ModelClass, Path(report.run), choice.name, error_classes.prompt_hash()) as file:
        classes, failed = await class_all(file, report, model, connections=choice.connections, progress=progress)
    return replace(report, grader=choice.name, model=classes, failed=failed)


def _tell_failed(report: "Report") -> None:
    if report.failed:
        case, why = next(iter(report.failed.items()))
        count = len(report.failed)
        say(f"{report.run}: {report.grader} graded all but {count} of the cases ({case[0]}: {why})")


def _show_class(said: "ModelClass", done: int, total: int) -> None:
    say(f"{done}/{total} {said.id}: {said.error_class or 'no class in the reply'}")


def _show_grade(grade: "ModelGrade", done: int, total: int) -> None:
    told = "no grade in the reply" if grade.points is None else f"{grade.points}/{grade.total}"
    say(f"{done}/{total} {grade.id}: {told}")
