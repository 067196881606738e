"""Interprets the report of a child that ran a checker on one answer; all but its first line may be forged by the code.

What the code forges is about that answer only, and it could return the same: other answers have other processes.
"""

from collections.abc import Sequence
from typing import Any

from solvent.solvers.json_text import read_json
from solvent.solvers.processes.child_report import FAILURES, ChildReport, why_it_ended
from solvent.solvers.programs.outcome import Limits, Outcome, Status

_LONGEST = 1000  # characters of an error


def checked(report: ChildReport, clues: Sequence[int], limits: Limits) -> Outcome:
    """Return the outcome for one answer, `satisfied` if the code could be executed.

    Its answer is `{"fits": ..., "clues": {"1": ...}}`: true, false or an error. Predicates that the process did not
    come to have its end as their error.
    """
    if report.refused:
        return report.ended(Status.BLOCKED, report.refused)
    ended, why = why_it_ended(report.header, limits, limits.output_bytes)
    first, *lines = [_read(line) for line in report.said.split(b"\n")[:-1][: len(clues) + 2]] or [None]
    status = first.get("status") if isinstance(first, dict) else None
    if status in FAILURES and isinstance(first, dict):
        return report.ended(Status(status), str(first.get("message"))[:4000])
    if status != Status.SATISFIED:
        return report.ended(ended, why)
    results = [each if isinstance(each, bool | str) else "no result" for each in lines[: len(clues) + 1]]
    results += [why] * (len(clues) + 1 - len(results))
    fits, *rest = (each if isinstance(each, bool) else each[:_LONGEST] for each in results)
    judged = {"fits": fits, "clues": {str(clue): each for clue, each in zip(clues, rest, strict=True)}}
    return report.ended(Status.SATISFIED, answer=judged)


def _read(line: bytes) -> Any:
    try:
        return read_json(line)
    except ValueError:
        return None
