"""Temporary folders that go even where whoever made them is killed: with the next start.

Whoever uses one holds a lock on it, which the kernel takes back however he ends. A folder of this name that nobody
holds is left over, whatever pids mean where it was made.
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
_MOST = 100  # that are removed at a start


@dataclass(frozen=True)
class Folder:
    """A new folder, and the descriptor that holds it (-1 on Windows): a process that inherits it holds it, too."""

    path: Path
    lock: int

    def remove(self) -> None:
        """End what runs in it, remove it, and let go of it."""
        _clear(self.path)
        if self.lock >= 0:
            os.close(self.lock)


def make() -> Folder:
    """Make an empty folder. Raises OSError."""
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
        # Another start took it for a folder that is left over, in the moment before it was held.
    raise FileNotFoundError(errno.ENOENT, "a new temporary folder is removed at once", tempfile.gettempdir())


@contextlib.contextmanager
def temporary() -> Iterator[Path]:
    """Make an empty folder for a while. Raises OSError."""
    folder = make()
    try:
        yield folder.path
    finally:
        folder.remove()


def sweep() -> None:
    """Remove the folders of this user that nobody holds any more, and end what still runs in them."""
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        left = [Path(entry.path) for entry in entries if entry.name.startswith(_PREFIX)]
        for path in left[:_MOST] if sys.platform != "win32" else ():
            lock = _held(path, wait=False)
            if lock is not None:
                Folder(path, lock).remove()


def _held(path: Path, *, wait: bool) -> int | None:
    """A descriptor that holds a folder of this user; None if there is none, or another process holds it.

    Raises OSError where it cannot be opened for another reason.
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
    """End what a process that was killed left running in its folder, and remove that."""
    for _ in range(20 if folder.exists() else 0):
        found = [place.parent.name for place in Path("/proc").glob("[0-9]*/cwd") if _lies_in(place, folder)]
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(int(pid), signal.SIGKILL)
        if not found:
            break
        time.sleep(0.02)  # one of them may have started another before it ended
    shutil.rmtree(folder, ignore_errors=True)


def _lies_in(link: Path, folder: Path) -> bool:
    with contextlib.suppress(OSError):  # not ours to ask, or gone meanwhile
        return link.readlink().is_relative_to(folder)
    return False
