"""Results as text: the console, programs and outcomes."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solvent.explanations.visible import shown

if TYPE_CHECKING:
    from rich.console import Console

    from solvent.solvers import Outcome, Program

WIDE = 10_000  # columns; piped output is never folded


def console() -> "Console":
    """Standard output: styled on a terminal, plain in a pipe."""
    from rich.console import Console
    from rich.segment import Segment

    class Shown(Console):
        """Escapes unsafe characters in what is printed, but not its own control codes for the terminal."""

        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(shown(segment.text), segment.style)

    tty = sys.stdout.isatty()
    return Shown(width=None if tty else WIDE, highlight=False, soft_wrap=True, markup=False, emoji=False)


def code(program: "Program") -> str:
    """A program in the form of its file."""
    from solvent.solvers import load

    return load(program.framework).render(program)


def outcome_line(outcome: "Outcome") -> str:
    """An outcome in one line."""
    parts = [f"{outcome.status} in {outcome.seconds * 1000:.0f} ms"]
    if outcome.conflict:
        parts.append(f"clues {', '.join(map(str, outcome.conflict))} contradict each other")
    if outcome.message:
        parts.append(outcome.message)
    return "; ".join(parts)
