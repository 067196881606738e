"""Progress of `solve` and `asolve` in a Jupyter notebook."""

import asyncio
import html
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from solvent.agents.walk import Walk, nodes

if TYPE_CHECKING:
    from solvent.agents.solving import Event

_PAUSE = 0.1  # seconds between two updates, at least
_BEAT = 1.0  # seconds after which the time is updated, if nothing else happens
_LOOKS = {"idle": ("○", "opacity: .45"), "at work": ("●", "font-weight: bold"), "done": ("✓", "")}


class Progress:
    """Shows in a notebook how a run goes: `solve(text, on_event=Progress())`, and so with `asolve`.

    The cell gets one output, which is updated in place: the nodes of the state machine as they are visited, the
    programs so far, calls to models and seconds. It is updated at most ten times a second, and when the run has ended:
    then one line with its status is left, which opens to show the nodes.

    An object may serve many runs, one after the other: those of a cell share its output, which also counts them; a
    later cell gets an output of its own. Runs at the same time need an object each. `walk` is the last run's.

    Outside a Jupyter kernel (a script, a terminal, no IPython at all) nothing is shown, and nothing fails.
    """

    def __init__(self) -> None:
        self.walk = Walk()
        self._ended: Counter[str] = Counter()  # the runs of this cell before this one, by how they ended
        self._stopped = False  # the task of the run is over, and there is no answer
        self._cell: int | None = None
        self._handle: Any = None
        self._drawn = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self, event: "Event") -> None:
        """Take an event of a run."""
        if self._over or (event["event"] == "start" and event["node"] == "decompose"):
            self._begin()
        first = not self.walk.visits
        self.walk.take(event)
        if first:
            self._show()
            self._watch()
        passed = time.monotonic() - self._drawn
        if self._over or passed >= _PAUSE:
            self._draw()
        else:
            self._draw_in(_PAUSE - passed)

    @property
    def _over(self) -> bool:
        return self._stopped or self.walk.answer is not None

    def _begin(self) -> None:
        """Forget a run, except for how it ended."""
        if self.walk.visits:
            self._ended[self._outcome] += 1
        self._cancel()
        self.walk, self._stopped = Walk(), False

    def _show(self) -> None:
        """Make this cell's output, or take the one that it has."""
        shell = _shell()
        if shell is None:
            return
        if self._handle is None or self._cell != shell.execution_count:
            from IPython.display import display

            self._ended.clear()
            self._cell = shell.execution_count
            self._drawn = time.monotonic()
            self._handle = display(self, display_id=True)  # type: ignore[no-untyped-call]

    def _watch(self) -> None:
        """Notice when the run's task ends, be it without an answer."""
        try:
            task = asyncio.current_task()
        except RuntimeError:  # events of a record
            return
        walk = self.walk
        if task is not None:
            task.add_done_callback(lambda _: self._stop(walk))

    def _stop(self, walk: Walk) -> None:
        if walk is self.walk and not self._over:
            self._stopped = True
            self._draw()

    def _draw(self) -> None:
        """Draw now, and again after a while if nothing else happens, for the time."""
        self._drawn = time.monotonic()
        self._cancel()
        if self._handle is not None:
            self._handle.update(self)
        if not self._over:
            self._draw_in(_BEAT)

    def _draw_in(self, seconds: float) -> None:
        """Draw later, unless that is to happen sooner anyway."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._timer is None or self._timer.when() > loop.time() + seconds:
            self._cancel()
            self._timer = loop.call_later(seconds, self._draw)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    @property
    def _outcome(self) -> str:
        return "stopped" if self.walk.answer is None else str(self.walk.answer.status)

    @property
    def _seconds(self) -> float:
        """From the first visit to the end of the last one, or until now."""
        visits = self.walk.visits
        if not visits:
            return 0.0
        ends = [visit.ended for visit in visits if visit.ended is not None]
        return (max(ends, default=visits[0].started) if self._over else time.time()) - visits[0].started

    def __repr__(self) -> str:
        """One line: what is at work or how it ended, programs, calls, seconds, and the runs before."""
        if not self.walk.visits:
            return "no run yet"
        at_work = ", ".join(node for node in nodes() if self.walk.light(node) == "at work") or "at work"
        told = [
            f"{self._outcome if self._over else at_work}: {_counted(len(self.walk.attempts), 'program')}",
            _counted(self.walk.calls, "model call"),
            f"{self._seconds:.1f} s",
        ]
        before = ", ".join(f"{count} {outcome}" for outcome, count in self._ended.items())
        return ", ".join(told) + (f" (run {self._ended.total() + 1}; before: {before})" if before else "")

    def _repr_html_(self) -> str:
        lights = ((node, *_LOOKS[self.walk.light(node)]) for node in nodes())
        row = " ".join(
            f'<span style="white-space: nowrap; margin-right: .6em; {look}">{sign} {node}</span>'
            for node, sign, look in lights
        )
        opened = "" if self._over else ' open=""'
        return f"<details{opened}><summary>{html.escape(repr(self))}</summary><div>{row}</div></details>"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _shell() -> Any:
    """The shell of the Jupyter kernel that this runs in, or None."""
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython

    shell = get_ipython()
    return shell if shell is not None and hasattr(shell, "kernel") else None
