"""Logic grids: houses in a row, with enough clues for a unique answer, and a few more."""

from problems import Clue, Problem, Unknown, holds

VALUES = {
    "colour": ("red", "green", "blue", "white", "yellow"),
    "pet": ("dog", "cat", "horse", "snail", "parrot"),
    "drink": ("tea", "milk", "cocoa", "juice", "water"),
    "owner": ("Ada", "Ben", "Cleo", "Dan", "Edith"),
    "job": ("baker", "nurse", "pilot", "tailor", "judge"),
}
SAID = {
    "colour": "the {} house",
    "pet": "the house with the {}",
    "drink": "the house where they drink {}",
    "owner": "{}'s house",
    "job": "the {}'s house",
}
NUMBERS = ("no", "one", "two", "three", "four", "five")


def grid(rng, members=None):
    """A grid of 3 to 5 houses; `members` gives the values by category, one per house, if they are not drawn."""
    chosen = members or _members(rng)
    houses = len(next(iter(chosen.values())))
    bare = _problem(rng, houses, chosen, ())
    truth = rng.choice(bare.possible)
    clues, left = [], bare.possible
    for _ in range(200):
        clue = _clue(rng, houses, chosen, truth)
        kept = [each for each in left if _holds(clue, each)]
        if len(kept) < len(left):
            clues.append(clue)
            left = kept
        if len(left) == 1:
            break
    if len(left) > 1:
        return grid(rng, members)
    return _problem(rng, houses, chosen, _with_more(rng, houses, chosen, truth, clues, bare))


def _members(rng):
    houses = rng.choice((3, 4, 4, 5))
    categories = rng.sample(list(VALUES), 2 if houses == 5 else rng.choice((1, 2, 3) if houses == 3 else (2, 3)))
    return {name: rng.sample(VALUES[name], houses) for name in categories}


def _holds(clue, assignment):
    return holds(clue.means, assignment)


def _with_more(rng, houses, members, truth, clues, bare):
    """Redundant clues, which follow from the others or from the background."""
    clues = list(clues)
    for _ in range(rng.randint(0, 2)):
        clues.append(_clue(rng, houses, members, truth))
    category, values = rng.choice(list(members.items()))
    names = [f"{category}_{value}" for value in values]
    if rng.random() < 0.3:
        clues.append(Clue(f"Every house has another {category}.", ("distinct", *names), restates=True))
    if rng.random() < 0.2:
        listed = f"{', '.join(values[:-1])} and {values[-1]}"
        clues.append(Clue(f"The {category}s are {listed}.", ("distinct", *names), restates=True))
    rng.shuffle(clues)
    seen = {}
    for clue in clues:
        seen.setdefault(clue.text, clue)
    # At least half of the clues exclude something that the background allows.
    idle = [clue for clue in seen.values() if not clue.restates and _says_nothing(clue, bare)]
    dropped = idle[max(0, (len(seen) - 1) // 2) :]
    return tuple(clue for clue in seen.values() if clue not in dropped)


def _says_nothing(clue, bare):
    return all(_holds(clue, each) for each in bare.possible)


def _problem(rng, houses, members, clues):
    entities = {"houses": tuple(str(n + 1) for n in range(houses)), **members}
    unknowns = tuple(Unknown(f"{c}_{value}", 1, houses, c) for c, values in members.items() for value in values)
    lists = [f"The {name}s are {', '.join(values)}." for name, values in members.items()]
    intro = (
        f"{NUMBERS[houses].capitalize()} houses stand in a row, numbered 1 to {houses} from left to right.",
        *lists,
    )
    names = {name: tuple(f"{name}_{value}" for value in values) for name, values in members.items()}
    if rng.random() < 0.5:
        labels = {name: dict(enumerate(values, 1)) for name, values in members.items()}
        rows = range(1, houses + 1)
        answer = [{"house": row, **{c: ("name", ("index", names[c], row), labels[c]) for c in members}} for row in rows]
        example = [{"house": row, **{c: members[c][0] for c in members}} for row in rows]
        question = (f"Answer with a list of rows, from house 1 to {houses}, each with house, {', '.join(members)}.",)
    else:
        answer = {value: f"{c}_{value}" for c, values in members.items() for value in values}
        answer = {value: ("term", name) for value, name in answer.items()}
        example = dict.fromkeys(answer, 1)
        question = ("In which house is each? Answer with an object that gives the number of its house for each.",)
    return Problem("logic grid", "unique", intro, tuple(clues), question, unknowns, entities, answer, example)


# Clues


def _clue(rng, houses, members, truth):
    """A true sentence."""
    while True:
        kind = rng.choices(list(KINDS), [weight for weight, _ in KINDS.values()])[0]
        clue = KINDS[kind][1](rng, houses, members)
        if clue and _holds(clue, truth):
            return clue


def _two(rng, members):
    """Two different values, with their words and unknowns."""
    everything = [(c, value) for c, values in members.items() for value in values]
    (c, one), (d, other) = rng.sample(everything, 2)
    return (SAID[c].format(one), f"{c}_{one}"), (SAID[d].format(other), f"{d}_{other}"), c == d


def _start(words):
    return words[0].upper() + words[1:]


def _direct(rng, houses, members):
    (words, name), _, _ = _two(rng, members)
    row = rng.randint(1, houses)
    return Clue(f"{_start(words)} is number {row}.", ("=", name, row))


def _elsewhere(rng, houses, members):
    (words, name), _, _ = _two(rng, members)
    row = rng.randint(1, houses)
    return Clue(f"{_start(words)} is not number {row}.", ("!=", name, row))


def _same(rng, _, members):
    (words, name), (others, other), alike = _two(rng, members)
    return None if alike else Clue(f"{_start(words)} is also {others}.", ("=", name, other))


def _different(rng, _, members):
    (words, name), (others, other), _ = _two(rng, members)
    return Clue(f"{_start(words)} is not {others}.", ("!=", name, other))


def _left(rng, _, members):
    (words, name), (others, other), _ = _two(rng, members)
    return Clue(f"{_start(words)} is somewhere to the left of {others}.", ("<", name, other))


def _just_left(rng, _, members):
    (words, name), (others, other), _ = _two(rng, members)
    return Clue(f"{_start(words)} is directly to the left of {others}.", ("=", ("+", name, 1), other))


def _next(rng, _, members):
    (words, name), (others, other), _ = _two(rng, members)
    return Clue(f"{_start(words)} is next to {others}.", ("=", ("abs", ("-", name, other)), 1))


def _apart(rng, houses, members):
    (words, name), (others, other), _ = _two(rng, members)
    between = rng.randint(1, houses - 2)
    count = f"{NUMBERS[between]} house" + ("s" if between > 1 else "")
    meant = ("=", ("abs", ("-", name, other)), between + 1)
    return Clue(f"Between {words} and {others} there is exactly {count}.", meant)


def _either(rng, houses, members):
    (words, name), (others, other), _ = _two(rng, members)
    rows = rng.sample(range(1, houses + 1), 2)
    one, two = ("=", name, rows[0]), ("=", other, rows[1])
    meant = ("or", ("and", one, ("not", two)), ("and", ("not", one), two))
    return Clue(f"Either {words} is number {rows[0]} or {others} is number {rows[1]}, but not both.", meant)


def _some(rng, houses, members):
    (words, name), _, _ = _two(rng, members)
    rows = sorted(rng.sample(range(1, houses + 1), 2))
    return Clue(f"{_start(words)} is number {rows[0]} or number {rows[1]}.", ("or", *(("=", name, r) for r in rows)))


def _implies(rng, houses, members):
    (words, name), (others, other), _ = _two(rng, members)
    rows = rng.choices(range(1, houses + 1), k=2)
    meant = ("if", ("=", name, rows[0]), ("=", other, rows[1]))
    return Clue(f"If {words} is number {rows[0]}, then {others} is number {rows[1]}.", meant)


KINDS = {
    "direct": (1, _direct),
    "elsewhere": (1, _elsewhere),
    "same": (3, _same),
    "different": (2, _different),
    "left": (3, _left),
    "just left": (2, _just_left),
    "next": (3, _next),
    "apart": (1, _apart),
    "either": (1, _either),
    "some": (1, _some),
    "if": (1, _implies),
}
