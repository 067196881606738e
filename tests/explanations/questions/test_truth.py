"""What is true of an answer, found without a solver: the same as what the solver says of it."""

import pytest

from solvent.explanations.questions.claims import Claim, GridTheory
from solvent.explanations.questions.truth import holds
from solvent.translators import rules
from solvent.translators.rules.kinds.grid import categories_of, further, stated

TEXT = """Four bicycles were sold, each for a different price, in a different year.
bicycle: Comet, Heron, Lark, Swift
price: $100, $150, $200, $300
year: 1970, 1971, 1973, 1976

Clues:
1. The Comet was built in 1971.
"""
ANSWER = [
    {"bicycle": "Comet", "price": "$150", "year": "1971"},
    {"bicycle": "Heron", "price": "$300", "year": "1970"},
    {"bicycle": "Lark", "price": "$100", "year": "1976"},
    {"bicycle": "Swift", "price": "$200", "year": "1973"},
]
TRUE = [
    "The Heron sold for $300.",
    "The Swift sold for $50 more than the Comet.",
    "The Comet sold for less than the Swift.",
    "The Lark was built 3 years after the Swift.",
    "Either the Lark or the Heron was built in 1976.",
    "The Comet is neither the one that sold for $100 nor the one built in 1973.",
    "The Lark did not sell for $300.",
]
FALSE = [
    "The Heron sold for $200.",
    "The Swift sold for $100 more than the Comet.",
    "The Comet was built after the Swift.",
    "Either the Lark or the Swift was built in 1970.",
    "The Lark did not sell for $100.",
]


@pytest.mark.parametrize(("said", "true"), [*((said, True) for said in TRUE), *((said, False) for said in FALSE)])
def test_truth_is_what_the_solver_says(said, true, in_pool):
    puzzle = rules.decompose(TEXT)
    formula = further(puzzle).further(said).meaning.literal
    assert holds(formula, ANSWER, categories_of(puzzle)) is true

    async def allowed(pool):
        theory = GridTheory(puzzle, "smtlib", tuple(stated(puzzle, "literal")), 0, pool)
        here = [further(puzzle).further(f"The {row['bicycle']} {verb}").meaning.literal for row in ANSWER
                for verb in (f"sold for {row['price']}.", f"was built in {row['year']}.")]  # fmt: skip
        return await theory.possible(Claim(said, formula), *(Claim("", each) for each in here))

    assert in_pool(allowed).status.solved is true


def test_an_answer_of_another_puzzle():
    puzzle = rules.decompose(TEXT)
    formula = further(puzzle).further("The Heron sold for $300.").meaning.literal
    with pytest.raises(LookupError, match=r"in 0 rows"):
        holds(formula, ANSWER[:1], categories_of(puzzle))
