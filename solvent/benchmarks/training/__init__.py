"""Training data that verifiers select (AutoLogi, arXiv 2502.16906, section 5), a module for each file of it.

What a model said is recorded as it comes; the files are then written from the records, so that the same records give
the same bytes.
"""
