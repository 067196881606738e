"""Documentation of a framework's API, a line per name, as the installed library documents it (CP-Bench, level 3).

It is between marks, so that a recording of an exchange does not depend on the version that was installed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten

LONGEST = 120  # lines
_WIDTH = 150  # characters of a line
_BLOCK = re.compile(r'<library name="[^"\n]*">\n.*?\n</library>\n', re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """What there is to say of a name: how it is called, and the first sentence of its documentation."""

    call: str
    says: str = ""

    def __str__(self) -> str:
        says = shorten(self.says.rstrip(".: "), max(_WIDTH - len(self.call), 40), placeholder=" ...")
        return f"- {self.call}: {says}" if says else f"- {self.call}"


@dataclass(frozen=True)
class Section:
    """Entries of one kind, such as global constraints."""

    title: str
    entries: tuple[Entry, ...]


def block(library: str, sections: Iterable[Section]) -> str:
    """The documentation between its marks, at most `LONGEST` lines; "" if there is none.

    `library` is the name and version of what it was read from.
    """
    lines = [line for each in sections if each.entries for line in (f"{each.title}:", *map(str, each.entries))]
    kept = "\n".join(lines[:LONGEST]).replace("</library>", "")
    return f'<library name="{library}">\n{kept}\n</library>\n' if kept else ""


def without_blocks(text: str) -> str:
    """The text with every block of documentation left out."""
    return _BLOCK.sub("<library/>\n", text)
