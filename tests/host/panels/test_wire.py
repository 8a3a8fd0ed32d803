"""What is sent, without a panel: differences rebuild any picture from any other, cheaply."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from host.panels.wire import PAGES, SIZE, WIDTH, Window, differences, pack, unpack
from tests.host.panels.pictures import blank, border, glass_of, noise, text

pictures = st.one_of(
    st.binary(min_size=SIZE, max_size=SIZE),
    st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, 255)), max_size=40).map(
        lambda dots: bytes(dict(dots).get(index, 0) for index in range(SIZE))
    ),
)


def split(picture: bytes) -> list[bytes | None]:
    return [picture[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]


def after(known: list[bytes | None], picture: bytes, windows: list[Window]) -> list[bytes | None]:
    memory = [bytearray(page or b"\x55" * WIDTH) for page in known]
    for window in windows:
        assert len(window.cut(picture)) == window.size
        memory[window.page][window.column : window.last_column + 1] = window.cut(picture)
    return [bytes(page) for page in memory]


@pytest.mark.parametrize("image", [blank(), border(), noise(1), text("Anna's turn", "Hire a hero")])
def test_packed_as_the_glass_has_it_and_back(image: Image.Image) -> None:
    packed = pack(image)
    assert packed == glass_of(image)
    assert unpack(packed).tobytes() == image.tobytes()


def test_upside_down_is_half_a_turn() -> None:
    image = noise(2)
    assert pack(image, upside_down=True) == pack(image.transpose(Image.Transpose.ROTATE_180))


@pytest.mark.parametrize("image", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_other_pictures_are_refused(image: Image.Image) -> None:
    with pytest.raises(ValueError, match="128x64"):
        pack(image)


@settings(deadline=None, max_examples=60)
@given(pictures, pictures, st.sets(st.integers(0, 7)))
def test_differences_make_one_picture_of_the_other(one: bytes, other: bytes, unknown: set[int]) -> None:
    known = [None if page in unknown else line for page, line in enumerate(split(one))]
    windows = differences(known, other)
    assert after(known, other, windows) == split(other)
    # Never more than a whole picture in eight pages.
    assert sum(window.size + 7 for window in windows) <= SIZE + 8 * 7


def test_nothing_changed_sends_nothing() -> None:
    assert differences(split(pack(noise(3))), pack(noise(3))) == []


@pytest.mark.parametrize(("second", "windows"), [(18, [Window(0, 10, 18)]), (19, [Window(0, 10, 10), Window(0, 19, 19)])])
def test_near_changes_share_an_address_and_far_ones_do_not(second: int, windows: list[Window]) -> None:
    changed = bytearray(SIZE)
    changed[10] = changed[second] = 0x0A
    assert differences(split(bytes(SIZE)), bytes(changed)) == windows


@pytest.mark.parametrize(("offset", "address"), [(0, (0xB3, 0x0E, 0x17)), (2, (0xB3, 0x00, 0x18))])
def test_a_window_is_addressed_by_page_and_two_halves_of_its_column(offset: int, address: tuple[int, int, int]) -> None:
    assert Window(3, 126, 127).address(offset) == address
