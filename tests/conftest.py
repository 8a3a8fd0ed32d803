"""What all tests share: repeatable hypothesis runs, without its deadline, since no test measures time."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("repeatable")
