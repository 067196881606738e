"""Pouring between vessels: what is found in the text, and the fewest moves."""

import pytest

from solvent.translators.rules.rough.pouring.reading import draft

TAP = """Granny stands at the pump with a {size}-pint kettle and a {other} pint pail, neither of them marked. She needs
exactly {wanted} pints for the jam. She may fill either, tip it out, or pour one into the other as far as it will go.
In how few moves is that possible? What is the smallest number of moves?"""
WINE = """Two cousins inherit twelve pints of cider, in a twelve-pint cask that is full. They also have a jar holding
eight pints and a little one that holds five, both empty. Nothing may be spilt; cider is only poured from vessel to
vessel until one is empty or the other full. What is the fewest number of pourings after which the cider is shared
equally?"""


def found(solve, text):
    reply = solve(text)
    assert reply.status in ("unverified", "failed")
    return reply


@pytest.mark.parametrize(("size", "other", "wanted", "moves"), [(5, 3, 4, 6), (7, 3, 5, 8), (9, 4, 6, 8)])
def test_fewest_moves_at_a_tap(solve, size, other, wanted, moves):
    reply = found(solve, TAP.format(size=size, other=other, wanted=wanted))
    assert (reply.status, reply.answer) == ("unverified", moves)
    assert "filled and emptied" in str([clue.guesses for clue in reply.puzzle.clues])


def test_fair_shares_without_a_tap(solve):
    assert found(solve, WINE).answer == 7


def test_an_amount_that_cannot_be_reached_has_no_answer(solve):
    assert found(solve, TAP.format(size=6, other=4, wanted=3)).status == "failed"


def test_other_texts_about_pouring_are_no_such_puzzle():
    assert (
        draft("Pour the milk over the oats and stir. What is the smallest number of steps for a good porridge?") is None
    )
