"""Source questions: a JSONL file of objects with `question`, and optionally `id` and `options`."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from solvent.benchmarks.cases import read_text
from solvent.benchmarks.formulation.author import Question
from solvent.benchmarks.verifiers.puzzle import Lang
from solvent.solvers.json_text import read_json

_TEXTS = tomllib.loads(resources.files(__package__).joinpath("texts.toml").read_text(encoding="utf-8"))
_HAN = re.compile(r"[\u3400-\u9fff]")
_SHORTEST = 20  # characters of a text with a puzzle in it; a Chinese one says as much in a third of them
_NO_JSON = "the line is not valid JSON"
_NO_OBJECT = "the line is no object"
_NO_QUESTION = "the line has no text `question`"
_NO_OPTIONS = "the options are not a list or an object of texts"
_SHORT = "the text is too short for a puzzle"


@dataclass(frozen=True)
class Source:
    """The cases of a file, and its lines that hold none: the number of each, and why.

    A question with options makes a case for each option: the question with the option as a further condition (AutoLogi,
    section 3.1).
    """

    lines: int = 0
    cases: tuple[Question, ...] = ()
    lost: dict[int, str] = field(default_factory=dict)

    def reasons(self) -> dict[str, dict[str, Any]]:
        """How many lines were lost for each reason, and the first of them."""
        first: dict[str, int] = {}
        for number, reason in self.lost.items():
            first.setdefault(reason, number)
        counts = Counter(self.lost.values())
        return {reason: {"count": counts[reason], "example": f"line {number}"} for reason, number in first.items()}


def read_questions(file: Path, limit: int | None = None) -> Source:
    """Read the first `limit` questions of a file. Raises `BenchmarkError` if it cannot be read."""
    lines = [(number, line) for number, line in enumerate(read_text(file).split("\n"), 1) if line.strip()]
    cases: dict[str, Question] = {}
    lost: dict[int, str] = {}
    questions = 0
    for number, line in lines:
        if questions == limit:
            break
        try:
            found = _cases(line, number)
        except ValueError as error:
            lost[number] = str(error)
            continue
        questions += 1
        for case in found:
            if case.id in cases:
                case = case.model_copy(update={"id": f"{case.id}@{number}"})  # noqa: PLW2901
            cases[case.id] = case
    return Source(len(lines), tuple(cases.values()), lost)


def language_of(text: str) -> Lang:
    """Chinese if a tenth of the letters are, for names and formulas may be in Latin letters."""
    letters = sum(map(str.isalpha, text))
    return "cn" if letters and 10 * len(_HAN.findall(text)) >= letters else "en"


def _cases(line: str, number: int) -> list[Question]:
    """The cases of a line. Raises ValueError, with a reason to count by."""
    try:
        row = read_json(line)
    except ValueError:
        raise ValueError(_NO_JSON) from None
    if not isinstance(row, dict):
        raise ValueError(_NO_OBJECT)  # noqa: TRY004  # bad data, not a programmer's mistake
    text = row.get("question")
    if not isinstance(text, str) or not text.strip():
        raise ValueError(_NO_QUESTION)
    lang = language_of(text)
    if len(text.strip()) < (_SHORTEST // 3 if lang == "cn" else _SHORTEST):
        raise ValueError(_SHORT)
    name = str(row["id"]) if isinstance(row.get("id"), str | int) else str(number)
    options = _options(row.get("options"))
    if not options:
        return [Question(id=name, lang=lang, text=text.strip())]
    further = _TEXTS[lang]["further"]
    return [
        Question(id=f"{name}-{label}", lang=lang, text=f"{text.strip()}\n\n{further} {option.strip()}")
        for label, option in options.items()
    ]


def _options(given: Any) -> dict[str, str]:
    if not given:
        return {}
    named = given if isinstance(given, dict) else None
    if isinstance(given, list):
        named = {chr(ord("A") + place): option for place, option in enumerate(given)}
    if named is None or not all(isinstance(option, str) and option.strip() for option in named.values()):
        raise ValueError(_NO_OPTIONS)
    return named
