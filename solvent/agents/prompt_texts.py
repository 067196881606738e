"""The texts of all prompts that a run may send, without any puzzle; a change in one of them changes results."""

from collections.abc import Iterator
from importlib.resources import files

from solvent.agents import prompts
from solvent.agents.authors import guide_of
from solvent.agents.policy import MODELS_OWN
from solvent.agents.settings import DIRECT, Contract, Settings
from solvent.agents.state import Job, Writer
from solvent.translators import framework
from solvent.translators.sentences import pieces

_ALWAYS = ("problem", "repair", "crossword", "rerank")


def prompt_texts(settings: Settings) -> Iterator[str]:
    """The templates of messages, and the system prompts for the settings' frameworks, level and contract."""
    if not settings.models:
        return
    folder = files(prompts)
    if settings.reply == "text":
        yield folder.joinpath("plain.jinja").read_text(encoding="utf-8")
        return
    asked = {"decompose": settings.decomposition, "verify": settings.verification > 0}
    for name in (*_ALWAYS, *(name for name, wanted in asked.items() if wanted)):
        yield folder.joinpath(f"{name}.jinja").read_text(encoding="utf-8")
    ours: Contract = "model"
    written = {(name, settings.contract) for name in settings.frameworks or (MODELS_OWN,) if name != DIRECT}
    for name, contract in sorted(written | {(name, ours) for name in settings.second_opinion}):
        job = Job(id=0, writer=Writer(kind="model", name=""), framework=name, contract=contract)
        yield guide_of(job, framework.load(name), settings.level)
    if DIRECT in settings.frameworks:
        yield folder.joinpath("direct.jinja").read_text(encoding="utf-8")


def first_prompts(settings: Settings, text: str) -> Iterator[str]:
    """The prompts of the first calls about a text, as far as they are known before any reply."""
    if settings.reply == "text":
        yield from [text] * settings.samples
        return
    if settings.decomposition:
        yield prompts.render("decompose", pieces=pieces(text))
    ours: Contract = "model"
    for name in settings.frameworks or (MODELS_OWN,):
        job = Job(
            id=0,
            writer=Writer(kind="model", name=""),
            framework=name,
            contract="answer" if name == DIRECT else settings.contract,
        )
        system = guide_of(job, None if name == DIRECT else framework.load(name), settings.level)
        for _ in range(settings.samples):
            yield system + text
    if settings.second_opinion and len(settings.frameworks) < 2:
        name = settings.second_opinion[0]
        job = Job(id=0, writer=Writer(kind="model", name=""), framework=name, contract=ours)
        yield guide_of(job, framework.load(name), settings.level) + text
