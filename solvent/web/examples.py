"""Puzzles to start with: the files in the folder `examples`, which the wheel holds as well."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

_FOR_MODELS = "Needs a model"  # how their first lines begin


@dataclass(frozen=True)
class Example:
    """A puzzle with its name and, in one line, what it shows; `for_model` if the rules cannot read it."""

    name: str
    about: str
    text: str
    for_model: bool = False


@cache
def examples() -> tuple[Example, ...]:
    """All of them, by name."""
    inside = files("solvent.web").joinpath("examples")
    folder = inside if inside.is_dir() else Path(__file__).parents[2] / "examples"
    if not folder.is_dir():
        return ()
    found = {each.name: each.read_text(encoding="utf-8") for each in folder.iterdir() if each.name.endswith(".txt")}
    return tuple(_example(name, text) for name, text in sorted(found.items()))


def _example(file: str, text: str) -> Example:
    first, _, _ = text.partition("\n")
    about = first.lstrip("# ").rstrip(".") if first.startswith("#") else ""
    name = file.removesuffix(".txt")
    return Example(name.replace("_", " "), about, text, about.startswith(_FOR_MODELS))
