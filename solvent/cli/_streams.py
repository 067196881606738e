"""The standard streams, which may be closed, full or gone: a command does its work all the same, and says so last."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast


class _Patient:
    """A stream on which writing never fails: the first error is kept, and what comes after it goes nowhere."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.error: OSError | None = None

    def write(self, text: str) -> int:
        with self._watched():
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._watched():
            self.stream.flush()

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        if self.error is None:
            try:
                yield
            except OSError as error:
                self.error = error
                _abandon(self.stream)
        else:
            with contextlib.suppress(OSError):
                yield

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextlib.contextmanager
def patient() -> Iterator[list[OSError]]:
    """Standard streams that exist and on which writing never fails; at the end, what failed on standard output."""
    failed: list[OSError] = []
    _stand_in()
    before = sys.stdout, sys.stderr
    out, errors = map(_Patient, before)
    sys.stdout, sys.stderr = cast("TextIO", out), cast("TextIO", errors)
    try:
        yield failed
    finally:
        out.flush()
        errors.flush()
        sys.stdout, sys.stderr = before
        if out.error is not None:
            failed.append(out.error)


def _stand_in() -> None:
    """Put a stream that fails when it is used for each one that was closed.

    Without it, the next file or socket to be opened would be taken for it, by this process and those that it starts.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # The wrong way round: reading from it, or writing to it, is an error.
            opened = os.open(os.devnull, os.O_RDONLY if number else os.O_WRONLY)
            setattr(sys, name, open(opened, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _abandon(stream: TextIO) -> None:
    """Let what is left in a stream go nowhere: Python would write it at exit, and fail again."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
