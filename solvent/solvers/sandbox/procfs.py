"""What /proc says of this process: read in every child, so in the cheapest way."""

import contextlib
import os
import sys

_UNUSED_UID = 0x70000000  # far above what user databases and systemd hand out; the pid is added, so siblings differ
_MOST_PIDS = 1 << 22


def listing(folder: str) -> list[str]:
    return os.listdir(folder)  # noqa: PTH208 - in every child: pathlib costs ten times as much


def read(path: str) -> str:
    """A small file of /proc; an open file of Python costs ten times as much."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, 1 << 16).decode("ascii", "replace")
    finally:
        os.close(descriptor)


def mapped_bytes() -> int:
    """How much address space this process has now; 0 where the system does not tell."""
    if sys.platform != "linux":
        return 0
    pages = int(read("/proc/self/statm").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def thread_limit(allowed: int) -> int:
    """The limit of threads (RLIMIT_NPROC) that leaves a process so many. -1 where the system does not tell.

    It counts every thread of the user: under its own uid these are its own, else all that run now and some. The fourth
    field of loadavg ends in the number of threads of the whole machine.
    """
    if sys.platform != "linux":
        return -1
    if os.geteuid() == 0:
        return allowed
    return int(read("/proc/loadavg").split()[3].split("/")[1]) + allowed


def unused_uid() -> int:
    """A uid of this process's own: in the user namespace of a container, near the top of the ids that exist there."""
    lines = read("/proc/self/uid_map").splitlines()
    ids = [range(int(first), int(first) + int(count)) for first, _outside, count in map(str.split, lines)]
    if any(_UNUSED_UID in there and _UNUSED_UID + _MOST_PIDS in there for there in ids):
        return _UNUSED_UID + os.getpid()
    highest = max(ids, key=lambda there: there.stop)
    if len(highest) < 1 << 16:
        raise OSError("no unused uid in this user namespace")
    return highest.stop - 1000 - os.getpid() % 4096


def can_change_uid() -> bool:
    """Whether the effective capabilities hold SETGID (6) and SETUID (7), and there is a uid to change to."""
    status = read("/proc/self/status")
    effective = int(status.split("CapEff:")[1].split()[0], 16)
    with contextlib.suppress(OSError):
        return effective >> 6 & 0b11 == 0b11 and unused_uid() > 0
    return False
