"""Models: the protocol that the agent uses, the client for OpenAI-compatible APIs, and recorded exchanges."""
