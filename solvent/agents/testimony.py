"""How much the word of another program weighs. Pure: nobody is asked here."""

from solvent.agents import bearing, gate
from solvent.agents.state import Attempt, Evidence
from solvent.solvers import Outcome, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Puzzle


def has_a_say(other: Attempt, chosen: Attempt) -> bool:
    """Whether another program can judge an answer: it models, it runs, and is no other reading of the same rules."""
    if other.program is None or not other.solved or other.job.contract != "model":
        return False
    return other.job.framework != chosen.job.framework or not (other.job.by_rules or chosen.job.by_rules)


def testimony(puzzle: Puzzle, chosen: Attempt, other: Attempt, reply: Outcome) -> Evidence:
    """What it says for an answer that another program accepts it, or does not.

    Independent is a program of another author or in another framework. It counts only if it is proven itself where one
    answer is expected, and that is the chosen one; if its own clues bear on it; and if its author, from the text alone,
    says that the text asks for the same. For a script, or an answer without a program, it has to bear all the evidence
    that a program can have of itself.
    """
    who = f"{other.job.source} in {other.job.framework}"
    if chosen.job.by_rules and other.job.by_rules:
        passed = True if reply.status.solved else False if reply.status is Status.UNSATISFIABLE else None
        detail = reply.message or "the same reading on another solver: it tests the solvers, not the reading"
        return Evidence(check=f"{other.job.framework} accepts it", passed=passed, detail=detail)
    related = other.job.writer == chosen.job.writer
    independent = not related or other.job.framework != chosen.job.framework
    check = gate.INDEPENDENT if independent else gate.SAME_KIND
    if reply.status is Status.UNSATISFIABLE:
        return Evidence(check=check, passed=False, detail=_disputed(puzzle, who, reply))
    if not reply.status.solved:
        return Evidence(check=check, passed=None, detail=f"{who}: {reply.status}")
    if puzzle.expects in ("unique", "optimal") and not other.proven:
        return Evidence(check=check, passed=None, detail=f"{who} accepts it, and other answers besides")
    if puzzle.expects == "unique" and canonical(other.answer) != canonical(chosen.answer):
        return Evidence(check=check, passed=False, detail=f"{who} has proven another answer to be the only one")
    if not other.job.by_rules and other.asked not in ("", puzzle.expects):
        detail = f"{who} takes the text to ask for something else: {other.asked}, not {puzzle.expects}"
        return Evidence(check=gate.ASKED, passed=False, detail=detail)
    lack = _lack(puzzle, chosen, other)
    if lack:
        return Evidence(check=check, passed=None, detail=f"{who} accepts it, but {lack}")
    detail = f"{who}, by {'the same model' if related else 'another author'}"
    return Evidence(check=check, passed=True, detail=detail, witness=other.job.writer)


def _lack(puzzle: Puzzle, chosen: Attempt, other: Attempt) -> str:
    """What a program that accepts an answer lacks to be a witness for it."""
    if other.job.by_rules:
        return ""
    if puzzle.expects in ("any", "all") and not other.asked:
        return "it does not say what the text asks for"
    facts = [fact for fact in other.facts if chosen.job.contract != "model" or fact.check == bearing.BEARING]
    lack = gate.missing(facts)
    return f"{lack.check}: {lack.detail}" if lack else ""


def _disputed(puzzle: Puzzle, who: str, reply: Outcome) -> str:
    texts = {clue.id: clue.text for clue in puzzle.clues}
    named = [f'clue {number} ("{texts.get(number, "")}")' for number in reply.conflict]
    if puzzle.expects == "all":
        return f"{who} has other answers"
    return f"{who} does not allow it" + (f": the two disagree about {', '.join(named)}" if named else "")
