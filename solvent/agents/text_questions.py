"""Answers the question at the end of a text from what was proven about the puzzle."""

from typing import Any

from solvent.agents.context import Context
from solvent.agents.state import Answer, Attempt, Evidence, Verdict
from solvent.explanations.questions import of_text
from solvent.explanations.questions.claims import GridTheory, NotSupportedError
from solvent.explanations.questions.grammar import GridReader
from solvent.translators import rules
from solvent.translators.rules import READINGS
from solvent.translators.rules.kinds.grid import stated

ASKED = "the text's question has one reply"


async def with_reply(found: Answer, chosen: Attempt | None, context: Context) -> Answer:
    """The answer with the reply to the text's question, if the rules understood the whole text and the question.

    If the puzzle has several answers and the reply is the same in all of them, the status speaks of the reply.
    """
    if chosen is None or found.puzzle is None or not chosen.job.by_rules or chosen.program is None:
        return found
    if found.status not in (Verdict.VERIFIED, Verdict.AMBIGUOUS):
        return found
    if asked := rules.replied_to(found.puzzle):
        verified = found.status is Verdict.VERIFIED
        return found.model_copy(update={"question": asked, "reply": found.answer}) if verified else found
    reader = GridReader(found.puzzle, chosen.job.way)
    questions = of_text.read(found.puzzle, reader)
    if not questions:
        return found
    if found.status is Verdict.VERIFIED:
        replies = [of_text.in_one(question, found.answer, reader) for question in questions]
        return found if of_text.OPEN in replies else _replied(found, questions, replies)
    said = tuple(stated(found.puzzle, READINGS[0], chosen.job.way))  # what holds here holds in every stricter reading
    theory = GridTheory(found.puzzle, chosen.program.framework, said, chosen.job.way, context.pool, context.bounds())
    return await _of_several(found, questions, reader, theory)


def _replied(found: Answer, questions: "tuple[of_text.TextQuestion, ...]", replies: list[Any]) -> Answer:
    question, reply = of_text.told(questions, replies)
    return found.model_copy(update={"question": question, "reply": reply})


async def _of_several(
    found: Answer, questions: "tuple[of_text.TextQuestion, ...]", reader: GridReader, theory: GridTheory
) -> Answer:
    replies: list[Any] = []
    for question in questions:
        try:
            reply = await of_text.in_all(question, found.answer, reader, theory)
        except NotSupportedError:
            return found
        if reply is of_text.OPEN:
            return found
        replies.append(reply)
    known = await of_text.forced(found.answer, theory)
    if known is None:
        return found
    detail = "in every answer; there are several, and cells that differ are left out of this one"
    return _replied(found, questions, replies).model_copy(
        update={
            "status": Verdict.VERIFIED,
            "answer": known,
            "alternatives": (found.answer, *found.alternatives),
            "evidence": (*found.evidence, Evidence(check=ASKED, passed=True, detail=detail)),
            "reason": "What the text asks for is the same in every answer; the clues leave the rest open.",
        }
    )
