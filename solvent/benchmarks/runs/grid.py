"""The grid of a comparison: which settings are varied, which are fixed, and on which cases they are compared.

In `[grid]`, names that begin with `data.` vary the cases: `data.seed`, `data.groups`, `data.set` (a list of tables) and
`data.set.KEY`.
"""

import difflib
import itertools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from solvent.agents.presets import preset_of
from solvent.agents.settings import Settings, SettingsError
from solvent.benchmarks.cases import BenchmarkError
from solvent.solvers import SolventError

_NAMES = ("model", "preset", *Settings.model_fields)
_LISTS = ("frameworks", "second_opinion")  # settings whose value is a list; a single item may stand for it
_TABLES = ("data", "settings", "grid")
_DATA = "data."  # begins the names of [grid] that are about the cases
_VARIED = ("groups", "limit", "seed", "set")  # of [data]
_LAYOUT = (
    "a TOML file with [data] (benchmark and, unless it is generated, path), [grid] (a list of values per setting) and, "
    "optionally, [settings]"
)


class DataChoice(BaseModel):
    """The table `[data]`: the cases that every cell runs. Relative paths count from the grid's file.

    `set` sets options of a benchmark that is generated; such a one has no path.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    benchmark: str
    path: str | None = None
    groups: tuple[str, ...] = ()
    limit: int | None = Field(None, ge=1)
    seed: int = 0
    epochs: int = Field(1, ge=1)
    set: dict[str, bool | int | str] = Field(default_factory=dict)


@dataclass(frozen=True)
class Author:
    """What the command line says of the author's model; `default` is its name if nothing else says one."""

    given: Mapping[str, Any]
    default: str | None = None


@dataclass(frozen=True)
class Cell:
    """One combination of values and its cases; `varied` holds what distinguishes it from the other cells."""

    settings: Settings
    data: DataChoice
    varied: Mapping[str, Any]

    @property
    def name(self) -> str:
        """A name for people."""
        return ", ".join(f"{key}={_short(value)}" for key, value in self.varied.items()) or "the only cell"


@dataclass(frozen=True)
class Grid:
    """A grid as read from a file."""

    data: DataChoice
    cells: tuple[Cell, ...]


def read_grid(file: Path, author: Mapping[str, Any] | None = None, *, default: str | None = None) -> Grid:
    """Read a grid. Raises `BenchmarkError`, `SettingsError`.

    `author` replaces parts of the author's model in the file, whose name is `default` if none is given; without any,
    the rules answer.
    """
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BenchmarkError(f"cannot read the grid {file}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BenchmarkError(f"{file} is not valid TOML: {error}; expected {_LAYOUT}") from error
    for name in tables:
        if name not in _TABLES:
            raise BenchmarkError(f"{file}: there is no table {_near(name, _TABLES)}; expected {_LAYOUT}")
    if "data" not in tables or not isinstance(tables.get("grid", {}), dict):
        raise BenchmarkError(f"{file} lacks the table [data]; expected {_LAYOUT}")
    data = _data(file, tables["data"])
    known = Author(author or {}, default)
    return Grid(data, _cells(file, data, tables.get("settings", {}), tables.get("grid", {}), known))


def _data(file: Path, table: Mapping[str, Any]) -> DataChoice:
    data = _checked(file, table)
    return data if data.path is None else data.model_copy(update={"path": str(file.parent / data.path)})


def _checked(file: Path, table: Mapping[str, Any]) -> DataChoice:
    try:
        return DataChoice.model_validate(table)
    except ValidationError as error:
        fault = error.errors()[0]
        name = str(fault["loc"][0]) if fault["loc"] else ""
        if fault["type"] == "extra_forbidden":
            raise BenchmarkError(f"{file}: [data] has no {_near(name, DataChoice.model_fields)}") from None
        raise BenchmarkError(f"{file}: [data] {name}: {fault['msg']}") from None


def _cells(
    file: Path, data: DataChoice, fixed: Mapping[str, Any], varied: Mapping[str, Any], author: Author
) -> tuple[Cell, ...]:
    for name, values in varied.items():
        _check_name(file, name, values, fixed)
    if "model" in varied and "name" in author.given:
        raise SettingsError(f"{file}: [grid] lists models; leave out --model.")
    cells: dict[tuple[str, str], Cell] = {}
    for values in itertools.product(*varied.values()):
        chosen = dict(zip(varied, values, strict=True))
        settings = {name: value for name, value in chosen.items() if not name.startswith(_DATA)}
        cases = {name.removeprefix(_DATA): value for name, value in chosen.items() if name.startswith(_DATA)}
        own = _with(file, data, cases)
        try:
            cell = Cell(_settings(fixed, settings, author), own, chosen)
        except SolventError as error:
            raise SettingsError(f"{file}: {error}") from None
        key = cell.settings.hash, cell.data.model_dump_json()
        if key in cells:
            raise SettingsError(f"{file}: two cells of the grid have the same settings, one of them {cell.name}.")
        cells[key] = cell
    return tuple(cells.values())


def _check_name(file: Path, name: str, values: Any, fixed: Mapping[str, Any]) -> None:
    """Check the name of something that is varied. Raises `SettingsError`."""
    first, _, rest = name.partition(".")
    if first == "data" and rest.partition(".")[0] not in _VARIED:
        raise SettingsError(f"{file}: [grid] cannot vary {name!r}; there are data.{', data.'.join(_VARIED)}.")
    if first not in ("data", *_NAMES):
        raise SettingsError(f"{file}: [grid] there is no setting {_near(name, _NAMES)}.")
    if name in fixed:
        raise SettingsError(f"{file}: {name} is in [settings] and in [grid]; keep one of them.")
    if not isinstance(values, list) or not values:
        raise SettingsError(f"{file}: [grid] {name} should be a list of the values to compare.")


def _with(file: Path, data: DataChoice, cases: Mapping[str, Any]) -> DataChoice:
    """The cases with what a cell chooses of them. Raises `BenchmarkError`."""
    values = data.model_dump()
    for name, value in cases.items():
        first, _, key = name.partition(".")
        if first == "set":
            values["set"] = {**values["set"], **({key: value} if key else value)}
        else:
            values[first] = [value] if first == "groups" and isinstance(value, str) else value
    return _checked(file, values)


def _settings(fixed: Mapping[str, Any], chosen: Mapping[str, Any], author: Author) -> Settings:
    values: dict[str, Any] = {name: dict(value) if isinstance(value, dict) else value for name, value in fixed.items()}
    models = values.pop("models", {})
    who = {**models.get("author", {}), **author.given}
    for name, value in chosen.items():
        first, _, rest = name.partition(".")
        if name == "model":
            who["name"] = value
        elif rest:
            values[first] = {**values.get(first, {}), rest: value}
        else:
            values[name] = [value] if name in _LISTS and isinstance(value, str) else value
    if "name" not in who and author.default:
        who["name"] = author.default
    if who.get("name", "rules") != "rules":
        values["models"] = {**models, "author": who}
    preset = values.pop("preset", None)
    if preset is None:
        return Settings(**values)
    if not isinstance(preset, str):
        raise SettingsError(f"preset: {preset!r} is not valid; it should be a preset's name.")
    return preset_of(preset).changed(**values)


def _near(name: str, known: Any) -> str:
    near = difflib.get_close_matches(name, list(known), 1)
    return repr(name) + (f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}")


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value)) or "default"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key}={each}" for key, each in value.items()) + ")"
    return str(value)
