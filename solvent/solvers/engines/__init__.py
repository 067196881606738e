"""How the questions are asked, and the engines that answer them: one folder per solver and its notation."""
