"""Counts the solutions of a puzzle whose domain is too large for a traversal, by a program for a solver, with a bound.

The program is compared with the verifier first: their solutions, and, of arrangements that the background allows, each
clue with its predicate.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from solvent import solvers
from solvent.agents.state import Usage
from solvent.benchmarks.formulation.author import Author, Formulation, Stated, Tried, Verification
from solvent.benchmarks.formulation.comparing import LIMITS, Broken, allowed_by, verdict
from solvent.benchmarks.verifiers.counter import neighbours
from solvent.benchmarks.verifiers.literals import from_json, read_literal, write_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle, Space
from solvent.benchmarks.verifiers.verifier import judge
from solvent.solvers import Limits, Pool, Program, load

MOST = 10_000  # solutions that are counted, if there is time
_DOUBTED = 200  # arrangements that are counted where the author says how many there are
_NEAR = 24  # arrangements near solutions that the program and the verifier are asked about
_TRIES = 2  # programs, of which the second is told what is wrong with the first
_COUNTING = Limits(seconds=30, memory_mb=4096)
_OF_DOMAIN = Limits(seconds=10)  # only small ones are counted to their end


@dataclass(frozen=True)
class Counted:
    """A puzzle with program, counts and solutions, and arrangements that are `wrong`; or None, and the `problem`."""

    puzzle: OpenPuzzle | None = None
    wrong: tuple[tuple[str, Broken], ...] = field(default=(), repr=False)
    problem: str = ""

    @property
    def large(self) -> bool:
        """Whether the domain was too large to be counted to its end."""
        space = self.puzzle.space if self.puzzle else None
        return space is not None and (space.total is None or space.told)

    @property
    def told(self) -> str:
        """What the author of a traversal that did not end is told."""
        if self.puzzle is None or self.puzzle.space is None:
            return f"and the program for a solver cannot be used: {self.problem}"
        return f"there are only {self.puzzle.space.total} arrangements"


async def ask_for_program(author: Author, puzzle: OpenPuzzle, pool: Pool) -> tuple[Counted, Usage]:
    """Have an author write a program for a puzzle, in a few tries, and count by it; say what that cost, too."""
    stated = Formulation(lang=puzzle.lang, background=puzzle.background, constraints=puzzle.constraints)
    verified = Verification(format=puzzle.format, example=puzzle.example, code=puzzle.code)
    spent, before, counted = Usage(), None, Counted()
    for number in range(1, _TRIES + 1):
        draft = await author.program(stated, verified, before)
        spent += draft.usage
        counted = Counted(problem=draft.detail or draft.reason)
        if draft.found is not None:
            counted = await count_by_program(puzzle, draft.found, pool)
        if counted.puzzle is not None or not draft.reply:
            break
        before = Tried(number, draft.reply, counted.problem)
    return counted, spent


async def count_by_program(puzzle: OpenPuzzle, stated: Stated, pool: Pool, like: Space | None = None) -> Counted:
    """Compare a program with the puzzle's verifier, then count by it; `like` are counts with the same background."""
    program, wanted = stated.program, tuple(range(1, len(puzzle.constraints) + 1))
    if program.clues != wanted:
        return Counted(problem=f"the program has constraints for clues {program.clues}, but there are {wanted}")
    if program.objectives:
        return Counted(problem="the program has an objective, but the puzzle asks for any arrangement")
    problem, solutions, answer = await _solutions(puzzle, program, pool)
    wrong: tuple[tuple[str, Broken], ...] = ()
    if not problem:
        problem, wrong = await _clue_by_clue(puzzle, program, pool)
    if not problem:
        problem, alone = await _each_alone(puzzle, program, answer, pool)
        wrong = (*wrong, *alone)
    if problem:
        return Counted(problem=problem)
    space = await _space(stated, pool, like)
    if space.valid == space.total:
        return Counted(problem="every arrangement that the background allows satisfies all constraints")
    code = load(program.framework).render(program)
    known = {"space": space, "solutions": solutions, "program": {"framework": program.framework, "code": code}}
    return Counted(puzzle.model_copy(update=known), wrong)


async def _solutions(puzzle: OpenPuzzle, program: Program, pool: Pool) -> tuple[str, tuple[str, ...], Any]:
    """Some solutions of the program, as literals, or what is wrong with them; and its first answer."""
    first, more = await solvers.run_on(program, ["others"], pool=pool, limits=LIMITS)
    if not first.status.solved:
        return f"the program gives no answer: {first.status}: {first.message}", (), None
    others = more.get("others")
    answers = [first.answer, *(others.answer if others is not None and others.status.solved else ())]
    example = read_literal(puzzle.example)
    found = [from_json(answer, example) for answer in answers]
    for each, said in zip(found, await judge(puzzle.code, found, pool=pool), strict=True):
        if not said.right:
            return f"the program allows {write_literal(each)}, but the verifier says: {verdict(said)}", (), None
    texts = [write_literal(each) for each in found]
    twice = next((text for text in texts if texts.count(text) > 1), "")
    if twice:
        return (
            f"several answers of the program are one arrangement, {twice}: list the items of a set in order",
            (),
            None,
        )
    return await _nearby(puzzle, program, found, answers, pool), tuple(texts), first.answer


async def _nearby(
    puzzle: OpenPuzzle, program: Program, solutions: Sequence[Any], answers: Sequence[Any], pool: Pool
) -> str:
    """What the program makes of the example, and of arrangements near solutions, if that is wrong.

    They show a background that excludes too much, which its own answers cannot show.
    """
    example = read_literal(puzzle.example)
    near = {write_literal(each): each for solution in solutions for each in islice(neighbours(solution), _NEAR)}
    drawn = random.Random(0).sample(sorted(near), min(_NEAR, len(near)))  # noqa: S311  # a sample, no secret
    values = [example, *(near[text] for text in drawn)]
    said = await judge(puzzle.code, values, pool=pool)
    known = {write_literal(value): each for value, each in zip(values, said, strict=True) if each.form}
    texts = list(known)
    fits = await allowed_by(background(program), texts, answers, example, pool)
    allowed = await allowed_by(program, texts, answers, example, pool)
    for text, fit, right in zip(texts, fits, allowed, strict=True):
        if fit is False:
            return f"without its clues, the program excludes {text}, which inputs_check accepts"
        if right is not None and right is not known[text].right:
            side = "allows" if right else "excludes"
            return f"the program {side} {text}, of which the verifier says: {verdict(known[text])}"
    return ""


async def _clue_by_clue(puzzle: OpenPuzzle, program: Program, pool: Pool) -> tuple[str, tuple[tuple[str, Broken], ...]]:
    """Arrangements that the background allows and clues exclude, or where a clue and its predicate differ."""
    outcome = await solvers.samples(program, pool=pool, limits=LIMITS)
    samples = outcome.answer if outcome.status.solved else []
    if not samples:
        return "nothing is known of what the program's background allows", ()
    found = [from_json(each["answer"], read_literal(puzzle.example)) for each in samples]
    wrong: list[tuple[str, Broken]] = []
    for value, sample, said in zip(found, samples, await judge(puzzle.code, found, pool=pool), strict=True):
        text = write_literal(value)
        if not said.form or said.problem:
            return f"without its clues, the program allows {text}, of which the verifier says: {verdict(said)}", ()
        for clue, allowed in sample["clues"].items():
            if allowed is not None and allowed is (int(clue) in said.broken):
                sides = ("allows", "breaks") if allowed else ("excludes", "satisfies")
                return f"clue {clue} of the program {sides[0]} {text}, which {sides[1]} constraint {clue}", ()
        if said.broken:
            wrong.append((text, said.broken))
    return "", tuple(dict(wrong).items())


async def _each_alone(
    puzzle: OpenPuzzle, program: Program, answer: Any, pool: Pool
) -> tuple[str, tuple[tuple[str, Broken], ...]]:
    """For each clue an arrangement that breaks it alone, if one is found, or where the verifier says otherwise."""
    outcome = await solvers.without(program, answer, pool=pool, limits=_COUNTING)
    given = outcome.answer if outcome.status.solved and isinstance(outcome.answer, dict) else {}
    example = read_literal(puzzle.example)
    found = {int(clue): from_json(other, example) for clue, other in given.items() if other is not None}
    said = await judge(puzzle.code, list(found.values()), pool=pool)
    for (clue, value), each in zip(found.items(), said, strict=True):
        if not each.form or each.broken != (clue,):
            text = write_literal(value)
            return f"clue {clue} of the program alone excludes {text}, of which the verifier says: {verdict(each)}", ()
    return "", tuple((write_literal(value), (clue,)) for clue, value in found.items())


async def _space(stated: Stated, pool: Pool, like: Space | None) -> Space:
    """The counts, as far as they are known; the author's total counts if it agrees with what was counted."""
    valid = await solvers.count(stated.program, most=MOST, pool=pool, limits=_COUNTING)
    number, exact = int(valid.answer or 0), valid.status.solved
    if like is not None:
        return like.model_copy(update={"valid": number, "exact": exact})
    most = MOST if stated.total is None else _DOUBTED
    total = await solvers.count(background(stated.program), most=most, pool=pool, limits=_OF_DOMAIN)
    if total.status.solved:
        return Space(valid=number, total=int(total.answer), exact=exact)
    told = stated.total if stated.total is not None and stated.total > max(int(total.answer or 0), number) else None
    return Space(valid=number, total=told, exact=exact, told=told is not None)


def background(program: Program) -> Program:
    """The program without its clues."""
    return program.model_copy(update={"fragments": tuple(each for each in program.fragments if each.clue is None)})


def only_clues(program: Program, kept: tuple[int, ...], size: int) -> Program:
    """The program with these of its first `size` clues only, numbered from 1 in their order; others are background."""
    numbers = {clue: number for number, clue in enumerate(kept, 1)}
    fragments = tuple(
        each.model_copy(update={"clue": numbers.get(each.clue) if each.clue is not None else None})
        for each in program.fragments
        if each.clue is None or each.clue in numbers or each.clue > size
    )
    return program.model_copy(update={"fragments": fragments})
