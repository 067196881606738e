"""AutoLogi: open-ended logic puzzles, whose verifiers accept any arrangement that satisfies all constraints.

Groups are `LANGUAGE/CONSTRAINTS`, such as `en/3`. An answer is right if the verifier accepts it; the agent's answer is
JSON, where lists stand for sets and texts for all keys. Of plain replies, `official` is what the public evaluator would
say (`autologi_official`), and the strict reading does without its faults (`verifiers.replies`). The share of valid
arrangements, the paper's other measure of difficulty, is that of the record or found by the puzzle's own traversal.
"""

import ast
import statistics
import warnings
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.benchmarks import autologi_official
from solvent.benchmarks.autologi_table import SHARES, by_epoch, column, deviation, published_shares, share_group
from solvent.benchmarks.cases import (
    Benchmark,
    BenchmarkError,
    Case,
    Comparison,
    Metrics,
    Score,
    common_metrics,
    natural,
    read_text,
    wrong_layout,
)
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.verifiers.literals import (
    LiteralError,
    from_json,
    read_literal,
    schema_like,
    to_json,
    write_literal,
)
from solvent.benchmarks.verifiers.posed import Posed, posed
from solvent.benchmarks.verifiers.puzzle import Space
from solvent.benchmarks.verifiers.replies import strict_reading
from solvent.benchmarks.verifiers.traversal import traverse
from solvent.benchmarks.verifiers.verifier import Judgement, Verifier
from solvent.benchmarks.verifiers.verifier import judge as verdicts
from solvent.solvers import Pool
from solvent.solvers.json_text import read_json

if TYPE_CHECKING:
    from solvent.agents.state import Answer

_LAYOUT = "a JSONL file, or a folder of several, one puzzle per line with prompt and code (as AutoLogi_en.jsonl has it)"
_SOURCE = "github.com/8188zq/AutoLogi (testing-data), `solvent generate autologi` or `solvent formulate`"
STRICT, OFFICIAL = "strict reading", "official reading"  # the keys under which a plain reply's arrangements are kept


@dataclass(frozen=True)
class Asked:
    """What the scorer needs: the verifier, the value of the example (None if it is not known), and the sizes.

    `constraints` is their number; `origin` is that of a record of ours.
    """

    verifier: Verifier
    example: Any
    constraints: int | None
    origin: str = ""
    space: Space | None = None
    _traversed: list[Space | None] = field(default_factory=list, repr=False, compare=False)

    async def measured(self, pool: Pool) -> Space | None:
        """Return how many arrangements there are, after one traversal if no record says so; None if that fails."""
        if self.space is None and not self._traversed:
            found = await traverse(self.verifier, pool=pool)
            self._traversed.append(None if found.problem else Space(valid=found.valid, total=found.total))
        return self.space or self._traversed[0]


# Reading


def load(path: Path) -> list[Case]:
    """Read the cases of a file, or of a folder's files `AutoLogi_*.jsonl` or, if it has none, all its JSONL files."""
    files = [path]
    if path.is_dir():
        found = sorted(path.glob("*.jsonl"), key=lambda file: natural(file.name))
        files = [file for file in found if file.name.startswith("AutoLogi_")] or found
    cases: dict[str, Case] = {}
    for file in files:
        for number, line in enumerate(read_text(file).split("\n"), 1):
            if line.strip():
                case = _case(line, file, number)
                if case.id in cases:
                    raise BenchmarkError(f"{file}, line {number}: the puzzle {case.id} is there already")
                cases[case.id] = case
    return list(cases.values())


def _case(line: str, file: Path, number: int) -> Case:
    try:
        row = read_json(line)
        if isinstance(row, dict):
            row = {"lang": "cn" if file.stem.endswith("_cn") else "en", **row}
        puzzle = posed(row, number)
    except ValueError as error:
        raise wrong_layout(f"{file}, line {number}: not valid JSON ({error})", _LAYOUT, _SOURCE) from None
    except BenchmarkError as error:
        raise wrong_layout(f"{file}, line {number}: {error}", _LAYOUT, _SOURCE) from None
    example = puzzle.shape
    return Case(
        id=puzzle.id,
        group=f"{puzzle.lang}/{'unknown' if puzzle.constraints is None else puzzle.constraints}",
        text=puzzle.prompt,
        gold=_gold(puzzle),
        key=Asked(puzzle.code, example, puzzle.constraints, puzzle.origin, puzzle.space),
        broken=_unusable(puzzle.code),
        options={} if example is None else {"answer_schema": schema_like(example)},
    )


def _unusable(verifier: Verifier) -> str:
    """Why a verifier cannot give a verdict, as far as its text tells; "" if it may."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(verifier.stated)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"its verifier does not compile: {str(error)[:200]}"
    named = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    named |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    missing = [name for name in ("inputs_check", "constraint_list") if name not in named]
    return f"its verifier does not define {' and '.join(missing)}" if missing else ""


def _gold(puzzle: Posed) -> Any:
    """A valid arrangement as JSON has it; None if the record has none."""
    try:
        return to_json(read_literal(puzzle.solutions[0])) if puzzle.solutions else None
    except LiteralError:
        return None


# Scoring


def extract(case: Case, text: str) -> dict[str, str | None] | None:
    """Return the arrangement in a plain reply in both readings, as literals; None if neither finds one."""
    like = case.key.example if isinstance(case.key, Asked) else None
    strict, official = strict_reading(text, like), autologi_official.extract(text)
    return None if strict is None and official is None else {STRICT: strict, OFFICIAL: official}


def readings(asked: Asked, value: Any) -> tuple[Any, str | None]:
    """Return the arrangement that an answer stands for, and the text that the public evaluator would judge.

    Both are None if there is none.
    """
    if isinstance(value, dict) and value.keys() == {STRICT, OFFICIAL}:
        strict, official = value[STRICT], value[OFFICIAL]
        read = read_literal(strict) if isinstance(strict, str) else None
        return read, official if isinstance(official, str) else None
    made = from_json(value, asked.example)
    if _size(made) != _size(value):  # a list with an element twice is no set
        made = value
    return made, None if made is None else write_literal(made)


def _size(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_size, value.values()))
    return 1 + sum(map(_size, value)) if isinstance(value, list | tuple | set) else 1


async def judge(case: Case, answer: "Answer", pool: Pool) -> Score:
    """Have the verifier judge an answer."""
    asked = case.key
    if case.broken or not isinstance(asked, Asked):
        return Score(total=1, apart=_told(asked, None) if isinstance(asked, Asked) else {})
    apart = _told(asked, await asked.measured(pool))
    try:
        arrangement, written = readings(asked, answer.answer)
        found = (await verdicts(asked.verifier, [arrangement], pool=pool))[0] if arrangement is not None else None
    except (LiteralError, ValueError, RecursionError) as error:  # of numbers, or nesting, beyond Python's limits
        return Score(answered=1, total=1, note=f"it is no arrangement: {str(error)[:200]}", apart=apart)
    official = written is not None and await autologi_official.accepts(asked.verifier, written, pool=pool)
    if found is None:
        return Score(official=official, total=1, official_right=int(official), apart=apart)
    apart |= {"form": found.form, "violated": list(found.broken), "no_verdict": found.problem}
    return Score(found.right, official, int(found.right), 1, 1, int(official), in_words(found), apart)


def _told(asked: Asked, space: Space | None) -> dict[str, Any]:
    told: dict[str, Any] = {"constraints": asked.constraints}
    told |= {"valid": None, "total": None, "share": None}
    if space is not None:
        told |= {"valid": space.valid, "total": space.total, "share": space.share}
    return {**told, "origin": asked.origin} if asked.origin else told


def in_words(found: Judgement) -> str:
    """What a verdict says; "" if the arrangement is right."""
    if found.problem:
        return f"the verifier gave no verdict: {found.problem}"
    if not found.form:
        return "the arrangement does not have the form that the puzzle asks for"
    if not found.broken:
        return ""
    numbers = ", ".join(str(number) for number in found.broken if number)
    return f"it breaks constraint{'s' * (len(found.broken) > 1)} {numbers}" if numbers else "it breaks a constraint"


def score(_: Case, __: Any) -> Score:
    """Return the score of no answer; an answer needs a judge, who runs the verifier."""
    return Score(total=1)


# Figures


def metrics(results: Sequence[CaseRecord]) -> Metrics:
    """Compute the common metrics, `official`, and their standard deviations over epochs (None with one epoch).

    `accuracy_share ...` is the accuracy among cases with so large a share of valid arrangements, None if there is none.
    """
    found = {
        **common_metrics(results),
        "official": statistics.fmean(record.score.official for record in results),
        "accuracy_sd": deviation([record.right for record in each] for each in by_epoch(results)),
        "official_sd": deviation([record.score.official for record in each] for each in by_epoch(results)),
    }
    by_share: dict[str, list[bool]] = defaultdict(list)
    for record in results:
        by_share[share_group(record)].append(record.right)
    named = {f"accuracy_share {name}": by_share[name] for name, _ in SHARES}
    return found | {name: statistics.fmean(right) if right else None for name, right in named.items()}


def remarks(results: Sequence[CaseRecord]) -> list[str]:
    """Say which puzzles any arrangement solves, or none, and of which it is not known how many do."""
    found: dict[str, dict[str, None]] = defaultdict(dict)  # ids, each once
    for record in results:
        told = record.score.apart
        if told.get("share") in (0, 1):
            found["accepts every arrangement" if told["share"] else "accepts no arrangement"][record.id] = None
        elif not record.broken and told.get("valid") is None:
            found["has no traversal that ends and gives counts"][record.id] = None
    return [f"The verifier of {len(ids)} puzzles {why} (such as {next(iter(ids))})." for why, ids in found.items()]


def comparison(results: Sequence[CaseRecord]) -> Comparison:
    """Put the share of answers that are officially right beside the paper's, which are of its own puzzles."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for record in results:
        groups[column(record)].append(record.score.official)
    mine: dict[str, Metrics] = {name: {"official": statistics.fmean(right)} for name, right in sorted(groups.items())}
    ours = any("origin" in record.score.apart for record in results)
    source = "AutoLogi's paper (whose puzzles are others)" if ours else "AutoLogi's paper"
    return Comparison(mine, published_shares(tuple(mine), "official"), source, "official")


BENCHMARKS = (
    Benchmark("autologi", _LAYOUT, _SOURCE, load, score, metrics, judge, comparison, extract, remarks=remarks),
)
