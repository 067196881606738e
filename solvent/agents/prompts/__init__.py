"""Prompts: one template each, rendered strictly, for puzzles and programs are full of braces."""

from functools import lru_cache
from typing import Any


@lru_cache(1)
def _environment() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(__name__, "."),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701  # prompts are text, not HTML
    )


def render(name: str, **values: Any) -> str:
    """Fill a template; a name that the template does not find raises."""
    text: str = _environment().get_template(f"{name}.jinja").render(**values)
    return text.strip() + "\n"
