"""Function words: those that link nothing, and those that separate clauses or phrases."""

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.text.words import listed

DETERMINERS = frozenset(listed("the a an his her its their this that these those whose each every my our your any"))
EMPTY = frozenset(
    listed(
        """he she it they him them who whom which what that there here i we you
        is are was were be been being am has have had having do does did will would shall
        person people someone somebody one ones man woman men women guy gal lady gentleman individual boy girl
        mr mrs ms miss dr sir madam also too exactly per whole total quite little slightly much somewhat sometime
        somewhere hers theirs than not and or nor but either neither both , ; # $ £ € % just same other time way
        respectively immediately directly right next"""
    )
)
DIVIDERS = frozenset(listed(", ; and or but nor than who which while whose"))
# These may be verbs, unless one of the words listed with them precedes.
EMPTY_AFTER = {
    "bit": frozenset(listed("a little tiny")),
    "own": frozenset(listed("his her its their my your our very")),
    "left": frozenset(listed("the far directly immediately")),
}
BE = frozenset(listed("is are was were be been being am"))
FINITE = frozenset(listed("is are was were has have had does did do will would"))
HAVE = frozenset(listed("have has had having"))
AUXILIARY = BE | FINITE
RELATIVE = frozenset(listed("who which whose that"))
STRANDING = frozenset(listed("it them"))  # "with the book in it"
BEFORE_BASE = frozenset(listed("do does did will would"))
BEFORE_LIKE = frozenset(listed("do does did to would will also may"))
NEVER_VERBS = frozenset(listed("old long tall wide high deep worth away years year ago"))
COMPARING = frozenset("KXWIJBZUY/|")  # items that relate rows by a quantity or a place
OPEN = frozenset("VA_vM")  # items whose words still have to be explained
# Nouns in compound prepositions: "in the vicinity of", "on the far side of".
PLACING = frozenset(
    listed(
        """vicinity side sides front back rear edge outskirts neighbourhood neighborhood proximity direction shadow
        presence absence company reach sight view range top bottom end ends middle midst wake path face favour favor
        lieu spite search pursuit need want fear place behalf opposition contrast support"""
    )
)
PHRASE = 5  # most words between a preposition and the value that it leads to
MORE_WORDS = 8  # most words between a comparative and its "than"


def verb_like(word: str) -> bool:
    """Whether a word has the form of a finite verb or a participle."""
    if word in known_words.NOUN_LIKE:
        return False
    if word in known_words.IRREGULAR:
        return True
    return len(word) > 3 and (
        word.endswith(("ed", "ing")) or (word.endswith("s") and not word.endswith(("ss", "us", "is")))
    )
