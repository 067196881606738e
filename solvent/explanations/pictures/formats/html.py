"""Pictures as HTML that loads nothing: grids and tables as tables, boards and sums as SVG inside the page."""

from functools import cache
from importlib.resources import files
from typing import Any

from solvent.explanations.facts import Explanation
from solvent.explanations.pictures.formats import svg
from solvent.explanations.pictures.scene import Board, Deductions, Scene, Sum, Table, said
from solvent.explanations.pictures.scenes import NAME, scene_of, scenes_of, summary_of
from solvent.explanations.pictures.svg_boards import told
from solvent.explanations.pictures.svg_shapes import image
from solvent.explanations.subject import Subject

_SQUARES = 26  # of a deduction grid beside each other, on a page of A4
_SIGNS = {"yes": ("✓", "yes"), "no": ("✗", "no"), "implied": ("·", "no, since another is"), "": ("", "")}


def draw(scene: Scene) -> str:
    """The picture below its title and text, as a page."""
    return _page(scene.title, _filled("steps", scenes=[scene], name="", summary="", whole=False))


def document(subject: Subject, explanation: Explanation) -> str:
    """All steps, as a page."""
    return _page(NAME, fragment(subject, explanation))


def fragment(subject: Subject, explanation: Explanation) -> str:
    """All steps, as part of a page: its styles concern nothing outside it."""
    scenes = list(scenes_of(subject, explanation))
    return _filled("steps", scenes=scenes, name=NAME, summary=summary_of(explanation), whole=True)


def step(subject: Subject, explanation: Explanation, number: int) -> str:
    """The state after a step, with that step highlighted, as part of a page. Raises LookupError if there is none."""
    return _filled("steps", scenes=[scene_of(subject, explanation, number)], name="", summary="", whole=False)


def inline(drawn: Board | Sum, *, small: bool = False) -> str:
    """A board or sum as an SVG element, with its content in words for those who cannot see it."""
    return image(svg.part(drawn, small=small), said(drawn.title), told(drawn))


def _page(title: str, body: str) -> str:
    return _filled("page", title=title, body=body)


def _filled(macro: str, **values: Any) -> str:
    return str(getattr(_template(), macro)(**values)).strip() + "\n"


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.tests["deductions"] = lambda part: isinstance(part, Deductions)
    environment.tests["table"] = lambda part: isinstance(part, Table)
    environment.filters["inline"] = lambda part, small: Markup(inline(part, small=small))  # noqa: S704 - its texts are escaped
    environment.globals.update(squares=_SQUARES, signs=_SIGNS)
    source = files(__name__.rpartition(".")[0]).joinpath("html.jinja").read_text(encoding="utf-8")
    return environment.from_string(source).module
