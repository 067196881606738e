"""The words by which somebody says something, and who can be meant to speak."""

import re
from collections.abc import Iterable

from solvent.translators.rules.text.words import NUMBER_WORDS, listed


def _finite(verb: str) -> Iterable[str]:
    """Yield the present and past forms of a regular verb, with what follows it ("point out")."""
    first, space, rest = verb.partition(" ")
    if first.endswith("y") and first[-2] not in "aeiou":
        forms = (first[:-1] + "ies", first[:-1] + "ied", first)
    elif first.endswith("e"):
        forms = (first + "s", first + "d", first)
    elif first.endswith(("sh", "ch", "ss", "s")):
        forms = (first + "es", first + "ed", first)
    else:
        forms = (first + "s", first + "ed", first)
    yield from (form + space + rest for form in forms)


# Levin's verbs of saying and of manner of speaking (English Verb Classes and Alternations, 37.3 and 37.7), without
# those by which nobody vouches for what they say (deny, ask, joke, sing, ...).
_REGULAR = listed(
    """state claim declare assert answer add announce remark exclaim insist maintain respond testify shout whisper
    proclaim observe protest comment counter continue affirm cry reply retort object interject interrupt admit confess
    allege argue contend mention explain report reveal confirm agree mutter mumble murmur grumble grunt growl groan moan
    mewl croak squawk squeak squeal shriek scream screech yell bellow bawl bark bleat hiss holler howl roar rumble
    snarl splutter stammer stutter wail whimper whine chirp chirrup cluck crow hoot bray boom drawl gasp pant cackle
    caw quack purr tweet beep buzz"""
)
_PHRASES = (
    "point out", "call out", "shout out", "cry out", "chime in", "pipe up", "chip in", "cut in", "join in", "burst in",
    "burst out", "blurt out", "butt in", "reply back", "shout back", "call back",
)  # fmt: skip
_IRREGULAR = (
    "says", "said", "say", "swears", "swore", "swear", "speaks up", "spoke up", "makes the following statement",
    "makes this statement", "has this to say", "chipped in", "cut in", "burst in", "burst out", "butted in",
    "goes", "had this to say", "writes", "wrote",
)  # fmt: skip
# By these one says something only together with its words: "Bo nods: ..."
_GESTURES = listed("nod sigh smile laugh shrug grin chuckle giggle sniff snort frown blush wave point beam wink")
_MANNER = (
    r"(?:(?:then|also|now|finally|next|in turn|calmly|simply|just|already|quickly|proudly|loudly|quietly|softly"
    r"|cheerfully|firmly|angrily|happily|sadly|promptly|immediately|merely|only) )?"
)
_AFTER = (
    r"(?: (?:then|in turn|calmly|simply|quickly|proudly|loudly|quietly|softly|cheerfully|firmly|angrily|happily|sadly"
    r"|at once|too|as well|in reply|with (?:a|an) (?:smile|grin|sigh|laugh|shrug|nod|frown)))?"
)
_VERBS = [form for verb in (*_REGULAR, *_PHRASES) for form in _finite(verb)]
_TELLS = (
    r"(?:tells?|told)(?! (?:the|a|an|only|no|nothing|one|two|some|us the|you the|me the|true|false|lies|truths?|fibs"
    r"|tales|stories|untruths|falsehoods|whoppers)\b)"
)
_SHAPE = "|".join(sorted({*_VERBS, *_IRREGULAR}, key=len, reverse=True))
_NODS = "|".join(form for verb in _GESTURES for form in (*_finite(verb), "nodded", "grinned", "shrugged"))

# "Bo says", "Bo quickly replied"; whoever makes a gesture and then says something.
SAYS = (
    rf"(?:(?:{_NODS})(?: (?:at|to) [\w ]{{2,20}})? and |(?:(?:shakes?|shook) (?:his|her|its|their) head) and )?"
    rf"{_MANNER}(?:{_SHAPE}|{_TELLS}){_AFTER}"
)
GESTURES = rf"(?:(?:{_NODS})|(?:shakes?|shook) (?:his|her|its|their) head)"
# What somebody does while they speak: "Ann, going red, says".
MEANWHILE = (
    r"(?:, (?:going|turning|blushing|smiling|grinning|laughing|nodding|sighing|frowning|pointing|looking)"
    r"(?: (?!(?:for|as|if|though|like|whether|not|never|out)\b)\w+){0,3},)?"
)
# Belief: it is a statement where statements are counted, but nobody's kind depends on it.
BELIEVES = (
    r"(?:(?:is|was|seemed|seems) (?:quite |very |absolutely )?(?:sure|certain|convinced|positive|adamant)"
    r"|reckons?|reckoned|predicts?|predicted|bets?|guess(?:es|ed)|forecasts?)"
)

# Adverbs that take back what a verb says, in part or wholly; all others end in -ly.
_DOUBTING = (
    "ever|never|hardly|seldom|sometimes|often|once|perhaps|maybe|almost|twice|mostly|not|always|only|instead|would"
    "|says|said|could|might|may|will|shall|should|can|must|ought|wants?|wanted|tries|tried|likes|liked|used|pretends?|pretended"
    "|refuses|refused|about|halfway|somewhere|elsewhere"
)
_PRONOUNS = (
    "i|we|you|they|them|who|if|that|which|what|nobody|no|everyone|everybody|someone|somebody|anyone|anybody|something"
    "|each|all|both|one of|none|neither|either|or|and|of them|people|exactly|these|those|at least|at most|most|some"
    "|many|few|several|others?|of|us"
)
_NOT_PERSONS = (
    "clues?|hints?|rules?|questions?|answers?|puzzle|example|task|rumours?|rumors?|legend|gossip|hearsay|memory"
    "|tradition|story|tale|book|saying|proverb|dream|fact|facts|suspects?|statements?|witnesses|people"
)
_VERBLIKE = "is|are|was|were|has|had|have|does|did|do|think|thinks|thought|heard|believes?|yesterday|when|because|as"
_NO_SPEAKER = re.compile(
    rf"^(?:on|in|at|over|above|under|{'|'.join(NUMBER_WORDS)}) |(?<![\w'-])(?:{_DOUBTING}|{_PRONOUNS}|{_NOT_PERSONS}"
    rf"|{_VERBLIKE})(?![\w'-])|\b(?!elderly|friendly|lonely|ugly|early)\w{{3,}}ly\b|Q\d+Q",
    re.IGNORECASE,
)
_DETERMINED = re.compile(r"\b(?:the|an?|my|our|his|her|your)\b ?", re.IGNORECASE)
_PROPER = re.compile(r"[A-Z][\w.'-]*")
_JOINING = frozenset(listed("in with on from the at de van von"))


class Speakers:
    """Tells who can be meant to speak, by the words of the whole text."""

    def __init__(self, text: str) -> None:
        self._words = set(re.findall(r"[a-z][\w-]*", text.lower()))
        dashed = set(re.findall(r"^\W*([A-Z]\w+) [\u2013\u2014-] \S", text, re.MULTILINE))
        self.dashed = dashed if len(dashed) > 1 else set()
        self._starts = re.findall(r"^\W*(\w+) (\w+)(?= ?[:\u2013\u2014-])", text, re.MULTILINE)

    def can_be(self, phrase: str) -> bool:
        """Whether a phrase may name somebody or something that says what follows.

        It is a pronoun, a name, a phrase with a determiner ("the woman in the hat"), or a noun of which the text has
        several ("blue box", of "three boxes"): in "Ann seldom says" and "Ann sings: ..." it is not the whole subject.
        """
        plain = phrase.strip(" .,")
        if re.fullmatch(r"he|she|it", plain, re.IGNORECASE):
            return True
        words = plain.split()
        if not re.fullmatch(r"(?:[\w.'-]+ ?){1,7}", plain) or _NO_SPEAKER.search(_DETERMINED.sub("", plain)):
            return False
        if plain.endswith("'s") or re.search(r"'s \w", plain):
            return False
        if _DETERMINED.match(plain) and len(words) > 1:
            return True
        if all(_PROPER.fullmatch(word) or word.isdecimal() or word in _JOINING for word in words):
            return not (len(words) > 1 and words[1] in _JOINING)
        last = words[-1].lower()
        if last.isdecimal() or len(last) == 1 or last in NUMBER_WORDS:
            return len(words) == 2
        return len(words) <= 3 and self._several(last)

    def _several(self, noun: str) -> bool:
        plurals = {noun + "s", noun + "es", re.sub("y$", "ies", noun), re.sub("man$", "men", noun)} - {noun}
        firsts = {first.lower() for first, last in self._starts if last.lower() == noun}
        return bool(plurals & self._words) or (len(firsts) > 1 and not noun.endswith(("s", "ed")))
