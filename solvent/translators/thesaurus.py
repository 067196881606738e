"""Answers that WordNet suggests for a crossword or acrostic clue, each with a probability.

Numeric features describe how a clue and a word are related in WordNet: whether one is a synonym or hyponym of the
other, how much of the clue occurs in the word's gloss, and so on. Their weighted sum is the utility in a conditional
logit (McFadden 1974), a choice among all words found and "none of them", which gives the probability. The weights are
fitted on development clues, using only these features.
"""

import functools
import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from solvent.solvers.wordplay.wordnet import Synset, WordNet, wordnet

# The features of a word and a clue, with their weights.
_WEIGHTS = {
    "near": 2.05,  # a synonym of the whole clue, or similar to or derived from one
    "below": 0.6,  # a hyponym of the whole clue
    "above": 3.7,  # a hypernym of it
    "opposite": 1.0,  # an antonym, if the clue asks for an opposite
    "core": 0.4,  # close in meaning to the first part of the clue ("..., in a way")
    "kind": 1.8,  # a synonym or hyponym of a word of the clue
    "cover": 1.5,  # the share of the clue that occurs in the gloss
    "cosine": 4.8,  # the similarity of clue and gloss
    "beside": 2.7,  # occurs in glosses together with words of the clue
    "blank": 3.0,  # fills the clue's blank in a phrase
    "part": 1.5,  # part of a proper name whose gloss shares words with the clue
    "usual": -0.45,  # its frequency, a logarithm
    "form": 0.95,  # inflected like the clue
    "bare": -0.9,  # not inflected, though the clue is
    "phrase": -0.1,  # has several words
    "crowd": -0.6,  # the number of words found, a logarithm
}
_LEAST = 1e-4  # words below this probability are not proposed
_NONE = 3.05  # the score of "none of them"

_STOPS = (
    "a an the of in on at to for from with by as is are was were be been am and or not no it its it's that this these "
    "those he she his her him they them their you your we our us i me my who whom whose which what when where how why "
    "do does did done has have had one ones some any can could may might will would shall should must if than then so "
    "such up out off over down into onto about more most very too also just etc eg ie say perhaps maybe briefly short "
    "kind sort type like there here way but all s t re ve ll d"
)
_STOP = frozenset(_STOPS.split())
_CUT = re.compile(
    r"[,;:(\u2014]| - |\b(?:of|in|on|at|to|for|from|with|by|as|that|who|which|when|where|and|or|but|like|after|before|"
    r"during|under|over|near|about|into|per|than)\b"
)
_EMPTY = re.compile(
    r"^(?:an?|the|some|to|be|was|were|is|are|it's|kind of|sort of|type of|like|one of|bit of|piece of)\s+"
    r"|[,\s]+(?:e\.?g\.?|perhaps|maybe|for one|for short|briefly|say|for example|informally|in a way|with .up.)\W*$"
)
_OPPOSITE = re.compile(r"^(?:the )?(?:opposite of|opposed to|antonym of|not|un-|far from|hardly|anything but)\s+(.*)")
_BLANK = re.compile(r"_+|-{2,}|\u2026\s*$")
_PARTS_OF = {"s": "nv", "ed": "v", "ing": "v", "er": "a", "est": "a"}
_NEAR = frozenset("&^+\\=$")
_MOST_BELOW, _MOST_HITS, _RARE = 3000, 1500, 300


@dataclass
class _Found:
    """The features of words of one length, by word and feature name; of several values the greatest counts."""

    length: int
    endings: frozenset[str]
    avoid: frozenset[str]
    count: int | None
    net: WordNet
    numbers: dict[str, dict[str, float]] = field(default_factory=dict)

    def add(self, lemma: str, name: str, value: float, part: str = "") -> None:
        """Add a feature of a lemma, in the forms that the clue suggests and its part of speech allows."""
        if not 0 <= self.length - len(lemma.replace("_", "").replace("-", "")) <= 4 and not self._shrinks(lemma):
            return
        words = re.split("[_-]", lemma)
        if self.avoid.intersection(words) or (self.count is not None and len(lemma.split("_")) != self.count):
            return
        for form, inflected in self._forms(lemma, part):
            letters = re.sub("[^a-z]", "", form)
            if len(letters) != self.length or letters in self.avoid:
                continue
            row = self.numbers.setdefault(letters, {})
            if value > row.get(name, 0.0):
                row[name] = value
            if "usual" not in row:
                row["usual"] = math.log1p(self.net.frequency(lemma))
                row["phrase"] = float(len(words) > 1)
            row["form" if inflected else "bare"] = float(bool(self.endings))

    def _shrinks(self, lemma: str) -> bool:
        return bool(self.endings) and len(lemma) <= self.length + 3

    def _forms(self, lemma: str, part: str) -> Iterator[tuple[str, bool]]:
        yield lemma, False
        for ending in self.endings:
            if not part or part not in _PARTS_OF[ending] or (part == "v" and "_" in lemma):
                continue
            yield from ((form, True) for form in _inflected(lemma, ending, self.net))


def candidates(clue: str, length: int, most: int = 50, words: int | None = None) -> list[tuple[str, float]]:
    """Return words and phrases (lower case, no spaces) of a length that may answer a clue, the most probable first.

    The probabilities sum to less than one; the rest is the probability of "none of them". `words` is the number of
    words in the answer, if the clue states it. Empty if WordNet is not installed.
    """
    net = wordnet()
    return [] if net is None else list(_ranked(net, clue, length, words)[:most])


@functools.lru_cache(1024)
def _ranked(net: WordNet, clue: str, length: int, words: int | None) -> tuple[tuple[str, float], ...]:
    found = features(net, clue, length, words)
    scores = {word: sum(_WEIGHTS[name] * value for name, value in row.items()) for word, row in found.items()}
    top = max([_NONE, *scores.values()])
    whole = sum(math.exp(score - top) for score in (_NONE, *scores.values()))
    best = sorted(scores, key=lambda word: (-scores[word], word))
    return tuple((word, math.exp(scores[word] - top) / whole) for word in best)


def available() -> bool:
    """Return whether WordNet is installed."""
    return wordnet() is not None


def proposals(clue: str, length: int, words: int | None = None) -> list[list[Any]]:
    """Return `candidates` as a program states them: lists of a word in upper case and its probability."""
    return [[word.upper(), round(share, 5)] for word, share in candidates(clue, length, words=words) if share > _LEAST]


def features(net: WordNet, clue: str, length: int, words: int | None = None) -> dict[str, dict[str, float]]:
    """Compute the features that relate words of a length to a clue: word -> feature name -> value."""
    said = _plain(clue)
    text = _stripped(_BLANK.sub(" ", said))
    tokens = _tokens(text)
    content = [token for token in tokens if token not in _STOP and len(token) > 1]
    bases = {token: _base(net, token) for token in content}
    found = _Found(length, _endings(net, text), frozenset(content) | frozenset(bases.values()), words, net)
    opposite = _OPPOSITE.match(text)
    if opposite:
        for place in net.meanings("_".join(_tokens(_stripped(opposite[1])))):
            _opposites(net, place, found)
    whole = _meanings(net, text)
    core = _CUT.split(text)[0].strip()
    _related(net, whole, found)
    if core != text:
        _core(net, _meanings(net, core), found)
    head = _tokens(core)[-1:] + [token for token in content if token not in _tokens(core)[-1:]]
    _kinds(net, [bases.get(token, token) for token in head if token not in _STOP][:4], found)
    _glosses(net, list(dict.fromkeys(bases.values())), found)
    if _BLANK.search(said):
        _blanks(net, said, found)
    crowd = math.log1p(len(found.numbers))
    for row in found.numbers.values():
        row["crowd"] = crowd
    return found.numbers


def _plain(text: str) -> str:
    """Return the text in lower case, without accents and without a length in brackets at the end."""
    text = unicodedata.normalize("NFKD", text.lower()).replace("\u2019", "'")
    text = "".join(sign for sign in text if not unicodedata.combining(sign))
    return re.sub(r"\((?:\d+[,\s-]*(?:words?|letters?|wds?)?[.,\s]*)+\)\s*$", "", text).strip()


def _stripped(text: str) -> str:
    text = text.strip(" \"'.?!")
    while (shorter := _EMPTY.sub("", text).strip(" \"'.?!")) != text and shorter:
        text = shorter
    return text


def _tokens(text: str) -> list[str]:
    return [token.removesuffix("'s") for token in re.findall(r"[a-z]+(?:'[a-z]+)?", text)]


def _base(net: WordNet, token: str) -> str:
    """Return the base form of a word: the word itself if it is one, otherwise the shortest candidate."""
    bases = [base for base, _ in net.bases(token)]
    return min(bases, key=len) if bases and token not in bases else token


def _meanings(net: WordNet, text: str) -> list[int]:
    """Return the synsets of a text that is a WordNet entry as a whole."""
    return net.meanings("_".join(_tokens(_stripped(text)))) or net.meanings("-".join(_tokens(_stripped(text))))


def _neighbours(net: WordNet, places: Iterable[int], signs: Iterable[str]) -> list[int]:
    wanted = frozenset(signs)
    return list(dict.fromkeys(p for place in places for sign, p in net.synset(place).pointers if sign in wanted))


def _below(net: WordNet, places: Iterable[int], most: int = _MOST_BELOW) -> dict[int, int]:
    """Return the hyponyms and instances of synsets, with the number of steps to each."""
    found: dict[int, int] = {}
    level, steps = list(places), 0
    while level and len(found) < most:
        steps += 1
        level = [place for place in _neighbours(net, level, ("~", "~i")) if place not in found]
        found |= dict.fromkeys(level, steps)
    return found


def _add(found: _Found, synsets: Iterable[Synset], name: str, value: float) -> None:
    for synset in synsets:
        for word in synset.words:
            found.add(word, name, value, synset.part)


def _related(net: WordNet, places: Sequence[int], found: _Found) -> None:
    for rank, place in enumerate(places):
        sure = 1 / math.sqrt(1 + rank)
        _add(found, [net.synset(place)], "near", sure)
        near = _neighbours(net, [place], _NEAR)
        _add(found, map(net.synset, near), "near", sure)
        _add(found, map(net.synset, _neighbours(net, near, _NEAR)), "near", sure / 2)
        above = _neighbours(net, [place], ("@", "@i"))
        _add(found, map(net.synset, above), "above", sure)
        _add(found, map(net.synset, _neighbours(net, above, ("~", "@"))), "near", sure / 3)
    for place, steps in _below(net, places).items():
        _add(found, [net.synset(place)], "below", 1 / steps)


def _core(net: WordNet, places: Sequence[int], found: _Found) -> None:
    for rank, place in enumerate(places):
        sure = 1 / math.sqrt(1 + rank)
        near = _neighbours(net, [place], _NEAR)
        _add(found, [net.synset(place)], "core", sure)
        _add(found, map(net.synset, [*near, *_neighbours(net, [place], ("@",))]), "core", sure / 2)


def _opposites(net: WordNet, place: int, found: _Found) -> None:
    direct = _neighbours(net, [place], "!")
    _add(found, map(net.synset, direct), "opposite", 1.0)
    through = _neighbours(net, _neighbours(net, [place], "&"), "!")
    _add(found, map(net.synset, [*through, *_neighbours(net, direct, "&")]), "opposite", 0.5)


def _kinds(net: WordNet, heads: Sequence[str], found: _Found) -> None:
    for rank, head in enumerate(heads):
        places = net.meanings(head)
        for place, steps in _below(net, places).items():
            _add(found, [net.synset(place)], "kind", 1 / (1 + rank) / math.sqrt(steps))
        _add(found, map(net.synset, places), "kind", 1 / (1 + rank))


def _glosses(net: WordNet, words: Sequence[str], found: _Found) -> None:
    """Add the overlap of clue and glosses, weighted by word rarity, and words that share a gloss with the clue's."""
    hits = {word: net.found(word) for word in words}
    worth = {word: max(0.1, math.log(net.size / (1 + len(places)))) for word, places in hits.items()}
    whole = sum(worth.values()) or 1.0
    shared: dict[int, float] = defaultdict(float)
    for word, places in hits.items():
        for place in places:
            shared[place] += worth[word]
    for place in sorted(shared, key=lambda place: -shared[place])[:_MOST_HITS]:
        synset = net.synset(place)
        if not any(found.length - 4 <= len(word) <= found.length + 6 for word in synset.words):
            continue
        definition = len(_tokens(synset.gloss.partition('; "')[0])) + len(synset.words)
        cosine = shared[place] / math.sqrt(whole * 6 * (definition + 3))
        named = any(sign == "@i" for sign, _ in synset.pointers)
        for word in synset.words:
            found.add(word, "cover", shared[place] / whole, synset.part)
            found.add(word, "cosine", cosine, synset.part)
            for piece in word.split("_") if named and "_" in word else ():
                found.add(piece, "part", shared[place] / whole)
    _beside(net, {word: places for word, places in hits.items() if len(places) < _RARE}, found)


def _beside(net: WordNet, hits: dict[str, tuple[int, ...]], found: _Found) -> None:
    sums: dict[str, float] = defaultdict(float)
    for places in hits.values():
        counts: dict[str, int] = defaultdict(int)
        for place in places:
            for token in net.gloss_words(place):
                if len(token) == found.length and token not in _STOP:
                    counts[token] += 1
        for token, count in counts.items():
            sums[token] += math.log1p(count * net.size / (len(places) * (20 + len(net.found(token)))))
    for token, value in sums.items():
        found.add(token, "beside", value / 10)


def _blanks(net: WordNet, said: str, found: _Found) -> None:
    """Find entries of several words that begin or end with the clue's word beside the blank; add the rest of each."""
    before, _, after = (_BLANK.split(said, maxsplit=1)[0], "", _BLANK.split(said, maxsplit=1)[1])
    left, right = _tokens(before)[-1:], _tokens(re.split(r"[\"(:;]", after)[0])[:1]
    for side, neighbour in (("left", left), ("right", right)):
        for entry in net.with_word(neighbour[0]) if neighbour else ():
            words = entry.split("_")
            rest = words[1:] if side == "left" and words[0] == neighbour[0] else []
            rest = words[:-1] if side == "right" and words[-1] == neighbour[0] else rest
            if rest:
                found.add("_".join(rest), "blank", 1.0)


def _endings(net: WordNet, text: str) -> frozenset[str]:
    """Return the endings that a clue's inflection suggests for the answer: `s`, `ed`, `ing`, `er`, `est`."""
    head = _tokens(_CUT.split(text)[0])
    found = set()
    for token in dict.fromkeys([*head[:1], *head[-1:]]):
        for base, part in net.bases(token):
            if base == token:
                continue
            for ending, parts in (("ing", "v"), ("est", "a"), ("er", "a"), ("s", "nv")):
                if token.endswith(ending) and part in parts:
                    found.add(ending)
                    break
            else:
                found.add({"v": "ed", "n": "s"}.get(part, "er"))
    if text.startswith(("more ", "less ")):
        found.add("er")
    if text.startswith(("most ", "least ")):
        found.add("est")
    return frozenset(found)


def _inflected(lemma: str, ending: str, net: WordNet) -> Iterator[str]:
    irregular = [form for part in "nva" for form in net.forms(lemma, part) if _ends(form, part, ending)]
    yield from irregular
    if lemma.endswith("e") and ending != "s":
        yield lemma[:-1] + ending
    elif lemma.endswith("y") and lemma[-2:-1] not in "aeiou" and ending != "ing":
        yield lemma[:-1] + ("ies" if ending == "s" else f"i{ending}")
    elif ending == "s":
        yield lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh")) else "s")
    else:
        yield lemma + ending
        if re.search("[^aeiou][aeiou][bdgklmnprtv]$", lemma):
            yield lemma + lemma[-1] + ending


def _ends(form: str, part: str, ending: str) -> bool:
    """Return whether an irregular form has the function of an ending."""
    if ending == "ed":
        return part == "v" and not form.endswith(("ing", "s"))
    if ending == "s":
        return part == "n" or (part == "v" and form.endswith("s"))
    return form.endswith(ending)
