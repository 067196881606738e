"""The runs below a folder, as they are now: what a visitor names is only looked up in what was found here."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from solvent.benchmarks.analysis.grade_file import FILE as GRADES
from solvent.benchmarks.analysis.recorded import RecordedRun, labels_of, order, read_one
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import CASES, RUN, run_folders
from solvent.explanations.visible import shown

_FRESH = 1.0  # seconds in which files are not looked at again

Stamp = tuple[tuple[int, int], ...]  # when each file of a run was changed, and its size


@dataclass(frozen=True)
class Stored:
    """A run and the state of its files; `label` says what sets it apart from others over the same data."""

    run: RecordedRun
    stamp: Stamp
    label: str = ""

    @cached_property
    def cases(self) -> dict[str, list[CaseRecord]]:
        """The records of each case by the id that is shown, a record for each epoch."""
        found: dict[str, list[CaseRecord]] = {}
        for record in self.run.cases:
            found.setdefault(shown(record.id), []).append(record)
        return found


@dataclass(frozen=True)
class Found:
    """All runs by their names, in the order of reports, and what could not be read."""

    runs: Mapping[str, Stored]
    problems: tuple[str, ...] = ()

    @property
    def benchmarks(self) -> dict[str, list[Stored]]:
        """The runs by benchmark."""
        found: dict[str, list[Stored]] = {}
        for stored in self.runs.values():
            found.setdefault(stored.run.run.benchmark, []).append(stored)
        return found


class RunStore:
    """Reads runs, and reads those again whose files have changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._kept: dict[Path, tuple[Stamp, RecordedRun]] = {}
        self._found: Found | None = None
        self._looked = 0.0

    def read(self) -> Found:
        """The runs as they are now; this may take seconds, and may be called in any thread."""
        with self._lock:
            if self._found is None or time.monotonic() - self._looked > _FRESH:
                self._found = self._read()
                self._looked = time.monotonic()
            return self._found

    def _read(self) -> Found:
        runs: list[tuple[Stamp, RecordedRun]] = []
        problems: list[str] = []
        try:
            folders = [folder for folder in run_folders([self.folder]) if self._inside(folder)]
        except (BenchmarkError, OSError) as error:
            return Found({}, (str(error),))
        for folder in folders:
            try:
                runs.append(self._one(folder))
            except (BenchmarkError, OSError) as error:
                problems.append(str(error).replace(f"{self.folder}/", ""))  # visitors need not know where it lies
        self._kept = {folder: kept for folder, kept in self._kept.items() if folder in set(folders)}
        return Found(_labelled(runs), tuple(problems))

    def _inside(self, folder: Path) -> bool:
        """Whether it is below the folder that was given: a comparison's list of cells is only a file."""
        return folder.resolve().is_relative_to(self.folder.resolve())

    def _one(self, folder: Path) -> tuple[Stamp, RecordedRun]:
        stamp = tuple(_state(folder / name) for name in (RUN, CASES, GRADES))
        if folder not in self._kept or self._kept[folder][0] != stamp:
            own = folder == self.folder
            name = folder.resolve().name if own else folder.relative_to(self.folder).as_posix()
            self._kept[folder] = stamp, read_one(folder, name)
        return self._kept[folder]


def _state(file: Path) -> tuple[int, int]:
    """When a file was changed, and its size; zeros if there is none."""
    try:
        told = file.stat()
    except OSError:
        return 0, 0
    return told.st_mtime_ns, told.st_size


def _labelled(runs: list[tuple[Stamp, RecordedRun]]) -> dict[str, Stored]:
    by_data: dict[tuple[str, str], list[RecordedRun]] = {}
    for run in sorted((run for _, run in runs), key=order):
        by_data.setdefault((run.run.benchmark, run.data), []).append(run)
    stamps = {run.name: stamp for stamp, run in runs}
    return {
        run.name: Stored(run, stamps[run.name], label)
        for alike in by_data.values()
        for run, label in zip(alike, labels_of(alike), strict=True)
    }
