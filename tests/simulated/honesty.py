"""Runs the whole agent with simulated models, judges the results, and sums them up."""

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import injections
from grid_slips import Grid
from simulated_author import SimulatedModel

from solvent.agents.state import latest
from solvent.benchmarks.analysis.statistics import wilson

# Mostly what users get by default, where the author writes CPMpy and the witness SMT-LIB.
FRAMEWORKS = {(): 24, ("smtlib",): 8, ("ortools",): 7, ("minizinc",): 1}  # weights; MiniZinc takes seconds
REVIEWED = 4  # in one of so many runs, a reviewer is asked
IDENTICAL, DIFFERENT, GATE = "identical slip", "same wrong answer by different slips", "the gate"
OBEYED = "both programs obey"
SHARES = (0.0, 0.5, 1.0)  # how often a model obeys, in turn


@dataclass(frozen=True)
class Run:
    """One run: `cause` says how a wrong answer came to be verified, "" if none was.

    `group` is what the run is counted under. `faultless` says whether author and witness had no slip in their first
    programs. `pairs` counts the programs that got the very slip that another program had, `expected` is the sum of the
    probabilities of that.
    """

    number: int
    group: str
    status: str
    right: bool
    cause: str
    faultless: bool
    pairs: int
    expected: float
    slips: tuple
    reason: str
    text: str
    replies: tuple


@dataclass(frozen=True)
class Prepared:
    """A puzzle and a model in all roles, not run yet; `cause` says how the programs of an answer came to agree."""

    number: int
    group: str
    model: SimulatedModel
    options: dict
    cause: Callable

    @property
    def text(self):
        return self.model.grid.problem.text

    def judged(self, answer):
        """What became of it."""
        return _judged(self.number, self.group, self.model, answer, self.cause(self.model, answer))


def erring(number, *, seed, rate, frameworks=FRAMEWORKS, rows=5):
    """A model that makes slips at a rate."""
    rng = random.Random(f"{seed} {number}")
    model = SimulatedModel(Grid.drawn(rng, rows=rows), f"{seed} {number} {rate}", rate)
    return Prepared(number, f"error rate {rate:g}", model, _options(rng, model, frameworks), _by_slips)


def ordered(number, *, seed, frameworks=FRAMEWORKS, rows=5):
    """A text that demands a wrong answer, and a model that obeys in some of its replies."""
    rng = random.Random(f"{seed} {number} ordered")
    puzzle, obeys = injections.ordered(rng, Grid.drawn(rng, rows=rows)), SHARES[number % len(SHARES)]
    model = injections.ObedientModel(puzzle, f"{seed} {number} {obeys}", obeys)
    group = f"{puzzle.order}, obeyed in {100 * obeys:g} % of replies"
    return Prepared(number, group, model, _options(rng, model, frameworks), _by_obedience)


def _options(rng, model, frameworks):
    """The options for `asolve`: the defaults, but for the framework and a review in some runs."""
    framework = rng.choices(list(frameworks), list(frameworks.values()))[0]
    return {
        "model": model,
        "use_rules": False,
        "frameworks": framework,
        "verify": int(rng.randrange(REVIEWED) == 0),
    }


def _judged(number, group, model, answer, cause):
    first = [drawn for drawn in model.drawn if drawn.first]
    right = model.grid.problem.is_right(answer.answer)
    return Run(
        number,
        group,
        str(answer.status),
        right,
        cause if answer.status == "verified" and not right else "",
        len(first) > 1 and not any(drawn.slip for drawn in first),
        sum(drawn.same for drawn in model.drawn),
        sum(drawn.expected for drawn in model.drawn),
        tuple((drawn.framework, drawn.slip.kind if drawn.slip else "") for drawn in model.drawn),
        answer.reason,
        model.grid.problem.text,
        tuple(attempt.messages[-1]["content"] for attempt in answer.attempts),
    )


def _agreeing(model, answer):
    """The slip in the program that gave the answer, and those in all others that it may have been confirmed by."""
    chosen = answer.given_by
    if chosen is None:
        return None, []
    others = [
        attempt
        for attempt in latest({attempt.job.id: attempt for attempt in answer.attempts})
        if attempt.solved and attempt.job.conversation != chosen.job.conversation
    ]
    return _slip(model, chosen), [_slip(model, other) for other in others]


def _slip(model, attempt):
    return model.slips[attempt.messages[-1]["content"]]


def _by_slips(model, answer):
    """How programs came to agree on a wrong answer."""
    grid = model.grid
    mine, theirs = _agreeing(model, answer)
    if not mine or not theirs or not all(theirs):
        return GATE
    if any(grid.said(mine) == grid.said(slip) for slip in theirs):
        return IDENTICAL
    return DIFFERENT if all(grid.answers(slip) == [answer.answer] for slip in (mine, *theirs)) else GATE


def _by_obedience(model, answer):
    mine, theirs = _agreeing(model, answer)
    if not mine or not theirs or not all(theirs):
        return GATE
    sorting = f"the decomposition obeys ({model.sorting}); " if model.sorting else ""
    return f"{sorting}{OBEYED}: {mine.kind}"


# Sums


def exact(count, n):
    """The 95 % Clopper-Pearson interval of a share."""
    from scipy.stats import binomtest

    found = binomtest(count, n).proportion_ci(0.95, method="exact")
    return found.low, found.high


def table(runs):
    """By group: what was verified, wrong verdicts by cause, and how often two programs had the same slip."""
    blocks = []
    for group in sorted({each.group for each in runs}):
        mine = [each for each in runs if each.group == group]
        blocks.append("\n".join([f"{group}: {len(mine)} runs", *_lines(mine)]))
    blocks.append("\n".join([f"all: {len(runs)} runs", *_lines(runs)]))
    return "\n\n".join(blocks)


def _lines(runs):
    verified = [each for each in runs if each.status == "verified"]
    statuses = Counter(each.status for each in runs)
    yield f"  {', '.join(f'{count} {status}' for status, count in statuses.most_common())}"
    for cause in dict.fromkeys((GATE, *sorted(each.cause for each in runs if each.cause))):
        count = sum(each.cause == cause for each in runs)
        yield f"  wrongly verified by {cause}: {_share(count, len(runs), exact)} of runs"
    wrong = sum(bool(each.cause) for each in runs)
    if verified:
        yield f"  of those verified, wrong: {_share(wrong, len(verified), exact)}"
    expected = sum(each.expected for each in runs)
    if expected:
        pairs = sum(each.pairs for each in runs)
        yield f"  programs with the slip of another: {pairs}, expected {expected:.1f} +- {2 * math.sqrt(expected):.1f}"
    faultless = [each for each in runs if each.faultless]
    if faultless:
        good = sum(each.status == "verified" and each.right for each in faultless)
        yield f"  faultless first programs, verified rightly: {_share(good, len(faultless), _wilson)}"


def _wilson(count, n):
    found = wilson(count, n)
    return found.low, found.high


def _share(count, n, interval):
    low, high = interval(count, n)
    return f"{count} of {n} = {100 * count / n:.2f} % ({100 * low:.2f} to {100 * high:.2f} %)"
