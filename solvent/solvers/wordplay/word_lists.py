"""The word lists behind the lexicon, read from the data files of the packages that ship them.

The files are read directly, since the packages' own loaders take several times as long. Rare words that are not in the
dictionary are dropped.
"""

import contextlib
import gc
import importlib.util
import math
import re
import string
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from solvent.solvers.errors import SolverUnavailableError

RESOURCES = ("msgpack", "numpy", "wordfreq", "wordsegment")
INSTALL = "word puzzles need word lists: pip install 'solvent[words]'"

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
_RARE = 2e-9  # probability of a word that is only in the dictionary
_WELL_KNOWN, _HARDLY_KNOWN, _NOISE = 1e-4, 1e-6, 3e-8  # probabilities
_MOST_SINGLES = 80_000  # lines to read from the counts of single words, most frequent first


def words() -> dict[str, float]:
    """Return words and their probabilities, most frequent first. Raises SolverUnavailableError."""
    dictionary = dict.fromkeys(_text("wordsegment", "words.txt").split(), _RARE)
    groups: list[tuple[float, list[str]]] = []
    for centibels, some in enumerate(_frequencies()):
        probability = 10 ** (-centibels / 100)
        groups.append((probability, [word for word in some if word in dictionary]))
        if probability > _NOISE:
            others = [word for word in some if word not in dictionary and is_word(word)]
            groups.append((probability, [word for word in others if "'" in word]))
            groups.append((probability * _trust(probability), [word for word in others if "'" not in word]))
    groups.sort(key=lambda group: -group[0])
    found = {word: probability for probability, group in groups for word in group}
    for letter in set(string.ascii_lowercase) - set("aio"):  # frequent in running text, but not words
        found.pop(letter, None)
    return found | {word: rare for word, rare in dictionary.items() if word not in found}


def singles() -> dict[str, float]:
    """Return the counts of the more frequent words in the corpus of `pairs`."""
    lines = _text("wordsegment", "unigrams.txt").split("\n", _MOST_SINGLES)[:_MOST_SINGLES]
    return {word: float(count) for word, _, count in (line.partition("\t") for line in lines)}


def pairs() -> dict[str, list[str]]:
    """Map the first word of each counted pair to lines with the second word, a tab and the count."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in _text("wordsegment", "bigrams.txt").splitlines():
        first, _, rest = line.partition(" ")
        found[first].append(rest)
    return dict(found)


def is_word(text: str) -> bool:
    """Whether a text has the form of a lexicon word: lower-case letters with internal apostrophes."""
    return (text.isascii() and text.isalpha() and text.islower()) or _WORD.fullmatch(text) is not None


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Suspend garbage collection: scanning half a million live objects takes longer than creating them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _trust(probability: float) -> float:
    """Return the factor by which to discount the frequency of a non-dictionary word: a typo, foreign word or name.

    The factors were fitted to quotations, where such words are a quarter as frequent as elsewhere.
    """
    return 1.0 if probability > _WELL_KNOWN else 0.15 if probability > _HARDLY_KNOWN else 0.03


def _frequencies() -> list[list[str]]:
    """Return the words of wordfreq by frequency: at index n those with probability 10 ** (-n / 100)."""
    import gzip

    try:
        import msgpack
    except ImportError as error:
        raise SolverUnavailableError(f"{INSTALL} ({error})") from error
    with gzip.open(_file("wordfreq", "data/large_en.msgpack.gz")) as file:
        header, *bins = msgpack.load(file, raw=False)
    if header.get("format") != "cB":
        raise SolverUnavailableError(
            f"the word list of wordfreq has an unknown format, {header}: install another version"
        )
    return list(bins)


def _text(package: str, name: str) -> str:
    return _file(package, name).read_text("utf-8")


def _file(package: str, name: str) -> Path:
    found = importlib.util.find_spec(package)
    places = list(found.submodule_search_locations or ()) if found else []
    path = next((Path(place, name) for place in places if Path(place, name).is_file()), None)
    if path is None:
        raise SolverUnavailableError(f"{INSTALL} ({package} has no {name})" if places else f"{INSTALL} (no {package})")
    return path


def log_counts(lines: list[str], count: float) -> dict[str, float]:
    """Compute log probabilities of second words from lines of `pairs` and the count of the first word."""
    found = (line.partition("\t") for line in lines)
    return {second: math.log(float(number) / count) for second, _, number in found}
