"""What a child may do. Everything that confines a program is in this file."""

import ctypes
import math
import os
import resource
import signal
import sys
from collections.abc import Mapping

from solvent.solvers.outcome import Limits

# <linux/prctl.h>
_PR_SET_PDEATHSIG = 1
_OPEN_FILES = 64
_LARGEST_FILE = 256 << 20


def environment(parent: Mapping[str, str]) -> dict[str, str]:
    """The environment of a server: nothing of the user's but where programs and libraries are; one thread a library."""
    kept = {name: parent[name] for name in ("LD_LIBRARY_PATH", "PATH") if name in parent}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {"LANG": "C.UTF-8", **threads, **kept}


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when the thread that forked it ends. Linux only; elsewhere nothing."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we asked
        os._exit(1)


def confine(limits: Limits, workdir: str | None = None) -> tuple[str, ...]:
    """Apply the limits to this process for good; the names of the layers that are on.

    Only with a working directory, which becomes the current one, may it write files.

    Memory is counted on top of what the libraries loaded by the server already take of the address space.
    """
    seconds = math.ceil(limits.seconds) + 1
    if workdir:
        os.chdir(workdir)
    for kind, limit in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, _address_space() + limits.memory_mb * 2**20),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE if workdir else 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        hard = resource.getrlimit(kind)[1]
        value = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (value, value))
    return ("environment", "process group", "rlimits")


def _address_space() -> int:
    """Bytes of address space this process has now; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123  # pathlib would be imported for this
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
