"""Large pages for a server's memory: fork(2) copies page tables, and for large pages there is hardly any to copy."""

import contextlib
import re
import sys
from pathlib import Path

from solvent.solvers.sandbox.seccomp import supported_machine, system_call

_MADVISE = {"x86_64": 28, "aarch64": 233}
_COLLAPSE = 25  # MADV_COLLAPSE, Linux 6.1
_LARGE = 2 << 20  # bytes
# Private memory that is no file's: the heap, and what has no name.
_OWN = re.compile(r"^(\w+)-(\w+) rw-p \S+ \S+ 0 *(?:\[heap\])?$", re.MULTILINE)


def collapse() -> None:
    """Join the small pages of this process's own memory into large ones, where the kernel can; else nothing happens.

    To be called once, when all is imported. Children still copy what they write by small pages. It takes some 50 ms,
    and about a third off each later fork and its end.
    """
    machine = supported_machine()
    if sys.platform != "linux" or machine is None:
        return
    for first, end in _OWN.findall(Path("/proc/self/maps").read_text(encoding="ascii", errors="replace")):
        low, high = -(-int(first, 16) // _LARGE) * _LARGE, int(end, 16) // _LARGE * _LARGE
        if low < high:
            with contextlib.suppress(OSError):  # no such call, or no large page to be had
                system_call(_MADVISE[machine], low, high - low, _COLLAPSE)
