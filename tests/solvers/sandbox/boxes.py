"""Where the attacks run: a victim forked by the test, and an attacker and a sibling forked by the victim.

The attacker is confined or not; everything else is the same, so each attack is shown to work before it is shown to
fail.
"""

import ctypes
import json
import os
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from solvent.solvers import Limits
from solvent.solvers.sandbox import confinement

ORDINARY = 54321  # a uid that nobody has here
SECRET = b"canary-" + b"5ecre7"
_libc = ctypes.CDLL(None, use_errno=True)


def _prctl_dumpable() -> None:
    _libc.prctl(4, 1, 0, 0, 0)  # a change of uid cleared it: processes of an ordinary user can be looked at


@dataclass
class Scene:
    """What an attack may aim at; `folder` holds canary files of the victim."""

    folder: Path
    victim: int = 0
    sibling: int = 0
    secret_address: int = 0
    inherited: int = -1
    addresses: dict[str, object] = field(default_factory=dict)

    @property
    def canary(self) -> Path:
        return self.folder / "canary"


@dataclass
class Report:
    """What the attacker said (`result` or `error`), how it ended, and whether the others are alive."""

    result: object = None
    error: str = ""
    status: int = 0
    layers: tuple[str, ...] = ()
    victim_alive: bool = True
    sibling_alive: bool = True

    @property
    def signal(self) -> int:
        return os.WTERMSIG(self.status) if os.WIFSIGNALED(self.status) else 0


def _send(descriptor: int, value: dict[str, object]) -> None:
    os.write(descriptor, json.dumps(value).encode())


def _attacker(
    attack: Callable[[Scene], object], scene: Scene, out: int, profile: str | None, limits: Limits, workdir: Path | None
) -> None:
    layers: tuple[str, ...] = ()
    if profile:
        layers = confinement.confine(profile, limits, keep=(0, 1, 2, out), workdir=workdir, parent=scene.victim)
    report: dict[str, object] = {"layers": layers}
    # First, so that an attacker that the kernel kills has said which layers were on.
    _send(out, report)
    try:
        report = {"result": attack(scene)}
    except BaseException as error:  # noqa: BLE001 - whatever it was, the test reads it
        report = {"error": f"{type(error).__name__}: {error}"}
    os.write(out, b"\n")
    _send(out, report)


def _reap(pid: int, seconds: float) -> int | None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status
        time.sleep(0.005)
    return None


def _victim(out: int, user: int, run: Callable[[Scene, int], None], scene: Scene) -> None:
    """Live as `user`, with a sibling, a secret in memory and listening sockets; tell how the attacker ended."""
    if os.getuid() != user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    _prctl_dumpable()
    os.setsid()
    scene.victim = os.getpid()
    os.environ["CANARY"] = SECRET.decode()
    secret = ctypes.create_string_buffer(SECRET)
    scene.secret_address = ctypes.addressof(secret)
    scene.sibling = os.fork()
    if scene.sibling == 0:
        _libc.prctl(1, 9, 0, 0, 0)  # dies with the victim
        time.sleep(60)
        os._exit(0)
    attacker = os.fork()
    if attacker == 0:
        run(scene, out)
        os._exit(0)
    status = _reap(attacker, 20)
    if status is None:
        os.kill(attacker, signal.SIGKILL)
        status = os.waitpid(attacker, 0)[1]
    gone, _ = os.waitpid(scene.sibling, os.WNOHANG)
    if not gone:
        os.kill(scene.sibling, signal.SIGKILL)
        os.waitpid(scene.sibling, 0)
    os.write(out, b"\n")
    _send(out, {"status": status, "sibling_alive": not gone})


def stage(
    attack: Callable[[Scene], object],
    scene: Scene,
    *,
    user: int,
    profile: str | None,
    limits: Limits | None = None,
    workdir: Path | None = None,
) -> Report:
    """Run one attack by a process of `user`, confined to `profile` or (None) free."""
    read, write = os.pipe()

    def run(scene: Scene, out: int) -> None:
        _attacker(attack, scene, out, profile, limits or Limits(seconds=10, memory_mb=512), workdir)

    pid = os.fork()
    if pid == 0:
        os.close(read)
        try:
            _victim(write, user, run, scene)
        except BaseException:  # noqa: BLE001 - a child of pytest must not run pytest's own exit
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(0)
    os.close(write)
    status = _reap(pid, 40)
    if status is None:
        os.kill(pid, signal.SIGKILL)
        status = os.waitpid(pid, 0)[1]
    os.set_blocking(read, False)
    try:
        text = os.read(read, 1 << 20)
    except BlockingIOError:
        text = b""
    os.close(read)
    report = Report(victim_alive=not os.WIFSIGNALED(status))
    for line in text.splitlines():
        if line.strip():
            for key, value in json.loads(line).items():
                setattr(report, key, tuple(value) if key == "layers" else value)
    return report


class Listeners:
    """Canaries of the network: each counts what reaches it."""

    def __init__(self, folder: Path) -> None:
        self.reached: list[str] = []
        self.sockets: dict[str, socket.socket] = {}
        self.abstract = f"\0{folder.name}"
        for name, family, kind, address in (
            ("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            ("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            ("unix", socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "unix")),
            ("abstract", socket.AF_UNIX, socket.SOCK_DGRAM, self.abstract),
        ):
            canary = socket.socket(family, kind)
            canary.bind(address)
            if kind == socket.SOCK_STREAM:
                canary.listen()
            canary.settimeout(0.2)
            self.sockets[name] = canary
        (folder / "unix").chmod(0o777)

    def addresses(self) -> dict[str, object]:
        return {name: canary.getsockname() for name, canary in self.sockets.items()}

    def heard(self, name: str) -> bool:
        """Whether anybody connected or sent since."""
        canary = self.sockets[name]
        try:
            if canary.type == socket.SOCK_STREAM:
                canary.accept()[0].close()
            else:
                canary.recv(100)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        for canary in self.sockets.values():
            canary.close()


def count_threads(most: int) -> int:
    """Start sleeping threads until it fails."""
    threading.stack_size(64 << 10)
    started = 0
    try:
        for _ in range(most):
            threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    return started
