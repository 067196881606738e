"""The phrases that tell what a question asks for, as patterns."""

import re

from solvent.translators.rules.text.words import NUMBER_WORDS

LEAD = re.compile(
    r"^(?:(?:so|now|then|and|but|please|ok|okay|well|also|finally|hence|therefore|in the end|"
    r"can you (?:tell me|say|find out|work out|see|figure out)|could you (?:tell me|say)|do (?:you|we) know|"
    r"can we (?:tell|say|know)|i (?:want|would like|'d like) to know|i wonder|tell (?:me|us)|say|find out|find|"
    r"(?:try to )?(?:work|figure) out|determine|deduce|explain(?: to me)?|show me|identify|name)\b[,:]?\s+)+"
    r"(?=\S)",
    re.IGNORECASE,
)
# "Ada need not own the cat" does not say that she does not own it, nor do two negations say one.
LENIENT = (
    r"\b(?:not|never) (?:have|has|had|need|needs) to\b|\bneed not\b|\bneedn't\b|"
    r"\bnot (?:impossible|ruled out|excluded|inconceivable|forbidden|false|untrue|wrong)\b|"
    r"\bnot (?:certain|sure|definite|necessary|known|clear|provable|proven|established|guaranteed|inevitable)"
    r" (?:that|for)\b"
)
# "Who lives in house 1 and who in house 2?" asks two things.
TWO = r"\b(?:and|or|but) (?:(?:in|on|at|to|with|from|for|by|of) )?(?:who|whom|whose|what|which|where|when|how)\b"
SHORT = {
    "can't": "cannot", "cant": "cannot", "can not": "cannot", "couldn't": "could not", "who's": "who is",
    "what's": "what is", "where's": "where is", "when's": "when is", "how's": "how is", "mustn't": "must not",
    "won't": "will not", "mightn't": "might not",
}  # fmt: skip
ADVERBS = re.compile(
    r"\s+(?:definitely|certainly|necessarily|always|surely|really|actually|ever|also|still|indeed|possibly)\b"
    r"(?!\s+(?:the case|true|so)\b)",
    re.IGNORECASE,
)
IDLE = (
    r"redundant|superfluous|unnecessary|unneeded|dispensable|surplus|needless|useless|extra|spare|not "
    r"(?:really )?(?:needed|necessary|required|used)|"
    r"(?:can|could|may|might) be (?:dropped|left out|omitted|removed|deleted|done without)|(?:can|could) (?:i|we|you) "
    r"(?:drop|omit|leave out|remove|do without)|(?:do|did) (?:i|we|you) not need|implied by the (?:others|other clues)"
)
NEEDED = r"needed|necessary|required|essential|indispensable|necessarily needed"
CLUES = r"(?:clues?|hints?|conditions?|statements?|constraints?|facts?)"
NUMBER = rf"(?:no\.? |number |numbers |#)?(?:\d+|{'|'.join(NUMBER_WORDS)})"
REF = rf"(?:the )?{CLUES} ({NUMBER}(?:(?:\s*,\s*|\s*,?\s+(?:and|or)\s+|\s*&\s*){NUMBER})*)"
AWAY = (
    r"(?:(?:was|were|is|are|had been|got|gets|be|being|would be) )?(?:dropped|removed|deleted|omitted|left out|ignored|"
    r"skipped|crossed out|struck|struck out|missing|not there|absent|disregarded|gone|taken away|not given)"
)
WRONG = (
    r"(?:(?:was|were|is|are|had been|be|being|would be) )?(?:false|wrong|untrue|a lie|lies|lying|not true|negated|"
    r"reversed|inverted|turned around|turned into its opposite|the opposite|the other way round)|(?:did|does) not hold"
)
DROPS = (
    r"(?:i |we |you |one )?(?:drops?|removed?s?|deletes?|omits?|leaves? out|ignores?|skips?|cross(?:es)? out|forget)"
)
HOLDS = r"(?:held|holds|was true|were true|is true|instead)"
GIVEN: tuple[tuple[str, str], ...] = (
    ("dropped", rf"(?:if|when|suppose|supposing|with|assuming)(?: that)? {REF} {AWAY}"),
    ("dropped", rf"(?:if|when|by) {DROPS} {REF}"),
    ("dropped", rf"(?:without|leaving out|dropping|removing|ignoring|omitting) {REF}"),
    ("opposed", rf"(?:if|when|suppose|supposing|with|assuming)(?: that)? {REF} {WRONG}"),
    ("opposed", rf"(?:if|when|with) (?:the )?(?:opposite|negation|contrary|reverse) of {REF}(?: {HOLDS})?"),
    ("opposed", rf"(?:if|when|by) (?:i |we |you )?(?:negat\w+|revers\w+|invert\w+) {REF}"),
)  # fmt: skip
SUPPOSES = re.compile(r"\b(?:if|suppose|supposing|assuming|given that|unless|provided|without)\b", re.IGNORECASE)
CHANGES = (
    r"(?:(?:and )?(?:then )?)?(?:what(?: (?:would|will|does|do|is|could|might|else))?(?: (?:changes?|happens?|"
    r"follow|follows|be different|be|the answers?|the solutions?))*|how (?:would|does|do|will) (?:the |that )?"
    r"(?:answers?|solutions?|puzzle|things)? ?(?:change|differ|look)?|"
    r"(?:would|does|do|will|is|are) (?:the |there |it )?(?:answers?|solutions?|puzzle|anything|any|only one|one|"
    r"unique)?(?: (?:answers?|solutions?|still|changes?|be|unique|the same|different|stay|have|only|one|a|left|"
    r"remain))*)?"
)
ANSWERS = (
    r"(?:answers?|solutions?|arrangements?|ways?|possibilities|possibility|outcomes?|assignments?|possible worlds?)"
)
THERE = (
    r"(?:are there|is there|there are|exist|remain|remains|left|are left|are possible|can there be|could there be|"
    r"would there be|has it|(?:does|do|would|will|can|could) (?:the puzzle|this puzzle|it|this|the clues|they|this "
    r"one) (?:have|has|allow|leave|admit)|in total|altogether|to solve (?:it|this|the puzzle|this puzzle)|"
    r"(?:fit|satisfy)(?: all)?(?: the)? clues|does this have|of (?:it|this puzzle|the puzzle)|for it)"
)
WHERE = r"(?:in which|where|such that|so that|for which|if|when|that have|with|in that)"
SURE = (
    r"certain|sure|definite|necessary|true|so|right|correct|the case|known|clear|provable|proven|established|given|"
    r"guaranteed|unavoidable|inevitable|a fact|necessarily (?:true|so|the case)|always true|always so"
)
MAYBE = r"possible|conceivable|allowed|imaginable|consistent|permitted|feasible|open"
NEVER = r"impossible|ruled out|excluded|out of the question|inconceivable|forbidden|contradictory|inconsistent"
UNIQUE = (
    rf"(?:is there|are there|is|are)(?: the| more than| only| exactly| just| a| an)* (?:one |single |unique |other |"
    rf"another |it )?(?:{ANSWERS}|it)(?: unique| {THERE})?|(?:does|has) (?:the puzzle|this puzzle|it)(?: have)? "
    rf"(?:only |exactly |more than |just |a )*(?:one |unique |single )?{ANSWERS}"
)
FOLLOWS = (
    r"(?:does it (?:necessarily )?follow|must it be(?: the case| so| true)?|do we know|do the clues (?:imply|say|mean|"
    r"entail)|can (?:we|you|i|one) (?:conclude|deduce|infer|prove|be sure|be certain)|has it to be) (?:that )"
)
