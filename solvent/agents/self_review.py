"""Self-verification as in CP-Bench: a model reviews its program and what came out, and ends with one of two verdicts.

Each round is a conversation of its own. `[[OK]]` keeps the program; `[[FIXED]]` replaces it by the one that follows.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from solvent import solvers
from solvent.agents.models.client import Finish, Message, Reply
from solvent.agents.prompts import render
from solvent.agents.state import Attempt, Job
from solvent.translators import framework
from solvent.translators.code_extraction import ReplyError, prose

LONGEST = 20_000  # characters of a program's output that are shown

_MARKER = re.compile(r"\[\[\s*(OK|FIXED)\s*\]\]", re.IGNORECASE)


def question(job: Job, before: Attempt, guide: str, problem: str) -> str:
    """The prompt: the author's instructions, the problem, and the program of the attempt `before` with its output."""
    translator = framework.load(job.framework)
    return render(
        "self_review",
        framework=translator.script.name if translator.script else job.framework,
        language=translator.languages[0],
        guide=guide,
        problem=problem,
        program=_code(before),
        output=_cut(_output(before)),
    )


def reviewed(job: Job, messages: Sequence[Message], reply: Reply, before: Attempt) -> Attempt:
    """The attempt after a round: the program that the reply gives or, with its results, the one before.

    If the reply has no usable verdict, the program is kept, and `problem` says why.
    """
    told: dict[str, Any] = {
        "job": job,
        "messages": (*map(dict, messages), {"role": "assistant", "content": reply.text}),
        "cut": reply.finish is Finish.LENGTH,
    }
    verdicts = {each.upper() for each in _MARKER.findall(prose(reply.text))}
    note = before.problem
    if verdicts == {"FIXED"}:
        translator = framework.load(job.framework)
        try:
            program = (translator.read_script if job.contract == "script" else translator.read)(
                _after_verdict(reply.text)
            )
        except ReplyError as error:
            note = f"It said [[FIXED]], but its program could not be read: {error}"
        else:
            if program != before.program:
                return Attempt(program=program, asked=before.asked, **told)
            note = "It said [[FIXED]] and gave the program unchanged."
    elif verdicts != {"OK"}:
        both = "both verdicts" if verdicts else "no verdict"
        note = f"It gave {both}, which counts as [[OK]]."
    return before.model_copy(update={**told, "problem": note})


def _after_verdict(text: str) -> str:
    """What follows the last verdict, if that has a block of code; else the whole reply."""
    last = [match.end() for match in _MARKER.finditer(text)][-1]
    return text[last:] if "```" in text[last:] or "~~~" in text[last:] else text


def _code(attempt: Attempt) -> str:
    if attempt.program is None:
        return f"(No program could be read from its author's reply. {attempt.problem})"
    return solvers.load(attempt.program.framework).render(attempt.program)


def _output(attempt: Attempt) -> str:
    """What running the program gave, in as much detail as its author could have seen."""
    outcome = attempt.outcome
    if outcome is None or attempt.program is None:
        return "(It was not run.)"
    lines = [f"status: {outcome.status.value}"]
    if outcome.output:
        lines.append(f"printed:\n{outcome.output.strip()}")
    elif outcome.answer is not None:
        lines.append(f"answer: {_json(outcome.answer)}")
    if outcome.objective:
        lines.append(f"objective: {', '.join(map(str, outcome.objective))}")
    if attempt.second is not None and attempt.second.status.solved:
        lines.append(f"another answer that it allows: {_json(attempt.second.answer)}")
    if attempt.improve is not None and attempt.improve.status.solved:
        lines.append(f"a better objective that can be reached: {', '.join(map(str, attempt.improve.objective))}")
    if attempt.conflict is not None and attempt.conflict.conflict:
        lines.append(f"clues that contradict each other: {', '.join(map(str, attempt.conflict.conflict))}")
    return "\n".join([*lines, *([f"message: {outcome.message}"] if outcome.message else [])])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cut(text: str) -> str:
    """The beginning and the end of a text that is too long."""
    half = LONGEST // 2
    return (
        text if len(text) <= LONGEST else f"{text[:half]}\n[... {len(text) - 2 * half} characters ...]\n{text[-half:]}"
    )
