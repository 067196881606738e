"""Cheap reads of /proc, as every child performs them."""

import contextlib
import os
import sys

_UNUSED_UID = 0x70000000  # far above what user databases and systemd assign; adding the pid makes it unique
_MOST_PIDS = 1 << 22


def listing(folder: str) -> list[str]:
    return os.listdir(folder)  # noqa: PTH208 - runs in every child, and pathlib takes ten times as long


def read(path: str) -> str:
    """Return the text of a small /proc file; `open` would take ten times as long."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, 1 << 16).decode("ascii", "replace")
    finally:
        os.close(descriptor)


def mapped_bytes() -> int:
    """Return the size of this process's address space in bytes; 0 on systems other than Linux."""
    if sys.platform != "linux":
        return 0
    pages = int(read("/proc/self/statm").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def thread_limit(allowed: int) -> int:
    """Return the RLIMIT_NPROC value that allows this process `allowed` threads; -1 on systems other than Linux.

    The limit counts all threads of the user. A child of root gets a uid of its own, so only its own threads count; for
    any other user the number of threads on the whole machine, from the fourth field of loadavg, is added.
    """
    if sys.platform != "linux":
        return -1
    if os.geteuid() == 0:
        return allowed
    return int(read("/proc/loadavg").split()[3].split("/")[1]) + allowed


def unused_uid() -> int:
    """Return a uid for this process alone; in a container's user namespace, one near the top of the mapped range.

    Raises OSError if the namespace has too few uids.
    """
    lines = read("/proc/self/uid_map").splitlines()
    ids = [range(int(first), int(first) + int(count)) for first, _outside, count in map(str.split, lines)]
    if any(_UNUSED_UID in there and _UNUSED_UID + _MOST_PIDS in there for there in ids):
        return _UNUSED_UID + os.getpid()
    highest = max(ids, key=lambda there: there.stop)
    if len(highest) < 1 << 16:
        raise OSError("no unused uid in this user namespace")
    return highest.stop - 1000 - os.getpid() % 4096


def can_change_uid() -> bool:
    """Whether the effective capabilities include SETGID (6) and SETUID (7), and there is an unused uid."""
    status = read("/proc/self/status")
    effective = int(status.split("CapEff:")[1].split()[0], 16)
    with contextlib.suppress(OSError):
        return effective >> 6 & 0b11 == 0b11 and unused_uid() > 0
    return False
