"""Measures how often a model that makes the same mistake in two programs would be `verified`.

    python tests/lies/slips.py --data DIR --seed 1 --n 1500

The rules read puzzles of the development sets in DIR, in the reading that gives the gold answer. Then one clue gets
another meaning, like a slip that a model makes in every program it writes, so that two programs agree. If that leaves
exactly one answer, and a wrong one, the slip could be detected only from the text.
"""

import argparse
import asyncio
import random
import sys
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from solvent import solvers
from solvent.benchmarks import load
from solvent.solvers import Fragment, Pool, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import rules
from solvent.translators.emit import emit
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Flag, Same, Some, Value, atoms, both
from solvent.translators.rules.kinds import grid
from solvent.translators.rules.kinds.support.grid_model import model

SETS = ("zebralogic", "lgp", "logicsolver")
FATES = ("wrong", "right", "several", "contradiction", "unknown")


@dataclass(frozen=True, eq=False)
class Read:
    """A puzzle as the rules read it: categories, the formula of each clue as (literal, implied), and the answer."""

    name: str
    categories: tuple
    clues: tuple
    answer: str

    def program(self, number=None, literal=None):
        """The program, with another literal meaning for one clue."""
        stated = [
            (each, both(literal if each == number else mine, *implied))
            for each, (mine, implied) in enumerate(self.clues, 1)
        ]
        return emit(model(self.categories, stated), "smtlib")


def main():
    """Read the puzzles, make the slips, solve the programs, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the development sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=1_500, help="number of slips that change what a clue means")
    wanted = parser.parse_args()
    found, puzzles = asyncio.run(measured(wanted.data, random.Random(wanted.seed), wanted.n))
    print(table(found))
    print(f"{puzzles} puzzles, {len(found)} slips, seed {wanted.seed}")


async def measured(data, rng, count):
    """The fates of `count` slips, as (kind, set, fate), and the number of puzzles that they were drawn from."""
    async with Pool(workers=1) as pool:
        known = {name: [each async for each in readable(data / name, name, pool)] for name in SETS}
        found, seen = [], set()
        while len(found) < count:
            puzzle = rng.choice(known[rng.choice([name for name in SETS if known[name]])])
            number = rng.randint(1, len(puzzle.clues))
            possible = slips(rng, puzzle, puzzle.clues[number - 1][0])
            if not possible:
                continue
            kind, slipped = rng.choice(possible)
            if (puzzle, number, slipped) in seen:
                continue
            seen.add((puzzle, number, slipped))
            if await _matters(pool, puzzle, number, slipped):
                found.append((kind, puzzle.name, await fate(pool, puzzle, number, slipped)))
                if len(found) % 250 == 0:
                    print(f"{len(found)} of {count}", file=sys.stderr)
    return found, sum(map(len, known.values()))


async def readable(path, name, pool):
    """The puzzles of a set for which the rules' reading gives the gold answer."""
    for case in load(name).load(path):
        try:
            puzzle = rules.decompose(case.text)
        except rules.PuzzleError:
            continue
        if puzzle.kind != grid.KIND or puzzle.conventions or not all(clue.understood for clue in puzzle.clues):
            continue
        meanings = [each.meaning for each in grid.interpretations(puzzle)]
        if any(isinstance(atom, Flag) for each in meanings for atom in atoms(both(each.literal, *each.implied))):
            continue
        for take in (lambda _: (), lambda meaning: meaning.implied):
            clues = tuple((each.literal, tuple(take(each))) for each in meanings)
            read = Read(name, grid.categories_of(puzzle), clues, "")
            outcome, proof = await solvers.run_then(read.program(), "second", pool=pool)
            unique = proof is not None and proof.status is Status.UNSATISFIABLE
            if unique and load(name).score(case, outcome.answer).strict:
                yield replace(read, answer=canonical(outcome.answer))
                break


async def _matters(pool, puzzle, number, slipped):
    """Whether the slip changes what the clue means, given what holds in every such puzzle."""
    mine, implied = puzzle.clues[number - 1]
    both_of_them = emit(model(puzzle.categories, [(1, both(mine, *implied)), (2, both(slipped, *implied))]), "smtlib")
    first, second = (part.code.removeprefix("(assert ").removesuffix(")") for part in both_of_them.fragments[-2:])
    differ = Fragment(clue=1, code=f"(assert (distinct {first} {second}))")
    asked = both_of_them.model_copy(update={"fragments": (*both_of_them.fragments[:-2], differ)})
    return (await solvers.run(asked, pool=pool)).status.solved


async def fate(pool, puzzle, number, slipped):
    """The result of two programs with the same slip: only a wrong answer, only the right one, several, or none."""
    outcome, proof = await solvers.run_then(puzzle.program(number, slipped), "second", pool=pool)
    if outcome.status is Status.UNSATISFIABLE:
        return "contradiction"
    if proof is not None and proof.status.solved:
        return "several"
    if proof is None or proof.status is not Status.UNSATISFIABLE:
        return "unknown"
    return "right" if canonical(outcome.answer) == puzzle.answer else "wrong"


# Slips: one meaning for another


def slips(rng, puzzle, meaning):
    """What a clue may be misread as by one slip, as (kind, meaning); one slip of each kind is drawn at random."""
    found = {}
    for kind, change in KINDS.items():
        places = [(at, changed) for at, part in _parts(meaning) for changed in change(puzzle, part)]
        if places:
            at, changed = rng.choice(places)
            found[kind] = _with(meaning, at, changed)
    return list(found.items())


def _parts(formula, at=()):
    """A formula and all its subformulas, each with its position."""
    yield at, formula
    if isinstance(formula, All | Some):
        for number, part in enumerate(formula.parts):
            yield from _parts(part, (*at, number))


def _with(formula, at, changed):
    if not at:
        return changed
    parts = list(formula.parts)
    parts[at[0]] = _with(parts[at[0]], at[1:], changed)
    return replace(formula, parts=tuple(parts))


def _swapped(_, part):
    """Left for right, before for after, more for less."""
    if isinstance(part, CompareQuantities) and part.relation in ("<", ">", "difference"):
        yield replace(part, left=part.right, right=part.left)


def _one_side(_, part):
    """Next to, read as directly to the left of: a distance with a direction added."""
    if isinstance(part, CompareQuantities) and part.relation == "distance":
        yield replace(part, relation="difference")
        yield replace(part, left=part.right, right=part.left, relation="difference")


def _off_by_one(puzzle, part):
    """A distance that is one step too long or too short."""
    if isinstance(part, CompareQuantities) and part.relation in ("difference", "distance", "not distance"):
        ordered = sorted(puzzle.categories[part.category].quantities)
        step = min(after - before for before, after in pairwise(ordered) if after > before)
        for amount in (abs(part.amount) + step, abs(part.amount) - step):
            if amount > 0:
                yield replace(part, amount=amount if part.amount >= 0 else -amount)


def _or_equal(_, part):
    """Less, read as at most."""
    if isinstance(part, CompareQuantities) and part.relation in ("<", ">"):
        yield Some((part, Same(part.left, part.right)))


def _no_amount(_, part):
    """Two more, read as more."""
    if isinstance(part, CompareQuantities) and part.relation == "difference" and part.amount:
        yield replace(part, relation=">" if part.amount > 0 else "<", amount=0)


def _other_value(puzzle, part):
    """Another value of the same category."""
    named = {Same: lambda: (part.left, part.right), CompareQuantities: lambda: (part.left, part.right),
             Differ: lambda: part.values}.get(type(part), tuple)()  # fmt: skip
    for value in named:
        for index in range(len(puzzle.categories[value.category].values)):
            other = Value(value.category, index)
            if other not in named:
                yield _substituted(part, value, other)


def _substituted(part, old, new):
    if isinstance(part, Differ):
        return Differ(tuple(new if value == old else value for value in part.values))
    return replace(part, left=new if part.left == old else part.left, right=new if part.right == old else part.right)


def _no_negation(_, part):
    """Not the same, read as the same."""
    if isinstance(part, Differ) and len(part.values) == 2:
        yield Same(*part.values)
    if isinstance(part, CompareQuantities) and part.relation == "not distance":
        yield replace(part, relation="distance")


def _all_or_some(_, part):
    """Either of two, read as both; one and the other, read as at least one of them."""
    if isinstance(part, Some) and not any(isinstance(inner, All) for inner in part.parts):
        yield All(part.parts)
    if isinstance(part, All) and any(isinstance(inner, Some) for inner in part.parts):
        ways = [inner for inner in part.parts if isinstance(inner, Some)]
        yield Some(tuple(atom for way in ways for atom in atoms(way)))


def _dropped(_, part):
    """A clause dropped: one of a conjunction, one alternative, or one of several values that are all different."""
    if isinstance(part, All | Some) and len(part.parts) > 1:
        for number in range(len(part.parts)):
            rest = part.parts[:number] + part.parts[number + 1 :]
            yield rest[0] if len(rest) == 1 else replace(part, parts=rest)
    if isinstance(part, Differ) and len(part.values) > 2:
        for number in range(len(part.values)):
            yield Differ(part.values[:number] + part.values[number + 1 :])


KINDS = {
    "left for right, before for after": _swapped,
    "next to, as directly left of": _one_side,
    "a distance off by one": _off_by_one,
    "less, as at most": _or_equal,
    "two more, as more": _no_amount,
    "another value": _other_value,
    "a negation lost": _no_negation,
    "either-or, as both or some": _all_or_some,
    "a clause dropped": _dropped,
}


def table(found):
    """The fates of slips, by kind and by set; the share is that of slips with only a wrong answer."""
    lines = [f"{'':34}{'n':>6}" + "".join(f"{fate:>15}" for fate in FATES) + f"{'wrong':>9}"]
    for kind in [*KINDS, *SETS, "all"]:
        mine = Counter(fate for each, name, fate in found if kind in (each, name, "all"))
        if mine:
            count = sum(mine.values())
            cells = "".join(f"{mine[fate]:15}" for fate in FATES)
            lines.append(f"{kind:34}{count:6}{cells}{100 * mine['wrong'] / count:7.1f} %")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
