"""Finished models for CP-Bench, in its public submission format: reading, running and scoring them."""

import ast
import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from solvent.benchmarks import cp_official
from solvent.benchmarks.cases import BenchmarkError, read_text
from solvent.benchmarks.cp_bench import DataSet
from solvent.benchmarks.cp_reference import LIMITS, SECONDS, Judgement, Problem, References, judge, versions
from solvent.solvers import Pool, Program, SolverUnavailableError, Status
from solvent.solvers.json_text import read_json
from solvent.solvers.processes.child_report import ScriptResult
from solvent.solvers.programs.marked_file import UnbalancedError

FRAMEWORKS = ("cpmpy", "minizinc", "ortools")
_NO_SOLUTION = ("INFEASIBLE", "MODEL_INVALID")
_UNSATISFIABLE = "=====UNSATISFIABLE====="

Progress = Callable[[str, "Scored", int, int], None]


@dataclass(frozen=True)
class Submission:
    """The models of a file by problem id, and the errors of unusable lines by line number."""

    models: dict[str, str]
    bad_lines: dict[int, str]


def read_submission(path: Path) -> Submission:
    """Read a JSONL file of `id` and `model`; of equal ids, the first counts. Raises BenchmarkError if there is none."""
    models: dict[str, str] = {}
    bad: dict[int, str] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = read_json(line)
        except ValueError as error:
            bad[number] = f"not valid JSON: {error}"
            continue
        if not isinstance(row, dict) or not isinstance(row.get("id"), str) or not isinstance(row.get("model"), str):
            bad[number] = "not an object with the strings `id` and `model`"
        elif row["id"] in models:
            bad[number] = f"duplicate id {row['id']}: only its first model is scored"
        else:
            models[row["id"]] = row["model"]
    if not models:
        why = "; ".join(f"line {number}: {what}" for number, what in list(bad.items())[:3]) or "it is empty"
        raise BenchmarkError(f"{path} contains no models ({why}); expected a JSONL file with id and model on each line")
    return Submission(models, bad)


@dataclass(frozen=True)
class Scored(Judgement):
    """The verdict on one submitted model.

    `solver_call` is False if an answer was printed without calling CP-SAT, None if unknown; `seconds` is wall time.
    """

    solver_call: bool | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class SubmissionReport:
    """The result of scoring a submission; `excluded` are problems whose reference fails here, which are not counted.

    `unsaved` says why the references could not be cached.
    """

    scored: dict[str, Scored]
    excluded: dict[str, str]
    slow: dict[str, str]
    unknown: tuple[str, ...]
    bad_lines: dict[int, str]
    n_dataset: int
    seconds: float
    versions: dict[str, str] = field(default_factory=versions)
    unsaved: str = ""

    def share(self, reading: str, over: int | None = None) -> float | None:
        """Return the accuracy in a reading, over the scored models or another total; None if that is zero."""
        over = len(self.scored) if over is None else over
        return sum(getattr(each, reading) for each in self.scored.values()) / over if over else None

    def to_json(self) -> dict[str, Any]:
        """Return the object that `score --json` prints."""
        readings = ("official", "strict")
        errors = Counter(each.error for each in self.scored.values() if each.error)
        return {
            "n": len(self.scored),
            "n_dataset": self.n_dataset,
            **{reading: self.share(reading) for reading in readings},
            **{f"{reading}_of_dataset": self.share(reading, self.n_dataset) for reading in readings},
            "errors": dict(sorted(errors.items())),
            "no_solver_call": self.no_solver_call,
            "excluded": self.excluded,
            "slow_references": self.slow,
            "unknown_ids": list(self.unknown),
            "bad_lines": {str(number): why for number, why in self.bad_lines.items()},
            "evaluator": cp_official.COMMIT,
            "versions": self.versions,
            "verdicts": {name: asdict(each) for name, each in self.scored.items()},
            "seconds": self.seconds,
        }

    @property
    def no_solver_call(self) -> list[str]:
        """The problems whose answer was printed by a program that called no solver that we know of."""
        return [name for name, each in self.scored.items() if each.solver_call is False]


def framework_of(model: str) -> str:
    """Guess the framework of a model: MiniZinc unless it is Python; OR-Tools if it imports that but not CPMpy."""
    try:
        tree = ast.parse(model)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "minizinc" if re.search(r"\bsolve\b[^;]*;", model) else "cpmpy"
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    packages = {name.partition(".")[0] for name in imported}
    return "ortools" if "ortools" in packages and "cpmpy" not in packages else "cpmpy"


async def score(
    data: DataSet,
    submission: Submission,
    pool: Pool,
    *,
    framework: str | None = None,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> SubmissionReport:
    """Score a submission, as many models at a time as the pool has workers.

    `framework` applies to all models; None guesses it for each. References that had to be run are saved in `cache`.
    """
    problems = {problem.id: problem for problem in data.problems}
    references = References(pool, cache, data.digest)
    known = [name for name in submission.models if name in problems]
    scored: dict[str, Scored] = {}
    waiting = iter(known)
    start = time.perf_counter()

    async def work() -> None:
        for name in waiting:
            model = submission.models[name]
            each = scored[name] = await _score_one(problems[name], model, framework, references)
            if progress:
                progress(name, each, len(scored), len(known))

    unsaved = ""
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(pool.workers):
                group.create_task(work())
    finally:
        try:
            references.save()
        except BenchmarkError as error:  # the scores matter more than the cache
            unsaved = str(error)
    seen = {name: await references.get(problems[name]) for name in known}
    failing = {name: each.failure for name, each in seen.items() if each.failure and not each.slow}
    slow = {name: each.failure for name, each in seen.items() if each.slow}
    slow |= {name: f"it takes {each.seconds:.0f} s" for name, each in seen.items() if each.seconds > SECONDS / 6}
    return SubmissionReport(
        scored={name: scored[name] for name in known if name not in failing},
        excluded=failing,
        slow={name: slow[name] for name in known if name in slow},
        unknown=tuple(name for name in submission.models if name not in problems),
        bad_lines=submission.bad_lines,
        n_dataset=len(problems),
        seconds=time.perf_counter() - start,
        unsaved=unsaved,
    )


async def _score_one(problem: Problem, model: str, framework: str | None, references: References) -> Scored:
    """Score a model; any error is recorded as its failure and does not stop the others."""
    start = time.perf_counter()
    try:
        return await _scored(problem, model, framework or framework_of(model), references)
    except SolverUnavailableError as error:
        fault = Judgement(strict=False, official=False, reason=str(error), error="unavailable")
    except Exception as error:  # noqa: BLE001  # one model must not end a run of hundreds
        why = f"it could not be scored: {type(error).__name__}: {error}"[:300]
        fault = Judgement(strict=False, official=False, reason=why, error="fault")
    return Scored(**asdict(fault), seconds=time.perf_counter() - start)


async def _scored(problem: Problem, model: str, framework: str, references: References) -> Scored:
    start = time.perf_counter()
    reference = await references.get(problem)
    program = Program(framework=framework, preamble=model, contract="script")
    ran = await references.pool.run_script(program, limits=LIMITS)
    heard = ran.ended and (framework != "minizinc" or _has_output(model))
    said = cp_official.extract(ran.text) if heard else None
    verdict = await judge(problem, reference, ran.outcome.answer, said, references.pool)
    if not ran.outcome.status.solved and verdict.error != "reference":
        error, reason = _fault(ran)
        verdict = Judgement(strict=False, official=verdict.official, reason=reason, error=error)
    called = None if ran.calls is None or not ran.outcome.status.solved else ran.calls > 0
    return Scored(**asdict(verdict), solver_call=called, seconds=time.perf_counter() - start)


def _fault(ran: ScriptResult) -> tuple[str, str]:
    """Return the type of error of a program without an answer, and what happened."""
    outcome = ran.outcome
    if outcome.status is Status.TIMEOUT:
        return "time_limit", outcome.message
    if outcome.status is Status.BAD_ANSWER:
        if ran.found in _NO_SOLUTION or _UNSATISFIABLE in ran.text:
            return "unsatisfiable", "the submitted model has no solution"
        return "output", outcome.message
    return "execution", outcome.message or str(outcome.status)


def _has_output(model: str) -> bool:
    """Return whether a MiniZinc model has an output item; without one, the evaluator finds no JSON."""
    from solvent.solvers.engines.minizinc import syntax

    try:
        return any(item.word == "output" for item in syntax.items(model))
    except (UnbalancedError, RecursionError):
        return False


def table(report: SubmissionReport) -> Sequence[str]:
    """Return the lines of the report, for people."""
    shares = [
        f"{reading}: {_percent(report.share(reading))} of {len(report.scored)} submitted, "
        f"{_percent(report.share(reading, report.n_dataset))} of {report.n_dataset} in the set"
        for reading in ("strict", "official")
    ]
    differ = [name for name, each in report.scored.items() if each.strict != each.official]
    lines = [*shares, *(f"{name}: {each.error}: {each.reason}" for name, each in report.scored.items() if each.reason)]
    lines += [f"{name}: the readings differ, official says {report.scored[name].official}" for name in differ]
    lines += [f"{name}: an answer without a solver call" for name in report.no_solver_call]
    lines += [f"{name}: excluded, its reference fails here: {why}" for name, why in report.excluded.items()]
    lines += [f"{name}: slow reference: {why}" for name, why in report.slow.items()]
    lines += [f"{name}: not in the set" for name in report.unknown]
    lines += [f"line {number}: {why}" for number, why in report.bad_lines.items()]
    return [*lines, f"{report.seconds:.1f} s"]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"
