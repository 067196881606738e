"""A scripted model, and the options for running the whole agent with it."""

import json
from collections.abc import Mapping

from solvent.agents import Budget
from solvent.agents.decomposition import SCHEMA
from solvent.agents.models.completion import Reply
from solvent.translators import framework as frameworks

PARTNER = {"cpmpy": "smtlib"}  # the framework of the second program: SMT-LIB for CPMpy, CPMpy for all others
GUIDES = {name: frameworks.load(name) for name in frameworks.names()}


class Player:
    """Replies with `decomposed` to the decomposition, and with the framework's program to any other request."""

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
    """The options for `asolve` with which one program is written in `framework` and one in its partner."""
    return {
        "model": Player(decomposed, programs),
        "frameworks": (framework,),
        "use_rules": False,
        "budget": Budget(actions=1, restarts=0),
    }


def partner(framework):
    """The framework of the second program."""
    return PARTNER.get(framework, "cpmpy")
