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
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from solvent.solvers import pages, sandbox
from solvent.solvers.child import Setting, lead_nowhere, run_child
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.frameworks import load
from solvent.solvers.outcome import Limits

HEADER = struct.Struct("!I")
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
    seconds: float
    most: int  # bytes of output
    questions: int  # that it may still answer, each within `seconds` and `most`: one, or two
    started: float
    workdir: Path | None
    body: bytearray = field(default_factory=bytearray)
    answered: int = 0  # bytes of `body` that answer the first of two questions,
    before: float | None = None  # and the seconds that it took
    end: str = ""

    @property
    def deadline(self) -> float:
        return self.started + self.seconds

    def hear(self, data: bytes) -> None:
        """Take what the child said. The line that answers the first of two questions starts the time of the other."""
        self.body += data
        if self.questions < 2:
            return
        layers = self.body.find(b"\n") + 1
        end = self.body.find(b"\n", layers) + 1
        if layers and 0 < end <= self.most:
            now = time.monotonic()
            self.questions, self.answered, self.before, self.started = 1, end, now - self.started, now

    @property
    def too_long(self) -> bool:
        return len(self.body) - self.answered > self.most

    def report(self, signal: int, code: int, complaint: bytes) -> tuple[dict[str, Any], bytes]:
        """How it ended and what it said, for `results.Report`."""
        header = {
            "job": self.job,
            "end": self.end,
            "signal": signal,
            "exit": code,
            "errors": complaint[-2000:].decode("utf-8", "replace"),
            "seconds": time.monotonic() - self.started,
            "before": self.before,
        }
        return header, bytes(self.body[: self.answered + self.most])

    def kill(self, end: str) -> None:
        self.end = self.end or end
        for kill in (os.killpg, os.kill):  # the group does not exist before the child made it
            with contextlib.suppress(ProcessLookupError):
                kill(self.pid, signal.SIGKILL)


class Server:
    """One loop over the socket and the result pipes of the children."""

    def __init__(self, link: socket.socket, setting: Setting, folder: str | None) -> None:
        self.link = link
        self.folder = folder
        self.setting = setting
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
                _remove(child.workdir)

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
        try:
            child = self._fork(header, body)
        except OSError as error:
            self.link.sendall(frame({"job": header["job"], "end": "fork", "errors": str(error)}))
            return
        self.children[child.job] = child
        self.selector.register(child.result, selectors.EVENT_READ, child)

    def _fork(self, header: dict[str, Any], body: bytes) -> Child:
        limits = Limits.model_validate(header["limits"])
        # MiniZinc writes a file for its solver: its children get a folder each.
        workdir = Path(tempfile.mkdtemp(dir=self.folder)) if self.setting.profile == "minizinc" else None
        opened: list[int] = []
        try:
            opened += os.pipe()
            opened += os.pipe()
            started = time.monotonic() - header["spent"]
            parent = os.getpid()
            pid = os.fork()
        except OSError:
            for descriptor in opened:
                os.close(descriptor)
            _remove(workdir)
            raise
        result, result_end, errors, errors_end = opened
        if pid == 0:
            # The CPU time of all its questions; each one's wall time is kept by `_turn`.
            total = limits.model_copy(update={"seconds": limits.seconds * header["questions"]})
            run_child(self.setting, parent, (result_end, errors_end), total, body, workdir)
        os.close(result_end)
        os.close(errors_end)
        os.set_blocking(errors, False)
        most, questions = header["most"], header["questions"]
        return Child(header["job"], pid, result, errors, limits.seconds, most, questions, started, workdir)

    def _collect(self, child: Child) -> None:
        data = os.read(child.result, _CHUNK)
        child.hear(data)
        if child.too_long:
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
        _remove(child.workdir)
        ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0
        self.link.sendall(frame(*child.report(ended, code, complaint)))


def _remove(workdir: Path | None) -> None:
    if workdir is not None:
        shutil.rmtree(workdir, ignore_errors=True)


@contextlib.contextmanager
def _without(package: str) -> Iterator[None]:
    """Pandas, which OR-Tools imports, would load Arrow besides: a third more memory, which each fork would copy."""
    there = package in sys.modules
    if not there:
        sys.modules[package] = None  # type: ignore[assignment]  # an import of it fails then
    try:
        yield
    finally:
        if not there:
            del sys.modules[package]


def main(name: str, descriptor: int, folder: str | None = None) -> None:
    """Serve `name` on an inherited socket until its other end closes; its children's folders lie in `folder`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=descriptor) as link:
        try:
            framework = load(name)
            with _without("pyarrow"):
                framework.warm()
        except (ImportError, SolverUnavailableError) as error:
            link.sendall(frame({"unavailable": str(error)}))
            return
        setting = Setting(framework, getattr(framework, "PROFILE", "program"), sandbox.available())
        # Whatever is done here is not done in every child again.
        sandbox.prepare(setting.profile)
        lead_nowhere()
        os.environ.clear()
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # children live shortly, and a collection copies pages that they share
        pages.join()
        with contextlib.suppress(BrokenPipeError, ConnectionError):
            link.sendall(frame({"ready": os.getpid()}))
            Server(link, setting, folder).serve()
    _remove(Path(folder) if folder else None)
