"""Interprets the report of a child, whose output is never trusted to be well-formed, nor to be what it may claim."""

import json
import re
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from solvent.solvers.json_text import JsonError, read_at, read_json
from solvent.solvers.programs import script_calls
from solvent.solvers.programs.outcome import Limits, Outcome, Status

_Z3_WITHOUT_MEMORY = 101  # exit status with which z3 silently ends its process when out of memory
FAILURES = (Status.SYNTAX_ERROR, Status.RUNTIME_ERROR, Status.BAD_ANSWER, Status.BLOCKED, Status.MEMORY)
_WORK = 8  # work limit of the search for an answer, as a multiple of the output's length
_COUNTED = 64  # the json module counts the lines up to an error, this many times faster than it parses
_START = re.compile(r'\{\s*["}]')
_DEEP = 20_000  # additional characters of work that are always allowed
_LAST_WORDS = 2000  # characters of standard error that may tell why a process ended
_ERRORS_BEGIN = "--- standard error ---\n"

Verdict = Callable[[str], tuple[Status, str]]


@dataclass(frozen=True)
class ChildReport:
    """How a child ended, according to its server (`header`), and its output without the first line (its layers)."""

    header: dict[str, Any]
    said: bytes
    isolation: tuple[str, ...]
    refused: str = ""
    calls: tuple[int | None, str | None] = (None, None)

    @classmethod
    def of(cls, header: dict[str, Any], body: bytes) -> "ChildReport":
        # The harness wrote the first line, before the child touched the program.
        first, _, said = body.partition(b"\n")
        try:
            known = read_json(first)
        except ValueError:  # the child ended before it could report its layers
            known = {}
        errors, calls, found = script_calls.taken_from(header.get("errors", ""))
        header = {**header, "errors": errors}
        return cls(header, said, tuple(known.get("isolation", ())), known.get("refused", ""), (calls, found))

    @property
    def seconds(self) -> float:
        return float(self.header.get("seconds", 0.0))

    def parted(self) -> "tuple[ChildReport, ...]":
        """Split the report of a child that was asked several questions, as far as it came; the last may not be one."""
        parts, rest = [], self.said
        for seconds in self.header.get("before", ()):
            line, _, rest = rest.partition(b"\n")
            parts.append(replace(self, header={"end": "closed", "seconds": seconds}, said=line + b"\n"))
        return (*parts, replace(self, said=rest))

    def ended(self, status: Status, message: str = "", answer: Any = None) -> Outcome:
        return Outcome(status=status, answer=answer, message=message, seconds=self.seconds, isolation=self.isolation)


def answered(report: ChildReport, limits: Limits) -> Outcome:
    """Return the outcome of the stage `ask`, in which all output comes from the harness."""
    if report.refused:
        return report.ended(Status.BLOCKED, report.refused)
    if report.header["end"] == "output" or not report.said.endswith(b"\n"):
        return report.ended(*why_it_ended(report.header, limits, limits.output_bytes))
    try:
        said = Outcome.model_validate(read_json(report.said))
    except ValueError as error:  # including pydantic's ValidationError
        reason = str(error) if isinstance(error, JsonError) else type(error).__name__
        return report.ended(Status.BAD_ANSWER, f"the answer cannot be read: {reason}")
    # The solver knows that its time is up, but not what the limit was.
    message = said.message or (_too_late(limits) if said.status is Status.TIMEOUT else "")
    return said.model_copy(update={"message": message, "seconds": report.seconds, "isolation": report.isolation})


def built(report: ChildReport, limits: Limits, most: int) -> bytes | Outcome:
    """Return the plain model from the stage `build`, or the outcome that explains why there is none.

    The program's own code ran in this process, so only a model or a failure is accepted from it: it cannot claim an
    answer, nor that there is none.
    """
    if report.refused:
        return report.ended(Status.BLOCKED, report.refused)
    line, _, model = report.said.partition(b"\n")
    if report.header["end"] == "output" or (not model and not report.said.endswith(b"\n")):
        return report.ended(*why_it_ended(report.header, limits, most))
    if model:
        return model
    try:
        said = Outcome.model_validate(read_json(line))
    except ValueError:
        said = None
    if said is None or said.status not in FAILURES:
        return report.ended(Status.BAD_ANSWER, "the process that executed the program handed over no model")
    return report.ended(said.status, said.message[:4000])


def printed(report: ChildReport, limits: Limits, verdict: Verdict | None = None) -> Outcome:
    """Return the outcome of a script, with its output: its answer is the last JSON object that it printed.

    `verdict` derives status and message from the output; without one, the answer is what counts.
    """
    if report.refused:
        return report.ended(Status.BLOCKED, report.refused)
    text = report.said.decode("utf-8", "replace")
    output = _shown(text, report.header.get("errors", ""), limits.output_bytes)
    return _judged(report, text, limits, verdict).model_copy(update={"output": output})


def _judged(report: ChildReport, text: str, limits: Limits, verdict: Verdict | None) -> Outcome:
    header = report.header
    if header["end"] in ("output", "timeout", "fork") or header.get("signal"):
        return report.ended(*why_it_ended(header, limits, limits.output_bytes))
    if header.get("exit"):
        status, message = why_it_ended(header, limits, limits.output_bytes)
        return report.ended(status, message)
    try:
        answer = last_object(text)
    except _OddJsonError as error:
        return report.ended(Status.BAD_ANSWER, f"what the script printed cannot be read: {error}")
    if verdict is not None:
        status, message = verdict(text)
        return report.ended(status, message, answer if status.solved else None)
    if answer is None:
        return report.ended(Status.BAD_ANSWER, "the script printed no JSON object: print the answer as one")
    return report.ended(Status.SATISFIED, answer=answer)


def _shown(text: str, errors: str, most: int) -> str:
    """Return at most `most` bytes of a script's output, and of its errors below it."""
    if errors.strip():
        line_end = "" if not text or text.endswith("\n") else "\n"
        text += f"{line_end}{_ERRORS_BEGIN}{errors}"
    return text.encode()[:most].decode("utf-8", "ignore")


@dataclass(frozen=True)
class ScriptResult:
    """The outcome of running a script, and further data.

    `text` is everything that it printed, provided that it terminated, and `ended` whether it did so successfully.
    `calls` is its number of CP-SAT calls and `found` the last status returned, None if unknown. A malicious script can
    fake both.
    """

    outcome: Outcome
    text: str = ""
    ended: bool = False
    calls: int | None = None
    found: str | None = None

    @classmethod
    def of(cls, report: ChildReport, limits: Limits, verdict: Verdict | None = None) -> "ScriptResult":
        header = report.header
        closed = not report.refused and header["end"] == "closed"
        text = report.said.decode("utf-8", "replace") if closed else ""
        ended = closed and not header.get("signal") and not header.get("exit")
        return cls(printed(report, limits, verdict), text, ended, *report.calls)


class _OddJsonError(Exception):
    """The output contains JSON that Python would parse but that is invalid, or exceeds the limits."""


def _odd(what: str) -> NoReturn:
    raise _OddJsonError(what)


def last_object(text: str) -> dict[str, Any] | None:
    """Return the last JSON object in a text, whatever surrounds it; None if there is none.

    The work is linear in the length of the text, even for adversarial input. Raises _OddJsonError.
    """
    found: dict[str, Any] | None = None
    left = _WORK * len(text) + _DEEP
    start = _START.search(text)
    while start:
        place = start.start()
        try:
            found, end = read_at(text, place)
        except json.JSONDecodeError as error:
            end = place + 1
            left -= error.pos - place + 1 + error.pos // _COUNTED
        except JsonError as error:
            _odd(str(error))
        if left < 0:
            _odd("it nests too deep")
        start = _START.search(text, end)
    return found


def _too_late(limits: Limits) -> str:
    return f"no result within {limits.seconds:g} s"


def why_it_ended(header: dict[str, Any], limits: Limits, most: int) -> tuple[Status, str]:
    """Return the status and message for a child that ended without a reply."""
    complaint = header.get("errors", "")[-_LAST_WORDS:]
    if header["end"] == "timeout" or header.get("signal") == signal.SIGXCPU:
        return Status.TIMEOUT, _too_late(limits)
    if header["end"] == "output":
        return Status.BAD_ANSWER, f"the answer is longer than {most} bytes"
    if header.get("signal") == getattr(signal, "SIGSYS", None):
        return Status.BLOCKED, "the program asked the system for something that no model needs"
    lost = header.get("exit") == _Z3_WITHOUT_MEMORY
    if lost or any(word in complaint for word in ("bad_alloc", "MemoryError", "emory allocation", "out of memory")):
        return Status.MEMORY, f"the program needs more than {limits.memory_mb} MiB"
    if header["end"] == "fork":
        return Status.RUNTIME_ERROR, f"no process could be started for the program: {complaint}"
    how = f"signal {header['signal']}" if header.get("signal") else f"exit {header.get('exit', 0)}"
    last = complaint.strip().splitlines()[-1:] or ["it said nothing"]
    return Status.RUNTIME_ERROR, f"the process ended without a result ({how}): {last[0][:300]}"
