"""What an explanation consists of: facts about an answer, and the steps that lead from one to the next."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, PrivateAttr, model_serializer


class Fact(BaseModel):
    """What is known of one place of an answer: that it holds a value or, if not `holds`, that it does not.

    The place is named by `row` and `column` in an answer that is a list of rows: `row` is the value of the first
    category in a logic grid, whose `column` is the name of another category; in a plain grid both are numbers, from 1.
    In any other answer it is named by `path`, a JSON pointer (RFC 6901).
    """

    model_config = ConfigDict(frozen=True)

    row: str | int | None = None
    column: str | int | None = None
    path: str | None = None
    value: Any
    holds: bool = True

    @model_serializer
    def to_dict(self) -> dict[str, Any]:
        """The object that `--json` prints: with `path`, or with `row` and `column`."""
        place = {"row": self.row, "column": self.column} if self.path is None else {"path": self.path}
        return {**place, "value": self.value, "holds": self.holds}

    @property
    def place(self) -> tuple[str | int | None, str | int | None, str | None]:
        """Where in the answer it is about."""
        return self.row, self.column, self.path


class Step(BaseModel):
    """One step of an explanation: what follows from some clues, rules of the genre and facts derived before.

    `clues` are ids, `rules` names such as "each value once", `uses` the facts that are needed, none of which can be
    dropped, `derives` all new facts that follow; `text` says it in words. In an explanation by contradiction
    (`--zoom`), `supposes` is the fact whose opposite is to be shown, and `steps` lead from there to a contradiction.
    """

    model_config = ConfigDict(frozen=True)

    clues: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    uses: tuple[Fact, ...] = ()
    derives: tuple[Fact, ...] = ()
    text: str = ""
    supposes: Fact | None = None
    steps: tuple["Step", ...] = ()


class Difficulty(BaseModel):
    """How hard a puzzle is to solve by hand, told from the steps of its explanation (see docs/explanations.md).

    `steps` counts them, `clues_at_once` is the largest number of clues that one needs, `nested` how deep suppositions
    have to be nested: 0 if each step follows at a glance.
    """

    model_config = ConfigDict(frozen=True)

    grade: str
    steps: int
    clues_at_once: int
    nested: int


class Explanation(BaseModel):
    """Why an answer is right: the steps from the empty grid, or from the marks in `known`, to all that follows.

    `complete` says that they derive all that is true in every answer of the puzzle; otherwise `reason` says why not.
    """

    model_config = ConfigDict(frozen=True)

    status: str
    steps: tuple[Step, ...] = ()
    difficulty: Difficulty | None = None
    known: tuple[Fact, ...] = ()
    complete: bool = True
    reason: str = ""
    _draw: Callable[["Explanation"], str] | None = PrivateAttr(None)

    def drawn_by(self, draw: Callable[["Explanation"], str]) -> "Explanation":
        """The same explanation, which notebooks show as the HTML that `draw` makes of it."""
        copy = self.model_copy()
        copy._draw = draw  # noqa: SLF001 - its own
        return copy

    def _repr_html_(self) -> str | None:
        return None if self._draw is None else self._draw(self)

    def after(self, number: int | None = None) -> tuple[Fact, ...]:
        """The facts that are known after the first `number` steps (None: all of them), in the order of derivation."""
        done = self.steps if number is None else self.steps[:number]
        return tuple(dict.fromkeys([*self.known, *(fact for step in done for fact in step.derives)]))


def place_in_words(fact: Fact) -> str:
    """Where in the answer a fact is about: "Ada: drink", "row 3, column 4", or "mapping.A"."""
    if fact.path is not None:
        return fact.path.strip("/").replace("/", ".") or "the answer"
    return f"row {fact.row}, column {fact.column}" if isinstance(fact.column, int) else f"{fact.row}: {fact.column}"
