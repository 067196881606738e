"""The package as a whole: no import circles, no long modules."""

from pathlib import Path

import grimp
import pytest

import solvent

PACKAGE = Path(solvent.__file__).parent
MOST_LINES = 400


@pytest.fixture(scope="module")
def graph():
    """Every import between modules of the package, those inside functions too; what is for type checkers is not."""
    return grimp.build_graph("solvent", exclude_type_checking_imports=True, cache_dir=None)


def circle_through(graph, module):
    """The shortest way from a module back to itself by imports; None if there is none."""
    seen = {}
    waiting = [module]
    for place in waiting:
        for imported in sorted(graph.find_modules_directly_imported_by(place)):
            if imported == module:
                way = [module, place]
                while way[-1] != module:
                    way.append(seen[way[-1]])
                return way[::-1]
            if imported not in seen:
                seen[imported] = place
                waiting.append(imported)
    return None


def circles(graph):
    """A circle of each knot of modules that import each other."""
    found, told = [], set()
    for module in sorted(graph.modules):
        circle = None if module in told else circle_through(graph, module)
        if circle is not None:
            told.update(circle)
            found.append(circle)
    return found


def test_no_module_imports_itself_by_way_of_others(graph):
    found = circles(graph)
    assert not found, "\n".join(" -> ".join(circle) for circle in found)


def test_a_circle_is_found_with_its_path():
    made = grimp.ImportGraph()
    for importer, imported in ("ab", "bc", "ca", "cd"):
        made.add_import(importer=importer, imported=imported)
    assert circles(made) == [["a", "b", "c", "a"]]


def test_no_module_is_long():
    lengths = {
        str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
