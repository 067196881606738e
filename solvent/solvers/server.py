"""The fork server: imports a framework's libraries once, then forks one confined child per question.

It runs as a process of its own (`main`) and talks to its `Pool` over one socket in frames: four bytes of length, a JSON
header in one line, a body. It has one thread and never runs a program itself. When the socket closes it kills
its children and ends.
"""

import contextlib
import gc
import json
import os
import selectors
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any, NoReturn

from solvent.solvers.engine import ask, exact
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.frameworks import Framework, load
from solvent.solvers.outcome import Limits, Status
from solvent.solvers.program import Program
from solvent.solvers.sandbox import confine, die_with_parent

HEADER = struct.Struct("!I")
_RESULT = 3  # the child's only descriptor beyond stdin, stdout and stderr
_CHUNK = 65536


def frame(header: dict[str, Any], body: bytes = b"") -> bytes:
    payload = json.dumps(header).encode() + b"\n" + body
    return HEADER.pack(len(payload)) + payload


def unframe(payload: bytes) -> tuple[dict[str, Any], bytes]:
    header, _, body = payload.partition(b"\n")
    found: dict[str, Any] = json.loads(header)
    return found, body


@dataclass
class Child:
    """A running child: where its result and its complaints come from, and when it must be gone."""

    job: int
    pid: int
    result: int
    errors: int
    limits: Limits
    started: float
    workdir: str | None = None
    body: bytearray = field(default_factory=bytearray)
    end: str = ""

    @property
    def deadline(self) -> float:
        return self.started + self.limits.seconds

    def kill(self, end: str) -> None:
        self.end = self.end or end
        for kill in (os.killpg, os.kill):  # the group does not exist before the child made it
            with contextlib.suppress(ProcessLookupError):
                kill(self.pid, signal.SIGKILL)
        if self.workdir:
            _kill_session(self.pid)

    def clean(self) -> None:
        if self.workdir:
            shutil.rmtree(self.workdir, ignore_errors=True)


def _kill_session(session: int) -> None:
    """Kill what the processes of a child started in groups of their own, as MiniZinc does with its solver."""
    with contextlib.suppress(OSError):  # no /proc: not Linux
        for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208  # pathlib would be imported for this
            with contextlib.suppress(OSError):
                if int(name) != session and os.getsid(int(name)) == session:
                    os.kill(int(name), signal.SIGKILL)


class Server:
    """One loop over the socket and the result pipes of the children."""

    def __init__(self, link: socket.socket, framework: Framework) -> None:
        self.link = link
        self.framework = framework
        self.children: dict[int, Child] = {}
        self.inbox = bytearray()
        self.selector = selectors.DefaultSelector()
        self.selector.register(link, selectors.EVENT_READ)

    def serve(self) -> None:
        try:
            while self._turn():
                pass
        finally:
            for child in list(self.children.values()):
                child.kill("stopped")
                os.waitpid(child.pid, 0)
                child.clean()

    def _turn(self) -> bool:
        """Wait for the next thing to happen and deal with it; false when the pool is gone."""
        now = time.monotonic()
        timeout = min((child.deadline for child in self.children.values()), default=now + 3600) - now
        for key, _ in self.selector.select(max(0.0, timeout)):
            if key.fileobj is self.link:
                if not self._listen():
                    return False
            elif isinstance(key.data, Child):
                self._collect(key.data)
        now = time.monotonic()
        for child in list(self.children.values()):
            if child.deadline <= now:
                child.kill("timeout")
                self._finish(child)
        return True

    def _listen(self) -> bool:
        try:
            data = self.link.recv(_CHUNK)
        except ConnectionError:
            return False
        self.inbox += data
        while len(self.inbox) >= HEADER.size:
            end = HEADER.size + HEADER.unpack_from(self.inbox)[0]
            if len(self.inbox) < end:
                break
            header, body = unframe(bytes(self.inbox[HEADER.size : end]))
            del self.inbox[:end]
            self._obey(header, body)
        return bool(data)

    def _obey(self, header: dict[str, Any], body: bytes) -> None:
        if "cancel" in header:
            child = self.children.get(header["cancel"])
            if child is not None:
                child.kill("cancelled")
                self._finish(child)
            return
        limits = Limits.model_validate(header["limits"])
        try:
            child = self._fork(header["job"], limits, body)
        except OSError as error:
            self.link.sendall(frame({"job": header["job"], "end": "fork", "errors": str(error)}))
            return
        self.children[child.job] = child
        self.selector.register(child.result, selectors.EVENT_READ, child)

    def _fork(self, job: int, limits: Limits, body: bytes) -> Child:
        result, result_end = os.pipe()
        errors, errors_end = os.pipe()
        started = time.monotonic()
        parent = os.getpid()
        workdir = None
        try:
            if getattr(self.framework, "PROFILE", "") == "minizinc":
                workdir = tempfile.mkdtemp(prefix="solvent-")
            pid = os.fork()
        except OSError:
            if workdir:
                shutil.rmtree(workdir, ignore_errors=True)
            for descriptor in (result, result_end, errors, errors_end):
                os.close(descriptor)
            raise
        if pid == 0:
            _child(self.framework, parent, (result_end, errors_end), limits, workdir, body)
        os.close(result_end)
        os.close(errors_end)
        os.set_blocking(errors, False)
        return Child(job, pid, result, errors, limits, started, workdir)

    def _collect(self, child: Child) -> None:
        data = os.read(child.result, _CHUNK)
        child.body += data
        if len(child.body) > child.limits.output_bytes:
            child.kill("output")
        if not data or child.end:
            self._finish(child)

    def _finish(self, child: Child) -> None:
        """Reap the child, whatever it left running included, and report."""
        del self.children[child.job]
        self.selector.unregister(child.result)
        # What closed its pipe is either done or up to something: the same for both.
        child.kill(child.end or "closed")
        _, status = os.waitpid(child.pid, 0)
        complaint = b""
        with contextlib.suppress(OSError):
            complaint = os.read(child.errors, _CHUNK)
        os.close(child.result)
        os.close(child.errors)
        child.clean()
        header = {
            "job": child.job,
            "end": child.end,
            "signal": -os.waitstatus_to_exitcode(status) if os.WIFSIGNALED(status) else 0,
            "errors": complaint[-2000:].decode("utf-8", "replace"),
            "seconds": time.monotonic() - child.started,
        }
        self.link.sendall(frame(header, bytes(child.body[: child.limits.output_bytes])))


def _child(
    framework: Framework, parent: int, pipes: tuple[int, int], limits: Limits, workdir: str | None, body: bytes
) -> NoReturn:
    """Everything a child does: shed what it has of the server, confine itself, answer, exit."""
    try:
        os.setsid()
        die_with_parent(parent)
        _shed(*pipes)
        isolation = confine(limits, workdir)
        job = json.loads(body)
        program = Program.model_validate(job["program"])
        # First the layers alone, so that they are known however this ends.
        _send({"isolation": isolation})
        reply = ask(lambda: framework.engine(program), job["question"], job["answer"], limits)
        _send(
            {
                "status": reply.status,
                "answer": reply.answer,
                "objective": [exact(value) for value in reply.objective],
                "conflict": reply.conflict,
                "message": reply.message,
            }
        )
    except MemoryError:
        os.write(2, b"MemoryError")
    except BaseException as error:  # noqa: BLE001  # nothing may unwind into the server's loop
        os.write(2, f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:2000])
    finally:
        os._exit(0)


def _shed(result: int, errors: int) -> None:
    """Keep only the result pipe and standard streams that lead nowhere, but for what a dying library says."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.set_blocking(errors, False)  # what is more than the pipe holds is lost
    # Move them out of the way of each other's final place first.
    result, errors, nowhere = (os.dup(os.dup(descriptor)) for descriptor in (result, errors, nowhere))
    for source, target in ((nowhere, 0), (nowhere, 1), (errors, 2), (result, _RESULT)):
        os.dup2(source, target)
    os.closerange(_RESULT + 1, os.sysconf("SC_OPEN_MAX") if os.sysconf("SC_OPEN_MAX") > 0 else 4096)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  # the child's, until it exits
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _send(value: dict[str, Any]) -> None:
    try:
        data = json.dumps(value, allow_nan=False).encode() + b"\n"
    except (ValueError, TypeError, RecursionError) as error:
        data = (
            json.dumps({"status": Status.BAD_ANSWER, "message": f"the answer is no JSON value: {error}"}).encode()
            + b"\n"
        )
    while data:
        data = data[os.write(_RESULT, data) :]


def main(name: str, descriptor: int) -> None:
    """Serve `name` on an inherited socket until its other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=descriptor) as link:
        try:
            framework = load(name)
            framework.warm()
        except (ImportError, SolverUnavailableError) as error:
            link.sendall(frame({"unavailable": str(error)}))
            return
        gc.collect()
        gc.freeze()
        with contextlib.suppress(BrokenPipeError, ConnectionError):
            link.sendall(frame({"ready": os.getpid()}))
            Server(link, framework).serve()
