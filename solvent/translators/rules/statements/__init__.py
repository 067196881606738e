"""A small language of statements, shared by all kinds of puzzle that are told in sentences.

`language` holds the meanings (not, all, some, at least and at most n of, if) over facts about variables, `parsing` the
parser combinators, `nouns` who or what is spoken of, and `sentences` how a subject and what is said of it make a
statement. A kind of puzzle adds its own predicates: "is a knave", "sits next to Ada", "came third".
"""
