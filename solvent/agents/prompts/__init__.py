"""Prompts: one template each, rendered strictly, for puzzles and programs are full of braces."""

import hashlib
from functools import lru_cache
from importlib.resources import files
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


def digest(*names: str) -> str:
    """Identify the texts of templates, without any puzzle: 12 hexadecimal digits."""
    texts = (files(__name__).joinpath(f"{name}.jinja").read_bytes() for name in names)
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:12]
