"""A model that says what it is told to say, and what comes of it: the whole agent, with real solvers."""

import json
from collections.abc import Mapping

from solvent.agents import Budget
from solvent.agents.authors import SCHEMA
from solvent.agents.models.completion import Reply
from solvent.translators import framework as frameworks

PARTNER = {"cpmpy": "smtlib"}  # who is asked for a second opinion: SMT-LIB of CPMpy, CPMpy of all others
GUIDES = {name: frameworks.load(name) for name in frameworks.names()}


class Player:
    """Answers the decomposition with `decomposed`, each request for a program with the text of its framework."""

    name = "player"

    def __init__(self, decomposed: Mapping, programs: Mapping):
        self.decomposed, self.programs = decomposed, programs

    async def complete(self, messages, *, schema=None, **_):
        if schema == SCHEMA:
            return Reply(text=json.dumps(self.decomposed), data=self.decomposed)
        asked = messages[0]["content"]
        name = next((name for name, known in GUIDES.items() if known.guide in asked), None)
        if name is None:
            return Reply(text="", problem="nothing to say")
        return Reply(text=f"```{GUIDES[name].languages[0]}\n{self.programs[name]}```\n")


def options(framework, programs, decomposed):
    """What the agent is asked with, so that one program is written in `framework` and one by its partner."""
    return {
        "model": Player(decomposed, programs),
        "frameworks": (framework,),
        "use_rules": False,
        "budget": Budget(actions=1, restarts=0),
    }


def partner(framework):
    """Who writes the second program."""
    return PARTNER.get(framework, "cpmpy")
