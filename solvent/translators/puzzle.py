"""A puzzle as it is read from a text, before anybody models it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, SerializeAsAny, ValidationInfo, field_validator

from solvent.solvers.errors import SolventError

# "likeliest": the most probable answer by a model of the language; it is searched for, never proven.
Expects = Literal["unique", "any", "all", "optimal", "likeliest"]
UNDECIDED = "nothing"  # what a text asks for that does not hold what decides it
ASKABLE = ("unique", "any", "all", "optimal", UNDECIDED)  # what a model may say that a text asks for


# What a part of a text is for; "unread" is what no reader can account for.
Role = Literal["category", "clue", "rule", "convention", "question", "option", "courtesy", "unread"]


class PuzzleError(SolventError):
    """The text is a puzzle that cannot have an answer as it stands; the message names the place."""


class Passage(BaseModel):
    """A sentence, heading, list line or question of a text, as written, and what it is for.

    `reason` says why it is unread, or what was made of it. While a passage `blocks`, nothing can be claimed of the
    puzzle: it may say something that no program states.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    role: Role
    reason: str = ""
    blocks: bool = False


class Convention(BaseModel):
    """What a text leaves open, though its clues rest on it: each way to take it, and the sentence that would decide.

    The first of `ways` is the one that most readers would take. `decided` holds the sentence for each way.
    """

    model_config = ConfigDict(frozen=True)

    ways: tuple[str, ...]
    decided: tuple[str, ...]


class Clue(BaseModel):
    """One numbered statement of a puzzle, quoted from its text.

    `id` is the puzzle's own number where it has one, else counted from 1. `understood` is None until a translator has
    read it; `reason` says what was not understood. `guesses` are sentences that say what a clue was taken to mean
    which is not understood, where it was worth trying.
    """

    model_config = ConfigDict(frozen=True)

    id: int
    text: str
    understood: bool | None = None
    reason: str = ""
    guesses: tuple[str, ...] = ()


class Payload(BaseModel):
    """What a kind of puzzle has parsed out of a text; each has a class of its own, for the `kind` of its name."""

    model_config = ConfigDict(frozen=True)
    _classes: ClassVar[dict[str, type["Payload"]]] = {}

    def __init_subclass__(cls, *, kind: str, **options: Any) -> None:
        super().__init_subclass__(**options)
        Payload._classes[kind] = cls

    @classmethod
    def of(cls, kind: str, fields: Mapping[str, Any]) -> "Payload":
        """The payload of a kind from its fields, as they were written out. Raises ValueError for an unknown kind."""
        if kind not in Payload._classes:
            raise ValueError(f"no kind of puzzle that is loaded is called '{kind}'")
        return Payload._classes[kind].model_validate(fields)


Kept = TypeVar("Kept", bound=Payload)


class Request(BaseModel):
    """What a text asks for, as a model decomposed it.

    `objective` says in words what is to be as good as possible, `example` is an answer of the wanted shape, as JSON.
    `undecided`: the text does not hold what decides its question.
    """

    model_config = ConfigDict(frozen=True)

    objective: str = ""
    example: str = ""
    undecided: bool = False


class Puzzle(BaseModel):
    """A puzzle's text and what has been made out of it so far.

    `kind` names the sort of problem ("logic grid", ...; empty when unknown), `expects` how many answers it should
    have, `answer_schema` a JSON schema of the answer, `background` the sentences that belong to no clue. `passages` are
    the whole text with the role of each part; `conventions` say what words mean that the text leaves open.

    `entities` are the groups of things that it is about, with their values as the text spells them; `inferred` those
    of them that no list gives, each with why its values may be others, or nothing. `given` are the clues that only give
    data. `payload` is what its kind has parsed, `request` what a model says that the text asks for.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    kind: str = ""
    clues: tuple[Clue, ...] = ()
    expects: Expects = "unique"
    answer_schema: dict[str, Any] | None = None
    entities: Mapping[str, tuple[str, ...]] = {}
    inferred: Mapping[str, str] = {}
    given: tuple[int, ...] = ()
    payload: SerializeAsAny[Payload] | None = None
    request: Request = Request()
    background: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    conventions: tuple[Convention, ...] = ()

    @field_validator("payload", mode="before")
    @classmethod
    def _of_its_kind(cls, value: Any, known: ValidationInfo) -> Any:
        return Payload.of(known.data.get("kind", ""), value) if isinstance(value, dict) else value

    def kept(self, payload: type[Kept]) -> Kept:
        """What its kind has parsed. Raises TypeError for a puzzle of another kind."""
        if not isinstance(self.payload, payload):
            raise TypeError(f"a {self.kind or 'text of no known kind'} has no {payload.__name__}")
        return self.payload


def without_comments(text: str) -> str:
    """Leave out the lines above a puzzle that begin with `#`: a title, or what a file says of itself."""
    lines = text.splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
    return "".join(lines[first:])
