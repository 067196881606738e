"""Has puzzles explained step by step, and every step checked."""

from dataclasses import dataclass
from typing import Any

from solvent.agents import asolve
from solvent.agents.settings import Settings
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks.training.proving import fault
from solvent.benchmarks.verifiers.posed import Told
from solvent.explanations.explaining import explain
from solvent.explanations.facts import Explanation
from solvent.explanations.subject import Subject
from solvent.solvers import Pool, Status, load, run_then
from solvent.solvers.programs.equality import same
from solvent.translators import rules


@dataclass(frozen=True)
class Traced:
    """A puzzle with its explanation; `problem` says why it must not be taught, "" if it may.

    `clues` counts them. `by_rules` says that the rules read the text; otherwise the program is the puzzle's own.
    """

    puzzle: Told
    explanation: Explanation | None = None
    answer: Any = None
    clues: int = 0
    by_rules: bool = True
    problem: str = ""


async def traced(puzzle: Told, pool: Pool) -> Traced:
    """Explain a puzzle that the rules read, or that has a program of its own, and check the explanation."""
    try:
        answer = await asolve(puzzle.text, settings=Settings(models={}), pool=pool)
        subject = _read(answer) or await _stated(puzzle, pool)
        if isinstance(subject, str):
            why = subject or f"the rules' answer is {answer.status}, not verified"
            return Traced(puzzle, problem=why)
        explanation = await explain(subject, pool=pool)
        problem = (
            await fault(subject, explanation, pool) if explanation.complete else "no steps were found to all of it"
        )
    except Exception as error:  # noqa: BLE001 - one puzzle must not end a run of a thousand
        return Traced(puzzle, problem=f"it could not be explained ({type(error).__name__})")
    return Traced(puzzle, explanation, subject.answer, len(subject.texts), bool(subject.reading), problem)


def _read(answer: Answer) -> Subject | None:
    """The puzzle as the rules read it, if its answer is verified and not searched for."""
    verified = answer.status is Verdict.VERIFIED and answer.program is not None
    return answer.subject if verified and answer.program and answer.program.framework != "wordplay" else None


async def _stated(puzzle: Told, pool: Pool) -> Subject | str:
    """The puzzle as its own program states it, or why it cannot be taught; "" if it has none."""
    if puzzle.program is None or puzzle.answer is None:
        return ""
    framework, code = puzzle.program
    program = load(framework).parse(code)
    first, second = await run_then(program, "second", pool=pool)
    if not same(first.answer, puzzle.answer):
        return "its own program does not give its answer"
    if second is None or second.status is not Status.UNSATISFIABLE:
        return "its own program leaves other answers"
    read = rules.decompose_once(puzzle.text)
    if not set(program.clues) <= {clue.id for clue in read.clues}:
        return "its own program states clues that its text does not number"
    return Subject(read, program, Verdict.VERIFIED.value, puzzle.answer)
