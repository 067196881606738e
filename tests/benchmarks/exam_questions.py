"""Exam questions in the public layouts, all made up."""

import json

PASSAGE = "Five carts (J, K, L, M and N) cross a bridge one after the other. J crosses before K. N crosses last."
LSAT = [
    {
        "id": "p1",
        "passage": PASSAGE,
        "questions": [
            {
                "id": "p1_1",
                "question": "Which one of the following must be true?",
                "options": [
                    "K crosses first.",
                    "L crosses second.",
                    "J is not fourth.",
                    "M crosses third.",
                    "K is third.",
                ],
                "answer": "C",
            },
            {
                "id": "p1_2",
                "question": "If K is second, which one of the following could be true?",
                "options": [
                    "(A) J is third.",
                    "(B) L is third.",
                    "(C) L is first.",
                    "(D) M is fifth.",
                    "(E) N is first.",
                ],
                "answer": "B",
            },
        ],
    }
]
FLAT = [
    {
        "context": PASSAGE,
        "question": "Which one of the following cannot be true?",
        "answers": ["M is first.", "K is first.", "L is first.", "J is first.", "L is third."],
        "label": 1,
        "id_string": "flat_1",
    }
]
LOGIQA = """
c
Every lamp in the hall is lit at dusk. This lamp is not lit.
Which of these follows?
A.The lamp is broken.
B.It is noon.
C.It is not dusk, or the lamp is not in the hall.
D.All lamps are lit.

a
Nobody who rows is afraid of water. Tam rows.
Which of these follows?
A.Tam is not afraid of water.
B.Tam swims.
C.Tam is afraid.
D.Nobody rows.
"""
LOGIQA2 = {
    "id": 4,
    "text": "All finches sing. Pip does not sing.",
    "question": "What follows?",
    "options": ["Pip is no finch.", "Pip is a finch.", "Pip is a bird.", "No bird sings."],
    "answer": 0,
    "type": {"Conjunctive Reasoning": False, "Categorical Reasoning": True},
}


def write_lsat(folder):
    """Write a folder of AR-LSAT."""
    folder.mkdir()
    (folder / "AR_TestData.json").write_text(json.dumps(LSAT))
    (folder / "AR_DevelopmentData.json").write_text(json.dumps(FLAT))
    return folder


def write_logiqa(folder):
    """Write a folder of LogiQA, in both editions."""
    folder.mkdir()
    (folder / "Test.txt").write_text(LOGIQA)
    (folder / "test.jsonl").write_text(json.dumps(LOGIQA2) + "\n")
    return folder
