"""The texts of all prompts that a run may send, without any puzzle; a change in one of them changes results."""

from collections.abc import Iterator
from importlib.resources import files

from solvent.agents import prompts
from solvent.agents.decomposition import as_grid
from solvent.agents.policies import MODELS_OWN
from solvent.agents.policies.zps import POLICY
from solvent.agents.requests import guide_of, opening, plain, sorting
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
    if settings.plain:
        yield plain("{{ text }}", settings)
        return
    if settings.method == "zps":
        yield from _of_zps(settings)
        return
    by_form = settings.contract == "form"
    asked = {
        "clause": settings.clauses > 0,
        "decompose": settings.decomposition,
        "sorting": settings.decomposition,
        "compose": settings.composes,
        "verify": settings.verification > 0,
        "self_review": settings.self_verification > 0,
        "example": settings.examples > 0,
        "form_problem": by_form,
        "form_repair": by_form,
        "checker": settings.checkers,
        "checker_repair": settings.checkers,
    }
    for name in (*_ALWAYS, *(name for name, wanted in asked.items() if wanted)):
        yield folder.joinpath(f"{name}.jinja").read_text(encoding="utf-8")
    ours: Contract = "model"
    written = {(name, settings.contract) for name in settings.frameworks or (MODELS_OWN,) if name != DIRECT}
    for name, contract in sorted(written | {(name, ours) for name in settings.second_opinion}):
        job = Job(id=0, writer=Writer(kind="model", name=""), framework=name, contract=contract)
        yield guide_of(job, settings)
    if reports_in(settings):
        yield folder.joinpath("report.jinja").read_text(encoding="utf-8")
    if DIRECT in settings.frameworks:
        yield folder.joinpath("direct.jinja").read_text(encoding="utf-8")


def _of_zps(settings: Settings) -> Iterator[str]:
    names = {"zps_questions": settings.decomposition, "problem": True, "verify": settings.verification > 0}
    solver = settings.frameworks != (DIRECT,)
    names |= {"zps": solver, "output": solver, "report": solver, "direct": not solver}
    for name in (name for name, wanted in names.items() if wanted):
        yield files(prompts).joinpath(f"{name}.jinja").read_text(encoding="utf-8")


def reports_in(settings: Settings) -> tuple[str, ...]:
    """The frameworks whose scripts print no JSON, so that another request asks for the answer."""
    if settings.contract != "script":
        return ()
    scripts = {name: framework.load(name).script for name in settings.frameworks if name != DIRECT}
    return tuple(name for name, script in scripts.items() if script is not None and not script.json)


def first_prompts(settings: Settings, text: str) -> Iterator[str]:
    """The prompts of the first calls about a text, as far as they are known before any reply."""
    if settings.plain:
        yield from [plain(text, settings)] * settings.samples
        return
    if settings.method == "zps":
        yield from _first_of_zps(settings, text)
        return
    ours: Contract = "model"
    if settings.composes:
        yield sorting("compose", pieces(text), None)
    elif settings.decomposition:
        yield sorting("decompose", pieces(text), None)
    for name in settings.frameworks or (MODELS_OWN,):
        job = Job(
            id=0,
            writer=Writer(kind="model", name=""),
            framework=name,
            contract=settings.contract_of(name),
        )
        system = guide_of(job, settings)
        for _ in range(settings.samples * (2 if name in reports_in(settings) else 1)):
            yield system if settings.composes else system + text
    if settings.method == "confirming" and settings.second_opinion and len(settings.frameworks) < 2:
        name = settings.second_opinion[0]
        job = Job(id=0, writer=Writer(kind="model", name=""), framework=name, contract=ours)
        yield guide_of(job, settings) + text


def _first_of_zps(settings: Settings, text: str) -> Iterator[str]:
    """The opening once for every request of a conversation, which begins with it."""
    if settings.decomposition:
        yield prompts.render("zps_questions", text=text)
    for job in POLICY.first_jobs(settings, as_grid(text, ())):
        actions = settings.budget.actions
        requests = 1 if job.contract == "answer" else 1 + (min(actions, 2) if settings.may_submit else actions)
        yield from ["".join(each["content"] for each in opening(as_grid(text, ()), job, settings))] * requests
