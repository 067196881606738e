"""Which answer wins. Pure: no model or solver is called."""

from collections.abc import Iterable, Mapping, Sequence

from solvent.agents import gate
from solvent.agents.state import Attempt, with_answers
from solvent.solvers.programs.equality import canonical
from solvent.translators.rules import GUESSING

Groups = dict[str, list[Attempt]]  # attempts by the canonical form of their answer, in the order of the first of each


def voters(attempts: Mapping[int, Attempt]) -> list[Attempt]:
    """The attempts whose answers count, unless the policy decides otherwise: the last of each author's conversation."""
    return with_answers({number: each for number, each in attempts.items() if not each.job.witness})


def grouped(attempts: Iterable[Attempt]) -> Groups:
    """The attempts that have an answer, by their answers."""
    groups: Groups = {}
    for attempt in attempts:
        if attempt.solved:
            groups.setdefault(canonical(attempt.answer), []).append(attempt)
    return groups


def winner(groups: Groups, votes: Mapping[str, int], rule: str) -> int | None:
    """The id of the attempt that gives the answer, None if there is none.

    With the rule `majority` it is the first program with the most frequent answer, as in CP-Bench (section on repeated
    sampling); otherwise the best founded answer, by a program that proved it, if any. `votes` are the programs that
    give or accept each answer.
    """
    if not groups:
        return None
    if rule == "majority":
        return max(groups.values(), key=len)[0].job.id
    best = max(groups, key=lambda name: _key(groups[name], votes[name], rule))
    return max(groups[best], key=lambda a: (a.proven, a.job.by_rules, -a.job.id)).job.id


def _key(group: Sequence[Attempt], votes: int, rule: str) -> tuple[bool, int, float, int]:
    """The sort key of an answer: proven ones first, then those of the most usual interpretation of the text.

    If clues were not understood, guessing their meaning beats ignoring them, and of several guesses that which most
    speaks for. With the rule
    `evidence`, a proof is no more than a part of the weight.
    """
    guessed = max(attempt.job.share or float(attempt.job.reading == GUESSING[0]) for attempt in group)
    proven = rule != "evidence" and any(attempt.proven for attempt in group)
    return proven, -min(attempt.job.way for attempt in group), guessed, weight(group, rule) + votes - len(group)


MOST = 6  # what one more program can add to the weight of an answer: 4 points of its own, 2 as a further author
_FURTHER = 2  # a repetition by an independent author says more than any check of a program by itself


def weight(group: Sequence[Attempt], rule: str) -> int:
    """How much the programs that give an answer weigh together: one each or, with the rule `evidence`, their points.

    A program has a point for its answer, and one each if it proved it, if it passed all checks of its own, and if each
    of its parts names what its clue names. Every author and framework after the first adds two.
    """
    if rule != "evidence":
        return len(group)
    authors = {(attempt.job.writer, attempt.job.framework) for attempt in group}
    return sum(map(_points, group)) + _FURTHER * (len(authors) - 1)


def _points(attempt: Attempt) -> int:
    grounded = any(fact.check == gate.GROUNDED and fact.passed for fact in attempt.facts)
    sound = bool(attempt.facts) and gate.missing(attempt.facts) is None
    return 1 + attempt.proven + sound + grounded


def settled(groups: Groups, rule: str, rest: int) -> bool:
    """Whether `rest` more programs, whatever they answer, cannot change which answer wins.

    The leading answer must be ahead by more than the rest can add, and with the rule `proof`, it must be proven,
    because a single proof would beat it. If programs also vote for answers that they accept, nothing is settled before
    the end.
    """
    if rest <= 0:
        return True
    ranked = _ranked(groups, rule)
    if not ranked or (rule == "proof" and not any(attempt.proven for attempt in ranked[0])):
        return False
    second = max((weight(group, rule) for group in ranked[1:]), default=0)
    return weight(ranked[0], rule) - second > rest * (MOST if rule == "evidence" else 1)


def rivals(groups: Groups, rule: str, lead: float) -> list[list[Attempt]]:
    """The answers that come so close to the first that it has no lead, best first and with the first; none if it has.

    The lead is the difference between the weights of the two best answers, as a share of the weight of all answers.
    """
    ranked = _ranked(groups, rule)
    total = sum(weight(group, rule) for group in ranked)
    close = [group for group in ranked[1:] if weight(ranked[0], rule) - weight(group, rule) < lead * total]
    return [ranked[0], *close] if close else []


def _ranked(groups: Groups, rule: str) -> list[list[Attempt]]:
    if rule == "majority":
        return sorted(groups.values(), key=len, reverse=True)
    return sorted(groups.values(), key=lambda group: _key(group, len(group), rule), reverse=True)
