"""What an LLM is told about a framework, and how its reply becomes a program."""

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from solvent import solvers
from solvent.solvers import Program, UnknownFrameworkError
from solvent.translators.code_extraction import ReplyError, between, code


@dataclass(frozen=True)
class Pitfall:
    """A mistake that LLMs make: what to do instead, code that goes wrong, and the corrected code.

    `scripts` is False if only programs that do not solve by themselves can make it.
    """

    advice: str
    wrong: str
    right: str
    scripts: bool = True


@dataclass(frozen=True)
class Script:
    """What an LLM is told when its program has to solve and print by itself.

    `name` and `library` are those of the framework; `signs` are strings that every such program contains. `printing`
    shows how to print the answer, `rules` lists points to observe, `template` outlines a program, `example` is a small
    complete one, and `api` continues the translator's `api` list with lines about solving. Where programs cannot print
    JSON, `json` is False: they print the values of their variables.
    """

    name: str
    library: str
    signs: Sequence[str]
    printing: str
    rules: Sequence[str]
    template: str
    example: str
    api: str
    json: bool = True


@dataclass(frozen=True)
class Translator:
    """One framework: its guide and worked example for prompts, and the parser of replies.

    `languages` are its code-fence labels, `signs` are strings that every complete program contains. `guide` states the
    contract; `api` continues its list with operators and global constraints. `script` is None if programs cannot solve
    and print by themselves. `library` documents the API for a contract as installed, see `api_docs`.
    """

    framework: str
    languages: Sequence[str]
    signs: Sequence[str]
    guide: str
    example: str
    pitfalls: Sequence[Pitfall]
    api: str = ""
    script: Script | None = None
    library: Callable[[str], str] = lambda _: ""

    def documentation(self, contract: str, *, library: bool = False) -> str:
        """The lines on the API for a prompt: our list or, if there is one and it is wanted, the installed library's."""
        return (self.library(contract) if library else "") or self.api

    def read_script(self, reply: str, ends: tuple[str, str] | None = None) -> Program:
        """Extract a program that solves and prints from an LLM's reply; raises ReplyError if there is none.

        With `ends`, it is what stands from the last of the first to the next of the second, wherever that is; only if
        they are missing, it is looked for as usual.
        """
        cut = between(reply, *ends) if ends else None
        text = code(reply, self.languages, self.script.signs if self.script else ()) if cut is None else cut
        return Program(framework=self.framework, preamble=text, contract="script")

    def read(self, reply: str) -> Program:
        """Extract the program from an LLM's reply; raises ReplyError if it is missing or has no answer template."""
        text = code(reply, self.languages, self.signs)
        program = solvers.load(self.framework).parse(text)
        # Text that cannot be parsed has no template either; running it reports where the error is.
        if not program.answer.strip() and not all(sign in text for sign in self.signs):
            raise ReplyError(
                f"The program has no answer template: end it with `{self.signs[-1]}` and your own variables in the "
                f"shape of the answer. A program for another problem ends with\n{self._template()}"
            )
        return program

    def _template(self) -> str:
        """Return the answer template of the worked example, which ends with it."""
        return self.example[self.example.rindex(self.signs[-1]) :].rstrip()


@cache
def names() -> tuple[str, ...]:
    """List the frameworks that an LLM can be asked to write: every module here that defines a TRANSLATOR."""
    here = [str(Path(__file__).parent)]
    found = (importlib.import_module(f"{__package__}.{each.name}") for each in pkgutil.iter_modules(here))
    return tuple(sorted(module.TRANSLATOR.framework for module in found if hasattr(module, "TRANSLATOR")))


@cache
def scripted() -> tuple[str, ...]:
    """List the frameworks in which an LLM can be asked for a program that solves and prints by itself."""
    return tuple(name for name in names() if load(name).script is not None)


def load(framework: str) -> Translator:
    """Return the translator of a framework. Raises UnknownFrameworkError."""
    if framework not in names():
        raise UnknownFrameworkError(f"there is no framework {framework!r}; available: {', '.join(names())}")
    translator: Translator = importlib.import_module(f"solvent.translators.{framework}").TRANSLATOR
    return translator
