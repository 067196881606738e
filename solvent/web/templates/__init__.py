"""Templates of both pages. All that they are filled with is text, escaped and without hidden characters."""

from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from solvent.benchmarks.analysis.document import Table, inline
from solvent.explanations.visible import shown

if TYPE_CHECKING:
    from jinja2 import Environment

_LONGEST = 20_000  # characters of a text of a case: a program or an answer may be of any length


def filled(template: str, **values: Any) -> str:
    """The HTML of a template."""
    return _environment().get_template(f"{template}.html.jinja").render(values)


def rendered(template: str, macro: str, /, **values: Any) -> str:
    """The HTML of a macro in a template."""
    return str(getattr(_environment().get_template(f"{template}.html.jinja").module, macro)(**values)).strip()


def link(**query: object) -> str:
    """An address of the pages on runs, without the parts that are empty."""
    kept = {key: str(value) for key, value in query.items() if value not in ("", None)}
    return "/runs?" + urlencode(kept, errors="replace") if kept else "/runs"


def cut(text: str) -> str:
    """A text up to the length that is shown."""
    left = len(text) - _LONGEST
    return text if left <= 0 else f"{text[:_LONGEST]}\n... and {left} more characters"


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("solvent.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    made.globals.update(link=link, inline=inline)
    made.filters.update(cut=cut, visible=shown)
    made.tests["table"] = lambda part: isinstance(part, Table)
    return made


def _visible(value: Any) -> Any:
    """A text without hidden characters; HTML of our own making has none."""
    return shown(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
