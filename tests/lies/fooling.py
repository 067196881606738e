"""Whether liars and honest programs get what they deserve: both go through the whole agent, on real solvers."""

import random
from collections import Counter
from dataclasses import dataclass

import choices
import grids
import player
import shadows
from drafts import STYLES
from lies import KINDS
from writers import WRITERS, honest

MAKERS = (grids.grid, choices.sums, choices.packing, choices.dealing, choices.timing, choices.colouring, choices.pairs)
FRAMEWORKS = tuple(WRITERS)
_STAND_INS = {"right": "background: holds all, parts say nothing"}  # where a partner's framework cannot tell a lie
_STAND_IN = "vacuous: x = x"
_PATCHED = shadows.__name__  # importing it registers its lies


@dataclass(frozen=True)
class Verdict:
    """What came of two programs of which one at least lies, or of two honest ones.

    `fooled`: verified although both lie, or with a wrong answer.
    """

    kind: str
    framework: str
    status: str
    right: bool
    fooled: bool
    reason: str
    text: str
    programs: dict


def problems(rng, count):
    """So many problems of every kind in turns."""
    return [MAKERS[at % len(MAKERS)](rng) for at in range(count)]


async def honestly(rng, pool, problem, framework):
    """The verdict on two honest programs, the first in `framework`."""
    programs = {each: honest(rng, problem, each).text for each in (framework, player.partner(framework))}
    answer = await player.ask(pool, problem, framework, programs)
    right = problem.is_right(answer.answer)
    fooled = answer.status == "verified" and not right
    return Verdict("honest", framework, str(answer.status), right, fooled, answer.reason, problem.text, programs)


async def lyingly(rng, pool, problem, framework, kind, *, alone=False):
    """The verdict on two programs that tell the same lie, or None where there is no place for it.

    With `alone` the second one is honest.
    """
    told = KINDS[kind]
    target = told.fits(problem) and _target(rng, problem, told.target)
    if not target:
        return None
    programs = {}
    drawn = rng.random()
    for each in (framework, player.partner(framework)):
        name = kind if each in told.frameworks else _STAND_INS.get(told.target, _STAND_IN)
        lying = _written(rng, random.Random(drawn), problem, each, name, target)
        if lying is None:
            return None
        programs[each] = lying
    if alone:
        programs[player.partner(framework)] = honest(rng, problem, player.partner(framework)).text
    decomposed = told.decomposed(problem) if told.decomposed else None
    answer = await player.ask(pool, problem, framework, programs, decomposed)
    right = problem.is_right(answer.answer)
    bad = not right if alone or told.honest_face else True
    fooled = answer.status == "verified" and bad
    return Verdict(kind, framework, str(answer.status), right, fooled, answer.reason, problem.text, programs)


def _written(rng, alike, problem, framework, kind, target):
    """The text of a lie; `alike` draws what both programs have in common."""
    told = KINDS[kind]
    style = told.style or rng.choice(STYLES)
    draft = WRITERS[framework](problem, style, helpers=not told.style and rng.random() < 0.3).draft(rng)
    return None if told.make(alike, draft, target) is False else draft.text


def _target(rng, problem, wanted):
    """An assignment to lie for, if there is one."""
    if wanted == "any":
        wanted = rng.choice(("wrong", "wrong", "right"))
    if wanted == "right":
        return rng.choice(problem.solutions)
    allowed = problem.allowed(clue.means for clue in problem.clues) if wanted == "feasible" else problem.possible
    wrong = [each for each in allowed if problem.filled(each) not in problem.answers]
    return rng.choice(wrong) if wrong else None


def table(verdicts):
    """Per kind of lie, how many were verified of how many in each framework, and what became of all."""
    width = max(len(each.kind) for each in verdicts)
    lines = [f"{'':{width}}" + "".join(f"{name:>12}" for name in FRAMEWORKS) + "   all"]
    for kind in dict.fromkeys(each.kind for each in verdicts):
        mine = [each for each in verdicts if each.kind == kind]
        cells = ""
        for name in FRAMEWORKS:
            group = [each for each in mine if each.framework == name]
            cells += f"{f'{sum(each.fooled for each in group)} of {len(group)}' if group else '-':>12}"
        statuses = ", ".join(f"{count} {status}" for status, count in sorted(Counter(e.status for e in mine).items()))
        lines.append(f"{kind:{width}}{cells}   {statuses}")
    return "\n".join(lines)


def refused(verdicts):
    """Of honest programs, how many were not verified, and why."""
    lines = []
    for name in FRAMEWORKS:
        mine = [each for each in verdicts if each.framework == name]
        lost = [each for each in mine if each.status != "verified"]
        lines.append(f"{name:12}{len(mine):6} honest, {len(lost)} not verified, {sum(e.fooled for e in mine)} wrongly")
        lines += [
            f"    {count} {why}" for why, count in Counter(f"{e.status}: {e.reason}" for e in lost).most_common(10)
        ]
    return "\n".join(lines)
