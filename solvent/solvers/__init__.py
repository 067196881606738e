"""Programs in, outcomes out."""
