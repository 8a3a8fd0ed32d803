"""Mythicals on a panel: tokens are chosen on the small board, each colour by its symbol, and refusals are explained."""

from host.panels.pages.canvas import Canvas
from host.panels.pages.draw import draw
from host.panels.pages.seat import SeatPanel
from host.panels.pictures import picture_of
from host.panels.pictures.game import Marks
from host.panels.pictures.mythicals import SYMBOLS, place_of
from shared_rules.asking import asked
from shared_rules.mythicals import Game
from tests.rules.mythicals.scene import TOKENS, Scene
from tests.rules.random_play import steps

NAMES = ["Ada", "Ben"]


def panel_of(match, seat=0):
    def why_not(line, ticket, answer):
        why = match.why_not(line, ticket, answer)
        return None if why is None else str(why)

    panel = SeatPanel(seat, NAMES, "mythicals", why_not)
    panel.look(match.view(seat))
    panel.questions(asked(match, seat, NAMES))
    return panel


def test_every_question_of_a_match_has_a_page_for_everybody():
    for options in ({"pieces": "real"}, {"hands": "secret"}, {"tracking": "light"}):
        for number, (match, *_) in enumerate(steps("mythicals", 2, 3, options)):
            if number % 3 == 0:
                for seat in (0, 1):
                    page = panel_of(match, seat).page()
                    assert page.title
                    assert draw(page).getbbox()


def test_a_token_is_chosen_on_the_board():
    scene = Scene(at="acquire", hand=["red.1", "red.2", "blue.1"], on={"red_2": 1}, blocked=["blue_3"], taken=(["green_2"], []))
    page = panel_of(scene.match).page()
    assert page.picture.cursor == place_of("red_2")
    assert page.picture.choosable == {place_of("red_2"), place_of("grey_2")}
    assert page.rows[page.cursor] == "suite of 2: 2 points + 1 marker", "the colour is under the cursor"
    assert [gauge.text for gauge in page.gauges] == [str(len(scene.state.deck)), "15"]


def test_the_picture_fits_and_shows_each_symbol_once():
    view = Scene().match.view(0)
    board = picture_of("mythicals").picture(view, 0)
    assert board.symbols == tuple(SYMBOLS)
    canvas = Canvas()
    board.draw(canvas, 0, 0)
    assert board.width <= 64
    assert any(canvas.rows[47:55])
    assert not any(canvas.rows[55:]), "fifty-five rows at most"
    assert len({rows for _, rows in SYMBOLS.values()}) == 6


def test_marks_markers_and_blocked_tokens_change_the_picture():
    def drawn(marks=None, **how):
        canvas = Canvas()
        picture_of("mythicals").picture(Scene(**how).match.view(0), 0, marks or Marks()).draw(canvas, 0, 0)
        return tuple(canvas.rows)

    pictures = {
        drawn(),
        drawn(on={"red_2": 1}),
        drawn(on={"red_2": 2}),
        drawn(blocked=["red_2"]),
        drawn(taken=(["red_2"], [])),
        drawn(Marks(cursor=place_of("red_2"))),
        drawn(Marks(choosable={place_of("red_2")})),
    }
    assert len(pictures) == 7


def test_tokens_of_any_pack_have_places_of_their_own():
    assert len({place_of(token) for token in TOKENS}) == 20


def test_what_cannot_be_done_is_explained():
    scene = Scene(at="acquire", hand=["red.1", "red.2"])
    game, (question,) = picture_of("mythicals"), asked(scene.match, 0, NAMES)
    line, ticket, _ = scene.open
    refused = [scene.match.why_not(line, ticket, wish.answer) for wish in game.wishes(question, scene.match.view(0))]
    assert sum(why is not None for why in refused) == 19
    assert {why.rule for why in refused if why} == {"ML-ACQ-05"}
    scene = Scene(reserve=["blue.5"]).reveal("red.1", "red.2", "green.1")
    (question,) = asked(scene.match, 0, NAMES)
    line, ticket, _ = scene.open
    rules = [scene.match.why_not(line, ticket, wish.answer).rule for wish in game.wishes(question, scene.match.view(0))]
    assert rules == ["ML-DRAW-07", "ML-TURN-02", "ML-DRAW-07"]
    scene = Scene(at="marking", blocked=["red_2"])
    (question,) = asked(scene.match, 0, NAMES)
    assert len(game.wishes(question, scene.match.view(0))) == 40


def test_the_facts_tell_the_table_with_symbols():
    scene = Scene(hand=["red.1", "red.joker"], reserve=["green.5"], taken=(["red_5"], []), got=(2, 0))
    facts = picture_of("mythicals").facts(scene.match.view(0), NAMES)
    assert facts == [
        "Reserve: green square 5", "Ada: 1 tokens, 2 markers", "• red triangle suite of 5", "• red triangle 1, joker",
        "Ben: 0 tokens, 0 markers", "• no cards",
    ]  # fmt: skip
    secret = Scene(theirs=["red.1"], options={"hands": "secret"})
    assert "• 1 cards in hand" in picture_of("mythicals").facts(secret.match.view(0), NAMES)


def test_nobody_is_on_turn_while_cards_are_dealt():
    match = Game.new(2)
    game = picture_of("mythicals")
    assert game.turn(match.view(0), asked(match, 0, NAMES)) is None
    scene = Scene(hand=["red.1", "blue.1"], theirs=["red.2", "blue.2"])
    assert game.turn(scene.match.view(0), asked(scene.match, 0, NAMES)) == 0
