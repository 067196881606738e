"""Answers that come too close to each other are not claimed, where the settings demand a lead."""

import json

import pytest
from test_llm import ANSWER, DECOMPOSED, RIGHT, TEXT, WRONG, said

from solvent.agents import Budget, OpenAIModel, Settings


@pytest.mark.parametrize("lead", [0.0, 0.3, 0.9])
def test_no_answer_is_claimed_without_the_lead_that_is_demanded(loopback, solve, lead):
    written = []

    def reply(request):
        asked = request.messages[0]["content"]
        if "numbered pieces" in asked:
            return json.dumps(DECOMPOSED)
        if "CPMpy" not in asked:
            return said("smtlib", RIGHT)
        written.append(asked)
        return said("cpmpy", WRONG if len(written) == 2 else RIGHT)

    loopback.script(reply)
    settings = Settings(frameworks=("cpmpy",), samples=3, lead=lead, budget=Budget(actions=1))
    model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
    answer = solve(TEXT, model=model, settings=settings)
    assert answer.answer == ANSWER
    if lead < 0.5:
        assert (answer.status, answer.alternatives) == ("verified", ())
    else:
        assert (answer.status, len(answer.alternatives)) == ("unverified", 1)
        assert "enough of a lead" in answer.reason
