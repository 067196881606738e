"""The word lists behind the lexicon, read from the files of the packages that bring them.

The files are read as they are, as these packages' own loaders take several times as long, and words that nobody has in
a dictionary and that are rare besides are left out.
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
_RARE = 2e-9  # probability of a word that only the dictionary knows
_WELL_KNOWN, _HARDLY_KNOWN, _NOISE = 1e-4, 1e-6, 3e-8  # probabilities
_MOST_SINGLES = 80_000  # lines of the counts of single words, the most frequent first


def words() -> dict[str, float]:
    """Words and their probabilities, the most frequent first. Raises SolverUnavailableError."""
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
    for letter in set(string.ascii_lowercase) - set("aio"):  # lists of running text are full of them
        found.pop(letter, None)
    return found | {word: rare for word, rare in dictionary.items() if word not in found}


def singles() -> dict[str, float]:
    """Counts of the more frequent words in the corpus of `pairs`."""
    lines = _text("wordsegment", "unigrams.txt").split("\n", _MOST_SINGLES)[:_MOST_SINGLES]
    return {word: float(count) for word, _, count in (line.partition("\t") for line in lines)}


def pairs() -> dict[str, list[str]]:
    """First words of counted pairs, each with lines of the second word, a tabulator and the count."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in _text("wordsegment", "bigrams.txt").splitlines():
        first, _, rest = line.partition(" ")
        found[first].append(rest)
    return dict(found)


def is_word(text: str) -> bool:
    """Whether it is written as the words of a lexicon are."""
    return (text.isascii() and text.isalpha() and text.islower()) or _WORD.fullmatch(text) is not None


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Half a million new objects that all stay: looking for garbage among them takes longer than making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _trust(probability: float) -> float:
    """How much of a frequency to believe of what no dictionary has: a slip, a foreign word or a name.

    The factors make quotations most probable, where such words are a quarter of what they are elsewhere.
    """
    return 1.0 if probability > _WELL_KNOWN else 0.15 if probability > _HARDLY_KNOWN else 0.03


def _frequencies() -> list[list[str]]:
    """The words of wordfreq by their frequency: at place n those of 10 to the power of -n/100."""
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
    """Log probabilities of second words, from lines of `pairs` and the count of the first word."""
    found = (line.partition("\t") for line in lines)
    return {second: math.log(float(number) / count) for second, _, number in found}
