"""Word puzzles: a program is a JSON specification; its answers are searched for among English words, not proven.

    {"kind": "cryptogram", "text": "..."}

Each module in `solvers/wordplay/` with a `KIND` is the engine for that kind, and documents its specification. Parts
that come from single clues are separate fragments, which are merged in order: objects by key, lists by concatenation:

    {"kind": "cryptogram", "fragments": [[1, {"text": "..."}], [2, {"hints": {"Q": "E"}}]]}

The outcome's `search` holds the runners-up and the lead of the best answer. `conflict` is the same as `run`, and
`improve` is an error: conflicts are not searched for, and probability is the only objective.
"""

import functools
import importlib
import importlib.util
import json
import math
import pkgutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from solvent.solvers import wordplay
from solvent.solvers.engines.engine import Reply
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.json_text import read_json
from solvent.solvers.programs.outcome import Search, Status
from solvent.solvers.programs.program import Fragment, Program
from solvent.solvers.programs.program_error import ProgramError, located
from solvent.solvers.wordplay.search_result import SearchResult, Specification, WordEngine

SUFFIX = ".json"


def parse(text: str) -> Program:
    """Parse a program file; text that is not a specification becomes a program whose `run` reports the error."""
    try:
        document = read_json(text)
    except ValueError:
        return Program(framework="wordplay", preamble=text)
    fragments = document.get("fragments") if isinstance(document, dict) else None
    if not isinstance(fragments, list) or not all(_is_fragment(each) for each in fragments):
        return Program(framework="wordplay", preamble=text)
    rest = {name: value for name, value in document.items() if name != "fragments"}
    return program(rest, [(clue, states) for clue, states in fragments])


def program(specification: Specification, fragments: list[tuple[int | None, Specification]]) -> Program:
    """Create a program from a specification that belongs to no clue and the fragments that clues add to it."""
    return Program(
        framework="wordplay",
        preamble=_dumped(specification),
        fragments=tuple(Fragment(clue=clue, code=_dumped(states)) for clue, states in fragments),
    )


def render(program: Program) -> str:
    """Render a program as the text of a file."""
    if not program.fragments:
        return program.preamble
    try:
        whole = read_json(program.preamble)
        fragments = [[fragment.clue, read_json(fragment.code)] for fragment in program.fragments]
    except ValueError:
        return "\n".join([program.preamble, *(fragment.code for fragment in program.fragments)])
    return _dumped({**whole, "fragments": fragments}) if isinstance(whole, dict) else program.preamble


def warm() -> None:
    """Load what the children need. Raises SolverUnavailableError."""
    from solvent.solvers.wordplay.lexicon import lexicon
    from solvent.solvers.wordplay.vocabulary import vocabulary

    _engines()
    lexicon().ready()
    vocabulary(lexicon()).ready()


def missing() -> str:
    """Return what must be installed to solve word puzzles; empty if nothing is missing."""
    from solvent.solvers.wordplay.word_lists import INSTALL, RESOURCES

    lacking = [name for name in RESOURCES if importlib.util.find_spec(name) is None]
    return f"{INSTALL} ({', '.join(lacking)} not found)" if lacking else ""


def engine(program: Program, model: bytes = b"") -> "LoadedPuzzle":  # noqa: ARG001  # the text is the model
    """Load a specification. Raises ProgramError."""
    specification: dict[str, Any] = {}
    for text in (program.preamble, *(fragment.code for fragment in program.fragments)):
        specification = _merged(specification, _read(text))
    kind = specification.get("kind")
    engines = _engines()
    if not isinstance(kind, str) or kind not in engines:
        known = ", ".join(sorted(engines))
        raise ProgramError(Status.BAD_ANSWER, f'the specification has "kind": {kind!r}; known kinds are {known}')
    return LoadedPuzzle(cast("WordEngine", importlib.import_module(engines[kind])), specification)


@dataclass
class LoadedPuzzle:
    """A loaded word puzzle."""

    engine: WordEngine
    specification: Specification

    def questions(self, deadline: float) -> "WordQuestions":
        return WordQuestions(self.engine, self.specification, deadline)


@dataclass
class WordQuestions:
    """The five questions, for a word puzzle."""

    engine: WordEngine
    specification: Specification
    deadline: float

    def run(self) -> Reply:
        """Find the most probable answer."""
        return self._reply(self._search(), 0)

    def second(self, answer: Any) -> Reply:
        """Find the most probable answer other than the given one; uniqueness is never proven."""
        found = self._search()
        place = next((n for n, each in enumerate(found.decodings) if each.answer != answer), None)
        return (
            Reply(Status.UNKNOWN, message="the search found no other answer")
            if place is None
            else self._reply(found, place)
        )

    def conflict(self) -> Reply:
        """Do the same as `run`: conflicts are not searched for."""
        return self.run()

    def improve(self, answer: Any) -> Reply:
        """Raise ProgramError: there is no objective."""
        del answer
        raise ProgramError(Status.BAD_ANSWER, "a word puzzle has no objective: there is nothing to improve")

    def accepts(self, answer: Any) -> Reply:
        """Check whether the puzzle allows an answer, whether or not its words are English."""
        why = self.engine.accepts(self.specification, answer)
        return Reply(Status.UNSATISFIABLE, message=why) if why else Reply(Status.SATISFIED, answer=answer)

    def _search(self) -> SearchResult:
        from solvent.solvers.wordplay.lexicon import lexicon

        try:
            return self.engine.solve(self.specification, lexicon(), seconds=self.deadline - time.monotonic())
        except SolverUnavailableError as error:
            raise ProgramError(Status.RUNTIME_ERROR, str(error)) from error

    def _reply(self, found: SearchResult, place: int) -> Reply:
        if not found.decodings:
            return Reply(Status.UNKNOWN, message="no words were found that fit")
        best, *others = found.decodings[place:] + found.decodings[:place]
        search = Search(
            score=round(best.score, 3),
            alternatives=tuple(each.answer for each in others),
            scores=tuple(round(each.score, 3) for each in others),
            margin=None if math.isinf(found.margin) else round(found.margin, 3),
            needed=found.needed,
            doubt=found.doubt,
        )
        return Reply(Status.SATISFIED, answer=best.answer, search=search)


@functools.cache
def _engines() -> dict[str, str]:
    """Return the names of the modules in `solvers/wordplay/` by the kind of puzzle that they solve."""
    found = {}
    for module in pkgutil.iter_modules(wordplay.__path__):
        name = f"{wordplay.__name__}.{module.name}"
        kind = getattr(importlib.import_module(name), "KIND", None)
        if kind is not None:
            found[str(kind)] = name
    return found


def _read(text: str) -> dict[str, Any]:
    try:
        value = read_json(text)
    except json.JSONDecodeError as error:
        raise ProgramError(Status.SYNTAX_ERROR, located(text, error.lineno, error.colno, error.msg)) from None
    except ValueError as error:
        raise ProgramError(Status.SYNTAX_ERROR, f"the specification is not readable JSON: {error}") from None
    if not isinstance(value, dict):
        raise ProgramError(Status.BAD_ANSWER, 'a specification is a JSON object with a "kind"')
    return value


def _merged(first: Any, other: Any) -> Any:
    if isinstance(first, dict) and isinstance(other, dict):
        both = {name: _merged(first[name], value) if name in first else value for name, value in other.items()}
        return {**first, **both}
    if isinstance(first, list) and isinstance(other, list):
        return [*first, *other]
    return other


def _is_fragment(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and (value[0] is None or (isinstance(value[0], int) and not isinstance(value[0], bool)))
        and isinstance(value[1], dict)
    )


def _dumped(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
