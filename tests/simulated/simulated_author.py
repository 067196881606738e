"""A simulated model: knows what every clue means, and answers each prompt of the agent, rightly or with a slip."""

import json
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from grid_checkers import CREDULOUS, checker
from grid_slips import ASKS, Slip, Told, clues_named

sys.path.insert(0, str(Path(__file__).parents[1] / "lies"))

from player import GUIDES
from problems import holds

from solvent.agents import decomposition, review

# A clue that is left out of the first program is as often left out of the sorting in the same reply: it is taken for
# background, or joined to the piece before it, of which alone the program speaks, or called data.
HIDES = 0.5
WAYS = {"background": 3, "joined": 1, "data": 1}
FOLLOWS = 0.5  # how often somebody who is shown such a sorting leaves out what it hides, although the text says it
LAZY = 0.5  # of the slips of a checker: it accepts everything

_LISTED = re.compile(r"^(\d+)\. ", re.MULTILINE)


@dataclass(frozen=True)
class Drawn:
    """One program that was written: `first` if not a repair.

    `expected` is the probability, at the time, that it would get the very slip which a program in another framework
    has, and `same` whether it did.
    """

    framework: str
    first: bool
    told: Told
    expected: float = 0.0
    same: bool = False


class SimulatedModel:
    """Errs at `rate`, in each reply independently of all others.

    A slip in a repair concerns the clues that the feedback names. `drawn` lists the programs written so far, `checks`
    what the checkers say, and `told` what each of these replies says, by its text. `hidden` maps the clues that the
    first reply left out of its sorting to the way in which it did.
    """

    def __init__(self, grid, seed, rate):
        self.grid, self.seed, self.rate = grid, seed, rate
        self.drawn, self.checks, self.told, self.hidden = [], [], {}, {}
        self._current = {}  # what the slip of each framework's last program says
        # How each prompt is recognised, and what answers it. A further prompt is a further line here.
        self.tasks = (
            (_asks_for(decomposition.SCHEMA), self.decomposed),
            (_asks_for(review.SCHEMA), self.reviewed),
            (lambda messages, _: messages[0]["content"].startswith("You write a checker"), self.checked),
            (lambda messages, _: is_composing(messages) and len(messages) == 2, self.composed),
            (lambda messages, _: framework_of(messages) is not None, self.programmed),
        )

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

    def composed(self, rng, messages):
        """The decomposition and the first program; both lack what the program leaves out, or only the program does."""
        framework, every = framework_of(messages), [*self._clues]
        slip = self._slip(rng, every)
        if slip and slip.kind == "left out" and len(every) > 2 and rng.random() < HIDES:
            self.hidden[slip.clue] = rng.choices(list(WAYS), list(WAYS.values()))[0]
        sorting = self.sorting()
        if slip and slip.kind == "another question":
            sorting["expects"] = ASKS[sorting["expects"]]
        return self._programmed(framework, rng, messages, Told(slip), every, sorting)

    def sorting(self):
        """The decomposition with numbers, and without what it hides."""
        right = self.grid.problem.decomposition
        clues = {number: {"number": number, **clue} for number, clue in enumerate(right["clues"], 1)}
        for number, way in self.hidden.items():
            if way == "data":
                clues[number]["says"] = "data"
                continue
            taken = clues.pop(number)
            if way == "joined":
                beside = clues[self._neighbour(number)]
                beside["pieces"] = sorted([*beside["pieces"], *taken["pieces"]])
        return {**right, "clues": list(clues.values())}

    def programmed(self, rng, messages):
        """A program or, if the last one was faultless, that again."""
        framework, before = framework_of(messages), _last_of(messages, "assistant")
        if before in self.told and self.told[before].faultless and rng.random() >= self.rate:
            self.note(framework, self.told[before], messages)
            return before
        numbers = self._concerned(messages, before)
        told = Told(self._slip(rng, numbers), self._omitted(rng))
        return self._programmed(framework, rng, messages, told, numbers)

    def checked(self, rng, messages):
        """A checker or, if the last one was faultless, that again."""
        before = _last_of(messages, "assistant")
        if before in self.told and self.told[before].faultless and rng.random() >= self.rate:
            return before
        lazy = rng.random() < LAZY
        slip = self._slip(rng, self._concerned(messages, before))
        told = Told(Slip(CREDULOUS) if slip and lazy else slip, self._omitted(rng))
        missing = [number for number, way in self.hidden.items() if way != "data"]
        code = checker(self.grid, told, self._moved(told), missing)
        self.checks.append(told)
        return self.note_text(f"Clue by clue.\n```python\n{code}```\n", told)

    def reviewed(self, rng, messages):
        """The verdict on each clue; a slip is to accept everything."""
        told, _, shown = _last_of(messages, "user").rpartition("Its clues:\n")[2].partition("<answer>\n")
        placed = self.grid.placed(json.loads(shown.partition("\n</answer>")[0]))
        shown_clues, lazy = listed(told), rng.random() < self.rate
        clues = [
            {
                "clue": number,
                "why": "it says so",
                "verdict": "holds" if lazy or self._right(clue, placed) else "violated",
            }
            for number, clue in enumerate(self.grid.problem.clues, 1)
            if number in shown_clues
        ]
        fine = all(each["verdict"] == "holds" for each in clues)
        return {"clues": clues, "overall": "holds" if fine else "violated"}

    def note(self, framework, told, messages, numbers=()):
        """Add a program to `drawn`; `numbers` are the clues that its slip may concern, if one was drawn at all."""
        others = {said for name, said in self._current.items() if name != framework and said}
        expected = self.rate * sum(self.grid.chance(said, numbers) for said in others) if numbers else 0.0
        said = self.grid.said(told.slip) if isinstance(told.slip, Slip) else None
        self._current[framework] = said
        self.drawn.append(Drawn(framework, len(messages) == 2, told, expected, said in others))

    def note_text(self, text, told):
        """Keep what a reply says."""
        self.told[text] = told
        return text

    def _programmed(self, framework, rng, messages, told, numbers, sorting=None):
        self.note(framework, told, messages, numbers)
        code = self.grid.program(rng, framework, told, self._moved(told))
        return self.note_text(replied(framework, code, sorting), told)

    def _slip(self, rng, numbers):
        return self.grid.draw(rng, numbers) if rng.random() < self.rate else None

    @property
    def _clues(self):
        return range(1, len(self.grid.problem.clues) + 1)

    def _concerned(self, messages, before):
        """The clues that feedback names, or all."""
        named = clues_named(_last_of(messages, "user")) if before else []
        return [number for number in named if number in self._clues] or [*self._clues]

    def _omitted(self, rng):
        """The hidden clues that somebody leaves out, who is shown the sorting: not those that it only joins."""
        hidden = (number for number, way in self.hidden.items() if way != "joined")
        return frozenset(number for number in hidden if rng.random() < FOLLOWS)

    def _moved(self, told):
        """Where hidden clues are stated that have no number of their own: with their neighbour, or outside."""
        found = {}
        for number, way in self.hidden.items():
            if number not in told.omitted and way != "data":
                found[number] = self._neighbour(number) if way == "joined" else 0
        return found

    @staticmethod
    def _neighbour(number):
        return number - 1 if number > 1 else 2

    def _right(self, clue, placed):
        return placed is not None and holds(clue.means, placed)


def replied(framework, code, sorting=None):
    """A reply with a program, and with a sorting if there is one."""
    program = f"```{GUIDES[framework].languages[0]}\n{code}```\n"
    return f"```json\n{json.dumps(sorting)}\n```\n\nNow the program.\n{program}" if sorting else program


def is_composing(messages):
    """Whether a conversation began with the request to sort the text and to write the first program."""
    return len(messages) > 1 and messages[1]["content"].startswith("The problem stands below in numbered pieces.")


def listed(text):
    """The numbers at the beginnings of lines."""
    return {int(number) for number in _LISTED.findall(text)}


def _asks_for(schema):
    wanted = sorted(schema["properties"])
    return lambda _, given: given is not None and sorted(given["properties"]) == wanted


def framework_of(messages):
    """The framework in which a prompt asks for a program, None for any other prompt."""
    asked = messages[0]["content"]
    return next((name for name, known in GUIDES.items() if known.guide in asked), None)


def _last_of(messages, role):
    return next((each["content"] for each in reversed(messages) if each["role"] == role), "")
