"""Programs in OR-Tools CP-SAT that run without Solvent."""

import re

from solvent.translators.standalone import _python
from solvent.translators.standalone._listing import Listing

_LIBRARY = _python.Library("from ortools.sat.python import cp_model", "cp_model", "CpModel", "ortools")
_ASKING = '''

solver = cp_model.CpSolver()


def value(term):
    """What the last solution has for a term; a constant is its own value."""
    return solver.value(term) if isinstance(term, cp_model.LinearExpr) else term


def solve():
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def aim(goal):
    """Find the best value of an objective, and require it from here on."""
    getattr(model, goal.sense)(goal.term)
    solve()
    model.add(goal.term == solver.value(goal.term))
    model.clear_objective()


def forbid(last):
    """Require that a term of the answer has another value."""
    others = []
    for term, values in last:
        if isinstance(term, cp_model.LinearExpr):
            others.append(model.new_bool_var(""))
            for each in values:
                model.add(term != each).only_enforce_if(others[-1])
    model.add_bool_or(others)
'''
_VALUE = """\
    return solver.value(term) if isinstance(term, cp_model.LinearExpr) else term
"""
# A model's program may show comparisons and Boolean variables, which have no values of their own in CP-SAT.
_TRUTH_VALUE = """\
    if not isinstance(term, cp_model.LinearExpr):
        return term
    is_truth = isinstance(term, cp_model.NotBooleanVariable) or {known}
    return bool(solver.value(term)) if is_truth else solver.value(term)
"""
_COMPARED = '''
truths = set()  # the variables of comparisons


def compared(part):
    """The answer with a Boolean variable for each comparison, so that its truth can be read."""
    if isinstance(part, cp_model.BoundedLinearExpression):
        truth = model.new_bool_var("")
        truths.add(truth.index)
        compared_to = cp_model.LinearExpr.weighted_sum(part.vars, part.coeffs) + part.offset
        model.add_linear_expression_in_domain(compared_to, part.bounds).only_enforce_if(truth)
        model.add_linear_expression_in_domain(compared_to, part.bounds.complement()).only_enforce_if(~truth)
        return truth
    if isinstance(part, LabelledTerm):
        return LabelledTerm(compared(part.term), part.labels)
    if isinstance(part, WhereItem):
        return WhereItem(compared(part.condition), compared(part.item))
    if isinstance(part, dict):
        return {key: compared(item) for key, item in part.items()}
    return [compared(item) for item in part] if is_list(part) else part


answer = compared(answer)
'''
_BITS = re.compile(r"new_int_var(?:_series)?\(\s*0\s*,\s*1\s*[,)]")


def text(listing: Listing) -> str:
    """Write a program out. Raises SolventError for one that is no Python."""
    program = listing.program
    if program.trusted:  # what the rules write shows whole numbers
        return _python.text(listing, _LIBRARY, _ASKING)
    # CP-SAT has the same variables for truth values and for the numbers 0 and 1: if there are both, they are numbers.
    code = "\n".join([program.preamble, *(part.code for part in program.fragments)])
    known = 'getattr(term, "index", None) in truths' if _BITS.search(code) else 'getattr(term, "is_boolean", False)'
    return _python.text(listing, _LIBRARY, _ASKING.replace(_VALUE, _TRUTH_VALUE.format(known=known)), _COMPARED)
