"""Rough readings of texts in which somebody says what may be false.

`speech` finds who says what (`part`), `cast` who is there (`listing`), `sorts` of which sorts they are, `setting` and
`options` what is to be found out, and `scene` holds the variables. `reader` reads sentences: `noun` and `nouns` of whom
something is said, `predicates` and `truth` what, `tallies`, `deeds`, `days` and `orders` special forms, in the words of
`wording`. `asked` reads the question, and `drafting` puts all together.
"""

from solvent.translators.rules.rough.testimony.drafting import draft

__all__ = ["draft"]
