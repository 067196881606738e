"""The table of words that link values, and of those that do not, is of one piece."""

import gzip
import json
import re
from importlib.resources import files

import pytest

from solvent.translators.rules.clues.link_words import (
    ADVERBS,
    DENIED,
    DENIED_UNLESS_TOLD,
    FRAMES,
    IRREGULAR,
    KINDS,
    NOUN_LIKE,
    PAIRS,
    PERSON_LINKS,
    PLAIN,
    PREPOSITIONS,
    RELATES_PEOPLE,
    SERVING,
    SYNONYMS,
    verb_stem,
)
from solvent.translators.rules.text.units import UNITS
from solvent.translators.rules.text.words import _english, is_english, listed, stem

# What the dictionary lacks: spellings of Britain, and words of today.
RARE = listed(
    """favour favours honour neighbour neighbourhood flavour organise specialise practise utilise mph entree
    birthdate offence jewellery startpoint app birthmonth cafe crafter gpa tshirt smartphone"""
)
ALL = (*FRAMES, *KINDS.values())
LINKING = frozenset().union(PLAIN, PERSON_LINKS, *(frame.verbs for frame in ALL))


@pytest.fixture(scope="module")
def stems():
    """The keys of all English words, and of the table's own forms."""
    words = _english() | IRREGULAR.keys() | set(IRREGULAR.values()) | set(RARE)
    return {verb_stem(word) for word in words} | {stem(word) for word in words}


@pytest.mark.parametrize(
    ("forms", "base"),
    [
        ("keeps keeping kept", "keep"),
        ("drives driving drove driven", "drive"),
        ("drinks drank drunk drinking", "drink"),
        ("has had having", "have"),
        ("is was were been being are", "be"),
        ("goes went gone going", "go"),
        ("travelled traveled travelling travels", "travel"),
        ("wins won winning", "win"),
        ("wore worn wears", "wear"),
        ("bought buys", "buy"),
        ("lives lived living", "live"),
        ("flew flown flies", "fly"),
        ("born", "born"),
        ("founded", "found#"),
    ],
)
def test_forms_of_a_verb_meet(forms, base):
    wanted = stem("founded") if base == "found#" else verb_stem(base)
    assert {verb_stem(form) for form in forms.split()} == {wanted}


def test_found_and_founded_are_two_verbs():
    assert verb_stem("found") == verb_stem("find") != verb_stem("founded")


def test_irregular_forms_lead_to_bases():
    assert not [base for base in IRREGULAR.values() if base in IRREGULAR]
    assert not [form for form, base in IRREGULAR.items() if form == base or not is_english(base)]
    assert len(set(IRREGULAR.values())) > 150


@pytest.mark.parametrize("words", [DENIED, DENIED_UNLESS_TOLD, RELATES_PEOPLE, LINKING, *SYNONYMS])
def test_every_verb_is_a_stem(words, stems):
    assert words
    assert words <= stems


@pytest.mark.parametrize("frame", ALL, ids=lambda frame: "-".join(sorted(frame.nouns))[:40] or "kind")
def test_frame_holds_stems_and_prepositions(frame, stems):
    assert frame.nouns <= stems
    assert frame.verbs <= stems
    assert frame.prepositions <= PREPOSITIONS
    assert frame.only_with <= frame.prepositions
    assert frame.verbs or frame.prepositions


def test_what_denies_never_links():
    assert not DENIED & LINKING
    assert not DENIED_UNLESS_TOLD & (PLAIN | PERSON_LINKS)
    assert not DENIED & DENIED_UNLESS_TOLD


def test_people_who_meet_are_two():
    assert not RELATES_PEOPLE & (PERSON_LINKS | PLAIN)


def test_synonyms_do_not_mix_with_denial():
    for group in SYNONYMS:
        assert len(group) > 1
        assert not group & DENIED


def test_link_whatever_the_category_is_tiny():
    assert {verb_stem("be"), verb_stem("have")} == PLAIN
    assert {verb_stem(word) for word in ("be", "become", "work", "serve")} == PERSON_LINKS


def test_kinds_are_those_of_values():
    assert set(UNITS) <= set(KINDS)
    assert all(not frame.nouns for frame in KINDS.values())
    assert all(frame.nouns for frame in FRAMES)


# Words that turn a statement into its opposite, or leave it open.
DENYING = frozenset(
    re.findall(
        r"\w+",
        """almost nearly barely hardly scarcely formerly previously allegedly reportedly supposedly purportedly
        ostensibly rarely seldom never former fake ex aspiring wannabe hopeful potential alleged supposed imaginary
        impossible unable unwilling reluctant unlikely averse immune sick weary bored devoid bereft incapable
        ineligible exempt absent wary purported erstwhile onetime mock pseudo non anti sans""",
    )
)


def test_words_of_several_sorts():
    assert not ADVERBS & PREPOSITIONS - {"just", "too"}
    assert not ADVERBS & {"formerly", "nearly", "almost", "allegedly", "reportedly", "rarely", "never", "hardly"}
    assert not (ADVERBS | PREPOSITIONS) & DENYING
    assert not {verb_stem(word) for word in ADVERBS} & DENIED
    assert all(word == word.lower() for word in NOUN_LIKE | ADVERBS | PREPOSITIONS)


@pytest.mark.parametrize(
    ("noun", "verb", "links"),
    [
        ("pet", "keeps", True),
        ("pet", "owned", True),
        ("pet", "washed", False),
        ("pet", "sold", False),
        ("pet", "bought", False),
        ("drink", "drank", True),
        ("drink", "spilled", False),
        ("city", "lived", True),
        ("city", "left", False),
        ("destination", "flew", True),
        ("destination", "wants", False),
        ("job", "works", True),
        ("job", "hired", False),
        ("shirt", "wore", True),
        ("shirt", "tore", False),
        ("instrument", "plays", True),
        ("instrument", "repaired", False),
    ],
)
def test_frames_tell_having_from_doing(noun, verb, links):
    verbs = frozenset().union(*(frame.verbs for frame in FRAMES if stem(noun) in frame.nouns))
    assert (verb_stem(verb) in verbs) == links


FREQUENT = """said told asked showed saw looked watched knew thought tried wanted needed helped called met gave
    sent sold lost left moved changed paid spent stopped turned opened closed built cut broke hit
    killed threw pushed pulled carried dropped fixed painted cleaned washed fed followed passed
    crossed found felt heard remembered forgot hated chose offered returned refused planned missed
    hid sought described discussed considered expected imagined"""


@pytest.mark.parametrize(
    "noun",
    listed("pet drink food color house nationality job hobby sport car instrument book city school flower shirt"),
)
def test_frequent_verbs_link_to_nothing_common(noun):
    verbs = frozenset().union(*(frame.verbs for frame in FRAMES if stem(noun) in frame.nouns))
    assert not {verb for verb in listed(FREQUENT) if verb_stem(verb) in verbs}


def test_verbs_are_not_taken_for_nouns():
    assert not NOUN_LIKE & set(listed(FREQUENT))
    assert not NOUN_LIKE & {form for form in IRREGULAR if form not in {"being", "skiing"}}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(sorted(pair.nouns))[:40])
def test_pairs_hold_stems(pair, stems):
    assert pair.nouns <= stems
    assert pair.verbs
    assert pair.verbs <= stems
    assert not pair.verbs & (DENIED | DENIED_UNLESS_TOLD) - {verb_stem("throw")}


def test_who_serves_whom(stems):
    assert all(who | does | whom <= stems for who, does, whom in SERVING)
    assert not any(does & DENIED for _, does, _ in SERVING)


def test_the_dictionary_is_what_its_json_says():
    with gzip.open(files("spellchecker") / "resources" / "en.json.gz") as file:
        assert _english() == json.load(file).keys()
