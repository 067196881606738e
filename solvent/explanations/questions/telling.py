"""Tells in a sentence or two what was found out about a question."""

from collections.abc import Sequence

from solvent.explanations.questions.claims import Claim
from solvent.explanations.questions.reply import Kind
from solvent.explanations.questions.wording import Supposition
from solvent.solvers import Outcome, Status

_RULES = "the rules of the puzzle alone"
_OPENING = frozenset(["the", "a", "an", "there", "whoever", "one", "exactly", "either", "neither", "both", "someone"])


def named(clues: Sequence[int]) -> str:
    """Clues by their numbers: "clue 3", "clues 3 and 7"."""
    return f"clue {clues[0]}" if len(clues) == 1 else f"clues {listed(clues)}"


def listed(items: Sequence[object], link: str = "and") -> str:
    """A list in words: "a, b and c"."""
    texts = [str(item) for item in items]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {link} {texts[-1]}"


def _by(clues: Sequence[int]) -> str:
    return named(clues) if clues else _RULES


def _inside(said: str) -> str:
    """A statement as it stands inside a sentence: a word that is no name begins in lower case."""
    first, _, rest = said.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in _OPENING else said


def not_found_out(found: Outcome) -> str:
    """That the solver did not come to an end."""
    why = {Status.TIMEOUT: "the time ran out", Status.UNKNOWN: "the solver gave up"}.get(found.status, found.message)
    return f"It was not found out: {why or found.status}."


def follows(claim: Claim, clues: Sequence[int]) -> str:
    """That a claim follows from clues."""
    return f"{claim.said}: that follows from {_by(clues)}."


def excluded(claim: Claim, clues: Sequence[int]) -> str:
    """That clues exclude a claim."""
    by = _by(clues)
    verb = "excludes" if len(clues) == 1 else "exclude"
    return f"{by[0].upper()}{by[1:]} {verb} that {_inside(claim.said)}."


def about(kind: Kind, reply: bool, claim: Claim, found: Outcome) -> str:
    """Whether a claim must, could or cannot be true, and why."""
    yes = "Yes" if reply else "No"
    if found.status.solved:
        how = "it is not so that " if kind == "must" else ""
        return f"{yes}: there is an answer in which {how}{_inside(claim.said)}."
    if kind == "must" and reply:
        return f"{yes}, {follows(claim, found.conflict)}"
    core = excluded(claim, found.conflict)
    return f"{yes}: {core[0].lower()}{core[1:]}"


def counted(number: int | None, claim: Claim | None, found: Outcome) -> str:
    """How many answers there are."""
    where = f" in which {_inside(claim.said)}" if claim else ""
    if number is None:
        return f"It was not found out how many answers there are{where}: {found.message or found.status}."
    if number == 1:
        return f"There is exactly one answer{where}."
    return f"There are {number:,} answers{where}." if number else f"There is no answer{where}."


def who(can: Sequence[str], must: Sequence[str], clues: Sequence[int]) -> str:
    """Which value it is, or can be."""
    if not can:
        return "No value is possible."
    if len(can) == len(must):
        return f"{listed(can)}: that follows from {_by(clues)}."
    if must:
        rest = [value for value in can if value not in must]
        return f"{listed(must)} in any case, and possibly {listed(rest, 'or')}: the clues leave that open."
    return f"{listed(can, 'or')}: the clues leave open which."


def possible(can: Sequence[str]) -> str:
    """Which values are possible."""
    if not can:
        return "No value is possible."
    return f"Only {can[0]} is possible." if len(can) == 1 else f"{listed(can)} are possible."


def never(values: Sequence[str], clues: Sequence[int]) -> str:
    """Which values are impossible."""
    if not values:
        return "Every value is possible."
    return f"{listed(values)} {'is' if len(values) == 1 else 'are'} impossible: that follows from {_by(clues)}."


def one_clue(clue: int, *, needed: bool) -> str:
    """Whether a clue is needed."""
    if needed:
        return f"Clue {clue} is needed: without it there is another answer."
    return f"Clue {clue} is not needed: it follows from the others."


def redundant(spare: Sequence[int], kept: Sequence[int], stated: Sequence[int]) -> str:
    """Which clues are not needed, alone and together."""
    if not spare:
        return "None: every clue is needed."
    if len(spare) == 1:
        return f"Clue {spare[0]} is not needed: it follows from the others."
    text = f"Each of {named(spare)} follows from the other clues."
    together = [clue for clue in stated if clue not in kept]
    if not kept:
        return text
    if together == list(spare):
        return f"{text} All of them can be dropped together."
    return f"{text} Not all can be dropped together; for example, {named(kept)} are enough."


def supposed(given: Supposition) -> str:
    parts = []
    if given.dropped:
        parts.append(f"without {named(given.dropped)}")
    if given.opposed:
        parts.append(f"with the opposite of {named(given.opposed)}")
    if given.said:
        parts.append(f"supposing that {_inside(given.said[0])}")
    text = " and ".join(parts)
    return f"{text[0].upper()}{text[1:]}"


def changed(given: Supposition, number: int | None, other: bool, status: str, found: Outcome) -> str:
    """What the puzzle's answers would be."""
    start = supposed(given)
    if number is None:
        return f"{start}, it was not found out how many answers there are: {found.message or found.status}."
    if number == 0:
        return f"{start}, there is no answer."
    if not other:
        same = "the answer is the same" if number == 1 else f"the {number:,} answers are the same"
        return f"{start}, nothing would change: {same}."
    if number == 1:
        return f"{start}, there is exactly one answer, and it is another one."
    before = " instead of one" if status == "verified" else ""
    return f"{start}, there would be {number:,} answers{before}."


def contradicted(text: str, clues: Sequence[int]) -> str:
    """Why there would be no answer."""
    return (
        f"{text[:-1]}: {named(clues)} then {'contradicts' if len(clues) == 1 else 'contradict'} it." if clues else text
    )
