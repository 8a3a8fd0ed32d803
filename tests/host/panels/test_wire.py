"""What is sent, without a panel: differences rebuild any picture from any other, cheaply."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from host.panels.wire import CHIPS, PAGES, SH1106, SIZE, SSD1306, WIDTH, Chip, Window, differences, pack, unpack
from tests.host.panels.pictures import blank, border, glass_of, noise, text

chips = pytest.mark.parametrize("chip", CHIPS.values(), ids=CHIPS)
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
        data, width = window.cut(picture), window.last_column - window.column + 1
        assert len(data) == window.size
        for page in range(window.page, window.last_page + 1):
            memory[page][window.column : window.last_column + 1] = data[(page - window.page) * width :][:width]
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
@given(pictures, pictures, st.sets(st.integers(0, 7)), st.sampled_from([SSD1306, SH1106]))
def test_differences_make_one_picture_of_the_other(one: bytes, other: bytes, unknown: set[int], chip: Chip) -> None:
    known = [None if page in unknown else line for page, line in enumerate(split(one))]
    windows = differences(known, other, chip)
    assert after(known, other, windows) == split(other)
    assert all(window.size <= 2 * WIDTH for window in windows)
    assert chip.tall or all(window.page == window.last_page for window in windows)


@chips
def test_nothing_changed_sends_nothing(chip: Chip) -> None:
    assert differences(split(pack(noise(3))), pack(noise(3)), chip) == []


@chips
def test_near_changes_share_an_address_and_far_ones_do_not(chip: Chip) -> None:
    near, far = bytearray(SIZE), bytearray(SIZE)
    near[10] = near[14] = 1
    far[10] = far[60] = 1
    before = split(bytes(SIZE))
    assert differences(before, bytes(near), chip) == [Window(0, 0, 10, 14)]
    assert differences(before, bytes(far), chip) == [Window(0, 0, 10, 10), Window(0, 0, 60, 60)]


def test_a_sign_over_two_pages_is_one_window_where_the_chip_can() -> None:
    sign = bytearray(SIZE)
    sign[50:58] = sign[WIDTH + 50 : WIDTH + 58] = b"\xff" * 8
    assert differences(split(bytes(SIZE)), bytes(sign), SSD1306) == [Window(0, 1, 50, 57)]
    assert differences(split(bytes(SIZE)), bytes(sign), SH1106) == [Window(0, 0, 50, 57), Window(1, 1, 50, 57)]
