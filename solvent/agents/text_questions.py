"""Answers the question at the end of a text from what was proven about the puzzle."""

from math import prod
from typing import Any

from solvent.agents.context import Context
from solvent.agents.state import Answer, Attempt, Evidence, Verdict
from solvent.agents.text_evidence import CONVENTIONS
from solvent.explanations.questions import of_text
from solvent.explanations.questions.claims import GridTheory, NotSupportedError
from solvent.explanations.questions.grammar import GridReader
from solvent.translators import Puzzle, rules
from solvent.translators.rules import READINGS
from solvent.translators.rules.kinds.grid import stated

ASKED = "the text's question has one reply"


async def with_reply(found: Answer, chosen: Attempt | None, context: Context) -> Answer:
    """The answer with the reply to the text's question, if the rules understood the whole text and the question.

    If the puzzle has several answers and the reply is the same in all of them, the status speaks of the reply.
    """
    if chosen is None or found.puzzle is None or not chosen.job.by_rules or chosen.program is None:
        return found
    if found.status is Verdict.UNVERIFIED:
        return _in_every_way(found, found.puzzle, chosen)
    if found.status not in (Verdict.VERIFIED, Verdict.AMBIGUOUS):
        return found
    if asked := rules.replied_to(found.puzzle):
        verified = found.status is Verdict.VERIFIED
        return found.model_copy(update={"question": asked, "reply": found.answer}) if verified else found
    decided = found.puzzle
    if found.status is Verdict.VERIFIED:  # if the text leaves anything open, it does not matter
        decided = decided.model_copy(update={"conventions": ()})
    reader = GridReader(decided, chosen.job.way)
    questions = of_text.read(decided, reader)
    if not questions:
        return found
    if found.status is Verdict.VERIFIED:
        replies = [of_text.in_one(question, found.answer, reader) for question in questions]
        return found if of_text.OPEN in replies else _replied(found, questions, replies)
    said = tuple(stated(found.puzzle, READINGS[0], chosen.job.way))  # what holds here holds in every stricter reading
    theory = GridTheory(found.puzzle, chosen.program.framework, said, chosen.job.way, context.pool, context.bounds())
    return await _of_several(found, questions, reader, theory)


def _in_every_way(found: Answer, puzzle: Puzzle, chosen: Attempt) -> Answer:
    """The answer, verified if only a choice that the text leaves open is in doubt, and the reply is the same in each.

    A riddle may not say at which end "the first house" stands, and still have one reply to "who owns the fish?".
    """
    doubts = [fact for fact in found.evidence if not fact.passed]
    ways = {each.job.way: each for each in found.attempts if each.job.by_rules and each.job.reading == READINGS[0]}
    if [fact.check for fact in doubts] != [CONVENTIONS] or len(ways) != prod(len(e.ways) for e in puzzle.conventions):
        return found
    if chosen.job.reading != READINGS[0] or not all(each.solved and each.proven for each in ways.values()):
        return found
    told: list[tuple[str, Any]] = []
    decided = puzzle.model_copy(update={"conventions": ()})
    for way, attempt in ways.items():
        reader = GridReader(decided, way)
        questions = of_text.read(decided, reader)
        replies = [of_text.in_one(question, attempt.answer, reader) for question in questions]
        if not questions or of_text.OPEN in replies:
            return found
        told.append(of_text.told(questions, replies))
    if any(each != told[0] for each in told):
        return found
    detail = f"{doubts[0].detail.partition(', which')[0]}; what the text asks for does not depend on it"
    evidence = tuple(Evidence(check=f.check, passed=True, detail=detail) if f in doubts else f for f in found.evidence)
    question, reply = told[0]
    return found.model_copy(
        update={
            "status": Verdict.VERIFIED,
            "question": question,
            "reply": reply,
            "evidence": evidence,
            "guesses": (),
            "alternatives": (*(each.answer for each in ways.values() if each is not chosen), *found.alternatives),
            "reason": f"What the text asks for is the same in every reading of what it leaves open ({detail}).",
        }
    )


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
