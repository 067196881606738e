"""Models: the protocol that the agent talks to, the client of OpenAI-compatible APIs, recorded exchanges."""
