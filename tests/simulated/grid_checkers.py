"""Checkers for a logic grid, as a simulated model writes them: a predicate per clue, and one for all else."""

from grid_slips import ASKS
from problems import python

REST = 0  # the number of the predicate for what no clue says
CREDULOUS = "everything accepted"  # the slip of a checker whose predicates always say yes

_START = """\
# expects: {expects}
NAMES = {names!r}
GROUPS = {groups!r}


def fits(answer):
    try:
        found = placed(answer)
    except (AttributeError, KeyError, TypeError):
        return False
    return all(type(number) is int for number in found.values())


def placed(answer):
    if isinstance(answer, dict):
        return {{name: answer[name.split("_", 1)[1]] for name in NAMES}}
    return {{f"{{group}}_{{row[group]}}": row["house"] for row in answer for group in GROUPS}}


def known(answer):
    return dict.fromkeys(NAMES, 0) | placed(answer)
"""
_RULES = "all(sorted(at[name] for name in names) == list(range(1, len(names) + 1)) for names in GROUPS.values())"


def checker(grid, told, moved=(), missing=()):
    """The code of a checker; clues that are `moved` are judged by the predicate of another, `missing` have none."""
    problem, slip = grid.problem, told.slip
    clues = range(1, len(problem.clues) + 1)
    if slip and slip.other >= 0:
        problem = grid.others[slip.other]
        means = {number: clue.means for number, clue in enumerate(problem.clues, 1)}
    else:
        means = grid.stated(told)
    expects = ASKS[problem.expects] if slip and slip.kind == "another question" else problem.expects
    names = [name for group in problem.groups.values() for name in group]
    said = {REST: [_RULES]} | {number: [] for number in clues if number not in missing}
    for number, formula in means.items():
        place = dict(moved).get(number, number)
        if place in said:
            said[place].append(python(formula))
    lines = [_START.format(expects=expects, names=names, groups=problem.groups)]
    for number, tests in said.items():
        test = " and ".join(tests) if tests and not (slip and slip.kind == CREDULOUS) else "True"
        lines.append(f"\n\ndef clue_{number}(answer):\n    at = known(answer)\n    return bool({test})\n")
    return "".join(lines)
