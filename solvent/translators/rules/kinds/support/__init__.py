"""What some kinds of puzzle use and no others; a folder beside the kinds is none."""
