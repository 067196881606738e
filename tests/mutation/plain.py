"""Complete puzzles in short plain sentences, generated from the answers of others, so that their meaning is known."""

import truth
from bases import Base, Clue, read
from words import ORDINALS

# By a word of the category's name: the plural for its values, and a sentence about one of them.
_SAYS = {
    "animal": ("animals", "keeps the {}"),
    "pet": ("pets", "keeps the {}"),
    "music": ("tunes", "plays {}"),
    "smoothie": ("smoothies", "drinks the {} smoothie"),
    "sport": ("sports", "plays {}"),
    "drink": ("drinks", "drinks {}"),
    "flower": ("flowers", "grows {}"),
    "phone": ("phones", "uses the {}"),
    "car": ("cars", "drives the {}"),
    "lunch": ("meals", "eats {}"),
    "vacation": ("trips", "books the {} trip"),
    "book": ("books", "reads {}"),
    "hobb": ("subjects", "teaches {}"),
    "occupation": ("jobs", "is the {}"),
}
_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
_LIST = "Categories:\n{lists}\n\nClues:\n{clues}\n"
_PROSE = (
    "{Count} houses stand in a row, numbered 1 to {rows} from left to right. A different person lives in each house.\n"
    "{told}\n\nClues:\n{clues}\n"
)
_FLOORS = (
    "A tower has {count} floors, numbered 1 to {rows} from bottom to top. A different person lives on each floor.\n"
    "The floors are {floors}.\n{told}\n\nClues:\n{clues}\n"
)
_RACE = "{Count} runners took part in a race.\n\nrunners: {people}\nranks: {floors}\n{rest}\n\nClues:\n{clues}\n"
_STYLES = {
    "race": (_RACE, "finished {}", ("finished before", "finished sometime after")),
    "list": (_LIST, "lives in house {}", ()),
    "prose": (_PROSE, "lives in house {}", ("lives directly left of", "lives somewhere to the right of")),
    "running": (_PROSE, "lives in house {}", ()),
    "floors": (_FLOORS, "lives on floor {}", ("lives directly below", "lives somewhere above")),
}
_RELATED = {
    "lives directly left of": ("difference", -1),
    "lives directly below": ("difference", -1),
    "finished before": ("<", 0),
    "finished sometime after": (">", 0),
    "lives somewhere to the right of": (">", 0),
    "lives somewhere above": (">", 0),
}


def made_from(rng, bases, count):
    """Up to `count` plain puzzles that the rules read correctly, from bases whose categories have a sentence."""
    found = []
    for base in rng.sample(bases, len(bases)) * 3:
        if len(found) == count:
            break
        if (made := _made(rng, base)) and _is_read(made):
            found.append(made)
    return found


def _is_read(made):
    known = read(made.id, made.text)
    if known is None or len(known.clues) != len(made.clues):
        return False
    given = truth.answers(known.shape, known.meanings)
    rows = made.rows(truth.answers(made.shape, made.meanings)[0])
    answer = [[dict(zip(known.names, row, strict=True)) for row in known.rows(each)] for each in given]
    return len(answer) == 1 and made.is_answer(rows, answer[0])


def _made(rng, base):
    says = {c: _said(name) for c, name in enumerate(base.names)}
    people = next((c for c, name in enumerate(base.names) if name.casefold() in ("name", "people", "friends")), None)
    kept = [c for c, said in says.items() if said and c != people][: rng.choice([1, 2, 2, 3])]
    if people is None or not kept or 0 not in base.places or base.shape.rows > 5:
        return None
    answer = truth.answers(base.shape, [part for clue in base.clues for part in (clue.meaning, clue.assumed)], 1)[0]
    rows = [[row[c] for c in (0, people, *kept)] for row in answer]
    style = rng.choice(sorted(_STYLES))
    first = {"floors": "floor", "race": "ranks"}.get(style, "house")
    names = (first, "people", *(says[c][0] for c in kept))
    count, race = len(rows), style == "race"
    values = (ORDINALS[:count] if race else base.values[0], *(base.values[c] for c in (people, *kept)))
    quantities = (tuple(range(1, count + 1)), *(() for _ in names[1:]))
    made = Base(f"plain/{base.id}", "", names, values, quantities, () if race else (0,), ())
    clues = _clues(rng, made, rows, style, [says[c][1] for c in kept])
    return Base(made.id, _text(style, made, clues), names, values, quantities, made.places, tuple(clues))


def _said(name):
    return next((said for word, said in _SAYS.items() if word in name.casefold()), None)


def _clues(rng, made, rows, style, says):
    """A minimal set of sentences with a unique answer."""
    _, lives, relations = _STYLES[style]
    facts = []
    for row in rows:
        person = made.values[1][row[1]]
        for c, sentence in ((0, lives), *enumerate(says, 2)):
            value = made.values[c][row[c]]
            facts.append(Clue(f"{person} {sentence.format(value)}.", ("same", (1, row[1]), (c, row[c]))))
    for words in relations:
        how, amount = _RELATED[words]
        for a in range(len(rows)):
            for b in range(len(rows)):
                if (how == ">" and a > b) or (how == "<" and a < b) or (how == "difference" and a - b == amount):
                    pair = (1, rows[a][1]), (1, rows[b][1])
                    names = [made.values[1][index] for _, index in pair]
                    facts.append(Clue(f"{names[0]} {words} {names[1]}.", ("compare", *pair, 0, how, amount)))
    rng.shuffle(facts)
    for fact in list(facts):
        rest = [each for each in facts if each is not fact]
        if len(truth.answers(made.shape, [each.meaning for each in rest])) == 1:
            facts = rest
    return facts


def _text(style, made, clues):
    form = _STYLES[style][0]
    listed = {name: _and(values) for name, values in zip(made.names, made.values, strict=True)}
    told = [f"The {name} are {values}." for name, values in list(listed.items())[1:]]
    numbered = "\n".join(f"{number}. {clue.text}" for number, clue in enumerate(clues, 1))
    rows = len(made.values[0])
    text = form.format(
        lists="\n".join(f"{name}: {', '.join(v)}" for name, v in zip(made.names, made.values, strict=True)),
        count=_NUMBERS[rows],
        Count=_NUMBERS[rows].capitalize(),
        rows=rows,
        floors=", ".join(made.values[0]) if style == "race" else listed[made.names[0]],
        told="\n".join(told),
        people=", ".join(made.values[1]),
        rest="\n".join(f"{name}: {', '.join(v)}" for name, v in list(zip(made.names, made.values, strict=True))[2:]),
        clues=numbered,
    )
    if style == "running":
        return text.split("\n\n")[0].replace("\n", " ") + " " + " ".join(clue.text for clue in clues) + "\n"
    return text


def _and(values):
    return ", ".join(values[:-1]) + " and " + values[-1]
