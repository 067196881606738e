"""Complete puzzles in short plain sentences, made from the answers of others; their meaning is written, not read."""

import truth
from bases import Base, Clue, read

# What a sentence says of a value, by a word of the category's name.
_SAYS = {
    "animal": "keeps the {}",
    "pet": "keeps the {}",
    "music": "plays {}",
    "smoothie": "drinks the {} smoothie",
    "sport": "plays {}",
    "drink": "drinks {}",
    "flower": "grows {}",
    "phone": "uses the {}",
    "car": "drives the {}",
    "lunch": "eats {}",
    "vacation": "books the {} trip",
    "book": "reads {}",
    "hobb": "teaches {}",
    "occupation": "is the {}",
    "herb": "grows {}",
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
_STYLES = {
    "list": (_LIST, "lives in house {}", ()),
    "prose": (_PROSE, "lives in house {}", ("lives directly left of", "lives somewhere to the right of")),
    "running": (_PROSE, "lives in house {}", ()),
    "floors": (_FLOORS, "lives on floor {}", ("lives directly below", "lives somewhere above")),
}
_RELATED = {
    "lives directly left of": ("difference", -1),
    "lives directly below": ("difference", -1),
    "lives somewhere to the right of": (">", 0),
    "lives somewhere above": (">", 0),
}


def made_from(rng, bases, count):
    """Up to `count` plain puzzles, from bases whose categories have a sentence; those that the rules read rightly."""
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
    says = {c: _sentence(name) for c, name in enumerate(base.names)}
    people = next((c for c, name in enumerate(base.names) if name.casefold() in ("name", "people", "friends")), None)
    kept = [c for c, sentence in says.items() if sentence and c != people][: rng.choice([1, 2, 2, 3])]
    if people is None or not kept or 0 not in base.places or base.shape.rows > 5:
        return None
    answer = truth.answers(base.shape, [part for clue in base.clues for part in (clue.meaning, clue.assumed)], 1)[0]
    rows = [[row[c] for c in (0, people, *kept)] for row in answer]
    style = rng.choice(sorted(_STYLES))
    names = ("floor" if style == "floors" else "house", "people", *(base.names[c].lower() for c in kept))
    values = tuple(base.values[c] for c in (0, people, *kept))
    count = len(rows)
    quantities = (tuple(range(1, count + 1)), *(() for _ in names[1:]))
    made = Base(f"plain/{base.id}", "", names, values, quantities, (0,), ())
    clues = _clues(rng, made, rows, style, [says[c] for c in kept])
    return Base(made.id, _text(style, made, clues), names, values, quantities, (0,), tuple(clues))


def _sentence(name):
    return next((sentence for word, sentence in _SAYS.items() if word in name.casefold()), None)


def _clues(rng, made, rows, style, says):
    """Sentences that leave one answer, none of them to spare."""
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
                if (how == ">" and a > b) or (how == "difference" and a - b == amount):
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
    told = [f"The {_plural(name)} are {values}." for name, values in list(listed.items())[1:]]
    numbered = "\n".join(f"{number}. {clue.text}" for number, clue in enumerate(clues, 1))
    rows = len(made.values[0])
    text = form.format(
        lists="\n".join(f"{name}: {', '.join(v)}" for name, v in zip(made.names, made.values, strict=True)),
        count=_NUMBERS[rows],
        Count=_NUMBERS[rows].capitalize(),
        rows=rows,
        floors=listed[made.names[0]],
        told="\n".join(told),
        clues=numbered,
    )
    if style == "running":
        return text.split("\n\n")[0].replace("\n", " ") + " " + " ".join(clue.text for clue in clues) + "\n"
    return text


def _plural(name):
    return name if name.endswith(("s", "people")) else name + "s"


def _and(values):
    return ", ".join(values[:-1]) + " and " + values[-1]
