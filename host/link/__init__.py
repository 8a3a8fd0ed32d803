"""The boards that are plugged in: their ports, the threads that keep them, and who is who.

Knows nothing of games or journals.
"""
