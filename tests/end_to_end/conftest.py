"""A page of a real browser, on which nothing may go wrong."""

import pytest

from tests.end_to_end.browsing import opened_page


@pytest.fixture
def page():
    with opened_page() as page:
        yield page
