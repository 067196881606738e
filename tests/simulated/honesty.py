"""Runs the whole agent with simulated models, judges the results, and sums them up."""

import asyncio
import math
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import injections
from grid_checkers import CREDULOUS
from grid_slips import SIZES, Grid
from simulated_author import SimulatedModel

sys.path.insert(0, str(Path(__file__).parents[1]))

from loopback import Json, Loopback, Reply, Status

from solvent import ModelChoice, Settings, asolve
from solvent.agents.gate import CHECKED
from solvent.agents.models.client import OpenAIModel
from solvent.agents.state import latest
from solvent.benchmarks.analysis.statistics import wilson

# Mostly what users get by default, where the author writes CPMpy and the witness SMT-LIB.
FRAMEWORKS = {(): 24, ("smtlib",): 8, ("ortools",): 7, ("minizinc",): 1}  # weights; MiniZinc takes seconds
REVIEWED, CHECKING, APART = 4, 8, 5  # in one of so many runs: a reviewer, a checker, the sorting in a reply of its own
ANYTHING, PLAIN = 5, 3  # in one of so many texts: any answer will do, clues have no numbers
AT_ONCE = 8  # runs
NAME = "simulated"
SEEDS = 100_000  # by which the seeds of runs differ: restarts and samples have seeds of their own
IDENTICAL, DIFFERENT, GATE = "identical slip", "same wrong answer by different slips", "the gate"
HIDDEN = "a clue that the sorting hides"
OBEYED = "both programs obey"
SHARES = (0.0, 0.5, 1.0)  # how often a model obeys, in turn


@dataclass(frozen=True)
class Run:
    """One run: `cause` says how a wrong answer came to be verified, "" if none was.

    `group` and `traits` are what the run is counted under. `faultless` says whether author and witness had no slip in
    their first programs. `twins` says whether these prove the same wrong answer, and `chance` how probable that is.
    `pairs` counts the programs that got the very slip that another program had, `expected` is the sum of the
    probabilities of that.
    """

    number: int
    group: str
    traits: tuple
    status: str
    right: bool
    cause: str
    faultless: bool
    twins: bool
    chance: float
    pairs: int
    expected: float
    slips: tuple
    calls: int
    reason: str
    text: str
    replies: tuple


@dataclass(frozen=True)
class Prepared:
    """A puzzle and a model in all roles, not run yet; `cause` says how the programs of an answer came to agree."""

    number: int
    group: str
    model: SimulatedModel
    settings: Settings
    cause: Callable

    @property
    def text(self):
        return self.model.grid.problem.text

    def judged(self, answer):
        """What became of it."""
        return _judged(self, answer)


def erring(number, *, seed, rate, frameworks=FRAMEWORKS, sizes=SIZES, **values):
    """A model that makes slips at a rate."""
    rng = random.Random(f"{seed} {number}")
    model = SimulatedModel(_grid(rng, sizes), f"{seed} {number} {rate}", rate)
    return Prepared(number, f"error rate {rate:g}", model, _drawn(rng, number, frameworks, **values), by_slips)


def ordered(number, *, seed, frameworks=FRAMEWORKS, sizes=SIZES, **values):
    """A text that demands a wrong answer, and a model that obeys in some of its replies."""
    rng = random.Random(f"{seed} {number} ordered")
    puzzle, obeys = injections.ordered(rng, _grid(rng, sizes)), SHARES[number % len(SHARES)]
    model = injections.ObedientModel(puzzle, f"{seed} {number} {obeys}", obeys)
    group = f"{puzzle.order}, obeyed in {100 * obeys:g} % of replies"
    return Prepared(number, group, model, _drawn(rng, number, frameworks, **values), _by_obedience)


def _grid(rng, sizes):
    return Grid.drawn(rng, sizes=sizes, anything=_one_in(rng, ANYTHING), numbered=not _one_in(rng, PLAIN))


def _drawn(rng, number, frameworks, **values):
    """The defaults, but for the framework, a review, a checker, the sorting alone in some runs, and given values."""
    drawn = {
        "frameworks": rng.choices(list(frameworks), list(frameworks.values()))[0],
        "verification": int(_one_in(rng, REVIEWED)),
        "checkers": _one_in(rng, CHECKING),
        "one_reply": not _one_in(rng, APART),
    }
    return settings(number, **drawn | values)


def settings(number, **values):
    """The settings of a run."""
    return Settings(models={"author": ModelChoice(name=NAME)}, rules=False, seed=number * SEEDS, **values)


def _one_in(rng, count):
    return rng.randrange(count) == 0


async def played(cases, pool, *, at_once=AT_ONCE):
    """Run the cases, some at a time, with their models behind one server; each request names its model by its seed."""
    server, models, failed = Loopback(), {case.number: case.model for case in cases}, []

    def answer(request):
        schema = request.body.get("response_format", {}).get("json_schema", {}).get("schema")
        try:
            said = models[request.body["seed"] // SEEDS].reply(
                request.messages, schema, request.body.get("temperature")
            )
        except Exception as error:  # noqa: BLE001  # in a thread of the server: raised at the end
            failed.append(error)
            return Status(400, message=str(error))
        return Reply(said) if isinstance(said, str) else Json(said)

    async def one(case):
        async with limit:
            return case.judged(await asolve(case.text, model=remote, settings=case.settings, pool=pool))

    server.script(answer)
    remote = OpenAIModel(NAME, server.url, "no-key", max_connections=2 * at_once)
    limit = asyncio.Semaphore(at_once)
    try:
        found = await asyncio.gather(*map(one, cases))
    finally:
        server.close()
    if failed:
        raise ExceptionGroup("requests that the simulated model does not answer", failed)
    return found


def _judged(case, answer):
    model, problem = case.model, case.model.grid.problem
    first = {}
    for drawn in model.drawn:
        if drawn.first:
            first.setdefault(drawn.framework, drawn.told)
    right = problem.is_right(answer.answer)
    obeying = isinstance(model, injections.ObedientModel)
    return Run(
        number=case.number,
        group=case.group,
        traits=tuple(_traits(case)),
        status=str(answer.status),
        right=right,
        cause=case.cause(model, answer) if answer.status == "verified" and not right else "",
        faultless=len(first) > 1 and all(told.faultless for told in first.values()),
        twins=not obeying and are_twins(model.grid, [*first.values()][:2]),
        chance=0.0 if obeying else model.grid.chance_of_twins(model.rate),
        pairs=sum(drawn.same for drawn in model.drawn),
        expected=sum(drawn.expected for drawn in model.drawn),
        slips=tuple((drawn.framework, _named(drawn.told)) for drawn in model.drawn),
        calls=answer.usage.calls,
        reason=answer.reason,
        text=problem.text,
        replies=tuple(attempt.messages[-1]["content"] for attempt in answer.attempts if attempt.messages),
    )


def _traits(case):
    """What is special about a run, for sums."""
    if case.model.grid.problem.expects == "any":
        yield "any answer will do"
    if not case.model.grid.problem.numbered:
        yield "clues without numbers"
    if case.settings.checkers:
        yield "with a checker"
    if any(told.slip and told.slip.kind == CREDULOUS for told in case.model.checks):
        yield "with a checker that accepts everything"
    if case.settings.verification:
        yield "with a reviewer"
    if not case.settings.one_reply:
        yield "sorted in a reply of its own"
    for way in case.model.hidden.values():
        yield f"the sorting hides a clue: {way}"


def _named(told):
    slips = [told.slip.kind] if told.slip else []
    return ", ".join([*slips, *(f"without clue {clue}" for clue in sorted(told.omitted))])


def are_twins(grid, first):
    """Whether two programs prove the same wrong answer."""
    if grid.problem.expects != "unique" or len(first) < 2 or any(not told.slip or told.omitted for told in first):
        return False
    one, other = map(grid.proved, first)
    return one is not None and one == other and not grid.problem.is_right(one)


def _agreeing(model, answer):
    """What the program that gave an answer says, and what those say that may have confirmed it."""
    chosen = answer.given_by
    if chosen is None:
        return None, []
    others = [
        _told(model, attempt)
        for attempt in latest({attempt.job.id: attempt for attempt in answer.attempts})
        if attempt.solved and attempt.job.conversation != chosen.job.conversation
    ]
    if any(fact.check == CHECKED and fact.witness for fact in answer.evidence):
        others += model.checks[-1:]
    return _told(model, chosen), others


def _told(model, attempt):
    return model.told[attempt.messages[-1]["content"]]


def by_slips(model, answer):
    """How programs came to agree on a wrong answer."""
    grid = model.grid
    mine, theirs = _agreeing(model, answer)
    theirs = [told for told in theirs if _accepts(grid, told, answer.answer)]
    if mine is None or mine.faultless or not theirs or any(told.faultless for told in theirs):
        return GATE
    if all(not told.slip for told in theirs):
        return HIDDEN
    if any(grid.meaning(mine) == grid.meaning(told) for told in theirs):
        return IDENTICAL
    return DIFFERENT if _accepts(grid, mine, answer.answer) else GATE


def _accepts(grid, told, answer):
    """Whether a program, or a checker, that says this has no objection to an answer."""
    if told.slip and told.slip.kind == CREDULOUS:
        return True
    allowed = grid.answers(told)
    return allowed == [answer] if grid.problem.expects == "unique" else answer in allowed


def _by_obedience(model, answer):
    mine, theirs = _agreeing(model, answer)
    if not mine or mine.faultless or not theirs or any(told.faultless for told in theirs):
        return GATE
    sorting = f"the decomposition obeys ({model.obeyed}); " if model.obeyed else ""
    return f"{sorting}{OBEYED}: {mine.slip.kind}"


# Sums


def exact(count, n):
    """The 95 % Clopper-Pearson interval of a share."""
    from scipy.stats import binomtest

    found = binomtest(count, n).proportion_ci(0.95, method="exact")
    return found.low, found.high


def table(runs):
    """By group and by trait: what was verified, wrong verdicts by cause, and how often two programs erred alike."""
    groups = {name: [each for each in runs if each.group == name] for name in sorted({each.group for each in runs})}
    traits = sorted({trait for each in runs for trait in each.traits})
    groups |= {trait: [each for each in runs if trait in each.traits] for trait in traits} | {"all": runs}
    return "\n\n".join("\n".join([f"{name}: {len(mine)} runs", *_lines(mine)]) for name, mine in groups.items())


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
    chance = sum(each.chance for each in runs)
    if chance:
        twins, expected = sum(each.twins for each in runs), 100 * chance / len(runs)
        told = f"{_share(twins, len(runs), exact)}, expected {chance:.2f} = {expected:.3f} %"
        yield f"  first programs that prove the same wrong answer: {told}"
    expected = sum(each.expected for each in runs)
    if expected:
        pairs = sum(each.pairs for each in runs)
        told = f"{pairs}, expected {expected:.1f} +- {2 * math.sqrt(expected):.1f}"
        yield f"  programs, repairs too, with the slip of another: {told}"
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
