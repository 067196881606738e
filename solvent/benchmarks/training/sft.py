"""`sft.jsonl`: replies that a verifier accepts, for supervised fine-tuning."""

from collections.abc import Iterable
from typing import Any

from solvent.benchmarks.training.judging import Judged, JudgedPuzzle, same
from solvent.benchmarks.training.part import SINGLE, Part, assistant, part, shared, user

NAME = "sft.jsonl"
_ABOUT = (
    "Puzzles with replies whose arrangement the puzzle's verifier accepts, as conversations (`messages`, the form that "
    "TRL reads). As in the paper, puzzles with no right reply are left out, and those with a single constraint."
)
_FIELDS = {
    "messages": "the puzzle (user) and a right reply (assistant), each with `role` and `content`",
    "reasoning": 'the reasoning that the server gave apart from the reply; "" if there is none',
    "verdict": "`right`: the verifier accepts the form, and every constraint holds",
    "temperature": "of the request",
    "number": "of the reply among those to this puzzle, from 0",
    "dropped": "parameters of the request that the server did not take, so that they had no effect",
}


def sft(puzzles: Iterable[JudgedPuzzle], per_puzzle: int = 1) -> Part:
    """The file with up to so many different right replies of each puzzle, the first ones."""
    return part(NAME, _ABOUT, _FIELDS, (_lines(each, per_puzzle) for each in puzzles), _key)


def _lines(judged: JudgedPuzzle, most: int) -> list[dict[str, Any]] | str:
    if judged.puzzle.constraints == 1:
        return SINGLE
    right = judged.of("right")
    if not right:
        return "no right reply" if judged.replies else "no reply yet"
    return [_line(judged, each) for each in right[:most]]


def _line(judged: JudgedPuzzle, right: Judged) -> dict[str, Any]:
    return {
        "messages": [user(judged.puzzle.prompt), assistant(right.reply.text)],
        "reasoning": right.reply.reasoning,
        "verdict": right.kind,
        "temperature": right.reply.temperature,
        "number": right.reply.number,
        "dropped": right.reply.dropped,
        **shared(judged.puzzle, right.reply),
    }


def _key(line: dict[str, Any]) -> tuple[str, ...]:
    return tuple(same(message["content"]) for message in line["messages"])
