"""Reads the statements of questions about answers that are no grid of the rules: what a place of the answer holds."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from solvent.explanations.layout import Layout, leaves, parts, pointer
from solvent.explanations.questions.claims import Claim
from solvent.explanations.questions.grammar import Options, Read
from solvent.explanations.subject import Subject
from solvent.translators.rules.clues.link_words import DENIED, DENIED_UNLESS_TOLD, IRREGULAR, verb_stem
from solvent.translators.rules.text.words import stem

_CELL = (
    re.compile(
        r"\br(?:ow)?\s*(\d+)(?:\s*,\s*|\s*(?:and|in|of)?\s*)(?:the\s+)?c(?:ol(?:umn)?)?\s*(\d+)\b", re.IGNORECASE
    ),
    re.compile(r"\bcell\s*\(?(\d+)\s*[,/]\s*(\d+)\)?", re.IGNORECASE),
)
_TURNED = re.compile(
    r"\bc(?:ol(?:umn)?)?\s*(\d+)(?:\s*,\s*|\s*(?:and|in|of)?\s*)(?:the\s+)?r(?:ow)?\s*(\d+)\b", re.IGNORECASE
)
_FILLER = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "be",
        "was",
        "does",
        "do",
        "did",
        "has",
        "have",
        "had",
        "hold",
        "holds",
        "contain",
        "contains",
        "equal",
        "equals",
        "stand",
        "stands",
        "for",
        "in",
        "at",
        "on",
        "of",
        "with",
        "to",
        "by",
        "from",
        "cell",
        "square",
        "box",
        "field",
        "digit",
        "number",
        "letter",
        "value",
        "place",
        "position",
        "=",
        ":",
        "there",
        "it",
        "its",
        "worth",
        "drink",
        "owns",
        "own",
        "keep",
        "keeps",
        "live",
        "lives",
        "get",
        "gets",
        "goes",
        "go",
        "come",
        "comes",
        "take",
        "takes",
        "become",
        "becomes",
        "and",
        "row",
        "column",
    ]
)


class CellReader:
    """Reads statements about the places of an answer, by their names and the values that they hold."""

    def __init__(self, subject: Subject) -> None:
        self.layout: Layout = subject.layout
        self.answers = [each for each in (subject.answer, *subject.alternatives) if each is not None]
        self.places = dict(leaves(self.answers[0])) if self.answers else {}
        self._verbs = _verbs(subject.texts.values()) if self.layout.shape == "grid" else frozenset()

    def claim(self, said: Sequence[str]) -> Read:
        """The claim that one or more of these statements make: that a place holds a value."""
        found: dict[tuple[str, Any], str] = {}
        unknown = ""
        for sentence in said:
            for place, rest in self._named(sentence):
                value, odd = self._value(place, rest)
                if value is not None:
                    found.setdefault((place, value), sentence)
                unknown = unknown or odd
        if len(found) == 1:
            ((cell, sentence),) = found.items()
            return Read(Claim(sentence, cells=(cell,)))
        if found:
            return Read(reason="it can be read in more than one way")
        return Read(reason="it names no place of the answer with a value", unknown=unknown or self._nowhere(said))

    def _nowhere(self, said: Sequence[str]) -> str:
        """What a statement names as a place although the answer has none of that name."""
        for sentence in said:
            for pattern in (*_CELL, _TURNED) if self.layout.shape == "board" else ():
                if match := pattern.search(sentence):
                    return match[0]
            if self.layout.shape == "other" and not any(self._named(sentence)):
                words = [word for word in self._words(sentence) if not re.fullmatch(r"-?\d.*", word)]
                if len(words) == 1:
                    return words[0]
        return ""

    def near(self, texts: Mapping[int, str]) -> dict[str, int]:
        """The clues that name a single cell of a board, by its place."""
        named = {clue: [place for place, _ in self._cell(text)] for clue, text in texts.items()}
        return {places[0]: clue for clue, places in named.items() if places} if self.layout.shape == "board" else {}

    def options(self, asked: str) -> Options | None:
        """The values that a place can hold ("what is in row 3 column 5?"), or the rows that can hold a value."""
        words = re.sub(
            r"^(?:(?:in|on|at|to|for) )?(?:who|what|which|where|when|how|whose)\b", "", asked, flags=re.IGNORECASE
        )
        if self.layout.shape == "grid" and (rows := self._rows(words)):
            return rows
        places = [(place, rest) for place, rest in self._named(words) if not self._words(rest)]
        if len(places) != 1:
            return None
        place = places[0][0]
        values = self._domain(place)
        name = _spoken(self.layout, place)
        return Options(name, tuple((value, Claim(f"{name} is {value}", cells=((place, value),))) for value in values))

    def failure(self, asked: str) -> Read:
        """Why a question asks for nothing."""
        return Read(reason="it names no place of the answer", unknown=self._nowhere([asked.partition(" ")[2]]))

    def _rows(self, words: str) -> Options | None:
        """The rows of a grid in which the value that is named may be."""
        first = self.layout.columns[0]
        found = [
            (column, value)
            for column, held in zip(self.layout.columns[1:], self.layout.values[1:], strict=True)
            for value in held
            if _has(words, str(value))
        ]
        if len(found) != 1 or any(_has(words, str(row)) for row in self.layout.rows):
            return None
        column, value = found[0]
        rest = _without(words, str(value))
        if self._words(rest, (str(first), str(column))):
            return None
        return Options(
            str(first),
            tuple(
                (str(row), Claim(f"{row} has {value}", cells=((pointer(number, column), self._typed(column, value)),)))
                for number, row in enumerate(self.layout.rows)
            ),
        )

    def _typed(self, column: Any, value: Any) -> Any:
        """A value as the answer holds it: a number is not the text of its digits."""
        held = [row[column] for answer in self.answers for row in answer]
        return next((each for each in held if str(each) == str(value)), value)

    def _named(self, sentence: str) -> Iterator[tuple[str, str]]:
        """The places that a sentence names, each with what is left of the sentence."""
        if self.layout.shape == "board":
            yield from self._cell(sentence)
            return
        grid, found = self.layout.shape == "grid", []
        for place in self.places:
            names, rest, hits = _names(self.layout, place), sentence, 0
            for name in names:
                if _has(rest, name):
                    rest, hits = _without(rest, name), hits + 1
            if _has(sentence, names[0]) if grid else hits == len(names):
                found.append((hits, place, rest))
        most = max((hits for hits, _, _ in found), default=0)
        yield from ((place, rest) for hits, place, rest in found if grid or hits == most)

    def _cell(self, sentence: str) -> Iterator[tuple[str, str]]:
        """The cell of a board that a sentence names by its row and column."""
        for pattern, turned in ((_CELL[0], False), (_CELL[1], False), (_TURNED, True)):
            if match := pattern.search(sentence):
                row, column = (int(match[2]), int(match[1])) if turned else (int(match[1]), int(match[2]))
                if self._inside(row, column):
                    yield pointer(row - 1, column - 1), f"{sentence[: match.start()]} {sentence[match.end() :]}"
                return

    def _inside(self, row: int, column: int) -> bool:
        return 0 < row <= len(self.layout.rows) and 0 < column <= len(self.layout.columns)

    def _value(self, place: str, rest: str) -> tuple[Any, str]:
        """The value that the rest of a sentence names; else the word that is none."""
        domain = self._domain(place)
        named = [value for value in domain if _has(rest, str(value)) and not self._words(_without(rest, str(value)))]
        if len(named) == 1:
            return named[0], ""
        words = self._words(rest)
        if self.layout.shape == "grid" or len(words) != 1:
            return None, ""
        sample = self.places.get(place)
        if isinstance(sample, bool):
            known = {"true": True, "yes": True, "false": False, "no": False}.get(words[0].lower())
            return known, "" if known is not None else words[0]
        if isinstance(sample, int) and re.fullmatch(r"-?\d+", words[0]):
            return (int(words[0]), "") if self.layout.shape != "board" else (None, words[0])
        if isinstance(sample, float) and re.fullmatch(r"-?\d+(?:\.\d+)?", words[0]):
            return float(words[0]), ""
        return None, words[0]

    def _domain(self, place: str) -> list[Any]:
        """The values that a place can hold, as far as that is known."""
        if self.layout.shape == "grid":
            column = parts(place)[1]
            held = self.layout.values[[str(name) for name in self.layout.columns].index(column)]
            return [self._typed(column, value) for value in held]
        sample = [dict(leaves(answer)).get(place) for answer in self.answers]
        every = sorted({value for answer in self.answers for _, value in leaves(answer)}, key=str)
        if self.layout.shape == "board" and all(isinstance(value, int) for value in every):
            return list(range(1, len(self.layout.rows) + 1))
        if all(isinstance(value, int) and 0 <= value <= 9 for value in every) and len(parts(place)[-1]) == 1:
            return list(range(10))
        same_sort = [value for value in every if isinstance(value, str)]
        return list(dict.fromkeys([value for value in sample if value is not None])) + (
            [value for value in same_sort if value not in sample] if isinstance(sample[0], str) else []
        )

    def _words(self, rest: str, more: Sequence[str] = ()) -> list[str]:
        """The words that are neither filler nor the name of a column."""
        topics = {stem(word.lower()) for name in (*map(str, self.layout.columns), *more) for word in name.split()}
        plain = [word.removesuffix("'s") for word in re.findall(r"-?\d+(?:\.\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*", rest)]
        told = [word for word in plain if word.lower() not in _FILLER and stem(word.lower()) not in topics]
        return [word for word in told if verb_stem(word.lower()) not in self._verbs]

    def similar(self, word: str) -> list[str]:
        """Names and values that are spelled like a word."""
        known = {str(value) for _, value in self.places.items()} | {
            name for place in self.places for name in _names(self.layout, place)
        }
        return difflib.get_close_matches(word, sorted(known), n=3, cutoff=0.6)


def _verbs(texts: Iterable[str]) -> frozenset[str]:
    """The verbs by which a puzzle's clues may link values (`verb_stem`)."""
    words = {word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())}
    verbs = (word for word in words if word in IRREGULAR or word.endswith(("ed", "s")))
    return frozenset(map(verb_stem, verbs)) - DENIED - DENIED_UNLESS_TOLD


def _names(layout: Layout, place: str) -> list[str]:
    """The names by which a sentence refers to a place; numbers of lists count from 1."""
    keys = list(parts(place))
    if layout.shape == "grid":
        return [str(layout.rows[int(keys[0])]), keys[1]]
    return [str(int(key) + 1) if key.isdigit() else key for key in keys]


def _spoken(layout: Layout, place: str) -> str:
    if layout.shape == "board":
        row, column = parts(place)
        return f"row {int(row) + 1} column {int(column) + 1}"
    names = _names(layout, place)
    return f"{names[1]} of {names[0]}" if layout.shape == "grid" else " ".join(names)


def _has(text: str, name: str) -> bool:
    return bool(_pattern(name).search(text))


def _without(text: str, name: str) -> str:
    return _pattern(name).sub(" ", text, count=1)


def _pattern(name: str) -> re.Pattern[str]:
    """A name as a word of a sentence; a single letter has its case, and other names may have another or a plural."""
    flags = re.IGNORECASE if len(name) > 1 else 0
    return re.compile(rf"(?<![\w]){re.escape(name)}(?:'s|s)?(?![\w])", flags)
