"""What the narrator tells of the statements of one: "both of Ann's are true", "the sign on the ring's box is false"."""

import re

from solvent.translators.rules.statements.language import Statement, denied, exactly, implies, some
from solvent.translators.rules.statements.nouns import number
from solvent.translators.rules.testimony.frame import Frame
from solvent.translators.rules.text.words import NUMBER_WORDS

_NUMBERS = "|".join([*NUMBER_WORDS, r"\d+"])


def halves(plain: str, frame: Frame) -> tuple[Statement, ...] | None:
    """Read "each of them makes one true and one false statement"."""
    if any(len(made) not in (0, 2) for made in frame.made):
        return None
    each = (
        r"(?:(?:when asked|when questioned|when they (?:are|were) (?:asked|questioned)|under questioning),? )?"
        r"(?:each|every|everyone|everybody)(?: (?:one )?of (?:the"
        rf"m|the|these|those|us)?)?(?: ?(?:{_NUMBERS}))?(?: ?(?:{frame.cast.noun}))?(?: had| has| have)?"
    )
    forms = (
        (
            rf"{each} (?:makes?|made|gives?|gave|says?|said) (?:exactly )?one true (?:(?:statement|thing|remark) )?and "
            r"(?:exactly )?one (?:false|untrue)(?: statement| one| thing| remark)?(?: each)?"
        ),
        (
            rf"{each} (?:makes?|made|gives?|gave) two statements,? (?:exactly |only )?(?:one of (?:whic"
            r"h|them)|one) (?:is|was) true and (?:the other|one)(?: one)?(?: (?:is"
            r"|was))? (?:false|a lie)"
        ),
        (
            rf"{each} (?:makes?|made|gives?|gave) two statements,? (?:of which )?(?:exactly "
            r"|only )?(?:one of (?:which|them)|one) (?:is|was) (?:true|false)"
        ),
        rf"{each} (?:tells?|told) the truth (?:exactly )?once and (?:lies|lied) (?:exactly )?once",
        rf"{each} (?:tells?|told) (?:exactly )?one truth and (?:exactly )?one lie",
        r"(?:exactly |only )?one of each (?:\w+)'s (?:two )?statements is (?:true|false)",
        rf"(?:exactly |only )?one of the (?:two )?statements (?:made by|of) {each} is (?:true|false)",
    )
    if not any(re.fullmatch(form, plain, re.IGNORECASE) for form in forms):
        return None
    return tuple(exactly(1, [frame.true(each) for each in made]) for made in frame.made if made)


def own(plain: str, frame: Frame) -> tuple[Statement, ...] | None:
    """Read "Ann made one true statement and one false one", "both of Ann's statements are true"."""
    made = {name: frame.made[thing] for name, thing in frame.cast.names.items()}
    who = rf"(?:the )?(?P<who>{'|'.join(re.escape(name) for name in made)})"
    noun = r"(?:statements?|claims?|sentences?|answers?|remarks?|assertions?)"
    number_of = rf"(?P<number>{_NUMBERS})"
    mixed = re.fullmatch(
        rf"{who} (?:makes|made|gives|gave) (?:exactly )?one true (?:{noun} )?and (?:exactly )?one (?:false|untrue)"
        rf"(?: one| {noun})?|(?:exactly |only |just )?one of (?:the two )?(?:(?P<whose>\w+)'s )(?:two )?{noun}"
        r" (?:is|was) (?:true|false)",
        plain,
    )
    if mixed:
        numbers = made.get(mixed["who"] or mixed["whose"], ())
        return (exactly(1, [frame.true(each) for each in numbers]),) if len(numbers) == 2 else None
    alone = re.fullmatch(
        rf"(?:both of )?{who}'s (?:{number_of} )?{noun} (?:is|are|was|were) (?:both |all )?(?P<true>true|false)"
        rf"|(?:both|all) (?:{_NUMBERS} )?(?:of )?{who.replace('who', 'whose')}'s"
        rf" (?:{number_of.replace('number', 'other')} )?{noun} (?:are|were) (?P<so>true|false)",
        plain,
    )
    if alone is None:
        return None
    numbers = made[alone["who"] or alone["whose"]]
    size = alone["number"] or alone["other"]
    if not numbers or (size and number(size) != len(numbers)):
        return None
    so = (alone["true"] or alone["so"]).lower() == "true"
    return tuple(frame.true(each) if so else denied(frame.true(each)) for each in numbers)


def on_the_one(plain: str, frame: Frame, *, after: bool = False) -> tuple[Statement, ...] | None:
    """Read "the sign on the box with the ring is false, and exactly one other sign is false".

    `after` says that the sentence before was of this form: "what is written on the others is true" goes on with it.
    """
    deed = frame.deed
    if deed is None or not deed.place or frame.sorts or not frame.single or not frame.one_each:
        return None
    if not all(frame.made):
        return None
    sign = r"(?:signs?|labels?|inscriptions?|notes?|statements?|notices?|messages?)"
    thing = rf"(?:the|a) (?:{'|'.join(map(re.escape, sorted(deed.objects)))})"
    others = (
        rf"(?:(?:the {sign}|what is written|what it says|those) )?(?:(?:on|of|at"
        rf"|above) )?(?:all )?(?:the )?(?:others?|rest)"
        rf"(?: (?P<n>{_NUMBERS}))?(?: (?:{sign}|{frame.cast.noun}))? (?:is|are) (?:both |all )?(?P<so>true|false)"
    )
    end = re.search(rf"(?:^|(?<=true)|(?<=false)),? ?(?:(?:and|but|while) )?{others}$", plain, re.IGNORECASE)
    if end and (not end["n"] or number(end["n"]) == frame.count - 1) and (end.start() or after):
        so = end["so"].lower() == "true"
        first = on_the_one(plain[: end.start()], frame) if end.start() else ()
        if first is None:
            return None
        said = [frame.true(made[0]) for made in frame.made]
        return (*first, *(some((frame.did(t), each if so else denied(each))) for t, each in enumerate(said)))
    match = re.fullmatch(
        rf"(?:the {sign}|what is written|what it says) (?:on|of|at|above) the (?:{frame.cast.noun}) (?:with"
        rf"|(?:that|which)"
        rf" (?:contains|holds|hides|conceals|has)|containing|holding) {thing} is (?P<so>true|false)(?:,? (?:and"
        rf"|but|while)"
        rf" (?:there(?: is|'s) )?(?:exactly|only|just) (?P<more>{_NUMBERS}) (?:(?:more|other"
        rf"|further) (?P<same>true|false)"
        rf" (?:{sign}|one)|(?:more|other|further|of the others?)(?: {sign}| ones?)? (?:is|are) (?P<others>true"
        r"|false)))?",
        plain,
        re.IGNORECASE,
    )
    if match is None:
        return None
    true = [frame.true(made[0]) for made in frame.made]
    so = match["so"].lower()
    stated = [implies(frame.did(thing), each if so == "true" else denied(each)) for thing, each in enumerate(true)]
    if match["more"]:
        if (match["same"] or match["others"]).lower() != so:
            return None
        stated.append(exactly(1 + number(match["more"]), true if so == "true" else [denied(each) for each in true]))
    return tuple(stated)
