"""What the installed MiniZinc says of its library: the comments above predicates and functions in its `.mzn` files."""

import os
import re
import shutil
from functools import cache
from pathlib import Path

from solvent.translators.api_docs import Entry, Section

# The constraints that problems in plain language need; with all variants, hardly anybody would find these.
_GLOBALS = {
    "Different, equal": "all_different all_different_except all_different_except_0 all_equal nvalue",
    "Counting": "among at_least at_most count exactly global_cardinality global_cardinality_closed "
    "global_cardinality_low_up distribute",
    "Order": "increasing decreasing strictly_increasing strictly_decreasing lex_less lex_lesseq lex2 lex_chain_less "
    "seq_precede_chain value_precede sort arg_sort",
    "Arrays": "element member inverse inverse_in_range arg_max arg_min maximum minimum sliding_sum range",
    "Packing": "bin_packing bin_packing_capa bin_packing_load diffn knapsack",
    "Scheduling": "cumulative disjunctive disjunctive_strict span alternative",
    "Graphs": "circuit subcircuit connected reachable tree dag network_flow network_flow_cost",
    "Tables, automata": "table regular regular_nfa cost_regular mdd",
}
_BUILTINS = "abs array1d array2d bool2int card count exists forall index_set length max min pow product sum"
_OUTPUT = "fix join show showJSON"
_ABOVE = re.compile(r"/\*\*\s*@group\s+[\w.]+\s+((?:[^*]|\*(?!/))*+)\*/\s*+(?:predicate|function|test)\b([^;=]*+)")
_CALL = re.compile(r"(\w+)\s*\((.*)\)\s*\Z", re.DOTALL)
_MARKUP = re.compile(r"\\(?:[apq]\s+|[\[\]()])")
_ANNOTATION = re.compile(r" ?:: ?\w+")
_OTHER_TYPES = re.compile(r"\b(?:opt|float|var set of)\b")


@cache
def sections(*, output: bool) -> tuple[Section, ...]:
    """Global constraints and built-in functions, those for output too if wanted; empty if no MiniZinc is installed."""
    folder = _library()
    if folder is None:
        return ()
    documented = _documented(tuple(sorted(folder.glob("*.mzn"))))
    functions = _documented((*sorted(folder.glob("stdlib/*.mzn")), *folder.glob("builtins.mzn")))
    return (
        *(Section(f"{title} (global constraints)", _chosen(documented, names)) for title, names in _GLOBALS.items()),
        Section("Built-in functions", _chosen(functions, _BUILTINS)),
        Section("For output", _chosen(functions, _OUTPUT) if output else ()),
    )


def _chosen(documented: dict[str, Entry], names: str) -> tuple[Entry, ...]:
    return tuple(documented[name] for name in names.split() if name in documented)


def _library() -> Path | None:
    """The folder of the standard library, beside the program; the program itself is not run."""
    named, program = os.environ.get("MZN_STDLIB_DIR"), shutil.which("minizinc")
    if program is None:
        return None
    folder = Path(named) if named else Path(program).resolve().parent.parent / "share" / "minizinc"
    return folder / "std" if (folder / "std" / "globals.mzn").is_file() else None


def _documented(files: tuple[Path, ...]) -> dict[str, Entry]:
    """The predicates and functions over integers and Booleans that have a comment, in their most general form."""
    found: dict[str, Entry] = {}
    for file in files:
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        for comment, head in _ABOVE.findall(text):
            call = _CALL.search(head.split(" ann:")[0])
            if call is None or _OTHER_TYPES.search(call[2]):
                continue
            arguments = _ANNOTATION.sub("", " ".join(call[2].split())).rstrip(", ")
            entry = Entry(f"{call[1]}({arguments})", _plain(comment))
            if call[1] not in found or _generality(entry) > _generality(found[call[1]]):
                found[call[1]] = entry
    return found


def _generality(entry: Entry) -> int:
    """How much a variant of a function is for: integer variables, Boolean ones, or only fixed values."""
    return 2 * bool(re.search(r"var (?:int|\$)", entry.call)) or int("var " in entry.call)


def _plain(comment: str) -> str:
    """The first sentence of a comment, without its markup."""
    paragraph = re.split(r"\n\s*\n", comment.strip())[0]
    return _MARKUP.sub("", " ".join(paragraph.split())).split(". ")[0].rstrip(":")
