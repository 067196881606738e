"""Small results as HTML for notebooks: escaped, in the colours of the page, wide tables in a box that scrolls."""

import html
from collections.abc import Iterable, Mapping, Sequence

from solvent.explanations.visible import shown

_WIDE = "overflow-x: auto; max-width: 100%"
_LEFT = "<style>.solvent-table th, .solvent-table td { text-align: left; }</style>"  # notebooks set them to the right
_LINES = "white-space: pre-wrap; overflow-wrap: anywhere; text-align: left"


def escaped(text: str) -> str:
    """A text as HTML that shows it, with hidden characters made visible; well-formed as XML, too."""
    return html.escape(shown(text))


def block(*parts: str) -> str:
    """Parts below each other; empty ones are left out."""
    return f"<div>{''.join(parts)}</div>"


def headed(text: str) -> str:
    """A text in paragraphs, a line each as it is laid out, the first line in bold; "" if there is none."""
    first, _, rest = text.partition("\n")
    more = f'<div style="{_LINES}">{escaped(rest)}</div>' if rest else ""
    return f'<div style="{_LINES}"><b>{escaped(first)}</b></div>{more}' if text else ""


def verbatim(text: str) -> str:
    """A text as it is laid out; lines that are too long are scrolled."""
    return f'<div style="{_WIDE}"><pre>{escaped(text)}</pre></div>'


def table(header: Sequence[str] | None, rows: Iterable[Sequence[str]]) -> str:
    """A table, scrolled where it is too wide."""
    head = f"<thead>{_row(header, 'th')}</thead>" if header else ""
    body = "".join(_row(row, "td") for row in rows)
    scrolled = f"width: fit-content; {_WIDE}"
    return f'<div class="solvent-table" style="{scrolled}">{_LEFT}<table>{head}<tbody>{body}</tbody></table></div>'


def clue_list(texts: Mapping[int, str]) -> str:
    """Clues with their numbers; "" if there are none."""
    items = "".join(f'<li value="{number}">{escaped(text)}</li>' for number, text in texts.items())
    return f'<ol style="margin: 0; overflow-wrap: anywhere; text-align: left">{items}</ol>' if items else ""


def folded(title: str, body: str) -> str:
    """A part of a page that is closed until somebody opens it."""
    return f"<details><summary>{escaped(title)}</summary>{body}</details>"


def _row(cells: Iterable[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escaped(cell)}</{tag}>" for cell in cells) + "</tr>"
