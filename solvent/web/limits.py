"""What visitors may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Allowance:
    """Limits against abuse: `text` in characters, `runs` at a time and `waiting` for their turn (of all
    visitors), `seconds` of a run.

    `sessions` are tabs whose work is kept; those used least recently are forgotten first.
    """

    text: int = 20_000
    runs: int = 2
    waiting: int = 100
    seconds: float = 60.0
    sessions: int = 500
