"""Steps that solve puzzles of numbers, in the words of those who solve them: naked single, hidden single, cage sum."""

from collections.abc import Sequence
from itertools import islice

from solvent.explanations.facts import Fact, Step
from solvent.explanations.layout import Layout, layout_of
from solvent.explanations.numbers.board import Rules, State
from solvent.explanations.subject import Subject
from solvent.translators.rules.kinds.cryptarithm import Cryptarithm
from solvent.translators.rules.kinds.magic_square import MagicSquare
from solvent.translators.rules.kinds.queens import Queens
from solvent.translators.rules.kinds.sudoku import Sudoku

__all__ = ["steps_of"]


def steps_of(subject: Subject, known: Sequence[Fact] = (), most: int | None = None) -> list[Step] | None:
    """The steps from the facts in `known` to all that follows; None if the puzzle is not one of these kinds.

    Without `most`, the givens are the first steps. With it there are at most so many steps, and the givens count as
    known. Of a contradictory puzzle only the clues in `conflict` are used, if there are any. If the puzzle and the
    known facts contradict each other, the last step derives nothing, and its text says so.

    Raises:
        LookupError: a known fact is about a place or a value that the answer cannot have.

    """
    from solvent.explanations.numbers.proving import Prover
    from solvent.explanations.numbers.stepping import given, moves, needed
    from solvent.explanations.numbers.telling import Teller

    rules = _rules(subject)
    if rules is None:
        return None
    if subject.conflict and subject.answer is None:
        rules = rules.only(subject.conflict)
    teller = Teller(rules, _layout(subject, rules))
    start = State.of(rules, map(teller.literal, known))
    with Prover(rules) as prover:
        if most is not None:
            for move in given(start, prover):
                if move.ends:
                    return list(teller.steps(start, [move]))
                start.apply(move)
            return list(teller.steps(start.copy(), islice(moves(start, prover, givens=False), most)))
        state = start.copy()
        found = list(moves(state, prover, givens=True))
    if len(state.ticks) == len(rules.cells) and not rules.whole:
        found = needed(found, rules, start)
    return list(teller.steps(start, found))


def _rules(subject: Subject) -> Rules | None:
    """The rules of a puzzle that the rules of the translator read."""
    from solvent.explanations.numbers import cryptarithm, magic_square, queens, sudoku

    payload = subject.puzzle.payload if subject.reading else None
    if isinstance(payload, Sudoku):
        return sudoku.rules_of(payload)
    if isinstance(payload, Cryptarithm) and not payload.asked:
        return cryptarithm.rules_of(payload)
    if isinstance(payload, MagicSquare):
        return magic_square.rules_of(payload)
    if isinstance(payload, Queens):
        return queens.rules_of(payload)
    return None


def _layout(subject: Subject, rules: Rules) -> Layout:
    """The layout of the answer, also where there is none."""
    if subject.layout.shape != "other" or "/" not in rules.places[0][1:]:
        return subject.layout
    last = rules.places[-1].split("/")[1:]
    return layout_of([[0] * (int(last[1]) + 1)] * (int(last[0]) + 1))
