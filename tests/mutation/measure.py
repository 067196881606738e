"""Judges a solver's answer to a mutant."""

from dataclasses import dataclass

import truth


@dataclass(frozen=True)
class Verdict:
    """The verdict on the answer to a mutant.

    `wrong`: it was verified, but the text does not have that answer under any defensible reading; `right`: the status
    and answer are those of the text (None if that cannot be known).
    """

    kind: str
    sub: str
    status: str
    wrong: bool
    right: bool | None
    known: bool
    text: str
    answer: object
    truth: object


def true_answers(base, worlds):
    """Up to two answers, in words, of all worlds together."""
    found = set()
    for world in worlds:
        found |= set(truth.answers(base.shape, world))
        if len(found) > 1:
            break
    return [base.rows(answer) for answer in sorted(found)[:2]]


def possible(mutant):
    """The answers of a mutant under each of its readings, in their order. Raises TooHardError."""
    readings = [mutant.worlds, *((reading,) for reading in mutant.others)]
    if any(part != truth.NOTHING for part in mutant.assumed):
        readings += [((*world, *mutant.assumed),) for reading in readings if len(reading) == 1 for world in reading]
    return [true_answers(mutant.base, reading) for reading in readings]


def verdict(mutant, answers, status, given):
    """Compare a status and an answer with the `possible` answers."""
    only = [found[0] for found in answers if len(found) == 1]
    fits = status == "verified" and any(mutant.base.is_answer(rows, given) for rows in only)
    expected = {0: "contradictory", 1: "verified", 2: "ambiguous"}[len(answers[0])]
    right = (fits or status == expected != "verified") if mutant.worlds else None
    return Verdict(
        mutant.kind, mutant.sub, status, status == "verified" and not fits, right, mutant.known, mutant.text, given,
        answers[0],
    )  # fmt: skip


async def asked(mutant, solve):
    """The verdict on a solver's answer to a mutant, or None if the true answers are too hard to find."""
    try:
        answers = possible(mutant)
    except truth.TooHardError:
        return None
    try:
        found = await solve(mutant.text)
    except Exception as error:  # noqa: BLE001 - a crash is a finding, and the run goes on
        return verdict(mutant, answers, f"error: {type(error).__name__}", None)
    return verdict(mutant, answers, str(found.status), found.answer)
