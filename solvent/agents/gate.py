"""The acceptance gate: evidence in, status out. Nothing here calls a model or a solver."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from solvent.agents import bearing, statements, text_evidence
from solvent.agents.differences import difference
from solvent.agents.models.json_reply import mismatches
from solvent.agents.refusals import refusal
from solvent.agents.state import Attempt, Evidence, Verdict
from solvent.solvers import Outcome, Program, Search, Status
from solvent.translators import Puzzle
from solvent.translators.grounding import declared_data, ungrounded
from solvent.translators.left_out import dictated, left_out
from solvent.translators.puzzle import UNDECIDED
from solvent.translators.wording import invented

COVERAGE = "clues in the program"
ASKED = "what the text asks for"
WORDING = "the answer's values stand in the text"
LEFT_OUT = "no clue was taken for background"
DICTATED = "the text does not dictate the answer"
SCHEMA = "answer fits the schema"
INDEPENDENT = "an independent program accepts it"
SAME_KIND = "another sample accepts it"
ALIKE = "both read each clue alike"
OPTIONS = "one option fits what is asked"
MARGIN = "ahead of the second best"
GROUNDED = "each part of the program names what its clue names"
REVIEW = "the model, asked about clues and answer alone, finds no clue violated"
CHECKED = "a checker per clue, written without the program, accepts it"
SURPLUS = "each clue is needed"
HINTS = (GROUNDED, SAME_KIND, SURPLUS)  # reported, but they decide nothing


def evidence(puzzle: Puzzle, chosen: Attempt | None) -> tuple[Evidence, ...]:
    """The evidence for the chosen answer from its own program alone."""
    if chosen is None or chosen.outcome is None:
        return ()
    if chosen.job.contract == "answer":
        return (_schema(puzzle, chosen.outcome.answer),)
    if chosen.program is None:
        return ()
    ran = (_ran(chosen, chosen.outcome), _schema(puzzle, chosen.outcome.answer))
    # A script cannot be asked about its model.
    return ran if chosen.job.contract == "script" else _of_model(puzzle, chosen, chosen.program, ran)


def _of_model(puzzle: Puzzle, chosen: Attempt, program: Program, ran: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    by_rules = chosen.job.by_rules
    facts = [_consumption(puzzle)] if by_rules else []
    if by_rules or chosen.job.clauses:
        facts += text_evidence.of_text(puzzle)
    declared = () if by_rules else declared_data(puzzle, program)
    facts += [_coverage(puzzle, {*_stated(chosen, program), *declared}), *ran]
    facts += text_evidence.taken(chosen.job) if by_rules else _by_model(puzzle, chosen, program)
    if puzzle.expects == "unique":
        facts.append(_no_other(chosen, "unique", "another answer"))
    if puzzle.expects == "optimal":
        facts.append(_no_other(chosen, "optimal", "a better answer"))
    if puzzle.expects == "all" and not by_rules:
        facts.append(_complete(chosen.every))
    if puzzle.expects in statements.ABOUT_STATEMENTS:
        facts.append(_of_options(puzzle, chosen))
    if puzzle.expects == "likeliest":
        facts.append(_ahead(chosen.outcome.search if chosen.outcome else None))
    return tuple(facts)


def _by_model(puzzle: Puzzle, chosen: Attempt, program: Program) -> list[Evidence]:
    facts = [_grounded(puzzle, program), _asked(puzzle, chosen, program), _worded(puzzle, chosen)]
    return [*facts, _sorted(puzzle, chosen), _dictated(puzzle, chosen), bearing.of(puzzle, chosen)]


def sound(chosen: Attempt, facts: Iterable[Evidence]) -> bool:
    """Whether a model's program passes all checks of its own, so that only independent evidence is missing."""
    return not chosen.job.by_rules and missing(facts) is None


def missing(facts: Iterable[Evidence]) -> Evidence | None:
    """The first check that did not pass, other than hints."""
    return next((fact for fact in facts if fact.passed is not True and fact.check not in HINTS), None)


def judge(
    puzzle: Puzzle, chosen: Attempt | None, attempts: Sequence[Attempt], facts: Sequence[Evidence]
) -> tuple[Verdict, str]:
    """The status that the evidence supports, and one line that says why."""
    by_rules = all(attempt.job.by_rules for attempt in (attempts if chosen is None else [chosen]))
    doubt = text_evidence.doubt(puzzle) if by_rules else ""
    if by_rules and text_evidence.hopeless(puzzle, chosen):
        return Verdict.FAILED, refusal(puzzle)
    if chosen is None:
        return _without_answer(puzzle, attempts, doubt)
    if doubt:
        return Verdict.UNVERIFIED, doubt + text_evidence.rests_on(puzzle, chosen)
    if chosen.second is not None and chosen.second.status.solved and _may_claim(puzzle, chosen, attempts):
        where = difference(chosen.answer, chosen.second.answer)
        clues = "The clues" if by_rules else f"As {chosen.job.source} states them in a program, the clues"
        return Verdict.AMBIGUOUS, f"{clues} allow more than one answer; two answers differ in {where}."
    failed = [fact for fact in facts if fact.passed is not True and not _decides_nothing(fact)]
    if failed:
        return Verdict.UNVERIFIED, f"Not established: {failed[0].check} ({failed[0].detail})."
    return _confirmed(puzzle, chosen, facts)


def _confirmed(puzzle: Puzzle, chosen: Attempt, facts: Sequence[Evidence]) -> tuple[Verdict, str]:
    """The status and reason of an answer that passed all checks of its own: what confirms it."""
    proof = {
        "unique": "there is no other answer",
        "optimal": "there is no better answer",
        "any": "any answer that satisfies the clues will do",
        "all": "these are all the answers",
        "must": "the solver tried every statement",
        "could": "the solver tried every statement",
        "cannot": "the solver tried every statement",
        "likeliest": "no other answer found comes close (searched, not proven)",
    }[puzzle.expects]
    if chosen.job.by_rules:
        reading = "" if chosen.job.reading == text_evidence.STRICTEST else f" in the {chosen.job.reading} reading"
        clues = "the clue" if len(puzzle.clues) == 1 else f"all {len(puzzle.clues)} clues"
        return Verdict.VERIFIED, f"Every word of {clues} was used by the grammar, and{reading} {proof}."
    mine = f"{chosen.job.source} in {chosen.job.framework}"
    witness = next((fact for fact in facts if fact.check == INDEPENDENT), None)
    if witness is None:
        checker = next((fact for fact in facts if fact.check == CHECKED and fact.witness is not None), None)
        if checker is None:
            return Verdict.UNVERIFIED, "No independently written program has confirmed it."
        what = {"script": "The script", "answer": "The answer"}.get(chosen.job.contract, "The program")
        return Verdict.VERIFIED, f"{what} ({mine}) passes a predicate for each clue ({checker.detail}), and {proof}."
    if not chosen.job.models:
        reason = f"An independently written program accepts the answer ({witness.detail}), and {proof}."
    elif witness.witness == chosen.job.writer:
        reason = f"Two programs by the same model agree ({mine}; {witness.detail}), and {proof}."
    else:
        reason = f"Programs by two authors agree ({mine}; {witness.detail}), and {proof}."
    return Verdict.VERIFIED, reason


def too_close(answers: Sequence[Any]) -> str:
    """The reason to claim none of several answers that programs gave, the best founded first."""
    first, *others = answers
    where = "; ".join(difference(first, other) for other in others[:3])
    return f"No answer has enough of a lead over the next; the first {len(answers)} differ in {where}."


def _may_claim(puzzle: Puzzle, chosen: Attempt, attempts: Sequence[Attempt]) -> bool:
    """Whether a second answer shows the puzzle to be ambiguous.

    It does if the program states all clues, or, for the rules, if every interpretation of the text has one.
    """
    if any(clue.partly for clue in puzzle.clues):
        return False  # what was not used of it may exclude one of the two
    if chosen.program is None or not chosen.job.by_rules:
        if chosen.asked not in ("", puzzle.expects) or puzzle.request.undecided:
            return False  # if any answer will do, a second one is no flaw
        if left_out(puzzle, chosen.answer):
            return False  # a clue that no program states may exclude one of the two
        written = set(chosen.program.clues) if chosen.program else None
        return written is None or {clue.id for clue in puzzle.clues} <= written
    return all(
        any(a.job.way == way and a.second is not None and a.second.status.solved for a in attempts)
        for way in {a.job.way for a in attempts}
    )


def _without_answer(puzzle: Puzzle, attempts: Sequence[Attempt], doubt: str) -> tuple[Verdict, str]:
    if not attempts:
        return Verdict.FAILED, refusal(puzzle)
    conflicts = [attempt.conflict for attempt in attempts if attempt.conflict is not None]
    if len(conflicts) == len(attempts):
        if doubt:
            return Verdict.FAILED, f"{doubt} What was understood is contradictory: {_contradiction(conflicts[0])}"
        return Verdict.CONTRADICTORY, _contradiction(conflicts[0])
    last = next((attempt for attempt in attempts if attempt.conflict is None), attempts[0])
    outcome = last.outcome
    detail = last.problem or (f"{outcome.status}: {outcome.message}" if outcome else "it did not run")
    return Verdict.FAILED, f"No program gave an answer ({detail})."


def _contradiction(conflict: Outcome) -> str:
    if len(conflict.conflict) == 1:
        return f"{text_evidence.named(conflict.conflict)} contradicts the rules of the puzzle."
    if conflict.conflict:
        return f"{text_evidence.named(conflict.conflict)} contradict each other."
    if conflict.status is not Status.UNSATISFIABLE:
        return f"The clues contradict each other; it could not be determined which ones ({conflict.status})."
    return "The puzzle is contradictory even without its clues."


def _consumption(puzzle: Puzzle) -> Evidence:
    unread = [clue for clue in puzzle.clues if not clue.understood]
    total = len(puzzle.clues)
    detail = "; ".join(f"clue {clue.id}: {clue.reason}" for clue in unread) or f"every content word of {total} clues"
    return Evidence(check="clues understood", passed=not unread, detail=detail)


def _ran(chosen: Attempt, outcome: Outcome) -> Evidence:
    detail = f"{chosen.job.framework}: {outcome.status} in {outcome.seconds * 1000:.0f} ms"
    return Evidence(check="program ran clean", passed=chosen.solved, detail=detail)


def _coverage(puzzle: Puzzle, written: Collection[int]) -> Evidence:
    missing = sorted({clue.id for clue in puzzle.clues} - set(written))
    detail = f"{text_evidence.named(missing)} without a fragment" if missing else "each has a fragment of the program"
    return Evidence(check=COVERAGE, passed=not missing, detail=detail)


def _stated(chosen: Attempt, program: Program) -> Sequence[int]:
    """The clues whose fragments give the solver a constraint; if it was not asked, those whose fragments hold code."""
    asked = chosen.bearing is not None and chosen.bearing.status.solved
    return chosen.bearing.stated if chosen.bearing is not None and asked else program.clues


def _asked(puzzle: Puzzle, chosen: Attempt, program: Program) -> Evidence:
    """Check what the decomposition claims that the text asks for (`expects`) against everything else that is known."""
    objective = puzzle.request.objective
    if puzzle.request.undecided or chosen.asked == UNDECIDED:
        detail = "the text does not determine an answer: it states no conditions for one, or needed data is missing"
    elif objective and puzzle.expects != "optimal":
        detail = f"{puzzle.expects}, although something is to be maximised or minimised ({objective})"
    elif chosen.asked not in ("", puzzle.expects):
        detail = f"{puzzle.expects} according to its decomposition, {chosen.asked} according to the program's author"
    elif program.objectives and puzzle.expects != "optimal":
        detail = f"{puzzle.expects}, but the program has an objective"
    else:
        return Evidence(check=ASKED, passed=True, detail=puzzle.expects)
    return Evidence(check=ASKED, passed=False, detail=detail)


def _worded(puzzle: Puzzle, chosen: Attempt) -> Evidence:
    """Check that every value of the answer occurs in the text; nothing supports one that comes from elsewhere."""
    foreign = invented(puzzle, chosen.answer)
    detail = f"{', '.join(map(repr, foreign[:3]))}: not there" if foreign else "each of them"
    return Evidence(check=WORDING, passed=not foreign, detail=detail)


def _sorted(puzzle: Puzzle, chosen: Attempt) -> Evidence:
    """Check that nothing in the background reads like a clue; no program states such a clue."""
    found = left_out(puzzle, chosen.answer)
    detail = f'not among the clues: "{found[0]}"' if found else "nothing in it reads like one"
    return Evidence(check=LEFT_OUT, passed=not found, detail=detail)


def _dictated(puzzle: Puzzle, chosen: Attempt) -> Evidence:
    copied = dictated(puzzle, chosen.answer)
    detail = "the whole answer stands in it" if copied else "the answer as a whole stands nowhere in it"
    return Evidence(check=DICTATED, passed=not copied, detail=detail)


def _complete(every: Outcome | None) -> Evidence:
    if every is None:
        return Evidence(check="all", passed=None, detail="not asked")
    count = len(every.answer) if isinstance(every.answer, list) else 0
    if every.status.solved:
        detail = f"{count} {'answer' if count == 1 else 'answers'}; a further one is unsatisfiable"
        return Evidence(check="all", passed=True, detail=detail)
    return Evidence(check="all", passed=None, detail=every.message or str(every.status))


def _of_options(puzzle: Puzzle, chosen: Attempt) -> Evidence:
    """Check that the solver settled every statement, and that exactly one option fits."""
    passed, detail = statements.verdict(puzzle.expects, chosen.answer)
    return Evidence(check=OPTIONS, passed=passed and chosen.decided, detail=detail)


def _grounded(puzzle: Puzzle, program: Program) -> Evidence:
    loose = ungrounded(puzzle, program)
    silent = f"{text_evidence.named(loose)}: the code names none of the clue's own values" if loose else ""
    detail = silent or "as far as can be told"
    return Evidence(check=GROUNDED, passed=not loose, detail=detail)


def surplus(attempt: Attempt) -> tuple[int, ...]:
    """The clues that an attempt's answer does not need: leaving out any one of them allows no further answer."""
    found = attempt.without.answer if attempt.without and attempt.without.status.solved else None
    return tuple(int(clue) for clue, other in found.items() if other is None) if isinstance(found, dict) else ()


def needed(attempt: Attempt) -> Evidence:
    """A hint: a clue that is not needed may be one that was misread, but good puzzles have such clues, too."""
    idle = surplus(attempt)
    if attempt.without is None or not attempt.without.status.solved:
        return Evidence(check=SURPLUS, passed=None, detail="not found out")
    free = f"{text_evidence.named(idle)}: leaving one out allows no other answer" if idle else ""
    detail = free or "leaving one out allows other answers"
    return Evidence(check=SURPLUS, passed=not idle, detail=detail)


def _decides_nothing(fact: Evidence) -> bool:
    """Whether a fact is a hint, or a further check without a verdict; the programs stand without these."""
    return fact.check in HINTS or (fact.check in (REVIEW, CHECKED, ALIKE) and fact.passed is None)


def _schema(puzzle: Puzzle, answer: Any) -> Evidence:
    if puzzle.answer_schema is None:
        return Evidence(check=SCHEMA, passed=True, detail="no schema was given")
    error = mismatches(answer, puzzle.answer_schema)
    if error and puzzle.expects == "all" and isinstance(answer, list):  # the schema may describe a single answer
        error = next(filter(None, (mismatches(one, puzzle.answer_schema) for one in answer)), "")
    return Evidence(check=SCHEMA, passed=not error, detail=error or "keys, shapes and values")


def _no_other(chosen: Attempt, check: str, what: str) -> Evidence:
    reply = chosen.second if check == "unique" else chosen.improve
    if reply is None:
        return Evidence(check=check, passed=None, detail="not asked")
    if reply.status is Status.UNSATISFIABLE:
        return Evidence(check=check, passed=True, detail=f"{what} is unsatisfiable")
    if reply.status.solved:
        return Evidence(check=check, passed=False, detail=f"there is {what}")
    return Evidence(check=check, passed=None, detail=f"{what}: {reply.status}")


def _ahead(search: Search | None) -> Evidence:
    if search is None:
        return Evidence(check=MARGIN, passed=None, detail="not searched")
    if search.doubt:
        detail = search.doubt
    elif search.margin is None:
        detail = "nothing else that fits was found"
    else:
        detail = f"e^{search.margin:.1f} times as probable as the next best; e^{search.needed:g} times is required"
    return Evidence(check=MARGIN, passed=search.convincing, detail=f"{detail}; searched, not proven")
