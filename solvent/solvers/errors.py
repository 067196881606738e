"""The root of the exceptions that Solvent raises for its users."""


class SolventError(Exception):
    """Something the user can put right; the message says what happened and what to do next."""
