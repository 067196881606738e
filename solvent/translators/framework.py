"""What a model is told about a framework, and how its reply becomes a program."""

import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from solvent import solvers
from solvent.solvers import Program, UnknownFrameworkError
from solvent.translators.code_extraction import ReplyError, code


@dataclass(frozen=True)
class Pitfall:
    """A mistake that models make: what to do instead, code that goes wrong, and the same done right."""

    advice: str
    wrong: str
    right: str


@dataclass(frozen=True)
class Script:
    """What a model is told that is to write a program which solves and prints by itself.

    `name` and `library` are the framework's; `signs` are what every such program has in it. `printing` shows how JSON
    is printed, `rules` what to heed, `template` the parts of a program, `example` is a tiny whole one, and `api` holds
    lines on solving, which go on from the translator's list.
    """

    name: str
    library: str
    signs: Sequence[str]
    printing: str
    rules: Sequence[str]
    template: str
    example: str
    api: str


@dataclass(frozen=True)
class Translator:
    """One framework: its guide and worked example for prompts, and the reader of replies.

    `languages` are the names of its code fences, `signs` what every whole program has in it. `guide` is the contract,
    `api` lines on operators and global constraints that go on from its list. `script` is None where programs cannot
    solve and print by themselves.
    """

    framework: str
    languages: Sequence[str]
    signs: Sequence[str]
    guide: str
    example: str
    pitfalls: Sequence[Pitfall]
    api: str = ""
    script: Script | None = None

    def read_script(self, reply: str) -> Program:
        """Read a program that solves and prints out of a model's reply; raises ReplyError where it has none."""
        text = code(reply, self.languages, self.script.signs if self.script else ())
        return Program(framework=self.framework, preamble=text, contract="script")

    def read(self, reply: str) -> Program:
        """Read the program out of a model's reply; raises ReplyError where it has none or no answer template."""
        text = code(reply, self.languages, self.signs)
        program = solvers.load(self.framework).parse(text)
        # Text that cannot be parsed has no template either; running it says where it breaks.
        if not program.answer.strip() and not all(sign in text for sign in self.signs):
            raise ReplyError(
                f"The program has no answer template: end it with `{self.signs[-1]}` and your own variables in the "
                f"shape of the answer. A program for another problem ends with\n{self._template()}"
            )
        return program

    def _template(self) -> str:
        """The answer template of the worked example, which is its end."""
        return self.example[self.example.rindex(self.signs[-1]) :].rstrip()


def names() -> tuple[str, ...]:
    """The frameworks that a model can be asked to write, found by being there."""
    here = [str(Path(__file__).parent)]
    found = (importlib.import_module(f"{__package__}.{each.name}") for each in pkgutil.iter_modules(here))
    return tuple(sorted(module.TRANSLATOR.framework for module in found if hasattr(module, "TRANSLATOR")))


def scripted() -> tuple[str, ...]:
    """The frameworks in which a model can be asked for a program that solves and prints by itself."""
    return tuple(name for name in names() if load(name).script is not None)


def load(framework: str) -> Translator:
    """The translator of a framework. Raises UnknownFrameworkError."""
    if framework not in names():
        raise UnknownFrameworkError(f"there is no framework {framework!r}; there are {', '.join(names())}")
    translator: Translator = importlib.import_module(f"solvent.translators.{framework}").TRANSLATOR
    return translator
