"""The record of a script's solver calls, which its process appends to standard error."""

import re

_MARK = "\nsolver calls: "


def written(calls: int, status: str) -> str:
    """Format the record: the number of calls, and the last status that one returned (empty if none)."""
    return f"{_MARK}{calls} {status}"


def taken_from(errors: str) -> tuple[str, int | None, str | None]:
    """Split standard error into the text before the record, the number of calls and the last status.

    The latter two are None where unknown.
    """
    rest, mark, said = errors.rpartition(_MARK)
    if not mark:
        return errors, None, None
    match = re.fullmatch(r"(\d{1,9}) (\w{0,20})\s*", said)
    return (rest, int(match[1]), match[2] or None) if match else (rest, None, None)
