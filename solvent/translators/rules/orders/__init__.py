"""Orders: people or things in a line, a circle, a race, on floors or days, or by age, height, price.

`axes` knows in which words an order is told, `scene` where a text's things stand, `things` what they are called;
`places` reads what is said of places, `questions` what is asked; `model` states it all.
"""
