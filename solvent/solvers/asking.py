"""The questions that can be asked about a program, and the check of an answer: a function each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from solvent.solvers.pool import Pool
from solvent.solvers.programs.outcome import Limits, Outcome
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.question import FollowUp


async def run(program: Program, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Find one answer; with objectives the best one, with status `optimal` only if optimality is proven."""
    return await pool.ask(program, "run", limits=limits or Limits())


async def run_then(
    program: Program, then: FollowUp, *, pool: Pool, limits: Limits | None = None
) -> tuple[Outcome, Outcome | None]:
    """Ask `run` and, if it finds an answer, `then` about it, in one process.

    `limits` apply to each question separately. The second outcome is None if there is no answer, or the program is a
    script.
    """
    first, more = await run_on(program, [then], pool=pool, limits=limits)
    return first, more.get(then)


async def run_on(
    program: Program,
    then: Sequence[FollowUp],
    samples: Sequence[Any] = (),
    *,
    pool: Pool,
    limits: Limits | None = None,
) -> tuple[Outcome, dict[FollowUp, Outcome]]:
    """Ask `run` and then several questions about its answer, in one process; return what was asked.

    Only `disagrees` is about something else: another program's `samples`. The row ends without an answer, and after a
    `second` or `improve` that found something. `limits` apply to each question separately, three times the seconds to
    `bearing`. Of a script, nothing but `run` is asked.
    """
    first, *more = await pool.ask_in_turn(program, then, samples, limits=limits or Limits())
    return first, dict(zip(then, more, strict=False))


async def second(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Find an answer other than `answer` (with objectives, at least as good); `unsatisfiable` if it is the only one."""
    return await pool.ask(program, "second", answer, limits=limits or Limits())


async def conflict(program: Program, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Find a minimal unsatisfiable subset (MUS) of the clues, in the outcome's `conflict`.

    It is empty if the background alone is unsatisfiable. A satisfiable program yields one of its answers instead.
    """
    return await pool.ask(program, "conflict", limits=limits or Limits())


async def improve(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Find a strictly better answer; `unsatisfiable` if `answer` is optimal."""
    return await pool.ask(program, "improve", answer, limits=limits or Limits())


async def accepts(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Check whether the program allows `answer`: `satisfied` if so, else `unsatisfiable` with the reason.

    With objectives, `answer` must also be optimal, and the status is then `optimal`.
    """
    return await pool.ask(program, "accepts", answer, limits=limits or Limits())


async def must(program: Program, statement: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Check whether every answer agrees with a statement: if not, `unsatisfiable`, with one that does not as `answer`.

    If so, `conflict` is a minimal set of clues from which it follows, empty if the background alone is enough, or if
    there are objectives, so that it follows from what the best answers are.

    A statement is a JSON value of the answer's shape; null, and what an object leaves out, says nothing. Lists of
    variable length are compared as a unit. With objectives, only the best answers count, and nothing is known until
    their value is proven. `bad_answer` if the statement does not fit the template, or the program has no answer.
    """
    return await pool.ask(program, "must", statement, limits=limits or Limits())


async def could(program: Program, statement: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Find an answer that agrees with a statement, which is as in `must`.

    If there is none, `unsatisfiable`: `conflict` is then a minimal set of clues that exclude it, which is empty if the
    background alone does, or if only answers that are not the best agree.
    """
    return await pool.ask(program, "could", statement, limits=limits or Limits())


async def count(
    program: Program, statement: Any = None, *, most: int = 1000, pool: Pool, limits: Limits | None = None
) -> Outcome:
    """Count the different answers that agree with a statement, which is as in `must`; the number is the `answer`.

    `unknown` if there may be more than were counted, because there are more than `most`, or time ran out.
    """
    asked = {"statement": statement, "most": most}
    return await pool.ask(program, "count", asked, limits=limits or Limits())


async def marks(
    program: Program, marks: Sequence[Mapping[str, Any]], *, pool: Pool, limits: Limits | None = None
) -> Outcome:
    """Judge marks in an answer, each `{"statement": S, "holds": H}`: S, as in `must`, is said to be true or not.

    The outcome's answer is an object. `together` says whether some answer has all marks, `any` whether there is any
    answer, `possible` of each mark whether some answer has it, `follows` whether all have: true, false or null (not
    known). `rules` lists minimal sets of marks, by number from 0, that the background alone excludes. `clues` maps clue
    ids (as strings) to false if the other marks break the clue; else to true if they leave one answer that the
    background allows, and to null if they do not. If the marks are not possible together, but break no rule and no
    single clue, the outcome's `conflict` is a minimal set of clues that exclude them; `best` is false if they are only
    excluded since such answers are not the best ones. `bad_answer` if a statement does not fit the template.
    """
    return await pool.ask(program, "marks", [dict(each) for each in marks], limits=limits or Limits())


async def without(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """For each clue, find an answer other than `answer` that the program allows only when this clue alone is dropped.

    The outcome's answer maps clue ids (as strings) to such answers, or to null if it is proven that dropping the clue
    allows no new answer. Clues of `stated` for which neither was achieved in time, or in a few tries if the program has
    many answers, are missing from it and named in `message`. Objectives are ignored. `bad_answer` if the program does
    not allow `answer`.
    """
    return await pool.ask(program, "without", answer, limits=limits or Limits())


async def needed(
    program: Program, answer: Any, *, minimal: bool = False, pool: Pool, limits: Limits | None = None
) -> Outcome:
    """Find clues that leave `answer` as the only one: the outcome's answer is a list of clue ids, ascending.

    It is the shortest list of the first clues, by id, that is enough. With `minimal`, every clue is then dropped, from
    the last one, without which the others are still enough: the rest is minimal. The reply depends on nothing but such
    facts, not on which answers a solver finds. Objectives are ignored.

    `unsatisfiable` if not even all clues are enough, with another answer as `answer`; `unknown` or `timeout` if one of
    the facts was not decided; `bad_answer` if the program does not allow `answer`.
    """
    return await pool.ask(program, "needed", {"answer": answer, "minimal": minimal}, limits=limits or Limits())


async def others(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Find up to 16 answers other than `answer`, as different from each other as possible: a list, as `answer`.

    `message` is empty if there are no more than these. A third of the time is spent on it at most. Objectives are
    ignored. `bad_answer` if the program does not allow `answer`.
    """
    return await pool.ask(program, "others", answer, limits=limits or Limits())


async def allows(program: Program, answers: Sequence[Any], *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Say of each answer whether the program allows it: the outcome's answer lists true, false or null (not known).

    Objectives are ignored. `accepts` asks about one answer, and gives the reason if it is not allowed.
    """
    return await pool.ask(program, "allows", list(answers), limits=limits or Limits())


async def samples(program: Program, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Find up to 24 answers that the background allows, most of them random; say of each what clues allow it, too.

    The outcome's answer lists `{"answer": A, "clues": {"N": V, ...}}`: V is true if the background and clue N allow the
    answer, false if not, and null if that is open. There may be none, and there are none in MiniZinc. Objectives are
    ignored.
    """
    return await pool.ask(program, "samples", limits=limits or Limits())


async def disagrees(program: Program, samples: Sequence[Any], *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Say which clues judge another program's `samples` differently in this one.

    The outcome's answer has an object for each sample, `{"N": V, ...}`: only clues that differ, with what is true here.
    A null of the other program counts as false. It is null if the background does not allow the sample, or there was no
    time to judge it: a third of the limit is spent at most. Where a sample names clues as `disputed`, only these are
    judged, and what a clue says counts together with the clues on which both agree.
    """
    return await pool.ask(program, "disagrees", list(samples), limits=limits or Limits())


async def bearing(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Check whether `answer` depends on the clues: `satisfied` if the background alone allows others.

    The outcome's `vacuous` then lists the clues that were not shown to exclude anything the background allows.
    """
    return await pool.ask(program, "bearing", answer, limits=limits or Limits())


async def check(
    code: str, answers: Sequence[Any], *, clues: Iterable[int], pool: Pool, limits: Limits | None = None
) -> Outcome:
    """Run a checker, untrusted Python code that defines `fits(answer)` and `clue_N(answer)`, on JSON answers.

    The outcome's `answer` lists, for each answer in order, `{"fits": R, "clues": {"N": R, ...}}` with the ids in
    `clues`, where R is true, false or an error. Only truth values, 0 and 1 count; a predicate that is missing, fails or
    takes too long has an error. Code that cannot be executed is a `syntax_error` or `runtime_error`. Each answer may
    take an equal part of `limits.seconds`. The code can tell answers apart only by what they are: shuffle them if it
    must not know which one is the candidate.
    """
    return await pool.check(code, answers, tuple(dict.fromkeys(clues)), limits=limits or Limits())


async def deduce(
    program: Program,
    known: Sequence[dict[str, Any]] = (),
    *,
    most: int | None = None,
    proof: int | None = None,
    conflict: Sequence[int] = (),
    pool: Pool,
    limits: Limits | None = None,
) -> Outcome:
    """Explain what follows from the clues in steps, at most `most` of them; they are in the outcome's answer.

    It is `{"steps": [...], "left": n, "nested": d}`, with the number of facts that remain to be derived. A step is
    `{clues, uses, derives, proof}`, a fact `{place, value, holds}` with a JSON pointer as its place; `known` are facts
    to begin with. Each step derives all that follows from some clues and facts, none of which can be dropped; no step
    uses several clues where one tells anything new. The step with the number `proof` (from 1) comes with steps of one
    clue each from the opposite of its first fact to a contradiction; to replace all steps of several clues in this
    way, suppositions have to be nested `nested` deep (0 if there are none, 1, or at least 2; null if unknown).

    `unsatisfiable` if clues (then those of `conflict`, if given) and known facts contradict each other, with the steps
    to the contradiction. `message` says if time ran out before the last step. `bad_answer` for a program with
    objectives, or a fact that does not fit the program.
    """
    asked = {"known": list(known), "most": most, "proof": proof, "conflict": list(conflict)}
    return await pool.ask(program, "deduce", asked, limits=limits or Limits())
