"""The question at the end of a text: answered by `solve`, and only where nothing of it is left open."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
ZEBRA = (EXAMPLES / "zebra.txt").read_text(encoding="utf-8")
FEWER = ZEBRA.replace("13. Elif does not drink tea.\n", "")  # several answers
OPTIONS = "\n(A) Ada drinks tea.\n(B) Bruno keeps the cat.\n(C) Elif lives in house 2."


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Who owns the goldfish?", "Dmitri"),
        ("So who owns the goldfish?", "Dmitri"),
        ("In which house does Bruno live?", "2"),
        ("Does Ada live next to Elif?", True),
        ("Does Ada live in house 1?", False),
        ("Who lives next to Ada?", ["Dmitri", "Elif"]),
        (
            "What does Ada drink and where does Bruno live?",
            {"What does Ada drink?": "coffee", "Where does Bruno live?": "2"},
        ),
        ("Which of the following is true?" + OPTIONS, "B"),
        ("Which of the following cannot be true?\n(A) Ada drinks coffee.\n(B) Bruno drinks cocoa.", "B"),
        ("All of the following are true EXCEPT\n(A) Ada drinks coffee.\n(B) Bruno drinks cocoa.", "B"),
        ("Which of these is true? (a) Ada drinks tea. (b) Bruno keeps the cat. (c) Elif lives in house 2.", "B"),
        ("Who keeps the goldfish? (a) Ada, (b) Bruno, (c) Clara, (d) Dmitri or (e) Elif", "D"),
        ("In which house does Bruno live?\n(A) 1\n(B) 2\n(C) 3", "B"),
        ("What does the person in the red house drink?", "lemonade"),
        ("In what colour of house does Ada live?", "ivory"),
        ("What is the name of the person who keeps the goldfish?", "Dmitri"),
        ("Your task is to find out who keeps the goldfish.", "Dmitri"),
        ("Is it true that Ada keeps the parrot?", False),
        ("True or false: Bruno drinks tea.", True),
        ("How many people live between Bruno and Ada?", 1),
        ("1. Who drinks tea?\n2. Who keeps the cat?", {"Who drinks tea?": "Bruno", "Who keeps the cat?": "Bruno"}),
        (
            "Who keeps the goldfish and what does he or she drink?",
            {"Who keeps the goldfish?": "Dmitri", "What does the person who keeps the goldfish drink?": "cider"},
        ),
    ],
)
def test_reply_where_there_is_one_answer(question, reply, solve):
    found = solve(f"{ZEBRA}\n{question}\n")
    assert found.status == "verified"
    assert found.reply == reply
    assert found.question
    assert None not in [value for row in found.answer for value in row.values()]
    assert found.to_dict()["reply"] == reply
    assert f"\n\n{found.question.split('?')[0]}" in str(found) or isinstance(reply, dict)


@pytest.mark.parametrize(
    "question",
    [
        "Who owns the zebra?",
        "Who lives where?",
        "Who owns which pet?",
        "What does each person drink?",
        "What does Ada's dog drink?",
        "How many women live between Bruno and Ada?",
        "Which pet would Ada like?",
        "Who is afraid of the hamster?",
        "Who keeps the goldfish?\n(A) Ada\n(B) Bruno\n(C) Clara",  # it is none of them
        "Who keeps the goldfish?\n(A) Ada\n(B) Dmitri\n(C) None of these",
        "Who owns the goldfish and what is the answer?",
        "Which of the following is true?\n(A) Ada drinks coffee.\n(B) Bruno keeps the cat.",  # both are
        "Which of the following may not be true?" + OPTIONS,
        "Does Ada like Bruno?",
        "Which of the following is true?\n(A) Ada drinks coffee.\n(B) The milk is gone.",
    ],
)
def test_what_is_not_understood_changes_nothing(question, solve):
    for text, status in ((ZEBRA, "verified"), (FEWER, "ambiguous")):
        found = solve(f"{text}\n{question}\n")
        assert (found.status, found.question, found.reply) == (status, "", None)


def test_status_of_the_reply_where_there_are_several_answers(solve):
    found = solve(f"{FEWER}\nWhat does Ada drink?\n")
    assert (found.status, found.reply) == ("verified", "coffee")
    first, second, *_ = found.alternatives
    for row, one, other in zip(found.answer, first, second, strict=True):
        for column, value in row.items():
            assert value in (None, one[column])
            assert value is None or value == other[column]
    assert any(None in row.values() for row in found.answer)
    assert any(fact.passed and "question" in fact.check for fact in found.evidence)
    assert found.subject.answer == found.answer
    assert found.given_by is not None


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Which of the following must be true?" + OPTIONS, "B"),
        ("Which of the following could be true?\n(A) Ada drinks tea.\n(B) Elif drinks tea.", "B"),
        ("Which of the following must be false?\n(A) Ada drinks tea.\n(B) Elif drinks tea.", "A"),
        ("Could Elif drink tea?", True),
        ("Must Elif drink tea?", False),
        ("Can Ada drink tea?", False),
    ],
)
def test_what_must_and_could_be_true_of_several_answers(question, reply, solve):
    found = solve(f"{FEWER}\n{question}\n")
    assert (found.status, found.reply) == ("verified", reply)


@pytest.mark.parametrize("question", ["What does Elif drink?", "Does Elif drink tea?", "Who drinks tea?"])
def test_a_question_that_the_clues_leave_open(question, solve):
    found = solve(f"{FEWER}\n{question}\n")
    assert (found.status, found.question, found.reply) == ("ambiguous", "", None)


def test_a_text_that_asks_for_more_than_its_question(solve):
    found = solve(f"{FEWER}\nWhat does Ada drink? Find out who lives where.\n")
    assert found.status == "ambiguous"


@pytest.mark.parametrize(
    "sentence",
    [
        "Did you know that Ada keeps the parrot?",
        "Isn't Ada the one who keeps the parrot?",
        "Does Ada, who keeps the parrot, drink tea?",
        "Is it not Ada that keeps the parrot?",
        "True or false: Ada drinks tea. Elif drinks cocoa.",
        "Where does Ada live, which Bruno does not know?",
    ],
)
def test_a_question_that_may_state_a_fact_is_no_question(sentence, solve):
    assert solve(f"{FEWER}\n{sentence}\n").status in ("unverified", "failed")


@pytest.mark.parametrize(
    "task",
    ["Match every person with a pet and a drink.", "Fill in the table.", "Who lives where and drinks what?",
     "Find the pet and the drink of everyone.", "Give the full arrangement."],
)  # fmt: skip
def test_a_task_that_asks_for_everything_leaves_the_grid_as_the_answer(task, solve):
    found = solve(f"{ZEBRA}\n{task}\n")
    assert (found.status, found.reply) == ("verified", None)


def test_a_question_may_stand_first(solve):
    found = solve(f"Who keeps the goldfish?\n\n{ZEBRA.partition(chr(10))[2]}")
    assert (found.status, found.reply) == ("verified", "Dmitri")


DOCTORS = """Three friends each see a different doctor on a different day.
Friend: Amir, Beth, Carl
Day: Monday, Tuesday, Wednesday
Doctor: dentist, optician, vet
Age: 20, 25, 30

1. Amir goes to the dentist on Monday.
2. Carl is 30 years old and goes to the vet.
3. The friend whose appointment is on Tuesday is 20 years old.
"""


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("How old is Amir?", "25"),
        ("Who is the oldest?", "Carl"),
        ("Which doctor does Beth see?", "optician"),
        ("How old is Beth and which doctor does she go to?",
         {"How old is Beth?": "20", "Which doctor does Beth go to?": "optician"}),
        ("How tall is Beth?", None),
        ("How old is Beth's doctor?", None),
        ("Which doctor does Beth hate?", None),
    ],
)  # fmt: skip
def test_reply_about_ages_and_doctors(question, reply, solve):
    found = solve(f"{DOCTORS}\n{question}\n")
    assert (found.status, found.reply) == ("verified", reply)


def test_a_question_with_a_condition(solve):
    assert solve(f"{ZEBRA}\nIf Ada drinks tea, who owns the goldfish?\n").reply is None
