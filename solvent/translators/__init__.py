"""Language in, programs out."""
