"""The output of a running child: its bytes, up to a limit, and the deadline of its next answer."""

import time
from collections.abc import Sequence
from typing import Any


class ChildOutput:
    """The output of a child so far. Each of its questions may take `seconds` and print `most` bytes.

    For the first question, `spent` seconds have already passed; those after it may take so many times `seconds` as
    `then` says.
    """

    def __init__(self, *, seconds: float, most: int, then: Sequence[int] = (), spent: float = 0.0) -> None:
        self.seconds = seconds
        self.most = most
        self.started = time.monotonic() - spent
        self.end = ""  # why it had to be killed, if it was
        self._said = bytearray()
        self._times = 1  # how many times `seconds` the present question may take
        self._then = list(then)  # the same of those to come
        self._answered = 0  # length of the output up to the last answer that another question follows
        self._took: list[float] = []  # seconds for each of these answers

    @property
    def deadline(self) -> float:
        return self.started + self.seconds * self._times

    @property
    def too_long(self) -> bool:
        return len(self._said) - self._answered > self.most

    def hear(self, data: bytes) -> None:
        """Add output of the child. The line that answers a question starts the time of the next one."""
        self._said += data
        while self._then:
            start = self._answered or self._said.find(b"\n") + 1  # the first line lists the layers
            end = self._said.find(b"\n", start) + 1 if start else 0
            if not 0 < end <= self._answered + self.most:
                return
            now = time.monotonic()
            self._took.append(now - self.started)
            self._answered, self.started, self._times = end, now, self._then.pop(0)

    def report(self, signal: int, code: int, complaint: bytes, at: float | None = None) -> tuple[dict[str, Any], bytes]:
        """Return how the child ended (at time `at`, by default now) and its output, for `child_report.ChildReport`."""
        header = {
            "end": self.end or "closed",
            "signal": signal,
            "exit": code,
            "errors": complaint.decode("utf-8", "replace"),
            "seconds": max(0.0, (at or time.monotonic()) - self.started),
            "before": self._took,
        }
        return header, bytes(self._said[: self._answered + self.most])
