"""Pictures of explanations: scenes, which say what to draw, and the formats that draw them.

What needs solvers or translators is imported late: a command line asks for the names of the formats alone.
"""

import pkgutil
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from solvent.explanations.pictures import formats

if TYPE_CHECKING:
    from solvent.explanations.facts import Explanation
    from solvent.explanations.pictures.scene import Scene
    from solvent.explanations.subject import Subject

FORMATS = tuple(sorted(module.name for module in pkgutil.iter_modules(formats.__path__)))


class Format(Protocol):
    """What the module of a format defines."""

    def draw(self, scene: "Scene") -> str:
        """One picture."""

    def document(self, subject: "Subject", explanation: "Explanation") -> str:
        """A whole explanation: the start, each step with its picture, and the answer."""


def render(name: str, subject: "Subject", explanation: "Explanation", number: int | None = None) -> str:
    """An explanation in one of the FORMATS: the state after a step, with that step highlighted; None: all of it.

    Raises LookupError for a format or step that does not exist.
    """
    from solvent.explanations.pictures.scenes import scene_of

    if name not in FORMATS:
        raise LookupError(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
    chosen: Format = import_module(f"{formats.__name__}.{name}")
    if number is None:
        return chosen.document(subject, explanation)
    return chosen.draw(scene_of(subject, explanation, number))


def answer_picture(subject: "Subject") -> str:
    """The answer as SVG elements, if there is more to draw than a table of its values, else ""."""
    from solvent.explanations.layout import leaves
    from solvent.explanations.pictures.formats import html
    from solvent.explanations.pictures.scene import Board, Sum
    from solvent.explanations.pictures.scenes import parts_of
    from solvent.explanations.pictures.states import State

    drawn = parts_of(subject, State(dict(leaves(subject.answer)), {}, {}))
    boards = [part for part in drawn if isinstance(part, Sum) or (isinstance(part, Board) and part.marked)]
    return "".join(map(html.inline, boards))


@dataclass(frozen=True)
class Notebook:
    """Draws explanations of a puzzle for notebooks: see `Explanation.drawn_by`."""

    subject: "Subject"

    def __call__(self, explanation: "Explanation") -> str:
        """An explanation as part of a page."""
        from solvent.explanations.pictures.formats import html

        return html.fragment(self.subject, explanation)
