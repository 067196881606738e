"""The story of a run: who wrote which program, its result, the feedback, the changes, and the outcome."""

import difflib
import json
from collections.abc import Iterator, Sequence
from textwrap import indent, shorten
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvent.agents import Answer, Attempt
    from solvent.solvers import Outcome, Program

VALUE = 160  # characters of an answer that are shown
_WRITTEN = {"model": "a program", "script": "a script", "form": "a form", "answer": "an answer", "text": "an answer"}
LINES = 12  # lines of feedback, and of changes, that are shown


def tell(answer: "Answer") -> str:
    """Tell what was tried, program by program, and how it ended."""
    return "\n\n".join([tried(answer), "\n".join([*established(answer), *_cost(answer)])])


def tried(answer: "Answer") -> str:
    """Tell what was tried, program by program."""
    parts = [_attempt(attempt, answer.attempts) for attempt in answer.attempts]
    return "\n\n".join(parts or ["No program was written."])


def _attempt(attempt: "Attempt", attempts: Sequence["Attempt"]) -> str:
    lines = [f"{attempt.job.id + 1}. {deed(attempt)}"]
    if attempt.job.feedback:
        lines.append(indent(feedback(attempt), "   | "))
    lines += ["   " + part.replace("\n", "\n   ") for part in changes(attempt, attempts)]
    lines += [f"   => {line}" for line in results(attempt, attempts)]
    return "\n".join(lines)


def feedback(attempt: "Attempt") -> str:
    """What its author was told, cut to a few lines; "" if nothing."""
    return _cut(attempt.job.feedback.splitlines())


def changes(attempt: "Attempt", attempts: Sequence["Attempt"]) -> list[str]:
    """How its program differs from the one that it repairs, part by part; a part may have several lines."""
    before = next((other for other in attempts if other.job.id == attempt.job.parent), None)
    if before is None or attempt.program is None:
        return []
    return list(_changes(before.program, attempt.program))


def deed(attempt: "Attempt") -> str:
    """Who did what, in one sentence."""
    job = attempt.job
    if job.clauses:
        clues = ", ".join(str(number) for number, _ in job.clauses)
        return f"The rules wrote a program in {job.framework}, with readings of clues {clues} by {job.source}."
    if job.reading:
        return f"The {job.source}, in their {job.reading} reading of the text, wrote a program in {job.framework}."
    what = _WRITTEN[job.contract]
    where = f" in {job.framework}" if job.contract in ("model", "script") else ""
    if job.request == "output" and job.parent is not None:
        return f"{job.source} was shown what its {what.split()[1]} {job.parent + 1} printed:"
    if job.request == "report" and job.parent is not None:
        return f"{job.source} reported the answer of its script {job.parent + 1}."
    if job.request == "review" and job.parent is not None:
        return f"{job.source} reviewed its program {job.parent + 1}{where} and that program's output:"
    if job.parent is not None:
        return f"{job.source} got feedback on its {what.split()[1]} {job.parent + 1}{where}:"
    warm = f" at temperature {job.temperature:g}" if job.temperature else ""
    if job.generation:
        return f"{job.source} started over{where}{warm}, without seeing the earlier attempts."
    alone = ", without seeing the others" if job.id else ""
    return f"{job.source} {'gave' if job.contract in ('answer', 'text') else 'wrote'} {what}{where}{warm}{alone}."


def results(attempt: "Attempt", attempts: Sequence["Attempt"]) -> Iterator[str]:
    """What came of it, a line each."""
    outcome = attempt.outcome
    if attempt.dead:
        yield f"the model could not be asked: {attempt.problem}"
    elif attempt.program is None and not attempt.solved:
        yield f"no {'answer' if attempt.job.contract == 'answer' else 'program'}: {attempt.problem}"
    elif outcome is None:
        yield "it was not run"
    elif outcome.status.solved:
        yield _found(attempt, attempts)
        yield from _proofs(attempt)
    else:
        yield _failed(attempt, outcome)


def _found(attempt: "Attempt", attempts: Sequence["Attempt"]) -> str:
    for other in attempts:
        if other.job.id < attempt.job.id and other.solved and other.answer == attempt.answer:
            return f"the answer of program {other.job.id + 1}"
    return f"answer: {shorten(json.dumps(attempt.answer, ensure_ascii=False), VALUE, placeholder=' ...')}"


def _proofs(attempt: "Attempt") -> Iterator[str]:
    second, improve = attempt.second, attempt.improve
    if second is not None and second.status.solved:
        from solvent.agents.differences import difference

        yield f"there is another answer; the two differ in {difference(attempt.answer, second.answer)}"
    elif second is not None:
        yield "there is no other answer" if _none(second) else f"there may be another answer ({second.status})"
    if improve is not None and improve.status.solved:
        yield f"there is a better answer: {', '.join(map(str, improve.objective))}"
    elif improve is not None:
        yield "there is no better answer" if _none(improve) else f"there may be a better answer ({improve.status})"


def _none(reply: "Outcome") -> bool:
    return reply.status.value == "unsatisfiable"


def _failed(attempt: "Attempt", outcome: "Outcome") -> str:
    if not _none(outcome):
        words = {"timeout": "no answer in the time allowed", "memory": "no answer in the memory allowed"}
        message = shorten(outcome.message, VALUE, placeholder=" ...")
        return words.get(outcome.status) or f"{outcome.status.replace('_', ' ')}: {message}"
    core = attempt.conflict.conflict if attempt.conflict else ()
    if len(core) == 1:
        return f"no answer: clue {core[0]} contradicts the program's background"
    if core:
        return f"no answer: clues {', '.join(map(str, core[:-1]))} and {core[-1]} contradict each other"
    return "no answer, even without the clues"


def _changes(before: "Program | None", after: "Program") -> Iterator[str]:
    """How a repaired program differs from the one before, part by part."""
    if before is None:
        yield "It now wrote a program."
        return
    old, new = _parts(before), _parts(after)
    changed = [name for name in [*old, *(name for name in new if name not in old)] if old.get(name) != new.get(name)]
    if not changed:
        yield "It gave the same program again."
    for name in changed:
        yield f"It changed {name}:"
        was, now = old.get(name, "").splitlines(), new.get(name, "").splitlines()
        diff = list(difflib.unified_diff(was, now, n=0, lineterm=""))[2:]
        yield indent(_cut([line for line in diff if not line.startswith("@@")]), "  ")


def _parts(program: "Program") -> dict[str, str]:
    parts = {"the data": "\n".join(f"{name} = {value!r}" for name, value in program.data.items())}
    parts["the declarations"] = program.preamble.strip()
    for fragment in program.fragments:
        name = "the background" if fragment.clue is None else f"the part of clue {fragment.clue}"
        parts[name] = "\n".join(filter(None, (parts.get(name, ""), fragment.code.strip("\n"))))
    parts["the answer template"] = program.answer.strip()
    parts["the objective"] = "\n".join(f"{each.sense} {each.term}" for each in program.objectives)
    return parts


def established(answer: "Answer") -> Iterator[str]:
    """The status of an answer with its reason, then its evidence, a line each."""
    yield f"{answer.status}: {answer.reason}"
    for fact in answer.evidence:
        mark = {True: "yes", False: "no", None: "open"}[fact.passed]
        yield f"   {mark:<4} {fact.check}" + (f" ({fact.detail})" if fact.detail else "")


def _cost(answer: "Answer") -> Iterator[str]:
    usage = answer.usage
    if usage.calls:
        price = "price unknown" if usage.usd is None else f"{usage.usd:.4f} US dollars"
        tokens = f"{usage.prompt_tokens} + {usage.completion_tokens} tokens, {price}"
        reused = f" ({usage.reused} from the cache)" if usage.reused else ""
        yield f"{usage.calls} model call{'s' * (usage.calls > 1)}{reused}, {tokens}, {answer.seconds:.1f} s."


def _cut(lines: Sequence[str]) -> str:
    kept = list(lines[:LINES])
    return "\n".join(kept if len(lines) <= LINES else [*kept, f"... and {len(lines) - LINES} more lines"])
