"""Sends lying and honest programs through the whole agent, with real solvers, and judges the result."""

import random
from collections import Counter
from dataclasses import dataclass

import apart
import choices
import claims
import grids
import lies
import player
import shadows
from drafts import STYLES
from lying import KINDS as TOLD
from writers import WRITERS, honest

MAKERS = (grids.grid, choices.sums, choices.packing, choices.dealing, choices.timing, choices.colouring, choices.pairs)
FRAMEWORKS = tuple(WRITERS)
_STAND_INS = {"right": "background: holds all, parts say nothing"}  # if the partner's framework lacks the lie
_STAND_IN = "vacuous: x = x"
_TELLING = (lies, claims, shadows, apart)  # importing them registers their lies
_GROUPS = (
    "vacuous",
    "background",
    "constant",
    "objective",
    "expects",
    "labels",
    "shadow",
    "two faces",
    "patch",
    "part",
    "data",
)
KINDS = dict(sorted(TOLD.items(), key=lambda told: _GROUPS.index(told[0].split(":")[0])))


@dataclass(frozen=True)
class Verdict:
    """The result of two programs of which at least one lies, or of two honest ones.

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
    """`count` problems, of every kind in turn."""
    return [MAKERS[at % len(MAKERS)](rng) for at in range(count)]


@dataclass(frozen=True)
class Told:
    """Two programs for a problem, not judged yet; `bad` says that none of their answers may be verified."""

    kind: str
    framework: str
    problem: object
    programs: dict
    decomposed: dict
    bad: bool

    @property
    def options(self):
        """The options for `asolve`."""
        return player.options(self.framework, self.programs, self.decomposed)

    def judged(self, answer):
        """The verdict on the agent's answer."""
        right = self.problem.is_right(answer.answer)
        fooled = answer.status == "verified" and (self.bad or not right)
        status, text = str(answer.status), self.problem.text
        return Verdict(self.kind, self.framework, status, right, fooled, answer.reason, text, self.programs)


def honestly(rng, problem, framework):
    """Two honest programs, the first in `framework`."""
    programs = {each: honest(rng, problem, each).text for each in (framework, player.partner(framework))}
    return Told("honest", framework, problem, programs, problem.decomposition, bad=False)


def lying(rng, problem, framework, kind, *, alone=False):
    """Two programs that tell the same lie, or None if it is not applicable to the problem.

    With `alone`, the second one is honest.
    """
    told = KINDS[kind]
    target = told.fits(problem) and _target(rng, problem, told.target)
    if not target:
        return None
    programs, drawn = {}, rng.random()
    for each in (framework, player.partner(framework)):
        name = kind if each in told.frameworks else _STAND_INS.get(told.target, _STAND_IN)
        written = _written(rng, random.Random(drawn), problem, each, name, target)
        if written is None:
            return None
        programs[each] = written
    if alone:
        programs[player.partner(framework)] = honest(rng, problem, player.partner(framework)).text
    decomposed = told.decomposed(problem) if told.decomposed else problem.decomposition
    return Told(kind, framework, problem, programs, decomposed, bad=not (alone or told.honest_face))


def _written(rng, alike, problem, framework, kind, target):
    """The text of a lying program; `alike` is the random generator for what both programs have in common."""
    told = KINDS[kind]
    style = told.style or rng.choice(STYLES)
    draft = WRITERS[framework](problem, style, helpers=not told.style and rng.random() < 0.3).draft(rng)
    return None if told.make(alike, draft, target) is False else draft.text


def _target(rng, problem, wanted):
    """An assignment that a lie can give as the answer, if there is one."""
    if wanted == "any":
        wanted = rng.choice(("wrong", "wrong", "right"))
    if wanted == "right":
        return rng.choice(problem.solutions)
    allowed = problem.allowed(clue.means for clue in problem.clues) if wanted == "feasible" else problem.possible
    wrong = [each for each in allowed if problem.filled(each) not in problem.answers]
    return rng.choice(wrong) if wrong else None


def table(verdicts):
    """Per kind of lie, how many were verified out of how many in each framework, and the statuses of all."""
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
    """How many honest programs were not verified, and why."""
    lines = []
    for name in FRAMEWORKS:
        mine = [each for each in verdicts if each.framework == name]
        lost = [each for each in mine if each.status != "verified"]
        lines.append(f"{name:12}{len(mine):6} honest, {len(lost)} not verified, {sum(e.fooled for e in mine)} wrongly")
        lines += [
            f"    {count} {why}" for why, count in Counter(f"{e.status}: {e.reason}" for e in lost).most_common(10)
        ]
    return "\n".join(lines)
