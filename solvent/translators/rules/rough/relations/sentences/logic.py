"""Sentences of several clauses: if ... then, unless, one ... the other, respectively."""

from collections.abc import Sequence

from solvent.translators.rules.rough.relations.sentences.groups import BOUNDS, Group, group_at, is_mention
from solvent.translators.rules.rough.relations.sentences.parsing import Reading
from solvent.translators.rules.rough.relations.sentences.readings import (
    SOFT,
    Choices,
    Memory,
    NotReadError,
    Read,
)
from solvent.translators.rules.rough.relations.sentences.relations import Rows
from solvent.translators.rules.rough.relations.sentences.stating import Stating
from solvent.translators.rules.rough.relations.sentences.tokens import Token
from solvent.translators.rules.statements.language import Statement, alike, denied, every, implies, some

_CONDITIONS = ("IF", "ONLYIF", "IFF", "UNLESS")


def sentence_read(found: Sequence[Token], rows: Rows, memory: Memory, choices: Choices) -> list[Read]:
    """What a sentence says; raises NotReadError."""
    at = next((at for at, token in enumerate(found) if token.kind in _CONDITIONS), None)
    if at is not None:
        return [_conditional(found, at, rows, memory, choices)]
    if any(token.kind == "OTHERONE" for token in found) and (read := _one_and_other(found, rows, choices)):
        return [read]
    if (
        found
        and any(token.kind in ("RESPECTIVELY", "ANYORDER") for token in found[-3:])
        and (read := _listed(found, rows, choices))
    ):
        return [read]
    return _plain(found, rows, memory, choices)


def _plain(found: Sequence[Token], rows: Rows, memory: Memory, choices: Choices, *, later: bool = False) -> list[Read]:
    clause = Reading(Stating(rows), memory, choices, restarted=later)
    read = clause.read(found)
    memory.subject, memory.other, memory.done = clause.topic or memory.subject, clause.last, clause.done
    if any(token.kind == "HEDGE" and token.text not in SOFT for token in found) and not _counted(found):
        raise NotReadError
    return read


def _counted(found: Sequence[Token]) -> bool:
    return any(token.kind in ("NUM", "DIFF") for token in found)


def _conditional(found: Sequence[Token], at: int, rows: Rows, memory: Memory, choices: Choices) -> Read:
    kind = found[at].kind
    if any(is_mention(token) for token in found[:at]):
        then, condition = found[:at], found[at + 1 :]
        comma = next((here for here, token in enumerate(condition) if token.kind == "COMMA"), None)
        if comma is not None and not any(is_mention(token) for token in condition[:comma]):
            return _said([*then, *condition[comma:]], rows, memory, choices)  # "..., if you ask her, ..."
    else:
        stop = next((here for here, token in enumerate(found) if token.kind == "THEN"), None)
        if stop is None:
            commas = [here for here, token in enumerate(found) if token.kind == "COMMA" and here > at]
            if not commas:
                raise NotReadError
            stop = next((here for here in commas if sum(map(is_mention, found[here:])) >= 1), commas[0])
        condition, then = found[at + 1 : stop], found[stop + 1 :]
    if any(token.kind in _CONDITIONS for token in condition):
        raise NotReadError
    if not any(is_mention(token) for token in condition):  # "if you line them up by height"
        return _said(then, rows, memory, choices)
    first, second = (then, condition) if any(is_mention(token) for token in found[:at]) else (condition, then)
    one = _said(first, rows, memory, choices)
    other = _said(second, rows, memory, choices, later=True)
    if_part, then_part = (other, one) if first is then else (one, other)
    told = f"{kind.lower()} {if_part.told}: {then_part.told}"
    match kind:
        case "IFF":
            return Read(alike(if_part.statement, then_part.statement), told)
        case "ONLYIF":
            return Read(implies(then_part.statement, if_part.statement), told)
        case "UNLESS":
            return Read(some((if_part.statement, then_part.statement)), told)
    return Read(implies(if_part.statement, then_part.statement), told)


def _said(found: Sequence[Token], rows: Rows, memory: Memory, choices: Choices, *, later: bool = False) -> Read:
    read = _plain(found, rows, memory, choices, later=later)
    if not read:
        raise NotReadError
    return Read(every(each.statement for each in read), " and ".join(each.told for each in read))


def _one_and_other(found: Sequence[Token], rows: Rows, choices: Choices) -> Read | None:
    """Read "of Ann and Bo, one has the cat and the other is from Oslo"."""
    nouns = dict(rows.scene.nouns)
    first = next((at for at, token in enumerate(found) if is_mention(token)), None)
    if first is None:
        return None
    group, end = group_at(found, first, nouns, first=True, pick=choices.pick)
    other = next((at for at, token in enumerate(found) if token.kind == "OTHERONE"), 0)
    if len(group.items) != 2 or other < end:
        return None
    parts = _trimmed(found[end:other]), _trimmed(found[other + 1 :])
    ways: list[Statement] = []
    told = ""
    for one, two in ((0, 1), (1, 0)):
        reads = [_of(group.items[who], part, rows, choices) for who, part in zip((one, two), parts, strict=True)]
        ways.append(every(each.statement for each in reads))
        told = told or " and ".join(each.told for each in reads)
    return Read(some(ways), f"{told}, or the other way round")


def _trimmed(part: Sequence[Token]) -> Sequence[Token]:
    start, end = 0, len(part)
    while start < end and part[start].kind in (*BOUNDS, "ONE", "EITHER"):
        start += 1
    while end > start and part[end - 1].kind in BOUNDS:
        end -= 1
    return part[start:end]


def _of(who: tuple, part: Sequence[Token], rows: Rows, choices: Choices) -> Read:  # type: ignore[type-arg]
    return _said([Token("MENTION", "", who), *_gap(part)], rows, Memory(), choices)


def _gap(part: Sequence[Token]) -> Sequence[Token]:
    """A predicate; without a verb it says who has what."""
    return [Token("WORD", "is"), *part]


def _listed(found: Sequence[Token], rows: Rows, choices: Choices) -> Read | None:
    """Read "Ann and Bo have the cat and the dog, respectively": the first the first, the second the second."""
    nouns = dict(rows.scene.nouns)
    groups: list[Group] = []
    at = 0
    while at < len(found):
        if is_mention(found[at]):
            group, at = group_at(found, at, nouns, first=True, pick=choices.pick)
            groups.append(group)
        else:
            at += 1
    if (
        len(groups) != 2
        or len(groups[0].items) != len(groups[1].items)
        or any(token.kind == "NOT" for token in found[:-3])
    ):
        return None
    one, other = groups
    told = " and ".join(
        f"{rows.name(a[0])} goes with {rows.name(b[0])}" for a, b in zip(one.items, other.items, strict=True)
    )
    same = rows.world.same
    if any(token.kind == "ANYORDER" for token in found[-3:]):
        return Read(every(some(same(a[0], b[0]) for b in other.items) for a in one.items), f"{told}, in some order")
    return Read(every(same(a[0], b[0]) for a, b in zip(one.items, other.items, strict=True)), told)


__all__ = ["denied", "sentence_read"]
