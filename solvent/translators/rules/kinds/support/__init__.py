"""Code that several kinds of puzzle share; as a subpackage, it is not discovered as a kind."""
