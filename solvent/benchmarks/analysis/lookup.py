"""Finds the records of one case in the folders of runs."""

import difflib
from collections.abc import Iterable
from pathlib import Path

from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import read_cases, read_run, run_folders

_SHOWN = 5  # names that a message lists


def records_of(
    folder: Path, case: str, *, epoch: int | None = None, run: str | None = None
) -> list[tuple[str, CaseRecord]]:
    """Find a case in the runs at or below a folder: pairs of a run's name and a record, by run and epoch.

    A run is named by its path below `folder`, "." if that is itself one; without `run` all are searched, without
    `epoch` all epochs are given. Raises `BenchmarkError` for an unknown run, case or epoch, with names that are near.
    """
    runs = {str(found.relative_to(folder)): found for found in run_folders([folder])}
    if run is not None and run not in runs:
        raise BenchmarkError(f"there is no run {run!r} in {folder}; {_near(run, runs)}")
    found: list[tuple[str, CaseRecord]] = []
    ids: dict[str, None] = {}
    for name in runs if run is None else [run]:
        read_run(runs[name])  # a folder of another version is reported as such
        records = list(read_cases(runs[name]))
        ids.update(dict.fromkeys(record.id for record in records))
        found += [(name, record) for record in sorted(records, key=lambda record: record.epoch) if record.id == case]
    if not found:
        raise BenchmarkError(f"there is no case {case!r} in {folder}; {_near(case, ids)}")
    chosen = [(name, record) for name, record in found if epoch in (None, record.epoch)]
    if not chosen:
        epochs = ", ".join(map(str, sorted({record.epoch for _, record in found})))
        raise BenchmarkError(f"the case {case!r} has no epoch {epoch}; it has {epochs}")
    return chosen


def _near(name: str, known: Iterable[str]) -> str:
    """Say which known names are near: those that contain the name or, if there are none, those spelled alike."""
    names = list(known)
    containing = [each for each in names if name.casefold() in each.casefold()]
    near = containing or difflib.get_close_matches(name, names, n=_SHOWN, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near[:_SHOWN])}?"
    some = ", ".join(names[:_SHOWN])
    return f"there are {len(names)}: {some}{', ...' if len(names) > _SHOWN else ''}" if names else "there is none yet"
