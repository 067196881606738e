"""A model's part in word puzzles: candidate words for the slots, and a choice among answers that are close."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

from solvent.agents.authors import Modeller
from solvent.agents.prompts import render
from solvent.agents.state import Usage
from solvent.solvers import Outcome
from solvent.translators import Puzzle, rules

# The probability that a strong model's answer of each rank is right; with the remaining probability, none is.
WEIGHTS = (0.62, 0.08, 0.05, 0.03, 0.02)
_BATCH = 20  # clues per request
_OTHER_CHOICE = "a model preferred this answer to one whose words are more probable"

Found = dict[str, list[tuple[str, float]]]  # candidates, as a model gives them
Slots = dict[str, rules.Slot]
Fill = Callable[[Puzzle], Awaitable[Outcome]]

_ANSWERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "clues": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"clue": {"type": "string"}, "answers": {"type": "array", "items": {"type": "string"}}},
                "required": ["clue", "answers"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["clues"],
    "additionalProperties": False,
}
_CHOICE: dict[str, Any] = {
    "type": "object",
    "properties": {"number": {"type": "integer"}},
    "required": ["number"],
    "additionalProperties": False,
}


async def propose(puzzle: Puzzle, model: Modeller, fill: Fill) -> tuple[Puzzle, Usage]:
    """Ask for candidates for every slot, fill the grid, and ask again where a slot's fill is not its first candidate.

    The second request includes the letters that crossing words give. Raises ModelError.
    """
    slots = {slot.name: slot for slot in rules.slots(puzzle)}
    candidates, usage = await _candidates(slots, model, dict.fromkeys(slots, ""))
    first = rules.with_candidates(puzzle, candidates)
    outcome = await fill(first)
    if not outcome.status.solved:
        return first, usage
    doubtful = dict(_doubtful(slots, candidates, outcome.answer))
    if not doubtful:
        return first, usage
    more, again = await _candidates(slots, model, doubtful)
    return rules.with_candidates(puzzle, _merged(candidates, more)), usage + again


async def choose(puzzle: Puzzle, outcome: Outcome, model: Modeller) -> tuple[Outcome, Usage]:
    """Let a model choose among the answers of a search that are close to each other. Raises ModelError.

    This applies only to answers that spell out a text. Any choice but the most probable one changes the answer and
    marks it as doubtful.
    """
    search = outcome.search
    texts = [rules.quotation(puzzle, answer) for answer in (outcome.answer, *search.alternatives[:2])] if search else []
    if search is None or len(texts) < 2 or not all(texts):
        return outcome, Usage()
    prompt = render("rerank", kind=puzzle.kind, texts=texts)
    reply = await model.ask([{"role": "user", "content": prompt}], schema=_CHOICE, temperature=0.0)
    number = reply.data.get("number") if isinstance(reply.data, dict) else None
    if not isinstance(number, int) or not 1 < number <= len(texts):
        return outcome, reply.usage
    answers = [outcome.answer, *search.alternatives]
    best = answers.pop(number - 1)
    changed = search.model_copy(update={"alternatives": tuple(answers), "doubt": _OTHER_CHOICE})
    return outcome.model_copy(update={"answer": best, "search": changed}), reply.usage


async def _candidates(slots: Slots, model: Modeller, known: Mapping[str, str]) -> tuple[Found, Usage]:
    """Ask in batches about the slots in `known`, which maps each to a pattern of its known letters, such as `A..E`."""
    found: Found = {}
    usage = Usage()
    names = list(known)
    for start in range(0, len(names), _BATCH):
        batch = names[start : start + _BATCH]
        clues = [
            {"name": name, "length": len(slots[name].cells), "known": known[name], "text": slots[name].clue}
            for name in batch
        ]
        prompt = render("crossword", most=len(WEIGHTS), clues=clues)
        reply = await model.ask([{"role": "user", "content": prompt}], schema=_ANSWERS, temperature=0.0)
        usage += reply.usage
        found |= _read(slots, batch, reply.data)
    return found, usage


def _read(slots: Slots, names: Sequence[str], data: Any) -> Found:
    """The answers that fit their slots, with a probability by rank; `data` is untrusted."""
    found: Found = {}
    plain = {name.lower(): name for name in names}
    entries = data.get("clues") if isinstance(data, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        said = entry.get("clue") if isinstance(entry, dict) else None
        match = re.match(r"\s*(\d+)\W*(across|down)", said.lower()) if isinstance(said, str) else None
        name = plain.get(f"{match[1]}-{match[2]}") if match else None
        answers = entry.get("answers") if isinstance(entry, dict) else None
        if name is None or not isinstance(answers, list):
            continue
        words = dict.fromkeys(re.sub(r"[^A-Z]", "", word.upper()) for word in answers if isinstance(word, str))
        fitting = [word for word in words if len(word) == len(slots[name].cells)]
        found[name] = list(zip(fitting, WEIGHTS, strict=False))
    return found


def _doubtful(slots: Slots, candidates: Found, answer: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Slots whose fill is not their first candidate, with the letters that trusted words give them."""
    trusted = {name for name, words in candidates.items() if words and words[0][0] == answer[name]}
    letters: dict[tuple[int, int], str] = {}
    for name in trusted:
        letters |= dict(zip(slots[name].cells, answer[name], strict=True))
    for name, slot in slots.items():
        if name not in trusted:
            known = "".join(letters.get(cell, ".") for cell in slot.cells)
            yield name, known if set(known) != {"."} else ""


def _merged(first: Found, more: Found) -> Found:
    """All candidates by slot: duplicates keep the greater probability, and a slot's sum is at most 0.95."""
    merged: Found = {}
    for name in {**first, **more}:
        best: dict[str, float] = {}
        for word, weight in (*first.get(name, ()), *more.get(name, ())):
            best[word] = max(weight, best.get(word, 0.0))
        scale = min(1.0, 0.95 / (sum(best.values()) or 1.0))
        merged[name] = [(word, weight * scale) for word, weight in sorted(best.items(), key=lambda item: -item[1])]
    return merged
