"""Puts clues and whole puzzles into words: a wording of the clue's kind, its slots filled from the theme."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from solvent.benchmarks.generate.zebra.clues import Clue, Grid
from solvent.benchmarks.generate.zebra.theme import Scene, Theme, Topic, phrases, topic
from solvent.translators.rules.clues.formula import Value

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Words:
    """The words of a puzzle: its theme, its shape, the chosen topics with their chosen values, and its layout.

    Plain words are always the same ones: the first wording of each kind, and the first of each word's frames.
    """

    theme: Theme
    shape: str
    topics: tuple[Topic, ...]
    size: int
    layout: str
    plain: bool

    @cached_property
    def phrases(self) -> Mapping[str, Any]:
        return phrases(self.theme.language)

    @property
    def scene(self) -> Scene:
        return self.theme.scenes[self.shape]

    @cached_property
    def categories(self) -> tuple[Topic, ...]:
        """The topics in the order of the grid's categories: first the places, unless the shape is plain."""
        if self.shape == "plain":
            return self.topics
        said = self.phrases["place"]
        lists = {key: [_filled(each, self.scenery) for each in said[key]] for key in ("owner", "says")}
        item = _filled(said["item"], self.scenery)
        told = _filled(said["told"], self.scenery)
        fields = {"name": self.scene.place, "told": told, "values": self.numerals, "item": item, **lists}
        return (topic(fields), *self.topics)

    @cached_property
    def numerals(self) -> tuple[str, ...]:
        return tuple(str(number + 1) for number in range(self.size))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the categories as the layout spells them."""
        spelled = self.phrases["layouts"][self.layout]["column"]
        return tuple(_filled(spelled, _names(each)) for each in self.categories)

    @cached_property
    def scenery(self) -> dict[str, str]:
        """What the slots stand for that are the same in all clues."""
        scene = self.scene
        words = {
            "person": self.theme.person[0],
            "people": self.theme.person[1],
            "place": scene.place[0],
            "places": scene.place[1],
            "unit": scene.unit,
            "stays": scene.stay[0],
            "stay": scene.stay[1],
            "where": scene.where,
            "n": str(self.size),
            "N": self.phrases["count"][self.size],
        }
        return words | {"Where": _capital(words["where"])}

    def clue(self, clue: Clue, grid: Grid, rng: random.Random) -> tuple[str, str]:
        """Return a sentence that says what a clue says, and the wording that it follows."""
        wordings = list(self.phrases["wordings"][clue.kind])
        if not self.plain:
            rng.shuffle(wordings)
        slots = _Slots(self, clue, grid, rng)
        for wording in wordings:
            filled = slots.fill(wording)
            if filled is not None:
                return _capital(filled), wording
        raise ValueError(f"no wording of {clue.kind} suits {clue}")

    def herrings(self, count: int, rng: random.Random) -> list[str]:
        """Return different sentences that say nothing about the grid; they may mention its values."""
        known = {each.id: each for each in self.topics}
        usable = [each for each in self.theme.herrings if {*_SLOT.findall(each)} <= known.keys()]
        chosen = rng.sample(usable, count)
        return [_capital(_SLOT.sub(lambda slot: rng.choice(known[slot[1]].values), each)) for each in chosen]

    def text(self, sentences: Sequence[str], rng: random.Random) -> str:
        """Return the whole puzzle, the clues in this order, numbered from 1."""
        layout = self.phrases["layouts"][self.layout]
        above = self.background(rng)
        clues = [_filled(layout["clue"], {"i": str(i), "clue": each}) for i, each in enumerate(sentences, 1)]
        task = self.pick(layout["tasks"], rng)
        return "\n".join([above, "", layout["heading"], *clues, *(["", task] if task else [])]) + "\n"

    def background(self, rng: random.Random) -> str:
        """Return what stands above the clues: the introduction, and the values of all categories."""
        layout = self.phrases["layouts"][self.layout]
        intro = _capital(_filled(self.scene.intro, self.scenery))
        others = [each.names[0] for each in self.topics[1:]]
        if "rule" in layout and others:
            rule = _filled(layout["rule"], self.scenery | {"differ": self._listing(others)})
            intro = self.phrases["space"].join([intro, rule])
        join: str = layout["join"]
        return join.join([intro, *(self._listed(each, layout["category"], rng) for each in self.categories)])

    def _listed(self, each: Topic, written: str, rng: random.Random) -> str:
        values = list(each.values)
        if not each.numbers and each is not self.categories[0]:
            rng.shuffle(values)
        listed = self._listing(values)
        told = each.told.replace("{}", listed)
        return _filled(
            written, {**_names(each), "values": self.phrases["between"].join(values), "listed": listed, "told": told}
        )

    def _listing(self, items: Sequence[str]) -> str:
        """Return a list in words, such as "a, b and c"."""
        *first, last = items
        begun: str = self.phrases["between"].join(first)
        return f"{begun}{self.phrases['last_and']}{last}" if begun else last

    def pick(self, frames: Sequence[str], rng: random.Random) -> str:
        """Choose a way to say something: the first one if the words are plain."""
        return frames[0] if self.plain else rng.choice(frames)


class _Slots:
    """What the slots of a wording stand for, in one clue. Each choice between frames is made anew."""

    def __init__(self, words: Words, clue: Clue, grid: Grid, rng: random.Random) -> None:
        self.words, self.clue, self.grid, self.rng = words, clue, grid, rng

    def fill(self, wording: str) -> str | None:
        """Fill the slots of a wording; None if one of them has nothing to stand for."""
        found = {slot: self._of(slot) for slot in dict.fromkeys(_SLOT.findall(wording))}
        return None if None in found.values() else _filled(wording, {k: v for k, v in found.items() if v is not None})

    def _of(self, slot: str) -> str | None:
        known = self.words.scenery
        if slot in known:
            return known[slot]
        if slot in "ABCD":
            return self._owner(self._value(slot))
        if re.fullmatch(r"[a-d]|not_[a-d]", slot):
            return self._predicate([self._value(slot[-1])], "{}", negative=slot.startswith("not_"))
        if slot in _LISTS:
            given = [self._value("b"), self._value("c")]
            return self._predicate(given, self.words.phrases[_LISTS[slot]], negative=slot.startswith("not_"))
        if slot.startswith("by_"):
            return self._frame(self._topic(self._value(slot[-1])).passive, self._name(self._value(slot[-1])))
        if slot in ("p", "not_p", "i", "nth"):
            return self._place(slot)
        if slot in ("k", "gap"):
            return self._count(slot)
        return self._compared(slot)

    def _value(self, letter: str) -> Value:
        return self.clue.values["abcd".index(letter.lower())]

    def _topic(self, value: Value) -> Topic:
        return self.words.categories[value.category]

    def _name(self, value: Value) -> str:
        return self._topic(value).values[value.index]

    def _owner(self, value: Value) -> str:
        """Return a noun phrase for whoever has a value: one of the topic's own, or one made of a predicate."""
        about = self._topic(value)
        frames = list(about.owner)
        # A name needs no description, and a place has descriptions of its own.
        if value.category > self.grid.names:
            frames += self.words.phrases["owner"]
        frame = self.words.pick(frames, self.rng)
        if frame in about.owner:
            return frame.replace("{}", self._name(value))
        described = self._predicate([value], "{}", negative=False)
        return _filled(frame, self.words.scenery).replace("{}", described)

    def _predicate(self, values: Sequence[Value], listed: str, *, negative: bool) -> str:
        about = self._topic(values[0])
        said = self.words.pick([pair[negative] for pair in about.says], self.rng)
        for value in values:
            listed = listed.replace("{}", about.item.replace("{}", self._name(value)), 1)
        return said.replace("{}", listed)

    def _frame(self, frames: Sequence[str], value: str) -> str | None:
        return self.words.pick(frames, self.rng).replace("{}", value) if frames else None

    def _place(self, slot: str) -> str:
        """Return a predicate that puts somebody in the clue's place, or denies it; or the number of the place."""
        index, last = self.clue.values[1].index, self.grid.size - 1
        said = self.words.phrases["place"]
        numbers: dict[str, str] = {"i": str(index + 1), "nth": self.words.phrases["nth"][index + 1]}
        if slot in numbers:
            return numbers[slot]
        frames = list(said["at"])
        if self.grid.shape == "line":
            frames += said["in_line"]
            frames += said["first"] if index == 0 else said["last"] if index == last else []
            frames += said["middle"] if 2 * index == last else []
        chosen = self.words.pick(frames, self.rng).split(" / ")[slot == "not_p"]
        numbers["nth_last"] = self.words.phrases["nth"][last - index + 1]
        return _filled(chosen, self.words.scenery | numbers)

    def _count(self, slot: str) -> str:
        count = self.words.phrases["count"]
        if slot == "k":
            return str(count[self.clue.amount])
        between = self.clue.amount - 1
        return _filled(self.words.phrases["gap"][between > 1], self.words.scenery | {"k": count[between]})

    def _compared(self, slot: str) -> str | None:
        """Return what compares quantities: "pays {} more than B", with the amount and whom it is compared with."""
        field, other = (slot, "") if slot in ("most", "least") else (slot[:-2], slot[-1])
        about = self.words.categories[self.clue.measure]
        frame = self._frame(getattr(about, field), self._amount(about))
        if frame is None or not other:
            return frame
        whom = self._owner(self._value(other))
        return frame.replace("{B}", whom) if "{B}" in frame else f"{frame} {whom}"

    def _amount(self, about: Topic) -> str:
        amount = self.clue.amount
        return about.amount[amount != 1].replace("{}", str(amount))


_LISTS = {"b_or_c": "either", "b_nor_c": "neither", "not_b_or_c": "or"}


def _names(about: Topic) -> dict[str, str]:
    one, several = about.names
    return {"name": one, "names": several, "Name": _capital(one)}


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Fill the slots of a text that are known."""
    return _SLOT.sub(lambda slot: words.get(slot[1], slot[0]), text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
