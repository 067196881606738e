"""A job that a server's child is running: the pool's ends of the child's pipes, the deadline, and the output so far."""

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

_GRACE = 10.0  # seconds after which a server that has not killed a child counts as hung
_CHUNK = 65536
_SOON = 0.05  # seconds before the pool starts reading a child's output
_PIPE = 1 << 20  # requested pipe capacity in bytes
_AT_ONCE = 16  # chunks to read from one child before the others get their turn


class RunningJob:
    """One running job.

    `theirs` are the descriptors for the child: the body, the result and the errors. `done` receives the server's
    message about the child's end. `stop` is called to have the child killed, `hung` if the server does not do so.
    Raises OSError if no more descriptors are available.
    """

    def __init__(self, job: Job, most: int, seconds: float, stop: Callable[[], None], hung: Callable[[], None]) -> None:
        (self.result, self.errors), self.theirs = _opened(job.packed())
        self.output = ChildOutput(seconds=seconds, most=most, then=job.patience, spent=job.spent)
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._stop, self._hung = stop, hung
        # Most children end before they fill their pipe: then there is no need to read in the meantime.
        listen = self._loop.call_soon if job.then else functools.partial(self._loop.call_later, _SOON)
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
        if left > 0 and not self.output.end:  # the second question has started
            self._timer = self._loop.call_later(left, self._late)
        else:
            self._end("timeout")

    def _end(self, why: str) -> None:
        """Have the child killed; if the server does not do so in time, it counts as hung."""
        if not self.output.end:
            self.output.end = why
            self._timer.cancel()
            self._timer = self._loop.call_later(_GRACE, self._hung)
            self._stop()

    def report(self, ended: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Return how the child ended, and its output, once the server has reported its end."""
        if "failed" in ended:
            self.output.end = "fork"
            return self.output.report(0, 0, ended["failed"].encode())
        while not self.output.too_long:
            try:
                data = os.read(self.result, _CHUNK)
            except BlockingIOError:  # without the sandbox, a subprocess may still hold the pipe
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
        """Close the child's descriptors here, now that the server has them: else its pipes never appear closed."""
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
    """Create the pipes and an in-memory file that holds `body`.

    Returns our ends of the result and the errors, and the child's descriptors: the file and its ends of both.
    """
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
        with contextlib.suppress(OSError):  # keeps its default capacity
            fcntl.fcntl(result, fcntl.F_SETPIPE_SZ, _PIPE)
        os.set_blocking(result, False)
        os.set_blocking(errors, False)
        undo.pop_all()
        return (result, errors), [memory, theirs, their_errors]
