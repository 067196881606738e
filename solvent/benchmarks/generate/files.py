"""The files of a generated set: its lines, what each took, and a data card.

`NAME.jsonl` has the samples, and the same bytes for the same order. `NAME.effort.jsonl` begins with what made them,
by which a later run with the same options goes on, and has the time and the solver's effort for each. `NAME.card.md`
describes the set.
"""

import fcntl
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.generate.card import card
from solvent.benchmarks.generate.drawing import draw, key_of
from solvent.benchmarks.generate.generator import Generator, GeneratorSettings, UnusableSettingsError
from solvent.solvers import Pool
from solvent.solvers.json_text import read_json

Progress = Callable[[int, int], None]  # samples so far, and in the end


@dataclass(frozen=True)
class Order:
    """What to generate: `n` samples of a generator's settings; with `unique`, no two equal ones."""

    generator: Generator
    settings: GeneratorSettings
    seed: int
    n: int
    unique: bool = False

    @property
    def head(self) -> dict[str, Any]:
        """What has to be the same for a run to go on with a file; the number of samples may grow."""
        settings = self.settings.model_dump(mode="json")
        return {"generator": self.generator.name, "settings": settings, "seed": self.seed, "unique": self.unique}


@dataclass(frozen=True)
class Generated:
    """What a run did: samples that were there before, and now; `exhausted` says why there are fewer than asked for."""

    before: int
    total: int
    seconds: float
    exhausted: str = ""


async def generate(order: Order, file: Path, pool: Pool, progress: Progress | None = None) -> Generated:
    """Write the samples to `file`, after those that an earlier run wrote, and a card beside it.

    Raises `BenchmarkError` if the file cannot be written or belongs to another set, `UnusableSettingsError` if there is
    no first sample, and what the generator raises.
    """
    start = time.perf_counter()
    exhausted = ""
    with _opened(order, file) as (lines, efforts, before):
        done, counts = len(before), Counter(_tally(line) for line in before)
        samples = draw(
            order.generator,
            order.settings,
            seed=order.seed,
            n=order.n,
            pool=pool,
            start=done,
            seen={key_of(line["text"]) for line in before} if order.unique else None,
        )
        last = time.perf_counter()
        try:
            async for sample in samples:
                record, now = sample.record(f"{order.generator.name}-{order.seed}-{done}"), time.perf_counter()
                _write(efforts, {"id": record["id"], "seconds": round(now - last, 4), **sample.effort})
                _write(lines, record)
                done, last = done + 1, now
                counts[_tally(record)] += 1
                if progress:
                    progress(done, order.n)
        except UnusableSettingsError as error:
            if not done:
                raise
            exhausted = str(error)
        (file.with_suffix(".card.md")).write_text(
            card(order.generator, order.head, counts, file.name), encoding="utf-8"
        )
    return Generated(len(before), done, time.perf_counter() - start, exhausted)


def _tally(record: dict[str, Any]) -> tuple[str, str]:
    return record["group"], record["status"]


@contextmanager
def _opened(order: Order, file: Path) -> Iterator[tuple[IO[str], IO[str], list[dict[str, Any]]]]:
    """Open both files at the end of what an earlier run completed. Raises `BenchmarkError`."""
    side = file.with_suffix(".effort.jsonl")
    try:
        if file.is_dir():
            raise BenchmarkError(f"{file} is a folder; give the name of a file")
        if file.exists() and file.stat().st_size and not side.exists():
            raise BenchmarkError(f"{file} is there already, without {side.name} to go on from; choose another name")
        with side.open("a+", encoding="utf-8") as efforts, file.open("a+", encoding="utf-8") as lines:
            _lock(efforts, side)
            _must_match(efforts, side, order)
            whole = _completed(lines, file)
            head, *known = _completed(efforts, side) or [order.head]
            if len(whole) > order.n:
                raise BenchmarkError(
                    f"{file} has {len(whole)} samples already, more than {order.n}; nothing was changed"
                )
            kept = min(len(whole), len(known))
            for opened, values in ((efforts, [head, *known[:kept]]), (lines, whole[:kept])):
                opened.seek(0)
                opened.truncate()
                for value in values:
                    _write(opened, value)
            yield lines, efforts, whole[:kept]
    except OSError as error:
        where = error.filename or file
        raise BenchmarkError(f"cannot write {where}: {error.strerror}; what was written is kept") from error


def _lock(opened: IO[str], side: Path) -> None:
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BenchmarkError(f"another run is writing to {side}: wait until it has ended, or choose another") from None


def _must_match(opened: IO[str], side: Path, order: Order) -> None:
    """Refuse to go on with another set. Raises `BenchmarkError`."""
    found = _completed(opened, side)
    if found and found[0] != order.head:
        different = [name for name in order.head if found[0].get(name) != order.head[name]]
        raise BenchmarkError(
            f"{side} belongs to samples with other {', '.join(different) or 'contents'}; choose another name, or give "
            "the same options to go on with them"
        )


def _completed(opened: IO[str], file: Path) -> list[dict[str, Any]]:
    """Read the lines that are complete. Raises `BenchmarkError` for one that is damaged."""
    opened.seek(0)
    found = []
    try:
        for number, line in enumerate(opened.read().split("\n")[:-1], 1):
            value = read_json(line)
            if not isinstance(value, dict):
                raise BenchmarkError(f"{file}, line {number}, is no object; choose another name")
            found.append(value)
    except ValueError as error:
        raise BenchmarkError(f"{file} is damaged ({error}); choose another name") from error
    return found


def _write(opened: IO[str], value: dict[str, Any]) -> None:
    opened.write(json.dumps(value, ensure_ascii=False) + "\n")
    opened.flush()
