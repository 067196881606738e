"""What both pages share: the heading, the way from one to the other, light and dark, and the styles."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

from nicegui import ui

PAGES = {"/": "Solve", "/runs": "Runs"}


@contextmanager
def frame(title: str, here: str, *, runs: bool) -> Iterator[None]:
    """A page with a heading and a main part, in which the caller's elements go; `runs` says that there is a second."""
    ui.page_title(f"{title} - Solvent")
    ui.add_head_html(f"<style>{resource('page.css')}</style><script>{resource('page.js')}</script>")
    ui.query(".nicegui-content").classes("page")
    with ui.element("header").classes("banner"):
        with ui.element("a").props('href="#main"').classes("skip"):
            ui.label("Skip to the puzzle" if here == "/" else "Skip to the runs")
        ui.label("Solvent").classes("name")
        if runs:
            with ui.element("nav").props('aria-label="Pages"'):
                for path, name in PAGES.items():
                    current = ' aria-current="page"' if path == here else ""
                    with ui.element("a").props(f'href="{path}"{current}'):
                        ui.label(name)
        ui.html(_THEMES, sanitize=False)
    with ui.element("div").props('id="main" tabindex="-1"'):
        yield


_THEMES = (
    '<button type="button" class="theme" onclick="solvent.theme()" '
    'aria-label="Change between light and dark">&#9680;</button>'
)


@cache
def resource(name: str) -> str:
    """A file of this package as text."""
    return files("solvent.web").joinpath(name).read_text(encoding="utf-8")
