"""The arrangement in a model's reply."""

import pytest

from solvent.benchmarks.verifiers.literals import write_literal
from solvent.benchmarks.verifiers.replies import strict_reading


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("So:\n```python\n{'a': {1, 2}}\n```\nDone [1].", {"a": {1, 2}}),
        ("```\n[1]\n```\nNo, rather\n```python\ninputs = [2]\nprint(inputs)\n```", [2]),
        ("```python\n{'a': 1}\n```\nand\n```text\nit holds\n```", {"a": 1}),
        ("I think {'a': [1, (2,)]} is right (see [3)", {"a": [1, (2,)]}),
        ("So it is \\boxed{{'a': 1}}.", {"a": 1}),
        ("It is {'a': 1}. It isn't {x}.", {"a": 1}),
        ('```json\n{"true story": true, "b": [null, "false"]}\n```', {"true story": True, "b": [None, "false"]}),
        ("```python\n# the rooms\n{'a': set()}  # none\n", {"a": set()}),
        ("```python\n{'a': '\\d'}\n```", {"a": "\\d"}),
    ],
)
def test_the_last_literal_counts(reply, value):
    assert strict_reading(reply, None) == write_literal(value)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I do not know.",
        "```python\nprint(1)\n```",
        "{a: b}",
        "{f(1): b}",
        "[" * 5000,
        "```\n\0",
    ],
)
def test_no_literal(reply):
    assert strict_reading(reply, None) is None
