"""A puzzle as it is read from a text, before anybody models it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

# "likeliest": the most probable answer by a model of the language; it is searched for, never proven.
Expects = Literal["unique", "any", "all", "optimal", "likeliest"]


class Clue(BaseModel):
    """One numbered statement of a puzzle, quoted from its text.

    `id` is the puzzle's own number where it has one, else counted from 1. `understood` is None until a translator has
    read it; `reason` says what was not understood.
    """

    model_config = ConfigDict(frozen=True)

    id: int
    text: str
    understood: bool | None = None
    reason: str = ""


class Puzzle(BaseModel):
    """A puzzle's text and what has been made out of it so far.

    `kind` names the sort of problem ("logic grid", ...; empty when unknown), `expects` how many answers it should
    have, `answer_schema` a JSON schema of the answer, `data` whatever its kind keeps (for a logic grid, the
    categories), `background` the sentences that belong to no clue.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    kind: str = ""
    clues: tuple[Clue, ...] = ()
    expects: Expects = "unique"
    answer_schema: dict[str, Any] | None = None
    data: dict[str, Any] = {}
    background: tuple[str, ...] = ()


def without_comments(text: str) -> str:
    """Leave out the lines above a puzzle that begin with `#`: a title, or what a file says of itself."""
    lines = text.splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
    return "".join(lines[first:])
