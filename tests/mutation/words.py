"""Verbs by frequency, groups of synonymous verbs, and the anatomy of a clue's text."""

import gzip
import json
import re
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources

import truth

_HOW_MANY = 1_000


def listed(text):
    """The words of a text."""
    return frozenset(text.split())


# Verbs that readers take as synonyms. Replacing a verb by one of its group is no mutation.
GROUPS = tuple(
    listed(group)
    for group in (
        "own keep have hold possess carry bring",
        "live reside stay dwell inhabit occupy settle remain rest belong place house locate station lodge board",
        "like love enjoy prefer favour favor adore appreciate fancy admire desire treasure practice practise pursue",
        "drink sip consume taste order swallow favor savour savor",
        "eat consume taste order devour serve cook prepare",
        "smoke light puff",
        "use employ utilize operate own carry",
        "drive own operate ride steer",
        "read study enjoy review",
        "play practice practise perform",
        "grow plant raise cultivate tend",
        "start begin commence open kick launch happen occur schedule",
        "finish end conclude close complete place rank",
        "happen occur start schedule",
        "perform dance appear act present compete play sing",
        "score earn receive gain collect award record win achieve",
        "sell cost price fetch auction value",
        "cost price charge sell spend",
        "pay spend charge",
        "win receive earn award claim collect gain capture",
        "make create build produce manufacture construct design develop assemble craft",
        "write author publish release pen",
        "release publish launch issue introduce",
        "visit tour explore attend travel",
        "order request purchase buy eat serve",
        "buy purchase order acquire",
        "work serve employ",
        "study learn research major attend",
        "discover find spot uncover detect identify name locate",
        "leave depart start travel",
        "arrive land return",
        "weigh measure",
        "hire book employ engage contract reserve",
        "talk speak discuss lecture present",
        "head lead direct manage run supervise chair",
        "fly pilot land travel",
        "travel head tour",
        "form create",
        "send mail post ship deliver address",
        "host organize organise present hold stage",
        "cook prepare make bake",
        "paint color colour",
        "film shoot record",
        "hold seat accommodate contain house",
        "form date originate",
        "come arrive originate hail belong",
        "marry wed partner",
        "move relocate",
        "train coach teach instruct",
        "represent support",
        "race compete run enter",
        "catch capture trap hook land",
        "throw toss pitch launch",
        "wear dress sport",
        "photograph shoot capture picture",
        "suffer treat",
        "call name title label dub",
        "own keep have buy adopt rescue walk feed raise train love purchase tend",  # a pet
        "keep own rear groom stable ride raise feed train",
        "love like play record perform hear dance study compose",  # music
        "love like play watch practice practise coach",  # a sport
        "eat like love try cook bake grill prepare order taste",  # a dish
        "love like read write borrow publish enjoy review edit print",  # a book
        "use own carry buy hold want sport rock",  # a telephone
        "love like grow plant water receive tend pick",  # flowers
        "own drive park buy rent race repair lease wash",  # a car
        "enjoy like love book plan prefer schedule arrange favor favour want",  # a holiday
        "love like wear paint choose use prefer",  # a colour
        "publish release print write produce create introduce launch issue develop announce complete schedule finish",
        "discover explore observe record report notice reveal sight study document register photograph",
        "make manufacture design develop produce build create sell release market supply ship assemble offer invent",
        "direct produce film create make shoot release head stage",
        "serve transport carry handle process move ferry",
        "score reach achieve count total obtain earn gain tally record register manage",
        "watch view see attend record",
        "download buy save receive install store purchase",
        "specialize specialise major work focus practice practise study train concentrate deal",
        "work search mine hunt operate camp prospect settle explore live stay",
        "require need take demand",
        "rent lease hire book inhabit occupy own",
        "steep brew boil cook soak",
        "break travel holiday",
        "owe pay spend charge",
        "skate perform dance compete appear",
        "offer carry serve sell provide supply",
        "talk focus report write lecture report present speak center centre",
        "finish cross complete arrive place race rank run",
        "need require want request",
    )
)
# Verbs that may stand for any link ("took the cat"), and verbs of order or company, for which no meaning is defined.
LIGHT = listed(
    """own use need seem turn end want belong contain include name call title label select pick gain acquire obtain
    claim assign follow precede lead trail join match pair link accompany relate connect associate combine attach
    identify represent identify equal mean mark involve concern share experience choose feature complement choose
    pass exceed surpass succeed rank place date list enter favour favor possess receive collect"""
)
# Verbs with which a clue denies the link, which some readers take as a negation.
DENYING = listed(
    """hate dislike refuse reject avoid deny lack fail cancel miss abandon dismiss ignore escape exclude reduce remove
    oppose stop end drop resist refuse decline discard destroy kill"""
)
PREPOSITIONS = ("at", "from", "after", "for", "with", "about", "into", "over", "against", "past", "by", "beyond")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
AUXILIARIES = listed("is are was were be been has had have does do did will would can")
_BEFORE_OBJECT = listed(
    "in on at to for from with the a an by as more less fewer somewhat sometime only first second third"
)
# Words of the list that only the table of endings takes for verbs.
_NO_VERBS = listed(
    """act wed hide pay fly leave sing ring dig lead swing bend shit spit put will die dye ground wind wound speed
    broadcast bet bust cast cost cut fit hit let quit rid set shed shut split spread thrust wet tear sew swell light
    wake dive evening even mind ked"""
)
_IRREGULAR = {"won": "win", "made": "make", "left": "leave", "paid": "pay", "sold": "sell", "ran": "run",
              "took": "take", "spoke": "speak", "threw": "throw", "wore": "wear", "ate": "eat", "drank": "drink",
              "drove": "drive", "flew": "fly", "wrote": "write", "bought": "buy", "caught": "catch", "held": "hold",
              "read": "read", "cost": "cost", "came": "come", "sent": "send", "found": "find", "had": "have",
              "went": "go", "grew": "grow", "built": "build", "led": "lead", "shot": "shoot"}  # fmt: skip


@dataclass(frozen=True)
class Verb:
    """A regular verb in three forms."""

    base: str
    present: str
    past: str


@cache
def _frequencies():
    packed = resources.files("spellchecker").joinpath("resources/en.json.gz").read_bytes()
    return json.loads(gzip.decompress(packed))


@cache
def verbs():
    """The most frequent regular verbs: words in -ed whose base, -s and -ing forms are words too."""
    counts = _frequencies()
    found = {}
    for past in counts:
        for base in _bases(past) if past.endswith("ed") and past.isalpha() else ():
            present, ing = _present(base), _progressive(base, past)
            if len(base) > 2 and base not in _NO_VERBS and all(word in counts for word in (base, present, ing)):
                found[base] = (counts[past] + counts[ing], Verb(base, present, past))
    ranked = sorted(found.values(), key=lambda each: (-each[0], each[1].base))
    return tuple(verb for _, verb in ranked[:_HOW_MANY])


def _bases(past):
    stem = past[:-2]
    if stem.endswith("i"):
        return [stem[:-1] + "y"]
    doubled = [stem[:-1]] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "bdgmnprt" else []
    return doubled or ([stem + "e"] if stem + "e" in _frequencies() else [stem])


def _present(base):
    if re.search(r"[^aeiou]y$", base):
        return base[:-1] + "ies"
    return base + ("es" if re.search(r"(?:s|x|z|ch|sh|o)$", base) else "s")


def _progressive(base, past):
    if past.endswith("ied"):
        return base + "ing"
    return past[:-2] + "ing"


def base_of(word):
    """The base form of a verb, by its ending; the word itself if it has no known ending."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    counts = _frequencies()
    if word.endswith("ed"):
        return next((base for base in _bases(word) if base in counts), word)
    for base in ([word[:-3] + "y"] if word.endswith("ies") else []) + [word[:-1], word[:-2]]:
        if word.endswith("s") and base in counts and _present(base) == word:
            return base
    return word


def form_of(base, *, present):
    """The third person of a verb, or its past tense; None for a word that is not a known verb."""
    if base == "have":
        return "has" if present else "had"
    if present:
        return _present(base) if _present(base) in _frequencies() else None
    irregular = next((past for past, known in _IRREGULAR.items() if known == base), None)
    regular = base + "d" if base.endswith("e") else re.sub(r"([^aeiou])y$", r"\1i", base) + "ed"
    return irregular or (regular if regular in _frequencies() else None)


@lru_cache(4096)
def kin(base):
    """A verb and its synonyms."""
    return frozenset({base}).union(*(group for group in GROUPS if base in group))


@dataclass(frozen=True)
class Mention:
    """A value as a clue spells it."""

    start: int
    end: int
    value: tuple[int, int]


@dataclass(frozen=True)
class Anatomy:
    """The anatomy of a clue's text, found without the rules: where it spells values, and where it has verbs."""

    text: str
    mentions: tuple[Mention, ...]

    @cached_property
    def verbs(self):
        """Spans of the finite verbs with a spelled value after them, other than auxiliaries."""
        found = []
        tokens = list(re.finditer(r"[A-Za-z0-9$'#-]+", self.text))
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            word = token[0]
            if self._inside(token.start()) or word in AUXILIARIES or not word.islower():
                continue
            finite = word in _IRREGULAR or (word.endswith(("s", "ed")) and base_of(word) != word)
            subject = before[0].lower() in ("who", "that", "which", "only")
            object_ = after[0].lower() in _BEFORE_OBJECT or after[0][0] in "0123456789$" or self._names(after)
            noun = self._ends_mention(before.end()) or (before[0].islower() and before[0] not in AUXILIARIES)
            behind = any(mention.start > token.end() for mention in self.mentions)
            if finite and len(word) > 2 and behind and object_ and (subject or noun):
                found.append(token.span())
        return tuple(found)

    def _inside(self, at):
        return any(mention.start <= at < mention.end for mention in self.mentions)

    def _ends_mention(self, at):
        return any(at in (mention.end, mention.end + 2) for mention in self.mentions)

    def _names(self, token):
        return any(mention.start == token.start() for mention in self.mentions)


@lru_cache(100_000)
def anatomy(base, number):
    """The anatomy of a clue, or None if a spelling may stand for two values."""
    text = base.clues[number].text
    found = {}
    for spelled, value in _spellings(base):
        for match in spelled.finditer(text):
            found.setdefault(match.span(), set()).add(value)
    spans = [span for span in found if not any(a <= span[0] and span[1] <= b and (a, b) != span for a, b in found)]
    if any(len(found[span]) > 1 for span in spans):
        return None
    return Anatomy(text, tuple(Mention(a, b, *found[a, b]) for a, b in sorted(spans)))


@lru_cache(1024)
def _spellings(base):
    found = []
    for c, values in enumerate(base.values):
        for i, value in enumerate(values):
            if c in base.places:
                nouns = f"(?:houses?|seats?|floors?|positions?|{re.escape(base.names[c].lower())})"
                found.append(
                    (re.compile(rf"\b(?:{ORDINALS[i]}(?= {nouns})|(?<=house ){i + 1}|(?<=floor ){i + 1})\b"), (c, i))
                )
            else:
                found.append((re.compile(rf"(?<![\w-]){re.escape(value)}(?![\w-])", re.IGNORECASE), (c, i)))
    return tuple(found)


def is_plain(base, number):
    """Whether a clue says one thing about two values, and spells each of them once."""
    clue, found = base.clues[number], anatomy(base, number)
    named = truth.values(clue.meaning)
    return (
        clue.meaning[0] in ("same", "differ", "compare")
        and len(named) == 2
        and found is not None
        and sorted(mention.value for mention in found.mentions) == sorted(named)
        and base.text.count(clue.text) == 1
    )
