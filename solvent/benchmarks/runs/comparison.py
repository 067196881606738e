"""Compares settings: runs every cell of a grid over the same cases, and goes on where it was stopped.

Every cell is a run with a folder of its own, `cells/HASH-FINGERPRINT`; if a prompt that it uses was edited, its
fingerprint and so its folder is another one. `comparison.json` lists the folders that belong to the grid.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.benchmarks import load
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import COMPARISON, RunFolder, locked
from solvent.benchmarks.runs.grid import Cell, Grid
from solvent.benchmarks.runs.run import Plan, Session
from solvent.benchmarks.runs.summary import Summary

if TYPE_CHECKING:
    from solvent.solvers import Pool

CALLS = "calls"  # replies of models, which cells with edited prompts use again where their requests are the same


@dataclass
class CellProgress:
    """How far a cell is: the records so far, and when this session began to work on it."""

    cell: Cell
    plan: Plan
    folder: Path
    records: dict[tuple[str, int], CaseRecord] = field(default_factory=dict)
    before: int = 0
    began: float | None = None
    summary: Summary | None = None

    @property
    def total(self) -> int:
        """The number of cases, counting every epoch."""
        return len(self.plan.tasks)

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the pace of this session; None before its first case."""
        done = len(self.records) - self.before
        if self.began is None or done < 1:
            return None
        return (time.monotonic() - self.began) / done * (self.total - len(self.records))


@dataclass(frozen=True)
class Comparison:
    """A grid's cells, in order, with the calls that this session made and those whose replies it had already."""

    grid: Grid
    cells: tuple[CellProgress, ...]
    calls: int = 0
    reused: int = 0

    @property
    def left(self) -> int:
        """The number of cases without a record."""
        return sum(cell.total - len(cell.records) for cell in self.cells)

    def to_json(self) -> dict[str, Any]:
        """The object that `compare --json` prints."""
        return {
            "benchmark": self.grid.data.benchmark,
            "cells": [_cell_json(cell) for cell in self.cells],
            "calls": self.calls,
            "reused": self.reused,
            "left": self.left,
        }


async def cells_of(grid: Grid, out: Path, pool: "Pool") -> tuple[CellProgress, ...]:
    """The cells of a grid with their plans and folders; those with equal data share the cases. Raises `BenchmarkError`.

    Sets that are generated are generated here, as a whole.
    """
    benchmark = load(grid.data.benchmark)
    plans: dict[str, Plan] = {}
    found: list[CellProgress] = []
    for cell in grid.cells:
        data, settings = cell.data, cell.settings
        # Examples are generated with the cases, as many as are shown.
        key = f"{data.model_dump_json()} {settings.examples if benchmark.generate else 0}"
        if key not in plans:
            plans[key] = await Plan.of(
                benchmark,
                settings,
                None if data.path is None else Path(data.path),
                pool=pool,
                groups=data.groups,
                limit=data.limit,
                seed=data.seed,
                options=data.set,
                epochs=data.epochs,
            )
        plan = plans[key].with_settings(settings)
        run = plan.record()
        name = f"{run.settings_hash}-{run.data.selection[:6]}-{run.fingerprint.prompts[:6]}{run.fingerprint.code[:6]}"
        found.append(CellProgress(cell, plan, out / "cells" / name))
    return tuple(found)


async def compare(
    grid: Grid, out: Path, pool: "Pool", *, workers: int, changed: Callable[[tuple[CellProgress, ...]], None]
) -> Comparison:
    """Run what is left of every cell, one cell after the other. `changed` is called after each case."""
    with locked(out):
        cells = await cells_of(grid, out, pool)
        _list_cells(out, cells)
        calls = reused = 0
        for progress in cells:
            with RunFolder(progress.folder, progress.plan.record()) as folder:
                progress.records |= folder.done
                progress.before, progress.began = len(progress.records), time.monotonic()

                def ended(record: CaseRecord, _: int, __: int, cell: CellProgress = progress) -> None:
                    cell.records[record.key] = record
                    changed(cells)

                changed(cells)
                cache = out / CALLS / progress.plan.settings.hash
                session = Session(progress.plan, pool, folder=folder, progress=ended, cache=cache)
                progress.summary = await session.run(workers)
                progress.summary.write(progress.folder)
                calls, reused = calls + session.calls, reused + session.reused
            if progress.summary.outage:
                break
        return Comparison(grid, cells, calls, reused)


def _list_cells(out: Path, cells: tuple[CellProgress, ...]) -> None:
    listed = [{"folder": str(cell.folder.relative_to(out)), "varied": dict(cell.cell.varied)} for cell in cells]
    try:
        (out / COMPARISON).write_text(json.dumps({"cells": listed}, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BenchmarkError(f"cannot write to {out}: {error.strerror}; choose another folder") from error


def _cell_json(progress: CellProgress) -> dict[str, Any]:
    records = list(progress.records.values())
    settings = progress.plan.settings
    summary = progress.summary or Summary(progress.plan.benchmark, tuple(records), 0.0, settings=settings)
    return {
        "settings": settings.model_dump(mode="json"),
        "settings_hash": settings.hash,
        "varied": dict(progress.cell.varied),
        "n": len(records),
        "of": progress.total,
        "metrics": progress.plan.benchmark.metrics(records) if records else {},
        "usage": summary.usage.model_dump(),
        "outage": summary.outage,
        "folder": str(progress.folder),
    }
