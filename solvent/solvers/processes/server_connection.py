"""The pool's connection to a fork server: submits jobs, reads the output of their children, and has these killed."""

import asyncio
import contextlib
import json
import subprocess
from collections import deque
from typing import Any

from solvent.solvers.errors import ServerGoneError
from solvent.solvers.processes import server_process
from solvent.solvers.processes.interpreter import unavailable
from solvent.solvers.processes.job import Job
from solvent.solvers.processes.packets import PACKET, send
from solvent.solvers.processes.running_job import RunningJob
from solvent.solvers.processes.server_process import ServerProcess

_START = 60.0  # seconds allowed for a server to import its libraries on a busy machine


class ServerConnection:
    """A running server and its pending jobs."""

    def __init__(self, server: ServerProcess) -> None:
        self.process = server.process
        self._kept = server.folder
        self.folder = str(server.folder.path) if server.folder else None
        self.alive = True
        self.jobs: dict[int, RunningJob] = {}
        self._loop = asyncio.get_running_loop()
        self._channel = server.channel
        self._hello: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._waiting: deque[tuple[dict[str, Any], RunningJob | None]] = deque()
        self._full = False
        server.channel.setblocking(False)
        self._loop.add_reader(server.channel, self._listen)

    @classmethod
    async def start(cls, framework: str, boot: str) -> "ServerConnection":
        """Start a server with the code `boot`, or take over one that was started ahead.

        Raises SolverUnavailableError; OSError if no process, descriptor or folder can be created.
        """
        server = server_process.taken(framework, boot) or server_process.launch(framework, boot)
        connection = cls(server)
        try:
            hello = await asyncio.wait_for(connection._hello, _START)
        except (TimeoutError, ServerGoneError):
            hello = {"unavailable": "its server did not start"}
        except BaseException:
            connection.end()
            raise
        if "ready" not in hello:
            connection.end()
            raise unavailable(framework, str(hello["unavailable"]))
        return connection

    async def ask(self, number: int, job: Job, most: int, seconds: float) -> tuple[dict[str, Any], bytes]:
        """Run a job and return its report; each question may print `most` bytes and take `seconds`.

        The job's own limits, which the program can read, are those that the kernel enforces. Raises ServerGoneError.
        """
        if not self.alive:
            raise ServerGoneError
        total = job.limits.model_copy(update={"seconds": job.limits.seconds * job.times})
        try:
            running = RunningJob(job, most, seconds, lambda: self._tell({"kill": number}), self.end)
        except OSError as error:
            return {"end": "fork", "errors": str(error)}, b""
        self.jobs[number] = running
        try:
            self._tell({"job": number, "limits": total.model_dump()}, running)
            return running.report(await running.done)
        finally:
            # Cancelled before the report arrived: kill the child.
            if self.jobs.pop(number, None) is not None and self.alive:
                self._tell({"kill": number})
            running.close()

    def _tell(self, message: dict[str, Any], running: RunningJob | None = None) -> None:
        """Send a message, with the descriptors of a new job, as soon as the socket has room for it."""
        self._waiting.append((message, running))
        if not self._full:
            self._send()

    def _send(self) -> None:
        try:
            while self._waiting and self.alive:
                message, running = self._waiting[0]
                if running is None:
                    send(self._channel, message)
                elif running.theirs:  # otherwise the job has been abandoned
                    send(self._channel, message, running.theirs)
                    running.handed_over()
                self._waiting.popleft()
        except BlockingIOError:
            if not self._full:
                self._full = True
                self._loop.add_writer(self._channel, self._send)
        except OSError:
            self.end()
        else:
            if self._full and self.alive:
                self._full = False
                self._loop.remove_writer(self._channel)

    def _listen(self) -> None:
        """Dispatch incoming messages to their jobs, until the server ends."""
        with contextlib.suppress(BlockingIOError):
            while self.alive:
                try:
                    packet = self._channel.recv(PACKET)
                    message = json.loads(packet)
                except BlockingIOError:
                    raise
                except (OSError, ValueError):  # an empty packet marks the end
                    self.end()
                    return
                if not self._hello.done():
                    self._hello.set_result(message)
                elif (running := self.jobs.pop(message["job"], None)) is not None and not running.done.done():
                    running.done.set_result(message)

    def end(self) -> None:
        """Kill the server; the kernel then kills its children, but not theirs. Pending jobs get a ServerGoneError."""
        self._hang_up()
        self.process.kill()
        self.process.wait()
        if self._kept is not None:
            self._kept.remove()
            self._kept = None
        for waiting in (self._hello, *(running.done for running in self.jobs.values())):
            if not waiting.done():
                waiting.set_exception(ServerGoneError())

    async def close(self) -> None:
        """Shut down gracefully: the server sees its socket close, kills and reaps its children, and exits."""
        self._hang_up()
        with contextlib.suppress(subprocess.TimeoutExpired, RuntimeError):  # RuntimeError: no thread can be started
            await asyncio.to_thread(self.process.wait, 2)
        self.end()

    def _hang_up(self) -> None:
        if self.alive:
            self.alive = False
            self._loop.remove_reader(self._channel)
            self._loop.remove_writer(self._channel)
            self._channel.close()
