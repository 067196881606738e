"""Forms of sentences: what stands around a statement, how clauses are joined, and short ways to say something."""

import re

from solvent.translators.rules.rough.testimony.noun import NUMBER, STATEMENT
from solvent.translators.rules.text.words import ORDINAL_WORDS

INTERJECTION = re.compile(
    r"^(?:(?:no|yes|oh|well|ha|hey|ah|aha|nonsense|rubbish|of course|actually|in fact|frankly|honestly|look|listen"
    r"|sure|please|nope|yep|indeed|really"
    r"|anyway|anyhow|besides|funnily enough|curiously enough|strangely enough|oddly enough|lol|ok|okay|hmm+|come on"
    r"|believe me|trust me|don't be silly|sorry|officer|sir|madam|my friend|friends?|right|certainly"
    r"|exactly)(?:[,!.:;-]+ ?"
    r"|$)"
    r"|(?:no|yes|nope|yep|nah|oh|well|look|listen|ok|okay|sorry|ha|hey|um|er|haha) "
    r"(?=(?:it|i|he|she|they|we|that|there|#\d+) )"
    r"|(?:and|but|so|then|also|however|meanwhile|besides|moreover|furthermore|for|as|because),? (?=\S)"
    r"|i (?:can |do )?(?:swear|promise|assure you|tell you|say|know|think|believe|am (?:sure|certain)|saw"
    r"|can tell you|will tell you|claim)(?: for (?:sure|certain|a fact))?(?: that|,) "
    r"|(?:it is|it's) (?:clear|obvious|a fact|certain|known|(?:quite |absolutely )?true) that |the (?:truth"
    r"|fact) is(?: that|,) |believe me,? |you know,? |we (?:also )?know (?:that|for sure that) |it (?:turns"
    r"|turned|came|comes) out (?:later )?that "
    r"|(?:later|afterwards|fortunately|luckily|in the end|as it turned out(?: later)?|in truth|in reality),? |(?:he"
    r"|she|they|the \w+) (?:also )?(?:knows?|knew|finds? out|found out|learn(?:s|ed)|discover(?:s|ed)|realis(?:es|ed)"
    r"|happens to know) (?:for sure )?(?:that )?)+"
)
CORRECTED = re.compile(
    r"^.*\b(?:no,? wait|correction|scratch that|i mean|or rather)\b(?:[^:,]*, [^:]{1,30}|[^:,]*)[:,] "
)
SURELY = re.compile(
    r"(?:(?<= )|^)(?:most |quite |very |pretty )?(?:certainly|definitely|surely|clearly|obviously|undoubtedly"
    r"|absolutely|positively|truly|plainly),? (?=\S)"
)
DAY_FIRST = re.compile(r"^(yesterday|tomorrow|the day before yesterday|the day after tomorrow),? (i\b.*|#\d.*)$")
_TELLING = (
    r"(?:both|one (?:is|sentence)|all|only|neither|made|makes|told|has|had|lied|lies|tells|spoke|speaks|got|gave)"
)
ONE_ANOTHER = re.compile(
    r"(?:^|,? (?:and )?)(?:on |in |for )?(?:one|another|a (?:second|third)|the (?:other|remaining|third|fourth|last"
    r"|next))"
    rf"(?: (?:of them|(?!{_TELLING}\b)[a-z]+(?= {_TELLING}\b|,? {_TELLING}\b)|one))?(?=,? {_TELLING}\b)"
)
WHEN_ASKED = re.compile(
    r"^(?:when|on being|being|if|after being) (?:(?:they|he|she|each|the \w+) )?(?:are |is |were |was )?(?:asked"
    r"|questioned|interviewed|interrogated|confronted)[^,]*, "
)
TOPIC = re.compile(
    rf"^(?:of|among|between) (?:the |these |those )?(?:#\d+(?:, | and |, and ))*(?:#\d+"
    rf"|[^,#]{{1,30}}?)(?:, (?=(?:{NUMBER}|none|all|both|no) )|,? (?=(?:exactly|at|only|just) ))(?!.* of the others)"
)
APART = re.compile(
    r",? (?:as (?:it|we|you|they|the|he|she)\b[^,]*|however|though|in fact|of course|it seems|as always|for (?:his|her"
    r"|their) part|perhaps),"
)
EACH_HALF = re.compile(
    r"^(?=.*\b(?:each|every|everyone|everybody)\b)(?!.*\b(?:always|never|either)\b)(?=.*\b(?:true|truths?|right"
    r"|correct)\b)"
    r"(?=.*\b(?:false|lies?|lied|wrong|untrue|untruth|falsehood|incorrect|fib)\b)"
    r"(?=.*\b(?:once|half|halves|(?:one|a)\b.*\b(?:one|other|a))\b)"
    r"|^(?:exactly |only |just )?one of (?:each|every) .*\b(?:is|was) (?:true|false)$"
)
SUBJECT_END = re.compile(r"(?:#\d+|\b(?:i|we|he|she|they|you|us|them|one|nobody|it))$")
ASIDE = re.compile(
    r"^([^,#$]{2,60}?),? (?:that )?(?<=[, ])((?:only|exactly|just|precisely|at least|at most|one|two|three|four|none"
    r"|each|all|both|#\d|the \w+|of )\b.*)$"
)
WEIGHTY = re.compile(
    r"\b(?:not|unless|if|never|either|neither|nor|or|lie[sd]?|lying|true|false|truth|who|whoever|except|but)\b"
)
KNOWN = re.compile(
    r"^.*?\b(?:knows?|knew|finds? out|found out|learn(?:s|ed|t)?|discover(?:s|ed)?|certain|sure|established|turn(?:s"
    r"|ed) out|told|says?|realis(?:es|ed)|given|proves?|proved|tells|transpires|fact"
    r"|shows?|showed|swears?|confirms?|confirmed|adds?|added|whispers?|whispered"
    r"|reveals?|revealed|insists?|announces?)"
    r"(?: (?:you|us|me|him|her|them|the \w+|later|afterwards|already|for (?:sure|certain)))*(?: that (.+)$"
    rf"|:? ((?:(?:exactly|only|just|precisely|at least|at most|(?!one (?:truth|lie|true|false)){NUMBER}"
    r"|none|all|both|each|every"
    r"|neither|no|of) |#\d).+)$)"
)
LAST = re.compile(
    r",? (?:and (?:he|she|it|they) (?:was|were|is|are) right|100 ?%|definitely|obviously|lol|clearly|anyway|certainly"
    r"|really|at all|neither|acting alone|without (?:a )?doubt|of course|i (?:swear|promise|tell you)|believe me"
    r"|trust me|honest(?:ly)?|you know|as well|too|either|for sure|that is for sure|after all|again"
    r"|and that is (?:that|the truth|a fact)"
    r"|to be sure|no doubt about it|perhaps even both|or perhaps both|or both|and so on|in fact"
    r"|as it turned out(?: later)?|though|my friend|officer|sir)$"
)
CALLED = re.compile(r"^#(\d+), |, #(\d+)$")
FALSE_THAT = re.compile(
    r"^(?:it is|it's) (?:not (?:true|the case)|false|untrue|a lie|not so)(?: to say)?(?: that)? (.+)$"
    r"|^(?:not true that) (.+)$"
)
ONLY_IF = re.compile(r"^(.+?),? (?:if and only if|exactly if|exactly when|just in case|precisely when) (.+)$")
IF_FIRST = (
    re.compile(r"^(?:if|when|whenever|in case|supposing|provided) (.+?),? then (.+)$"),
    re.compile(r"^(?:if|when|whenever|in case|supposing|provided) (.+?), (.+)$"),
)
IF_LAST = re.compile(r"^(.+?),? (only if|if|provided(?: that)?|unless|whenever) (.+)$")
UNLESS = re.compile(r"^unless (.+?), (.+)$")
OR = re.compile(r",? or else |,? or ")
AND = re.compile(r";| [-\u2013\u2014]+ |,? and (?:that |also |then )?|,? but |, while |,? whereas | while |, yet |, ")
VERB = re.compile(
    r"\b(?:is|are|am|was|were|be|lie|lies|lied|lying|tells?|told|speaks?|spoke|says?|said|claims?|did|do|does|has"
    r"|have|had|makes?|made|gives?|gave|will|would|can|could|shall"
    r"|must|may|might|always|never|contains?|holds?|hides?|conceals?|leads?|got|gets?|came|comes|finished|won"
    r"|belongs?|saw|blames?|accuses?|stands?|sits?|alternates?|mixes"
    r"|cannot|not|neither|also|beat|ran|ate|took|stole|[a-z]{2,}ed)\b"
)
IT_WAS = re.compile(
    r"^(?:it|that|this|he|she|the (?:culprit|thief|one|person)(?: who did it)?|the guilty (?:one|party"
    r"|person)) (?:was|is|must be|must have been|has to be|can only (?:be|have been)|could only (?:be|have been))"
    r"(?: (?:clearly|certainly|definitely|surely|obviously|really|actually))? (?P<not>not "
    r"|never )?(?P<who>(?:(?!#\d+'s).)+?)(?:,? (?:who|that) (?P<what>.+))?$"
)
SHORT = (
    (re.compile(r"^not (#\d+)(?: (?:either|neither))?$"), r"it was not \1"),
    (re.compile(r"^(#\d+) it (?:was|is) not$"), r"it was not \1"),
    (re.compile(r"^(#\d+) (first|second|third|fourth|fifth|sixth|last)$"), r"\1 was \2"),
    (re.compile(r"^(?:that|this|it) is (?:so|true|right|correct)$|^(?:right|true|correct|agreed)$"), "that is true"),
    (re.compile(r"^(?:not (?:me|i)|not guilty|innocent|(?:it )?was not me)$"), "i did not do it"),
    (re.compile(r"^(?:me|i did|guilty|it was me|i am guilty|my fault)$"), "i did it"),
    (re.compile(r"^(?:it )?was not (.+)$"), r"it was not \1"),
    (re.compile(r"^(?:it )?was (.+)$"), r"it was \1"),
    (re.compile(r"^(?:blame|arrest|ask) (#\d+)$"), r"it was \1"),
    (re.compile(r"^(?:do not|never) (?:you )?(?:believe|trust|listen to) ([^,:]+?)(?:[,:;].*)?$"), r"\1 is lying"),
    (
        re.compile(
            r"^if (?:you|i|we|somebody|someone) (?:ask|asked|were to ask) (#\d+)[^,]*, (?:he|she|it) would (.+)$"
        ),
        r"\1 would \2",
    ),
    (re.compile(r"^i know (i .*|#\d.*)$"), r"\1"),
    (re.compile(r"^(?:you can )?(?:believe|trust) ([^,]+)$"), r"\1 is telling the truth"),
    (re.compile(r"^(.+) (?:cannot|can not|should not|is not to) be (?:trusted|believed)$"), r"\1 is lying"),
    (re.compile(r"^(?:that is|this is|what a|a) (?:a )?(?:lie|nonsense|rubbish|false|untrue|wrong)$"), "that is false"),
    (re.compile(r"^there is (?:no|not a) (%\d+) (in|inside|behind|under) (.+)$"), r"\1 is not \2 \3"),
    (
        re.compile(
            r"^(?:what|everything|all) (#\d+)(?: \w+)? (?:says?|said|just \w+(?: \w+)?) (?:about|of) \w+ (is|was) (.+)$"
        ),
        r"what \1 said \2 \3",
    ),
    (re.compile(r"^i had nothing to do with .*$"), "i did not do it"),
    (
        re.compile(r"^(?:what|everything|all) (#\d+|you|he|she) (?:just )?(?:says?|said|told \w+) (?:is|was) (.+)$"),
        r"what \1 said is \2",
    ),
    (re.compile(r"^(?:exactly |only )?(.+) among (?:us|them|the \w+)(?: \w+)? (is|are) (.+)$"), r"\1 of us \2 \3"),
)

SAME_HERE = re.compile(
    r"so (?:did|do|am|was|have|will|can) i|me too|same here|(?:i can say )?(?:exactly )?the same(?: (?:for|goes for"
    r"|with|is true of) me)?"
)
ONLY_ONE = re.compile(r"\b(?:only |just )?a single(?: one)?\b|\b(?:precisely|just exactly) one\b")
WHOLLY = re.compile(r"^(?:am|is|are|were|was|do|did)?(?: either)? ?(?:both|all) (.+?) or (?:both|all)? ?(.+)$")
SOLE = re.compile(
    r"^(?:am|is|are|was|were) the only (?:one(?: of (?:us|them))?(?: (?:who|that))? |person (?:who|that) )?(.+)$"
)
NOT_ALL = re.compile(r"^(?:am|is|are|was|were|do|did|have) not (?:both|all|each)\b(.*)$")
MORE = re.compile(
    r"(?:among \w+ \w+ |here )?(?:the )?\$(\d+) (?:are more than|outnumber) (?:the )?\$(\d+)(?: among us)?"
    r"|there are more \$(\d+) than \$(\d+)(?: .*)?"
)
SHARES = re.compile(rf"\b({NUMBER}) (?:from|of|in) each (?:\w+)$")
THERE = re.compile(
    r"^(?:there (?:is|are|was|were)|(?=(?:exactly|only|just|at (?:least|most)) .*(?:here|among us|of us)(?:,|$)))"
    r"(?: (no|not))? ?(.*?)"
    rf"({STATEMENT}|\$\d+|liars?|truth[- ]?tellers?|thie(?:f|ves)|culprits?)"
    rf"(?: (?:among|amongst|in|here|on|between|at|around|round|behind|present|sitting|standing)\b[^,]*| of us)?"
    rf"(?:, [a-z]+)?$"
)
UNKNOWN = re.compile(
    r"^(?:nobody|no one|none of us) (?:knows?|knew|saw|can say) (?:who|what|where|which)\b[^,]*, (?:but |only that )?"
)
ON_IT = re.compile(
    rf"(?:the )?(?:{STATEMENT} (?:on|of|at|under|above|by|for) )?(?:the )?(?:correct|right|winning|lucky) [a-z]+"
)
OF_OTHERS = re.compile(
    rf"^(?:the )?{STATEMENT} (?:on|of|at|under|above|by) (?=(?:the|all|both) (?:\w+ )?(?:other|rest|remaining))"
)
PARITY = re.compile(r"(?:an?|one of the) (even|odd)(?:[- ]numbered)?(?: [a-z]+)?")
WITH_IT = re.compile(
    rf"(?:the )?(?:{STATEMENT} (?:on|of|at) )?(?:the )?[\w-]+ (?:with|containing|holding|that (?:contains|holds|has)) "
    r"(?:the|a|an) [a-z]+"
)
REST = re.compile(
    rf"^(?:the |all the |both )?(?:(?P<n>{NUMBER}) )?(?:others?|rest|remaining)(?: (?P<m>{NUMBER}))?(?P<one> one)?"
    rf"(?: [a-z]+)?(?: of (?:them|us))?$|^the (?:last|{'|'.join(list(ORDINAL_WORDS)[1:])})(?: one| of them| [a-z]+)?$"
)
INNOCENT = re.compile(
    rf"(?:the |both |all )*(?:{NUMBER} )?(?:innocent|blameless|other)"
    r"(?: (?:ones?|people|persons?|men|suspects?|[a-z]+s))?"
)
