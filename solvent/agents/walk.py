"""A run as it goes: what the events of `asolve` tell of the state machine's walk, for those who watch it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from solvent.agents.state import Answer, Attempt

Light = Literal["idle", "at work", "done"]


def nodes() -> tuple[str, ...]:
    """The names of the state machine's nodes, in the order in which a plain run visits them."""
    from solvent.agents.nodes import NODES

    return tuple(node.__name__ for node in NODES)


@dataclass
class Visit:
    """One stay at a node; times are in seconds since the epoch, `ended` is None while it lasts."""

    node: str
    started: float
    ended: float | None = None


@dataclass
class Walk:
    """Collects events: pass `walk.take` as `on_event`, or call it with each event.

    `visits` are in the order in which they began, several at a time where programs are written in parallel. `attempts`
    are all programs so far, by id, as far as they have got; `calls` counts exchanges with models. `answer` is None
    until the run has ended; a walk takes the events of one run.
    """

    visits: list[Visit] = field(default_factory=list)
    attempts: "dict[int, Attempt]" = field(default_factory=dict)
    calls: int = 0
    answer: "Answer | None" = None
    _open: dict[str, Visit] = field(default_factory=dict)

    def take(self, event: dict[str, Any]) -> None:
        """Note what an event says."""
        match event["event"]:
            case "call":
                self.calls += 1
            case "start":
                visit = self._open[event["id"]] = Visit(event["node"], event["time"])
                self.visits.append(visit)
            case "end":
                self._open.pop(event["id"]).ended = event["time"]
                self._learn(event["update"] or {})

    def _learn(self, update: dict[str, Any]) -> None:
        found = update.get("attempts", {})
        if not isinstance(found, dict):  # a node that starts over replaces all of them
            self.attempts, found = {}, found.value
        self.attempts |= found
        self.answer = update.get("answer", self.answer)

    def close(self) -> None:
        """End the visits that go on: the run was given up."""
        for visit in self._open.values():
            visit.ended = time.time()
        self._open.clear()

    def of(self, node: str) -> Sequence[Visit]:
        """The visits of a node."""
        return [visit for visit in self.visits if visit.node == node]

    def light(self, node: str) -> Light:
        """Whether a node was visited, or is at work now."""
        visits = self.of(node)
        if any(visit.ended is None for visit in visits):
            return "at work"
        return "done" if visits else "idle"

    def seconds(self, node: str) -> float:
        """How long the ended visits of a node took in all."""
        return sum(visit.ended - visit.started for visit in self.of(node) if visit.ended is not None)
