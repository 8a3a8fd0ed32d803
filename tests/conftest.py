"""What all tests share: repeatable hypothesis runs, and no skipped test where continuous integration runs them."""

import os

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("repeatable")


REAL_PROCESSES = ("tests/end_to_end/", "tests/host/emulation/", "tests/host/link/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What runs beside real processes gets a second try, and the summary tells of it: a computer may be busy at the wrong moment.

    A test that fails twice is red, whatever the computer does.
    """
    for item in items:
        if item.nodeid.startswith(REAL_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """There, everything that a test needs can be had: a skipped test would be a gap that nobody sees."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter and os.environ.get("CI") == "true" else []
    if skipped:
        reporter.write_line(f"{len(skipped)} tests were skipped; continuous integration allows none", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
