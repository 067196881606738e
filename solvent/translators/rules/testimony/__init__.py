"""Reads texts in which persons, signs or labels say what may be true or false.

`speech` finds who says what, `cast` who is there, `sorts` the kinds of person and what each kind says, `deeds` what
somebody did or where something lies, `frame` the variables of all this, `grammar` the sentences, `facts` what the
narrator tells, `asked` the question, and `account` what else a text may contain.
"""
