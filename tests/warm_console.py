"""A process that has imported the command line and forks for every call: as a process of its own, without the wait.

The imports are nine tenths of most calls, and the same in all of them.
"""

import array
import json
import os
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable

from patience import unhurried

_MOST = 1 << 20


def serve(descriptor: int) -> None:
    """Answer calls: arguments, folder and environment come with the standard streams, process and exit code go back."""
    import solvent.agents
    import solvent.agents.understanding
    import solvent.cli.render
    from solvent.cli import main
    from solvent.translators.rules.kinds import kinds

    unhurried()
    kinds()
    solvent.agents.build()
    wire = socket.socket(fileno=descriptor)
    while True:
        data, streams, _, _ = socket.recv_fds(wire, _MOST, 3)
        if not data:
            return
        child = os.fork()
        if not child:
            wire.close()
            _call(main, json.loads(data), streams)
        wire.send(_packed(child))
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        wire.send(_packed(os.waitstatus_to_exitcode(status)))


def _call(main, call, streams) -> None:
    code = 1
    try:
        for place, stream in enumerate(streams):
            os.dup2(stream, place)
            os.close(stream)
        os.chdir(call["cwd"])
        os.environ.clear()
        os.environ.update(call["environment"])
        sys.argv[1:] = call["args"]
        code = main(call["args"])
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001  # a test reads what a user would
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _packed(number: int) -> bytes:
    return array.array("i", [number]).tobytes()


class WarmConsole:
    """The process; `launcher` is the start of a command that starts it."""

    def __init__(self, environment: dict[str, str], *launcher: str) -> None:
        self._wire, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = (*launcher, sys.executable, __file__, str(theirs.fileno()))
        self._process = subprocess.Popen(command, env=environment, pass_fds=(theirs.fileno(),))
        theirs.close()

    def call(
        self,
        args: list[str],
        streams: tuple[int, int, int],
        cwd: str,
        environment: dict[str, str],
        started: Callable[[int], None],
    ) -> int:
        """Run one command, tell `started` its process, and give its exit code."""
        call = {"args": args, "cwd": cwd, "environment": environment}
        socket.send_fds(self._wire, [json.dumps(call).encode()], streams)
        started(self._received())
        return self._received()

    def close(self) -> None:
        """End it, where it serves some tests only."""
        self._wire.close()
        self._process.wait()

    def _received(self) -> int:
        return array.array("i", self._wire.recv(64))[0]


if __name__ == "__main__":
    serve(int(sys.argv[1]))
