"""Sentences in free words over a scene: each says what a person would take it to say, checked by brute force."""

from collections.abc import Callable
from itertools import permutations

import pytest

from solvent.solvers import Pool, run_then
from solvent.translators.emit import emit
from solvent.translators.emit.language import AllDifferent, AllOf, AnyOf, Apart, Comparison, Sum, Var
from solvent.translators.rules.rough.relations.drafting import draft
from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.sentences import told
from solvent.translators.rules.rough.relations.wording import nouns, phrases
from solvent.translators.rules.rough.world import Category, World
from solvent.translators.rules.statements.language import constraint

HOUSES = Category("house", ("1", "2", "3", "4"), amounts=(1, 2, 3, 4), axis="left")
WORLD = World(
    (Category("name", ("Ann", "Bo", "Cy", "Dee")), Category("pet", ("cat", "dog", "hen", "owl")), HOUSES), place=2
)
AGES = World(
    (Category("name", ("Ann", "Bo", "Cy")), Category("age", ("7", "8", "14"), amounts=(7, 8, 14), axis="age")), place=1
)
Places = dict[str, int]


def _value(term: object, values: dict[Var, int]) -> int:
    if isinstance(term, Sum):
        return sum(_value(part, values) for part in term.parts)
    return values[term] if isinstance(term, Var) else int(str(term))


def _holds(stated: object, values: dict[Var, int]) -> bool:
    match stated:
        case AllOf(parts):
            return all(_holds(part, values) for part in parts)
        case AnyOf(parts):
            return any(_holds(part, values) for part in parts)
        case AllDifferent(parts):
            return len({_value(part, values) for part in parts}) == len(parts)
        case Apart(left, right, amount, holds):
            return (abs(_value(left, values) - _value(right, values)) == amount) == holds
        case Comparison(left, op, right):
            one, other = _value(left, values), _value(right, values)
            return {
                "==": one == other,
                "!=": one != other,
                "<": one < other,
                "<=": one <= other,
                ">": one > other,
                ">=": one >= other,
            }[op]
    raise AssertionError(stated)


def _check(world: World, text: str, meant: Callable[[Places], bool]) -> None:
    sentences = tuple(f"{each}." for each in text.removesuffix(".").split(". "))
    named = nouns((each.name, number) for number, each in enumerate(world.categories))
    found = told(Scene(world, phrases(world), named, sentences, ""), text)
    assert not found.lost
    stated = [constraint(each.meanings[0].statement, exclusive=True) for each in found.said if each.meanings]
    free = [number for number in range(len(world.categories)) if number != world.fixed]
    size = range(1, world.rows + 1)
    assert stated
    for rows in permutations(size):
        for others in permutations(size) if len(free) > 1 else [rows]:
            values = {
                Var(f"c{number}", (at,)): row
                for number, some in zip(free, (rows, others), strict=False)
                for at, row in enumerate(some)
            }
            places = {
                world.categories[number].values[at]: values[Var(f"c{number}", (at,))]
                for number in free
                for at in range(world.rows)
            }
            assert all(_holds(each, values) for each in stated) == meant(places), (text, places)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ann dotes on her cat", lambda at: at["Ann"] == at["cat"]),
        ("The hen's keeper can't be Bo, nor can it be Cy", lambda at: at["hen"] not in (at["Bo"], at["Cy"])),
        ("Neither Ann nor Dee looks after the owl", lambda at: at["owl"] not in (at["Ann"], at["Dee"])),
        ("The dog belongs to either Ann or Bo", lambda at: at["dog"] in (at["Ann"], at["Bo"])),
        (
            "Ann, who feeds the cat, lives right next to Bo",
            lambda at: at["Ann"] == at["cat"] and abs(at["Ann"] - at["Bo"]) == 1,
        ),
        (
            "Next to the cat lives Bo, and he has no owl",
            lambda at: abs(at["cat"] - at["Bo"]) == 1 and at["Bo"] != at["owl"],
        ),
        (
            "Ann is at one end of the row and the owl at the other",
            lambda at: at["Ann"] in (1, 4) and at["owl"] in (1, 4),
        ),
        ("There are two houses between Ann and the dog", lambda at: abs(at["Ann"] - at["dog"]) == 3),
        ("Cy lives somewhere to the left of the hen, but not in the first house", lambda at: 1 < at["Cy"] < at["hen"]),
        ("The person directly to the right of Ann owns the dog", lambda at: at["dog"] == at["Ann"] + 1),
        ("Bo has the owl on his left", lambda at: at["owl"] == at["Bo"] - 1),
        ("If Ann has the cat, then Bo lives in house 2", lambda at: at["Ann"] != at["cat"] or at["Bo"] == 2),
        ("Cy lives between Ann and Bo", lambda at: min(at["Ann"], at["Bo"]) < at["Cy"] < max(at["Ann"], at["Bo"])),
        ("Ann doesn't have the cat, and neither does Bo", lambda at: at["cat"] not in (at["Ann"], at["Bo"])),
        (
            "Of Ann and Bo, one has the cat and the other lives in house 3",
            lambda at: (at["Ann"] == at["cat"] and at["Bo"] == 3) or (at["Bo"] == at["cat"] and at["Ann"] == 3),
        ),
        ("Ann has the dog. She lives two houses to the right of Cy", lambda at: at["Ann"] == at["dog"] == at["Cy"] + 2),
        ("Dee plays chess with the owl's owner", lambda at: at["Dee"] != at["owl"]),
        (
            "Cy is not next to the hen or the owl",
            lambda at: 1 not in (abs(at["Cy"] - at["hen"]), abs(at["Cy"] - at["owl"])),
        ),
        (
            "Ann and Bo have the cat and the dog, respectively",
            lambda at: at["Ann"] == at["cat"] and at["Bo"] == at["dog"],
        ),
        ("It isn't Dee who keeps the hen", lambda at: at["Dee"] != at["hen"]),
    ],
)
def test_a_sentence_means(text: str, meant: Callable[[Places], bool]) -> None:
    _check(WORLD, text, meant)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ann is a year younger than Bo", lambda at: (at["Ann"], at["Bo"]) == (1, 2)),
        ("Cy is twice as old as Ann", lambda at: (at["Ann"], at["Cy"]) == (1, 3)),
        ("Bo is older than Ann but isn't the eldest", lambda at: (at["Ann"], at["Bo"]) == (1, 2)),
        ("Exactly one of the children is younger than Cy", lambda at: at["Cy"] == 2),
        ("Ann is at least six years older than Bo", lambda at: at["Ann"] == 3),
    ],
)
def test_amounts_are_compared(text: str, meant: Callable[[Places], bool]) -> None:
    _check(AGES, text, meant)


def test_what_changes_the_meaning_is_never_skipped() -> None:
    scene = Scene(WORLD, phrases(WORLD), nouns(()), ("Ann might have the cat.", "Bo has a garden."), "")
    found = told(scene, "")
    assert found.lost == ("Ann might have the cat.",)
    assert not any(each.meanings for each in found.said)


async def test_whole_texts() -> None:
    read = draft(
        "The whole choir queued for buns: Ivo, Jana, Kees and Lou. Jana got hers straight after Lou. Kees, hungry as "
        "he was, came before Lou. Ivo was last. Who was second in the queue?"
    )
    assert read is not None
    async with Pool(workers=1) as pool:
        first, other = await run_then(emit(read.model(read.choices()[0]), "smtlib"), "second", pool=pool)
    assert (first.answer, other and other.answer) == ("Lou", None)
