"""A model that goes through the rounds of ZPS: a small grid, programs for it, and what a request is for."""

import json

TEXT = """\
hour: 7, 8, 9
baker: Ines, Omar, Tilda

Clues:
1. Omar bakes at 8.
2. Ines bakes before Tilda.
"""
GRID = [{"hour": "7", "baker": "Ines"}, {"hour": "8", "baker": "Omar"}, {"hour": "9", "baker": "Tilda"}]
PROGRAM = """\
(set-logic ALL)
(declare-const ines Int) ; the hour at which she bakes
(declare-const omar Int)
(declare-const tilda Int)
(assert (and (<= 7 ines 9) (<= 7 omar 9) (<= 7 tilda 9) (distinct ines omar tilda)))
(assert {first})
(assert (< ines tilda))
(check-sat)
(get-model)
"""
RIGHT = PROGRAM.format(first="(= omar 8)")
BROKEN = PROGRAM.format(first="(= oskar 8)")
UNSAT = PROGRAM.format(first="(= omar 10)").replace("(get-model)\n", "")
GUIDANCE = "Which entities are there? Three bakers: Ines, Omar and Tilda."


def fenced(program: str) -> str:
    return f"Here is all of it.\n```smt2\n{program}```\n"


def step_of(request) -> str:
    """What a request is for, by its last message."""
    words = request.messages[-1]["content"]
    if words.startswith("Somebody will translate"):
        return "questions"
    if "Write no further program" in words:
        return "report"
    if len(request.messages) > 2:
        return "output"
    return "direct" if request.messages[0]["content"].startswith("You solve problems") else "first"


def playing(programs, reports=GRID):
    """A model that writes these programs or replies, one after the other, the last one again and again."""
    left = list(programs)

    def act(request):
        match step_of(request):
            case "questions":
                return GUIDANCE
            case "report" | "direct":
                return json.dumps({"answer": reports})
        text = left.pop(0) if len(left) > 1 else left[0]
        return fenced(text) if text.startswith("(") else text

    return act
