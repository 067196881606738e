"""A puzzle as it is read from a text, before anybody models it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

# "likeliest": the most probable answer by a model of the language; it is searched for, never proven.
Expects = Literal["unique", "any", "all", "optimal", "likeliest"]
UNDECIDED = "nothing"  # what a text asks for that does not hold what decides it
ASKABLE = ("unique", "any", "all", "optimal", UNDECIDED)  # what a model may say that a text asks for


# What a part of a text is for; "unread" is what no reader can account for.
Role = Literal["category", "clue", "rule", "convention", "question", "option", "courtesy", "unread"]


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


class Puzzle(BaseModel):
    """A puzzle's text and what has been made out of it so far.

    `kind` names the sort of problem ("logic grid", ...; empty when unknown), `expects` how many answers it should
    have, `answer_schema` a JSON schema of the answer, `data` whatever its kind keeps (for a logic grid, the
    categories), `background` the sentences that belong to no clue. `passages` are the whole text with the role of each
    part; `conventions` say what words mean that the text leaves open.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    kind: str = ""
    clues: tuple[Clue, ...] = ()
    expects: Expects = "unique"
    answer_schema: dict[str, Any] | None = None
    data: dict[str, Any] = {}
    background: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    conventions: tuple[Convention, ...] = ()


def without_comments(text: str) -> str:
    """Leave out the lines above a puzzle that begin with `#`: a title, or what a file says of itself."""
    lines = text.splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
    return "".join(lines[first:])
