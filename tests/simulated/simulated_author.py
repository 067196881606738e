"""A simulated model: knows what every clue means, and answers each prompt of the agent, rightly or with a slip."""

import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path

from grid_slips import Slip, clues_named

sys.path.insert(0, str(Path(__file__).parents[1] / "lies"))

from player import GUIDES
from problems import holds

from solvent.agents import decomposition, review
from solvent.agents.models.completion import Reply


@dataclass(frozen=True)
class Drawn:
    """One program that was written: `first` if not a repair, `slip` None if it is faultless.

    `expected` is the probability, at the time, that it would get the very slip which a program in another framework
    has, and `same` whether it did.
    """

    framework: str
    first: bool
    slip: object
    expected: float = 0.0
    same: bool = False


class SimulatedModel:
    """Errs at `rate`, in each reply independently of all others; the decomposition is always right.

    A slip in a repair concerns the clues that the feedback names. `name` and `complete` are those of `Model`; `drawn`
    lists the programs written so far, and `slips` maps the text of each of these replies to its slip.
    """

    name = "simulated"

    def __init__(self, grid, seed, rate):
        self.grid, self.seed, self.rate = grid, seed, rate
        self.drawn, self.slips = [], {}
        self._current = {}  # what the slip of each framework's last program says
        # How each prompt is recognised, and what answers it. A further prompt, such as one for a checker, which states
        # each clue as a predicate over answers, is a further line here.
        self.tasks = (
            (_asks_for(decomposition.SCHEMA), self.decomposed),
            (_asks_for(review.SCHEMA), self.reviewed),
            (lambda messages, _: framework_of(messages) is not None, self.programmed),
        )

    async def complete(self, messages, *, schema=None, temperature=None, **_):
        """The reply to a conversation, over the `Model` protocol."""
        said = self.reply(messages, schema, temperature)
        return Reply(text=said) if isinstance(said, str) else Reply(text=json.dumps(said), data=said)

    def reply(self, messages, schema=None, temperature=None):
        """A text or, where a schema is given, a JSON value. Raises LookupError for a prompt that is not known."""
        for recognises, answer in self.tasks:
            if recognises(messages, schema):
                # Seeded by what is asked: the order in which parallel calls arrive changes nothing.
                place = framework_of(messages), len(messages), temperature, schema and sorted(schema["properties"])
                return answer(random.Random(f"{self.seed} {place}"), messages)
        raise LookupError("nothing answers this prompt")

    def decomposed(self, _, __):
        """The right decomposition."""
        return self.grid.problem.decomposition

    def programmed(self, rng, messages):
        """A program or, if the last one was faultless, that again."""
        framework, before = framework_of(messages), _last_of(messages, "assistant")
        if before in self.slips and self.slips[before] is None and rng.random() >= self.rate:
            self.note(framework, None, messages)
            return before
        named = clues_named(_last_of(messages, "user")) if before else []
        every = range(1, len(self.grid.problem.clues) + 1)
        numbers = [number for number in named if number in every] or [*every]
        slip = self.grid.draw(rng, numbers) if rng.random() < self.rate else None
        self.note(framework, slip, messages, numbers)
        text = f"```{GUIDES[framework].languages[0]}\n{self.grid.program(rng, framework, slip)}```\n"
        self.slips[text] = slip
        return text

    def reviewed(self, rng, messages):
        """The verdict on each clue; a slip is to accept everything."""
        shown = _last_of(messages, "user").rpartition("<answer>\n")[2].partition("\n</answer>")[0]
        placed, lazy = self.grid.placed(json.loads(shown)), rng.random() < self.rate
        clues = [
            {
                "clue": number,
                "why": "it says so",
                "verdict": "holds" if lazy or self._right(clue, placed) else "violated",
            }
            for number, clue in enumerate(self.grid.problem.clues, 1)
        ]
        fine = all(each["verdict"] == "holds" for each in clues)
        return {"clues": clues, "overall": "holds" if fine else "violated"}

    def _right(self, clue, placed):
        return placed is not None and holds(clue.means, placed)

    def note(self, framework, slip, messages, numbers=()):
        """Add a program to `drawn`; `numbers` are the clues that its slip may concern, if one was drawn at all."""
        others = {said for name, said in self._current.items() if name != framework and said}
        expected = self.rate * sum(self.grid.chance(said, numbers) for said in others) if numbers else 0.0
        said = self.grid.said(slip) if isinstance(slip, Slip) else None
        self._current[framework] = said
        self.drawn.append(Drawn(framework, len(messages) == 2, slip, expected, said in others))


def _asks_for(schema):
    wanted = sorted(schema["properties"])
    return lambda _, given: given is not None and sorted(given["properties"]) == wanted


def framework_of(messages):
    """The framework in which a prompt asks for a program, None for any other prompt."""
    asked = messages[0]["content"]
    return next((name for name, known in GUIDES.items() if known.guide in asked), None)


def _last_of(messages, role):
    return next((each["content"] for each in reversed(messages) if each["role"] == role), "")
