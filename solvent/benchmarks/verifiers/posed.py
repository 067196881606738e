"""Reads puzzles with verifiers from lines of JSON: our own records, or the public layout (idx, prompt, code, lang)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.verifiers.literals import LiteralError, read_literal, write_literal
from solvent.benchmarks.verifiers.puzzle import Lang, OpenPuzzle, Space
from solvent.benchmarks.verifiers.replies import blocks
from solvent.benchmarks.verifiers.verifier import Verifier
from solvent.solvers import SolventError
from solvent.solvers.json_text import read_json


class Posed(BaseModel):
    """A puzzle as a solver is shown it (`prompt`), with its verifier.

    `question` is the prompt without the form of arrangements, if known. `example` is an arrangement of the right
    form, a literal, or "" if the prompt shows none. `constraints` counts them, if that is known. `background` to
    `program` are as in `OpenPuzzle`; the public layout has none of them.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    lang: Lang
    prompt: str
    question: str
    code: Verifier
    example: str = ""
    constraints: int | None = None
    background: str = ""
    stated: tuple[str, ...] = ()
    space: Space | None = None
    solutions: tuple[str, ...] = ()
    origin: str = ""
    program: dict[str, str] | None = None

    @property
    def shape(self) -> Any:
        """The value of the example, by whose shape JSON becomes a literal; None if there is none."""
        try:
            return read_literal(self.example)
        except LiteralError:
            return None


@dataclass(frozen=True)
class Told:
    """A puzzle without a verifier, as `solvent generate` writes it.

    `program` is one that states it, if there is one: its framework and its code.
    """

    id: str
    text: str
    lang: Lang = "en"
    program: tuple[str, str] | None = None
    answer: Any = None


@dataclass(frozen=True)
class Puzzles:
    """The puzzles of a file, each prompt once, and why its other lines have none, by their numbers from 1.

    `told` are those without a verifier, where they were asked for.
    """

    puzzles: tuple[Posed, ...]
    unusable: Mapping[int, str]
    told: tuple[Told, ...] = ()


def read_puzzles(file: Path, *, texts: bool = False) -> Puzzles:
    """Read a file of puzzles; with `texts`, also of lines that have a `text` and no verifier.

    Raises `BenchmarkError` if it cannot be read, or no line has a puzzle.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from error
    found: dict[str, Posed] = {}
    unusable: dict[int, str] = {}
    prompts: dict[str, str] = {}
    told: dict[str, Told] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = read_json(line)
            if texts and (alone := _told(record, number)) is not None:
                told.setdefault(" ".join(alone.text.split()), alone)
                continue
            puzzle = posed(record, number)
        except (ValueError, SolventError) as error:
            unusable[number] = f"it is no puzzle: {error}"
            continue
        same = " ".join(puzzle.prompt.split())
        if same in prompts:
            unusable[number] = f"it has the prompt of another line: {prompts[same]}"
            continue
        if puzzle.id in found:  # files that were put together number their lines alike
            puzzle = puzzle.model_copy(update={"id": f"{puzzle.id} (line {number})"})
        prompts[same] = puzzle.id
        found[puzzle.id] = puzzle
    if not found and not told:
        first = next((f" (line {number}: {why})" for number, why in unusable.items()), ": it is empty")
        raise BenchmarkError(
            f"{file} has no puzzle with a verifier{first}; give a file of `solvent generate autologi` or `solvent "
            "formulate`, or one in AutoLogi's public layout"
        )
    return Puzzles(tuple(found.values()), unusable, tuple(told.values()))


def _told(record: Any, number: int) -> Told | None:
    """The puzzle of a record that has no verifier; None for any other record."""
    text = record.get("text") if isinstance(record, dict) and "code" not in record else None
    if not isinstance(text, str) or not text.strip():
        return None
    chinese = record.get("lang") == "cn" or record.get("language") == "chinese"
    said = record.get("program")
    program = (said.get("framework"), said.get("code")) if isinstance(said, dict) else ()
    stated = (str(program[0]), str(program[1])) if all(isinstance(each, str) for each in program) and program else None
    return Told(str(record.get("id", number)), text, "cn" if chinese else "en", stated, record.get("answer"))


def posed(record: Any, number: int = 0) -> Posed:
    """The puzzle in a record, line `number` of its file. Raises `BenchmarkError` or `LiteralError`."""
    if not isinstance(record, dict):
        raise BenchmarkError("not an object")
    try:
        return _ours(record) if record.get("background") else _public(record, number)
    except ValidationError as error:
        fault = error.errors()[0]
        raise BenchmarkError(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from error


def _ours(record: Mapping[str, Any]) -> Posed:
    puzzle = OpenPuzzle.model_validate(record)
    for literal in (puzzle.example, *puzzle.solutions):
        read_literal(literal)
    said = record.get("prompt")
    return Posed(
        id=puzzle.id,
        lang=puzzle.lang,
        prompt=said if isinstance(said, str) and said.strip() else puzzle.prompt,
        question=puzzle.question,
        code=puzzle.code,
        example=puzzle.example,
        constraints=len(puzzle.constraints),
        background=puzzle.background,
        stated=puzzle.constraints,
        space=puzzle.space,
        solutions=puzzle.solutions,
        origin=puzzle.origin,
        program=puzzle.program,
    )


def _public(record: Mapping[str, Any], number: int) -> Posed:
    prompt, lang = record.get("prompt"), record.get("lang", "en")
    if not isinstance(prompt, str) or not prompt.strip():
        raise BenchmarkError("it has no `prompt`")
    if not isinstance(record.get("code"), dict):
        raise BenchmarkError("it has no `code` of a verifier")
    code = Verifier.model_validate(record["code"])
    named, solutions, space = record.get("id", record.get("idx", number)), record.get("solutions"), record.get("space")
    return Posed(
        id=named if isinstance(named, str) else f"{lang}/{named}",
        lang=lang,
        prompt=prompt,
        question=prompt,
        code=code,
        example=_example(prompt),
        constraints=code.size,
        space=None if space is None else Space.model_validate(space),
        solutions=tuple(map(str, solutions)) if isinstance(solutions, list) else (),
    )


def _example(prompt: str) -> str:
    """The arrangement that a prompt shows, in its last fenced block; "" if there is none."""
    try:
        return write_literal(read_literal(next(reversed(blocks(prompt)), "")))
    except LiteralError:
        return ""
