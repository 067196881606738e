"""What a program is, what it gives, and what an answer is: data, the same for every framework."""
