"""The questions that can be asked about a program; `engines.questions` defines them."""

from typing import Literal

Question = Literal[
    "run",
    "second",
    "conflict",
    "improve",
    "accepts",
    "every",
    "bearing",
    "must",
    "could",
    "count",
    "without",
    "others",
    "allows",
]
FollowUp = Literal["second", "improve", "every", "without", "others"]
