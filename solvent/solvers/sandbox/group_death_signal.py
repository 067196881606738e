"""What a server's children start ends with the server, though it be killed and its children with it.

The kernel's death signal reaches children alone, not what they start. So the server holds the one end of a pipe, into
which nobody writes, and these processes the other: when the first is closed, however that comes, the kernel sends the
signal that was asked for (fcntl(2), F_SETSIG and O_ASYNC) to their whole process group. Linux only.
"""

import os
import sys

if sys.platform != "win32":
    import fcntl

_F_SETSIG = 10
_LOW = 10  # a child puts its own pipes on the descriptors below

_pipe: list[int] = []  # of the server: the end to read from, and the one that it holds
_taken: list[int] = []  # of the child


def make_pipe() -> None:
    """Make the pipe, in the server."""
    low = os.pipe()
    _pipe[:] = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _LOW) for end in low]
    for end in low:
        os.close(end)


def open_in_child() -> int:
    """In a child, while it can reach /proc: a descriptor of the pipe; -1 where the server has none.

    It is opened anew, for who gets the signal belongs to an opened file and not to its descriptor.
    """
    return os.open(f"/proc/self/fd/{_pipe[0]}", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC) if _pipe else -1


def signal_group_at_the_end(descriptor: int, signal: int) -> None:
    """Have this process's group get a signal when the server ends."""
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(descriptor, _F_SETSIG, signal)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_RDONLY | os.O_NONBLOCK | os.O_ASYNC)
    _taken[:] = [descriptor]


def to_be_inherited() -> tuple[int, ...]:
    """What a process that this one starts has to inherit: the signal comes as long as one of them has it open."""
    return tuple(_taken)
