"""Mutants: a puzzle with one thing changed, both in its words and in its meaning.

Each class of mutants is a function of a random generator and a base; it returns a mutant, or None if it is not
applicable to the base. How the solver reads the mutated text never influences the meaning.
"""

import re
from dataclasses import dataclass, replace

import truth
import words


@dataclass(frozen=True)
class Mutant:
    """A mutated text and what it means.

    `worlds` are lists of formulas; the answers of each are answers of the text. If there are none, nothing may be
    verified. `others` are further defensible readings. `assumed` is what readers take for granted. `known` says that
    the grammar knows the mutated words, so that the verdict has to be right, too.
    """

    kind: str
    sub: str
    text: str
    base: object
    worlds: tuple
    others: tuple = ()
    assumed: tuple = ()
    known: bool = False


def of_clue(kind, sub, base, number, text, meaning, *, others=(), assumed=truth.NOTHING, known=False):
    """The mutant in which a clue has other words and another meaning; `others` are its further meanings."""
    mine = list(base.meanings)
    readings = []
    for each in (meaning, *others):
        mine[number] = each
        readings.append(tuple(mine))
    granted = tuple(assumed if at == number else clue.assumed for at, clue in enumerate(base.clues))
    changed = base.text.replace(base.clues[number].text, text, 1)
    return Mutant(kind, sub, changed, base, (readings[0],), tuple(readings[1:]), granted, known)


def _plain_clues(base):
    return [number for number in range(len(base.clues)) if words.is_plain(base, number)]


def _choose(rng, found):
    return rng.choice(found) if found else None


# Verbs and prepositions


def verb(rng, base):
    """One verb replaced by another: the clue no longer says that its two values belong together."""
    spots = [(n, span) for n in _plain_clues(base) for span in words.anatomy(base, n).verbs]
    spots += [(n, span) for n in _plain_clues(base) if (span := _bare_copula(base, n))]
    if not spots:
        return None
    number, (start, end) = rng.choice(spots)
    text = base.clues[number].text
    old = text[start:end]
    chosen = _strange_verb(rng, base, old)
    preposition = rng.choice(words.PREPOSITIONS) if rng.random() < 0.25 else ""
    form = chosen.present if old.endswith("s") and old not in words.AUXILIARIES and rng.random() < 0.5 else chosen.past
    behind = text[end:]
    if preposition:
        behind = re.sub(r"^ (?:in|on|at|to|for|from|with|by)\b", "", behind)
    new = text[:start] + form + (f" {preposition}" if preposition else "") + behind
    others = _apart(base.clues[number]) if old in words.AUXILIARIES or chosen.base in words.DENYING else ()
    sub = "person for person" if old in words.AUXILIARIES else "preposition" if preposition else "verb"
    return of_clue("verb", sub, base, number, new, truth.NOTHING, others=others)


def _bare_copula(base, number):
    """Where "is" stands between the two values of a clue that says they are one row's: "Ada is the judge"."""
    first, second = words.anatomy(base, number).mentions
    between = base.clues[number].text[first.end : second.start]
    found = re.fullmatch(r" (is|was) (?:the |an? )?", between)
    measured = any(base.quantities[mention.value[0]] for mention in (first, second))
    if base.clues[number].meaning[0] != "same" or not found or measured:
        return None
    return first.end + 1, first.end + 1 + len(found[1])


def _strange_verb(rng, base, old):
    """A frequent verb with a different meaning that the puzzle does not use."""
    used = {words.base_of(word) for word in re.findall(r"[a-z]+", base.text.lower())}
    used |= set(re.findall(r"[a-z]+", base.text.lower()))
    alike = words.kin(words.base_of(old)) | words.LIGHT
    while True:
        found = rng.choice(words.verbs())
        if found.base not in used | alike and not used & {found.past, found.present, found.base + "ing"}:
            return found


def _apart(clue):
    return (("differ", tuple(truth.values(clue.meaning))),)


PLACES = (
    "beyond", "past", "near", "opposite", "across from", "beside", "behind", "outside", "by", "far from", "before",
    "after", "close to", "away from", "around", "next to", "two doors from", "in front of", "under", "over", "toward",
    "not far from", "within sight of", "up from", "down from", "against", "just off", "anywhere but in",
)  # fmt: skip
_IN_PLACE = re.compile(r"\b(?:in|on) (?=(?:house|floor) \d|the (?:\w+) (?:house|floor)\b)")


def preposition(rng, base):
    """A place near or beyond the one that a clue names, so that the value no longer belongs to it."""
    spots = []
    for number in _plain_clues(base):
        found = list(_IN_PLACE.finditer(base.clues[number].text))
        if base.clues[number].meaning[0] == "same" and len(found) == 1:
            spots.append((number, found[0]))
    spot = _choose(rng, spots)
    if spot is None:
        return None
    number, found = spot
    clue = base.clues[number]
    new = rng.choice(PLACES)
    pair = truth.values(clue.meaning)
    related = [("compare", *pair, c, how, 0) for c in base.places for how in "<>"]
    related += [("compare", *pair, c, "distance", near) for c in base.places for near in (1, 2)]
    text = clue.text[: found.start()] + new + " " + clue.text[found.end() :]
    return of_clue("verb", "place", base, number, text, truth.NOTHING, others=(*_apart(clue), *related))


# Negations


def negation(rng, base):
    """A negation added to or removed from a clue that says one thing."""
    spots = [(n, *change) for n in _plain_clues(base) for change in (_without(base, n) or _with(base, n))]
    if rng.random() < 0.8:  # this is applicable to every clue
        spots = [spot for spot in spots if spot[1] != "in front"]
    spot = _choose(rng, spots)
    if spot is None:
        return None
    number, sub, text = spot
    clue = base.clues[number]
    meaning = ("same", *truth.values(clue.meaning)) if clue.meaning[0] == "differ" else ("not", clue.meaning)
    others = (("all", (meaning, *_apart(clue))),) if clue.meaning[0] == "compare" else ()
    return of_clue("negation", sub, base, number, text, meaning, others=others, known=sub != "in front")


_NO_PLACE = re.compile(r"\b(?:not|no|nor|neither|there|whose|never|only|between)\b|n't", re.IGNORECASE)
_COPULA = re.compile(r"(?<!who)(?<!that)(?<!which) (is|was|are|were) (?!not\b)")
_NEGATED = re.compile(r" (is|was|are|were)(?: not|n't) | (does|did)(?: not|n't) (\w+) ")


def _with(base, number):
    """The clue with a negation: after "is", with "does not", and in front of the sentence."""
    clue, found = base.clues[number], words.anatomy(base, number)
    text = clue.text
    if clue.meaning[0] == "differ" or _NO_PLACE.search(text):
        return
    copulas = [match for match in _COPULA.finditer(text) if not found._inside(match.start(1))]
    main = [(a, b) for a, b in found.verbs if _is_main(found, a)]
    if len(copulas) == 1 and not main:
        yield "added to is", text[: copulas[0].end(1)] + " not" + text[copulas[0].end(1) :]
    if len(main) == 1 and not copulas:
        start, end = main[0]
        helper = "does" if text[start:end].endswith("s") else "did"
        yield "added to a verb", f"{text[:start]}{helper} not {words.base_of(text[start:end])}{text[end:]}"
    if len(copulas) + len(main) == 1:
        yield "in front", "It is not true that " + re.sub(r"^(?:The|A|An|Of|Both)\b", lambda m: m[0].lower(), text)


def _is_main(found, at):
    """Whether a verb follows the mention that begins the sentence, or the one noun after it."""
    first = found.mentions[0]
    return first.start <= 4 and bool(re.fullmatch(r"(?:'s \w+)? ", found.text[first.end : at]))


def _without(base, number):
    """The clue without its one negation."""
    text = base.clues[number].text
    found = list(_NEGATED.finditer(text))
    if len(found) != 1 or len(re.findall(r"\b(?:not|no|nor|neither|never)\b|n't\b", text, re.IGNORECASE)) != 1:
        return []
    match = found[0]
    if match[1]:
        return [("taken from is", f"{text[: match.start()]} {match[1]} {text[match.end() :]}")]
    form = words.form_of(match[3], present=match[2] == "does")
    return [("taken from a verb", f"{text[: match.start()]} {form} {text[match.end() :]}")] if form else []


# Swapped values


_MEASURED = re.compile(r"\b(?:least|most|than|under|over|within|between|as)\b", re.IGNORECASE)


def swap(rng, base):
    """Another value of the same category."""
    spots = []
    for number, clue in enumerate(base.clues):
        found = words.anatomy(base, number)
        named = truth.values(clue.meaning)
        if found is None or base.text.count(clue.text) != 1:
            continue
        spelled = [mention.value for mention in found.mentions]
        spots += [
            (number, mention)
            for mention in found.mentions
            if mention.value in named
            and spelled.count(mention.value) == 1
            and len({value for value in named if value[0] == mention.value[0]}) < base.shape.rows
            and not (base.quantities[mention.value[0]] and _MEASURED.search(clue.text))
        ]
    spot = _choose(rng, spots)
    if spot is None:
        return None
    number, mention = spot
    clue, named = base.clues[number], truth.values(base.clues[number].meaning)
    c = mention.value[0]
    free = [(c, index) for index in range(base.shape.rows) if (c, index) not in named]
    new = _choose(rng, free)
    if new is None:
        return None
    text = _respelled(base, clue.text, mention, new)
    meaning = truth.substitute(clue.meaning, mention.value, new)
    sub = "place" if c in base.places else "value"
    return of_clue(
        "swap", sub, base, number, text, meaning, assumed=truth.substitute(clue.assumed, mention.value, new), known=True
    )


def _respelled(base, text, mention, new):
    old = text[mention.start : mention.end]
    spelled = base.values[new[0]][new[1]]
    if new[0] in base.places:
        spelled = words.ORDINALS[new[1]] if old.isalpha() else str(new[1] + 1)
    elif old[0].isupper() and spelled.islower():
        spelled = spelled.title()
    before = text[: mention.start]
    if article := re.search(r"\b([Aa])n? $", before):
        before = before[: article.start()] + article[1] + ("n " if spelled[0].lower() in "aeiou" else " ")
    return before + spelled + text[mention.end :]


# Dropped clauses


_COMPOUND = re.compile(r"\b(?:either|neither|or|nor|of|both|between|one|other|than)\b", re.IGNORECASE)


def second_half(rng, base):
    """A clue of two clauses with only the first."""
    spots = []
    for number, clue in enumerate(base.clues):
        cut = re.search(r",? (?:and|but) (?=\w+)[^,]*$|, who\b[^,]*$", clue.text)
        found = words.anatomy(base, number)
        if clue.meaning[0] != "all" or not cut or _COMPOUND.search(clue.text) or not found:
            continue
        left = {mention.value for mention in found.mentions if mention.end <= cut.start()}
        parts = [part for part in clue.meaning[1] if set(truth.values(part)) <= left]
        if len(left) == 2 and len(parts) == 1 and base.text.count(clue.text) == 1:
            spots.append((number, clue.text[: cut.start()] + ".", parts[0]))
    spot = _choose(rng, spots)
    return spot and of_clue("drop", "second half", base, *spot, known=True)


def unfinished(rng, base):
    """A sentence that ends at its verb or its "is": it says nothing."""
    spots = []
    for number in _plain_clues(base):
        text, found = base.clues[number].text, words.anatomy(base, number)
        ends = [end for _, end in found.verbs] + [m.end(1) for m in re.finditer(r" (is|was|are|were|not)\b", text)]
        last = max(mention.start for mention in found.mentions)
        spots += [(number, text[:end] + ".") for end in ends if min(m.end for m in found.mentions) < end < last]
    spot = _choose(rng, spots)
    return spot and of_clue("drop", "unfinished", base, *spot, truth.NOTHING)


def whole_clue(rng, base):
    """The puzzle without one clue."""
    spots = []
    for number, clue in enumerate(base.clues):
        line = re.search(rf"^.*{re.escape(clue.text)}.*\n?", base.text, re.MULTILINE)
        if line and "{" not in base.text and base.text.count(clue.text) == 1 and len(line[0]) < len(clue.text) + 9:
            spots.append((number, line[0]))
    spot = _choose(rng, spots)
    if spot is None or len(base.clues) < 3:
        return None
    made = of_clue("drop", "whole clue", base, spot[0], "", truth.NOTHING, known=True)
    return replace(made, text=base.text.replace(spot[1], "", 1))
