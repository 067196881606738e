"""`solvent grade`: the exact scores of recorded runs, a model's grades and people's, and how well they agree."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import UsageError, add_one_model, command, one_model, say
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.agents.settings import ModelChoice
    from solvent.benchmarks.analysis.grade_file import ModelGrade
    from solvent.benchmarks.analysis.grade_report import GradeReport


def register(commands: Any) -> None:
    """Add the command."""
    epilog = (
        "A model's grades are recorded in DIR as they come; the same command goes on where it stopped.\n"
        "exit codes: 0 completed, whatever the grades; 2 unusable input, 1 internal error, 130 interrupted"
    )
    parser = command(commands, "grade", run, "grade recorded runs on logic grids and compare the graders", epilog)
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folder of a run, or of several (`bench --out`)")
    text = "people's grades, as CSV with the columns id, gradable, points, total, reason"
    parser.add_argument("--human", metavar="FILE.csv", help=text)
    add_one_model(parser.add_argument_group("grading by a model"), "a model that grades each solution")
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


async def _grade(options: argparse.Namespace) -> list["GradeReport"]:
    from solvent.benchmarks.analysis.agreement import require_scipy
    from solvent.benchmarks.runs.folder import run_folders

    choice = one_model(options)
    folders = run_folders(map(Path, options.folders))
    if options.human and len(folders) > 1:
        raise UsageError(f"--human grades are for one run, but {len(folders)} were given; name one of them.")
    if options.human or choice:
        require_scipy()  # before anything is paid for
    reports = [_exact(folder, options.human) for folder in folders]  # every folder is read before anything is paid for
    return reports if choice is None else await _by_model(reports, choice)


def _exact(folder: Path, human: str | None) -> "GradeReport":
    """The exact scores of a run, and people's grades."""
    from solvent.benchmarks.analysis.grade_report import GradeReport, gradable
    from solvent.benchmarks.analysis.human_grades import read_human_grades
    from solvent.benchmarks.runs.folder import read_cases, read_run

    run, every = read_run(folder), list(read_cases(folder))
    records, without_key = gradable(every, str(folder))
    people = read_human_grades(Path(human), {record.key for record in every}) if human else None
    return GradeReport(str(folder), run.benchmark, tuple(records), without_key, people=people)


async def _by_model(reports: list["GradeReport"], choice: "ModelChoice") -> list["GradeReport"]:
    """The reports with a model's grades. Raises ModelError if no request to it can succeed."""
    from solvent.agents import grading
    from solvent.agents.context import models_of
    from solvent.agents.settings import Settings
    from solvent.benchmarks.analysis.grade_file import GradeFile
    from solvent.benchmarks.analysis.model_grades import grade_all

    model = models_of(Settings(models={"author": choice}), {})["author"]
    progress = _show_progress if sys.stderr.isatty() else None
    found = []
    for report in reports:
        with GradeFile(Path(report.run), choice.name, grading.prompt_hash()) as file:
            grades, failed = await grade_all(
                file, report.records, model, connections=choice.connections, progress=progress
            )
        found.append(replace(report, grader=choice.name, model=grades, failed=failed))
    return found


def _tell_failed(report: "GradeReport") -> None:
    if report.failed:
        case, why = next(iter(report.failed.items()))
        count = len(report.failed)
        say(f"{report.run}: {report.grader} graded all but {count} of the cases ({case[0]}: {why})")


def _show_progress(grade: "ModelGrade", done: int, total: int) -> None:
    told = "no grade in the reply" if grade.points is None else f"{grade.points}/{grade.total}"
    say(f"{done}/{total} {grade.id}: {told}")
