"""Open-ended puzzles and their verifiers: programs that say whether an arrangement is a solution.

The layout is that of AutoLogi (arXiv 2502.16906): Python code with `inputs_check(inputs)`, a `constraint_list` of
predicates, and `count_valid_arrangements()`, which traverses the domain. All of it is taken for hostile.
"""
