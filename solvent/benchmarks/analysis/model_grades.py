"""Has a model grade the cases of a run, none of them twice."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from solvent.agents import grading
from solvent.agents.models.client import Model, Reply
from solvent.agents.reports import is_report, last_script, printed
from solvent.agents.state import Attempt
from solvent.benchmarks.analysis.asked import Progress, ask_all
from solvent.benchmarks.analysis.grade_file import JudgedFile, Key, ModelGrade
from solvent.benchmarks.grid import Grid, read_answer
from solvent.benchmarks.records import CaseRecord
from solvent.solvers import load


async def grade_all(
    file: JudgedFile[ModelGrade],
    records: Sequence[CaseRecord],
    model: Model,
    *,
    connections: int = 4,
    progress: Progress[ModelGrade] | None = None,
) -> tuple[dict[Key, ModelGrade], dict[Key, str]]:
    """Have a model grade the records that can be graded and have no grade yet.

    Returns the grades of all records, and why records have none. Raises ModelError if no request can succeed.
    """
    prompts = {record.key: _prompt(record) for record in records}
    asked = {key: prompt for key, prompt in prompts.items() if prompt}
    grades, failed = await ask_all(file, asked, model, _told, connections=connections, progress=progress)
    nothing = {key: "there is nothing to grade: no program and no reply" for key in prompts if key not in asked}
    return grades, nothing | failed


def key_of(record: CaseRecord) -> Grid | None:
    """The key of a logic grid; None if the case has no usable one."""
    grid = None if record.broken else read_answer(record.gold)
    return grid if grid is not None and len(grid.columns) > 1 else None


def _told(reply: Reply) -> dict[str, Any]:
    points, total = grading.read_grade(reply) or (None, None)
    return {"points": points, "total": total}


def _prompt(record: CaseRecord) -> str | None:
    """The prompt for a record: its key, last program, that program's output, and the conversation."""
    key, last = key_of(record), last_attempt(record)
    attempt = _graded_part(record, last)
    if key is None or attempt is None or (attempt.program is None and not attempt.messages):
        return None
    program = "" if attempt.program is None else load(attempt.program.framework).render(attempt.program)
    return grading.question(
        grading.Work(
            key="\n".join(" | ".join(row) for row in (key.columns, *key.rows)),
            points=len(key.rows) * (len(key.columns) - 1),
            program=program,
            output=_output(record, attempt),
            conversation=[_plain(message) for message in _conversation(record, last)],
        )
    )


def last_attempt(record: CaseRecord) -> Attempt | None:
    """The last attempt that gave the record's answer or, without an answer, the last one; witnesses do not count."""
    own = [attempt for attempt in record.attempts if not attempt.job.witness and not attempt.dead]
    given = [attempt for attempt in own if attempt.solved and attempt.answer == record.answer]
    return next(reversed(given or own), None)


def _graded_part(record: CaseRecord, last: Attempt | None) -> Attempt | None:
    """The attempt with the program to grade: of a conversation about z3's output, the last one with a program."""
    if last is None or not (is_report(last.job) or last.job.request == "output"):
        return last
    return last_script(_by_id(record), last) or last


def _conversation(record: CaseRecord, last: Attempt | None) -> Sequence[Mapping[str, str]]:
    """The conversation to its end, but without a report of the answer, which comes after the last program."""
    if last is not None and is_report(last.job) and last.job.parent is not None:
        last = _by_id(record)[last.job.parent]
    return () if last is None else last.messages


def _by_id(record: CaseRecord) -> dict[int, Attempt]:
    return {attempt.job.id: attempt for attempt in record.attempts}


def _output(record: CaseRecord, attempt: Attempt) -> str:
    outcome = attempt.outcome
    if outcome is None:
        return attempt.problem
    if outcome.output and outcome.answer is None:
        return printed(_by_id(record), attempt)
    answer = "" if outcome.answer is None else json.dumps(outcome.answer, ensure_ascii=False)
    return "\n".join(part for part in (outcome.status.value, answer, outcome.message) if part)


def _plain(message: Mapping[str, str]) -> dict[str, str]:
    return {"role": message.get("role", ""), "content": message.get("content", "")}
