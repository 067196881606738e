"""The pool's end of a fork server: hands it jobs, hears the children themselves, and says which have to go."""

import asyncio
import contextlib
import functools
import json
import os
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from solvent.solvers import folders
from solvent.solvers.child import Job
from solvent.solvers.errors import ServerGoneError
from solvent.solvers.folders import Folder
from solvent.solvers.frameworks import load
from solvent.solvers.hearing import Hearing
from solvent.solvers.oneshot import import_path, unavailable
from solvent.solvers.sandbox import environment
from solvent.solvers.server import PACKET, send

if sys.platform != "win32":
    import fcntl

_START = 60.0  # seconds a server may take to import its libraries on a busy machine
_GRACE = 10.0  # seconds after which a server that does not end a child counts as hung
_CHUNK = 65536
_SOON = 0.05  # seconds after which a child is listened to
_PIPE = 1 << 20  # bytes that a pipe holds where the system allows it
_AT_ONCE = 16  # chunks that are read of one child before the others have their turn


class Errand:
    """One job of a child: the pool's ends of its pipes, its deadline, and what it has said.

    `theirs` are the descriptors for the child: the body, the result and the complaints. `done` is told what the server
    says of its end. Raises OSError where there are no more descriptors.
    """

    def __init__(self, job: Job, most: int, seconds: float, stop: Callable[[], None], hung: Callable[[], None]) -> None:
        (self.result, self.errors), self.theirs = _opened(job.packed())
        self.hearing = Hearing(seconds=seconds, most=most, questions=job.questions, spent=job.spent)
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._stop, self._hung = stop, hung
        # Most children have ended before they have said more than their pipe holds: then nobody need listen meanwhile.
        listen = self._loop.call_soon if job.questions > 1 else functools.partial(self._loop.call_later, _SOON)
        self._listening = listen(self._loop.add_reader, self.result, self._hear)
        self._timer = self._loop.call_later(self.hearing.deadline - time.monotonic(), self._late)

    def _hear(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                data = os.read(self.result, _CHUNK)
            except BlockingIOError:
                return
            if not data:
                self._loop.remove_reader(self.result)
                return
            self.hearing.hear(data)
            if self.hearing.too_long:
                self._loop.remove_reader(self.result)
                self._end("output")
                return

    def _late(self) -> None:
        left = self.hearing.deadline - time.monotonic()
        if left > 0 and not self.hearing.end:  # a second question has begun
            self._timer = self._loop.call_later(left, self._late)
        else:
            self._end("timeout")

    def _end(self, why: str) -> None:
        """Have the child killed; where that does not happen, its server hangs."""
        if not self.hearing.end:
            self.hearing.end = why
            self._timer.cancel()
            self._timer = self._loop.call_later(_GRACE, self._hung)
            self._stop()

    def report(self, ended: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """What it said, once it has ended, and how that was."""
        if "failed" in ended:
            self.hearing.end = "fork"
            return self.hearing.report(0, 0, ended["failed"].encode())
        while not self.hearing.too_long:
            try:
                data = os.read(self.result, _CHUNK)
            except BlockingIOError:  # without the sandbox, something that it started may have the pipe
                break
            if not data:
                break
            self.hearing.hear(data)
        if self.hearing.too_long:
            self.hearing.end = self.hearing.end or "output"
        complaint = b""
        with contextlib.suppress(BlockingIOError):
            complaint = os.read(self.errors, _CHUNK)
        return self.hearing.report(ended["signal"], ended["exit"], complaint, ended["at"])

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


class Link:
    """A running server and the jobs it has not answered yet."""

    def __init__(self, process: subprocess.Popen[bytes], wire: socket.socket, folder: Folder | None) -> None:
        self.process = process
        self._kept = folder
        self.folder = str(folder.path) if folder else None
        self.alive = True
        self.jobs: dict[int, Errand] = {}
        self._loop = asyncio.get_running_loop()
        self._wire = wire
        self._hello: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._waiting: deque[tuple[dict[str, Any], Errand | None]] = deque()
        self._full = False
        wire.setblocking(False)
        self._loop.add_reader(wire, self._listen)

    @classmethod
    async def start(cls, framework: str, boot: str) -> "Link":
        """Start a server by the code `boot`.

        Raises SolverUnavailableError, and OSError where there is no process, descriptor or folder to be had.
        """
        folder = _folder_for(framework)
        try:
            return await cls._started(framework, boot, folder)
        except OSError:
            if folder:
                folder.remove()
            raise

    @classmethod
    async def _started(cls, framework: str, boot: str, folder: Folder | None) -> "Link":
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        more = [str(folder.path)] if folder else []
        with theirs:
            process = subprocess.Popen(  # noqa: ASYNC220  # forking takes a moment, and its pipes are not used
                # The user's environment is scrubbed; of his site and directory nothing is used.
                [sys.executable, "-P", "-s", "-c", boot, import_path(), framework, str(theirs.fileno()), *more],
                env=environment(os.environ),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno(), *([folder.lock] if folder else [])],
                start_new_session=True,
            )
        link = cls(process, ours, folder)
        try:
            hello = await asyncio.wait_for(link._hello, _START)
        except (TimeoutError, ServerGoneError):
            hello = {"unavailable": "its server did not start"}
        except BaseException:
            link.end()
            raise
        if "ready" not in hello:
            link.end()
            raise unavailable(framework, str(hello["unavailable"]))
        return link

    async def ask(self, number: int, job: Job, most: int, seconds: float) -> tuple[dict[str, Any], bytes]:
        """The report of a child that may say `most` bytes and take `seconds` for each question.

        Its own limits say what the kernel gives it, and it can read them. Raises ServerGoneError.
        """
        if not self.alive:
            raise ServerGoneError
        total = job.limits.model_copy(update={"seconds": job.limits.seconds * job.questions})
        try:
            errand = Errand(job, most, seconds, lambda: self._tell({"kill": number}), self.end)
        except OSError as error:
            return {"end": "fork", "errors": str(error)}, b""
        self.jobs[number] = errand
        try:
            self._tell({"job": number, "limits": total.model_dump()}, errand)
            return errand.report(await errand.done)
        finally:
            # Left before its report came (cancelled): its child has to go.
            if self.jobs.pop(number, None) is not None and self.alive:
                self._tell({"kill": number})
            errand.close()

    def _tell(self, message: dict[str, Any], errand: Errand | None = None) -> None:
        """Send a message, with the descriptors of a new job: now, or when the socket has room for it."""
        self._waiting.append((message, errand))
        if not self._full:
            self._send()

    def _send(self) -> None:
        try:
            while self._waiting and self.alive:
                message, errand = self._waiting[0]
                if errand is None:
                    send(self._wire, message)
                elif errand.theirs:  # else it was given up meanwhile
                    send(self._wire, message, errand.theirs)
                    errand.handed_over()
                self._waiting.popleft()
        except BlockingIOError:
            if not self._full:
                self._full = True
                self._loop.add_writer(self._wire, self._send)
        except OSError:
            self.end()
        else:
            if self._full and self.alive:
                self._full = False
                self._loop.remove_writer(self._wire)

    def _listen(self) -> None:
        """Hand every message to the job it is about, until the server ends."""
        with contextlib.suppress(BlockingIOError):
            while self.alive:
                try:
                    packet = self._wire.recv(PACKET)
                    message = json.loads(packet)
                except BlockingIOError:
                    raise
                except (OSError, ValueError):  # an empty packet is the end
                    self.end()
                    return
                if not self._hello.done():
                    self._hello.set_result(message)
                elif (errand := self.jobs.pop(message["job"], None)) is not None and not errand.done.done():
                    errand.done.set_result(message)

    def end(self) -> None:
        """Kill the server; the kernel kills its children with it, but not theirs. Jobs that wait are told."""
        self._hang_up()
        self.process.kill()
        self.process.wait()
        if self._kept is not None:
            self._kept.remove()
            self._kept = None
        for waiting in (self._hello, *(errand.done for errand in self.jobs.values())):
            if not waiting.done():
                waiting.set_exception(ServerGoneError())

    async def close(self) -> None:
        """End it in order: the server sees its socket closing, kills and reaps its children, and exits."""
        self._hang_up()
        with contextlib.suppress(subprocess.TimeoutExpired, RuntimeError):  # no thread is left to wait in
            await asyncio.to_thread(self.process.wait, 2)
        self.end()

    def _hang_up(self) -> None:
        if self.alive:
            self.alive = False
            self._loop.remove_reader(self._wire)
            self._loop.remove_writer(self._wire)
            self._wire.close()


def _folder_for(framework: str) -> Folder | None:
    """Where the children of a framework's server may have folders, if they write files."""
    if getattr(load(framework), "PROFILE", "program") != "minizinc":
        return None
    folder = folders.make()
    folder.path.chmod(0o711)  # as root, each child has its own uid and a folder of its own in there
    return folder
