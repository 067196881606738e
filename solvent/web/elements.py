"""Plain HTML elements, so that keyboards and screen readers find what they know."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from nicegui import ui


@contextmanager
def region(title: str, *, level: int = 2) -> Iterator[ui.element]:
    """A section of the page with a heading, which is its name."""
    with ui.element("section").props(f'aria-label="{title}"') as section:
        ui.html(escape(title), sanitize=False, tag=f"h{level}")
        yield section


def button(name: str, act: Callable[..., Any], *, value_of: str = "", primary: bool = False) -> ui.element:
    """A button; with `value_of` it hands over what `solvent.<value_of>` returns, and does nothing for null."""
    call = (
        f"() => {{ const found = solvent.{value_of}; if (found !== null) emit(found); }}"
        if value_of
        else "() => emit()"
    )
    made = ui.element("button").props('type="button"').classes("primary" if primary else "")
    with made:
        ui.html(escape(name), sanitize=False, tag="span")
    return made.on("click", act, js_handler=call)


def show(element: ui.element, *, when: bool) -> None:
    """Show an element, or hide it from everybody."""
    if when:
        element.props(remove="hidden")
    else:
        element.props("hidden")


def field(name: str, identifier: str, *, rows: int = 1, more: str = "") -> None:
    """A field for text with its name above; the browser alone knows what is in it."""
    tag = "textarea" if rows > 1 else "input"
    size = f'rows="{rows}"' if rows > 1 else 'type="text"'
    end = "></textarea>" if rows > 1 else ">"
    label = f'<label for="{identifier}">{escape(name)}</label>'
    ui.html(f'{label}<{tag} id="{identifier}" {size} autocomplete="off" {more}{end}', sanitize=False).classes("field")


def put(target: ui.html, content: str) -> None:
    """Show HTML of our own making; nothing is sent if it is there already, so that what is open stays open."""
    if target.content != content:
        target.set_content(content)
