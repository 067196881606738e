"""The sandbox of an untrusted program: Linux kernel layers that require no root, no container and no external binary.

`layers.available()` reports which layers this machine supports. `confine()` applies them irrevocably to the calling
process: the forked child calls it after every library has been imported and before the program's first line runs.

| layer | what it removes |
|---|---|
| descriptors, environment | the parent's open files and environment variables |
| session | the terminal, and membership in the parent's process group |
| rlimits | unlimited memory, CPU time, threads and files |
| uid, capabilities | as root: root's privileges, and access to processes with the same uid |
| no_new_privs | privileges gained from set-user-ID programs |
| pdeathsig, dumpable | outliving the parent, for subprocesses too; inspection by processes of the same user |
| landlock | every file but the interpreter and the libraries (read only); TCP, signals, abstract sockets |
| seccomp | every system call that is not in the table of `seccomp.py` |

What remains: the program can find out whether a path exists and how large it is, even under `/proc/1`, since no layer
sees the paths passed to stat(2). It cannot list a directory, follow a link or read a file there.
"""

import contextlib
import functools
import math
import os
import platform
import signal
import struct
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path

from solvent.solvers.programs.outcome import Limits
from solvent.solvers.sandbox import group_death_signal, landlock, procfs, seccomp
from solvent.solvers.sandbox.file_rules import rules
from solvent.solvers.sandbox.landlock import WORK
from solvent.solvers.sandbox.seccomp import Profile

if sys.platform != "win32":
    import resource

_OPEN_FILES = 64
_THREADS = 64
_FLATZINC_BYTES = 256 << 20
_CAP_DAC_READ_SEARCH = 2
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_KEEPCAPS, _PR_SET_NO_NEW_PRIVS = 1, 4, 8, 38


def prepare(profile: Profile) -> None:
    """Prepare the filter and the ruleset once, in the server, so that children need not.

    The ruleset stays open as a descriptor, which children inherit.
    """
    if sys.platform == "linux":
        if profile == "minizinc":
            group_death_signal.make_pipe()
        seccomp.prepare(profile)
        with contextlib.suppress(OSError):
            _ruleset(profile)


def confine(
    profile: Profile,
    limits: Limits,
    *,
    keep: Collection[int] = (0, 1, 2),
    workdir: Path | None = None,
    parent: int | None = None,
) -> tuple[str, ...]:
    """Apply every available layer to this process, and return the names of the active ones.

    Layers that could not be applied are missing from the result: compare it with `SandboxReport.required`. It also
    includes Landlock's version (`landlock:7`). `keep` holds the descriptors that stay open. `workdir`, for `minizinc`
    only, is an empty directory in which this process may write; as root, its ownership passes to the child's uid.
    `parent` is the expected parent pid: if the parent has died, this process exits. Raises RuntimeError if the process
    has more than one thread, since the others would stay unconfined.
    """
    if sys.platform != "linux":
        return limit(profile, limits, keep=keep, workdir=workdir)
    confinement = _Confinement(profile, limits, frozenset(keep), workdir)
    if len(procfs.listing("/proc/self/task")) > 1:
        raise RuntimeError("confine() must be called before the process starts a thread")
    confinement.open_ruleset()
    confinement.death_pipe = group_death_signal.open_in_child() if profile == "minizinc" else -1
    on = _put_on(confinement.steps())
    if parent is not None and os.getppid() != parent:
        os._exit(1)  # the parent died before the death signal was set
    return (*on, f"landlock:{confinement.level}") if "landlock" in on else on


def limit(
    profile: Profile,
    limits: Limits,
    *,
    keep: Collection[int] = (0, 1, 2),
    workdir: Path | None = None,
    parent: int | None = None,  # noqa: ARG001  # as `confine`
) -> tuple[str, ...]:
    """Apply the layers that exist outside Linux (on Windows only `environment`), and return their names.

    This is not a sandbox: it only limits the resources that an honest program consumes.
    """
    return _put_on(_Confinement(profile, limits, frozenset(keep), workdir).steps_elsewhere())


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when the thread that forked it ends. Does nothing outside Linux."""
    if sys.platform != "linux" or seccomp.supported_machine() is None:
        return
    _prctl(_PR_SET_PDEATHSIG, 9)
    if os.getppid() != parent:  # the parent ended before the signal was set
        os._exit(1)


def _put_on(steps: list[tuple[str, Callable[[], None]]]) -> tuple[str, ...]:
    on: list[str] = []
    for name, step in steps:
        # An unsupported layer is missing from the result; the caller decides whether to continue.
        with contextlib.suppress(OSError, ValueError, KeyError):
            step()
            on.append(name)
    return tuple(on)


class _Confinement:
    """The steps of `confine`. Order matters: a step may remove something that earlier steps needed."""

    def __init__(self, profile: Profile, limits: Limits, keep: frozenset[int], workdir: Path | None) -> None:
        self.profile = profile
        self.limits = limits
        self.keep = keep
        self.workdir = workdir if profile == "minizinc" else None
        self.ruleset = -1
        self.death_pipe = -1
        self.level = landlock.version()

    def steps(self) -> list[tuple[str, Callable[[], None]]]:
        uid = [("uid", self._change_uid)] if os.geteuid() == 0 else []
        return [
            ("descriptors", self._close_descriptors),
            ("environment", _clear_environment),
            ("session", self._new_session),
            ("rlimits", self._limit_resources),
            *uid,
            ("capabilities", self._drop_capabilities),
            ("no_new_privs", lambda: _prctl(_PR_SET_NO_NEW_PRIVS, 1)),
            # Changing the uid resets these two, so they come after it.
            ("pdeathsig", self._end_with_the_server),
            ("dumpable", lambda: _prctl(_PR_SET_DUMPABLE, 0)),
            ("landlock", self._restrict_files),
            ("seccomp", lambda: seccomp.install(self.profile)),
        ]

    def steps_elsewhere(self) -> list[tuple[str, Callable[[], None]]]:
        steps: list[tuple[str, Callable[[], None]]] = [("environment", _clear_environment)]
        if sys.platform != "win32":
            steps += [("session", self._new_session), ("rlimits", self._limit_resources)]
        return steps

    def open_ruleset(self) -> None:
        """Create the Landlock ruleset while all paths are still reachable."""
        with contextlib.suppress(OSError):  # without Landlock, `_restrict_files` fails and the layer is missing
            if self.workdir:
                self.ruleset = landlock.ruleset([*rules(self.profile), (self.workdir, WORK)])
            else:
                self.ruleset = _ruleset(self.profile)
                if not landlock.is_ruleset(self.ruleset):  # the server's ruleset has been closed
                    self.ruleset = landlock.ruleset(rules(self.profile))

    def _end_with_the_server(self) -> None:
        _prctl(_PR_SET_PDEATHSIG, 9)
        if self.death_pipe >= 0:
            # Without the filter, MiniZinc's solver is in its own process group, and MiniZinc ends it upon SIGTERM.
            group_death_signal.signal_group_at_the_end(
                self.death_pipe, signal.SIGKILL if seccomp.available() else signal.SIGTERM
            )

    def _close_descriptors(self) -> None:
        kept = {*self.keep, self.ruleset, self.death_pipe}
        for descriptor in map(int, procfs.listing("/proc/self/fd")):
            if descriptor not in kept:
                with contextlib.suppress(OSError):  # the descriptor used for the listing is already closed
                    os.close(descriptor)

    def _new_session(self) -> None:
        os.chdir(self.workdir or "/")
        if os.getsid(0) != os.getpid():
            os.setsid()

    def _limit_resources(self) -> None:
        # CPU time spent so far, on importing libraries, does not count; a forked child starts at zero.
        seconds = math.ceil(self.limits.seconds * self.limits.threads + time.process_time()) + 1
        memory = (self.limits.memory_mb << 20) + (procfs.mapped_bytes() if self.profile == "program" else 0)
        values = {
            "AS": memory,
            "CPU": seconds,
            "CORE": 0,
            "FSIZE": _FLATZINC_BYTES if self.workdir else 0,
            "NOFILE": max(_OPEN_FILES, *self.keep, 0) + 1,
            "MEMLOCK": 0,
            # Linux only:
            "NPROC": procfs.thread_limit(_THREADS),
            "MSGQUEUE": 0,
            "SIGPENDING": _THREADS,
            "NICE": 0,
            "RTPRIO": 0,
        }
        for name, value in values.items():
            kind = getattr(resource, f"RLIMIT_{name}", None)
            if kind is None or value < 0:
                continue
            _soft, hard = resource.getrlimit(kind)
            lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (lowest, lowest))

    def _change_uid(self) -> None:
        uid = procfs.unused_uid()
        if self.workdir:
            os.chown(self.workdir, uid, uid)
        _prctl(_PR_SET_KEEPCAPS, 1)  # until _drop_capabilities
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)

    def _drop_capabilities(self) -> None:
        """Drop all capabilities, except CAP_DAC_READ_SEARCH if the interpreter lies in root's private home directory.

        Late imports of library modules would fail without it. Landlock, which ignores capabilities, still restricts the
        files.
        """
        needed = self.ruleset >= 0 and self.profile == "program" and not os.access(os.__file__, os.R_OK)
        low = 1 << _CAP_DAC_READ_SEARCH if needed else 0
        try:
            _capset(low)
        except PermissionError:  # an ordinary user who never had it
            _capset(0)

    def _restrict_files(self) -> None:
        landlock.restrict(self.ruleset)


def _clear_environment() -> None:
    if os.environ:  # usually cleared by the server, and clearing an empty environment is slow
        os.environ.clear()


def _prctl(option: int, value: int) -> None:
    number = {"x86_64": 157, "aarch64": 167}[platform.machine()]
    seccomp.system_call(number, option, value, 0, 0, 0)


def _capset(low: int) -> None:
    number = {"x86_64": 126, "aarch64": 91}[platform.machine()]
    header = struct.pack("Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this thread
    # effective, permitted and inheritable, for capabilities 0-31 and 32-63
    seccomp.system_call(number, header, struct.pack("6I", low, low, 0, 0, 0, 0))


@functools.cache
def _ruleset(profile: Profile) -> int:
    return landlock.ruleset(rules(profile))
