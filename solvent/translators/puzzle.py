"""A puzzle as read from a text, before it is modelled."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, SerializeAsAny, ValidationInfo, field_validator

from solvent.solvers.errors import SolventError

# "likeliest": the most probable answer under a model of English; it is found by search and never proven.
# "must", "could" and "cannot" ask which one of some statements is true in every, in some or in no arrangement.
Expects = Literal["unique", "any", "all", "optimal", "must", "could", "cannot", "likeliest"]
UNDECIDED = "nothing"  # for a text that lacks the information to decide its question
# What an LLM may report that a text asks for.
ASKABLE = ("unique", "any", "all", "optimal", "must", "could", "cannot", UNDECIDED)


# The role of a part of a text; "unread" is text that no reader can account for.
Role = Literal["category", "clue", "rule", "convention", "question", "option", "courtesy", "unread"]


class PuzzleError(SolventError):
    """The text is a puzzle that cannot have an answer as it stands; the message says where the problem is."""


class Passage(BaseModel):
    """A sentence, heading, list line or question of a text, as written, and its role.

    `reason` says why it is unread, or how it was interpreted. While a passage `blocks`, nothing can be claimed about
    the puzzle: the passage may say something that no program states.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    role: Role
    reason: str = ""
    blocks: bool = False


class Convention(BaseModel):
    """A point that a text leaves open although its clues depend on it.

    `ways` are the possible interpretations, the most common first; `decided` holds a sentence that would settle each.
    """

    model_config = ConfigDict(frozen=True)

    ways: tuple[str, ...]
    decided: tuple[str, ...]


class Clue(BaseModel):
    """One numbered statement of a puzzle, quoted from its text.

    `id` is the puzzle's own number if it has one, otherwise counted from 1. `understood` is None until a translator has
    read the clue; `reason` says what was not understood. `guesses` are sentences that say what a clue that was not
    understood may mean, if a guess was worth trying. `reader` is the model that read a clue which no translator
    understood, "" if none did; that is the model's opinion, and `understood` remains what it was.
    `partly` means that an understood clue says more than was used, which might rule out some answer.
    """

    model_config = ConfigDict(frozen=True)

    id: int
    text: str
    understood: bool | None = None
    reason: str = ""
    guesses: tuple[str, ...] = ()
    reader: str = ""
    partly: bool = False


class Payload(BaseModel):
    """What a kind of puzzle has parsed from a text; every kind has a subclass, registered under the kind's name."""

    model_config = ConfigDict(frozen=True)
    _classes: ClassVar[dict[str, type["Payload"]]] = {}

    def __init_subclass__(cls, *, kind: str, **options: Any) -> None:
        super().__init_subclass__(**options)
        Payload._classes[kind] = cls

    @classmethod
    def of(cls, kind: str, fields: Mapping[str, Any]) -> "Payload":
        """Rebuild the payload of a kind from its serialised fields. Raises ValueError for an unknown kind."""
        if kind not in Payload._classes:
            raise ValueError(f"no loaded kind of puzzle is called '{kind}'")
        return Payload._classes[kind].model_validate(fields)


Kept = TypeVar("Kept", bound=Payload)


class Request(BaseModel):
    """What a text asks for, according to the LLM that decomposed it.

    `objective` says in words what to optimise, `example` is an answer of the required shape, as JSON. `undecided` means
    that the text lacks the information to decide its question. `guidance` is a decomposition in prose, for the authors
    of programs.
    """

    model_config = ConfigDict(frozen=True)

    objective: str = ""
    example: str = ""
    undecided: bool = False
    guidance: str = ""


class Puzzle(BaseModel):
    """A puzzle's text and what has been extracted from it so far.

    `kind` names the sort of problem ("logic grid", ...; empty if unknown), `expects` says how many answers it should
    have, `answer_schema` is a JSON schema of the answer, `background` holds the sentences that belong to no clue.
    `passages` cover the whole text, each with its role; `conventions` are the points that the text leaves open.

    `entities` are the categories of things in the puzzle, with their values as the text spells them; `inferred` holds
    the categories that no list gives, each with the reason to doubt its values, or "". `given` are the ids of clues
    that only give data. `payload` is what the kind has parsed, `request` what an LLM says that the text asks for.
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
        """Return what the puzzle's kind has parsed. Raises TypeError for a puzzle of another kind."""
        if not isinstance(self.payload, payload):
            raise TypeError(f"a {self.kind or 'text of no known kind'} has no {payload.__name__}")
        return self.payload


def without_comments(text: str) -> str:
    """Remove the lines above a puzzle that begin with `#`: a title, or a file's comments about itself."""
    lines = text.splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
    return "".join(lines[first:])
