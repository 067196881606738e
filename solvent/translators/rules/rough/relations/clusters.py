"""Shares values out by the frames in which they occur: those of one category mostly stand in the same ones."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from solvent.translators.rules.rough.relations.mentions import BARE, LIKED, OPENING, Frame, Mention, is_weak
from solvent.translators.rules.rough.relations.wording import is_made_of

_MOST_VALUES = 60
_MOST_JOINED = 8
_FEW = 2


@dataclass(frozen=True)
class Cluster:
    """Values that occur in the same frames: for the key of each how it is spelt, and its frames."""

    values: Mapping[str, str]
    own: Mapping[str, frozenset[Frame]]

    @cached_property
    def frames(self) -> Counter[Frame]:
        """How many of the values stand in each frame."""
        return Counter(frame for key in self.values for frame in self.own[key])

    @property
    def proper(self) -> bool:
        """Whether all are names."""
        return all(text[:1].isupper() for text in self.values.values())

    @property
    def cases(self) -> frozenset[bool]:
        """Whether the values may be names, and whether they may be other words."""
        opening = all((OPENING, "") in self.own[key] for key in self.values)
        return frozenset({True, False}) if opening and self.values else frozenset({self.proper})

    @property
    def strong(self) -> int:
        """How often the values stand in a telling frame."""
        return sum(count for frame, count in self.frames.items() if not is_weak(frame))

    @property
    def shared(self) -> int:
        """How many values stand in the same telling frame, at most."""
        return max((count for frame, count in self.frames.items() if not is_weak(frame)), default=0)

    def with_all(self, other: "Cluster") -> "Cluster":
        """The cluster with the values of another."""
        values = {**self.values, **other.values}
        if self.cases & other.cases == {False}:
            values = {key: text[:1].lower() + text[1:] for key, text in values.items()}
        return Cluster(values, {**self.own, **other.own})

    def only(self, keys: Collection[str]) -> "Cluster":
        """The cluster with only some of its values."""
        return Cluster({key: text for key, text in self.values.items() if key in keys}, self.own)

    def name(self, spelled: Mapping[str, str]) -> str:
        """The noun or verb by which the values are known, as the text spells it."""
        for (kind, word), _ in self.frames.most_common():
            if kind in ("object", "adjective") and word and not is_weak((kind, word)):
                return spelled.get(word.split()[0], word.split()[0])
        return "name" if self.proper else "thing"


def clustered(found: Sequence[Mention]) -> tuple[list[Cluster], Cluster]:
    """Values that share a telling frame; and those that have none."""
    spelled: dict[str, str] = {}
    frames: dict[str, set[Frame]] = {}
    for each in found:
        spelled.setdefault(each.key, each.text)
        frames.setdefault(each.key, set()).update(each.frames)
    spelled, frames = _without_doers(*_without_longer(spelled, frames))
    if len(spelled) > _MOST_VALUES:
        return [], Cluster({}, {})
    parts: list[tuple[set[str], set[Frame]]] = []
    for key, own in frames.items():
        strong = {_plain(frame) for frame in own if not is_weak(frame)}
        if not strong:
            continue
        touching = [part for part in parts if part[1] & strong]
        parts = [part for part in parts if not part[1] & strong]
        keys = {key}.union(*(part[0] for part in touching))
        parts.append((keys, strong.union(*(part[1] for part in touching))))
    ones = {key for key, own in frames.items() if ("adjective", "one") in own and all(map(is_weak, own))}
    adjectives = [part[0] for part in parts if any(_is_adjective(frame) for key in part[0] for frame in frames[key])]
    if ones and adjectives:
        for one in ones:
            alike = [
                keys
                for keys in adjectives
                if all(spelled[key][:1].isupper() == spelled[one][:1].isupper() for key in keys)
            ]
            most = max(alike or adjectives, key=lambda keys: sum(any(map(_is_adjective, frames[key])) for key in keys))
            most.add(one)
    clusters = [_cluster(sorted(keys, key=[*spelled].index), spelled, frames) for keys, _ in parts]
    rest = [key for key in spelled if not any(key in each.values for each in clusters)]
    return clusters, _cluster(rest, spelled, frames)


def _plain(frame: Frame) -> Frame:
    """A frame without whether its word is a noun or a verb: "her drink is __", "drinks __"."""
    return ("object", frame[1]) if frame[0] == "adjective" else frame


def _is_adjective(frame: Frame) -> bool:
    return frame[0] == "adjective" and not is_weak(frame)


def _without_longer(
    spelled: dict[str, str], frames: dict[str, set[Frame]]
) -> tuple[dict[str, str], dict[str, set[Frame]]]:
    """Join "silver cups" and "cups", or "toy shop opens" and "toy shop": the shorter one is kept."""
    for key in [*spelled]:
        parts = key.split()
        ends = [" ".join(parts[at:]) for at in range(1, len(parts))] + [
            " ".join(parts[:at]) for at in range(2, len(parts))
        ]
        shorter = next((end for end in ends if end in spelled), "")
        if shorter:
            frames[shorter] |= frames.pop(key)
            del spelled[key]
    return spelled, frames


def _without_doers(
    spelled: dict[str, str], frames: dict[str, set[Frame]]
) -> tuple[dict[str, str], dict[str, set[Frame]]]:
    """Join "the drummer" and "drums": the noun for the person is left out."""
    for key in [key for key, own in frames.items() if own == {("the", "agent")}]:
        made = next((other for other in frames if other[:3] == key[:3] and _is_deed(key, other, spelled)), "")
        if made:
            frames[made] |= frames.pop(key)
            del spelled[key]
    return spelled, frames


def _is_deed(key: str, other: str, spelled: Mapping[str, str]) -> bool:
    return other != key and is_made_of(spelled[key].lower(), spelled[other].lower())


def _cluster(keys: Sequence[str], spelled: dict[str, str], frames: dict[str, set[Frame]]) -> Cluster:
    return Cluster({key: spelled[key] for key in keys}, {key: frozenset(frames[key]) for key in keys})


def fitted(clusters: list[Cluster], loose: Cluster, asked: Sequence[Mention], rows: int) -> list[Cluster]:
    """Clusters of as many values as there are rows, or of one less: joined, split, or without what is odd.

    A value that only the question names (`asked`) may be the last of a cluster.
    """
    clusters, loose = _with_bare(clusters, loose, rows)
    done = [each for each in clusters if len(each.values) == rows]
    rest = [each for each in clusters if len(each.values) < rows]
    for each in clusters:
        if len(each.values) > rows:
            fitting, left = _split(each, rows)
            done += fitting
            rest += left
    liked = [key for key in loose.values if any(kind == LIKED for kind, _ in loose.own[key])]
    rest += [part for part in by_case(loose.only(liked)) if 0 < len(part.values) <= rows]
    loose_parts = [part for part in by_case(loose.only(loose.values.keys() - liked)) if part.values]
    rest += [part for part in loose_parts if len(part.values) <= rows]
    done += [joined for part in loose_parts if len(part.values) > rows for joined in _trimmed(part, rows)]
    pending = [*asked]
    rest.sort(key=lambda part: not any(frame in part.frames for one in asked for frame in one.frames))
    whole = [each for each in (_completed(part, pending, rows) for part in rest) if len(each.values) == rows]
    done += whole
    rest = [part for part in rest if not any(part.values.keys() <= each.values.keys() for each in whole)]
    for total in (rows, rows - 1):
        while pair := _joinable(rest, total):
            joined = pair[0]
            for other in pair[1:]:
                joined = joined.with_all(other)
            rest = [each for each in rest if not any(each is one for one in pair)]
            done.append(_completed(joined, pending, rows))
    return done


def _with_bare(clusters: list[Cluster], loose: Cluster, rows: int) -> tuple[list[Cluster], Cluster]:
    """Clusters of words without articles, with those of the loose ones that have none either: "cider"."""
    bare = [key for key in loose.values if (BARE, "") in loose.own[key]]
    lacking = [
        each
        for each in clusters
        if 0 < rows - len(each.values) <= _FEW and 2 * each.frames[BARE, ""] > len(each.values) and not each.proper
    ]
    if len(lacking) != 1 or not 0 < len(bare) <= rows - len(lacking[0].values):
        return clusters, loose
    joined = lacking[0].with_all(loose.only(bare))
    kept = [key for key in loose.values if key not in bare]
    return [joined if each is lacking[0] else each for each in clusters], loose.only(kept)


def _joinable(rest: Sequence[Cluster], total: int) -> tuple[Cluster, ...]:
    """Clusters that together have so many values: one if possible, of the same case, with the loosest."""
    ranked = sorted(rest, key=lambda each: -len(each.values))[:_MOST_JOINED]
    for size in (1, 2, 3, 4):
        fitting = [
            chosen
            for chosen in combinations(ranked, size)
            if sum(len(each.values) for each in chosen) == total
            and frozenset.intersection(*(each.cases for each in chosen))
        ]
        if fitting:
            return min(fitting, key=lambda chosen: min(each.strong for each in chosen))
    return ()


def by_case(loose: Cluster) -> Iterator[Cluster]:
    """The names and the other words of a cluster."""
    for proper in (True, False):
        yield loose.only([key for key, text in loose.values.items() if text[:1].isupper() == proper])


def _split(each: Cluster, rows: int) -> tuple[list[Cluster], list[Cluster]]:
    """A cluster that is too large as names and other words, if one of them fits."""
    parts = [part for part in by_case(each) if part.values]
    fitting = [part for part in parts if len(part.values) == rows]
    small = [part for part in parts if len(part.values) < rows]
    large = [part for part in parts if len(part.values) > rows]
    return [*fitting, *(trimmed for part in large for trimmed in _trimmed(part, rows))], small


def _trimmed(each: Cluster, rows: int) -> list[Cluster]:
    """A cluster of few too many values without those that stand in no frame of their own."""
    if len(each.values) > rows + _FEW:
        return []
    kinds = Counter(kind for key in each.values for kind in {kind for kind, _ in each.own[key]})
    held = "object" if kinds["object"] > 1 else kinds.most_common(1)[0][0]
    usual = sorted(each.values, key=lambda key: all(kind != held for kind, _ in each.own[key]))
    return [each.only(usual[:rows])]


def _completed(each: Cluster, asked: list[Mention], rows: int) -> Cluster:
    """A cluster with the value that only the question names ("who owns the zebra?"), which is then no longer asked."""
    if len(each.values) != rows - 1:
        return each
    alike = [one for one in asked if any(frame in each.frames and not is_weak(frame) for frame in one.frames)]
    alike = alike or [one for one in asked if any(frame in each.frames for frame in one.frames)]
    loose = [one for one in asked if all(map(is_weak, one.frames)) and one.text[:1].isupper() == each.proper]
    for one in (alike or loose)[-1:]:
        asked[:] = [other for other in asked if other.key != one.key]
        return each.with_all(Cluster({one.key: one.text}, {one.key: frozenset(one.frames)}))
    return each
