"""Cryptarithms: sums and products of words whose letters stand for different digits.

The answer maps letters to digits. The equation is the only clue, unless some digits are given; a puzzle with a flaw has
no solution, or several. Solutions are counted column by column, and the model is the one that the rules read such
texts into.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, Self

from pydantic import Field, model_validator

from solvent.benchmarks.generate.clued import Clue, FlawSettings, Frame, finished
from solvent.benchmarks.generate.cryptarithm.columns import Digits, solutions
from solvent.benchmarks.generate.cryptarithm.words import WORDS
from solvent.benchmarks.generate.generator import Generator, Sample, UnusableSettingsError
from solvent.solvers import Pool
from solvent.translators.emit.language import Var
from solvent.translators.rules.kinds.cryptarithm import Cryptarithm, both_sides, model

_DRAWS = 30_000  # equations, of which most are refused at a glance
_SOLVED = 1_500  # equations, whose solutions are counted
_MOST_WORDS = 5
_MOST_HINTS = 5
_COUNTED = 1_000  # solutions of an equation, of which given digits leave one
_COLUMNS = 0.4  # of the sums are written in columns
_MANY = 10  # solutions, after which nobody counts on
_LONGEST = max(map(len, WORDS))
_FLAWS = {
    "ambiguous": "the digits of the letters are not determined: there are {} solutions",
    "contradictory": "no digits of the letters satisfy all that is stated",
}
_CALLS = (
    "Solve this cryptarithm.",
    "Here is an alphametic.",
    "In the following puzzle, letters have replaced the digits of a {operation}.",
    "Each letter below stands for a digit.",
)
_RULES = (
    "Each letter stands for a different digit, and no number starts with zero.",
    "Different letters stand for different digits from 0 to 9. No number starts with 0.",
    (
        "The same letter always stands for the same digit, different letters stand for different digits, and there are "
        "no leading zeros."
    ),
)
_QUESTIONS = ("Which digit is each letter?", "Find the digit of each letter.", "What does each letter stand for?")


class CryptarithmSettings(FlawSettings):
    """The options."""

    operation: Literal["sum", "product"] = Field(default="sum", description="what is done with the words (sum)")
    words: int = Field(default=2, description=f"words before the equals sign: 2 to {_MOST_WORDS} of a sum (2)")
    hints: int = Field(default=0, description=f"letters whose digits are given, 0 to {_MOST_HINTS} (0)")
    longest: int = Field(default=6, description=f"letters of the longest word, 3 to {_LONGEST} (6)")

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not 3 <= self.longest <= _LONGEST:
            raise ValueError(f"--longest is {self.longest}; the longest word can have 3 to {_LONGEST} letters")
        if not 2 <= self.words <= _MOST_WORDS:
            raise ValueError(f"--words is {self.words}; a sum has 2 to {_MOST_WORDS} words")
        if self.operation == "product" and self.words != 2:
            raise ValueError(f"--words is {self.words}; a product has 2")
        if not 0 <= self.hints <= _MOST_HINTS:
            raise ValueError(f"--hints is {self.hints}; the digits of 0 to {_MOST_HINTS} letters can be given")
        return self


def _drawn(settings: CryptarithmSettings, rng: random.Random) -> Iterator[tuple[list[str], str]]:
    """Draw equations of suitable lengths, and of ten letters at most."""
    known = [word for word in WORDS if len(word) <= settings.longest]
    results = [word for word in known if len(word) == settings.longest]
    letters_of = {word: frozenset(word) for word in known}
    for _ in range(_DRAWS):
        result = rng.choice(results)
        operands: list[str] = []
        letters = letters_of[result]
        while len(operands) < settings.words:
            fitting = [word for word in known if len(letters | letters_of[word]) <= 10]
            operands.append(rng.choice(fitting))  # at least the result itself fits
            letters |= letters_of[operands[-1]]
        if len({*operands, result}) > settings.words and _fits(operands, result, settings.operation):
            yield operands, result


def _fits(operands: Sequence[str], result: str, operation: str) -> bool:
    """Whether numbers of these lengths are possible, and not all short."""
    lengths = [len(word) for word in operands]
    if operation == "product":
        return 0 <= sum(lengths) - len(result) <= 1 and min(lengths) > 1
    return max(lengths) > 2 and 0 <= len(result) - max(lengths) <= 1 and min(lengths) > len(result) - 3


def _in_columns(operands: Sequence[str], result: str) -> str:
    width = max(len(result), *map(len, operands)) + 2
    signs = [" "] * (len(operands) - 1) + ["+"]
    lines = [f"{sign} {word.rjust(width - 2)}" for sign, word in zip(signs, operands, strict=True)]
    return "\n".join([*lines, "-" * width, result.rjust(width)])


def _text(written: str, hints: Sequence[str], settings: CryptarithmSettings, rng: random.Random) -> str:
    opening = f"{rng.choice(_CALLS)} {rng.choice(_RULES)}".format(operation=settings.operation)
    given = [f"Given: {', '.join(hints)}"] if hints else []
    return "\n\n".join([opening, written, *given, rng.choice(_QUESTIONS)])


def _stated(equations: Sequence[str], letters: tuple[str, ...], digits: Digits) -> tuple[Frame, list[Clue]]:
    sides = {number: both_sides(each) for number, each in enumerate(equations, 1)}
    known = model(Cryptarithm(letters=letters, equations=sides, base=10, leading_zeros=False))
    rules = tuple(says for clue, says in known.constraints if clue is None)
    clues = [Clue(equations[clue - 1], says) for clue, says in known.constraints if clue is not None]
    return Frame(known.arrays, rules, known.answer, {Var(letter): digit for letter, digit in digits.items()}), clues


def _solved(
    operands: Sequence[str], result: str, settings: CryptarithmSettings, rng: random.Random
) -> tuple[list[Digits], Digits] | None:
    """Find the solutions of an equation that agree with digits that are given; None if there are too many."""
    every = solutions(operands, result, product=settings.operation == "product")
    if not settings.hints:
        found = list(islice(every, _MANY + 1 if settings.flaw == "ambiguous" else 2))
        return (found, {}) if len(found) <= _MANY else None
    found = list(islice(every, _COUNTED))
    if not found or len(found) == _COUNTED or len(found[0]) <= settings.hints:
        return None
    digits = rng.choice(found)
    hints = {letter: digits[letter] for letter in rng.sample(list(digits), settings.hints)}
    if settings.flaw == "contradictory":
        letter = list(hints)[-1]
        hints[letter] = rng.choice([digit for digit in range(10) if digit != digits[letter]])
    return [each for each in found if hints.items() <= each.items()], hints


async def draw(settings: CryptarithmSettings, rng: random.Random, pool: Pool) -> Sample:
    """Make one puzzle."""
    wanted = {None: range(1, 2), "ambiguous": range(2, _MANY + 1), "contradictory": range(1)}[settings.flaw]
    sign = "+" if settings.operation == "sum" else rng.choice(("*", "x", "\u00d7"))
    for operands, result in islice(_drawn(settings, rng), _SOLVED):
        solved = _solved(operands, result, settings, rng)
        if solved is None or len(solved[0]) not in wanted:
            continue
        found, hints = solved
        equations = [f"{f' {sign} '.join(operands)} = {result}", *(f"{letter} = {hints[letter]}" for letter in hints)]
        letters = tuple(dict.fromkeys("".join([*operands, result])))
        frame, clues = _stated(equations, letters, found[0] if found else {})
        flaw = _FLAWS[settings.flaw].format(len(found)) if settings.flaw else None
        written = _in_columns(operands, result) if sign == "+" and rng.random() < _COLUMNS else equations[0]
        text = _text(written, equations[1:], settings, rng)
        group = f"cryptarithm/{'product' if settings.operation == 'product' else f'{settings.words} words'}"
        return await finished(frame, clues, (settings.status, flaw), text, group, pool)
    raise UnusableSettingsError(
        f"none of {_SOLVED} equations that were tried is a cryptarithm as wanted; ask for --longest {_LONGEST}, or for "
        "--hints (short words have many solutions)"
    )


GENERATOR = Generator(
    name="cryptarithm",
    about="cryptarithms: sums and products of words",
    card=(
        "Sums and products of common words, in a line or in columns, whose letters stand for different digits. The "
        "answer maps each letter to its digit."
    ),
    settings=CryptarithmSettings,
    draw=draw,
)
