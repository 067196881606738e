"""Examples for a prompt: problems with their programs, those most similar to the problem at hand (RAICL in CP-Bench).

For plain replies, they are problems with worked solutions (few-shot prompting in DyVal).

Texts are compared by their embeddings if the settings name a model for them, else by BM25.
"""

import asyncio
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from operator import mul
from pathlib import Path

from pydantic import ValidationError

from solvent.agents.models.embeddings import Embedder, Vector
from solvent.agents.policies import MODELS_OWN
from solvent.agents.settings import Settings, SettingsError
from solvent.agents.state import Example, Usage
from solvent.solvers.json_text import read_json
from solvent.translators import framework

_PYTHON = re.compile(r"^[ \t]*(?:import|from)[ \t]+(cpmpy|ortools)\b", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Examples:
    """A collection of examples to choose from, with the vectors of texts that have been computed so far."""

    listed: tuple[Example, ...]
    embedder: Embedder | None = None
    vectors: dict[str, Vector] = field(default_factory=dict, repr=False)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    @classmethod
    def of(cls, listed: Sequence[Example], settings: Settings, source: str, *, some: bool = False) -> "Examples":
        """A collection for runs with these settings; `source` is its name in messages.

        Raises SettingsError if it is empty, or if a program is not what the settings have a model write; with `some`,
        such examples are left out, as long as there are others.
        """
        return cls(_fitting(listed, settings, source, some=some), _embedder(settings))

    def leaving_out(self, ids: Collection[str]) -> "Examples":
        """The same collection without those of these ids; vectors are shared."""
        return replace(self, listed=tuple(each for each in self.listed if each.id not in ids))

    def for_case(self, case: str, group: str) -> "Examples":
        """The same collection without the case of this id, and without those that are for other groups of cases."""
        kept = replace(self, listed=tuple(each for each in self.listed if each.group in ("", group)))
        return kept.leaving_out({case})

    async def choose(self, text: str, count: int, budget: float | None = None) -> tuple[tuple[Example, ...], Usage]:
        """The `count` examples whose texts are most similar, the most similar last; a text is no example of itself.

        Of two that are as similar, the first in the collection is nearer to the end. Raises ModelError.
        """
        own = _plain(text)
        listed = [each for each in self.listed if _plain(each.text) != own]
        if not listed:
            return (), Usage()
        usage = Usage()
        if self.embedder is None:
            scores = by_words([each.text for each in listed], text)
        else:
            (mine, *others), usage = await self._embedded(
                self.embedder, [text, *(each.text for each in listed)], budget
            )
            scores = [sum(map(mul, mine, other)) for other in others]
        ranked = sorted(range(len(listed)), key=lambda number: (-scores[number], number))
        return tuple(listed[number] for number in reversed(ranked[:count])), usage

    async def _embedded(
        self, embedder: Embedder, texts: Sequence[str], budget: float | None
    ) -> tuple[list[Vector], Usage]:
        """The vectors of the texts, of which only new ones are asked for, each once however many ask at a time."""
        async with self.lock:
            new = [text for text in dict.fromkeys(texts) if text not in self.vectors]
            vectors, usage = await embedder.embed(new, budget) if new else ([], Usage())
            self.vectors.update(zip(new, vectors, strict=True))
        return [self.vectors[text] for text in texts], usage


def read_examples(path: Path) -> tuple[Example, ...]:
    """The examples in a file of lines {id, text, program}. Raises SettingsError, which names a line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(f"the examples in {path} are not in UTF-8: save them as UTF-8.") from error
    except OSError as error:
        raise SettingsError(f"cannot read the examples in {path}: {error.strerror or error}.") from error
    found: dict[str, Example] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            example = Example.model_validate(read_json(line))
        except (ValidationError, ValueError):
            raise SettingsError(
                f"{path}, line {number}, is no example: it should be an object with the texts id, text and program "
                "(for plain replies, reply)."
            ) from None
        if example.id in found:
            raise SettingsError(f"{path}, line {number}: the id {example.id!r} is there already.")
        found[example.id] = example
    return tuple(found.values())


def examples_of(settings: Settings) -> Examples | None:
    """The collection that the settings name; None if no examples are wanted. Raises SettingsError."""
    if not settings.examples or not settings.models:
        return None
    if settings.examples_from is None:
        raise SettingsError("examples: say which file they are chosen from (--examples-from FILE, or examples_from).")
    return Examples.of(read_examples(Path(settings.examples_from)), settings, settings.examples_from)


def by_words(texts: Sequence[str], query: str) -> list[float]:
    """How similar each text is to the query, by the words that they share (BM25)."""
    import bm25s
    import Stemmer

    stem = Stemmer.Stemmer("english").stemWords
    listed = [stem(_WORD.findall(text.lower())) for text in texts]
    known = {word for words in listed for word in words}
    shared = [word for word in stem(_WORD.findall(query.lower())) if word in known]
    if not shared:
        return [0.0] * len(texts)  # the index takes no query whose words it does not have
    index = bm25s.BM25()
    index.index(listed, show_progress=False)
    return [float(score) for score in index.get_scores(shared)]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _fitting(listed: Sequence[Example], settings: Settings, source: str, *, some: bool) -> tuple[Example, ...]:
    """The examples whose programs are of the kind that a model is to write: all of them or, if allowed, some."""
    if not listed:
        raise SettingsError(f"there are no examples in {source}.")
    language = (settings.frameworks or (MODELS_OWN,))[0]
    odd = [each for each in listed if not _fits(each, language, settings)]
    if odd and not (some and len(odd) < len(listed)):
        if settings.plain:
            raise SettingsError(f"{odd[0].id!r} in {source} has no `reply`: an example of a plain reply needs one.")
        kind = "a script" if settings.contract == "script" else "a model"
        raise SettingsError(
            f"the program of {odd[0].id!r} in {source} is not {kind} in {language}, which is what this run writes: "
            "choose another --framework or --contract, or other examples with --examples-from FILE."
        )
    return tuple(each for each in listed if each not in odd)


def _fits(example: Example, language: str, settings: Settings) -> bool:
    if settings.plain:
        return bool(example.reply)
    program = example.program
    translator = framework.load(language)
    signs = translator.signs
    if settings.contract == "script":
        signs = translator.script.signs if translator.script else ()
    imported = set(_PYTHON.findall(program))
    apart = language in imported if "python" in translator.languages else not imported
    return apart and all(sign in program for sign in signs)


def _embedder(settings: Settings) -> Embedder | None:
    """The model that makes embeddings; None if the settings name none."""
    choice = settings.models.get("embedder")
    if choice is None:
        return None
    from solvent.agents.models.prices import prices_of

    key = os.environ.get("SOLVENT_KEY_EMBEDDER") or os.environ.get("OPENAI_API_KEY")
    url = choice.url or os.environ.get("OPENAI_BASE_URL")
    return Embedder(choice.name, url, key, max_connections=choice.connections, prices=prices_of(choice))
