"""The evidence for the rules' reading of a text: whether all of it was read, what was assumed, what was guessed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

from solvent.agents.state import Attempt, Evidence, Job
from solvent.solvers.programs.equality import canonical
from solvent.translators import Convention, Puzzle, rules
from solvent.translators.rules import ASSUMED, GUESSING, READINGS, Clause, told

STRICTEST = READINGS[0]
_WELL_READ = Fraction(2, 3)  # of the clues
TEXT = "the whole text is accounted for"
CATEGORIES = "the text gives all values"
CONVENTIONS = "every reading of what the text leaves open gives this answer"
CLAUSES = "all readings of the clues that a model read give this answer"
_FEWEST = 5  # of so many clues, one at least has to be understood
_LEAST_SHARE = 0.6  # of what guesses say, for an answer that rests on them more than on what was understood
_SHOWN = 3  # parts of a text that one line quotes


def of_text(puzzle: Puzzle) -> list[Evidence]:
    """The evidence about the text outside the clues."""
    unread = [passage for passage in puzzle.passages if passage.blocks]
    quoted = "; ".join(f'"{passage.text}" ({passage.reason})' for passage in unread[:_SHOWN])
    facts = [Evidence(check=TEXT, passed=not unread, detail=quoted or "every sentence has a role")]
    if puzzle.inferred:
        doubts = [f"{name}: {why}" for name, why in puzzle.inferred.items() if why]
        gathered = f"gathered from the clues: {', '.join(puzzle.inferred)}"
        facts.append(Evidence(check=CATEGORIES, passed=not doubts, detail="; ".join(doubts) or gathered))
    return facts


def taken(job: Job) -> list[Evidence]:
    """What a reading other than the strictest assumes; the check fails for readings that guess."""
    if job.reading == STRICTEST:
        return []
    took = ASSUMED.get(job.reading, "more than the clues say")
    detail = f"the {STRICTEST} reading of the clues allows more than one answer; the {job.reading} one assumes: {took}"
    return [Evidence(check="reading", passed=job.reading not in GUESSING, detail=detail)]


def conventions(puzzle: Puzzle, chosen: Attempt | None, attempts: Sequence[Attempt]) -> tuple[Evidence, ...]:
    """Whether every interpretation of what the text leaves open gives the chosen answer."""
    if chosen is None or not chosen.job.by_rules or not puzzle.conventions:
        return ()
    ways = {attempt.job.way for attempt in attempts if attempt.job.by_rules}
    answer = canonical(chosen.answer)
    # If there are very many ways, only some are tried, which shows nothing about the rest.
    same = len(ways) == prod(len(each.ways) for each in puzzle.conventions) and all(
        any(a.job.way == way and a.proven and canonical(a.answer) == answer for a in attempts if a.solved)
        for way in ways
    )
    took = "; ".join(_took(puzzle, chosen.job.way))
    if same:
        return (Evidence(check=CONVENTIONS, passed=True, detail=f"{took}; every alternative gives the same answer"),)
    needed = " ".join(each.decided[at] for each, at in _choices(puzzle, chosen.job.way))
    detail = f"{took}, which the text does not say; add '{needed}' if that is meant"
    return (Evidence(check=CONVENTIONS, passed=False, detail=detail),)


def clauses(puzzle: Puzzle, chosen: Attempt | None, attempts: Sequence[Attempt]) -> tuple[Evidence, ...]:
    """Which clues a model read for the chosen answer, and whether other readings of them would give another answer.

    This never says that the readings are right: they were kept because they leave one answer.
    """
    if chosen is None or not chosen.job.clauses:
        return ()
    read = dict(chosen.job.clauses)
    others = [a for a in attempts if a.job.clauses and canonical(a.answer) != canonical(chosen.answer)]
    known = {clue.id for clue in puzzle.clues if clue.understood}
    unread = [clue.id for clue in puzzle.clues if clue.id not in known | read.keys()]
    supposed = {number: read.pop(number) for number in chosen.job.supposed}
    detail = f"{chosen.job.source} took {_told(read)}" if read else "no clue as a model read it"
    if supposed:
        detail += f"; no reading that it gave leaves one answer, so others were tried: {_told(supposed)}"
    if others:
        detail += f" (other readings give {len(others)} other {'answer' if len(others) == 1 else 'answers'})"
    if unread:
        detail += f"; nobody read {named(unread)}"
    return (Evidence(check=CLAUSES, passed=not (others or unread or supposed), detail=detail),)


def _told(read: Mapping[int, Clause]) -> str:
    return "; ".join(f"clue {number}: {told(clause)}" for number, clause in sorted(read.items()))


def _choices(puzzle: Puzzle, way: int) -> list[tuple[Convention, int]]:
    found = []
    for each in puzzle.conventions:
        way, at = divmod(way, len(each.ways))
        found.append((each, at))
    return found


def _took(puzzle: Puzzle, way: int) -> list[str]:
    return [f"assumed that {each.ways[at]}" for each, at in _choices(puzzle, way)]


def guesses(puzzle: Puzzle, chosen: Attempt | None, facts: Sequence[Evidence]) -> tuple[str, ...]:
    """What the chosen answer takes for granted, in words."""
    if chosen is None or not chosen.job.by_rules:
        return ()
    found = [guess for clue in puzzle.clues for guess in clue.guesses] if chosen.job.reading in GUESSING else []
    if chosen.job.reading in GUESSING[1:]:
        found.append(f"assumed that {ASSUMED[chosen.job.reading].removeprefix('besides, ')}")
    if any(fact.check == CONVENTIONS and not fact.passed for fact in facts):
        found += _took(puzzle, chosen.job.way)
    if chosen.proven:
        found += [
            f"took '{passage.text}' to say nothing about the answer" for passage in puzzle.passages if passage.blocks
        ]
    return tuple(found)


def well_founded(puzzle: Puzzle, chosen: Attempt | None) -> bool:
    """Whether an answer by the rules is the only one, no passage blocks, and most clues were read; some may be guessed.

    Clues that were left out can only confirm such an answer, or contradict it.
    """
    if chosen is None or not chosen.proven or any(passage.blocks for passage in puzzle.passages):
        return False
    guessed = dict(chosen.job.guesses) if chosen.job.share >= _LEAST_SHARE else {}
    read = sum(bool(clue.understood or clue.id in guessed) for clue in puzzle.clues)
    return read >= _WELL_READ * len(puzzle.clues)


def hopeless(puzzle: Puzzle, chosen: Attempt | None = None) -> bool:
    """Whether fewer than half of the clues were understood or guessed, or hardly any understood.

    An answer would rest on chance then, and the text may not be such a puzzle at all.
    """
    if rules.roughly_read(puzzle):
        return False
    guessed = dict(chosen.job.guesses) if chosen and chosen.job.share >= _LEAST_SHARE else {}
    understood = sum(bool(clue.understood) for clue in puzzle.clues)
    read = sum(bool(clue.understood or clue.guesses or clue.id in guessed) for clue in puzzle.clues)
    return 2 * read < len(puzzle.clues) or _FEWEST * understood < len(puzzle.clues)


def doubt(puzzle: Puzzle) -> str:
    """One line on what was not understood of the text; "" if all was."""
    unread = [clue.id for clue in puzzle.clues if not clue.understood]
    if hopeless(puzzle):
        return f"{len(unread)} of {len(puzzle.clues)} clues were not understood."
    if unread:
        return f"{named(unread)} {'was' if len(unread) == 1 else 'were'} not understood."
    blocking = [passage for passage in puzzle.passages if passage.blocks]
    if blocking:
        return f'Not understood: "{blocking[0].text}" ({blocking[0].reason}).'
    doubts = [f"{name}: {why}" for name, why in puzzle.inferred.items() if why]
    return f"No list gives all categories ({'; '.join(doubts)})." if doubts else ""


def rests_on(puzzle: Puzzle, chosen: Attempt) -> str:
    """What an answer rests on if not everything was understood, in a sentence or two."""
    guessed = dict(chosen.job.guesses)
    if guessed and not chosen.job.share:
        silent = [clue.id for clue in puzzle.clues if not clue.understood and clue.id not in guessed]
        more = f" Nothing could be guessed of {named(silent).lower()}." if silent else ""
        return f" No guess at {named(sorted(guessed)).lower()} leaves exactly one answer: reword this first.{more}"
    basis = "on a guess at what was meant" if chosen.job.reading in GUESSING else "on the rest of the text alone"
    several = chosen.second is not None and chosen.second.status.solved
    return f" The answer is based {basis}{', which allows other answers too' if several else ''}."


def named(ids: Sequence[int]) -> str:
    """Name clues by their numbers: "Clues 2, 4 and 7"."""
    if len(ids) == 1:
        return f"Clue {ids[0]}"
    return f"Clues {', '.join(map(str, ids[:-1]))} and {ids[-1]}"
