"""`dpo.jsonl`: for one puzzle, a reply that its verifier accepts and one that it does not, for preference tuning."""

from collections.abc import Iterable
from typing import Any

from solvent.benchmarks.training.judging import WRONG, Judged, JudgedPuzzle, same
from solvent.benchmarks.training.part import SINGLE, Part, assistant, part, shared, user

NAME = "dpo.jsonl"
_ABOUT = (
    "Pairs of a right and a wrong reply to one puzzle, in the conversational form that TRL reads (`prompt`, "
    "`chosen`, `rejected`). As in the paper, puzzles without both kinds are left out, and those with a single "
    "constraint. Replies on which a verifier gave no verdict, and empty ones, are never rejected ones. Of the wrong "
    "ones, those that break a constraint come first, then those of a wrong form, without a literal, and cut off."
)
_FIELDS = {
    "prompt": "the puzzle, a list of one message (user)",
    "chosen": "the right reply, a list of one message (assistant)",
    "rejected": "the wrong reply, a list of one message (assistant)",
    "rejected_verdict": f"what is wrong with it: {', '.join(f'`{each}`' for each in WRONG)}",
    "rejected_broken": 'the numbers of the constraints that it breaks, such as `2, 4` (`0`: not known which); else ""',
    "temperature": "of the requests",
    "number": "of the right reply among those to this puzzle, from 0; `rejected_number` that of the wrong one",
    "rejected_number": "see `number`",
    "rejected_seed": "the seed of the wrong reply's request; `seed` that of the right one's",
    "dropped": "parameters of the requests that the server did not take, so that they had no effect",
}


def dpo(puzzles: Iterable[JudgedPuzzle], per_puzzle: int = 1) -> Part:
    """The file with up to so many pairs of each puzzle, no reply in two of them."""
    return part(NAME, _ABOUT, _FIELDS, (_lines(each, per_puzzle) for each in puzzles), _key)


def _lines(judged: JudgedPuzzle, most: int) -> list[dict[str, Any]] | str:
    if judged.puzzle.constraints == 1:
        return SINGLE
    right, wrong = judged.of("right"), judged.of(*WRONG)
    if not right:
        return "no right reply" if judged.replies else "no reply yet"
    if not wrong:
        return "no wrong reply"
    pairs = list(zip(right, wrong, strict=False))
    return [_line(judged, *pair) for pair in pairs[:most]]


def _line(judged: JudgedPuzzle, right: Judged, wrong: Judged) -> dict[str, Any]:
    return {
        "prompt": [user(judged.puzzle.prompt)],
        "chosen": [assistant(right.reply.text)],
        "rejected": [assistant(wrong.reply.text)],
        "rejected_verdict": wrong.kind,
        "rejected_broken": ", ".join(map(str, wrong.broken)),
        "temperature": right.reply.temperature,
        "number": right.reply.number,
        "rejected_number": wrong.reply.number,
        "rejected_seed": wrong.reply.seed,
        "dropped": right.reply.dropped,
        **shared(judged.puzzle, right.reply),
    }


def _key(line: dict[str, Any]) -> tuple[str, ...]:
    return tuple(same(line[name][0]["content"]) for name in ("prompt", "chosen", "rejected"))
