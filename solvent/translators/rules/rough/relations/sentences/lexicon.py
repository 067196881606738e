"""The closed words of the rough grammar: what compares, denies, joins or counts, as regular expressions by kind."""

import re

from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS, TENS, listed

_NUMBERS = "|".join(sorted({*NUMBER_WORDS, *TENS} - {"zero"}, key=len, reverse=True))
NUMBER = rf"(?:\d{{1,9}}(?:,\d{{3}})*(?:\.\d{{1,2}})?|{_NUMBERS}|half an?|an?(?= )|another|a couple of)"
_ORDINALS = "|".join(sorted(ORDINAL_WORDS, key=len, reverse=True)) + r"|\d{1,2}(?:st|nd|rd|th)"
STEPS = (
    r"(?:places?|positions?|spots?|slots?|seats?|chairs?|stools?|houses?|doors?|rooms?|floors?|store?ys?|stories|"
    r"levels?|"
    r"shelf|shelves|steps?|rungs?|lanes?|hooks?|boxes|stops?|turns?|ranks?|grades?|spaces?|numbers?|desks?|plots?|"
    r"rows?)"
)
_SPANS = (
    r"(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|dollars?|euros?|pounds?|pence|cents?|bucks|points?|"
    r"met(?:re|er)s?|kilomet(?:re|er)s?|miles?|feet|foot|inch(?:es)?|centimet(?:re|er)s?|cm|km|kg|kilos?|grams?|"
    r"(?:week|birth)?days?|nights?|evenings?|mornings?|weekdays?|candles?|goals?|votes?|percent|%|centur(?:y|ies)|decades?|people|person|"
    r"others?|m|lbs?|oz|ft|g|mm|min|hrs?|lit(?:re|er)s?|carats?)"
)
_ADVERBS = (
    r"(?:immediately|directly|right|just|straight|one|next|exactly|somewhere|further|farther|higher|lower|up|down)"
)
_COMPARED = (
    r"(?:[a-z]+'s (?:senior|junior)|"
    r"more|less|fewer|worse|behind|ahead|before|after|above|below|under|over|beneath|away|apart|prior|in front|"
    r"in advance|to the|to (?:his|her|its|their)|from|past|left|right|east|west|north|south|(?:up|down) from|clockwise|"
    r"counter-?clockwise|anti-?clockwise|between|(?!other\b|either\b|rather\b|number\b)[a-z]+er\b)"
)

# "two years older", "three places behind", "$5 more", "the day after"
DIFFERENCE = re.compile(
    rf"(?:\b(?P<bound>at least|at most|more than|less than|exactly|just|only|precisely|fully)\s)?"
    rf"(?:(?:(?<=\bis )|(?<=mber )|(?<=tly )|(?<=ust )|(?<=was ))(?P<one>one)(?= (?:lower|higher|more|less|fewer|"
    rf"greater|smaller|larger))|"
    rf"[$\u00a3\u20ac]\s?(?P<money>\d[\d,]*)|\b(?P<number>{NUMBER})[ -]"
    rf"(?P<unit>(?<!\bone )(?<!\ba )(?<!\ban )(?:(?!is|was|has|does)[a-z]{{2,}}s)\b(?! of)|"
    rf"(?!(?:weighs?|costs?|got|has|had|won|ran|sold|paid|made|took|did|does|is|was|"
    rf"and|but|or|who|[a-z]+ed)\b)[a-z]+"
    rf"(?= (?:more|less|fewer) than)|(?:(?:more|full|whole|other|calendar|house|seat|room|floor)[ -])?"
    rf"(?:{STEPS}|{_SPANS})\b)?"
    rf"(?:(?P<half>\s?and a half)\s)?)\s?"
    rf"(?:further |farther )?(?={_COMPARED}\b)"
)
BY = re.compile(
    rf"\bby (?:exactly |just |only )?(?:[$\u00a3\u20ac]\s?(?P<money>\d[\d,]*)|"
    rf"(?P<number>{NUMBER})[ -]?(?P<unit>{STEPS}|{_SPANS})?)"
    r"(?=\s*(?:[.,;!]|$))"
)
ONE_STEP = re.compile(
    rf"\bthe (?:very )?(?:(?:next|following) )?(?P<unit>{STEPS}|day|night|evening|morning|weekday|month|week|year|hour)"
    rf" (?=(?:{_ADVERBS} )?(?:after|before|above|below|behind|following|preceding|ahead|prior|under)\b)"
    r"|\bthe first (?:\w+ )?(?=after\b)|\bthe next (?:one )?(?:\w+ )?(?=after\b|before\b)|\b(?:very )?next (?=after\b)"
)

_OF = r"(?: of| from| than)"
_SIDE = r"(?:-hand)?(?: hand)?(?: side| neighbou?r| end)?"


def _toward(side: str) -> str:
    return (
        rf"(?:to|on|at) (?:the|his|her|its|their)(?: immediate| direct)? (?:far )?{side}{_SIDE}(?:{_OF})?|"
        rf"(?:further|farther|more) (?:to the )?{side}(?:wards?)?(?: than)?|{side}{_SIDE}(?:wards?)?{_OF}|"
        rf"{side}(?:-hand)? neighbou?r(?: of)?|neighbou?r (?:on|to) the {side}|(?<='s ){side}(?:-hand)?(?: side)?|"
        rf"(?<='s immediate ){side}"
    )


_TIME_SPAN = r"(?: in the (?:week|year|day|month|season|morning|evening|afternoon|alphabet))?"
# Kinds of comparison: (pattern, sign in ascending order, axis); "" is any axis
DIRECTIONS: tuple[tuple[str, int, str], ...] = (
    (_toward("left"), -1, "left"),
    (_toward("right"), 1, "left"),
    (_toward("west(?:ern)?"), -1, "west"),
    (_toward("east(?:ern)?"), 1, "west"),
    (_toward("north(?:ern)?"), -1, "north"),
    (_toward("south(?:ern)?"), 1, "north"),
    (r"(?:counter-?|anti-?)clockwise(?: from| of)?", 1, "circle"),
    (r"clockwise(?: from| of)?", -1, "circle"),
    (rf"(?:was |is |were )?(?:immediately |directly )?followed(?: {_ADVERBS})? by|precede[sd]?|preceding", -1, "time"),
    (r"(?:was |is )?preceded(?: \w+ly)? by|follow(?:s|ed|ing)?", 1, "time"),
    (rf"(?:earlier|sooner){_TIME_SPAN} than|before|prior to|in advance of|born before", -1, "time"),
    (rf"later{_TIME_SPAN} than|after|since", 1, "time"),
    (
        (
            r"ahead of|in front of|ahead|beats?|beaten(?! by)|defeat(?:s|ed)?|outr[au]ns?|out(?:did|does|"
            r"[a-z]{3,}(?:s|ed))|overtook|won against|catch"
        ),
        -1,
        "rank",
    ),
    (r"behind|in back of|(?:was |is )?beaten by|lo(?:st|ses?) to|defeated by|trail(?:s|ed|ing)", 1, "rank"),
    (r"junior(?: to)?", -1, "age"),
    (r"senior(?: to)?", 1, "age"),
    (
        (
            r"further up(?: than)?|on top of|"
            r"higher(?: up)? than|overtops?|towers? over|above|over(?= «|the )|upstairs from"
        ),
        1,
        "vertical",
    ),
    (r"further down(?: than)?|lower(?: down)? than|below|under(?:neath)?|beneath|downstairs from", -1, "vertical"),
)

AXES = {
    "age": "older elder younger newer eldest oldest youngest newest old young",
    "height": "taller shorter higher lower tall short",
    "weight": "heavier lighter heavy light weighs weighed weigh",
    "price": "dearer pricier costlier cheaper expensive costly paid spent cost costs pays cheap dear",
    "speed": "faster quicker slower fast quick slow",
    "length": "longer shorter farther further",
    "time": "earlier later sooner longer shorter",
    "rank": "better worse faster slower higher lower",
    "vertical": "higher lower",
    "wealth": "richer poorer",
    "warmth": "hotter warmer colder cooler",
}
LESS = frozenset(
    listed(
        """less fewer younger newer shorter smaller lower lighter cheaper slower poorer colder cooler
        shallower narrower thinner weaker darker quieter nearer closer softer easier worse earlier
        sooner slimmer least fewest worst"""
    )
)
_NOT_COMPARATIVE = (
    r"(?:other|either|rather|neither|whether|another|never|ever|under|over|after|together|number|order|later)"
)

PATTERNS: tuple[tuple[str, str], ...] = (
    (
        "IDIOM",
        (
            r"(?:before|after)(?=\W*$| ?[.;])|as well|too|(?:look|take|run)(?:s|ed|ing)? after|looking after|"
            r"named after|for (?:any|every)(?:thing|one|body) (?:but|except|other than)|"
            r"(?:nobody|no one|nothing) (?:but|except|other than)|"
            r"one (?:after|behind|above|beside|next to|on top of) (?:the other|another)"
        ),
    ),
    (
        "NEXTDAY",
        (
            r"the (?:very )?(?:next|following) (?:day|week|month|year|morning|evening|night|one|house|seat|"
            r"place)(?=\W*$|[.,;])|"
            r"the (?:day|week|month|year) after(?=\W*$|[.,;])"
        ),
    ),
    (
        "CONTRAST",
        (
            r"rather than|instead of|(?:someone|somebody|something|anyone|a (?:person|man|woman))? ?other than|"
            r"but not|unlike|"
            r"anything but|everything but|everyone but|anyone but"
        ),
    ),
    (
        "ALLBUT",
        (
            r"(?:than|before|after|behind|ahead of|beat|above|below) (?:all|any|every|each)(?:one|body|"
            r"thing)?(?: of)?(?: the)?"
            r"(?: others?(?: \w+)?| else| (?:three|four|five|six|seven))?"
        ),
    ),
    ("ONLYIF", r"only if|only when"),
    ("IFF", r"if and only if|exactly if|just if"),
    ("UNLESS", r"unless"),
    ("IF", r"if|whenever|provided(?: that)?|in case"),
    ("THEN", r"then"),
    (
        "NEITHERONE",
        (
            r"neither (?:did|does|do|is|was|has|had|can|will|are|were)|nor (?:did|does|do|is|was|has|had|can|will|are|"
            r"were)"
        ),
    ),
    (
        "SO",
        (
            r"the same (?:goes|is true|applies|holds|is the case) (?:for|of|to|with)|"
            r"so (?:did|does|do|is|was|has|had|can|are|were)|as (?:did|does|do|is|was|has)|just like"
        ),
    ),
    ("NEITHER", r"neither(?: of)?|none of"),
    ("NOR", r"nor"),
    ("EITHER", r"either|one of(?! the (?:ends|two))"),
    ("OTHERONE", r"(?:the|and) other(?: one)?(?! than)|the second(?= is| has)"),
    ("ONE", r"one(?: of them)? (?=is|has|was|comes|lives|likes|owns|plays|drives|works|drinks|eats)"),
    (
        "FACTOR",
        (
            r"(?:exactly |just )?(?P<factor>twice|double|half(?: of)?|thrice|(?:\w+) times)(?: (?:as|the|what|that|"
            r"more)| (?=«))"
        ),
    ),
    ("AS", r"as (?=«|the |that |his |her |in |on |from |much as|many as)|what"),
    (
        "DIFFERENT",
        (
            r"different (?:people|persons?|women|men|friends|things|\w+s)|not the same(?: \w+)?|(?:all|are|is|"
            r"was) different|"
            r"(?:is|are) distinct"
        ),
    ),
    (
        "SOCIAL",
        (
            r"(?:(?:plays?|played|playing|met|meets?|dined|danced|shares?|shared|talks?|talked|spoke|chatted|"
            r"friends?|lunch|dinner|argued|cards|chess|tennis) (?:\w+ ){0,2}"
            r"(?:with|against))|(?:is |was |are )?(?:best |good |close )?friends?(?: of| with)?|know|knows|knew|met|"
            r"admires?|"
            r"envie[sd]|"
            r"(?!sit|sat|stand|stood|liv)[a-z]+ (?:\w+ ){0,3}together|"
            r"invited|helped|congratulated|(?:is|are|was) (?:married|related|engaged) to|"
            r"(?:play|work|dine|share|travel)(?:s|ed)? (?:\w+ ){0,2}together"
        ),
    ),
    (
        "KIN",
        (
            r"(?:younger |older |twin |little |big |best )?(?:brother|sister|sibling|cousin|wife|husband|spouse|"
            r"mother|father|"
            r"uncle|aunt|nephew|niece|roommate|flatmate|friend|boss|teammate)(?:-in-law)?(?: of)?"
        ),
    ),
    (
        "BESIDE",
        (
            r"(?:immediate |direct |close |next[- ]?door |nearest )*neighbou?r(?:s|ing)?(?: of| to)?|"
            r"next[- ]?door(?: to| from)?|"
            r"next to(?: each other| one another)?|beside|alongside|adjacent(?: to)?|border(?:s|ing)|touch(?:es|ing)?|"
            r"side by side|consecutive(?:ly)?|by the side of|rubs? shoulders with|coupled to"
        ),
    ),
    (
        "OPPOSITE",
        (
            r"(?:directly |exactly |straight |diametrically )?(?:opposite|across(?: the \w+)?(?: from)?|fac(?:es|ed|"
            r"ing))(?: of| to)?"
        ),
    ),
    (
        "BETWEEN",
        (
            r"(?:in )?between|(?:has|have|with|separated by|flanked by)(?= «\d+» and «\d+» as neighbours)|"
            r"flanked by|separates?|separated by"
        ),
    ),
    ("APART", r"apart|away from|differ(?:s)? by|from each other"),
    ("EACHOTHER", r"each other|one another"),
    ("RESPECTIVELY", r"respectively|in that order|in this order"),
    (
        "ANYORDER",
        (
            r"(?:not necessarily )?in (?:some|either|any|no particular|whichever|a different) order|"
            r"not necessarily in (?:that|this) order"
        ),
    ),
    ("SAME", r"the same|same"),
    (
        "IMM",
        (
            r"immediately|directly|just|straight|right(?= (?:after|before|behind|below|above|ahead|in|next|of|under|"
            r"on|between))|"
            r"(?:the )?next(?: one)?|adjacent"
        ),
    ),
    ("SOMEWHERE", r"somewhere|sometime|some time|some place|at some point"),
    *((f"D{n}", pattern) for n, (pattern, _, _) in enumerate(DIRECTIONS)),
    (
        "OFTWO",
        r"the (?P<oftwo>[a-z]{2,}er)(?: one)? of (?:the two|those two|them|that pair|the pair)",
    ),
    (
        "COMPARATIVE",
        (
            rf"(?:much |far |a bit |slightly )?(?P<comparative>(?:more|less) (?P<adjective>[a-z]+(?:ive|ly|ous|ful|"
            rf"ular|able|ent|ult))|"
            rf"more|less|fewer|worse|later|(?!{_NOT_COMPARATIVE}\b)[a-z]{{2,}}er)(?=\b[^.;]{{0,60}}\bthan\b)"
        ),
    ),
    ("THAN", r"than"),
    (
        "WITHOUT",
        (
            r"without|lacks?|lacking|can(?:not| not)? stand|hates?|dislikes?|loathes?|detests?|avoids?|refuse[sd]?|"
            r"bores?|(?:is|was) allergic to|finds(?= [^.;]{1,40} (?:boring|dull|tedious|awful|disgusting))|"
            r"(?:(?<=is )|(?<=are )|(?<=was )|(?<=were ))(?:ruled )?out(?: of the question)?"
            r"(?=,? (?:for|as)\b| ?[.,;]|$)"
        ),
    ),
    ("NOBODY", r"nobody|no one|no-one|none|nothing"),
    ("NOT", r"not|never|no"),
    ("THOSE", r"(?<=and )(?:that|those)(?= (?:on|in|at|of|with|from) )"),
    ("THATONE", r"(?:(?<=, )|(?<=, and )|(?<=, but )|(?<=; )|^)that(?= (?:[a-z]+ly )?(?:is|was) )"),
    ("WHO", r"who|whose|which|that|where|whom"),
    ("BOTH", r"both|all(?: of)?"),
    ("BUT", r"but|yet|while|whereas|although|though|however|because|since|so that|so(?= )"),
    ("AND", r"and|&|plus"),
    ("OR", r"or(?: else)?"),
    ("LATTER", r"the latter"),
    ("FORMER", r"the former"),
    (
        "SUBJECT",
        (
            r"that(?= (?:certainly |definitely )?(?:is|was|are|were) )|he|she|they|it|this person|this one|"
            r"this(?= (?:is|was|has))"
        ),
    ),
    ("OBJECT", r"hers|theirs|his(?= ?(?:[.,;]|$))|him|her(?! [a-z«])|them|himself|herself"),
    ("POSSESSIVE", r"his|her|its|their|my"),
    (
        "HEDGE",
        (
            r"as [a-z]+ (?:[a-z«»0-9]+ ){0,3}as possible|maybe|perhaps|possibly|probably|might|"
            r"(?:may|could)(?! not)|except|some of|most of|at least|at most|"
            r"exactly|only|every|"
            r"must|cannot both|often|usually"
        ),
    ),
    ("DET", r"the|an?|this|these|those|whoever|someone|somebody|anyone|each|our|every"),
    ("PREP", r"from|with|in|of|at|on|by|for|to|'s|'|wearing|named|called|as|into|up|out|down|is(?= from)|own"),
    ("NUM", rf"(?:exactly |only )?(?P<count>{_NUMBERS}|\d+)"),
    ("WORD", r"[^\W\d_][\w'-]*"),
)
ORDINALS = _ORDINALS
