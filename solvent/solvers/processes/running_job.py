"""A job that a server's child does: the pool's ends of the child's pipes, its deadline, and what it has said."""

import asyncio
import contextlib
import functools
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from solvent.solvers.processes.child_output import ChildOutput
from solvent.solvers.processes.job import Job

if sys.platform != "win32":
    import fcntl

_GRACE = 10.0  # seconds after which a server that does not end a child counts as hung
_CHUNK = 65536
_SOON = 0.05  # seconds after which a child is listened to
_PIPE = 1 << 20  # bytes that a pipe holds where the system allows it
_AT_ONCE = 16  # chunks that are read of one child before the others have their turn


class RunningJob:
    """One job of a child: the pool's ends of its pipes, its deadline, and what it has said.

    `theirs` are the descriptors for the child: the body, the result and the complaints. `done` is told what the server
    says of its end. Raises OSError where there are no more descriptors.
    """

    def __init__(self, job: Job, most: int, seconds: float, stop: Callable[[], None], hung: Callable[[], None]) -> None:
        (self.result, self.errors), self.theirs = _opened(job.packed())
        self.output = ChildOutput(seconds=seconds, most=most, questions=job.questions, spent=job.spent)
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._stop, self._hung = stop, hung
        # Most children have ended before they have said more than their pipe holds: then nobody need listen meanwhile.
        listen = self._loop.call_soon if job.questions > 1 else functools.partial(self._loop.call_later, _SOON)
        self._listening = listen(self._loop.add_reader, self.result, self._hear)
        self._timer = self._loop.call_later(self.output.deadline - time.monotonic(), self._late)

    def _hear(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                data = os.read(self.result, _CHUNK)
            except BlockingIOError:
                return
            if not data:
                self._loop.remove_reader(self.result)
                return
            self.output.hear(data)
            if self.output.too_long:
                self._loop.remove_reader(self.result)
                self._end("output")
                return

    def _late(self) -> None:
        left = self.output.deadline - time.monotonic()
        if left > 0 and not self.output.end:  # a second question has begun
            self._timer = self._loop.call_later(left, self._late)
        else:
            self._end("timeout")

    def _end(self, why: str) -> None:
        """Have the child killed; where that does not happen, its server hangs."""
        if not self.output.end:
            self.output.end = why
            self._timer.cancel()
            self._timer = self._loop.call_later(_GRACE, self._hung)
            self._stop()

    def report(self, ended: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """What it said, once it has ended, and how that was."""
        if "failed" in ended:
            self.output.end = "fork"
            return self.output.report(0, 0, ended["failed"].encode())
        while not self.output.too_long:
            try:
                data = os.read(self.result, _CHUNK)
            except BlockingIOError:  # without the sandbox, something that it started may have the pipe
                break
            if not data:
                break
            self.output.hear(data)
        if self.output.too_long:
            self.output.end = self.output.end or "output"
        complaint = b""
        with contextlib.suppress(BlockingIOError):
            complaint = os.read(self.errors, _CHUNK)
        return self.output.report(ended["signal"], ended["exit"], complaint, ended["at"])

    def handed_over(self) -> None:
        """The server has them: an end of a pipe that stays open here would never be heard to close."""
        while self.theirs:
            os.close(self.theirs.pop())

    def close(self) -> None:
        self._timer.cancel()
        self._listening.cancel()
        self._loop.remove_reader(self.result)
        self.handed_over()
        os.close(self.result)
        os.close(self.errors)


def _opened(body: bytes) -> tuple[tuple[int, int], list[int]]:
    """Our ends of the result and the complaints; and for the child a file in memory that holds `body`, and its ends."""
    with contextlib.ExitStack() as undo:

        def known(*descriptors: int) -> tuple[int, ...]:
            for descriptor in descriptors:
                undo.callback(os.close, descriptor)
            return descriptors

        (memory,) = known(os.memfd_create("body"))
        view = memoryview(body)
        while view:
            view = view[os.write(memory, view) :]
        result, theirs = known(*os.pipe())
        errors, their_errors = known(*os.pipe())
        with contextlib.suppress(OSError):  # it holds less then
            fcntl.fcntl(result, fcntl.F_SETPIPE_SZ, _PIPE)
        os.set_blocking(result, False)
        os.set_blocking(errors, False)
        undo.pop_all()
        return (result, errors), [memory, theirs, their_errors]
