"""The data types shared by all frameworks: programs, outcomes, answer templates and formulas over terms."""
