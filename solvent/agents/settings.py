"""The settings of a run: one frozen model for the API, the command line, benchmarks, presets and reports."""

import difflib
import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from solvent.solvers import Limits, SolventError, load
from solvent.translators import framework

Role = Literal["author", "witness", "reviewer", "checker", "embedder"]
ROLES: tuple[Role, ...] = get_args(Role)
Contract = Literal["model", "script", "form"]
Task = Literal[Contract, "answer", "text"]  # what a model may be asked to write
CHARACTERS = 4  # per token, of English and code, where tokens have to be estimated
DIRECT = "none"  # stands for a framework where a model answers without a program

Count = Annotated[int, Field(ge=0, strict=True)]
Positive = Annotated[int, Field(ge=1, strict=True)]
Temperature = Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]
Amount = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class SettingsError(SolventError):
    """Invalid settings; the message names each of them and what it may be."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise SettingsError(_in_words(error, type(self))) from None


class ModelChoice(_Part):
    """A model behind an OpenAI-compatible API. The API's key is never part of the settings."""

    name: Annotated[str, Field(min_length=1, description="the model's name at the API")]
    url: Annotated[str | None, Field(description="address of the API; default: OPENAI_BASE_URL, else OpenAI's")] = None
    prices: Annotated[
        tuple[float, float] | None,
        Field(description="US dollars per million prompt and completion tokens; default: those published"),
    ] = None
    connections: Annotated[Positive, Field(description="concurrent calls, at most")] = 4


class Budget(_Part):
    """What one puzzle may cost; None means no limit. `usd` needs models with prices."""

    actions: Annotated[Positive, Field(description="programs per conversation with a model, at most (4 in ZPS)")] = 4
    restarts: Annotated[Count, Field(description="how often a model may start over from the text")] = 1
    warmer: Annotated[Temperature, Field(description="how much each restart raises the temperature")] = 0.4
    tokens: Annotated[Positive | None, Field(description="prompt and completion tokens, at most")] = None
    reply_tokens: Annotated[
        Positive | None, Field(description="tokens per reply, at most, so that a runaway one is cut; 0: no limit")
    ] = 16_000
    reply_factor: Annotated[
        Amount | None,
        Field(
            description="tokens per reply, at most, as a multiple of the prompt's, which count as a quarter of its "
            "characters (2 in DyVal)"
        ),
    ] = None
    seconds: Annotated[Amount | None, Field(description="wall time in seconds, at most")] = None
    usd: Annotated[Amount | None, Field(description="US dollars, at most")] = None

    @field_validator("reply_tokens", mode="before")
    @classmethod
    def _without_limit(cls, value: Any) -> Any:
        """Read 0 as no limit, for TOML has no None."""
        return None if type(value) is int and value == 0 else value


class Settings(_Part):
    """All settings of a run.

    An invalid value raises SettingsError, whose message says what it may be.
    """

    models: Annotated[
        dict[Role, ModelChoice],
        Field(description="the model in each role: author (writes programs), witness (confirms answers), reviewer "
              "(reviews answers), checker (writes checkers); default: the author's. Or embedder (compares texts for "
              "`examples`); default: word statistics, BM25"),
    ] = {}  # fmt: skip
    rules: Annotated[bool, Field(description="whether the grammar is used alongside a model")] = True
    frameworks: Annotated[
        tuple[str, ...],
        Field(description="languages of the programs; empty: a suitable one; `none`: a model answers without one"),
    ] = ()
    method: Annotated[
        Literal["confirming", "zps", "cp-bench"],
        Field(
            description="how a run goes on: Solvent's own way (`confirming`), or as in a paper: `zps` shows the model "
            "what z3 prints, in up to `actions` rounds; `cp-bench` only votes, and has rounds of self-verification"
        ),
    ] = "confirming"
    contract: Annotated[
        Contract,
        Field(
            description="what a model writes: a `model` that Solvent solves, a `script` that solves and prints, or a "
            "JSON `form` from which Solvent writes the model"
        ),
    ] = "model"
    reply: Annotated[
        Literal["json", "text"],
        Field(
            description="how a model answers with the framework `none`: JSON of a given shape, or a text on the "
            "problem alone, which benchmarks read as their papers do"
        ),
    ] = "json"
    prompting: Annotated[
        Literal["direct", "chain-of-thought", "least-to-most", "instruction", "skills"],
        Field(
            description="what is said below the problem where the reply is a `text`: nothing (`direct`), or how to go "
            "about it (the ways that DyVal compares)"
        ),
    ] = "direct"
    decomposition: Annotated[bool, Field(description="whether a model first splits the text into clues (ZPS)")] = True
    one_reply: Annotated[
        bool,
        Field(
            description="whether a model splits the text and writes its program in one reply, where it begins with a "
            "single program under the contract `model`"
        ),
    ] = True
    level: Annotated[
        Literal[1, 2, 3],
        Field(description="guidance: 1 task, 2 also rules and steps, 3 also an example and pitfalls (CP-Bench)"),
    ] = 3
    api: Annotated[
        Literal["list", "library"],
        Field(
            description="what a prompt of level 3 says of a framework's API: our short `list`, or a line per name from "
            "the installed `library` (CP-Bench)"
        ),
    ] = "list"
    examples: Annotated[
        Count, Field(description="similar problems with their programs to show, the most similar last (8 in CP-Bench)")
    ] = 0
    examples_from: Annotated[
        str | None,
        Field(
            description="JSONL file of the problems to choose `examples` from, with id, text and program; default in "
            "benchmarks: the set's own references"
        ),
    ] = None
    samples: Annotated[Positive, Field(description="programs written independently in each framework")] = 1
    temperature: Annotated[Temperature, Field(description="sampling temperature if `samples` is 1")] = 0.0
    sampling_temperature: Annotated[
        Temperature, Field(description="sampling temperature if `samples` is greater than 1")
    ] = 0.8
    temperatures: Annotated[
        tuple[Temperature, ...],
        Field(
            description="temperature of each try from scratch, and so how many there are; empty: as `temperature` and "
            "`budget` say"
        ),
    ] = ()
    may_submit: Annotated[
        bool,
        Field(
            description="whether a model may end its rounds by submitting its program; otherwise all are used (`zps`)"
        ),
    ] = False
    votes: Annotated[
        Literal["proof", "evidence", "majority"],
        Field(
            description="which answer wins: a proven one (`proof`), the one with most evidence from all programs "
            "(`evidence`), or the most frequent (`majority`)"
        ),
    ] = "proof"
    portion: Annotated[
        Count,
        Field(
            description="samples asked for at a time, until the rest cannot change which answer wins or the answer is "
            "verified; 0: all at once"
        ),
    ] = 0
    lead: Annotated[
        float,
        Field(
            ge=0,
            le=1,
            description="how far the winning answer must be ahead of the second, as a share of all votes; else none is "
            "claimed; 0: not at all",
        ),
    ] = 0.0
    clauses: Annotated[
        Count,
        Field(
            description="how often a model is asked for each of the few clues of a logic grid that the rules do not "
            "understand, before it writes programs; 0: not at all"
        ),
    ] = 0
    second_opinion: Annotated[
        tuple[str, ...], Field(description="frameworks for the confirming program, best first; empty: there is none")
    ] = ("cpmpy", "smtlib")
    verification: Annotated[Count, Field(description="answers to have reviewed against the clues, at most")] = 0
    self_verification: Annotated[
        Count,
        Field(description="rounds in which the author reviews its program and that program's output (10 in CP-Bench)"),
    ] = 0
    checkers: Annotated[
        bool, Field(description="whether answers are checked by a predicate per clue, written without any program")
    ] = False
    seed: Annotated[int | None, Field(strict=True, description="random seed of a model's sampling")] = None
    budget: Annotated[Budget, Field(description="what one puzzle may cost")] = Budget()
    limits: Annotated[Limits, Field(description="what each solver query may cost")] = Limits()
    allow_unsandboxed: Annotated[
        bool, Field(description="run untrusted programs even if the sandbox is incomplete")
    ] = False

    @property
    def composes(self) -> bool:
        """Whether the text is decomposed and the first program written in one reply."""
        single = self.samples == 1 and len(self.frameworks) < 2 and DIRECT not in self.frameworks
        ours = self.method == "confirming" and self.contract == "model" and not self.examples
        return self.one_reply and self.decomposition and single and ours and not self.plain

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        for name in (*self.frameworks, *self.second_opinion):
            if name != DIRECT:
                load(name)  # raises UnknownFrameworkError, which lists the known ones
        if not self.models:
            self._fit_rules()
        elif "author" not in self.models:
            raise ValueError("models: name an author; the other roles only support one")
        self._fit_contract()
        if self.method == "zps":
            self._fit_zps()
        return self

    def _fit_contract(self) -> None:
        scripted = framework.scripted()
        odd = [name for name in self.frameworks if name not in (DIRECT, *scripted)]
        if self.self_verification and self.method != "cp-bench":
            raise ValueError("self_verification: only the method `cp-bench` has such rounds")
        if self.examples and (len(self.frameworks) > 1 or DIRECT in self.frameworks) and not self.plain:
            raise ValueError("examples: they are programs in one language: name a single framework, other than `none`")
        if self.examples and self.contract == "form":
            raise ValueError("examples: they are programs, and with the contract `form` a model writes none")
        if self.reply == "text" and self.frameworks != (DIRECT,):
            raise ValueError("reply: a `text` needs the framework `none`, and no other")
        if self.prompting != "direct" and self.reply != "text":
            raise ValueError(f'prompting: `{self.prompting}` is for plain replies: set reply = "text"')
        if self.contract == "form" and DIRECT in self.frameworks:
            raise ValueError("contract: with the framework `none` there is no form, for there is no program")
        if self.contract == "script" and odd:
            raise ValueError(
                f"there are no scripts in {', '.join(odd)}: the contract `script` supports only {', '.join(scripted)}"
            )

    def _fit_rules(self) -> None:
        if not self.rules:
            raise ValueError("without the rules, reading the text takes a model: name a model (--model, or model=)")
        if DIRECT in self.frameworks:
            raise ValueError("with the framework `none`, a model gives the answer: name a model (--model, or model=)")
        if self.contract != "model":
            what = f"with the contract `{self.contract}`, a model writes {self.contract}s"
            raise ValueError(f"{what}: name a model (--model, or model=)")

    def _fit_zps(self) -> None:
        solver = self.frameworks == ("smtlib",) and self.contract == "script"
        if not self.models or self.rules or not (solver or self.frameworks == (DIRECT,)):
            raise ValueError(
                'the method "zps" needs a model, rules = false, and frameworks = ["smtlib"] with contract = "script" '
                '(or frameworks = ["none"]); see `solvent presets zps-solver`'
            )

    def model_of(self, role: Role) -> ModelChoice | None:
        """The model in a role: its own, else the author's; None if only the rules are used, or for an embedder."""
        return self.models.get(role) or (None if role == "embedder" else self.models.get("author"))

    def contract_of(self, framework: str) -> Task:
        """What a model writes for a framework: a program under the contract, an answer as JSON, or a plain text."""
        if framework != DIRECT:
            return self.contract
        return "text" if self.reply == "text" else "answer"

    @property
    def restarts(self) -> int:
        """How often a model may start over from the text."""
        return len(self.temperatures) - 1 if self.temperatures else self.budget.restarts

    @property
    def plain(self) -> bool:
        """Whether a model is only shown the problem, and answers in its own words."""
        return self.contract_of(DIRECT) == "text" and self.frameworks == (DIRECT,)

    def changed(self, **values: Any) -> Self:
        """A copy with some values replaced; None keeps one, a mapping replaces parts of one. Raises SettingsError."""
        parts = {name: getattr(self, name) for name in type(self).model_fields}
        for name, value in values.items():
            if isinstance(value, Mapping) and isinstance(parts.get(name), BaseModel):
                parts[name] = {**parts[name].model_dump(), **value}
            elif value is not None:
                parts[name] = value
        return type(self)(**parts)

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that identify the settings, no matter where models are served."""
        told = self.model_dump(mode="json", exclude_defaults=True, exclude={"models"})
        models = {role: choice.name for role, choice in self.models.items()}
        return hashlib.sha256(json.dumps([told, models], sort_keys=True).encode()).hexdigest()[:12]

    def to_toml(self) -> str:
        """The settings as TOML for `values_of_toml`, without those that are None."""
        import tomli_w

        values = self.model_dump(mode="json", exclude_none=True)
        values["budget"].setdefault("reply_tokens", 0)
        return tomli_w.dumps(values)


def values_of_toml(text: str) -> dict[str, Any]:
    """The values that a TOML text sets, validated, without defaults for the rest. Raises SettingsError."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"the settings are not valid TOML: {error}") from error
    somebody = {"author": ModelChoice(name="to be named")}  # a file may leave the model to the command line
    checked = Settings(**{**values, "models": values.get("models") or somebody})
    return {name: _as_set(getattr(checked, name)) for name in values if name != "models" or values[name]}


def read_settings(path: Path) -> dict[str, Any]:
    """The values that a TOML file sets. Raises SettingsError."""
    try:
        return values_of_toml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not in UTF-8"
        raise SettingsError(f"cannot read the settings in {path}: {why}.") from error


def _as_set(value: Any) -> Any:
    """A value of a setting or, for a table of settings, those that were given."""
    return value.model_dump(exclude_unset=True) if isinstance(value, BaseModel) else value


def _in_words(error: ValidationError, kind: type[BaseModel]) -> str:
    return "; ".join(_complaint(each, kind) for each in error.errors()) + "."


def _complaint(fault: Mapping[str, Any], kind: type[BaseModel]) -> str:
    place = ".".join(str(part) for part in fault["loc"] if not str(part).startswith("function-"))
    if fault["type"] == "value_error":
        return str(fault["ctx"]["error"])
    if fault["type"] == "extra_forbidden":
        near = difflib.get_close_matches(place, kind.model_fields, 1)
        return f"there is no setting {place!r}" + (f"; did you mean {near[0]!r}?" if near else "")
    told = _WANTED.get(fault["type"]) or fault["msg"].replace("Input should be", "it should be")
    return f"{place}: {fault['input']!r} is not valid; {told[0].lower()}{told[1:]}"


_WANTED = {
    "tuple_type": 'it should be a list, such as ["cpmpy"]',
    "dict_type": "it should be a table of names and values",
    "bool_parsing": "it should be true or false",
    "model_type": "it should be a table of settings",
}
