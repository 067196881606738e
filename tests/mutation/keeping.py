"""Mutants that mean the same: other words, courtesies, layout, numbering."""

import re

from conventions import lines_of_clues
from mutants import Mutant

_SYNONYMS = (
    (r"\bis directly left of\b", "is immediately to the left of"),
    (r"\bis directly right of\b", "is immediately to the right of"),
    (r"\bis somewhere to the left of\b", "is to the left of"),
    (r"\bis somewhere to the right of\b", "is somewhere right of"),
    (r"\bare next to each other\b", "are neighbours"),
    (r"\bare next to each other\b", "live next to each other"),
    (r"\bis not\b", "isn't"),
    (r"\bisn't\b", "is not"),
    (r"\bwasn't\b", "was not"),
    (r"\bdoesn't\b", "does not"),
    (r"\bdoes not\b", "doesn't"),
    (r"\bdidn't\b", "did not"),
    (r"\bThe person who\b", "Whoever"),
    (r"\bthe person who\b", "the one who"),
    (r"\bperson who\b", "person that"),
    (r"\bis the person who\b", "is the one who"),
    (r"\bloves\b", "likes"),
    (r"\blikes\b", "loves"),
    (r"\benjoys\b", "likes"),
    (r"\bowns\b", "has"),
    (r"\bkeeps\b", "owns"),
    (r"\bis in the (first|second|third|fourth|fifth|sixth) house\b", r"lives in the \1 house"),
    (r"\bhouse (\d)\b", r"house number \1"),
    (r"\bsometime (before|after)\b", r"\1"),
    (r"\bsomewhat (more|less|higher|lower|before|after)\b", r"\1"),
    (r"\b(\d+) (\w+s) after\b", r"exactly \1 \2 after"),
    (r"\bstarts\b", "begins"),
    (r"\b2\b (?=months|years|days|weeks|minutes)", "two "),
    (r"\bone house between\b", "exactly one house between"),
)
_COURTESIES = (
    "Good luck!", "Have fun!", "Difficulty: medium", "Can you solve it?", "Please give your answer as a table.",
    "Enjoy!", "Happy solving!", "Take your time.", "Here is a puzzle for you.", "Thank you!",
)  # fmt: skip
_NUMBERINGS = {
    "1)": lambda n: f"{n}) ",
    "(1)": lambda n: f"({n}) ",
    "Clue 1:": lambda n: f"Clue {n}: ",
    "a.": lambda n: f"{chr(96 + n)}. ",
    "roman": lambda n: f"{_ROMAN[n - 1]}. ",
    "none": lambda _: "",
    "bullets": lambda _: "- ",
    "#1": lambda n: f"#{n} ",
    "1:": lambda n: f"{n}: ",
}
_ROMAN = """i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi xxvii
    xxviii xxix xxx""".split()  # noqa: SIM905 - a table of words is more readable as text
_LAYOUTS = {
    "blank lines": lambda line: line + "\n",
    "indentation": lambda line: "    " + line,
    "CRLF": lambda line: line + "\r",
    "trailing spaces": lambda line: line + "   ",
    "tabs": lambda line: "\t" + line,
}


def keeping(rng, base):
    """A mutant that means what the base means."""
    ways = [_synonym, _synonym, _courtesy, _layout, _numbering, _numbering, _order]
    return rng.choice(ways)(rng, base)


def _mutant(sub, base, text):
    assumed = tuple(clue.assumed for clue in base.clues)
    return Mutant("keeping", sub, text, base, (base.meanings,), assumed=assumed, known=True)


def _synonym(rng, base):
    """One phrase replaced by a synonym in one clue."""
    spots = [
        (clue.text, old, new)
        for clue in base.clues
        for old, new in _SYNONYMS
        if re.search(old, clue.text) and base.text.count(clue.text) == 1
    ]
    if not spots:
        return None
    text, old, new = rng.choice(spots)
    return _mutant("synonym", base, base.text.replace(text, re.sub(old, new, text, count=1), 1))


def _courtesy(rng, base):
    """A courtesy at the start, at the end, or between introduction and clues."""
    told, span = rng.choice(_COURTESIES), lines_of_clues(base)
    where = rng.choice(["start", "end"] + (["middle"] if span else []))
    if where == "middle":
        lines = base.text.splitlines()
        heading = span[0] - (1 if re.search("clues", lines[span[0] - 1], re.IGNORECASE) else 0)
        text = "\n".join([*lines[:heading], told, *lines[heading:]]) + "\n"
    else:
        text = f"{told}\n\n{base.text}" if where == "start" else f"{base.text.rstrip()}\n\n{told}\n"
    return _mutant(f"courtesy, {where}", base, text)


def _layout(rng, base):
    name = rng.choice(sorted(_LAYOUTS))
    return _mutant(name, base, "\n".join(map(_LAYOUTS[name], base.text.splitlines())) + "\n")


def _clue_lines(base):
    """The line of each clue, if every clue is a numbered line of its own; else nothing."""
    if lines_of_clues(base) is None:
        return []
    lines = base.text.splitlines()
    found = [next(at for at, line in enumerate(lines) if clue.text in line) for clue in base.clues]
    return found if all(re.match(r"\s*\d+\. ", lines[at]) for at in found) else []


def _numbering(rng, base):
    name = rng.choice(sorted(_NUMBERINGS))
    at_lines, lines = _clue_lines(base), base.text.splitlines()
    if not at_lines or len(at_lines) > 26:
        return None
    for number, (at, clue) in enumerate(zip(at_lines, base.clues, strict=True), 1):
        lines[at] = _NUMBERINGS[name](number) + clue.text
    return _mutant(f"numbers: {name}", base, "\n".join(lines) + "\n")


def _order(rng, base):
    """The clues in another order, renumbered."""
    at_lines, lines = _clue_lines(base), base.text.splitlines()
    if not at_lines or any(re.match(r"(?:He|She|It|They|His|Her)\b", clue.text) for clue in base.clues):
        return None
    shuffled = rng.sample([clue.text for clue in base.clues], len(base.clues))
    for number, (at, text) in enumerate(zip(at_lines, shuffled, strict=True), 1):
        lines[at] = f"{number}. {text}"
    return _mutant("order of clues", base, "\n".join(lines) + "\n")
