"""Generates the page of settings from the fields' descriptions: `python tests/settings_page.py > docs/settings.md`."""

import sys
import typing

from pydantic import BaseModel

from solvent.agents import Budget, ModelChoice, Settings
from solvent.solvers import Limits

PARTS = {
    "": (Settings, "All settings of a run."),
    "models.ROLE": (ModelChoice, "A model in a role: `author`, `witness`, `reviewer`, `checker` or `embedder`."),
    "budget": (Budget, "What one puzzle may cost."),
    "limits": (Limits, "What each solver query may cost."),
}


def page() -> str:
    """The text of the page."""
    lines = [
        "# Settings",
        "",
        "`--settings FILE` reads a TOML file with any of these; `solvent presets NAME` prints one.",
    ]
    for name, (model, text) in PARTS.items():
        title = f"## `[{name}]`" if name else "## Top level"
        lines += ["", title, "", text, "", "| setting | default | meaning |", "|---|---|---|", *map(row, fields(model))]
    return "\n".join(lines) + "\n"


def fields(model: type[BaseModel]) -> list[tuple[str, object, str]]:
    kept = [(name, field) for name, field in model.model_fields.items() if not _is_part(field.annotation)]
    return [(name, field.get_default(), field.description or "") for name, field in kept]


def _is_part(annotation: object) -> bool:
    kinds = (annotation, *typing.get_args(annotation))
    return any(isinstance(kind, type) and issubclass(kind, BaseModel) for kind in kinds)


def row(field: tuple[str, object, str]) -> str:
    name, default, text = field
    shown = "required" if repr(default) == "PydanticUndefined" else "" if default is None else f"`{_toml(default)}`"
    return f"| `{name}` | {shown} | {text} |"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    sys.stdout.write(page())
