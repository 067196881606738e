"""What is heard of a child while it works: bytes up to a limit, and when it owes the next answer."""

import time
from typing import Any


class ChildOutput:
    """What a child has said so far. It may say `most` bytes to each of its one or two questions, of `seconds` each.

    Of the first question, `spent` seconds have passed already.
    """

    def __init__(self, *, seconds: float, most: int, questions: int = 1, spent: float = 0.0) -> None:
        self.seconds = seconds
        self.most = most
        self.questions = questions  # that it may still answer
        self.started = time.monotonic() - spent
        self.end = ""  # why it had to go, if it had to
        self._said = bytearray()
        self._answered = 0  # bytes that answer the first of two questions,
        self._before: float | None = None  # and the seconds that it took

    @property
    def deadline(self) -> float:
        return self.started + self.seconds

    @property
    def too_long(self) -> bool:
        return len(self._said) - self._answered > self.most

    def hear(self, data: bytes) -> None:
        """Take what the child said. The line that answers the first of two questions starts the time of the other."""
        self._said += data
        if self.questions < 2:
            return
        layers = self._said.find(b"\n") + 1
        end = self._said.find(b"\n", layers) + 1
        if layers and 0 < end <= self.most:
            now = time.monotonic()
            self.questions, self._answered, self._before, self.started = 1, end, now - self.started, now

    def report(self, signal: int, code: int, complaint: bytes, at: float | None = None) -> tuple[dict[str, Any], bytes]:
        """How it ended (`at` that time, else just now) and what it said, for `child_report.ChildReport`."""
        header = {
            "end": self.end or "closed",
            "signal": signal,
            "exit": code,
            "errors": complaint[-2000:].decode("utf-8", "replace"),
            "seconds": max(0.0, (at or time.monotonic()) - self.started),
            "before": self._before,
        }
        return header, bytes(self._said[: self._answered + self.most])
