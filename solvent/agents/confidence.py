"""How often answers with the same kind of evidence were right on recorded runs: `Answer.confidence`.

It is a frequency on the puzzle sets of those runs, and nothing more: it knows nothing about the puzzle at hand beyond
the pattern of its evidence. `solvent calibrate` counts; the package's own table is `confidence.json` beside this file,
and the environment's SOLVENT_CALIBRATION may name another.
"""

import functools
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from solvent.agents import gate, text_evidence
from solvent.agents.state import Answer, Attempt, Verdict
from solvent.solvers.errors import SolventError
from solvent.translators import rules

if TYPE_CHECKING:
    from solvent.agents.state import Evidence

FORMAT = 1
SHIPPED = Path(__file__).with_name("confidence.json")
VARIABLE = "SOLVENT_CALIBRATION"
# Below 20 answers, a 95 % interval of the share may be wider than 0.4: no number would be honest.
MINIMUM = 20


class CalibrationError(SolventError):
    """A table of confidences cannot be read."""


class Count(NamedTuple):
    """How many answers had a pattern, and how many of them were right."""

    n: int
    right: int

    @property
    def confidence(self) -> float | None:
        """The mean of the share's posterior under Jeffreys' prior, (right + 1/2) / (n + 1); None below MINIMUM answers.

        Rounded to three digits, but never to 0 or 1: no number of answers shows that all, or none, are right.
        """
        if self.n < MINIMUM:
            return None
        return min(max(round((self.right + 0.5) / (self.n + 1), 3), 0.001), 0.999)


Table = Mapping[str, Count]


def confidence(answer: Answer) -> float | None:
    """Look up how often answers like this one were right; None if too few, or none, have been counted.

    Raises `CalibrationError` if the table cannot be read.
    """
    kind = pattern(answer)
    count = table().get(kind) if kind else None
    return count.confidence if count else None


def pattern(answer: Answer) -> str | None:
    """Name the kind of evidence that an answer has; None if there is no answer, or nobody is known to have given it."""
    source = answer.given_by
    if answer.answer is None or source is None:
        return None
    if source.job.by_rules:
        helped = " with a model's words" if answer.usage.calls and _fact(answer.evidence, gate.MARGIN) else ""
        return f"rules{helped}: {_by_rules(answer, source)}"
    helped = "rules with a model's clauses" if source.job.clauses else "model"
    return f"{helped}: {_by_model(answer, source)}"


def _by_rules(answer: Answer, source: Attempt) -> str:
    facts = answer.evidence
    searched, reading = _fact(facts, gate.MARGIN), _fact(facts, "reading")
    if answer.status is Verdict.AMBIGUOUS:
        return "one of several"
    if answer.status is Verdict.VERIFIED:
        if searched:
            return "searched, far ahead"
        return "proven, assuming what is implied" if reading else "proven"
    if reading and not reading.passed:
        rough = answer.puzzle is not None and rules.roughly_read(answer.puzzle)
        return "read roughly" if rough else f"guessed{_agreed(source)}"
    if any(_failed(facts, check) for check in ("clues understood", text_evidence.TEXT, text_evidence.CATEGORIES)):
        return "part of the text left out"
    if _failed(facts, text_evidence.CONVENTIONS):
        return "one reading of what is left open"
    if not searched:
        return "not proven"
    search = source.outcome.search if source.outcome else None
    return f"searched, in doubt, {_kind(source)}" if search and search.doubt else "searched, hardly ahead"


def _agreed(source: Attempt) -> str:
    """How much of what was guessed speaks for an answer, in three parts."""
    if not source.job.guesses or not source.proven:
        return ", nothing leaves one answer" if source.job.guesses else ""
    bands = ((0.9, "nearly all"), (0.6, "most"), (0.0, "some"))
    return f", {next(name for least, name in bands if source.job.share >= least)} that fits says so"


def _kind(source: Attempt) -> str:
    """The kind of a word puzzle: what leaves its answer in doubt is the kind's own."""
    from solvent.solvers.json_text import read_json

    try:
        return str(read_json(source.program.preamble)["kind"]) if source.program else ""
    except (ValueError, KeyError, TypeError):
        return "unknown"


def _by_model(answer: Answer, source: Attempt) -> str:
    facts = answer.evidence
    if answer.status is Verdict.AMBIGUOUS:
        return "one of several"
    if answer.status is Verdict.VERIFIED:
        return " and ".join(_confirmed_by(facts, source))
    if any(fact.passed is False for fact in facts if fact.check in _DISPUTES):
        return "disputed"
    if not source.job.models:
        return "a script or a bare answer, unconfirmed"
    own = [fact for fact in facts if fact.check not in (gate.INDEPENDENT, gate.ALIKE, gate.REVIEW, gate.CHECKED)]
    return "sound, unconfirmed" if gate.missing(own) is None else "a check of its own not passed"


_DISPUTES = (gate.INDEPENDENT, gate.SAME_KIND, gate.ALIKE, gate.REVIEW, gate.CHECKED)


def _confirmed_by(facts: "Iterable[Evidence]", source: Attempt) -> list[str]:
    """What the status rests on: a program, a checker that nobody influenced, or both; by the same model or another."""
    programs = [fact.witness for fact in facts if fact.check == gate.INDEPENDENT and fact.passed]
    checkers = [fact.witness for fact in facts if fact.check == gate.CHECKED and fact.passed and fact.witness]
    found = []
    if programs:
        found.append("confirmed by itself" if programs[0] == source.job.writer else "confirmed by another author")
    if checkers:
        found.append("checked by itself" if checkers[0] == source.job.writer else "checked by another author")
    return found


def _fact(facts: "Iterable[Evidence]", check: str) -> "Evidence | None":
    return next((fact for fact in facts if fact.check == check), None)


def _failed(facts: "Iterable[Evidence]", check: str) -> bool:
    fact = _fact(facts, check)
    return fact is not None and fact.passed is not True


def table() -> Table:
    """The counts by pattern: those of the file that SOLVENT_CALIBRATION names, or else the package's own.

    Raises `CalibrationError`.
    """
    return _cached(os.environ.get(VARIABLE) or str(SHIPPED))


def read(path: Path) -> Table:
    """Read a file that `solvent calibrate --out` wrote. Raises `CalibrationError`."""
    from solvent.solvers.json_text import read_json

    try:
        told = read_json(path.read_text(encoding="utf-8"))
        found = {name: _count(name, entry) for name, entry in told["patterns"].items()}
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(path, f"{type(error).__name__}: {error}") from error
    if told.get("format") != FORMAT:
        raise _unreadable(path, f"its format is {told.get('format')}, this version reads {FORMAT}")
    return found


@functools.cache
def _cached(path: str) -> Table:
    return read(Path(path))


def _count(name: str, entry: Mapping[str, int]) -> Count:
    n, right = entry["n"], entry["right"]
    if not (type(n) is type(right) is int and 0 <= right <= n):
        raise ValueError(f"the pattern {name!r} has impossible counts")
    return Count(n, right)


def _unreadable(path: Path, why: str) -> CalibrationError:
    return CalibrationError(
        f"{path} is not a table of confidences ({why}); give one that `solvent calibrate --out FILE` wrote, or unset "
        f"{VARIABLE}"
    )
