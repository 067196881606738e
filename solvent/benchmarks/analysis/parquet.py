"""`results.parquet`: one row for each record, with the settings of its run."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solvent.benchmarks.analysis.recorded import RecordedRun, flat
from solvent.benchmarks.records import CaseRecord

Row = dict[str, Any]


def rows(runs: Sequence[RecordedRun]) -> list[Row]:
    """One row per record: the run, the case, its result and its cost, then every setting as `settings.NAME`."""
    found: list[Row] = []
    for run in runs:
        record = run.run
        about: Row = {
            "run": run.name,
            "benchmark": record.benchmark,
            "model": run.model,
            "framework": run.framework,
            "method": run.method,
            "settings_hash": record.settings_hash,
            "data_sha256": record.data.sha256,
            "code": record.fingerprint.code,
            "prompts": record.fingerprint.prompts,
            "started": record.started,
        }
        settings = {f"settings.{name}": value for name, value in flat(run.settings).items()}
        found += [{**about, **case(each), **settings} for each in run.cases]
    return found


def case(record: CaseRecord) -> Row:
    """What a row says of a record; answers are JSON texts."""
    score, usage = record.score, record.usage
    return {
        "id": record.id,
        "group": record.group,
        "epoch": record.epoch,
        "status": record.status.value,
        "right": score.strict,
        "official": score.official,
        "error": record.error,
        "answered_by": record.answered_by,
        "confidence": record.confidence,
        "parts_right": score.right,
        "parts_answered": score.answered,
        "parts_total": score.total,
        "parts_official_right": score.official_right,
        "calls": usage.calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "usd": usage.usd,
        "seconds": record.seconds,
        "attempts": len(record.attempts),
        "clues": len(record.clues),
        "clues_not_understood": len(record.not_understood),
        "broken": record.broken,
        "reason": record.reason,
        "answer": None if record.answer is None else json.dumps(record.answer, default=str),
        "gold": None if record.gold is None else json.dumps(record.gold, default=str),
        "finished": record.finished,
    }


# Of columns that may hold nothing but nulls.
_FLOATS = ("confidence", "usd", "seconds")
_TEXTS = ("answer", "gold")


def write(path: Path, runs: Sequence[RecordedRun]) -> None:
    """Write the file; without any record, it has no columns. Raises OSError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    found = rows(runs)
    columns = {}
    for name in dict.fromkeys(name for row in found for name in row):
        kind = pa.float64() if name in _FLOATS else pa.string() if name in _TEXTS else None
        columns[name] = pa.array([_plain(row.get(name)) for row in found], type=kind)
    pq.write_table(pa.table(columns), path)


def _plain(value: Any) -> Any:
    """A value that UTF-8 can encode: lone surrogates are escaped."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
