"""Kills the grandchildren of a server when the server dies, even if it is killed along with its children.

The kernel's parent-death signal reaches children only, not the processes they start. So the server holds the write end
of a pipe, to which nothing is ever written, and those processes hold the read end. When the write end closes, for
whatever reason, the kernel signals their whole process group (fcntl(2), F_SETSIG and O_ASYNC). Linux only.
"""

import os
import sys

if sys.platform != "win32":
    import fcntl

_F_SETSIG = 10
_LOW = 10  # lower descriptors are reserved for the child's own pipes

_pipe: list[int] = []  # in the server: the read end and the write end
_taken: list[int] = []  # in the child: its own descriptor of the read end


def make_pipe() -> None:
    """Create the pipe, in the server."""
    low = os.pipe()
    _pipe[:] = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _LOW) for end in low]
    for end in low:
        os.close(end)


def open_in_child() -> int:
    """Open the pipe in a child that can still read /proc; return the descriptor, or -1 if the server has no pipe.

    The pipe is reopened because the signal's recipient is a property of the open file description, not the descriptor.
    """
    return os.open(f"/proc/self/fd/{_pipe[0]}", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC) if _pipe else -1


def signal_group_at_the_end(descriptor: int, signal: int) -> None:
    """Have the kernel send `signal` to this process's group when the server ends."""
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(descriptor, _F_SETSIG, signal)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_RDONLY | os.O_NONBLOCK | os.O_ASYNC)
    _taken[:] = [descriptor]


def to_be_inherited() -> tuple[int, ...]:
    """Return the descriptors that subprocesses must inherit: the signal is sent only while one is open."""
    return tuple(_taken)
