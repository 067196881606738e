"""Themes: the vocabularies of logic grids, one TOML file each, in `themes/<language>/`.

A theme has a scene for each shape (`line`, `circle`, `plain`), at least eight topics with at least eight values each,
and `herrings`, sentences that say nothing about the grid. No word of a value may occur elsewhere in its theme.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("english", "chinese")
SHAPES = ("line", "circle", "plain")
_HERE = resources.files(__package__)


@dataclass(frozen=True)
class Topic:
    """What the values of one category are, and how sentences refer to them; `{}` stands for the value.

    `names` are the category's names, singular and plural. `says` pairs predicates that give somebody the value with
    those that deny it; their `{}` stands for the `item`, a value with its article. `owner` are noun phrases for whoever
    has the value. If the values are quantities, `numbers` says how much each is, and the last fields compare them: in
    these, `{}` is an `amount` (of one, of several) and `{B}` somebody else, who else follows at the end.
    """

    id: str
    names: tuple[str, str]
    told: str
    values: tuple[str, ...]
    owner: tuple[str, ...]
    says: tuple[tuple[str, str], ...]
    item: str = "{}"
    passive: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    amount: tuple[str, str] = ("", "")
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    more_by: tuple[str, ...] = ()
    less_by: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    least: tuple[str, ...] = ()

    def only(self, chosen: Sequence[int]) -> "Topic":
        """Return the topic with some of its values, by their indices."""
        numbers = tuple(self.numbers[index] for index in chosen) if self.numbers else ()
        return replace(self, values=tuple(self.values[index] for index in chosen), numbers=numbers)


@dataclass(frozen=True)
class Scene:
    """What the rows of a grid are: the introduction, and the words for places and for being there (none if plain)."""

    intro: str
    place: tuple[str, str] = ("", "")
    unit: str = ""
    stay: tuple[str, str] = ("", "")
    where: str = ""


@dataclass(frozen=True)
class Theme:
    """A vocabulary; `person` is the word for one and for several of those whom the grid is about."""

    name: str
    language: str
    person: tuple[str, str]
    scenes: Mapping[str, Scene]
    topics: tuple[Topic, ...]
    herrings: tuple[str, ...]


@cache
def themes(language: str) -> Mapping[str, Theme]:
    """Return the themes of a language by name, in alphabetical order."""
    files = (_HERE / "themes" / language).iterdir()
    names = sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
    return {name: _theme(name, language) for name in names}


@cache
def phrases(language: str) -> Mapping[str, Any]:
    """Return the wordings of clues in a language."""
    return tomllib.loads((_HERE / f"phrases_{language}.toml").read_text(encoding="utf-8"))


def _theme(name: str, language: str) -> Theme:
    found = tomllib.loads((_HERE / "themes" / language / f"{name}.toml").read_text(encoding="utf-8"))
    return Theme(
        name=name,
        language=language,
        person=_pair(found["person"]),
        scenes={shape: _scene(found[shape]) for shape in SHAPES},
        topics=tuple(map(topic, found["topic"])),
        herrings=tuple(found["herrings"]),
    )


def _scene(found: Mapping[str, Any]) -> Scene:
    return Scene(**_fields(found))


def topic(found: Mapping[str, Any]) -> Topic:
    """Return a topic from its fields in TOML."""
    fields = _fields(found)
    fields["names"] = _pair(fields.pop("name"))
    fields["says"] = tuple(_pair(each.split(" / ")) for each in fields["says"])
    return Topic(**{"id": fields["names"][0], **fields})


def _fields(found: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}


def _pair(found: Sequence[str]) -> tuple[str, str]:
    one, other = found
    return one, other
