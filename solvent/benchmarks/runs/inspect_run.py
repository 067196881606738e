"""A run with models, on Inspect: its data sets, epochs, limits, logs and viewer; the solver and the scores are ours."""

import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspect_ai import Task, eval_async
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import transcript
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    accuracy,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import display_type

from solvent.benchmarks.cases import Case
from solvent.benchmarks.records import CaseRecord

if TYPE_CHECKING:
    from solvent.benchmarks.runs.run import Plan

# Solves, scores and records a case of an epoch; the last argument hears of every event of the agent.
Record = Callable[[Case, int, Callable[[Mapping[str, Any]], None]], Awaitable[CaseRecord]]

_RECORD = "record"  # in the store of a sample


def task_of(plan: "Plan", record: Record) -> Task:
    """The plan as a task of Inspect's."""
    benchmark = plan.benchmark
    samples = [
        Sample(id=case.id, input=case.text, target=_text(case.gold), metadata={"group": case.group})
        for case in plan.cases
    ]
    run = plan.record()
    return Task(
        dataset=MemoryDataset(samples, name=benchmark.name, location=plan.data.path),
        solver=_solver({case.id: case for case in plan.cases}, record),
        scorer=_scorer(),
        name=benchmark.name,
        # Part of what tells Inspect's sets of runs whether a log is of the same task.
        version=f"{run.settings_hash}-{run.fingerprint.prompts}-{run.fingerprint.code}",
        epochs=plan.epochs,
        # An errored sample would leave the denominator: only an API that cannot be reached makes one, and the case is
        # then run again by the next session.
        fail_on_error=False,
        working_limit=_working_limit(plan),
        metadata={
            "settings": run.settings_toml,
            "settings_hash": run.settings_hash,
            "fingerprint": run.fingerprint.model_dump(),
            "data": run.data.model_dump(mode="json"),
        },
    )


async def run_on_inspect(plan: "Plan", record: Record, folder: Path, *, workers: int) -> None:
    """Run every case of the plan, `workers` at a time, and write a log to the folder."""
    os.environ.setdefault("INSPECT_DISPLAY", "none")  # what a person sees is the command's own business
    display_type()  # reads the variable, which eval_async would not
    with redirect_stdout(sys.stderr):  # standard output is for results
        logs = await eval_async(
            task_of(plan, record),
            model="none",  # every role's model is made by the agent
            log_dir=str(folder),
            max_samples=workers,
            log_realtime=False,
            log_level="error",
            ctl_server=False,
            acp_server=False,
            score_display=False,
        )
    if not logs:  # Inspect has taken the Ctrl-C for itself
        raise KeyboardInterrupt


def _solver(cases: Mapping[str, Case], record: Record) -> Solver:
    @solver(name="solvent")
    def agent() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            del generate
            found = await record(cases[str(state.sample_id)], state.epoch, _tell)
            state.output = ModelOutput.from_content(found.answered_by or "none", _text(found.answer))
            state.store.set(_RECORD, {**found.model_dump(mode="json", include=_KEPT), "right": found.right})
            state.completed = True
            return state

        return solve

    return agent()


_KEPT = {"status", "answer", "reason", "confidence", "evidence", "answered_by", "usage", "seconds", "error"}


def _tell(event: Mapping[str, Any]) -> None:
    """Write the end of a node to the transcript; the calls to models are there already."""
    if event["event"] == "end":
        update = event.get("update") or {}
        transcript().info(_told(update), source=event["node"])


def _told(update: Mapping[str, Any]) -> dict[str, Any]:
    """What a node changed, in a form that reads well."""
    told: dict[str, Any] = {}
    puzzle = update.get("puzzle")
    if puzzle is not None:
        told |= {"kind": puzzle.kind, "expects": puzzle.expects, "clues": [clue.text for clue in puzzle.clues]}
    for number, attempt in (update.get("attempts") or {}).items():
        outcome = attempt.outcome
        result = attempt.problem if outcome is None else f"{outcome.status}: {outcome.message or _text(outcome.answer)}"
        told[f"program {number + 1} ({attempt.job.source}, {attempt.job.framework})"] = result or "written"
    if update.get("evidence"):
        told["evidence"] = {fact.check: f"{fact.passed}: {fact.detail}" for fact in update["evidence"]}
    for name in ("status", "reason", "step", "winner"):
        if update.get(name) is not None:
            told[name] = str(update[name])
    return told


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _working_limit(plan: "Plan") -> int | None:
    """A backstop well above the agent's own budget, which ends a case with its best answer."""
    seconds = plan.settings.budget.seconds
    return None if seconds is None else int(2 * seconds) + 120


def _kept(score: SampleScore) -> dict[str, Any]:
    return score.score.metadata or {}


@metric
def verified_share() -> Metric:
    """The share of `verified` answers."""

    def compute(scores: list[SampleScore]) -> float:
        return sum(bool(_kept(score).get("status") == "verified") for score in scores) / max(1, len(scores))

    return compute


@metric
def verified_precision() -> Metric:
    """The share of right answers among `verified` ones; not a number if there are none."""

    def compute(scores: list[SampleScore]) -> float:
        verified = [score for score in scores if _kept(score).get("status") == "verified"]
        right = sum(bool(_kept(score)["right"]) for score in verified)
        return right / len(verified) if verified else float("nan")

    return compute


def _scorer() -> Scorer:
    @scorer(metrics=[accuracy(), stderr(), verified_share(), verified_precision()], name="solvent")
    def strict() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            del target  # the record was scored by the benchmark's own scorer, which knows more than a text
            kept = state.store.get(_RECORD) or {"right": False, "status": "failed", "reason": "it was not recorded"}
            value = CORRECT if kept["right"] else INCORRECT
            return Score(value=value, answer=_text(kept.get("answer")), explanation=kept["reason"], metadata=kept)

        return score

    return strict()
