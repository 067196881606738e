"""An answer as a file that needs nothing else, to be sent to others."""

from solvent.agents import Answer
from solvent.explanations.facts import Explanation
from solvent.explanations.pictures.formats import html
from solvent.web import views
from solvent.web.frame import resource


def page(text: str, answer: Answer, explanation: Explanation | None = None) -> str:
    """A page with the text, the answer with its evidence, the clues as read and, if there are steps, the steps."""
    steps = html.fragment(answer.subject, explanation) if explanation and explanation.steps else ""
    return views.shared(text, answer, steps, resource("page.css"))
