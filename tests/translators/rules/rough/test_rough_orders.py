"""Orders whose things stand only in the clues, and which are told in idioms."""

from typing import Any

import pytest

from solvent.solvers import Pool, run_then
from solvent.translators.emit import emit
from solvent.translators.rules.rough import drafts
from solvent.translators.rules.rough.relations.sentences.rewording import reworded

CAKES = (
    "Cake contest, no ties! Ada's cake cost more than Ben's. Cora's was not as dear as Ben's. Dirk's cake was the "
    "cheapest. Rank the bakers, dearest cake first."
)
PARADE = (
    "I watched the parade from my balcony. The drummers marched directly behind the fire engine. The acrobats came "
    "before the fire engine, and the mayor brought up the rear. What was the order of the parade, first to last?"
)
NURSES = (
    "Mon to Thu, one nurse a night: Kay, Lee, Moe, Nan. Lee took over from Nan. Moe has the Thursday. Kay doesn't "
    "work on Monday. On which night does each nurse work?"
)
TEXTS: tuple[tuple[str, Any], ...] = (
    (CAKES, ["Ada", "Ben", "Cora", "Dirk"]),
    (PARADE, ["acrobats", "fire engine", "drummers", "mayor"]),
    (NURSES, {"Kay": "Wednesday", "Lee": "Tuesday", "Moe": "Thursday", "Nan": "Monday"}),
)


@pytest.mark.parametrize(("text", "answer"), TEXTS)
async def test_one_draft_has_the_answer(text: str, answer: object) -> None:
    found = []
    async with Pool(workers=1) as pool:
        for read in drafts(text):
            first, other = await run_then(emit(read.model(read.choices()[0]), "smtlib"), "second", pool=pool)
            found += [first.answer] if other is not None and other.answer is None else []
    assert found[:1] == [answer]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Ann is not as tall as Bo", "Ann is shorter than Bo"),
        ("Ann is taller than nobody", "Ann is the shortest of all"),
        ("Ann took over from Bo", "Ann was immediately after Bo"),
        ("By the time Ann arrived, Bo had already left", "Bo was before Ann"),
        ("Only one is older than Ann, and that is not Bo", "Only one is older than Ann; Bo is not older than Ann"),
    ],
)
def test_idioms(said: str, plain: str) -> None:
    assert reworded(said) == plain
