"""Reports on the runs of each benchmark: made in a thread, one at a time, and kept while the records are the same."""

import asyncio
import logging
from collections.abc import Sequence

from solvent.benchmarks.analysis.extra import require
from solvent.benchmarks.analysis.report import build
from solvent.web.run_store import RunStore, Stamp, Stored
from solvent.web.templates import filled

_log = logging.getLogger(__name__)

Key = tuple[tuple[str, Stamp], ...]  # which runs in which state


class Reports:
    """The sections of reports as HTML of our own making, by benchmark."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Key, str]] = {}
        self._lock = asyncio.Lock()  # matplotlib draws one figure at a time

    def ready(self, benchmark: str, runs: Sequence[Stored]) -> str | None:
        """The report on runs of a benchmark, if it was made of the same records."""
        key, html = self._kept.get(benchmark, ((), ""))
        return html if key == _key(runs) else None

    async def of(self, benchmark: str, store: RunStore) -> str:
        """The report on all runs of a benchmark as they are now; who comes while it is made waits for the same one.

        Raises BenchmarkError, which says what to install.
        """
        async with self._lock:
            runs = (await asyncio.to_thread(store.read)).benchmarks.get(benchmark, [])
            kept = self.ready(benchmark, runs)
            if kept is not None:
                return kept
            html = await asyncio.to_thread(_made, runs)
            self._kept[benchmark] = _key(runs), html
            return html


def _key(runs: Sequence[Stored]) -> Key:
    return tuple((stored.run.name, stored.stamp) for stored in runs)


def _made(runs: Sequence[Stored]) -> str:
    require("the report with tables and figures", "scipy", "matplotlib")
    try:
        sections = build([stored.run for stored in runs]).sections
    except Exception:  # noqa: BLE001 - a visitor gets a message, the server's log the rest
        _log.exception("the report on %s could not be made", runs[0].run.run.benchmark)
        return filled("problem", text="The report could not be made: an error in Solvent, which the server has logged.")
    return "".join(filled("section", section=section) for section in sections)
