"""How a script's process says which solver calls the script made: last of all on standard error."""

import re

_MARK = "\nsolver calls: "


def written(calls: int, status: str) -> str:
    """What the process writes: how many calls there were, and the last status that one gave (empty if none)."""
    return f"{_MARK}{calls} {status}"


def taken_from(errors: str) -> tuple[str, int | None, str | None]:
    """Standard error without it, the number of calls and the last status; None where that is not known."""
    rest, mark, said = errors.rpartition(_MARK)
    if not mark:
        return errors, None, None
    match = re.fullmatch(r"(\d{1,9}) (\w{0,20})\s*", said)
    return (rest, int(match[1]), match[2] or None) if match else (rest, None, None)
