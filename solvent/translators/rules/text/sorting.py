"""Assigns a role to every part of a text once the categories are known: clue, question, rule, courtesy, ..."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from solvent.translators.puzzle import Passage
from solvent.translators.rules.text import options, statements, telling
from solvent.translators.rules.text.category_names import COUNTED, number_of
from solvent.translators.rules.text.courtesies import is_polite
from solvent.translators.rules.text.genre import is_of_the_genre
from solvent.translators.rules.text.lines import numbered_anew
from solvent.translators.rules.text.remarks import title
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
    remaining text, `odd` the reason why some of the listed items may not be values, and `gives` says which category was
    read from it if the text does not name it. `option` marks an answer to choose from, `title` a heading over the whole
    text.
    """

    body: str
    raw: str
    number: int | None = None
    given: bool = False
    marked: bool = False
    lists: bool = False
    rest: str = ""
    odd: str = ""
    gives: str = ""
    option: bool = False
    title: bool = False


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
    for part in _titled(_asked_apart(parts, known), known):
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
    found.passages = _judged_last(found.passages)
    found.clues = list(zip(numbered_anew(number for number, _ in clues), (text for _, text in clues), strict=True))
    return found


def _titled(parts: Sequence[Part], known: Knowledge) -> Sequence[Part]:
    """Mark the titles among the first parts: lines without a verb, which name no value and no rule."""
    for part in parts[:_MOST_TITLES]:
        if part.marked or part.lists or part.given or part.option or HEADING.match(part.body):
            break
        rest = title(part.body)
        if rest == part.body or known.mentioned(part.body) or telling.blocking(rest, known):
            break
        part.title = True
    return parts


_MOST_TITLES = 2


def posed(parts: Sequence[Part], passages: Sequence[Passage]) -> bool:
    """Whether a text says that it sets a puzzle: it asks, marks its clues, or says that everybody has one of each."""
    asks = any(passage.role in ("question", "rule") for passage in passages)
    marks = any(part.marked or HEADING.match(part.body) for part in parts)
    return asks or marks or any(is_of_the_genre(part.body) or _APIECE.search(part.body) for part in parts)


def doubted(passages: Sequence[Passage], rows: int) -> list[Passage]:
    """Return the passages of a text that is not `posed`: a description that does not even count the rows blocks."""
    doubt = {"blocks": True, "reason": "nothing in the text says that it is a puzzle, and this is no part of one"}

    def strays(passage: Passage) -> bool:
        return passage.role in ("unread", "courtesy") and not any(
            number_of(match[1]) == rows for match in COUNTED.finditer(passage.text)
        )

    return [each.model_copy(update=doubt) if strays(each) and not each.blocks else each for each in passages]


_APIECE = re.compile(
    r"\b(?:puzzles?|riddles?|clues?|solve|teasers?)\b|\beach\b|"
    r"\bone (?:of them )?\w+.*\b(?:one|another)\b|\bin (?:that|this|some|any) order\b",
    re.IGNORECASE,
)


def _judged_last(passages: list[Passage]) -> list[Passage]:
    """The passages of a text; a statement to judge blocks if clues follow it, which may be more such statements."""
    last = max((at for at, each in enumerate(passages) if each.role == "clue"), default=-1)
    doubt = {"role": "unread", "reason": "it is not clear which statements are to be judged", "blocks": True}
    return [
        each.model_copy(update=doubt) if at < last and statements.asks_for_truth(each.text) else each
        for at, each in enumerate(passages)
    ]


_LETTERED = re.compile(r"^\W*[(\[]?[A-Ha-h][)\].:]\s")


def _asked_apart(parts: Sequence[Part], known: Knowledge) -> Sequence[Part]:
    """Set apart what a text asks: answer options, each a part of its own, and closing questions that are numbered."""
    found = [piece for part in parts for piece in _inline_apart(part)]
    _mark_options(found, known)
    for part in reversed(found):
        asks = all(map(statements.is_question, sentences(part.body) or [part.body]))
        if asks:
            part.number, part.given = None, False
        elif not part.option and (part.marked or known.mentioned(part.body)):
            break
    return found


def _inline_apart(part: Part) -> list[Part]:
    """Split a line that lists answer options."""
    head, *listed = options.inline(part.body) or [part.body]
    if not listed or (head and not _asks(head)):
        return [part]
    first = [replace(part, body=head, raw=head)] if head else []
    return [*first, *(replace(part, body=each, raw=each, number=None, marked=True) for each in listed)]


def _mark_options(parts: Sequence[Part], known: Knowledge) -> None:
    """Mark the answer options: list items after a question, below the clues, such as "which of these is true?"."""
    clues = False
    at = 0
    while at < len(parts):
        part, at = parts[at], at + 1
        clues = clues or part.given or (not part.lists and bool(known.mentioned(part.body)))
        if not (clues and _asks(part.body)):
            continue
        end = at
        while end < len(parts) and (parts[end].marked or _LETTERED.match(parts[end].raw)):
            end += 1
        chosen = parts[at:end]
        of_statements = statements.asks_for_options(sentences(part.body)[-1])
        if of_statements or (len(chosen) > 1 and all(_is_value(each, known) for each in chosen)):
            for each in chosen:
                each.option = True
            at = end


def _asks(body: str) -> bool:
    """Whether what was said last in a part asks, or asks for options."""
    last = sentences(body)[-1:]
    if not last:
        return False
    marked = body.rstrip(" *_").endswith(("?", ":")) and statements.asks_for_options(last[0])
    return marked or options.asks_for_the_exception(last[0]) or statements.is_question(last[0])


def _is_value(part: Part, known: Knowledge) -> bool:
    """Whether a part with a letter or number is nothing but a value."""
    return options.lettered(part.raw) is not None and options.is_bare(part.raw, known.mentioned, known.topics)


def _pieces(part: Part, known: Knowledge) -> list[tuple[str, Passage]]:
    """Split a part into pieces with a role each: a clue followed by a closing question gives two."""
    body = part.body
    if part.option:
        return [(body, Passage(text=part.raw, role="option"))]
    if HEADING.match(body) or CATEGORIES_HEADING.match(body):
        return [(body, Passage(text=part.raw, role="courtesy", reason="a heading"))]
    aside = re.search(r"\(.*", body)
    if part.title and not telling.speaks_of_truth(body) and not (aside and known.mentioned(aside[0])):
        return [(body, Passage(text=part.raw, role="courtesy", reason="a title"))]
    if part.lists:
        reason = _beside_list(part, known)
        role = Passage(text=part.raw, role="unread" if reason else "category", reason=reason, blocks=bool(reason))
        return [(body, role if reason else role.model_copy(update={"reason": part.gives}))]
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
    apiece = r"(?:(?:exactly|just|only) )?" if re.search(r"\b(?:each|every)", part.rest, re.IGNORECASE) else ""
    one = rf"(?<!share )(?<!shares )(?<!shared )\b{apiece}one\b(?: (?:[a-z]+ ){{1,3}}only\b)?"
    return telling.blocking(re.sub(one, " ", part.rest, flags=re.IGNORECASE), known)


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
