"""What runs cost, and how much of their replies is repetition."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from solvent.benchmarks.records import CaseRecord

NGRAM = 10  # words, as in LR2Bench


@dataclass(frozen=True)
class Cost:
    """Means per case; `usd` is None if the price of any call is unknown, all are None without a record."""

    calls: float | None
    prompt_tokens: float | None
    completion_tokens: float | None
    usd: float | None
    seconds: float | None

    @property
    def tokens(self) -> float | None:
        """Prompt and completion tokens."""
        if self.prompt_tokens is None or self.completion_tokens is None:
            return None
        return self.prompt_tokens + self.completion_tokens


def cost(records: Sequence[CaseRecord]) -> Cost:
    """The mean cost of a case."""
    if not records:
        return Cost(None, None, None, None, None)
    known = [record.usage.usd for record in records if record.usage.usd is not None]
    return Cost(
        calls=fmean(record.usage.calls for record in records),
        prompt_tokens=fmean(record.usage.prompt_tokens for record in records),
        completion_tokens=fmean(record.usage.completion_tokens for record in records),
        usd=fmean(known) if len(known) == len(records) else None,
        seconds=fmean(record.seconds for record in records),
    )


def replies(record: CaseRecord) -> list[str]:
    """The replies of models: the last message of each attempt, whose other messages led to it."""
    last = [attempt.messages[-1] for attempt in record.attempts if attempt.messages]
    return [message.get("content", "") for message in last if message.get("role") == "assistant"]


def redundancy(texts: Iterable[str]) -> float | None:
    """The share of repeated word 10-grams, 1 - distinct / total, counted within each text; None if there are none."""
    total = distinct = 0
    for text in texts:
        words = text.split()
        grams = [tuple(words[start : start + NGRAM]) for start in range(len(words) - NGRAM + 1)]
        total += len(grams)
        distinct += len(set(grams))
    return 1 - distinct / total if total else None
