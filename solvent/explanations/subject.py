"""What explanations, questions and checks are about: a puzzle, the program that states it, and what came out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from solvent.explanations.layout import Layout, layout_of
from solvent.solvers import Program
from solvent.solvers.errors import SolventError
from solvent.translators import Clue, Puzzle, rules


class NotExplainedError(SolventError):
    """Nothing can be said about a puzzle, since no program states it; the message says why."""


@dataclass(frozen=True)
class Subject:
    """A puzzle that was solved.

    `program` states it; if the rules read it, `reading` and `way` say how (`rules.translate`), else `reading` is "".
    `clues` are the puzzle's, as far as the solved answer knows them. `answer` is None if there is none, `alternatives`
    are further answers, `conflict` the ids of clues that contradict each other.
    """

    puzzle: Puzzle
    program: Program
    status: str
    answer: Any = None
    alternatives: tuple[Any, ...] = ()
    conflict: tuple[int, ...] = ()
    clues: tuple[Clue, ...] = ()
    reading: str = ""
    way: int = 0

    @cached_property
    def layout(self) -> Layout:
        """How its answers are laid out."""
        categories = tuple(self.puzzle.entities.items())
        blank = _blank(categories) or _unfilled(self.puzzle.answer_schema or {})
        return layout_of(blank if self.answer is None else self.answer, categories)

    @cached_property
    def texts(self) -> dict[int, str]:
        """What each clue says, by its id, without its number."""
        return {
            clue.id: re.sub(rf"^\(?{clue.id}[.):]\s+", "", clue.text.strip())
            for clue in self.clues or self.puzzle.clues
        }

    @cached_property
    def stated(self) -> tuple[int, ...]:
        """The ids of the clues that the program states, ascending."""
        return tuple(sorted({part.clue for part in self.program.fragments if part.clue is not None}))

    def written_in(self, framework: str) -> Program:
        """The puzzle's program in a framework: the rules write it anew if they read the text.

        Raises SolventError if they did not, or cannot write it there.
        """
        if self.program.framework == framework:
            return self.program
        if not self.reading:
            raise SolventError(
                f"the program is written in {self.program.framework}, by a model; it is not known in {framework}: "
                f"solve with --framework {framework}."
            )
        return rules.translate(self.puzzle, framework, self.reading, self.way)


def _blank(categories: tuple[tuple[str, tuple[str, ...]], ...]) -> Any:
    """A grid in which nothing but the rows' names is known."""
    if len(categories) < 2:
        return None
    (first, names), *others = categories
    return [{first: name, **{other: None for other, _ in others}} for name in names]


def _unfilled(schema: Mapping[str, Any]) -> Any:
    """A value of a JSON schema in which every place is empty, if all its lists have one length."""
    size = schema.get("minItems")
    if schema.get("type") != "array" or not size or size != schema.get("maxItems"):
        return None
    return [_unfilled(schema.get("items", {})) for _ in range(size)]
