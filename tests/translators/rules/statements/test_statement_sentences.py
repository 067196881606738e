"""Sentences about knights, knaves and ages, against what they mean in every possible world."""

from collections.abc import Callable
from itertools import product

import pytest

from solvent.translators.emit.language import AllOf, AnyOf, Comparison, Constraint, Var
from solvent.translators.rules.statements.language import Statement, constraint, every, fact, leaves_open
from solvent.translators.rules.statements.nouns import Group, Noun, Predicate, Things
from solvent.translators.rules.statements.parsing import Parser, either, mapped, word
from solvent.translators.rules.statements.sentences import Grammar, relation

NAMES = {"Ann": 0, "Bo": 1, "Cy": 2}
THINGS = Things(NAMES, "islanders?|persons?|people", speaker=0)
World = tuple[tuple[bool, ...], tuple[int, ...]]  # who is a knight; the ages
WORLDS: tuple[World, ...] = tuple(product(product((False, True), repeat=3), product((1, 2, 3), repeat=3)))


def kind(thing: int) -> Var:
    return Var("kind", (thing,))


def predicates(noun: Parser[Noun]) -> Parser[Predicate]:
    def is_kind(value: int) -> Predicate:
        return lambda thing: fact(kind(thing), "==", value)

    older, _ = relation(
        THINGS, word("older than"), lambda one, other: fact(Var("age", (one,)), ">", Var("age", (other,))), noun
    )
    return either(older, word("an? knight|knights", is_kind(1)), word("an? knave|knaves|liars", is_kind(0)))


def groups(_: Parser[Noun]) -> Parser[Group]:
    def same(group: tuple[int, ...]) -> Statement:
        return every(fact(kind(one), "==", kind(group[0])) for one in group[1:])

    return mapped(word("of the same kind"), lambda _: same)


def holds(stated: Constraint, world: World) -> bool:
    def value(term: object) -> int:
        if isinstance(term, Var):
            return int(world[term.array == "age"][term.index[0]])
        assert isinstance(term, int)
        return term

    match stated:
        case AllOf(parts):
            return all(holds(part, world) for part in parts)
        case AnyOf(parts):
            return any(holds(part, world) for part in parts)
        case Comparison(left, op, right):
            one, other = value(left), value(right)
            return {
                "==": one == other,
                "!=": one != other,
                "<": one < other,
                ">": one > other,
                "<=": one <= other,
                ">=": one >= other,
            }[op]
    raise AssertionError(stated)


def meanings(sentence: str) -> list[Statement]:
    return Grammar(THINGS, predicates, groups).read(sentence)


MEANT: list[tuple[str, Callable[[tuple[bool, ...], tuple[int, ...]], bool]]] = [
    ("We are both knaves.", lambda k, _: not any(k)),
    ("I'm a knave or Bo is a knight", lambda k, _: not k[0] or k[1]),
    ("Neither Bo nor Cy is a knave.", lambda k, _: k[1] and k[2]),
    ("Exactly two of us three are knights", lambda k, _: sum(k) == 2),
    ("At least one of Bo and Cy is a knave", lambda k, _: not (k[1] and k[2])),
    ("Not fewer than two of us are knights", lambda k, _: sum(k) >= 2),
    ("Not all of us are knights", lambda k, _: not all(k)),
    ("No islander is a knight", lambda k, _: not any(k)),
    ("If Bo is a knight, then Cy is a knave", lambda k, _: not k[1] or not k[2]),
    ("Bo is a knight if and only if Cy isn't a knight", lambda k, _: k[1] != k[2]),
    ("Cy is a knave unless Bo is a knight", lambda k, _: not k[2] or k[1]),
    ("Bo and Cy are of the same kind", lambda k, _: k[1] == k[2]),
    ("Bo and Cy are not of the same kind", lambda k, _: k[1] != k[2]),
    ("Bo and Cy are not both knights", lambda k, _: not (k[1] and k[2])),
    ("Only Bo is a knight", lambda k, _: k == (False, True, False)),
    ("Ann is a knave, and so is Bo", lambda k, _: not k[0] and not k[1]),
    ("Ann is a knight but Bo isn't", lambda k, _: k[0] and not k[1]),
    ("Ann is older than Bo but not older than Cy", lambda _, a: a[1] < a[0] <= a[2]),
    ("Bo isn't older than Ann or Cy", lambda _, a: a[1] <= a[0] and a[1] <= a[2]),
    ("Bo is older than everyone else", lambda _, a: a[1] > a[0] and a[1] > a[2]),
    ("Bo is neither a knight nor older than Cy", lambda k, a: not k[1] and a[1] <= a[2]),
    (
        "Whoever is older than Bo is a knave",
        lambda k, a: any(a[x] > a[1] for x in range(3)) and not any(a[x] > a[1] and k[x] for x in range(3)),
    ),
    ("Bo cannot be a knight", lambda k, _: not k[1]),
    ("Bo must be a knight", lambda k, _: k[1]),
    ("It is not true that Bo and Cy are knights", lambda k, _: not (k[1] and k[2])),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "meant"), MEANT, ids=[sentence for sentence, _ in MEANT])
def test_a_sentence_holds_where_its_meaning_does(
    sentence: str, meant: Callable[[tuple[bool, ...], tuple[int, ...]], bool]
) -> None:
    (read,) = meanings(sentence)
    said, denied = constraint(read), constraint(read, holds=False)
    assert [holds(said, world) for world in WORLDS] == [meant(*world) for world in WORLDS]
    assert [holds(denied, world) for world in WORLDS] == [not meant(*world) for world in WORLDS]


@pytest.mark.parametrize(
    "sentence",
    [
        "Everyone is not a knight",  # nobody is, or not everybody
        "Ann is a knight and Bo is a knave or Cy is a knave",
        "Ann is perhaps a knight",
        "Ann could be a knight",
        "Ann can be a knight",
        "Ann would be a knight",
        "Ann is a knight and",
        "Dee is a knight",
        "Ann is older than",
        "Four of us are knights",
    ],
)
def test_a_sentence_with_two_meanings_or_none_is_not_read(sentence: str) -> None:
    assert meanings(sentence) == []


def test_a_count_or_either_without_exactly_is_left_open() -> None:
    (two,) = meanings("Two of us are knaves")
    (one,) = meanings("Either Ann is a knight or Bo is")
    for read, least, exact in ((two, 4, 3), (one, 6, 4)):
        assert leaves_open(read)
        knights = [(kinds, (1, 1, 1)) for kinds in product((False, True), repeat=3)]
        assert sum(holds(constraint(read), world) for world in knights) == least
        assert sum(holds(constraint(read, exclusive=True), world) for world in knights) == exact
