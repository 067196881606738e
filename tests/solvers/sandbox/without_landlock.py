"""Runs a command on a kernel that seems to have no Landlock, as containers and old kernels do: its calls fail.

`python without_landlock.py ERRNO COMMAND ...`: a filter of the kernel refuses the three calls with that error, to the
command and to all that it starts. What is tested knows nothing of it.
"""

import ctypes
import os
import struct
import sys

from solvent.solvers.sandbox import seccomp

CALLS = (444, 445, 446)  # on every architecture


def refuse(error: int) -> None:
    """Have Landlock's calls fail in this process and its children, for good."""
    code = [(0x20, 0, 0, 0), *((0x15, len(CALLS) - i, 0, call) for i, call in enumerate(CALLS))]
    code += [(0x06, 0, 0, 0x7FFF0000), (0x06, 0, 0, 0x00050000 | error)]
    packed = b"".join(struct.pack("HBBI", *instruction) for instruction in code)
    buffer = ctypes.create_string_buffer(packed, len(packed))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code), ctypes.addressof(buffer)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
        raise OSError(ctypes.get_errno(), "the filter was refused")
    assert seccomp.available()


if __name__ == "__main__":
    refuse(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
