"""Everything that decides a run: one frozen model for the API, the command line, benches, presets and reports."""

import difflib
import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from solvent.solvers import Limits, SolventError, load
from solvent.translators import framework

Role = Literal["author", "witness", "reviewer", "checker"]
ROLES: tuple[Role, ...] = get_args(Role)
Contract = Literal["model", "script"]
DIRECT = "none"  # the framework of a model that answers by itself

Count = Annotated[int, Field(ge=0, strict=True)]
Positive = Annotated[int, Field(ge=1, strict=True)]
Temperature = Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]
Amount = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class SettingsError(SolventError):
    """Settings that cannot be used; the message names each, and what it may be."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise SettingsError(_in_words(error, type(self))) from None


class ModelChoice(_Part):
    """A model behind an OpenAI-compatible API: its name there, and where that is. Its key is never part of settings."""

    name: Annotated[str, Field(min_length=1, description="its name at the API")]
    url: Annotated[str | None, Field(description="address of the API; default: OPENAI_BASE_URL, else OpenAI's")] = None
    prices: Annotated[
        tuple[float, float] | None, Field(description="US dollars per million tokens of prompts and of replies")
    ] = None
    connections: Annotated[Positive, Field(description="calls at a time")] = 4


class Budget(_Part):
    """What one puzzle may cost; None stands for no limit. `usd` needs a model with prices."""

    actions: Annotated[Positive, Field(description="programs in one conversation with a model (4 in ZPS)")] = 4
    restarts: Annotated[Count, Field(description="how often a model may begin again from the text")] = 1
    warmer: Annotated[Temperature, Field(description="by how much each restart raises the temperature")] = 0.4
    tokens: Annotated[Positive | None, Field(description="of prompts and replies together")] = None
    seconds: Annotated[Amount | None, Field(description="of wall time")] = None
    usd: Annotated[Amount | None, Field(description="US dollars")] = None


class Settings(_Part):
    """Everything that decides a run.

    A setting that is wrong raises SettingsError, whose message says what it may be.
    """

    models: Annotated[
        dict[Role, ModelChoice],
        Field(description="who writes programs (author), confirms (witness), reads answers (reviewer), "
              "writes checkers (checker); whoever is not named is the author"),
    ] = {}  # fmt: skip
    rules: Annotated[bool, Field(description="whether the grammar has a say beside a model")] = True
    frameworks: Annotated[
        tuple[str, ...],
        Field(description="languages of the programs; none: one that suits; `none`: a model answers by itself"),
    ] = ()
    contract: Annotated[
        Contract, Field(description="what a model writes: a model that is solved here, or a script that solves")
    ] = "model"
    decomposition: Annotated[bool, Field(description="whether a model sorts the text into clues first (ZPS)")] = True
    level: Annotated[
        Literal[1, 2, 3], Field(description="guidance: 1 task, 2 rules and steps, 3 example and pitfalls (CP-Bench)")
    ] = 3
    samples: Annotated[Positive, Field(description="programs written independently in each framework")] = 1
    temperature: Annotated[Temperature, Field(description="of one sample")] = 0.0
    sampling_temperature: Annotated[Temperature, Field(description="of several samples")] = 0.8
    votes: Annotated[
        Literal["proof", "majority"], Field(description="which answer wins: a proven one first, or the most frequent")
    ] = "proof"
    second_opinion: Annotated[
        tuple[str, ...], Field(description="frameworks of the program that is to confirm, best first; none: no such")
    ] = ("cpmpy", "smtlib")
    verification: Annotated[Count, Field(description="answers shown to the reviewer, with the clues alone")] = 0
    seed: Annotated[int | None, Field(strict=True, description="of a model's sampling")] = None
    budget: Annotated[Budget, Field(description="what one puzzle may cost")] = Budget()
    limits: Annotated[Limits, Field(description="what each question to a solver may cost")] = Limits()
    allow_unsandboxed: Annotated[
        bool, Field(description="run programs of others even where the sandbox is not complete")
    ] = False

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        for name in (*self.frameworks, *self.second_opinion):
            if name != DIRECT:
                load(name)  # raises UnknownFrameworkError, which names those that there are
        if not self.models:
            self._fit_rules()
        elif "author" not in self.models:
            raise ValueError("models: name an author; other roles are only beside one")
        scripted = framework.scripted()
        odd = [name for name in self.frameworks if name not in (DIRECT, *scripted)]
        if self.contract == "script" and odd:
            raise ValueError(
                f"there are no scripts in {', '.join(odd)}: the contract `script` goes with {', '.join(scripted)}"
            )
        return self

    def _fit_rules(self) -> None:
        if not self.rules:
            raise ValueError("without the rules nobody reads the text: name a model (--model, or model=)")
        if DIRECT in self.frameworks:
            raise ValueError("the framework `none` lets a model answer by itself: name a model (--model, or model=)")
        if self.contract == "script":
            raise ValueError("the contract `script` needs somebody to write scripts: name a model (--model, or model=)")

    def model_of(self, role: Role) -> ModelChoice | None:
        """The model in a role: its own, else the author's; None where only the rules work."""
        return self.models.get(role) or self.models.get("author")

    def changed(self, **values: Any) -> Self:
        """The same with other values; None leaves a setting as it is. Raises SettingsError."""
        given = {name: value for name, value in values.items() if value is not None}
        return type(self)(**{**{name: getattr(self, name) for name in type(self).model_fields}, **given})

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits, the same for the same run wherever its model is served."""
        told = self.model_dump(mode="json", exclude_defaults=True, exclude={"models"})
        models = {role: choice.name for role, choice in self.models.items()}
        return hashlib.sha256(json.dumps([told, models], sort_keys=True).encode()).hexdigest()[:12]

    def to_toml(self) -> str:
        """As TOML, which `from_toml` reads; what is unlimited or unset is left out."""
        import tomli_w

        return tomli_w.dumps(self.model_dump(mode="json", exclude_none=True))

    @classmethod
    def from_toml(cls, text: str) -> dict[str, Any]:
        """The values that a file sets, checked; what it does not set stays open. Raises SettingsError."""
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"the settings are no TOML: {error}") from error
        checked = cls(**values)
        return {name: getattr(checked, name) for name in values}


def read_settings(path: Path) -> dict[str, Any]:
    """The values that a TOML file sets. Raises SettingsError."""
    try:
        return Settings.from_toml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not in UTF-8"
        raise SettingsError(f"cannot read the settings in {path}: {why}.") from error


def _in_words(error: ValidationError, kind: type[BaseModel]) -> str:
    return "; ".join(_complaint(each, kind) for each in error.errors()) + "."


def _complaint(fault: Mapping[str, Any], kind: type[BaseModel]) -> str:
    place = ".".join(str(part) for part in fault["loc"] if not str(part).startswith("function-"))
    if fault["type"] == "value_error":
        return str(fault["ctx"]["error"])
    if fault["type"] == "extra_forbidden":
        near = difflib.get_close_matches(place, kind.model_fields, 1)
        return f"there is no setting {place!r}" + (f"; is {near[0]!r} meant?" if near else "")
    told = _WANTED.get(fault["type"]) or fault["msg"].replace("Input should be", "it should be")
    return f"{place}: {fault['input']!r} cannot be used; {told[0].lower()}{told[1:]}"


_WANTED = {
    "tuple_type": 'it should be a list, such as ["cpmpy"]',
    "dict_type": "it should be a table of names and values",
    "bool_parsing": "it should be true or false",
    "model_type": "it should be a table of settings",
}
