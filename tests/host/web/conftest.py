"""A desk whose page is being served."""

import pytest

from tests.host.web.desk import Desk


@pytest.fixture
def desk():
    desk = Desk()
    desk.web.start()
    yield desk
    desk.web.stop()
