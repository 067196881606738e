"""Standard streams that may be closed, full or broken: a command still does its work, and reports this at the end."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast


class _Patient:
    """A stream on which writing never fails: the first error is kept, and all later output is discarded."""

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
    """Make writing to the standard streams never fail; yield a list that at the end holds any error of stdout."""
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
    """Replace each closed standard stream by one that fails when it is used.

    Otherwise the next file or socket to be opened would get its descriptor, here and in child processes.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # Opened in the wrong direction, so that reading stdin or writing to the others is an error.
            opened = os.open(os.devnull, os.O_RDONLY if number else os.O_WRONLY)
            setattr(sys, name, open(opened, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _abandon(stream: TextIO) -> None:
    """Discard what is still buffered in a stream: Python would write it at exit, and fail again."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
