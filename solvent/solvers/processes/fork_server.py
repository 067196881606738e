"""The fork server: imports a framework's libraries once, then forks one confined child per job.

It is a separate process (`main`) and never runs a program itself. Every later child inherits its memory, so all it
learns about a job is its number and resource limits: the body, the result and the errors are passed through
descriptors, which it hands to the child and closes. `packets` describes the protocol.

When the socket closes, it kills its children and exits.
"""

import contextlib
import gc
import json
import os
import selectors
import shutil
import signal
import socket
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.frameworks import served
from solvent.solvers.processes import huge_pages
from solvent.solvers.processes.child import ChildSetting, lead_nowhere, run_child
from solvent.solvers.processes.packets import PACKET, send
from solvent.solvers.programs.outcome import Limits
from solvent.solvers.sandbox import confinement, layers

_DESCRIPTORS = 3
_POLL = 0.01  # polling interval in seconds, for children without a descriptor to watch


@dataclass
class Child:
    """A running child; `watch` is a descriptor that becomes readable when it ends, -1 if not supported."""

    job: int
    pid: int
    watch: int
    workdir: Path | None

    def kill(self) -> None:
        """Kill the child and its process group."""
        for kill in (os.killpg, os.kill):  # the group does not exist until the child has created it
            with contextlib.suppress(ProcessLookupError):
                kill(self.pid, signal.SIGKILL)


class Server:
    """The event loop over the socket and the children."""

    def __init__(self, channel: socket.socket, setting: ChildSetting, folder: str | None) -> None:
        self.channel = channel
        self.folder = folder
        self.setting = setting
        self.children: dict[int, Child] = {}
        self.selector = selectors.DefaultSelector()
        self.selector.register(channel, selectors.EVENT_READ)

    def serve(self) -> None:
        try:
            while self._turn():
                pass
        finally:
            for child in list(self.children.values()):
                child.kill()
                os.waitpid(child.pid, 0)
                _remove(child.workdir)

    def _turn(self) -> bool:
        """Wait for events and handle them; return false once the pool is gone."""
        unwatched = [child for child in self.children.values() if child.watch < 0]
        for key, _ in self.selector.select(_POLL if unwatched else None):
            if key.fileobj is self.channel:
                if not self._listen():
                    return False
            elif isinstance(key.data, Child):
                self._bury(key.data)
        for child in unwatched:
            if os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                self._bury(child)
        return True

    def _listen(self) -> bool:
        try:
            packet, descriptors, _, _ = socket.recv_fds(self.channel, PACKET, _DESCRIPTORS)
        except ConnectionError:
            return False
        if not packet:
            return False
        message = json.loads(packet)
        if "kill" in message:
            child = self.children.get(message["kill"])
            if child is not None:
                child.kill()
            return True
        try:
            self._fork(message, descriptors)
        except OSError as error:
            send(self.channel, {"job": message["job"], "failed": str(error)})
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        return True

    def _fork(self, message: dict[str, Any], descriptors: list[int]) -> None:
        if len(descriptors) < _DESCRIPTORS:  # the kernel drops those beyond the limit of open files
            raise OSError("too many open files")
        body, result, errors = descriptors
        limits = Limits.model_validate(message["limits"])
        # MiniZinc writes a file for its solver, so each of its children gets a folder.
        workdir = Path(tempfile.mkdtemp(dir=self.folder)) if self.setting.profile == "minizinc" else None
        parent = os.getpid()
        try:
            pid = os.fork()
        except OSError:
            _remove(workdir)
            raise
        if pid == 0:
            run_child(self.setting, parent, (result, errors), limits, body, workdir)
        child = Child(message["job"], pid, _watch(pid), workdir)
        self.children[child.job] = child
        if child.watch >= 0:
            self.selector.register(child.watch, selectors.EVENT_READ, child)

    def _bury(self, child: Child) -> None:
        """Reap a child that has ended, kill what it left running, and report how it ended."""
        del self.children[child.job]
        if child.watch >= 0:
            self.selector.unregister(child.watch)
            os.close(child.watch)
        child.kill()
        code = os.waitstatus_to_exitcode(os.waitpid(child.pid, 0)[1])
        _remove(child.workdir)
        send(self.channel, {"job": child.job, "signal": max(0, -code), "exit": max(0, code), "at": time.monotonic()})


def _watch(pid: int) -> int:
    """Open a descriptor that signals the end of a process; -1 if the kernel or a container does not allow it."""
    try:
        return os.pidfd_open(pid)
    except (OSError, AttributeError):
        return -1


def _remove(workdir: Path | None) -> None:
    if workdir is not None:
        shutil.rmtree(workdir, ignore_errors=True)


def main(name: str, descriptor: int, folder: str | None = None) -> None:
    """Serve framework `name` on an inherited socket until the other end closes.

    Working directories of children are created in `folder`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=descriptor) as channel:
        # Pandas, which a program may import, would also load Arrow.
        sys.modules.setdefault("pyarrow", None)  # type: ignore[arg-type]  # makes importing it fail
        try:
            framework = served(name)
            framework.warm()
        except (ImportError, SolverUnavailableError) as error:
            send(channel, {"unavailable": str(error)[:4000]})
            return
        setting = ChildSetting(framework, getattr(framework, "PROFILE", "program"), layers.available())
        # Work done here need not be repeated in every child.
        confinement.prepare(setting.profile)
        lead_nowhere()
        os.environ.clear()
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # children are short-lived, and a collection copies shared pages
        huge_pages.collapse()
        with contextlib.suppress(BrokenPipeError, ConnectionError):
            send(channel, {"ready": os.getpid()})
            Server(channel, setting, folder).serve()
    _remove(Path(folder) if folder else None)
    os._exit(0)  # the pool is waiting, and a regular interpreter shutdown takes a while
