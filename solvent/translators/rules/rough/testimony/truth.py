"""Words for telling the truth and for lying."""

import re

from solvent.translators.rules.rough.testimony.noun import STATEMENT

_TAIL = (
    r"(?: (?:about|to (?:us|you|me|him|her|them|the)|here|now|this|when|if|in saying|in what|by saying|for|of us"
    r"|among|every|with|who"
    r"|because|as usual|there)\b(?:(?!,|\b(?:and|or|but)\b).)*)?"
)
TRUTHFUL = re.compile(
    r"(?:(?:tell|tells|telling|told|speak|speaks|speaking|spoke|spoken|saying|says?|said|makes?|made|making|utter(?:s"
    r"|ed)?|giv(?:es?|ing)|gave)"
    r"(?: (?:you|me|us|him|her))? (?:only |nothing but )?(?:the |an? )?(?:whole )?(?:truth|true|truths|correct"
    r"|right)\b(?: (?!(?:and|or|but)\b)\w+)*"
    r"|(?:an? |the )?(?:truthful|honest|right|correct|sincere|true|trustworthy|accurate|genuine)(?: (?:one|person|man"
    r"|woman|statements?|ones|label|sign|inscription|claims?"
    r"|people|[a-z]+))?|(?:an? |the )?truth[- ]?tellers?|to be (?:trusted|believed)|got (?:it|that|this) right"
    r"|(?:predicted|guessed|answered)(?: it)? (?:correctly|right|rightly)"
    r"|the truth)" + _TAIL
)
LYING = re.compile(
    r"(?:lie|lies|lying|lied|lyin|fibbing|fibs?|fibbed|(?:(?:tell|tells|telling|told|speak|speaks|spoke|saying|says?"
    r"|said|makes?|made|making|giv(?:es?|ing)|gave)"
    r"(?: (?:you|me|us|him|her))? (?:only |nothing but )?(?:an? |the )?(?:lies?|fibs?|untruths?|falsehoods?|whoppers?"
    r"|false|untrue|incorrect|wrong|tall)\b(?: (?!(?:and|or|but)\b)\w+)*)"
    r"|(?:an? |the |one of the )?(?:liars?|fibbers?|false|untrue|wrong|mistaken|incorrect|dishonest|untruthful|lie"
    r"|lies)"
    r"(?: (?:one|person|man|woman|statements?|ones|label|sign|inscription|claims?|people))?"
    r"|got (?:it|that|this) wrong)" + _TAIL
)
ONE_OF_EACH = re.compile(
    r"(?:got|gets|has|had|have|gave|made|makes) (?:exactly |just |only )?one\b.*\b(?:right|true|correct|wrong|false"
    r"|incorrect)\b.*"
    r"\b(?:right|true|correct|wrong|false|incorrect)\b.*|"
    rf"(?:(?:makes?|made|says?|said|tells?|told|gives?|gave|had|has|got|with) )?(?:exactly |just |only )?(?:one"
    rf"|a) (?:{STATEMENT} )?(?:is |was )?(?:true|false|truth|lie|right|wrong)\b"
    rf".*\b(?:one|a|other)\b.*\b(?:true|false|truth|lie|right|wrong|untrue)\b.*"
    rf"|(?:tells?|told|spoke) the truth (?:exactly |only )?once\b.*|(?:makes?|made|tells?|told) (?:exactly |only "
    rf"|just )?one (?:true|false) {STATEMENT}.*"
)
