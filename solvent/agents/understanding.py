"""How the text was understood: the role of every part, what was not understood and why, and what was guessed."""

from collections.abc import Iterator
from textwrap import shorten
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvent.agents import Answer

_MOST = 6  # parts or guesses that are reported without `--show clues`
_WIDTH = 200  # characters of a part that are shown


def whole(answer: "Answer") -> str:
    """Every part of the text with its role, then every clue and whether it is understood."""
    parts = [f"{part.role:<10} {_cut(part.text)}{_because(part.reason)}" for part in answer.text]
    clues = [
        f"{clue.id}. {clue.text}\n   {'understood' if clue.understood else f'not understood: {clue.reason}'}"
        for clue in answer.clues
    ]
    guesses = [f"guess: {guess}" for guess in answer.guesses]
    return "\n\n".join("\n".join(block) for block in (parts, clues, guesses) if block)


def unread(answer: "Answer") -> list[str]:
    """What was not understood and why, a line for each part."""
    told = [*_clues(answer), *_text(answer)]
    more = [f"... and {len(told) - _MOST} more parts were not understood."] if len(told) > _MOST else []
    return [*told[:_MOST], *more]


def guessed(answer: "Answer") -> list[str]:
    """What the answer takes for granted, a line for each guess."""
    return [f"guess: {guess}" for guess in answer.guesses[:_MOST]]


def _clues(answer: "Answer") -> Iterator[str]:
    for clue in answer.clues:
        if not clue.understood:
            yield f'clue {clue.id} was not understood: "{_cut(clue.text)}"{_because(clue.reason)}.{_put(clue.guesses)}'


def _put(guesses: tuple[str, ...]) -> str:
    """How a clue could be reworded."""
    if guesses:
        return f" If it means that {guesses[0].partition(' to say that ')[2]}, say just that."
    return " State one fact per sentence: who has what, who does not, who comes before whom."


def _text(answer: "Answer") -> Iterator[str]:
    quoted = {clue.text for clue in answer.clues}
    unknown = [part for part in answer.text if part.role == "unread" and part.text not in quoted]
    for part in unknown:
        if not part.reason.startswith("a description"):
            yield f'not understood: "{_cut(part.text)}"{_because(part.reason)}. Leave it out, or state it as a clue.'


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _cut(text: str) -> str:
    return shorten(text, _WIDTH, placeholder=" ...")
