"""The process of a fork server, started on demand or ahead of time, since its imports take a while."""

import atexit
import contextlib
import os
import socket
import subprocess
import sys
from dataclasses import dataclass

from solvent.solvers.frameworks import served
from solvent.solvers.processes.interpreter import environment, import_path
from solvent.solvers.sandbox import temporary_folders
from solvent.solvers.sandbox.temporary_folders import Folder

# By framework, code and the pid of the process that started it: forks of that process may neither use nor end it.
_ahead: dict[tuple[str, str, int], "ServerProcess"] = {}


@dataclass(frozen=True)
class ServerProcess:
    """A process that imports a framework's libraries, then serves `channel`; `folder` is for its children's folders."""

    process: subprocess.Popen[bytes]
    channel: socket.socket
    folder: Folder | None

    def end(self) -> None:
        """Kill the server, and with it its children."""
        self.channel.close()
        self.process.kill()
        self.process.wait()
        if self.folder is not None:
            self.folder.remove()


def launch(framework: str, boot: str) -> ServerProcess:
    """Start a server with the code `boot`. Raises OSError if no process, descriptor or folder can be created."""
    folder = _folder_for(framework)
    try:
        return _launched(framework, boot, folder)
    except OSError:
        if folder:
            folder.remove()
        raise


def launch_ahead(framework: str, boot: str) -> None:
    """Start a server for the first pool of this process that needs one; if this fails, that pool starts its own."""
    key = framework, boot, os.getpid()
    if key not in _ahead:
        with contextlib.suppress(OSError):
            _ahead[key] = launch(framework, boot)
            atexit.register(_end, key)


def taken(framework: str, boot: str) -> ServerProcess | None:
    """Take over the server that was started ahead with the code `boot`, if there still is one."""
    return _ahead.pop((framework, boot, os.getpid()), None)


def _end(key: tuple[str, str, int]) -> None:
    if key[-1] == os.getpid() and (server := _ahead.pop(key, None)) is not None:
        server.end()


def _launched(framework: str, boot: str, folder: Folder | None) -> ServerProcess:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    more = [str(folder.path)] if folder else []
    with theirs:
        process = subprocess.Popen(
            # The environment is scrubbed; -P and -s exclude the working directory and the user's site-packages.
            [sys.executable, "-P", "-s", "-c", boot, import_path(), framework, str(theirs.fileno()), *more],
            env=environment(os.environ),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno(), *([folder.lock] if folder else [])],
            start_new_session=True,
        )
    return ServerProcess(process, ours, folder)


def _folder_for(framework: str) -> Folder | None:
    """Create a folder for the working directories of a server's children, if the framework's children write files."""
    if getattr(served(framework), "PROFILE", "program") != "minizinc":
        return None
    folder = temporary_folders.make()
    folder.path.chmod(0o711)  # as root, each child has its own uid and its own folder in there
    return folder
