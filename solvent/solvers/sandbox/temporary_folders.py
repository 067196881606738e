"""Temporary folders that are cleaned up even if their creator is killed: the next start removes them.

The process that uses a folder holds a lock on it, which the kernel releases however the process ends. So a folder with
our prefix and no lock is a leftover. Unlike a pid file, this works across pid namespaces.
"""

import contextlib
import errno
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_PREFIX = "solvent-run-"
_TRIES = 10
_MOST = 100  # leftovers to remove per start


@dataclass(frozen=True)
class Folder:
    """A temporary folder and the descriptor of its lock (-1 on Windows); processes that inherit it share the lock."""

    path: Path
    lock: int

    def remove(self) -> None:
        """Kill the processes running in the folder, delete it, and release the lock."""
        _clear(self.path)
        if self.lock >= 0:
            os.close(self.lock)


def make() -> Folder:
    """Create an empty, locked folder. Raises OSError."""
    for _ in range(_TRIES):
        path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        try:
            lock = _held(path, wait=True)
        except OSError:
            with contextlib.suppress(OSError):
                path.rmdir()
            raise
        if lock is not None:
            return Folder(path, lock)
        # Another process took it for a leftover just before it was locked.
    raise FileNotFoundError(errno.ENOENT, "new temporary folders are removed immediately", tempfile.gettempdir())


@contextlib.contextmanager
def temporary() -> Iterator[Path]:
    """Provide an empty folder for the duration of a `with` block. Raises OSError."""
    folder = make()
    try:
        yield folder.path
    finally:
        folder.remove()


def sweep() -> None:
    """Remove this user's unlocked folders and kill the processes still running in them."""
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        left = [Path(entry.path) for entry in entries if entry.name.startswith(_PREFIX)]
        for path in left[:_MOST] if sys.platform != "win32" else ():
            lock = _held(path, wait=False)
            if lock is not None:
                Folder(path, lock).remove()


def _held(path: Path, *, wait: bool) -> int | None:
    """Lock a folder of this user and return the descriptor; None if it does not exist or is locked by another process.

    Raises OSError if it cannot be opened for any other reason.
    """
    if sys.platform == "win32":
        return -1
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EACCES):
            return None
        raise
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        here, there = os.fstat(descriptor), path.lstat()
        if here.st_uid == os.geteuid() and (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino):
            return descriptor
    os.close(descriptor)
    return None


def _clear(folder: Path) -> None:
    """Kill the processes that a killed process left running in its folder, and delete the folder."""
    for _ in range(20 if folder.exists() else 0):
        found = [place.parent.name for place in Path("/proc").glob("[0-9]*/cwd") if _lies_in(place, folder)]
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(int(pid), signal.SIGKILL)
        if not found:
            break
        time.sleep(0.02)  # one of them may have spawned another before it died
    shutil.rmtree(folder, ignore_errors=True)


def _lies_in(link: Path, folder: Path) -> bool:
    with contextlib.suppress(OSError):  # another user's process, or already gone
        return link.readlink().is_relative_to(folder)
    return False
