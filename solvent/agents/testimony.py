"""How much another program's confirmation of an answer weighs. Pure: no model or solver is called."""

import json
from textwrap import shorten

from solvent.agents import bearing, gate, text_evidence
from solvent.agents.state import Attempt, Evidence
from solvent.agents.statements import ABOUT_STATEMENTS
from solvent.solvers import Outcome, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Puzzle

_SHOWN = 300  # characters of an answer


def has_a_say(other: Attempt, chosen: Attempt) -> bool:
    """Whether another program can judge an answer.

    It must be a model that ran, and if either is by the rules, it must be in another framework. One whose clauses a
    model read has no say: it was kept because it leaves one answer.
    """
    if other.job.clauses or other.program is None or not other.solved or not other.job.models:
        return False
    return other.job.framework != chosen.job.framework or not (other.job.by_rules or chosen.job.by_rules)


def testimony(puzzle: Puzzle, chosen: Attempt, other: Attempt, reply: Outcome) -> Evidence:
    """The evidence in another program's `reply` to the question whether it accepts the chosen answer.

    A program by another author or in another framework is independent. It counts only if it proves the same answer
    itself where one answer is expected, else if it states every clue; if its own clues bear on the answer; and if its
    author, from the text alone, takes the text to ask for the same. To confirm a script or a bare answer, it must pass
    all checks that a program can pass by itself.
    """
    who = f"{other.job.source} in {other.job.framework}"
    if chosen.job.by_rules and other.job.by_rules:
        passed = True if reply.status.solved else False if reply.status is Status.UNSATISFIABLE else None
        detail = reply.message or "the same reading on another solver: it tests the solvers, not the reading"
        return Evidence(check=f"{other.job.framework} accepts it", passed=passed, detail=detail)
    related = other.job.writer == chosen.job.writer
    # A form says nothing in a framework's own words, so a model's forms in two frameworks are the same form twice.
    forms = other.job.contract == chosen.job.contract == "form"
    independent = not related or (other.job.framework != chosen.job.framework and not forms)
    check = gate.INDEPENDENT if independent else gate.SAME_KIND
    if reply.status is Status.UNSATISFIABLE:
        return Evidence(check=check, passed=False, detail=_disputed(puzzle, who, reply))
    if not reply.status.solved:
        return Evidence(check=check, passed=None, detail=f"{who}: {reply.status}")
    if puzzle.expects not in ("any", "all") and not other.proven:
        return Evidence(check=check, passed=None, detail=f"{who} accepts it, and other answers besides")
    if puzzle.expects == "unique" and canonical(other.answer) != canonical(chosen.answer):
        return Evidence(check=check, passed=False, detail=f"{who} proves that another answer is the only one")
    if not other.job.by_rules and other.asked not in ("", puzzle.expects):
        detail = f"{who} takes the text to ask for something else: {other.asked}, not {puzzle.expects}"
        return Evidence(check=gate.ASKED, passed=False, detail=detail)
    lack = _lack(puzzle, chosen, other)
    if lack:
        return Evidence(check=check, passed=None, detail=f"{who} accepts it, but {lack}")
    detail = f"{who}, by {'the same model' if related else 'another author'}"
    return Evidence(check=check, passed=True, detail=detail, witness=other.job.writer)


def _lack(puzzle: Puzzle, chosen: Attempt, other: Attempt) -> str:
    """What keeps a program that accepts an answer from confirming it; "" for nothing."""
    if other.job.by_rules:
        return ""
    if puzzle.expects in ("any", "all") and not other.asked:
        return "it does not say what the text asks for"
    # The only answer to some of the clues is that to all of them; any other may violate a clue that it says nothing of.
    wanted = (bearing.BEARING,) if puzzle.expects == "unique" else (bearing.BEARING, gate.COVERAGE)
    facts = [fact for fact in other.facts if not chosen.job.models or fact.check in wanted]
    lack = gate.missing(facts)
    if lack:
        return f"{lack.check}: {lack.detail}"
    # What one program ignores, and the other takes for what its other clues imply, neither has: they have the same
    # answers. Only clues that give data may exclude nothing.
    ignored = (bearing.idle(puzzle, chosen) | bearing.idle(puzzle, other)) - set(puzzle.given)
    if ignored and puzzle.expects in ("any", "all"):
        return f"in one of the two, nothing was found that {text_evidence.named(sorted(ignored)).lower()} would exclude"
    return ""


def _disputed(puzzle: Puzzle, who: str, reply: Outcome) -> str:
    texts = {clue.id: clue.text for clue in puzzle.clues}
    named = [f'clue {number} ("{texts.get(number, "")}")' for number in reply.conflict]
    if puzzle.expects == "all":
        return f"{who} has other answers"
    if puzzle.expects in ABOUT_STATEMENTS:
        return f"{who} comes to another option"
    about = f": the two disagree about {', '.join(named)}" if named else ""
    if reply.answer is None:
        return f"{who} does not allow it{about}"
    example = shorten(json.dumps(reply.answer, ensure_ascii=False), _SHOWN, placeholder=" ...")
    return f"{who} does not allow the same answers{about}, for instance about whether {example} will do"
