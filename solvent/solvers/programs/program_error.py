"""What a program did wrong, and where."""

from solvent.solvers.programs.outcome import Status


class ProgramError(Exception):
    """The program, not we, did something wrong; becomes the outcome of that status."""

    def __init__(self, status: Status, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def located(text: str, line: int, column: int, message: str) -> str:
    """`message` with the place (counted from 1) and the line of `text` it is about."""
    lines = text.split("\n")
    quoted = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return f"line {line}, column {column}: {message}" + (f"\n    {quoted}" if quoted else "")


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
