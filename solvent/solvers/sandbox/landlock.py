"""Landlock by its three system calls: which files the process may read, write or execute from now on.

Source: Linux `Documentation/userspace-api/landlock.rst` and `include/uapi/linux/landlock.h`. What the kernel's version
does not know is left out of the ruleset (`LEVELS` says what that is); the seccomp filter covers most of it a
second time. Written by hand because the only package for it has had nothing but development releases since 2022.
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

# version of the interface -> (first Linux, what it adds)
LEVELS = {
    1: ("5.13", "files: reading, writing, executing, creating, removing"),
    2: ("5.19", "moving and linking files between directories"),
    3: ("6.2", "truncating files"),
    4: ("6.7", "TCP: binding and connecting"),
    5: ("6.10", "device control (ioctl)"),
    6: ("6.12", "abstract Unix sockets and signals to other processes"),
}


_ABSENCES = {
    errno.ENOSYS: "this kernel has none, or a container hides it",
    errno.EOPNOTSUPP: "this kernel has it, switched off",
    errno.EPERM: "it is forbidden here, as the seccomp profile of a container may do",
}


class Access(IntFlag):
    """The rights over files and directories that this project grants."""

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

# Rights over files that each version handles: 13 bits, then REFER, TRUNCATE and IOCTL_DEV.
_HANDLED_BITS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}


@functools.cache
def version() -> int:
    """The version of the kernel's interface; 0 where there is none or it is switched off."""
    if sys.platform != "linux":
        return 0
    with contextlib.suppress(OSError):
        return system_call(_CREATE_RULESET, None, 0, 1)
    return 0


def absence() -> str:
    """Why there is none here, where the kernel tells; empty where there is one."""
    try:
        system_call(_CREATE_RULESET, None, 0, 1)
    except OSError as error:
        return _ABSENCES.get(error.errno or 0, str(error))
    return ""


def ruleset(rules: Iterable[tuple[Path, Access]]) -> int:
    """A descriptor of a ruleset that denies all but `rules`; a path that is not there is passed over.

    Raises OSError where Landlock cannot be had.
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
    """Whether the descriptor is open and a ruleset's."""
    with contextlib.suppress(OSError):
        return os.readlink(f"/proc/self/fd/{descriptor}") == "anon_inode:[landlock-ruleset]"  # noqa: PTH115 - cheaper
    return False


def _allow(descriptor: int, path: Path, access: int) -> None:
    """Add a right over a file, or over all that lies beneath a directory, to a ruleset."""
    beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(beneath).st_mode):
            access &= _OF_FILES
        system_call(_ADD_RULE, descriptor, _PATH_BENEATH, struct.pack("=Qi", access, beneath), 0)
    finally:
        os.close(beneath)


def restrict(descriptor: int) -> None:
    """Put the ruleset on this thread and all that it starts, for good, and close it. Needs no_new_privs."""
    try:
        system_call(_RESTRICT_SELF, descriptor, 0)
    finally:
        os.close(descriptor)
