"""What is asked, as the form of an answer: a sort for each name, names, one name, a place, a day, a number."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Choice,
    Chosen,
    Comparison,
    Constraint,
    Expression,
    Labels,
    Var,
    add,
    times,
)
from solvent.translators.rules.rough.testimony.noun import Predicate, Unit
from solvent.translators.rules.rough.testimony.reader import Reader
from solvent.translators.rules.rough.testimony.scene import as_number, stated
from solvent.translators.rules.rough.testimony.setting import Setting
from solvent.translators.rules.statements.language import Statement, denied, every, exactly
from solvent.translators.rules.testimony.frame import DAYS

_ASKED = Var("asked")
_DEED = re.compile(
    r"\b(?:did it|did this|culprit|thief|guilty|responsible|to blame|murderer|killer|winner|who was it|who is it"
    r"|was it)\b"
)
_TRUTH = re.compile(
    r"(?<!\w)(?:lying|lies?|lied|liars?|truth|truthful|true|false|honest|\$\d+s?|right|wrong|truth-?tellers?)\b"
)


@dataclass(frozen=True)
class Asked:
    """An answer with its schema, and what ties its variables to the others."""

    answer: Any
    schema: dict[str, Any]
    defined: tuple[Constraint, ...] = ()
    arrays: tuple[Array, ...] = ()
    question: str = ""


def asked(setting: Setting) -> Asked | None:
    """Return what the questions ask, the first that is understood; by default whatever there is to find out."""
    for raw, plain in setting.questions:
        if re.match(
            r"(?:are|did|do|is|was|have|what did|what do|what would|who are) (?:you|he|she|they)\b.*(?:\byou\b|say|\$"
            r"|do it)",
            plain,
        ):
            continue
        found = _one(setting, plain)
        if found is not None:
            return Asked(found.answer, found.schema, found.defined, found.arrays, raw)
    return _default(setting)


def _one(setting: Setting, plain: str) -> Asked | None:
    scene = setting.scene
    plain = plain.strip(" ?.\"'()").replace(", if any,", "")
    plain = re.sub(
        r"^(?:(?:read|look at|study|use|consider) .*? (?:and|to) )?"
        r"(?:so|now|and|but|then|can you (?:tell|say|work out|find out|figure out)|please|tell me|work out|find out"
        r"|determine|decide|deduce|say|name|identify|figure out|if so)[, ]+",
        "",
        plain,
    )
    if (
        re.search(r"\b(?:what|which) day\b|\bday (?:is|was) it\b|\bon which day\b|\bwhich\b", plain)
        and scene.world == "day"
    ):
        return _label(DAYS)
    if scene.world == "number":
        return _label(scene.labels)
    if re.match(r"how many\b", plain):
        return _number(setting, plain)
    if scene.world == "rank":
        return _order(setting, plain)
    if scene.world == "value":
        return _grid(setting, plain)
    if scene.world in ("deed", "place") and not _kinds_asked(setting, plain) and not _of_truth(plain, setting):
        return _chosen(setting)
    subset = _sorts_of(setting, plain)
    if subset is not None:
        return subset
    return _which(setting, plain) or (_kinds(setting) if scene.sorts else None)


def _of_truth(plain: str, setting: Setting) -> bool:
    deed = _DEED.search(plain) or any(word in setting.scene.deeds for word in map(_stem, plain.split()))
    return bool(_TRUTH.search(plain)) and not deed and not re.search(r"\bwhere\b|\bcontain|\bin which\b", plain)


def _stem(word: str) -> str:
    from solvent.translators.rules.clues.link_words import verb_stem

    return verb_stem(word)


def _kinds_asked(setting: Setting, plain: str) -> bool:
    return bool(setting.scene.sorts) and bool(
        re.match(r"(?:what|who|which) (?:is|are) (?:what|who|which|each|they|#\d+)", plain)
    )


def _names(setting: Setting) -> tuple[str | int, ...]:
    return tuple(int(name) if name.isdecimal() else name for name in setting.scene.cast.shown)


# One of several.


def _label(labels: Sequence[str]) -> Asked:
    shown: tuple[str | int, ...] = tuple(int(each) if each.isdecimal() else each for each in labels)
    term = add(*(times(at, Var("chosen", (at,))) for at in range(len(shown))))
    return Asked(Labels(term, tuple(enumerate(shown))), {"enum": list(shown)})


def _chosen(setting: Setting) -> Asked | None:
    scene = setting.scene
    names = _names(setting)
    shown = [names[at] for at in scene.options]
    if scene.several:
        return _listed(setting, scene.options, scene.did)
    term = add(*(times(at, Var("chosen", (at,))) for at in range(len(shown))))
    return Asked(Labels(term, tuple(enumerate(shown))), {"enum": shown})


def _listed(setting: Setting, units: Iterable[Unit], said: Predicate) -> Asked | None:
    """Return the names of those of whom something is true."""
    names, answer, defined = _names(setting), [], []
    for unit in units:
        holds = said(unit)
        name = names[unit] if unit >= 0 else ~unit + 1
        if holds is None:
            continue
        true, false = stated(holds), stated(denied(holds))
        if true is None or false is None:
            return None
        choice = f"one of them is {name}"
        answer.append(Chosen(choice, name))
        defined.append(AnyOf((AllOf((Choice(choice, True), true)), AllOf((Choice(choice, False), false)))))
    if not answer:
        return None
    schema = {"type": "array", "items": {"enum": [each.text for each in answer]}, "uniqueItems": True}
    return Asked(answer, schema, tuple(defined))


def _single(setting: Setting, units: Iterable[Unit], said: Predicate) -> Asked | None:
    """Return the name of the only one of whom something is true."""
    names, shown, holds = _names(setting), [], []
    for unit in units:
        found = said(unit)
        if found is not None:
            shown.append(names[unit] if unit >= 0 else ~unit + 1)
            holds.append(found)
    ways = []
    for at in range(len(holds)):
        alone = stated(every((holds[at], *(denied(each) for other, each in enumerate(holds) if other != at))))
        if alone is None:
            return None
        ways.append(AllOf((Comparison(_ASKED, "==", at), alone)))
    if not ways:
        return None
    return Asked(
        Labels(_ASKED, tuple(enumerate(shown))),
        {"enum": shown},
        (AnyOf(tuple(ways)),),
        (Array("asked", (), 0, len(shown) - 1),),
    )


# Of what sort, how many, which.


def _kinds(setting: Setting, only: Sequence[int] = ()) -> Asked:
    scene, names = setting.scene, _names(setting)
    words = tuple((at, sort.word) for at, sort in enumerate(scene.sorts))
    things = only or [at for at in scene.people if scene.world != "place" or scene.made[at]]
    keys = [str(names[at]) for at in things]
    answer = {key: Labels(scene.sort_of(at), words) for key, at in zip(keys, things, strict=True)}
    each = {"enum": [word for _, word in words]}
    return Asked(
        answer,
        {"type": "object", "properties": dict.fromkeys(keys, each), "required": keys, "additionalProperties": False},
    )


def _sorts_of(setting: Setting, plain: str) -> Asked | None:
    """Read "what are #0 and #1?", "is #0 a $0 or a $1?"."""
    scene = setting.scene
    if not scene.sorts:
        return None
    named = tuple(dict.fromkeys(int(each) for each in re.findall(r"#(\d+)", plain)))
    words = tuple((at, sort.word) for at, sort in enumerate(scene.sorts))
    what = re.match(r"(?:what|who|which)(?: (?:kind|sort|type)(?: of \w+)?)? (?:is|are|was)\b", plain) or re.match(
        r"(?:is|are) #\d+.* (?:or|and) .*\$", plain
    )
    if not what and not re.search(
        r"\bwhat (?:is|are) #\d|\bis #\d+ (?:an? )?\$\d+ or|\bwhich \$|what (?:kind|sort|type)|\bwhat #\d+ (?:is|are)$",
        plain,
    ):
        return None
    if len(named) == 1 and not re.search(r"\bwho (?:is|are) the\b", plain):
        return Asked(Labels(scene.sort_of(named[0]), words), {"enum": [word for _, word in words]})
    if named and re.match(r"(?:what|which|are|is)", plain):
        return _kinds(setting, named)
    if re.match(
        r"(?:who|what|which) (?:is|are) (?:who|what|which|each|they|he|it)\b|what (?:is|are) (?:each|they|all)", plain
    ):
        return _kinds(setting)
    several = re.findall(r"\$(\d+)", plain)
    return _kinds(setting) if len(set(several)) > 1 else None


def _said(setting: Setting, plain: str) -> tuple[Predicate | None, bool]:
    """Return what is asked of each, and whether it fits only one."""
    reader = Reader(setting.scene)
    match = re.match(
        r"^(?:who|which|what)(?P<noun>(?: one| two| three)?(?: of (?:them|these|the(?: \w+)?|us|those"
        r"|my)(?: \w+)?)?(?: (?!is|are|was|were|must|tells?|lies?|lied|told|has|does|did"
        r"|can)[a-z]+){0,2})? (?P<what>(?:is|are|was|were|must be|tells?|lies?|lied|told|has|does|did|speaks?|made"
        r"|can|should|am|always|never|alternates|makes).*)$",
        plain,
    )
    if match is None:
        return None, False
    what = re.split(r",? and (?:who|which|what)\b", match["what"])[0]
    definite = re.match(r"(?:is|was|must be) the \$", what)
    noun = (match["noun"] or "").strip()
    one = (
        bool(noun)
        and not re.match(r"(?:two|three|of)\b", noun)
        and bool(re.match(r"(?:is|was|tells|lies|has|speaks|contains)\b", what))
        and not noun.endswith("s")
    )
    of_them = bool(re.match(r"of\b", noun)) and bool(re.match(r"is an? \$", what))
    single = bool(definite) or one or of_them or re.match(r"one\b", noun) is not None
    said = reader.predicate(re.sub(r"^(is|are|was|were) (?:the|one of the) ", r"\1 ", what)) or reader.predicate(what)
    return said, single


def _which(setting: Setting, plain: str) -> Asked | None:
    """Read "who is lying?", "which of them are $0?", "which statement is true?"."""
    scene = setting.scene
    said, single = _said(setting, plain)
    both = re.search(r"\b(?:and|or) (?:who|which|what)\b.*", plain)
    if scene.sorts and both and (_TRUTH.search(both[0]) or re.search(r"\bnot\b", both[0])):
        return _kinds(setting)
    if said is None and re.search(r"\b(?:believe|trust)\b", plain):
        return _single(setting, tuple(scene.people), scene.honest)
    if said is None:
        return None
    units: Sequence[Unit] = tuple(scene.people)
    if (
        re.match(r"(?:which|what)(?: \w+)?(?: of the)?(?: \w+)? (?:statements?|claims?|sentences?)\b", plain)
        and len({len(made) for made in scene.made if made}) == 1
    ):
        units = [at for at in scene.people if scene.made[at]]
    if not single and re.match(r"who (?:is|was|lie[sd]|tells|told|speaks|spoke)\b", plain):
        single = _only_one(setting, plain)
    return _single(setting, units, said) if single else _listed(setting, units, said)


def _only_one(setting: Setting, plain: str) -> bool:
    """Whether the narrator says that what is asked is true of one only."""
    lying = bool(re.search(r"\b(?:lying|lies?|lied|false|wrong|liar)\b", plain))
    form = r"(?:lying|lies?|lied|false|wrong|liar)" if lying else r"(?:truth|true|right|honest|truthful)"
    return any(
        re.search(
            rf"\b(?:only|exactly|just) one\b[^,;]*\b{form}\b|\bone of (?:them|the \w+)(?: \w+)? (?:is|was|has|always"
            rf"|tells|lie[sd]?|told)\b[^,;]*\b{form}\b",
            text,
        )
        for _, text in (*setting.told, *setting.questions)
    )


def _number(setting: Setting, plain: str) -> Asked | None:
    scene = setting.scene
    match = re.match(
        r"how many (?P<noun>.*?) ?(?P<what>\b(?:is|are|were|was|lie|lied|tell|told|always|do|did|have)\b.*)$", plain
    )
    reader = Reader(scene)
    what = reader.predicate(match["what"]) if match else None
    units: Sequence[Unit] = tuple(scene.people)
    if match and (what is None or re.match(r"(?:are|is) there\b", match["what"])):
        what = reader.predicate(f"is {re.sub(r' (?:of|among).*', '', match['noun'])}")
    if match and re.search(r"\bstatements?\b", match["noun"]):
        units = [~each for each in range(scene.statements)]
    sort = re.search(
        r"how many (?:of .*? (?:are|is) )?(?:the )?(\$\d+|liars?|truth-?tellers?|truthful|honest)\b",
        f"{plain} ".replace("$", " $").replace("  ", " "),
    )
    if what is None and sort:
        what = reader.predicate(f"is {sort[1]}")
    if what is None:
        return None
    holds = [each for each in map(what, units) if each is not None]
    numbers = [each for each in map(as_number, holds) if each is not None]
    if holds and len(numbers) == len(holds):
        return Asked(add(*numbers), {"type": "integer"})
    if not holds or len(holds) > 8:
        return None
    ways = []
    for count in range(len(holds) + 1):
        so = stated(exactly(count, holds))
        if so is not None:
            ways.append(AllOf((Comparison(_ASKED, "==", count), so)))
    return Asked(_ASKED, {"type": "integer"}, (AnyOf(tuple(ways)),), (Array("asked", (), 0, len(holds)),))


# Orders and grids.


def _order(setting: Setting, plain: str) -> Asked:
    scene, names = setting.scene, _names(setting)
    shown = [names[at] for at in scene.options]
    rows = [Var("rank", (at,)) for at in range(len(shown))]
    one = re.search(
        r"\b(?:who|which \w+|which of [a-z ]+?) (?:won|came (\w+)|finished (\w+)|was (\w+)|is the winner)", plain
    )
    if one and not re.search(r"\border\b", plain):
        from solvent.translators.rules.text.words import ORDINAL_WORDS

        word = next((each for each in one.groups() if each), "first")
        place = len(shown) if word == "last" else ORDINAL_WORDS.get(word, 1)
        return _at(rows, shown, place - 1, "asked")
    if re.search(r"\b(?:places?|positions?) (?:of|did|does|for) (?:each|every)|\b(?:each|every)\b.*\bplace\b", plain):
        each = {"type": "integer"}
        return Asked(
            {str(name): add(row, 1) for name, row in zip(shown, rows, strict=True)},
            {"type": "object", "properties": dict.fromkeys(map(str, shown), each), "required": list(map(str, shown))},
        )
    parts = [_at(rows, shown, place, f"asked{place}") for place in range(len(shown))]
    return Asked(
        [each.answer for each in parts],
        {"type": "array", "items": {"enum": shown}},
        tuple(rule for each in parts for rule in each.defined),
        tuple(array for each in parts for array in each.arrays),
    )


def _at(rows: Sequence[Var], shown: Sequence[str | int], place: int, name: str) -> Asked:
    who = Var(name)
    ways = tuple(AllOf((Comparison(who, "==", at), Comparison(row, "==", place))) for at, row in enumerate(rows))
    return Asked(
        Labels(who, tuple(enumerate(shown))),
        {"enum": list(shown)},
        (AnyOf(ways),),
        (Array(name, (), 0, len(shown) - 1),),
    )


def _grid(setting: Setting, plain: str) -> Asked:
    scene, names = setting.scene, _names(setting)
    shown = [names[at] for at in scene.options]
    rows: list[Expression] = [Var("rank", (at,)) for at in range(len(shown))]
    value = re.search(r"%(\d+)", plain)
    if value and plain.startswith("who"):
        return _at([row for row in rows if isinstance(row, Var)], shown, int(value[1]), "asked")
    one = re.findall(r"#(\d+)", plain)
    labels = tuple(enumerate(scene.labels))
    if len(one) == 1:
        return Asked(Labels(Var("rank", (scene.options.index(int(one[0])),)), labels), {"enum": list(scene.labels)})
    answer = [
        {"name": Labels(_nth(at), ((at, name),)), "value": Labels(row, labels)}
        for at, (name, row) in enumerate(zip(shown, rows, strict=True))
    ]
    return Asked(answer, {"type": "array", "items": {"type": "object"}})


def _nth(at: int) -> Expression:
    return at


def _default(setting: Setting) -> Asked | None:
    scene = setting.scene
    match scene.world:
        case "day" | "number":
            return _label(scene.labels)
        case "rank":
            return _order(setting, "")
        case "value":
            return _grid(setting, "")
        case "deed" | "place":
            return _chosen(setting)
    if scene.sorts:
        return _kinds(setting)
    honest: Callable[[int], Statement | None] = scene.honest
    one = _single(setting, tuple(scene.people), honest) if _only_one(setting, "truth") else None
    return one or _listed(setting, tuple(scene.people), honest)
