"""Landlock through its three system calls: restricts which files the process may read, write or execute.

Source: Linux `Documentation/userspace-api/landlock.rst` and `include/uapi/linux/landlock.h`. Rights unknown to the
kernel's version (see `LEVELS`) are left out of the ruleset; the seccomp filter covers most of them too. Written by
hand because the only package for it has had nothing but development releases since 2022.
"""

import contextlib
import errno
import functools
import os
import stat
import struct
import sys
from collections.abc import Iterable
from enum import IntFlag
from pathlib import Path

from solvent.solvers.sandbox.seccomp import system_call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # on every architecture
_PATH_BENEATH = 1

# ABI version -> (first Linux release, what it adds)
LEVELS = {
    1: ("5.13", "files: reading, writing, executing, creating, removing"),
    2: ("5.19", "moving and linking files between directories"),
    3: ("6.2", "truncating files"),
    4: ("6.7", "TCP: binding and connecting"),
    5: ("6.10", "device control (ioctl)"),
    6: ("6.12", "abstract Unix sockets and signals to other processes"),
}


_ABSENCES = {
    errno.ENOSYS: "this kernel does not support it, or a container hides it",
    errno.EOPNOTSUPP: "this kernel supports it, but it is disabled",
    errno.EPERM: "it is forbidden here, possibly by a container's seccomp profile",
}


class Access(IntFlag):
    """Access rights to files and directories that this project grants."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_FILE = 1 << 5
    MAKE_REG = 1 << 8
    TRUNCATE = 1 << 14


READ = Access.READ_FILE | Access.READ_DIR
RUN = Access.READ_FILE | Access.EXECUTE
WORK = READ | Access.WRITE_FILE | Access.REMOVE_FILE | Access.MAKE_REG | Access.TRUNCATE
_OF_FILES = Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE

# Number of filesystem rights that each ABI version handles: 13 at first, then REFER, TRUNCATE and IOCTL_DEV.
_HANDLED_BITS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}


@functools.cache
def version() -> int:
    """Return the kernel's Landlock ABI version; 0 if Landlock is absent or disabled."""
    if sys.platform != "linux":
        return 0
    with contextlib.suppress(OSError):
        return system_call(_CREATE_RULESET, None, 0, 1)
    return 0


def absence() -> str:
    """Return the reason why Landlock is unavailable, as far as the kernel tells; empty if it is available."""
    try:
        system_call(_CREATE_RULESET, None, 0, 1)
    except OSError as error:
        return _ABSENCES.get(error.errno or 0, str(error))
    return ""


def ruleset(rules: Iterable[tuple[Path, Access]]) -> int:
    """Create a ruleset that denies everything but `rules`, and return its descriptor; missing paths are skipped.

    Raises OSError if Landlock is unavailable.
    """
    level = version()
    files = (1 << _HANDLED_BITS.get(level, 16)) - 1
    # handled_access_fs, handled_access_net (TCP bind and connect), scoped (abstract sockets, signals)
    attributes = struct.pack("QQQ", files, 0b11, 0b11)[: 24 if level >= 6 else 16 if level >= 4 else 8]
    descriptor = system_call(_CREATE_RULESET, attributes, len(attributes), 0)
    for path, access in rules:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            _allow(descriptor, path, access & files)
    return descriptor


def is_ruleset(descriptor: int) -> bool:
    """Whether the descriptor is open and refers to a ruleset."""
    with contextlib.suppress(OSError):
        return os.readlink(f"/proc/self/fd/{descriptor}") == "anon_inode:[landlock-ruleset]"  # noqa: PTH115 - cheaper
    return False


def _allow(descriptor: int, path: Path, access: int) -> None:
    """Grant rights to a file, or to everything beneath a directory, in a ruleset."""
    beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(beneath).st_mode):
            access &= _OF_FILES
        system_call(_ADD_RULE, descriptor, _PATH_BENEATH, struct.pack("=Qi", access, beneath), 0)
    finally:
        os.close(beneath)


def restrict(descriptor: int) -> None:
    """Apply the ruleset irrevocably to this thread and its descendants, and close it. Requires no_new_privs."""
    try:
        system_call(_RESTRICT_SELF, descriptor, 0)
    finally:
        os.close(descriptor)
