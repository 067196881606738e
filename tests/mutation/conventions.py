"""Mutants that change the introduction instead of the clues, and mutants with sentences from other puzzles."""

import re

import words
from mutants import Mutant, of_clue


def _mutant(sub, base, text, worlds, others=()):
    return Mutant("convention", sub, text, base, tuple(worlds), tuple(others))


def mirrored(rng, base):
    """Counted from the other side, so that what is to the left of something has the greater number."""
    turned = {
        "from left to right": "from right to left",
        "from bottom to top": "from top to bottom",
        "The ground floor is floor 1": "The top floor is floor 1",
    }
    found = [old for old in turned if base.text.count(old) == 1]
    if not found or not base.places:
        return None
    meanings = []
    for clue in base.clues:
        sided = re.search(r"\b(?:left|right|above|below|higher|lower)\b", clue.text)
        one_sided = any(how in ("<", ">", "difference") for how in _hows(clue.meaning, base.places))
        if one_sided and not sided:
            return None
        meanings.append(_turned(clue.meaning, base.places))
    old = rng.choice(found)
    return _mutant("mirrored", base, base.text.replace(old, turned[old]), [meanings])


def _hows(meaning, places):
    match meaning:
        case ("compare", _, _, category, how, _):
            return {how} if category in places else set()
        case ("not", part):
            return _hows(part, places)
        case ("all" | "some", parts):
            return set().union(*(_hows(part, places) for part in parts))
    return set()


def _turned(meaning, places):
    match meaning:
        case ("compare", a, b, category, how, amount) if category in places and how in ("<", ">", "difference"):
            return ("compare", b, a, category, how, amount)
        case ("not", part):
            return ("not", _turned(part, places))
        case ("all" | "some", parts):
            return (meaning[0], tuple(_turned(part, places) for part in parts))
    return meaning


_ROUND = (
    "The {nouns} stand in a circle, so {noun} {last} is next to {noun} 1.",
    "They are built around a round pond: {noun} 1 and {noun} {last} are neighbours, too.",
    "The row is closed to a ring, in which {noun} 1 comes right after {noun} {last}.",
    "The {nouns} are arranged in a circle.",
)


_RANKED = ("ranked higher than", "placed higher than", "finished higher than", "was ranked above", "was better than")


def ranked(rng, base):
    """The higher rank, which is the smaller number."""
    spots = [number for number, clue in enumerate(base.clues) if " finished before " in clue.text]
    if not spots:
        return None
    number = rng.choice(spots)
    clue = base.clues[number]
    text = clue.text.replace("finished before", rng.choice(_RANKED))
    return of_clue("convention", "higher rank", base, number, text, clue.meaning)


def closed(rng, base):
    """A circle, in which the last place is next to the first."""
    if not base.places or base.shape.rows < 4 or not lines_of_clues(base) or base.names[0] == "floor":
        return None
    noun = base.names[base.places[0]].lower().removesuffix("s")
    told = rng.choice(_ROUND).format(noun=noun, nouns=noun + "s", last=base.shape.rows)
    near, all_of_it = [], []
    for meaning in base.meanings:
        all_of_it.append(_closed(meaning, base.places, ("<", ">", "difference", "distance", "not distance")))
        near.append(_closed(meaning, base.places, ("distance", "not distance")))
    text = _into_introduction(base, told)
    return text and _mutant("round", base, text, [all_of_it], [tuple(near)])


def _closed(meaning, places, which):
    match meaning:
        case ("compare", a, b, category, how, amount) if category in places and how in which:
            return ("cyclic", a, b, category, how, amount)
        case ("not", part):
            return ("not", _closed(part, places, which))
        case ("all" | "some", parts):
            return (meaning[0], tuple(_closed(part, places, which) for part in parts))
    return meaning


_ALL_FALSE = (
    "All of the clues are false.",
    "Every clue below is false.",
    "None of the following clues is true.",
    "All the clues are lies.",
    "Beware: each clue states the opposite of the truth.",
)
_ONE_FALSE = (
    "Exactly one of the clues is false.",
    "One of the clues is false.",
    "One of the clues below is a lie.",
    "All but one of the clues are true.",
)
_LYING = (
    "Each of them always lies.",
    "Everybody in this puzzle always lies.",
    "All of these statements come from a notorious liar.",
    "Some of the clues may be wrong.",
    "The clues were noted down by a liar.",
)
_LOOSE = (
    "Several of them have the same {name}.",
    "Two of them share the same {name}.",
    "Not every {name} has to be used, and one may be used twice.",
    "One of them has nothing of the kind and another has two.",
    "A value may occur more than once.",
    "They need not all be different.",
)


def all_false(rng, base):
    told = rng.choice(_ALL_FALSE)
    text = _anywhere(rng, base, told)
    return text and _mutant("all false", base, text, [tuple(("not", meaning) for meaning in base.meanings)])


def one_false(rng, base):
    text = _anywhere(rng, base, rng.choice(_ONE_FALSE))
    worlds = []
    for number in range(len(base.clues)):
        mine = list(base.meanings)
        mine[number] = ("not", mine[number])
        worlds.append(tuple(mine))
    return text and _mutant("one false", base, text, worlds)


def lying(rng, base):
    text = _anywhere(rng, base, rng.choice(_LYING))
    return text and _mutant("lying", base, text, [])


def shared(rng, base):
    name = (
        rng.choice([name for c, name in enumerate(base.names) if not base.quantities[c]] or base.names)
        .lower()
        .removesuffix("s")
    )
    text = _into_introduction(base, rng.choice(_LOOSE).format(name=name))
    return text and _mutant("shared values", base, text, [])


def lines_of_clues(base):
    """The numbers of the first and the last line with clues, or None if clues are not on lines of their own."""
    lines = base.text.splitlines()
    found = [at for clue in base.clues for at, line in enumerate(lines) if clue.text in line]
    if "{" in base.text or len(set(found)) != len(base.clues):
        return None
    return min(found), max(found)


def _into_introduction(base, told):
    """The text with a sentence before the heading of the clues, or before the text if clues are not lines."""
    span = lines_of_clues(base)
    if span is None:
        return f"{told}\n{base.text}"
    lines = base.text.splitlines()
    heading = next((at for at in range(span[0] - 1, 0, -1) if re.search(r"clues", lines[at], re.IGNORECASE)), span[0])
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if re.match(r"^[^:]*\.$", lines[first]):
        lines[first] += " " + told  # a sentence after the others of the first paragraph
    else:
        lines.insert(heading, told)
    return "\n".join(lines) + "\n"


def _anywhere(rng, base, told):
    """The text with a sentence in its introduction, before everything or after everything."""
    return rng.choice([_into_introduction(base, told), f"{told}\n\n{base.text}", f"{base.text.rstrip()}\n\n{told}\n"])


def foreign(rng, base, others):
    """A sentence of another puzzle that mentions nothing in this one."""
    for _ in range(20):
        other = rng.choice(others)
        told = rng.choice([*(clue.text for clue in other.clues), *_introduction(other)])
        if not _speaks_of(base, told):
            break
    else:
        return None
    span = lines_of_clues(base)
    lines = base.text.splitlines()
    where = rng.choice(["before", "after"] + (["among the clues", "before the clues"] if span else []))
    if where == "before":
        text = f"{told}\n\n{base.text}"
    elif where == "after":
        text = f"{base.text.rstrip()}\n\n{told}\n"
    else:
        at = rng.randint(span[0] + 1, span[1] + 1) if where == "among the clues" else 1
        text = "\n".join([*lines[:at], told, *lines[at:]]) + "\n"
    return Mutant("foreign", where, text, base, (base.meanings,), assumed=tuple(clue.assumed for clue in base.clues))


def _introduction(other):
    span = lines_of_clues(other)
    lines = other.text.splitlines()[: span[0]] if span else []
    return [part.strip() for line in lines for part in re.split(r"(?<=\.) ", line) if re.match(r"^\s*\w[^:]*\.$", part)]


def _speaks_of(base, told):
    said = set(re.findall(r"[a-z0-9]+", told.lower()))
    mine = {word for values in base.values for value in values for word in re.findall(r"[a-z0-9]+", value.lower())}
    mine |= {word for name in base.names for word in re.findall(r"[a-z]+", name.lower())}
    mine |= set(words.ORDINALS) if base.places else set()
    stems = {word[:4] for word in mine if len(word) > 3}
    short = {word for word in mine if len(word) < 4}
    return bool(said & short) or any(word[:4] in stems for word in said)
