"""From the parts of a text to a scene: who speaks, of which sorts they are, and what is to be found out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.clues.link_words import verb_stem
from solvent.translators.rules.rough.testimony import days, options, sorts
from solvent.translators.rules.rough.testimony.cast import MOST, Cast
from solvent.translators.rules.rough.testimony.part import Part
from solvent.translators.rules.rough.testimony.scene import Scene
from solvent.translators.rules.text.words import IRREGULAR_PAST, NUMBER_WORDS, ORDINAL_WORDS, listed

_MOST_SAID = 40
_AUX = frozenset(
    listed(
        """
    has have had did does do must may might could can would will is are was were be been really actually then
    also just
    """
    )
)
_NO_DEED = frozenset(
    map(
        verb_stem,
        listed(
            """
    say tell lie speak claim ask question accuse suspect know be make give answer think state find name call
    learn meet see hear line stand sit live have do read label number truth suppose remain seem turn visit
    arrest interview happen write own hold contain hide_ conceal allow need add want wish decide determine
    deduce choose pick open come the a an each always which one it of to them all both there what who whom never
    ever only false true wrong right guilty innocent liar two three
    """
        ),
    )
)
_NO_AGENT = frozenset(
    listed("one first liar liars other lying honest truthful right wrong true false it who what which")
)
_WHO_DID = re.compile(
    r"\b(?:who|which(?: (?:one|two))?(?: of (?:them|the \w+|these(?: \w+)?|\w+))?(?: \w+)?|someone|somebody|(?:one"
    r"|two|three|only one|exactly one|each) of (?:the |these |them\b|his |her |my |our )?(?:\w+ )?(?:\w+)?"
    r"|(?:the )?one who|whoever|(?:one|only one|a single|just one) (?:person|man|child)(?: alone)?)"
    r"(?: [a-z]+ly)? (?P<verb>(?:[a-z']+ ){0,4}[a-z]+)"
)
_BY = re.compile(
    r"\b(?:been|was|were|be|is|got) (?P<verb>[a-z]+(?:ed|en|t|ng)?)\b(?=.*\bby (?:one|someone|somebody|two|either|#))"
)
_PLACE = re.compile(
    r"\b(?:in|inside|behind|under|underneath|beneath|on|at|below|through) (?:either )?#\d|\b(?:in|inside|behind|under"
    r"|on) (?:this(?! list| page| sheet)|here|me)\b|\b(?:is|not) (?:in )?here\b|#\d+ (?:contains?|holds?|hides?|has"
    r"|conceals?|is empty)"
    r"|\bthis [a-z]+ (?:contains?|holds?|hides?|has|is empty|leads)|\b(?:contains|leads to)\b"
)
_HAS = re.compile(r"\bhas\b")
_ACCUSED = re.compile(
    r"\b(?:it|that) (?:was|is|were)\b|\bdid\b|\bguilty\b|\binnocent\b|\bthe (?:thief|culprit|murderer|killer"
    r"|winner)\b|\bsaw\b|\bit$"
)
_ORDERED = re.compile(
    rf"\b(?:{'|'.join(ORDINAL_WORDS)}|last|won|winner|ahead of|in front of|before|behind|after"
    rf"|beat)\b(?! (?:statement|of all|one|man|door|box))"
)
_RACE = re.compile(
    r"\b(?:race|order|finish(?:ed)?|ranking|places?|tie[sd]?|came|first|competition|contest|match|tournament|medals?"
    r"|exam)\b"
)
_SUPPOSED = re.compile(
    r"(?:^|\) )(?:if|given that|assuming(?: that)?|since|if you know that) (.+?),? ((?:then )?(?:who|what|which|where"
    r"|how|can you)\b.*\?)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Spoken:
    """A statement: its number, whose it is, and its words."""

    number: int
    who: int
    text: str
    reported: bool
    before: tuple[int, ...] = ()


@dataclass
class Setting:
    """A scene with its texts: what the narrator tells, what is said, and what is asked, each in plain words."""

    scene: Scene
    told: list[tuple[str, str]]  # as written, and plain
    said: list[Spoken]
    questions: list[tuple[str, str]]
    defining: frozenset[str]

    def plain(self, text: str) -> str:
        """Return a text with marks for things, sorts and values."""
        return _marked(self.scene, text)


def setting(found: Sequence[Part]) -> Setting | None:
    """Return the scene of a text in which somebody says something; None for any other."""
    if sum(bool(part.who) for part in found) < 1 or len(found) > 80:
        return None
    told = [part.text for part in found if not part.who]
    speaking = [part.who for part in found if part.who]
    kinds, implied, defining = sorts.find(told, speaking, " ".join(part.text for part in found))
    cast = Cast(found, {form for sort in kinds for form in sort.forms})
    if not 1 <= len(cast.things) <= MOST:
        return None
    scene = Scene(cast, kinds, implied, [[] for _ in cast.things])
    said = _spoken(scene, _halved(found))
    if not said or len(said) > _MOST_SAID:
        return None
    told = _supposed(told)
    plain = [(text, _marked(scene, text)) for text in told]
    made = Setting(
        scene,
        [each for each in plain if not _asks(each[0])],
        said,
        [each for each in plain if _asks(each[0])],
        defining,
    )
    _find_world(made)
    return made


def _asks(text: str) -> bool:
    return text.rstrip(" \"')").endswith("?") or bool(
        re.match(
            r"(?:(?:can|could) you |please |now |so |try to |for each [^,]*, "
            r"|(?:read|look at|study|use|consider) .*? (?:and|to) )?"
            r"(?:find|work out|tell|determine"
            r"|decide|deduce|say|name|give|identify|classify|sort|figure out|which|who|what|state|list|explain)\b",
            text,
            re.IGNORECASE,
        )
    )


def _supposed(told: Sequence[str]) -> list[str]:
    """Split the first "If only one of them lies, who did it?"; what else is supposed is another puzzle."""
    found: list[str] = []
    for text in told:
        match = _SUPPOSED.search(text)
        if match is None:
            found.append(text)
        elif found and found[-1] == "":
            continue
        else:
            found += [match[1], match[2], ""]
    return [text for text in found if text]


def _halved(found: Sequence[Part]) -> list[Part]:
    """Split what each says at "and" where the narrator says that it is half true."""
    told = " ".join(part.text for part in found if not part.who).lower()
    half = re.search(r"\bhalf\b", told) or re.search(
        r"\bone\b.{0,40}\b(?:right|true|correct|truth)\b.{0,40}\b(?:other|one)\b.{0,30}\b(?:wrong|false|incorrect|lie)"
        r"|half[- ](?:true|right)|\btwo (?:statements|predictions|results|guesses|things)\b",
        told,
    )
    own: dict[str, int] = {}
    for part in found:
        own[part.who] = own.get(part.who, 0) + 1
    if (
        not half
        or any(count > 2 for who, count in own.items() if who)
        or all(count > 1 for who, count in own.items() if who)
    ):
        return list(found)
    split: list[Part] = []
    for part in found:
        pieces = (
            [
                p
                for p in re.split(r",? (?:and|but|while) |, (?=[A-Z])", part.text)
                if _ORDERED.search(p) or (len(part.text) < 40 and " " in p)
            ]
            if part.who and own[part.who] == 1
            else []
        )
        split += [Part(piece, part.who, part.reported, part.number) for piece in pieces] if len(pieces) == 2 else [part]
    return split


def _spoken(scene: Scene, found: Sequence[Part]) -> list[Spoken]:
    said: list[Spoken] = []
    before: list[int] = []
    named: tuple[int, ...] = ()
    for part in found:
        if not part.who:
            named = tuple(int(each) for each in reversed(re.findall(r"#(\d+)", scene.cast.plain(part.text)))) or named
        for who in scene.cast.speakers(part.who) if part.who else ():
            number = len(said)
            earlier = tuple(dict.fromkeys(each for each in reversed(before) if each != who))
            said.append(
                Spoken(number, who, part.text, part.reported, earlier or tuple(each for each in named if each != who))
            )
            scene.made[who].append(number)
            before.append(who)
    return said


def _marked(scene: Scene, text: str) -> str:
    plain = scene.cast.plain(text)
    for at, sort in enumerate(scene.sorts):
        plain = re.sub(rf"(?<![\w$#-])(?:{sort.pattern.lower()})(?![\w-])", f"${at}", plain)
    if scene.world == "value":
        for at, label in enumerate(scene.labels):
            plain = re.sub(rf"(?<!\w){re.escape(label.lower())}(?!\w)", f"%{at}", plain)
    return re.sub(r"#(\d+)'(?!s)", r"#\1's", plain)


# What is to be found out.


def _find_world(made: Setting) -> None:
    scene = made.scene
    texts = [raw for raw, _ in made.told]
    told = " ".join(plain for _, plain in made.told)
    asked = " ".join(plain for _, plain in made.questions)
    said = [scene.cast.plain(each.text) for each in made.said]
    lying = days.lying_days([plain for _, plain in made.told], tuple(scene.people))
    if lying and (re.search(r"\bday\b", asked) or any(len(each) for each in lying.values())):
        scene.world, scene.labels, scene.lying = "day", days.DAYS, lying
        scene.sorts, scene.implied = (), False
        return
    _find_deeds(made, told, asked)
    if re.search(r"\b(?:what|which) (?:day|night|morning|evening|weekday)\b|\bwhen\b", asked) and 2 * sum(
        bool(days.days_in(text)) for text in said
    ) >= len(said):
        scene.world, scene.labels = "day", days.DAYS
        return
    numbers = options.numbers(texts, [each.text for each in made.said])
    has = any(thing.head for thing in scene.cast.things)
    placed = sum(bool(_PLACE.search(text if has else _HAS.sub(" ", text))) for text in said)
    ordered = sum(bool(_ORDERED.search(text)) for text in said)
    values = options.values(texts, said, len(scene.people))
    if numbers and not placed and re.search(r"\b(?:number|old|age|many|digit|code|what|which|where)\b", asked):
        scene.world, scene.labels = "number", numbers
    elif (
        values
        and not scene.sorts
        and not any(re.search(r"\b(?:in|behind|under|inside) (?:#|here|this)", text) for text in said)
    ):
        scene.world, scene.labels, scene.options = "value", values, tuple(scene.people)
        made.told = [(raw, _marked(scene, raw)) for raw, _ in made.told]
        made.questions = [(raw, _marked(scene, raw)) for raw, _ in made.questions]
    elif placed and (placed * 2 >= len(said) or re.search(r"\bwhere\b|\bin which\b", asked)):
        scene.world, scene.options = "place", _places(scene, said)
        scene.treasures = options.treasures(asked, told)
    elif (
        ordered * 2 >= len(said) and len(scene.people) > 2 and len(scene.sorts) < 3 and _RACE.search(f"{told} {asked}")
    ):
        scene.world, scene.options = "rank", _ranked(scene)
    elif _is_deed(scene, said, asked):
        scene.world, scene.options = "deed", _suspects(scene, said)
        scene.treasures = options.treasures(asked, told)
        many = re.search(r"\b(?:which|what) (two|three|four)\b", asked)
        scene.many = NUMBER_WORDS[many[1]] if many else 0
        scene.several = bool(
            re.search(
                r"\b(?:which|what|who are the|the) (?:two|three)\b|\bwho (?:are|were) (?:the )?(?!telling|lying)", asked
            )
        ) or _several(scene, told)


def _find_deeds(made: Setting, told: str, asked: str) -> None:
    found: set[str] = set()
    for text in (told, asked):
        for match in (*_WHO_DID.finditer(text), *_BY.finditer(text)):
            words = [word for word in match["verb"].split() if word not in _AUX and not word.endswith("ly")]
            sure = match.re is _BY or re.match(r"(?:who|someone|somebody|one who|whoever|the one who)\b", match[0])
            for word in words[:1] if sure else words[:2]:
                stem = verb_stem(word)
                past = word in IRREGULAR_PAST or word.endswith(("ed", "en")) or stem != word
                if (past or sure) and stem not in _NO_DEED:
                    found.add(stem)
                    break
    scene = made.scene
    scene.deeds = frozenset(found)
    wanted = re.search(
        r"\b(?:who|which(?: [a-z]+){0,3}) (?:is|are|was|were) (?:the )?([a-z]+)$|\bwho (?:is|was) the ([a-z]+)\b",
        asked.rstrip(" ?"),
    )
    sought = next((each for each in wanted.groups() if each), "") if wanted else ""
    spoken = " ".join([told, asked, *(each.text.lower() for each in made.said)])
    scene.agents = frozenset(
        word
        for word in re.findall(r"\b[a-z]+(?:er|or)s?\b", spoken)
        if verb_stem(re.sub(r"(?:er|or)s?$", "", word)) in found or verb_stem(re.sub(r"rs?$", "", word)) in found
    ) | (frozenset({sought, sought.removesuffix("s")}) if sought and sought not in _NO_AGENT else frozenset())


def _is_deed(scene: Scene, said: Sequence[str], asked: str) -> bool:
    if re.match(r"(?:so |and |but )?who (?:\w+ )?\w+ (?:which|what)\b", asked):
        return False
    if re.match(r"(?:so |and |but )?(?:who|which)\b", asked) and any(
        verb_stem(word) in scene.deeds for word in re.findall(r"[a-z]+", asked)
    ):
        return len(scene.people) > 1
    accused = sum(bool(_ACCUSED.search(text)) for text in said)
    done = sum(any(verb_stem(word) in scene.deeds or word in scene.agents for word in text.split()) for text in said)
    wanted = _ACCUSED.search(asked) or any(verb_stem(word) in scene.deeds for word in re.findall(r"[a-z]+", asked))
    if scene.sorts and not wanted:
        return False
    return (
        bool(accused or done)
        and bool(scene.deeds or accused or scene.agents)
        and (len(scene.people) > 1 or "who" in asked)
    )


def _several(scene: Scene, told: str) -> bool:
    match = re.search(r"\b(?:two|three) of (?:the |these |them\b)?(?:\w+ ?){0,2}(?:have |had )?([a-z]+)", told)
    return bool(match) and any(verb_stem(word) in scene.deeds for word in (match[0].split()[-2:] if match else ()))


def _suspects(scene: Scene, said: Sequence[str]) -> tuple[int, ...]:
    """Return who may have done it: a list of those who say nothing, if only they are named, or everyone."""
    silent = [at for at in scene.people if not scene.made[at]]
    named = {int(each) for text in said for each in re.findall(r"#(\d+)", text)}
    if len(silent) > 1 and named <= set(silent) and not any(re.search(r"\b(?:i|me)\b", text) for text in said):
        return tuple(silent)
    return tuple(scene.people)


def _places(scene: Scene, said: Sequence[str]) -> tuple[int, ...]:
    """Return where it may be: things named after "in", with those of their list."""
    named = {
        int(each)
        for text in said
        for each in re.findall(
            r"(?:in|inside|behind|under|on|at|or|nor|and) #(\d+)|^#(\d+) (?:contains|is empty|holds)", text
        )
        for each in each
        if each
    }
    groups = {scene.cast.things[at].group for at in named}
    silent = {at for at in scene.people if not scene.made[at]}
    if named and named <= silent:
        return tuple(
            at for at in scene.people if at in named or (at in silent and scene.cast.things[at].group in groups)
        )
    return tuple(scene.people)


def _ranked(scene: Scene) -> tuple[int, ...]:
    silent = [at for at in scene.people if not scene.made[at]]
    return tuple(silent) if len(silent) > 2 else tuple(scene.people)
