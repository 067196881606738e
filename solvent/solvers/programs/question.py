"""What can be asked about a program; `engines.questions` says what each question means."""

from typing import Literal

Question = Literal["run", "second", "conflict", "improve", "accepts", "every", "bearing"]
FollowUp = Literal["second", "improve", "every"]
