"""AR-LSAT and LogiQA: questions of exams, each with one right option, beside which AutoLogi's paper puts its puzzles.

An answer is `{"answer": LETTER}`. Groups are the types of questions where the files say them (LogiQA 2.0), else the
names of the files. In a plain reply, the last statement of an answer counts: `the answer is C`, `answer: (C)`, `答案`
with a letter, a boxed letter, or JSON; where there is none, the last line that is a letter and nothing else. A
statement of several letters is none.
"""

import re
import statistics
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from solvent.benchmarks.autologi_table import by_epoch, deviation, published_shares
from solvent.benchmarks.cases import (
    Benchmark,
    BenchmarkError,
    Case,
    Comparison,
    Metrics,
    Score,
    common_metrics,
    natural,
    read_text,
    wrong_layout,
)
from solvent.benchmarks.records import CaseRecord
from solvent.solvers.json_text import read_json

_LSAT = (
    "a JSON file, or a folder of AR_*.json, with passages that have questions (question, options, answer)",
    "github.com/zhongwanjun/AR-LSAT (data)",
)
_LOGIQA = (
    "a text file with eight lines for a question, or a JSONL file with text, question, options and answer",
    "github.com/lgw863/LogiQA-dataset, or github.com/csitfun/LogiQA2.0",
)
LETTERS = "ABCDEFGH"
_BLOCK = 8  # lines of a question in LogiQA's first edition: an empty one, the letter, text, question, four options
_MARKS = "\\s*\"'`$({\\["  # that may stand before a letter
_LETTER = rf"[{_MARKS}]*(?:\\text\{{)?([A-H])(?![\w'])"
_SAID = r"\b[Aa]nswer(?:\s+(?:is|must be|should be|would be))?|答案(?:应)?(?:是|为|选)?|[故应]选|所以选|因此选"
_STATED = re.compile(rf"""(?:{_SAID})["'*]*\s*:?{_LETTER}|\\boxed\{{{_LETTER}""")
_ANOTHER = re.compile(rf"""[\s*"'`$)}}\]]*(?:[,/、或和]|\bor\b|\band\b)[{_MARKS}]*[A-H](?![\w'])""")
_LINE = re.compile(r"[\s*(]*([A-H])[\s*).。]*")

Row = dict[str, Any]


# Reading


def _files(path: Path, patterns: Sequence[str], layout: tuple[str, str]) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted({file for pattern in patterns for file in path.glob(pattern)}, key=lambda file: natural(file.name))
    if not found:
        raise wrong_layout(f"{path} has no {' or '.join(patterns)}", *layout)
    return found


def load_lsat(path: Path) -> list[Case]:
    """Read AR-LSAT's cases; ids are those of the questions."""
    return _unique(case for file in _files(path, ("AR_*.json",), _LSAT) for case in _lsat(file))


def _lsat(file: Path) -> Iterator[Case]:
    try:
        rows = read_json(read_text(file))
    except ValueError as error:
        raise wrong_layout(f"{file}: not valid JSON ({error})", *_LSAT) from None
    if not isinstance(rows, list):
        raise wrong_layout(f"{file}: not a list", *_LSAT)
    for number, row in enumerate(rows, 1):
        where = f"{file}, item {number}"
        if not isinstance(row, dict):
            raise wrong_layout(f"{where}: not an object", *_LSAT)
        questions = row.get("questions")
        for place, each in enumerate(questions if isinstance(questions, list) else [row], 1):
            if not isinstance(each, dict):
                raise wrong_layout(f"{where}, question {place}: not an object", *_LSAT)
            name = each.get("id") or each.get("id_string") or f"{row.get('id') or number}_{place}"
            text = each.get("context") or row.get("passage") or row.get("context")
            yield _case(str(name), file.stem, {**each, "text": text}, where, _LSAT)


def load_logiqa(path: Path) -> list[Case]:
    """Read LogiQA's cases, of the first edition or the second; ids are `FILE/NUMBER`."""
    files = _files(path, ("*.txt", "*.jsonl"), _LOGIQA)
    return _unique(case for file in files for case in (_logiqa(file) if file.suffix == ".txt" else _logiqa2(file)))


def _logiqa(file: Path) -> Iterator[Case]:
    lines = read_text(file).rstrip().split("\n")
    for start in range(0, len(lines), _BLOCK):
        where = f"{file}, line {start + 1}"
        blank, *block = (line.strip() for line in lines[start : start + _BLOCK])
        if blank or len(block) < _BLOCK - 1 or not all(block):
            raise wrong_layout(f"{where}: not an empty line and seven others", *_LOGIQA)
        answer, text, question, *options = block
        row = {"answer": answer, "text": text, "question": question, "options": options}
        yield _case(f"{file.stem}/{start // _BLOCK + 1}", file.stem, row, where, _LOGIQA)


def _logiqa2(file: Path) -> Iterator[Case]:
    for number, line in enumerate(read_text(file).split("\n"), 1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            row = read_json(line)
        except ValueError as error:
            raise wrong_layout(f"{where}: not valid JSON ({error})", *_LOGIQA) from None
        if not isinstance(row, dict):
            raise wrong_layout(f"{where}: not an object", *_LOGIQA)
        yield _case(f"{file.stem}/{row.get('id', number)}", file.stem, row, where, _LOGIQA)


def _unique(cases: Iterator[Case]) -> list[Case]:
    found: dict[str, Case] = {}
    for case in cases:
        if case.id in found:
            raise BenchmarkError(f"two questions have the id {case.id}; give each file a folder of its own")
        found[case.id] = case
    return list(found.values())


def _case(name: str, stem: str, row: Row, where: str, layout: tuple[str, str]) -> Case:
    """A question as a case. Raises `BenchmarkError` for one that cannot be read."""
    options = row.get("options", row.get("answers"))
    texts = (row.get("text"), row.get("question"))
    if not all(isinstance(text, str) and text.strip() for text in texts) or not isinstance(options, list):
        raise wrong_layout(f"{where}: no question with a text and options", *layout)
    if not 2 <= len(options) <= len(LETTERS) or not all(isinstance(each, str) for each in options):
        raise wrong_layout(f"{where}: not 2 to {len(LETTERS)} options that are texts", *layout)
    letters = LETTERS[: len(options)]
    shown = "\n".join(f"({letter}) {each}" for letter, each in zip(letters, _bare(options), strict=True))
    right = _letter(row.get("answer", row.get("label")), letters)
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": list(letters)}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    return Case(
        id=name,
        group=_type(row) or stem,
        text="\n\n".join([*(str(text).strip() for text in texts), f"{shown}\n"]),
        gold={"answer": right} if right else None,
        key=letters,
        broken="" if right else "it does not say which option is right",
        options={"answer_schema": schema},
    )


def _bare(options: Sequence[str]) -> list[str]:
    """The options without letters of their own, if each has its letter."""
    plain = [unicodedata.normalize("NFKC", each).strip() for each in options]
    begun = [re.match(rf"\(?{letter}(?:[).:、]|(?=\s))\s*", each) for letter, each in zip(LETTERS, plain, strict=False)]
    if not all(begun):
        return [each.strip() for each in options]
    return [each[match.end() :] for each, match in zip(plain, begun, strict=True) if match]


def _letter(answer: Any, letters: str) -> str:
    """The letter of the right option, which files give by letter or number (from 0); "" if they do not."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return letters[answer] if 0 <= answer < len(letters) else ""
    said = answer.strip().strip("()").upper() if isinstance(answer, str) else ""
    return said if len(said) == 1 and said in letters else ""


def _type(row: Row) -> str:
    """The first type of a question that its row names, in LogiQA's second edition as keys of an object."""
    named = row.get("type")
    if isinstance(named, dict):
        return next((str(name) for name, holds in named.items() if holds), "")
    return named if isinstance(named, str) else ""


# Replies and scores


def asks(_: Case) -> str:
    """Return what a reply is asked to end with, so that `extract` finds the answer."""
    return "Think it through. Then end with one line: The answer is X, where X is the letter of the right option."


def extract(case: Case, text: str) -> dict[str, str] | None:
    """Return the option that a plain reply chooses; None if it chooses none, or several at once."""
    text = unicodedata.normalize("NFKC", text)  # brackets and colons of Chinese texts
    stated = list(_STATED.finditer(text))
    if stated:
        last = stated[-1]
        chosen = "" if _ANOTHER.match(text, last.end()) else last[1] or last[2]
    else:
        lines = (match[1] for line in text.split("\n") if (match := _LINE.fullmatch(line)))
        chosen = next(reversed(list(lines)), "")
    return {"answer": chosen} if chosen and chosen in case.key else None


def score(case: Case, value: Any) -> Score:
    """Score an answer, which must be an object with a letter."""
    answered = isinstance(value, dict) and value.keys() == {"answer"} and value["answer"] in list(case.key)
    right = answered and not case.broken and value == case.gold
    return Score(right, right, int(right), int(answered), 1, int(right))


def metrics(results: Sequence[CaseRecord]) -> Metrics:
    """Compute the common metrics, and the standard deviation of the accuracy over epochs (None with one epoch)."""
    found = deviation([record.right for record in each] for each in by_epoch(results))
    return {**common_metrics(results), "accuracy_sd": found}


def _comparing(column: str) -> Callable[[Sequence[CaseRecord]], Comparison]:
    def comparison(results: Sequence[CaseRecord]) -> Comparison:
        accuracy = statistics.fmean(record.right for record in results)
        return Comparison(
            {column: {"accuracy": accuracy}}, published_shares((column,), "accuracy"), "AutoLogi's paper", "accuracy"
        )

    return comparison


BENCHMARKS = (
    Benchmark("ar-lsat", *_LSAT, load_lsat, score, metrics, compare=_comparing("ar_lsat"), extract=extract, asks=asks),
    Benchmark(
        "logiqa", *_LOGIQA, load_logiqa, score, metrics, compare=_comparing("logiqa"), extract=extract, asks=asks
    ),
)
