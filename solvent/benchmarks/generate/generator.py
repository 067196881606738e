"""What a generator is: settings, and a function that draws one sample from them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from solvent.agents.state import Verdict
from solvent.benchmarks.cases import BenchmarkError
from solvent.solvers import Program, load

if TYPE_CHECKING:
    import random

    from solvent.solvers import Pool


class UnusableSettingsError(BenchmarkError):
    """Nothing can be generated with these settings; the message says why, or what was tried."""


class DisagreementError(Exception):
    """Two ways of finding the truth of a sample disagree: a bug of Solvent, never the user's fault."""


class GeneratorSettings(BaseModel):
    """The base of a generator's settings; each field is an option of `solvent generate`, with its description as help.

    Fields are texts, integers, truth values, or Literals of texts; any but truth values may also be None, which is then
    the default. A validator that refuses settings raises ValueError with a message for the user.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


S = TypeVar("S", bound=GeneratorSettings)


def settings_from(kind: type[S], values: Mapping[str, Any], spelled: Callable[[str], str] = str) -> S:
    """The settings of a generator from values or their texts; `spelled` writes the name of a setting for messages.

    Raises `UnusableSettingsError`.
    """
    unknown = [name for name in values if name not in kind.model_fields]
    if unknown:
        raise UnusableSettingsError(f"there is no setting {unknown[0]!r}; there are {', '.join(kind.model_fields)}")
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        told = (
            "".join(f"{spelled(str(part))}: " for part in fault["loc"][:1]) + fault["msg"].removeprefix("Value error, ")
            for fault in error.errors()
        )
        raise UnusableSettingsError("; ".join(told)) from None


@dataclass(frozen=True)
class Sample:
    """One generated task.

    `answer` has the shape of `Answer.answer`; it is None if the task is flawed, which `status` then says (`ambiguous`
    or `contradictory`), while `flaw` says in words what is wrong with the text. `program` states the task; numbers of
    the answer may differ from the right ones by a share of `tolerance`. `more` are further fields of the record, which
    are reproducible; `effort` measures what the sample took, which is not.
    """

    text: str
    answer: Any
    group: str
    program: Program
    status: Verdict = Verdict.VERIFIED
    flaw: str | None = None
    tolerance: float | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    effort: Mapping[str, Any] = field(default_factory=dict)

    def record(self, name: str) -> dict[str, Any]:
        """Return the sample as a line of a file; `name` is its id."""
        found: dict[str, Any] = {
            "id": name,
            "text": self.text,
            "answer": self.answer,
            "status": str(self.status),
            "group": self.group,
            "program": {"framework": self.program.framework, "code": load(self.program.framework).render(self.program)},
            "flaw": self.flaw,
        }
        return {**found, **({} if self.tolerance is None else {"tolerance": self.tolerance}), **self.more}


@dataclass(frozen=True)
class Generator:
    """A source of tasks.

    `draw` makes one sample of the settings, from nothing but the random numbers that it is given: which sample it is
    must not depend on time, on the machine, or on which of several answers a solver happens to find. It raises
    `UnusableSettingsError` if no sample was found in a bounded search, and `DisagreementError` if a solver contradicts
    the truth known from the construction. `about` describes the tasks in a few words, `card` in a paragraph of
    Markdown; `fields` says what fields of a record mean, where it is not the usual. `bench` is the set of
    `solvent bench` that reads the files.
    """

    name: str
    about: str
    card: str
    settings: type[GeneratorSettings]
    draw: "Callable[[Any, random.Random, Pool], Awaitable[Sample]]"
    fields: Mapping[str, str] = field(default_factory=dict)
    bench: str = "puzzles"
