"""Checks that a program's fragments mention what their clues mention; one that does not may be vacuous or wrong.

This is a hint, not a proof: a clue can be stated through helpers and indices that mention no value. So a fragment is
only reported if the program spells the clue's values elsewhere, or if the fragment states nothing at all.
"""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from solvent.solvers import Program, used_data
from solvent.translators.puzzle import Puzzle

# Names are no longer than this; without a bound, a line full of quotation marks takes quadratic time.
_STRING = re.compile(r'"(?:[^"\\\n]|\\.){0,200}+"|\'(?:[^\'\\\n]|\\.){0,200}+\'|\|[^|\n]{0,200}+\|')
_COMMENT = re.compile(r"(?m)(?:^|\s)(?:#|;|%|//).*$")
_WORD = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_OWN_NUMBER = re.compile(r"^\W{0,2}(?:clue\s+)?\d{1,3}\W{0,2}[.):]\s", re.IGNORECASE)
# Keywords of the languages: a fragment that contains no other words states nothing.
_LANGUAGE = frozenset(
    {"model", "add", "assert", "constraint", "true", "false", "none", "pass", "and", "or", "not", "clue", "int", "bool"}
)
# Not `one`, which is usually a pronoun.
_COUNTED = (
    ("zero",), ("once", "first"), ("two", "twice", "second"), ("three", "third"),
    ("four", "fourth"), ("five", "fifth"), ("six", "sixth"), ("seven", "seventh"), ("eight", "eighth"),
    ("nine", "ninth"), ("ten", "tenth"), ("eleven", "eleventh"), ("twelve", "twelfth", "dozen"),
)  # fmt: skip
_NUMBER_WORDS = {word: number for number, words in enumerate(_COUNTED) for word in words}

# Constraints that say which things differ, or are put in an order, by their names in any framework.
_ARRANGES = re.compile(r"all_?different|distinct|inverse|circuit|exactly_?one", re.IGNORECASE)


def arranging(program: Program) -> frozenset[int]:
    """Return the clues whose fragments say which things differ from each other, as far as their words show it."""
    return frozenset(
        each.clue
        for each in program.fragments
        if each.clue is not None and _ARRANGES.search(_COMMENT.sub("", each.code))
    )


def ungrounded(puzzle: Puzzle, program: Program) -> tuple[int, ...]:
    """Return the ids of clues whose fragment mentions none of the values and numbers in the clue's text.

    Values are the members of `puzzle.entities`; without them, only numbers and empty fragments are checked.
    """
    groups = [group for group in puzzle.entities.values() if group]
    preamble = "\n".join([_data(program, program.data), program.preamble])
    defined = _defining(preamble)
    return tuple(
        clue.id for clue in puzzle.clues if _is_ungrounded(clue.id, clue.text, groups, program, preamble, defined)
    )


# A clue with one of these words is a constraint, whatever it was classified as.
RESTRICTS = re.compile(
    r"\b(?:not?|never|neither|nor|only|before|after|most|least|more|less|fewer|than|must|if|unless|between|same|different|"
    r"directly|immediately|next|left|right|earlier|later|older|younger|either|both|together|exactly|cannot|can't)\b|n't\b",
    re.IGNORECASE,
)


def restates(puzzle: Puzzle, program: Program, trivial: Collection[int]) -> frozenset[int]:
    """Return the ids of clues that may exclude nothing, because they give rules or data stated in the background.

    A rule mentions no values, or whole groups of them, in a puzzle where most clues mention single values. Data clues
    are those classified as data before any program was written (`puzzle.given`) that contain no constraining word. All
    their numbers must occur outside the clue's own fragment. Unless the puzzle has an objective, a data clue must also
    contain a number too large to be a position, since position numbers occur everywhere. A rule without numbers
    must not be in `trivial`, the clues that constrain nothing with or without the background.
    """
    groups = [group for group in puzzle.entities.values() if group]
    texts = {clue.id: without_number(clue.text) for clue in puzzle.clues}
    single = {number for number, text in texts.items() if any(_names_some(group, text) for group in groups)}
    rules = texts.keys() - single if 2 * len(single) >= len(texts) else set()
    places = 0 if puzzle.expects == "optimal" else max(map(len, groups), default=0)
    given = {
        clue
        for clue in puzzle.given
        if clue in texts and max(numbers_in(texts[clue]), default=0) > places and not RESTRICTS.search(texts[clue])
    }
    numbers = {clue: numbers_in(texts[clue]) for clue in rules | given}
    data = _data(program, used_data(program))
    with_numbers = {clue for clue, named in numbers.items() if named and named <= _elsewhere(clue, program, data)}
    return frozenset(with_numbers | {clue for clue in rules if not numbers[clue] and clue not in trivial})


def declared_data(puzzle: Puzzle, program: Program) -> frozenset[int]:
    """Return the ids of clues that only give data which the program uses: they need no constraint of their own.

    They were classified as data before any program was written, contain no constraining word, and all their numbers,
    of which there must be one, occur in the program.
    """
    texts = {clue.id: without_number(clue.text) for clue in puzzle.clues if clue.id in puzzle.given}
    plain = {clue: numbers_in(text) for clue, text in texts.items() if not RESTRICTS.search(text)}
    data = _data(program, used_data(program))
    return frozenset(clue for clue, named in plain.items() if named and named <= _elsewhere(clue, program, data)) & (
        restates(puzzle, program, ())
    )


def unreached(puzzle: Puzzle, program: Program) -> tuple[str, ...]:
    """Return the values that no clue's fragment mentions although fragments mention others of their group."""
    own = "\n".join(part.code for part in program.fragments if part.clue is not None)
    preamble = "\n".join([_data(program, program.data), program.preamble])
    words = _words(f"{own}\n{_definitions(own, _defining(preamble))}", strings=True)
    found: list[str] = []
    for group in puzzle.entities.values():
        named = [value for value in group if re.search(r"[^\W\d_]{2}", value)]
        missing = [value for value in named if not _spelled(value, words)]
        found += missing if 2 * len(missing) < len(named) else []
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=2048)  # each program of a puzzle is checked several times against the same clues
def _names_some(group: tuple[str, ...], text: str) -> bool:
    return 0 < len(named_in(group, text)) < len(group)


def _elsewhere(clue: int, program: Program, data: str) -> set[int]:
    """Return the numbers in a program, and in those of its data that it uses, outside a clue's own fragment."""
    parts = [part.code for part in program.fragments if part.clue != clue]
    aims = [objective.term for objective in program.objectives]
    return _literals("\n".join([data, program.preamble, program.answer, *aims, *parts]))


def _is_ungrounded(
    number: int,
    text: str,
    groups: Sequence[Sequence[str]],
    program: Program,
    preamble: str,
    defined: Sequence[tuple[set[str], str]],
) -> bool:
    own = [part.code for part in program.fragments if part.clue == number]
    if not own:
        return False  # missing fragments are reported elsewhere
    text = without_number(text)
    values = {value for group in groups for value in named_in(group, text)}
    numbers = numbers_in(text)
    if not values and not numbers:
        return False
    code = "\n".join(own)
    if not _words(code, strings=False) - _LANGUAGE:
        return True
    if any(len(group) > 2 and values.issuperset(group) for group in groups):
        return False  # it may speak of all at once, as `AllDifferent(column)` does
    whole = f"{code}\n{_definitions(code, defined)}"
    if not values or _hit(numbers, _literals(whole)):
        return not _literals(whole)
    spelling = _words(whole, strings=True)
    if any(_spelled(value, spelling) for value in values):
        return False
    if _hit({group.index(value) for group in groups for value in group if value in values}, _literals(code)):
        return False  # by its index in a list
    rest = [preamble, program.answer, *(part.code for part in program.fragments if part.clue != number)]
    elsewhere = _words("\n".join(rest), strings=False)
    return all(_spelled(value, elsewhere) for value in values)


def _data(program: Program, names: Collection[str]) -> str:
    """Return definitions of the data with these names, a line each."""
    lines = (
        f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in program.data.items() if name in names
    )
    return "\n".join(lines)


def without_number(text: str) -> str:
    """Return a clue without the number that stands before it."""
    return _OWN_NUMBER.sub("", text)


def named_in(values: Iterable[str], text: str) -> tuple[str, ...]:
    """Return the values that a text mentions."""
    lower = text.lower() if text.isascii() else None
    return tuple(value for value in values if _names(value, text, lower))


def _names(value: str, text: str, lower: str | None) -> bool:
    """Return whether a text mentions a value: as a whole word, or anywhere if it is not ASCII (as in Chinese).

    `lower` is the text in lower case if it is ASCII.
    """
    bare = value.strip()
    if not bare:
        return False
    if lower is not None and value.isascii() and bare.lower() not in lower:
        return False  # as most, and at a fraction of the time
    start, end = (r"(?<!\w)", r"(?!\w)") if value.isascii() else ("", "")
    return re.search(rf"{start}{re.escape(bare)}{end}", text, re.IGNORECASE) is not None


def numbers_in(text: str) -> set[int]:
    """Return the numbers in a text, in digits or words."""
    written = {int(float(number.replace(",", ""))) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}
    return written | {_NUMBER_WORDS[word] for word in _WORD.findall(text.lower()) if word in _NUMBER_WORDS}


def _literals(code: str) -> set[int]:
    return {int(float(number)) for number in _NUMBER.findall(_COMMENT.sub("", code))}


def _hit(numbers: Iterable[int], literals: Iterable[int]) -> bool:
    """Return whether a number or its neighbour is present: `more than 5` is `>= 6`, position 3 is index 2."""
    known = set(literals)
    return any({number - 1, number, number + 1} & known for number in numbers)


def _words(code: str, *, strings: bool) -> set[str]:
    """Return the identifiers in a piece of code, in lower case, with or without the contents of its strings."""
    code = _COMMENT.sub("", code)
    return {word.lower() for word in _WORD.findall(code if strings else _STRING.sub(" ", code))}


def _spelled(value: str, words: set[str]) -> bool:
    """Return whether an identifier spells a part of the value, as `red_lamp` does for "the red lamp"."""
    parts = [part for part in re.findall(r"[^\W_]+", value.lower()) if len(part) > 2] or [value.lower()]
    pieces = {piece for word in words for piece in (word, *word.split("_"))}
    return any(part == piece or (len(part) > 3 and part[:4] == piece[:4]) for part in parts for piece in pieces)


def _definitions(code: str, defined: Sequence[tuple[set[str], str]]) -> str:
    """Return the preamble's definitions of identifiers in the code: what they mention, the code mentions."""
    used = _words(code, strings=False) - _LANGUAGE
    meant = [value for names, value in defined if used & names]
    return "\n".join(value for value in meant if not _is_list_of_texts(value))


def _defining(preamble: str) -> list[tuple[set[str], str]]:
    """Return what each line of a preamble defines: the words of the name or names, and the definition."""
    return [(_words(name, strings=False), value) for name, value in map(_defined, preamble.splitlines())]


def _defined(line: str) -> tuple[str, str]:
    """Return the name or names that a line defines, and their definition; empty if it defines none."""
    smt = re.match(r"\s*\(\s*define[\w-]*\s+(\S+)(.*)", line)
    if smt:
        return smt[1], smt[2]
    name, sign, value = line.partition("=")
    return (name, value) if sign else ("", "")


def _is_list_of_texts(line: str) -> bool:
    """Return whether a definition lists several strings, which does not show which one is meant."""
    return len(_STRING.findall(line)) > 1
