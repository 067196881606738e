"""The formats of pictures: every module here is one, and its name is the format's.

Each has `draw(scene) -> str`, one picture, and `document(subject, explanation) -> str`, all steps with theirs.
"""
