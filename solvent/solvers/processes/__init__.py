"""The processes that run programs: a fork server per framework, its children, and the pool's connections to them."""
