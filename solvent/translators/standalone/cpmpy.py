"""Programs in CPMpy that run without Solvent."""

from solvent.translators.standalone import _python
from solvent.translators.standalone._listing import Listing

_LIBRARY = _python.Library("import cpmpy as cp", "cp", "Model", "cpmpy")
_ASKING = '''

def value(term):
    """What the last solution has for a term; a constant is its own value."""
    found = term.value() if hasattr(term, "value") else term
    return found.item() if hasattr(found, "item") else found


def solve():
    return model.solve()


def aim(goal):
    """Find the best value of an objective, and require it from here on."""
    getattr(model, goal.sense)(goal.term)
    model.solve()
    model.add(goal.term == value(goal.term))


def forbid(last):
    """Require that a term of the answer has another value."""
    model.add(cp.any([cp.all([term != each for each in values]) for term, values in last]))
'''
_MENTIONED = '''

def terms(part):
    """Every term of the answer."""
    if isinstance(part, dict) or is_list(part):
        for item in part.values() if isinstance(part, dict) else part:
            yield from terms(item)
    elif hasattr(part, "get_bounds"):
        yield part


# A variable has a value only if the model mentions it.
model.add([term == cp.intvar(*term.get_bounds()) for term in terms(answer)])
'''


def text(listing: Listing) -> str:
    """Write a program out. Raises SolventError for one that is no Python."""
    return _python.text(listing, _LIBRARY, _ASKING, _MENTIONED)
