"""The texts of all prompts that a run may send, without any puzzle; a change in one of them changes results."""

from collections.abc import Iterator
from importlib.resources import files

from solvent.agents import prompts
from solvent.agents.authors import guide_of
from solvent.agents.policy import MODELS_OWN
from solvent.agents.settings import DIRECT, Contract, Settings
from solvent.agents.state import Job, Writer
from solvent.translators import framework

_ALWAYS = ("problem", "repair", "crossword", "rerank")


def prompt_texts(settings: Settings) -> Iterator[str]:
    """The templates of messages, and the system prompts for the settings' frameworks, level and contract."""
    if not settings.models:
        return
    folder = files(prompts)
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
