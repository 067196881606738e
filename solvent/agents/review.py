"""A model's review of an answer against the clues alone: the prompt, the reply's schema, and the resulting evidence.

A review is one item of evidence. Approval does not make an answer `verified`; an objection that names a violated clue
is fed back to the program's author and counts against the answer until another one is found.
"""

import json
from textwrap import shorten
from typing import Any

from solvent.agents.gate import REVIEW
from solvent.agents.prompts import render
from solvent.agents.state import Evidence
from solvent.translators import Puzzle

WORDS = 240  # characters of the reviewer's reason that are passed on
VERDICTS = ("holds", "violated", "unclear")

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "clues": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "clue": {"type": "integer"},
                    "why": {"type": "string"},
                    "verdict": {"type": "string", "enum": list(VERDICTS)},
                },
                "required": ["clue", "why", "verdict"],
                "additionalProperties": False,
            },
        },
        "overall": {"type": "string", "enum": list(VERDICTS)},
    },
    "required": ["clues", "overall"],
    "additionalProperties": False,
}


def question(puzzle: Puzzle, answer: Any) -> str:
    """The prompt: the clues and the answer, but nothing of the program."""
    return render("verify", puzzle=puzzle, answer=json.dumps(answer, ensure_ascii=False))


def weigh(puzzle: Puzzle, data: Any, problem: str = "") -> Evidence:
    """The evidence in a reply; `data` is untrusted.

    A violation counts if it names a clue of the puzzle, approval only if it covers every clue.
    """
    said = _said(data)
    texts = {clue.id: clue.text for clue in puzzle.clues}
    broken = [number for number, (verdict, _) in said.items() if verdict == "violated" and number in texts]
    if broken:
        named = "; ".join(f'clue {number} ("{texts[number]}"): {said[number][1]}' for number in sorted(broken))
        return Evidence(check=REVIEW, passed=False, detail=named)
    if not said:
        return Evidence(check=REVIEW, passed=None, detail=f"its reply cannot be used: {problem or 'no verdicts'}")
    overall = data.get("overall")
    open_ones = [number for number in texts if said.get(number, ("",))[0] != "holds"]
    if overall != "holds" or open_ones:
        about = f"clue {', '.join(map(str, open_ones))}" if open_ones else f"the answer as a whole: {overall}"
        return Evidence(check=REVIEW, passed=None, detail=f"it is unsure about {about}")
    return Evidence(check=REVIEW, passed=True, detail=f"it finds that all {len(texts)} clues hold")


def _said(data: Any) -> dict[int, tuple[str, str]]:
    """Verdict and reason by clue; of two verdicts on one clue, the worse counts."""
    given = data.get("clues") if isinstance(data, dict) else None
    found: dict[int, tuple[str, str]] = {}
    for each in given if isinstance(given, list) else []:
        if isinstance(each, dict) and isinstance(each.get("clue"), int) and each.get("verdict") in VERDICTS:
            known = found.get(each["clue"], ("holds", ""))
            verdict = max(known[0], each["verdict"], key=("holds", "unclear", "violated").index)
            why = shorten(str(each.get("why") or "no reason given"), WORDS, placeholder=" ...")
            found[each["clue"]] = (verdict, why if verdict == each["verdict"] else known[1])
    return found
