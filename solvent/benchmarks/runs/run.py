"""A run of a benchmark from its plan to its summary; with a folder, it goes on where an earlier session stopped."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from solvent.agents import confidence
from solvent.agents.settings import Settings
from solvent.benchmarks.cases import Benchmark, Case
from solvent.benchmarks.records import CaseRecord, DataRecord, RunRecord
from solvent.benchmarks.runs import fingerprint
from solvent.benchmarks.runs.case import Solve
from solvent.benchmarks.runs.folder import RunFolder
from solvent.benchmarks.runs.plain import run_plainly
from solvent.benchmarks.runs.selection import select
from solvent.benchmarks.runs.summary import Summary

if TYPE_CHECKING:
    from solvent.agents.state import Answer
    from solvent.solvers import Pool

Progress = Callable[[CaseRecord, int, int], None]


@dataclass(frozen=True)
class Plan:
    """What a run does: the selected cases of a data set, each solved `epochs` times, under one group of settings."""

    benchmark: Benchmark
    settings: Settings
    cases: tuple[Case, ...]
    data: DataRecord
    epochs: int = 1
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        benchmark: Benchmark,
        settings: Settings,
        path: Path,
        *,
        groups: Sequence[str] = (),
        ids: Sequence[str] | None = None,
        limit: int | None = None,
        seed: int = 0,
        epochs: int = 1,
    ) -> "Plan":
        """Load and select the cases. Raises `BenchmarkError`."""
        cases, notes = select(benchmark.load(path), groups=groups, ids=ids, limit=limit, seed=seed)
        data = DataRecord(
            path=str(path),
            sha256=fingerprint.data_hash(path),
            cases=len(cases),
            selection=fingerprint.selection_hash(cases),
            groups=tuple(groups),
            limit=limit,
            seed=seed,
        )
        return cls(benchmark, settings, tuple(cases), data, epochs, tuple(notes))

    @property
    def tasks(self) -> list[tuple[Case, int]]:
        """Every case with every epoch, in the order in which they are run."""
        return [(case, epoch) for epoch in range(1, self.epochs + 1) for case in self.cases]

    def record(self) -> RunRecord:
        """The record of a run that starts now."""
        return RunRecord(
            benchmark=self.benchmark.name,
            settings=self.settings,
            settings_toml=self.settings.to_toml(),
            settings_hash=self.settings.hash,
            data=self.data,
            epochs=self.epochs,
            fingerprint=fingerprint.fingerprint(self.settings),
            versions=fingerprint.versions(),
            machine=fingerprint.machine(),
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            notes=self.notes,
        )


async def perform(
    plan: Plan,
    pool: "Pool",
    *,
    folder: RunFolder | None = None,
    workers: int = 2,
    progress: Progress | None = None,
    solve: Solve | None = None,
) -> Summary:
    """Run what is not in the folder yet, and summarise the whole run.

    `progress` is called after each case with its record, the number of cases done and the total; `solve` replaces the
    agent.
    """
    start = time.perf_counter()
    tasks = plan.tasks
    wanted = {(case.id, epoch) for case, epoch in tasks}
    records = {key: record for key, record in (folder.done if folder else {}).items() if key in wanted}
    todo = [(case, epoch) for case, epoch in tasks if (case.id, epoch) not in records]

    def ended(record: CaseRecord) -> None:
        if folder is not None:
            folder.append(record)
        records[record.key] = record
        if progress:
            progress(record, len(records), len(tasks))

    async def ask_agent(case: Case, _: int) -> "Answer":
        from solvent.agents import asolve

        return await asolve(case.text, settings=plan.settings, **case.options, pool=pool)

    if todo:
        confidence.table()  # one that cannot be read would fail every case
        await run_plainly(plan.benchmark, todo, solve or ask_agent, pool, workers=workers, ended=ended)
    in_order = tuple(records[case.id, epoch] for case, epoch in tasks if (case.id, epoch) in records)
    return Summary(plan.benchmark, in_order, time.perf_counter() - start, plan.notes, plan.settings)
