"""A checker per clue: predicates about an answer, by somebody who saw neither an answer nor a program. Pure functions.

The checker is run on the answer and on answers that are wrong, for a predicate that cannot say no shows nothing:

- for each clue, an answer that the program allows only without this clue: the clue's own predicate has to reject it;
- for clues for which the program has none, answers with a changed value: the predicate has to reject one of them,
  unless the program's bearing says that the clue excludes nothing;
- where one answer is expected, no answer with a changed value may pass every predicate: the program excludes it, if not
  by a clue then by its background, of which the checker would know nothing;
- and each predicate has to accept one of the answers that are wrong for another clue: one that accepts the answer alone
  compares it with something, such as an answer that the text demands, instead of reading the clue.

Acceptance can stand for an independent program only where any answer will do. Predicates about one answer say nothing
about other, better or further ones: if a text that seems to have one answer has several, and a single program says too
much, no predicate sees it. So of an answer that should be the only one, an optimum, or all answers, a checker can only
object; what it accepts needs an independent program besides. A checker that was told of a disputed answer is no longer
independent: it can only withdraw its objection.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from solvent.agents import gate
from solvent.agents.models.client import Message
from solvent.agents.prompts import render
from solvent.agents.settings import Settings
from solvent.agents.state import Attempt, Check, Checker, Evidence, State, Writer
from solvent.solvers import Outcome, Status
from solvent.translators import Puzzle
from solvent.translators.code_extraction import ReplyError, code
from solvent.translators.puzzle import ASKABLE
from solvent.translators.wording import invented

CHECKED = gate.CHECKED
REST = 0  # the number of the predicate for what the text demands beside its clues
OPINIONS = 2  # how often a third opinion is sought on one dispute: programs at hand, then a new one or the reviewer
_SHOWN = 600  # characters of an answer
_ASKED = re.compile(rf"^[ \t#]*expects[ \t]*[:=][ \t]*({'|'.join(ASKABLE)})\b", re.IGNORECASE | re.MULTILINE)

Said = Mapping[str, Any]  # what a checker says of one answer: {"fits": R, "clues": {"1": R, ...}}


@dataclass(frozen=True)
class Heard:
    """What a checker said: of the answer (or of all, where all are asked for), of the answers that only one clue
    excludes, by clue, and of further answers that are wrong somewhere. Each is the answer with what was said of it.
    """

    given: Sequence[tuple[Any, Said]]
    without: Mapping[int, tuple[Any, Said]]
    changed: Sequence[tuple[Any, Said]] = ()

    def rejects(self, clue: int) -> bool:
        """Whether the clue's predicate rejected any answer."""
        return any(_of(said, clue) is False for _, said in (*self.without.values(), *self.changed))

    def passing(self, clues: Sequence[int]) -> list[Any]:
        """The answers with changed values that no predicate rejects."""
        return [a for a, said in self.changed if said["fits"] is True and all(_of(said, n) is True for n in clues)]

    def narrow(self, clues: Sequence[int]) -> list[int]:
        """The clues whose predicates accepted no answer that is wrong for another clue only, if any was shown.

        Where it is not known what an answer is wrong for, that is all clues if none accepted any wrong answer.
        """
        if not self.without:
            shown = [said for _, said in self.changed]
            wide = any(_of(said, clue) is True for said in shown for clue in clues if clue != REST)
            return [] if wide or not shown else list(clues)
        others = {clue: [said for n, (_, said) in self.without.items() if n != clue] for clue in clues}
        return [n for n, shown in others.items() if shown and not any(_of(said, n) is True for said in shown)]


def numbers(puzzle: Puzzle) -> tuple[int, ...]:
    """The numbers of a puzzle's predicates."""
    return (*(clue.id for clue in puzzle.clues if clue.id != REST), REST)


def opening(puzzle: Puzzle) -> tuple[Message, ...]:
    """The prompt for a checker."""
    example = puzzle.request.example
    schema = json.dumps(puzzle.answer_schema, ensure_ascii=False) if puzzle.answer_schema and not example else ""
    return ({"role": "user", "content": render("checker", puzzle=puzzle, example=example, schema=schema)},)


def reaction(checker: Checker, finding: str) -> tuple[Message, ...]:
    """The conversation that asks for a repair."""
    return (*checker.messages, {"role": "user", "content": render("checker_repair", finding=finding)})


def read(author: Writer, messages: Sequence[Message], text: str, before: Checker | None = None) -> Checker:
    """Return the checker in a reply; one without code says why."""
    said = _ASKED.search(text)
    found = Checker(
        author=author,
        # What it said first it had from the text alone.
        asked=(before.asked if before else "") or (said[1].lower() if said else ""),
        attempts=before.attempts + 1 if before else 1,
        told=before.told if before else False,
        messages=(*map(dict, messages), {"role": "assistant", "content": text}),
    )
    try:
        written = code(text, ("python", "py"), ("def fits",))
    except ReplyError as error:
        return found.model_copy(update={"problem": str(error)})
    return found.model_copy(update={"code": written, "same": before is not None and before.code == written})


def is_due(settings: Settings, state: State, chosen: Attempt, *, witness_to_come: bool, verified: bool) -> bool:
    """Whether the checker has a say on a sound answer: it has not seen it, is to be repaired, or is in a dispute."""
    if not settings.checkers or not state["puzzle"].clues:
        return False
    checker, check = state["checker"], state["check"]
    if checker is None or check is None:
        return True
    if checker.dead:
        return False
    if check.attempt != chosen.job.id:
        return True
    if verified:
        return False
    if check.blames == "checker":
        return checker.attempts < settings.budget.actions and not checker.same
    return check.clue is not None and not check.blames and check.asked < OPINIONS and not witness_to_come


def unusable(chosen: Attempt, problem: str, feedback: str = "") -> Check:
    """The check by a checker that cannot be used; with feedback, it is to be repaired."""
    fact = Evidence(check=CHECKED, passed=None, detail=problem)
    return Check(attempt=chosen.job.id, evidence=fact, blames="checker" if feedback else "", feedback=feedback)


def weigh(puzzle: Puzzle, chosen: Attempt, checker: Checker, heard: Heard) -> Check:
    """Weigh what a checker said of an answer."""
    for answer, said in heard.given:
        for clue in numbers(puzzle):
            if _of(said, clue) is False:
                return _disputed(puzzle, chosen, clue, answer, rejected=True)
    if checker.asked not in ("", puzzle.expects):
        who = f"a checker by {checker.author.name}"
        detail = f"{who} takes the text to ask for something else: {checker.asked}, not {puzzle.expects}"
        return Check(attempt=chosen.job.id, evidence=Evidence(check=gate.ASKED, passed=False, detail=detail))
    fault = _fault(puzzle, checker, heard)
    if fault:
        return unusable(chosen, fault, f"{fault}.")
    for clue, (answer, said) in heard.without.items():
        if _of(said, clue) is True:
            other = next((n for n in numbers(puzzle) if _of(said, n) is False), clue)
            able = heard.rejects(clue) and puzzle.expects != "any"
            return _disputed(puzzle, chosen, other, answer, rejected=False, objects=able)
    return _accepted(puzzle, chosen, checker, heard)


def _accepted(puzzle: Puzzle, chosen: Attempt, checker: Checker, heard: Heard) -> Check:
    """Weigh acceptance: it counts if every predicate can say no, and yes to more than the answer."""
    reply = chosen.bearing
    excused = {*reply.vacuous, *reply.trivial} if reply else {*puzzle.given}
    ids = [clue.id for clue in puzzle.clues if clue.id != REST]
    mute = [n for n in ids if n not in excused and not heard.rejects(n)]
    if mute:
        named = ", ".join(f"clue_{n}" for n in mute)
        told = f"None of the many different answers that it was shown, most of them wrong, is rejected by {named}."
        return unusable(chosen, f"it accepts whatever it is shown: {named}", told)
    also = heard.passing((*ids, REST)) if puzzle.expects == "unique" and chosen.job.contract == "model" else []
    if also:
        return unusable(chosen, f"it accepts other answers besides, such as {_shown(also[0])}")
    narrow = [f"clue_{n}" for n in heard.narrow((*ids, REST))]
    if narrow:
        return unusable(
            chosen, f"it accepts no answer but this one, even if it is wrong elsewhere: {', '.join(narrow)}"
        )
    related = "the same model" if checker.author == chosen.job.writer else "another author"
    detail = f"a checker by {checker.author.name}, by {related}"
    confirms = _may_confirm(puzzle, chosen) and not checker.told
    witness = checker.author if confirms else None
    detail += "; it was told of a disputed answer before" if checker.told else ""
    return Check(attempt=chosen.job.id, evidence=Evidence(check=CHECKED, passed=True, detail=detail, witness=witness))


def _may_confirm(puzzle: Puzzle, chosen: Attempt) -> bool:
    """Whether acceptance can stand for an independent program; see the module."""
    if chosen.job.models:
        return puzzle.expects == "any"
    request = puzzle.request
    asked = puzzle.expects == "any" and not request.undecided and not request.objective
    return asked and not invented(puzzle, chosen.answer)


def _fault(puzzle: Puzzle, checker: Checker, heard: Heard) -> str:
    """What is wrong with a checker whoever is right, without a word on any answer; "" for nothing."""
    if not checker.asked:
        return "Its first line does not say what the text asks for (`# expects: ...`)"
    for _, said in heard.given:
        if said["fits"] is False:
            shape = f": {puzzle.request.example}" if puzzle.request.example else ""
            return f"fits rejects an answer that has the shape that was asked for{shape}"
    results = [("fits", said["fits"]) for _, said in heard.given]
    results += [(f"clue_{n}", _of(said, n)) for _, said in heard.given for n in numbers(puzzle)]
    results += [(f"clue_{n}", _of(said, n)) for n, (_, said) in heard.without.items()]
    return next((f"{name}: {result}" for name, result in results if not isinstance(result, bool)), "")


def _disputed(
    puzzle: Puzzle, chosen: Attempt, clue: int, answer: Any, *, rejected: bool, objects: bool = True
) -> Check:
    verb = "does not satisfy it" if rejected else "satisfies it as well, but not by the program"
    named = _clue(puzzle, clue)
    detail = f"{named}: by the checker, {_shown(answer)} {verb}"
    fact = Evidence(check=CHECKED, passed=False if objects else None, detail=detail)
    return Check(attempt=chosen.job.id, evidence=fact, clue=clue, answer=answer, rejected=rejected)


def settled(puzzle: Puzzle, check: Check, blames: str) -> Check:
    """The check once a third opinion has said who is wrong, with what a blamed checker is told: never a program."""
    if blames != "checker":
        return check.model_copy(update={"blames": blames})
    name, holds = f"clue_{check.clue}", "satisfies" if check.rejected else "violates"
    told = (
        f"{name} says {'no' if check.rejected else 'yes'} to the answer below. Another reader of the text, asked as a "
        f"third opinion, holds that the answer {holds} {_clue(puzzle, check.clue or REST)}. Who is right?\n"
        f"{_shown(check.answer)}\n"
    )
    return check.model_copy(update={"blames": blames, "feedback": told})


def blamed(check: Check, reply: Outcome) -> str:
    """Who is wrong if a third program takes the disputed answer like that: "program", "checker", or "" if open."""
    if reply.status.solved:
        return "checker" if check.rejected else "program"
    if reply.status is not Status.UNSATISFIABLE:
        return ""
    if check.rejected:
        return "program"
    return "checker" if not reply.conflict or check.clue in reply.conflict else ""


def blamed_by_review(check: Check, review: Evidence) -> str:
    """Who is wrong according to a reviewer of this one clue."""
    if review.passed is None or check.clue == REST:
        return ""
    return "checker" if review.passed == check.rejected else "program"


def _of(said: Said, clue: int) -> bool | str | None:
    result: bool | str | None = said["clues"].get(str(clue))
    return result


def _clue(puzzle: Puzzle, clue: int) -> str:
    text = next((each.text for each in puzzle.clues if each.id == clue), "")
    return f'clue {clue} ("{text}")' if text else "what the text demands beside its numbered clues"


def _shown(answer: Any) -> str:
    return shorten(json.dumps(answer, ensure_ascii=False), _SHOWN, placeholder=" ...")
