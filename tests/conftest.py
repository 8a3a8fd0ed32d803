"""What all tests share: repeatable hypothesis runs, and no skipped test where continuous integration runs them."""

import os

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("repeatable")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """There, everything that a test needs can be had: a skipped test would be a gap that nobody sees."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter and os.environ.get("CI") == "true" else []
    if skipped:
        reporter.write_line(f"{len(skipped)} tests were skipped; continuous integration allows none", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
