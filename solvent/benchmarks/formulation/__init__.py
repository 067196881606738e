"""Makes open-ended puzzles with verifiers out of questions (AutoLogi, arXiv 2502.16906, section 3).

Formulation, verifiers, traversal, reduction, expansion and deduplication, each a step that can be gone on with; and a
check that the paper lacks: an agent formalises each puzzle by itself, and its program is compared with the verifier.
"""
