"""The output of a running child: its bytes, up to a limit, and the deadline of its next answer."""

import time
from typing import Any


class ChildOutput:
    """The output of a child so far. Each of its one or two questions may take `seconds` and print `most` bytes.

    For the first question, `spent` seconds have already passed.
    """

    def __init__(self, *, seconds: float, most: int, questions: int = 1, spent: float = 0.0) -> None:
        self.seconds = seconds
        self.most = most
        self.questions = questions  # that it may still answer
        self.started = time.monotonic() - spent
        self.end = ""  # why it had to be killed, if it was
        self._said = bytearray()
        self._answered = 0  # length of the output up to the answer to the first of two questions
        self._before: float | None = None  # seconds that the first question took

    @property
    def deadline(self) -> float:
        return self.started + self.seconds

    @property
    def too_long(self) -> bool:
        return len(self._said) - self._answered > self.most

    def hear(self, data: bytes) -> None:
        """Add output of the child. The line that answers the first of two questions starts the time of the second."""
        self._said += data
        if self.questions < 2:
            return
        layers = self._said.find(b"\n") + 1
        end = self._said.find(b"\n", layers) + 1
        if layers and 0 < end <= self.most:
            now = time.monotonic()
            self.questions, self._answered, self._before, self.started = 1, end, now - self.started, now

    def report(self, signal: int, code: int, complaint: bytes, at: float | None = None) -> tuple[dict[str, Any], bytes]:
        """Return how the child ended (at time `at`, by default now) and its output, for `child_report.ChildReport`."""
        header = {
            "end": self.end or "closed",
            "signal": signal,
            "exit": code,
            "errors": complaint.decode("utf-8", "replace"),
            "seconds": max(0.0, (at or time.monotonic()) - self.started),
            "before": self._before,
        }
        return header, bytes(self._said[: self._answered + self.most])
