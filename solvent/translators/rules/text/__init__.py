"""The whole text of a logic grid: its lines and sentences, what each is for, and what it leaves open."""
