"""Errors in a program, and their positions in its text."""

from solvent.solvers.programs.outcome import Status


class ProgramError(Exception):
    """An error in the program rather than in Solvent; becomes an outcome with this status and message."""

    def __init__(self, status: Status, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def located(text: str, line: int, column: int, message: str) -> str:
    """Prefix `message` with its line and column (from 1), and append the line of `text` that it refers to."""
    lines = text.split("\n")
    quoted = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return f"line {line}, column {column}: {message}" + (f"\n    {quoted}" if quoted else "")


def position(text: str, offset: int) -> tuple[int, int]:
    """Convert an offset to a line and a column, both counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
