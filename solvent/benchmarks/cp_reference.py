"""CP-Bench's reference models: their optimum, and their verdict on an answer.

A reference is run once on its own, in the sandbox; its profile and its optimum are kept (`Reference`). An answer is
then judged in one further run, in which the reference is not solved first: the answer's values are bound to its
variables, as data, and the remaining problem is solved.
"""

import asyncio
import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from solvent.benchmarks import cp_official
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.cp_said import GARBLED, Checked, Profile, record
from solvent.solvers import Limits, Outcome, Pool, Program, Status

SECONDS = cp_official.SECONDS
LIMITS = Limits(seconds=SECONDS, memory_mb=4096, output_bytes=4_000_000, threads=os.cpu_count() or 1)
_LIBRARIES = ("cpmpy", "ortools", "numpy")


@dataclass(frozen=True)
class Problem:
    """A problem of the set; `data` and `model` are Python, `keys` are those of an answer, `solution` is an example."""

    id: str
    description: str
    data: str
    model: str
    keys: tuple[str, ...]
    solution: dict[str, Any]
    instances: tuple[dict[str, Any], ...] = ()

    @property
    def script(self) -> str:
        """The reference, ready to run."""
        return f"{self.data}\n{self.model}"

    @property
    def program(self) -> Program:
        """The reference as a program."""
        return Program(framework="cpmpy", preamble=self.script, contract="script")


@dataclass(frozen=True)
class Reference:
    """The result of running a reference on its own.

    `variables` maps names to `int`, `bool` or `other`, or nested lists of these. `late` are the names that the script
    redefines after solving, `listed` those that are Python lists, whose `==` is not a constraint. `seconds` is the
    duration of the run. `failure` says why the reference cannot be used or its optimum is unknown; `slow` means that it
    only ran out of time, and then `variables` are present if the model could at least be built.
    """

    variables: dict[str, Any] = field(default_factory=dict)
    late: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    objective: int | float | None = None
    proven: bool = False
    seconds: float = 0.0
    failure: str = ""
    slow: bool = False

    @classmethod
    def of(cls, outcome: Outcome, keys: Iterable[str]) -> "Reference":
        if not outcome.status.solved:
            slow = outcome.status is Status.TIMEOUT
            why = f"it does not finish within {SECONDS:g} s" if slow else outcome.message or str(outcome.status)
            return cls(failure=why, slow=slow, seconds=outcome.seconds)
        found = record(Profile, outcome.answer)
        if found is None:
            return cls(failure=GARBLED, seconds=outcome.seconds)
        missing = [key for key in keys if key not in found.variables]
        if missing:
            return cls(failure=f"it defines no {', '.join(missing)}", seconds=outcome.seconds)
        return cls(**dict(found), seconds=outcome.seconds)


@dataclass(frozen=True)
class Judgement:
    """Whether an answer is right, in a `strict` and an `official` reading; `reason` says why it is not strictly right.

    `error` is the type of error: `execution`, `output`, `time_limit`, `unsatisfiable`, `wrong` (Michailidis et al.
    2025, section 5), `reference` if the reference is at fault, `unavailable` if the framework is not installed, `fault`
    if scoring itself failed; empty otherwise.
    """

    strict: bool
    official: bool
    reason: str = ""
    error: str = ""


_KEPT = TypeAdapter(dict[str, Reference])


class References:
    """The references of a set, each run once for this data and these libraries; cached in `folder` if one is given."""

    def __init__(self, pool: Pool, folder: Path | None = None, digest: str = "") -> None:
        self.pool = pool
        self._file = None if folder is None else folder / f"cp-bench-{digest[:16]}-{versions_tag()}.json"
        self._kept: dict[str, Reference] = _read(self._file)
        self._running: dict[str, asyncio.Task[Reference]] = {}

    async def get(self, problem: Problem) -> Reference:
        """Return the reference of a problem, running it if necessary."""
        key = hashlib.sha256(problem.script.encode("utf-8", "surrogatepass")).hexdigest()
        if key not in self._kept:
            if key not in self._running:
                self._running[key] = asyncio.create_task(self._run(problem))
            self._kept[key] = await self._running[key]
        return self._kept[key]

    async def _run(self, problem: Problem) -> Reference:
        """Run a reference; any error is recorded as its failure and does not stop the others."""
        try:
            return await self._examined(problem)
        except Exception as error:  # noqa: BLE001  # one reference must not end a run of hundreds
            return Reference(failure=f"{type(error).__name__}: {error}"[:300])

    async def _examined(self, problem: Problem) -> Reference:
        request = {"names": list(problem.keys), "whole": True}
        found = Reference.of(await self.pool.examine(problem.program, request, limits=LIMITS), problem.keys)
        if not found.slow:
            return found
        # It can still judge answers that need no optimum.
        request["whole"] = False
        seen = Reference.of(await self.pool.examine(problem.program, request, limits=LIMITS), problem.keys)
        return replace(seen, seconds=found.seconds, failure=seen.failure or found.failure, slow=True)

    def save(self) -> None:
        """Write the cache, if there is one and anything was run. Raises BenchmarkError."""
        if self._file is None or not self._running:
            return
        # Failures may be temporary, so they are not cached; slow references are, as each costs its whole time limit.
        lasting = {key: each for key, each in self._kept.items() if each.slow or not each.failure}
        text = json.dumps({key: asdict(reference) for key, reference in lasting.items()})
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            draft = self._file.with_suffix(f".{os.getpid()}")
            try:
                draft.write_text(text, encoding="utf-8")
                draft.replace(self._file)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            raise BenchmarkError(
                f"cannot write to {self._file.parent}: {error.strerror}; choose another cache"
            ) from error


def versions() -> dict[str, str]:
    """Return the versions of the libraries on which a reference's behaviour depends."""
    return {name: metadata.version(name) for name in _LIBRARIES}


def versions_tag() -> str:
    return "-".join(f"{name}{version}" for name, version in versions().items())


def _read(file: Path | None) -> dict[str, Reference]:
    """Read the cache of an earlier run; empty if the file is missing, damaged or of another layout."""
    if file is None:
        return {}
    try:
        return _KEPT.validate_json(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}


async def judge(problem: Problem, reference: Reference, answer: Any, said: Any, pool: Pool) -> Judgement:
    """Judge an answer: `answer` in the strict reading, `said` (what the evaluator extracts) in the official one."""
    if not reference.variables:
        return Judgement(False, False, f"the reference cannot be used: {reference.failure}", "reference")
    misfit = misfits(reference.variables, answer)
    if misfit:
        official = isinstance(said, dict) and await _official(problem, reference, said, pool)
        return Judgement(False, official, misfit, "wrong")
    found = await _check(problem, reference, answer, pool, apart=bool(reference.listed))
    same = isinstance(said, dict) and json.dumps(said) == json.dumps(answer) and not reference.listed
    if same:
        official = _passes(reference, found)
    else:
        official = isinstance(said, dict) and await _official(problem, reference, said, pool)
    reason, error = _strict_fault(reference, found)
    return Judgement(not reason, official, reason, error)


def _strict_fault(reference: Reference, found: Outcome) -> tuple[str, str]:
    checked = _checked(found)
    if checked is None:
        why = GARBLED if found.status.solved else found.message or found.status
        return f"the answer could not be checked: {why}", "reference"
    if not checked.allowed:
        return checked.why or "it violates the constraints of the reference", "wrong"
    if not reference.proven:
        return f"the reference's optimum could not be proven within {SECONDS:g} s", "reference"
    value = checked.objective
    if value != reference.objective:
        return f"it is not optimal: its objective is {value}, the optimum is {reference.objective}", "wrong"
    return "", ""


def _checked(found: Outcome) -> Checked | None:
    return record(Checked, found.answer) if found.status.solved else None


async def _check(
    problem: Problem, reference: Reference, answer: dict[str, Any], pool: Pool, *, apart: bool = False
) -> Outcome:
    whole = any(key in reference.late or key not in reference.variables for key in answer)
    return await pool.examine(problem.program, {"answer": answer, "whole": whole, "apart": apart}, limits=LIMITS)


async def _official(problem: Problem, reference: Reference, said: dict[str, Any], pool: Pool) -> bool:
    if reference.slow:
        return False
    if cp_official.is_data(said):
        return _passes(reference, await _check(problem, reference, said, pool))
    # The evaluator runs such an answer as code. So do we, in the sandbox; what the child prints affects only the
    # official reading.
    program = Program(framework="cpmpy", preamble=cp_official.as_code(problem.script, said), contract="script")
    return cp_official.passes((await pool.run_script(program, limits=LIMITS)).text)


def _passes(reference: Reference, found: Outcome) -> bool:
    """Return the verdict of the public evaluator, which runs the reference and the check within one time limit."""
    checked = _checked(found)
    if checked is None or not checked.allowed:
        return False
    if reference.slow or found.seconds + (0 if checked.whole else reference.seconds) > SECONDS:
        return False
    best = checked.before if checked.whole else reference.objective
    return best is None or checked.objective == best


def misfits(variables: dict[str, Any], answer: Any) -> str:
    """Return why an answer does not match the reference's variables in keys, shapes and types; empty if it does.

    Numbers must be integers; a Boolean may be 0, 1, false or true.
    """
    if not isinstance(answer, dict):
        return "the answer is not a JSON object" if answer is not None else "there is no answer"
    faults = [f"it lacks {key}" for key in variables if key not in answer]
    faults += [f"{key!r} was not asked for" for key in answer if key not in variables]
    if faults:
        return "; ".join(faults)[:300]
    return next((fault for key in variables if (fault := _misfit(variables[key], answer[key], key))), "")


def _misfit(kind: Any, value: Any, path: str) -> str:
    if isinstance(kind, list):
        if not isinstance(value, list):
            return f"{path} is not a list"
        if len(value) != len(kind):
            return f"{path} has {len(value)} items instead of {len(kind)}"
        pairs = enumerate(zip(kind, value, strict=True))
        return next((fault for i, (inner, item) in pairs if (fault := _misfit(inner, item, f"{path}[{i}]"))), "")
    if isinstance(value, bool):
        return "" if kind == "bool" else f"{path} is a Boolean instead of an integer"
    if not isinstance(value, int):
        return f"{path} is not an integer: {json.dumps(value)[:40]}"
    if kind == "bool" and value not in (0, 1):
        return f"{path} is {str(value)[:40]} instead of 0 or 1"
    return "" if abs(value) < 1 << 63 else f"{path} is not a 64-bit integer"
