"""What a thesaurus says to clues: on a database made for the test, in WordNet's format, and on the real one."""

import json

import pytest

from solvent.solvers import SolverUnavailableError
from solvent.solvers.wordplay import acrostic, crossword, wordnet
from solvent.solvers.wordplay.lexicon import lexicon
from solvent.translators import thesaurus
from solvent.translators.rules import decompose, translate

# Part, words, relations (sign, number of the other line), gloss.
MEANINGS = [
    ("n", "animal creature", [("~", 1), ("~", 2)], "what moves by itself"),
    ("n", "otter", [("@", 0)], "a playful swimmer with webbed feet and thick fur"),
    ("n", "wren", [("@", 0)], "a small brown bird that sings loudly"),
    ("n", "winter", [], "the cold season"),
    ("n", "winter_coat", [], "a warm garment"),
    ("n", "baker_street Baker_Street", [], "where a detective lodged"),
    ("v", "bite", [], "cut into with teeth"),
    ("v", "nip snap", [("$", 6)], "bite quickly"),
    ("a", "cold", [("!", 9)], "of low temperature"),
    ("a", "warm", [("!", 8), ("&", 10)], "of high temperature"),
    ("s", "balmy", [("&", 9)], "mild and pleasant"),
    ("r", "gently", [], "in a soft way"),
]
FILES = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
CROSSWORD = "A crossword.\n\n....\n\nAcross\n1. Small brown bird\n".replace("....", "....\n.###")


def line_of(meaning, places):
    words, relations, gloss = meaning[1].split(), *meaning[2:]
    stated = " ".join(f"{word} 0" for word in words)
    others = "".join(f"{sign} {places[other]:08d} {MEANINGS[other][0]} 0000 " for sign, other in relations)
    return f"{len(words):02x} {stated} {len(relations):03d} {others}| {gloss}  \n"


@pytest.fixture
def net(tmp_path, monkeypatch):
    """The database, in the folder that the environment names."""
    places = dict.fromkeys(range(len(MEANINGS)), 0)
    head = "  1 This line stands for the licence.  \n"
    for _ in range(2):  # the second time offsets are known
        texts = dict.fromkeys(FILES.values(), head)
        for number, meaning in enumerate(MEANINGS):
            file = FILES[meaning[0]]
            places[number] = len(texts[file])
            texts[file] += f"{places[number]:08d} 00 {meaning[0]} {line_of(meaning, places)}"
    for file, text in texts.items():
        entries = {}
        for number, (part, words, _, _) in enumerate(MEANINGS):
            for word in words.lower().split() if FILES[part] == file else ():
                entries.setdefault(word, []).append(places[number])
        lines = []
        for word, offsets in sorted(entries.items()):
            listed = " ".join(f"{offset:08d}" for offset in offsets)
            lines.append(f"{word} n {len(offsets)} 1 @ {len(offsets)} 0 {listed}  \n")
        (tmp_path / f"data.{file}").write_text(text)
        (tmp_path / f"index.{file}").write_text(head + "".join(lines))
    (tmp_path / "verb.exc").write_text("bit bite\nbitten bite\nnipped nip\n")
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    return wordnet.wordnet()


@pytest.fixture
def nothing(monkeypatch):
    monkeypatch.setattr(wordnet, "folder", lambda: None)


def test_words_forms_and_relations_are_read(net):
    assert [net.synset(place).words for place in net.meanings("creatures")] == [("animal", "creature")]
    assert net.bases("bit") == [("bite", "v")]
    assert net.forms("bite", "v") == ("bit", "bitten")
    (animal,) = net.meanings("animal")
    kinds = [net.synset(place).words for sign, place in net.synset(animal).pointers if sign == "~"]
    assert kinds == [("otter",), ("wren",)]
    assert {net.synset(place).words[0] for place in net.found("tooth")} == set()
    assert {net.synset(place).words[0] for place in net.found("bite")} == {"bite", "nip"}
    assert net.with_word("winter") == ["winter_coat"]
    assert net.meanings("zebra") == []


@pytest.mark.usefixtures("net")
@pytest.mark.parametrize(
    ("clue", "answer"),
    [
        ("Creature", "animal"),  # a synonym
        ("Creature", "otter"),  # a kind
        ("Playful swimmer", "otter"),  # its gloss
        ("Bird that sings, small and brown (4)", "wren"),
        ("Opposite of cold", "warm"),
        ("Warm, in a way", "balmy"),
        ("____ coat", "winter"),  # a blank
        ("Nipped", "bit"),  # as the clue is inflected
        ("Nips", "snaps"),
        ("Where a detective lodged", "bakerstreet"),
    ],
)
def test_a_clue_has_its_answer_first(clue, answer):
    found = thesaurus.candidates(clue, len(answer))
    assert found[0][0] == answer
    assert all(len(word) == len(answer) and share > 0 for word, share in found)
    assert sum(share for _, share in found) < 1


@pytest.mark.usefixtures("net")
def test_a_better_fit_is_more_probable():
    assert thesaurus.candidates("Small brown bird", 4)[0][1] > thesaurus.candidates("Brown ale", 4)[0][1]


@pytest.mark.usefixtures("net")
def test_what_cannot_be_the_answer_is_none():
    assert thesaurus.candidates("Xyzzy", 5) == []
    assert "warm" not in dict(thesaurus.candidates("Warm garment", 4))
    assert dict(thesaurus.candidates("Warm garment", 10, words=2)).keys() == {"wintercoat"}
    assert thesaurus.candidates("Warm garment", 10, words=1) == []
    assert len(thesaurus.candidates("Creature", 5, most=1)) <= 1


@pytest.mark.usefixtures("net")
def test_a_program_shows_what_was_proposed():
    program = translate(decompose(CROSSWORD), "wordplay")
    (fragment,) = program.fragments
    assert json.loads(fragment.code)["candidates"]["1-Across"][0][0] == "WREN"
    found = crossword.solve({**json.loads(program.preamble), **json.loads(fragment.code)}, lexicon(), seconds=20)
    assert found.decodings[0].answer == {"1-Across": "WREN"}
    assert "only a thesaurus" in found.doubt


@pytest.mark.usefixtures("net")
def test_an_acrostic_hears_it_too():
    text = (
        "An acrostic puzzle.\n\n1 2 3 4 5 # 6 7 8 9 10 11\n\n"
        "A\n1 2 3 4 5 6 7 8 9 10 11\nWhere a detective lodged (2 words, 11 letters)\n"
    )
    program = translate(decompose(text), "wordplay")
    stated = json.loads(program.fragments[0].code)
    assert stated["clues"][0]["candidates"][0][0] == "BAKERSTREET"
    found = acrostic.solve({**json.loads(program.preamble), **stated}, lexicon(), seconds=20)
    assert "thesaurus" in found.doubt
    assert found.decodings[0].answer["text"] == "BAKER STREET"


@pytest.mark.usefixtures("nothing")
def test_without_one_it_is_said_what_would_help():
    assert not thesaurus.available()
    assert thesaurus.candidates("Creature", 5) == []
    program = translate(decompose(CROSSWORD), "wordplay")
    stated = {**json.loads(program.preamble), **json.loads(program.fragments[0].code)}
    assert "candidates" not in stated
    found = crossword.solve(stated, lexicon(), seconds=20)
    assert "wordnet-base" in found.doubt
    found = acrostic.solve({"puzzle": "1 2", "clues": [{"cells": [1, 2], "text": "Indeed"}]}, lexicon(), seconds=20)
    assert "wordnet-base" in found.doubt


def test_a_folder_without_a_database_is_refused(tmp_path):
    with pytest.raises(SolverUnavailableError, match="no readable WordNet database"):
        wordnet.WordNet(tmp_path)


def test_a_folder_that_is_named_is_the_only_one(monkeypatch, tmp_path):
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    assert wordnet.folder() is None


@pytest.mark.needs("wordnet")
@pytest.mark.parametrize(("clue", "answer"), [("Very cold", "frigid"), ("Yellow gemstone", "topaz"), ("Went", "left")])
def test_the_real_one_knows_words(clue, answer):
    assert answer in dict(thesaurus.candidates(clue, len(answer)))
