"""Reads sentences about a scene: each as what it most likely says, with other meanings where it leaves some open."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from solvent.translators.rules.rough.draft import Meaning, Said
from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.sentences.lexicon import ORDINALS
from solvent.translators.rules.rough.relations.sentences.logic import sentence_read
from solvent.translators.rules.rough.relations.sentences.places import nth
from solvent.translators.rules.rough.relations.sentences.readings import Choices, Memory, NotReadError, Read
from solvent.translators.rules.rough.relations.sentences.relations import IS_STEP, Rows
from solvent.translators.rules.rough.relations.sentences.speech import spoken
from solvent.translators.rules.rough.relations.sentences.tokens import Token, tokens
from solvent.translators.rules.rough.world import Value
from solvent.translators.rules.statements.language import Statement, denied, every
from solvent.translators.rules.text.words import is_agent, stem

_LONGEST = 600  # characters of a sentence
_REMAINING = re.compile(
    rf"(?:and |finally, )?(?:the|our) ({ORDINALS}|remaining|other|last|"
    rf"final) (?:one of the )?(\w+)(?: \w+ \w+)? (?:is|was|are|were)\b",
    re.IGNORECASE,
)
_IS_REMAINING = re.compile(rf"\b(?:is|was|are) (?:called )?the ({ORDINALS}|remaining|other) (\w+)\W*$", re.IGNORECASE)
_ORDERING = ("COMPARE", "COMPARATIVE", "BESIDE", "OPPOSITE", "BETWEEN", "APART", "ALLBUT")
_TELLING = (*_ORDERING, "FACTOR", "NOT", "WITHOUT", "NEITHER", "NOBODY", "UNLESS", "IF", "HEDGE")


@dataclass(frozen=True)
class Told:
    """What the sentences of a scene say, and those of them that were not understood."""

    said: tuple[Said, ...]
    lost: tuple[str, ...]
    memory: Memory
    named: frozenset[Value]  # in the sentences
    compared: bool  # whether a sentence tells of an order
    bare: int = 0  # how many sentences name one value and say nothing of it


def told(scene: Scene, text: str) -> Told:
    """Read the sentences of a scene that a text sets."""
    said: list[Said] = []
    lost: list[str] = []
    rows, memory = Rows(scene), Memory()
    named: set[Value] = set()
    compared, bare = False, 0
    read = {sentence: tokens(spoken(sentence[:_LONGEST], scene), scene) for sentence in _sentences(scene.sentences)}
    counted = Counter(value for found in read.values() for token in found for value in token.values)
    for sentence, found in read.items():
        if _only_names(sentence, scene) and any(counted[value] == 1 for token in found for value in token.values[:1]):
            said.append(Said(sentence))
            continue
        named.update(value for token in found for value in (*token.values, *token.other))
        compared |= any(token.kind in _ORDERING for token in found)
        meanings, clear = _meanings(found, rows, memory)
        if meanings:
            said.append(Said(sentence, meanings))
        elif len(sentence) <= _LONGEST and (clear or _is_description(found, scene.world.place)):
            said.append(Said(sentence))
            bare += any(token.kind == "MENTION" for token in found)
        else:
            lost.append(sentence)
    said += _namesakes(scene, text)
    return Told(tuple(said), tuple(lost), memory, frozenset(named), compared, bare)


def _sentences(given: Sequence[str]) -> Iterator[str]:
    """The sentences; those that go on in the next line as one, two in one line as two."""
    begun = ""
    for each in given:
        parts = _STOP.split(f"{begun} {each}".strip())
        begun = parts.pop() if each.rstrip().endswith(",") and len(each) < _LONGEST else ""
        yield from parts
    if begun:
        yield begun


_STOP = re.compile(r"(?<=[a-z0-9]{2}[.!])\s+(?=[A-Z])")


def _only_names(sentence: str, scene: Scene) -> bool:
    """Whether a sentence only tells which value is left: "The fourth animal is a tortoise"."""
    found = _REMAINING.match(sentence) or _IS_REMAINING.search(sentence)
    if found is None:
        return False
    category = dict(scene.nouns).get(found[2].lower())
    size = len(scene.world.categories[category or 0].values)
    if found[1].lower() not in ("remaining", "other", "last", "final") and nth(found[1].lower()) != size:
        return False
    if category is None and found.re is _IS_REMAINING and is_agent(found[2].lower()):
        return scene.world.place is None or scene.world.categories[scene.world.place].axis not in (
            "rank",
            "time",
            "queue",
        )
    if category == scene.world.place and category is not None:
        return bool(re.search(r"\b(?:called|named)\b", sentence)) and found[2].lower() not in IS_STEP
    return category is not None


_OWN_NAME = re.compile(
    r"\b(?:no|not|none|nobody|never|neither|nobody's|differs?|wrong)\b[^.?!]{0,80}\bnames?\b|"
    r"\bnames?\b[^.?!]{0,60}\b(?:not|never|differs?)\b",
    re.IGNORECASE,
)


def _namesakes(scene: Scene, text: str) -> Iterator[Said]:
    """Read "nobody has the trade that his name says": values that are spelt alike do not go together."""
    world = scene.world
    spelt = [
        (value, _bare(world.categories[value.category].values[value.number]))
        for c in range(len(world.categories))
        for value in world.values(c)
    ]
    pairs = [
        (one, other) for (one, a), (other, b) in combinations(spelt, 2) if a == b and one.category != other.category
    ]
    found = _OWN_NAME.search(text)
    sentence = found[0] if found else ""
    if sentence and len(pairs) > 1:
        stated = every(denied(world.same(one, other)) for one, other in pairs)
        yield Said(sentence, (Meaning(stated, "nobody goes with what has the same name"),))


def _bare(value: str) -> str:
    return stem(value.lower().split(" ")[-1].removesuffix("s").removesuffix("man"))


def _is_description(found: Sequence[Token], place: int | None) -> bool:
    """Whether a sentence tells nothing of the world: it names fewer than two things."""
    named = sum(token.kind == "MENTION" for token in found)
    if named and all(value.category == place for token in found for value in token.values):
        return True
    if named < 2 and any(token.kind == "WORD" for token in found):
        return not any(
            token.kind in _TELLING and token.kind not in ("NOT", "WITHOUT", "NOBODY", "NEITHER") for token in found
        )
    sorts = {value.category for token in found for value in token.values}
    if named > 2 and len(sorts) == 1 and not any(token.kind in _TELLING for token in found):
        return not any(token.kind == "WORD" for token in found[2:])  # a list of values
    return named == 0 or (named < 2 and not any(token.kind in _TELLING for token in found))


def _meanings(found: Sequence[Token], rows: Rows, memory: Memory) -> tuple[tuple[Meaning, ...], bool]:
    """What a sentence may say, and whether all of it was read, be it that it says nothing."""
    clear = True
    meanings: dict[Statement, Meaning] = {}
    after: Memory | None = None
    for choices in _choices(found, rows):
        used = replace(memory)
        try:
            read = sentence_read(found, rows, used, choices)
        except NotReadError:
            read, clear = [], False
        if read:
            meaning = _meaning(read)
            meanings.setdefault(meaning.statement, meaning)
        after = after or used
    if after is not None and after.subject is not None:
        memory.subject, memory.other, memory.done = after.subject, after.other, after.done
    return tuple(meanings.values()), clear


def _choices(found: Sequence[Token], rows: Rows) -> Iterator[Choices]:
    """How to settle what a sentence leaves open, the likeliest first."""
    sorts = {value.category for token in found for value in (*token.values, *token.other)}
    if rows.people not in sorts or not sorts & rows.trades:
        yield from _ways(found)
        return
    apart = any(token.kind == "PREP" and token.text in _WITH_OTHERS for token in found)
    for strangers in (apart, not apart):
        yield from (replace(each, strangers=strangers) for each in _ways(found))


_WITH_OTHERS = frozenset({"from", "with", "for", "to", "in", "at"})


def _ways(found: Sequence[Token]) -> Iterator[Choices]:
    relative = any(token.kind == "WHO" for token in found)
    several = any(token.other for token in found)
    for pick in range(1 + several):
        yield Choices(nearest=relative, pick=pick)
        if any(token.kind == "COMPARE" and "follow" in token.text for token in found):
            yield Choices(nearest=relative, pick=pick, close=True)
        if relative:
            yield Choices(nearest=False, pick=pick)


def _meaning(read: Sequence[Read]) -> Meaning:
    return Meaning(every(each.statement for each in read), "; ".join(each.told for each in read))
