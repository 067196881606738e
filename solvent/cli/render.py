"""Results as a person or a script wants them."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from solvent.cli.text import put, shown

if TYPE_CHECKING:
    from rich.console import Console

    from solvent.agents import Answer, Attempt
    from solvent.solvers import Outcome, Program

WIDE = 10_000  # columns; piped output is never folded


def console() -> "Console":
    """Standard output: styled on a terminal, plain in a pipe."""
    from rich.console import Console
    from rich.segment import Segment

    class Shown(Console):
        """Escapes what is printed, and leaves what it says to the terminal itself."""

        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(shown(segment.text), segment.style)

    tty = sys.stdout.isatty()
    return Shown(width=None if tty else WIDE, highlight=False, soft_wrap=True, markup=False, emoji=False)


def code(program: "Program") -> str:
    """Give a program as its file would read."""
    from solvent.solvers import load

    return load(program.framework).render(program)


def answer_json(answer: "Answer") -> dict[str, Any]:
    """Give the object that `solve --json` prints."""
    program = answer.program
    return {
        "status": answer.status.value,
        "answer": answer.answer,
        "alternatives": list(answer.alternatives),
        "conflict": list(answer.conflict),
        "clues": [{"id": clue.id, "text": clue.text, "understood": bool(clue.understood)} for clue in answer.clues],
        "evidence": [fact.model_dump() for fact in answer.evidence],
        "confidence": answer.confidence,
        "program": {"framework": program.framework, "code": code(program)} if program else None,
        "attempts": [_attempt_json(attempt) for attempt in answer.attempts],
        "usage": answer.usage.model_dump(),
        "seconds": round(answer.seconds, 4),
        "reason": answer.reason,
        "text": [{"text": part.text, "role": part.role, "reason": part.reason} for part in answer.text],
        "guesses": list(answer.guesses),
    }


def _attempt_json(attempt: "Attempt") -> dict[str, Any]:
    outcome = attempt.outcome
    return {
        "framework": attempt.job.framework,
        "source": attempt.job.source,
        "status": outcome.status.value if outcome else "unknown",
        "message": outcome.message if outcome else "not run",
    }


def show_value(value: Any) -> None:
    """Print an answer: rows and grids as tables, anything else as JSON."""
    import json

    if (
        isinstance(value, list)
        and value
        and all(isinstance(row, dict) and row.keys() == value[0].keys() for row in value)
    ):
        show_table(list(value[0]), ([_cell(item) for item in row.values()] for row in value))
    elif isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        show_table(None, ([_cell(item) for item in row] for row in value))
    elif isinstance(value, dict) and isinstance(value.get("text"), str) and isinstance(value.get("mapping"), dict):
        _show_decoded(value)
    else:
        put(json.dumps(value, ensure_ascii=False, indent=2))


def _show_decoded(value: dict[str, Any]) -> None:
    """Print what a word puzzle says, its grid where it has one, and what stands for what."""
    grid = value.get("grid")
    rows = ["".join(map(str, row)) for row in grid] if isinstance(grid, list) else []
    letters = " ".join(f"{sign}={meaning}" for sign, meaning in value["mapping"].items())
    put("\n\n".join(filter(None, (value["text"], "\n".join(rows), letters))))


def show_table(header: Sequence[str] | None, rows: Iterable[Sequence[str]]) -> None:
    """Print a table."""
    from rich import box
    from rich.table import Table

    out = console()
    table = Table(box=box.SIMPLE_HEAD if out.is_terminal else None, show_header=header is not None, pad_edge=False)
    for name in header or ():
        table.add_column(shown(name))
    for row in rows:
        table.add_row(*row)
    out.print(table)


def outcome_line(outcome: "Outcome") -> str:
    """Give an outcome in one line."""
    parts = [f"{outcome.status} in {outcome.seconds * 1000:.0f} ms"]
    if outcome.conflict:
        parts.append(f"clues {', '.join(map(str, outcome.conflict))} clash")
    if outcome.message:
        parts.append(outcome.message)
    return "; ".join(parts)


def _cell(value: Any) -> str:
    return shown(value if isinstance(value, str) else "" if value is None else str(value))
