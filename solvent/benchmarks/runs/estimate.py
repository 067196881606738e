"""Estimates what a comparison will cost before it is run; prompts are rendered, replies are assumed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solvent.agents.models.prices import prices_of
from solvent.agents.prompt_texts import first_prompts, reports_in
from solvent.agents.settings import CHARACTERS, DIRECT, Settings
from solvent.agents.state import Usage
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.comparison import CellProgress
from solvent.benchmarks.runs.folder import RUN, read_cases
from solvent.benchmarks.runs.run import Plan

REPLY = 700  # tokens of a program with a few sentences, if no case has been recorded yet


@dataclass(frozen=True)
class Estimate:
    """Of one cell: the cases left, the calls they take at least and at most, the tokens and US dollars at least.

    `usd` is None if the price is unknown. `measured` says that it extrapolates from the cell's own records.
    """

    cell: CellProgress
    left: int
    least: int
    most: int
    tokens: int
    usd: float | None
    measured: bool

    def to_json(self) -> dict[str, Any]:
        """The object that `compare --plan --json` prints for the cell."""
        return {
            "settings": self.cell.plan.settings.model_dump(mode="json"),
            "settings_hash": self.cell.plan.settings.hash,
            "varied": dict(self.cell.cell.varied),
            "of": self.cell.total,
            "left": self.left,
            "calls": {"least": self.least, "most": self.most},
            "tokens": self.tokens,
            "usd": self.usd,
            "measured": self.measured,
        }


def estimate(cell: CellProgress) -> Estimate:
    """Estimate what is left of a cell."""
    known = {r.key: r for r in read_cases(cell.folder)} if (cell.folder / RUN).exists() else {}
    todo = [(case, epoch) for case, epoch in cell.plan.tasks if (case.id, epoch) not in known]
    settings = cell.plan.settings
    if not settings.models:
        return Estimate(cell, len(todo), 0, 0, 0, 0.0, measured=False)
    least, most = calls_per_case(settings)
    if known:
        calls, tokens, usd = _measured(list(known.values()), len(todo))
        return Estimate(cell, len(todo), calls, most * len(todo), tokens, usd, measured=True)
    shown = _examples_length(cell.plan) * settings.samples * max(1, len(settings.frameworks))
    prompts = (len(text) for case, _ in todo for text in first_prompts(settings, case.text))
    prompt = (sum(prompts) + shown * len(todo)) // CHARACTERS
    reply = least * len(todo) * REPLY
    if settings.plain and settings.budget.reply_factor is not None:
        reply = min(reply, math.ceil(settings.budget.reply_factor * prompt))
    prices = prices_of(settings.models["author"])
    usd = None if prices is None else (prompt * prices[0] + reply * prices[1]) / 1e6
    return Estimate(cell, len(todo), least * len(todo), most * len(todo), prompt + reply, usd, measured=False)


def calls_per_case(settings: Settings) -> tuple[int, int]:
    """The calls of a case: if nothing goes wrong, and if everything is repaired and restarted as often as allowed.

    Samples are a call each, although a server that has `n` gives all of them for one.
    """
    if settings.plain:
        return settings.samples, settings.samples
    if settings.method == "zps":
        return _calls_of_zps(settings)
    languages = settings.frameworks or ("",)
    programs = len(languages) * settings.samples
    cut = int(settings.decomposition and not settings.composes)
    witness = int(bool(settings.second_opinion) and (len(languages) == 1 or DIRECT in languages))
    reports = len(reports_in(settings)) * settings.samples  # each of them once for every program
    if settings.method == "cp-bench":
        rounds = settings.self_verification if settings.frameworks != (DIRECT,) else 0
        most = rounds * (1 + int(bool(reports_in(settings)))) + settings.verification
        return cut + programs + reports + min(1, rounds), cut + programs + reports + most
    tries = settings.budget.actions * (1 + settings.restarts)
    most = (programs + reports + int(bool(settings.second_opinion))) * tries
    # Disputes between checker and program cost reviews of a clue each.
    checker, checks = int(settings.checkers), int(settings.checkers) * 2 * settings.budget.actions
    return cut + programs + reports + witness + checker, cut + most + settings.verification + checks


def _calls_of_zps(settings: Settings) -> tuple[int, int]:
    """At least all actions of one conversation, or two if it may end after the first output; and a report."""
    cut, reviews = int(settings.decomposition), settings.verification
    if settings.frameworks == (DIRECT,):
        return cut + settings.samples, cut + settings.samples + reviews
    actions = settings.budget.actions
    least = min(actions, 2) if settings.may_submit else actions
    most = actions * (1 + settings.restarts)
    return cut + settings.samples * (least + 1), cut + settings.samples * (most + 1) + reviews


def _examples_length(plan: Plan) -> int:
    """The characters of the examples in a prompt, if they are as long as the collection's are on average."""
    collection = plan.examples()
    if collection is None or not collection.listed:
        return 0
    plain = plan.settings.plain
    total = sum(len(each.text) + len(each.reply if plain else each.program) for each in collection.listed)
    return total * min(plan.settings.examples, len(collection.listed)) // len(collection.listed)


def _measured(records: Sequence[CaseRecord], left: int) -> tuple[int, int, float | None]:
    usage = sum((record.usage for record in records), Usage())
    share = left / len(records)
    tokens = round((usage.prompt_tokens + usage.completion_tokens) * share)
    return round(usage.calls * share), tokens, None if usage.usd is None else usage.usd * share
