"""Logic grids in free words, from the text to the only answer that its reading leaves."""

import asyncio
from typing import Any

import pytest

from solvent.solvers import Pool, run_then
from solvent.translators.emit import emit
from solvent.translators.rules.rough.relations.drafting import draft


def _answer(text: str) -> Any:
    """The answer of the first choice of meanings that leaves exactly one."""

    async def solved() -> Any:
        found = draft(text)
        assert found is not None
        assert not found.lost
        async with Pool() as pool:
            for chosen in found.choices():
                outcome, other = await run_then(emit(found.model(chosen), "smtlib"), "second", pool=pool)
                if outcome.status.solved and other is not None and not other.status.solved:
                    return outcome.answer
        return None

    return asyncio.run(solved())


TRADES = (
    "Abe, Bea, Cal and Dot went to one school. One became a dentist, one a plumber, one a farmer and one a pilot.\n"
    "Abe buys his eggs from the farmer. The plumber mended a pipe in Bea's flat; Abe has never met the plumber. "
    "Cal sneezes at hay, so farming was out for him. Dot rents her barn to the farmer and plays chess with the "
    "dentist. Neither the pilot's plane nor the dentist's drill would suit Dot. Cal is not the pilot.\nWho does what?"
)
CLUBS = (
    "Each of five cousins joined another club: chess, choir, judo, robotics or drama. The girls are Eva and Fay, the "
    "boys Gus, Hal and Ike. Neither Gus nor Eva chose choir or chess. Hal does judo. Ike hates stages, so choir and "
    "drama were out for him. The robotics club was picked by a girl. Which club does Fay go to?"
)
SLASHES = (
    "Ann, Ben, Cas = one bun each, plum / rye / nut, nobody the same. drinks also all different: tea, milk, water. "
    "The rye bun came with water. Ann had neither nut nor rye. Ben did not have milk. And there was no tea with the "
    "nut bun. What drink did Cas have?"
)
BOOKS = (
    "Three readers (Gil, Hal and Ida) each borrowed one book. The books were a cookery book, a biography and a volume "
    "of verse; the covers were red, blue and grey. Hal's book isn't grey. Gil has a red volume. The cookery book is "
    "grey. Gil did not choose the verse. Who has the verse?"
)
WRAPPED = (
    "I have gifts for Una, Viv and Wes, and wrapped them in foil, gold paper and a sack. Una is getting the kettle. "
    "The gloves are not for Wes and are not in foil. The puzzle was too bulky for anything except the sack. What is in "
    "the foil?"
)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (TRADES, {"Abe": "pilot", "Bea": "farmer", "Cal": "dentist", "Dot": "plumber"}),
        (CLUBS, "choir"),
        (SLASHES, "milk"),
        (BOOKS, "Hal"),
        (WRAPPED, "kettle"),
    ],
)
def test_the_only_answer(text: str, answer: Any) -> None:
    assert _answer(text) == answer
