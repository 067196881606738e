"""WordNet's database, if it is installed: words, their meanings and the relations between these.

It is read in the same way as by its authors' programs (wndb(5), morphy(7)): a binary search in the sorted index, then a
jump to the offset. NLTK's reader would do the same with more code to load, and lacks an index of the words in glosses,
for which the files have to be read completely anyway. The user provides the data (under Princeton's own permissive
licence): none of it ships with this project.
"""

import bisect
import functools
import itertools
import os
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.wordplay.word_lists import without_collection

INSTALL = (
    "WordNet's database: `apt-get install wordnet-base`, or its files (wordnet.princeton.edu) in the folder that "
    "WNSEARCHDIR names"
)
PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
# Inflectional endings of nouns, verbs and adjectives, and their replacements in base forms (morphy(7)).
_ENDINGS = {
    "n": (("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("ies", "y")),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
# Possible endings of a word in a gloss, after the stem that a word shares with its forms.
_TAILS = ("", "s", "es", "d", "ed", "ing", "e", "y", "ies", "ied", "ying", "er", "ers", "or", "n", "en", "ily", "ly")
_LETTERS = bytes(sign if sign in b"abcdefghijklmnopqrstuvwxyz\n" else ord(" ") for sign in range(256))


@dataclass(frozen=True, eq=False)
class Synset:
    """A meaning: its words (lower case, `_` for a space), its relations (symbol, target offset) and its gloss."""

    place: int
    part: str
    words: tuple[str, ...]
    pointers: tuple[tuple[str, int], ...]
    gloss: str


class WordNet:
    """The database files of one folder. A meaning is identified by its offset in their concatenation."""

    def __init__(self, folder: Path) -> None:
        """Read the files, about 30 MB. Raises SolverUnavailableError."""
        try:
            data = {part: (folder / f"data.{name}").read_bytes() for part, name in PARTS.items()}
            index = {part: (folder / f"index.{name}").read_bytes() for part, name in PARTS.items()}
            self.irregular = {part: _exceptions(folder / f"{name}.exc") for part, name in PARTS.items()}
        except OSError as error:
            raise SolverUnavailableError(f"{folder} has no readable WordNet database: {error}") from error
        self._start: dict[str, int] = {}
        length = 0
        for part, each in data.items():
            self._start[part] = length
            length += len(each)
        self._data = b"".join(data.values()).lower()
        self.size = self._data.count(b"\n")  # number of meanings
        self._index = {part: each.rstrip().split(b"\n") for part, each in index.items()}
        self.synset = functools.lru_cache(50_000)(self._synset)
        self.entry = functools.lru_cache(50_000)(self._entry)
        self.found = functools.lru_cache(2000)(self._found)
        self.gloss_words = functools.lru_cache(20_000)(self._gloss_words)

    def _entry(self, word: str, part: str) -> tuple[tuple[int, ...], int]:
        """Return a base form's meanings (`_` for a space), most frequent first, and how many occur in tagged texts."""
        lines, key = self._index[part], word.encode() + b" "
        at = bisect.bisect_left(lines, key)
        if at == len(lines) or not lines[at].startswith(key):
            return (), 0
        fields = lines[at].split()
        count, skipped = int(fields[2]), 4 + int(fields[3])
        places = tuple(self._start[part] + int(offset) for offset in fields[skipped + 2 : skipped + 2 + count])
        return places, int(fields[skipped + 1])

    def meanings(self, word: str) -> list[int]:
        """Return the offsets of the meanings of a word, which may be inflected."""
        return [place for base, part in self.bases(word) for place in self.entry(base, part)[0]]

    def bases(self, word: str) -> list[tuple[str, str]]:
        """Return the possible base forms of a word or collocation, each with its part of speech."""
        found = []
        for part in PARTS:
            forms = [word, *self.irregular[part].get(word, ())]
            forms += [word[: -len(end)] + new for end, new in _ENDINGS[part] if word.endswith(end)]
            found += [(form, part) for form in dict.fromkeys(forms) if form and self.entry(form, part)[0]]
        return found

    def frequency(self, word: str) -> int:
        """Return the number of meanings of a base form, counting those that occur in tagged texts twice."""
        return sum(len(places) + tagged for places, tagged in (self.entry(word, part) for part in PARTS))

    def _synset(self, place: int) -> Synset:
        line = self._data[place : self._data.index(b"\n", place)].decode("ascii", "replace")
        stated, _, gloss = line.partition(" | ")
        fields = stated.split()
        many = int(fields[3], 16)
        words = tuple(word.partition("(")[0] for word in fields[4 : 4 + 2 * many : 2])
        rest = fields[5 + 2 * many : 5 + 2 * many + 4 * int(fields[4 + 2 * many])]
        pointers = tuple(
            (sign, self._start["a" if part == "s" else part] + int(offset))
            for sign, offset, part in zip(rest[::4], rest[1::4], rest[2::4], strict=True)
        )
        return Synset(place, "a" if fields[2] == "s" else fields[2], words, pointers, gloss)

    @functools.cached_property
    def _glosses(self) -> dict[bytes, list[int]]:
        """The meanings that contain a word, literally, in their words or gloss; takes more than a second to build."""
        found: dict[bytes, list[int]] = defaultdict(list)
        place = 0
        with without_collection():
            for line in self._data.translate(_LETTERS).split(b"\n"):
                for word in set(line.split()) if self._data[place : place + 1] != b" " else ():  # skip licence
                    found[word].append(place)
                place += len(line) + 1
        return found

    def _found(self, word: str) -> tuple[int, ...]:
        """Return the offsets of the meanings whose words or gloss contain any form of a base form."""
        stem = word[:-1] if word[-1:] in "ey" and len(word) > 3 else word
        lists = (self._glosses.get(f"{stem}{tail}".encode(), ()) for tail in _TAILS)
        return tuple(dict.fromkeys(itertools.chain(*lists)))

    def _gloss_words(self, place: int) -> frozenset[str]:
        line = self._data[place : self._data.index(b"\n", place)]
        return frozenset(line.partition(b"|")[2].translate(_LETTERS).decode().split())

    def forms(self, word: str, part: str) -> tuple[str, ...]:
        """Return the irregular forms of a base form."""
        return self._irregular_forms[part].get(word, ())

    @functools.cached_property
    def _irregular_forms(self) -> dict[str, dict[str, tuple[str, ...]]]:
        found: dict[str, dict[str, tuple[str, ...]]] = {part: {} for part in PARTS}
        for part, bases in self.irregular.items():
            for form, each in bases.items():
                for base in each:
                    found[part][base] = (*found[part].get(base, ()), form)
        return found

    def with_word(self, word: str) -> list[str]:
        """Return the collocations (words joined by `_`) that contain `word`."""
        return self._collocations.get(word, [])

    @functools.cached_property
    def _collocations(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for lines in self._index.values():
            for entry in (line.partition(b" ")[0].decode() for line in lines if b"_" in line[: line.find(b" ")]):
                for word in entry.split("_"):
                    found[word].append(entry)
        return found


def folder() -> Path | None:
    """Locate the database: WordNet's environment variables, the folders of its packages, NLTK's data; else None.

    If WNSEARCHDIR is set, only that folder is searched, as by WordNet's own programs.
    """
    home, named = os.environ.get("WNHOME"), os.environ.get("WNSEARCHDIR")
    data = [*filter(None, os.environ.get("NLTK_DATA", "").split(os.pathsep)), str(Path.home() / "nltk_data")]
    places = [
        *([Path(home, "dict"), Path(home)] if home else []),
        *map(Path, ("/usr/share/wordnet", "/usr/local/WordNet-3.0/dict", "/opt/homebrew/opt/wordnet/dict")),
        *(Path(place, "corpora/wordnet") for place in (*data, "/usr/share/nltk_data", "/usr/local/share/nltk_data")),
    ]
    return next((place for place in ([Path(named)] if named else places) if _complete(place)), None)


def wordnet() -> WordNet | None:
    """Return this machine's database, read once; None if there is none. Raises SolverUnavailableError."""
    place = folder()
    return None if place is None else _read(place)


@functools.lru_cache(1)
def _read(place: Path) -> WordNet:
    return WordNet(place)


def _complete(place: Path) -> bool:
    return all((place / f"{kind}.{name}").is_file() for kind in ("data", "index") for name in PARTS.values())


def _exceptions(file: Path) -> dict[str, tuple[str, ...]]:
    """Read irregular forms and their base forms; empty if the file is missing."""
    if not file.is_file():
        return {}
    lines = (line.split() for line in file.read_text("ascii", "replace").splitlines())
    return {form: tuple(bases) for form, *bases in lines if re.fullmatch(r"[a-z_'-]+", form)}
