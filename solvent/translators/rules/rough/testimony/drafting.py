"""The rough reading of a text in which somebody says what may be false."""

import re
from collections.abc import Iterator
from dataclasses import replace

from solvent.translators.emit.language import Constraint
from solvent.translators.rules.rough.draft import Draft, Meaning, Said
from solvent.translators.rules.rough.testimony.asked import asked
from solvent.translators.rules.rough.testimony.noun import NUMBER, STATEMENT, Noun, Predicate, Unit, number_of
from solvent.translators.rules.rough.testimony.orders import different
from solvent.translators.rules.rough.testimony.reader import Reader
from solvent.translators.rules.rough.testimony.scene import Scene, counted, stated
from solvent.translators.rules.rough.testimony.setting import Setting, Spoken, setting
from solvent.translators.rules.rough.testimony.speech import parts
from solvent.translators.rules.statements.language import Statement, alike, every

_LIES = (
    r"\b(?:lie[sd]?|lying|liars?|truth|true|false|honest|truthful|fibs?"
    r"|(?:is|are|was|were|be|being|been|got|it|half|one|them) (?:right|wrong|correct))\b"
)
_TRUTH = re.compile(rf"\$\d|{_LIES}")
_TOLD = re.compile(rf"\b(?:is|are|was|were|be)\b[^,]*\$\d|{_LIES}")
_ISLAND = re.compile(r"\b(?:island|land|village|town|planet|country|city|kingdom|valley|world|forest|tribe)s?\b")
_CRITICAL = re.compile(
    r"\b(?:not|only|exactly|at least|at most|unless|except|neither|nor|either|none|never|no|both|all|each|every|if"
    r"|but|just"
    rf"|half|always|{NUMBER})\b"
)
_COUNTS = re.compile(
    r"\b(?:makes?|made|gives?|gave|says?|said|has|have|had|were asked|was asked|bears?|reads?|with|are"
    r"|is) (?:\w+ )?(?:an?|one"
    rf"|the|these|those|{NUMBER}|following|as)? ?(?:following )?(?:{STATEMENT}|follows)\W*(?:each)?$"
)
_SCENERY = re.compile(
    r"\b(?:one or the other|can ?not (?:be )?tell|(?:know|knows) (?:each other|whether|which|who)|what (?:they|each"
    r"|he|she)"
    r" (?:say|says|said|told)|lie[sd]? (?:in|on|under|behind|there|face|the|an?|his|her)|right (?:hand|side|away)"
    r"|(?:find"
    r"|finds|learn"
    r"|discover|get|know) (?:out )?(?:the|at the) truth|(?:who|which of them) (?:is|was|were|are) (?:lying|telling)"
    r"|(?:to|on) the right)\b"
)
_HARMLESS = re.compile(
    r"\b(?:i )?(?:do not|did not) (?:know|remember|see|care)\b|\bno idea\b|^(?:no|yes|well|oh|hm+|ah|indeed|(?:hello"
    r"|good \w+|hi|thanks?|thank you)\b.*)$"
)
_EITHER = re.compile(
    r"\b(?:each|either|every\w*|both|all)\b[^,;]*\b(?:always|truthful|honest|lying)\b[^;]*\bor\b[^;]*\b(?:always|never"
    r"|truthful|honest|lying|liars?)\b"
)
_SAYS_OF = re.compile(
    r"\b(?:lie[sd]?|lying|tells? the truth|told the truth|telling the truth|(?:is|are|was|were) (?:true|false))\b"
)
Last = tuple[Noun | None, Predicate | None]


def draft(text: str) -> Draft | None:
    """Return the rough reading of a text in which somebody speaks; None if nobody does, or nothing can be asked."""
    found = setting(parts(text))
    question = asked(found) if found else None
    if found is None or question is None:
        return None
    said, lost = _read(found)
    if not any(each.meanings for each in said):
        return None
    return Draft(
        arrays=(*found.scene.arrays(), *question.arrays),
        rules=tuple(_rules(found.scene)),
        said=tuple(said),
        answer=question.answer,
        schema=question.schema,
        question=question.question,
        defined=question.defined,
        lost=tuple(lost),
    )


def _rules(scene: Scene) -> Iterator[Constraint]:
    rules = list(scene.rules())
    if scene.world in ("deed", "place", "number", "day"):
        most = len(scene.options) - 1 if scene.several else 1
        rules.append(scene.chosen(scene.many or 1, scene.many or most))
    if scene.world in ("rank", "value"):
        rules.append(different(len(scene.options)))
    for rule in rules:
        constraint = stated(rule)
        if constraint is not None:
            yield constraint


def _read(found: Setting) -> tuple[list[Said], list[str]]:
    said: list[Said] = []
    lost: list[str] = []
    last: Last = (None, None)
    for raw, plain in found.told:
        meanings, last = _told(found, raw, plain, last)
        if not meanings and _matters(found, raw, plain):
            lost.append(raw)
        said.append(Said(raw, meanings))
    if _one_each(found):
        apart = different(len(found.scene.people), found.scene.sort_of(0).array)
        said.append(Said("There is one of each sort.", (Meaning(apart, "there is one of each sort"),)))
    last = (None, None)
    earlier: tuple[Unit, ...] = ()
    for each in found.said:
        plain = found.plain(each.text)
        meanings, last, earlier = _spoken(found.scene, each, plain, last, earlier)
        weighty = re.search(r"[#$%]", plain) or _CRITICAL.search(plain)
        if not meanings and weighty and not _HARMLESS.search(plain):
            lost.append(each.text)
        said.append(Said(each.text, meanings))
    return said, lost


def _one_each(found: Setting) -> bool:
    """Whether there is one of each of at least three sorts, as "the spy" or "the one with the cat" says."""
    scene = found.scene
    told = " ".join(found.defining).lower()
    return len(scene.sorts) == len(scene.people) > 2 and all(
        re.search(rf"\bthe (?:[\w-]+ ){{0,4}}{re.escape(sort.word.lower())}\b", told) for sort in scene.sorts
    )


def _spoken(
    scene: Scene, each: Spoken, plain: str, last: Last, earlier: tuple[Unit, ...]
) -> tuple[tuple[Meaning, ...], Last, tuple[Unit, ...]]:
    """Return what a statement may say, as a number may be exact or not; what it says of whom; and who was named."""
    known: dict[Statement, Meaning] = {}
    name = scene.cast.shown[each.who]
    then, named = last, earlier
    for loose in (False, True):
        reader = Reader(
            scene, each.who, before=each.before, reported=each.reported, loose=loose, last=last, earlier=earlier
        )
        content = reader.read(plain)
        whole = None if content is None else alike(scene.true(each.number), content)
        if whole is not None and stated(whole) is not None:
            then, named = reader.last, reader.named
            told = f"{name} says so, truly or not{', and numbers mean at least so many' if loose else ''}"
            known.setdefault(whole, Meaning(whole, told))
    return tuple(known.values()), then, named


def _told(found: Setting, raw: str, plain: str, last: Last) -> tuple[tuple[Meaning, ...], Last]:
    """Return what the narrator may tell, and of whom.

    Whoever lies may still say something true, and statements may be counted by speakers.
    """
    if (_COUNTS.search(plain) and not _TRUTH.search(plain)) or (found.scene.lying and _TRUTH.search(plain)):
        return (), last
    if found.scene.two_valued and _EITHER.search(plain):
        return (), last
    text = _undefined(plain) if raw in found.defining else plain
    known: dict[Statement, Meaning] = {}
    then = last
    if raw in found.defining and (counts := _sort_counts(found.scene, plain)) is not None:
        return (Meaning(counts, "there are so many of each sort"),), last
    if raw in found.defining and not re.search(rf"#|(?<![$#\w]){NUMBER}\b", plain):
        return (), last
    ways = ((True, False), (True, True), (False, False)) if _TRUTH.search(plain) else ((True, False),)
    for whole, by_speaker in ways:
        reader = Reader(replace(found.scene, whole=whole), by_speaker=by_speaker, last=last)
        content = reader.read(text)
        if content is None:
            content = _partly(found, raw, text, reader)
        if content is not None and stated(content) is not None and getattr(content, "parts", True):
            then = then if known else reader.last
            told = "it is so" if whole else "it is so, and who lies may say something true"
            known.setdefault(content, Meaning(content, told))
    return tuple(known.values()), then


def _partly(found: Setting, raw: str, text: str, reader: Reader) -> Statement | None:
    """Read those clauses of a sentence that say who lies, if no other says anything of weight."""
    pieces = re.split(r"; |,? (?:and|but|while|so|because) |: ", text)
    if not 1 < len(pieces) < 6:
        return None
    read = [(piece, reader.read(piece)) for piece in pieces]
    if any(content is None and (_TRUTH.search(piece) or _matters(found, raw, piece)) for piece, content in read):
        return None
    parts = [content for piece, content in read if content is not None and _TRUTH.search(piece)]
    return every(parts) if parts else None


def _sort_counts(scene: Scene, plain: str) -> Statement | None:
    """Read "one is a $0 who never lies, and two are $1": so many of each sort."""
    found = re.findall(
        rf"(?<![$#\w])({NUMBER}) (?:of (?:them|us|the \w+) )?(?:(?:is|are|was|were) (?:always )?(?:an? "
        rf"|the )?|an? )(?:[a-z]+ )?\$(\d+)",
        plain,
    )
    counts = {int(sort): number_of(count) for count, sort in found}
    for nature, form in (
        ("true", r"always (?:tells?|speaks?) the truth|never lies?"),
        ("false", r"always (?:lies?|tells? lies)|never tells? the truth"),
    ):
        always = re.search(rf"(?<![$#\w])({NUMBER})(?: of [^,]*?)? (?:{form})", plain)
        fitting = [at for at, sort in enumerate(scene.sorts) if sort.nature == nature]
        if always and len(fitting) == 1:
            counts.setdefault(fitting[0], number_of(always[1]))
    people = [at for at in scene.people if scene.made[at] or len(scene.people) == len(scene.sorts)]
    if not counts and len(scene.sorts) == len(people) > 2:
        single = set(re.findall(r"\b(?:an?|one|the) \$(\d+)\b(?! always| never| only)", plain))
        if len(single) == len(scene.sorts) and not re.search(
            r"\b(?:each|every\w*|either|or)\b(?! (?:she|her|he|false|true|lie))", plain
        ):
            counts = dict.fromkeys(range(len(scene.sorts)), 1)
    parts = [counted([scene.is_a(at, sort) for at in people], count, count) for sort, count in counts.items()]
    return every(part for part in parts if part is not None) if parts and None not in parts else None


def _undefined(plain: str) -> str:
    """Return a sentence that defines sorts without how they behave: "one is a $0 (tells the truth) and one is a $1"."""
    plain = re.sub(r" ?\([^)]*\)", "", plain)
    return re.sub(r",? (?:who|which|that|whose)\b[^,;]*?(?=,| or | and |$)", "", plain)


def _matters(found: Setting, raw: str, plain: str) -> bool:
    """Whether a sentence that was not read may say something of who lies or did it."""
    if raw in found.defining or _SCENERY.search(plain) or (found.scene.lying and _TRUTH.search(plain)):
        return False
    if found.scene.two_valued and _EITHER.search(plain):
        return False
    if re.search(r"\$\d+ or (?:an? |the )?\$\d|\b(?:either|each|every\w*)\b.*\$\d.*\bor\b.*\$\d", plain):
        return False
    if re.search(r"\b(?:each|either|every\w*|rest|some|both|all|others?)\b.*\balways\b", plain) and not re.search(
        r"\b(?:exactly|only|just)\b", plain
    ):
        return False
    numbered = re.search(rf"\b(?:exactly|only|{NUMBER})\b", plain)
    if found.scene.implied and re.search(r"\b(?:always|never|some)\b", plain) and not numbered:
        return False
    truth = re.sub(r"\$\d", " ", plain) if _ISLAND.search(plain) else plain
    return bool(_TOLD.search(truth)) and (bool(_CRITICAL.search(plain)) or bool(_SAYS_OF.search(truth)))
