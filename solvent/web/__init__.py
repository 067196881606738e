"""A page in the browser, for one person or a few: paste a puzzle, watch it being solved, ask about the answer.

Needs the extra `web`. All it does goes through `asolve`, its events, and what can be asked of an `Answer`.
"""
