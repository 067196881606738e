"""Reads the sentences around a Sudoku: the usual rules in any wording, diagonals, or something not understood."""

import re

from solvent.translators.rules.text import closed_vocabulary

CALLED = re.compile(r"\b(?:\w*doku|latin squares?)\b", re.IGNORECASE)
SIZED = re.compile(r"\b(\d{1,2})\s*(?:x|\u00d7|by)\s*(\d{1,2})\b", re.IGNORECASE)
BOXED = re.compile(rf"{SIZED.pattern}[\s-]*(?:sub-?)?(?:grid|box|block|square|region)", re.IGNORECASE)
JIGSAW = re.compile(r"\b(?:jigsaw|irregular|regions?)\b", re.IGNORECASE)
LATIN = re.compile(r"\blatin squares?\b", re.IGNORECASE)

# Words that cannot change a rule. Negations and numbers are understood only within whole phrases.
_WORDS = closed_vocabulary.listed(
    """a all also an and answer any appear appears applies apply are as at be below blank blanks block blocks box boxes
    by can cell cells classic clue clues column columns complete completed completely contain containing
    contains denote denoted denotes difficult digit digits each easy empty enter every exactly example examples
    fill filled filling find follow following follows for format game given givens grid hard has have here
    hexadecimal i in into is it its json latin letter letters list lists mark marked marks me mean means medium missing
    must my need needs now number numbers occur occurs of on once or out output place placed please put puzzle
    puzzles region regions represent represented represents row rows rule rules should show shown so solution
    solve solved solving square squares standard sub subgrid subgrids subsquare subsquares sudoku symbol symbols
    table that the then there these this to unique unknown use used using usual value values well which with wordoku
    write you your"""
)
_CAGE_WORDS = closed_vocabulary.listed(
    "cage cages killer sum sums total totals add adds adding up equal corner dotted outlined"
)
_JIGSAW_WORDS = closed_vocabulary.listed("jigsaw irregular shaped shape shapes same belong belongs")
_DIAGONAL_WORDS = closed_vocabulary.listed("diagonal x main")
_EMPTINESS = re.compile(r"\b(?:empty|blanks?|unknown|missing|fill(?:ed)?)\b", re.IGNORECASE)
_EMPTY_SIGNS = re.compile(
    r"\b(?:0s?|zero(?:e?s)?|dots?|periods?|underscores?|asterisks?|stars?|dash(?:es)?|question marks?)\b", re.IGNORECASE
)
_THING = r"(?:digit|number|letter|symbol|value|figure)s?"
_NO_REPEAT = re.compile(
    rf"""\b(?:(?:(?:and|with|but)\ )?no\ (?:{_THING}\ )?(?:(?:is|are|may|can|must)\ )?(?:be\ )?(?:ever\ )?
        (?:repeat(?:s|ed|ing)?|repetitions?|duplicat(?:es?|ed|ion)
        |(?:appears?|occurs?|used)\ (?:more\ than\ once|twice))
    |without\ (?:any\ )?(?:repeat(?:s|ing)?|repetitions?|duplicates?)(?:\ (?:any|a)\ {_THING})?
    |(?:can\ ?not|may\ not|must\ not|(?:is|are|do|does)\ not|don't|doesn't|never|can't)\ (?:be\ )?
        (?:repeat(?:s|ed)?|(?:appear|occur)\ (?:more\ than\ once|twice))
    |(?:only|exactly|just)\ once|one\ of\ each)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_SMALL = re.compile(
    r"\b(?:small(?:er)?|large(?:r)?|big(?:ger)?|bold)\s+(?=box|block|square|sub|region|grid|puzzle|example|sudoku|\d)",
    re.IGNORECASE,
)
_DIAGONALS = re.compile(
    r"\b(?:both|(?:the )?two|each(?: of the)?(?: two)?|every)(?: main| long| major)* diagonals?\b"
    r"|(?:\band|,)(?: the)?(?: main| long)? diagonals\b|\band diagonal\b|\bx-sudoku\b|\bsudoku[ -]x\b"
    r"|\bdiagonal (?:\d{1,2}\s*(?:x|\u00d7|by)\s*\d{1,2} )?sudoku\b|\b(?:the )?(?:main |long )?diagonals\b",
    re.IGNORECASE,
)
_NUMBER = {4: "four", 6: "six", 8: "eight", 9: "nine", 10: "ten", 12: "twelve", 16: "sixteen"}


def asks_for_diagonals(sentence: str) -> bool:
    """Return whether a sentence mentions both diagonals."""
    return bool(_DIAGONALS.search(sentence))


def unread(sentence: str, symbols: list[int | str], *, cages: bool, jigsaw: bool, diagonals: bool) -> list[str]:
    """Return the words of a sentence that neither state a rule of this Sudoku nor describe its notation."""
    rest = _SMALL.sub(" ", _NO_REPEAT.sub(" ", sentence.replace("\u2019", "'")))
    rest = _sizes(rest, len(symbols))
    rest = _ranges(rest, symbols)
    if _EMPTINESS.search(sentence):
        rest = _EMPTY_SIGNS.sub(" ", rest)
    words = _WORDS
    if diagonals:
        rest, words = _DIAGONALS.sub(" ", rest), words | _DIAGONAL_WORDS
    if cages:
        words |= _CAGE_WORDS
    if jigsaw:
        words |= _JIGSAW_WORDS
    return closed_vocabulary.unread(rest, words)


def _sizes(text: str, size: int) -> str:
    """Remove the dimensions of grid and boxes, and counts of rows, cells and the like."""
    word = _NUMBER.get(size, str(size))
    text = re.sub(rf"\b{word}[ -]by[ -]{word}\b", " ", SIZED.sub(" ", text), flags=re.IGNORECASE)
    things = rf"row|column|box|block|region|cell|sq|{_THING}"
    counted = rf"\b(?:{size}|{word})\s+(?:different\s+|distinct\s+)?(?={things})"
    return re.sub(rf"{counted}|\b(?:different|distinct)\s+(?={_THING})", " ", text, flags=re.IGNORECASE)


def _ranges(text: str, symbols: list[int | str]) -> str:
    """Remove "1 to 9", "A-I", or the list of all symbols."""
    first, last = re.escape(str(symbols[0])), re.escape(str(symbols[-1]))
    spans = rf"\b(?:from\s+)?{first}\s*(?:to|through|thru|-|\u2013|\u2014|\.{{2,3}}|and|\u2026)\s*{last}\b"
    between = r"[\s,]*(?:and\s+)?"
    listed = rf"\b{between.join(re.escape(str(symbol)) for symbol in symbols)}\b"
    return re.sub(rf"{spans}|{listed}", " ", text, flags=re.IGNORECASE)
