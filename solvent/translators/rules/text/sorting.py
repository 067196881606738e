"""Assigns a role to every part of a text once the categories are known: clue, question, rule, courtesy, ..."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from solvent.translators.puzzle import Passage
from solvent.translators.rules.text import statements, telling
from solvent.translators.rules.text.courtesies import is_polite
from solvent.translators.rules.text.lines import numbered_anew
from solvent.translators.rules.text.telling import Knowledge
from solvent.translators.rules.text.words import stem
from solvent.translators.sentences import sentences

HEADING = re.compile(
    r"^\W*(?:here are |these are |now )?(?:the |your |some )?(?:(?:logic|numbered|following) )?(?:clues?|constraints?|"
    r"hints?|rules|facts|conditions|"
    r"information|premises|statements|what (?:we|you) know)(?: (?:are|are these|are as follows|follow|below|given|"
    r"are given|are given below|"
    r"to the puzzle))?\W*$",
    re.IGNORECASE,
)
CATEGORIES_HEADING = re.compile(
    r"^\W*(?:the )?(?:categories|entities|attributes|variables|items|options|characteristics)\W*$", re.IGNORECASE
)


@dataclass
class Part:
    """A line or sentence of a text that has no role yet.

    `body` is the text without its list marker, `raw` the text as written; `number` is the number that the text gives
    it. `given` means that it stands where clues stand: it is numbered, bulleted or under a heading for clues; `marked`
    that it has a number, letter or bullet. `lists` means that it lists the values of a category; then `rest` is its
    remaining text, and `odd` the reason why some of the listed items may not be values. `option` marks an answer to
    choose from.
    """

    body: str
    raw: str
    number: int | None = None
    given: bool = False
    marked: bool = False
    lists: bool = False
    rest: str = ""
    odd: str = ""
    option: bool = False


@dataclass
class Sorted:
    """The clues with their ids, the text outside them (`background`), and every part with its role, in text order.

    `told` is the part of the background that was understood: categories, rules and conventions.
    """

    clues: list[tuple[int, str]] = field(default_factory=list)
    background: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)


def sort(parts: Sequence[Part], known: Knowledge) -> Sorted:
    """Assign a role to every part of a text."""
    found = Sorted()
    clues: list[tuple[int | None, str]] = []
    for part in _options_marked(parts):
        for piece, passage in _pieces(part, known):
            if passage.role == "clue":
                clues.append((part.number, piece))
            elif passage.role not in ("courtesy", "option"):
                found.background.append(piece)
            if passage.role in ("category", "convention", "rule"):
                found.told.append(piece)
            among = bool(clues) and passage.role == "unread" and not passage.blocks
            more = {"blocks": True, "reason": "it follows a clue and is not understood"} if among else {}
            found.passages.append(passage.model_copy(update=more))
    found.clues = list(zip(numbered_anew(number for number, _ in clues), (text for _, text in clues), strict=True))
    return found


_LETTERED = re.compile(r"^\W*[(\[]?[A-Ha-h][)\].:]\s")


def _options_marked(parts: Sequence[Part]) -> Sequence[Part]:
    """Mark the answer options: list items after a question, below the clues, such as "which of these is true?"."""
    asked = clues = False
    for part in parts:
        part.option = asked and (part.marked or bool(_LETTERED.match(part.raw)))
        clues = clues or (part.given and not part.option)
        last = sentences(part.body)[-1:]
        asks = bool(last) and part.body.rstrip().endswith(("?", ":")) and statements.asks_for_options(last[0])
        asked = part.option or (clues and asks)
    return parts


def _pieces(part: Part, known: Knowledge) -> list[tuple[str, Passage]]:
    """Split a part into pieces with a role each: a clue followed by a closing question gives two."""
    body = part.body
    if part.option:
        return [(body, Passage(text=part.raw, role="option"))]
    if HEADING.match(body) or CATEGORIES_HEADING.match(body):
        return [(body, Passage(text=part.raw, role="courtesy", reason="a heading"))]
    if part.lists:
        reason = _beside_list(part, known)
        role = Passage(text=part.raw, role="unread" if reason else "category", reason=reason, blocks=bool(reason))
        return [(body, role)]
    pieces = sentences(body) or [body]
    roles = [_role(piece, part, known) for piece in pieces]
    if all(role.role == "clue" for role in roles):
        return [(body, Passage(text=part.raw, role="clue"))]
    return _grouped(pieces, roles, part)


def _grouped(pieces: Sequence[str], roles: Sequence[Passage], part: Part) -> list[tuple[str, Passage]]:
    """The sentences of one part with their roles; adjacent sentences of one clue are joined."""
    found: list[tuple[str, Passage]] = []
    for piece, role in zip(pieces, roles, strict=True):
        if found and role.role == "clue" == found[-1][1].role and part.given:
            joined = f"{found[-1][0]} {piece}"
            found[-1] = joined, role.model_copy(update={"text": joined})
        else:
            found.append((piece, role))
    return found if len(found) > 1 else [(found[0][0], found[0][1].model_copy(update={"text": part.raw}))]


def _beside_list(part: Part, known: Knowledge) -> str:
    """Why the text around a list of values may affect the clues, or ""."""
    if part.odd:
        return part.odd
    head = re.match(r"^([^:.,]{1,60}):", part.body)
    if head and part.rest == "":
        aside = " ".join(re.findall(r"\([^)]*\)?", head[1]))
        word = telling.speaks_of_truth(head[1])
        return f"'{word}' refers to truth or falsehood" if word else telling.blocking(aside, known)
    return telling.blocking(re.sub(r"\bone\b", " ", part.rest, flags=re.IGNORECASE), known)


def _belongs(sentence: str, part: Part, role: str, known: Knowledge) -> bool:
    """Whether a question or courtesy is part of a numbered clue: it opens it, or is a question without a topic."""
    if part.body.strip().startswith(sentence.strip()):
        return True
    words = {stem(word) for word in re.findall(r"[a-z]+", sentence.lower())}
    return role == "question" and not (words & known.topics or known.mentioned(sentence) or is_polite(sentence))


def _role(sentence: str, part: Part, known: Knowledge) -> Passage:
    said = statements.state(sentence, known)
    if part.number is not None and said.role in ("question", "courtesy") and _belongs(sentence, part, said.role, known):
        return Passage(text=sentence, role="clue")
    if said.role in ("question", "courtesy", "rule", "convention"):
        return Passage(text=sentence, role=said.role, reason=said.reason)
    tells = part.number is not None or known.mentioned(sentence) or (part.given and said.blocks)
    if tells and not (said.role == "unread" and said.reason.startswith("a question")):
        return Passage(text=sentence, role="clue")
    return Passage(text=sentence, role="unread", reason=said.reason, blocks=said.blocks)
