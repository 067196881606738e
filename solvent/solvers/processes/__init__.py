"""The processes in which programs run: a fork server for each framework, its children, and the pool's ends of them."""
