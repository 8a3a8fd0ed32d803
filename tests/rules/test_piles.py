"""Piles: they hold what the table knows, lose nothing, and say fairly what may come."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from shared_rules.piles import Pile

CARDS = st.lists(st.sampled_from("abcdef"), max_size=12)
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("draw"), st.integers(0, 99)),
        st.tuples(st.just("top"), st.sampled_from("xyz")),
        st.tuples(st.just("under"), CARDS),
    ),
    max_size=30,
)


@given(CARDS, DEEDS)
def test_no_card_is_lost_or_made(cards, deeds):
    pile, inside = Pile.shuffled(cards), Counter(cards)
    for deed, what in deeds:
        if deed == "draw" and len(pile):
            may_come = pile.may_come()
            card = may_come[what % len(may_come)]
            pile.take(card)
            inside -= Counter([card])
        elif deed == "top":
            pile.put_on_top(what, [0])
            inside += Counter([what])
        elif deed == "under":
            pile.put_under(what)
            inside += Counter(what)
        assert Counter(pile.cards()) == inside
        assert len(pile) == inside.total()
        assert len(pile.pools) <= len(pile.layers), "an empty pool is forgotten"


@given(CARDS, CARDS)
def test_what_is_under_comes_after_all_that_is_above(above, under):
    pile = Pile.shuffled(above)
    pile.put_under(under)
    for _ in above:
        assert set(pile.may_come()) <= set(above)
        pile.take(pile.may_come()[0])
    assert Counter(pile.may_come()) == Counter(under)


def test_a_card_on_top_is_known_to_those_who_saw_it():
    pile = Pile.shuffled("ab")
    pile.put_on_top("x", [1])
    assert pile.top() == "x"
    assert pile.known(1) == ["x", None, None]
    assert pile.known(0) == pile.known(None) == [None, None, None]
    pile.take("x")
    assert pile.top() is None


def test_two_layers_may_share_a_pool_with_one_certain_card_in_the_lower():
    pile = Pile()
    pile.put_under("aabb", extra=["daybreak"], top=2)
    assert Counter(pile.may_come()) == Counter("aabb")
    pile.take("a")
    pile.take("b")
    assert len(pile) == 3
    come = Counter(pile.may_come())
    assert come["daybreak"] * 3 == come.total(), "one card of three is Daybreak"
    assert come["a"] == come["b"]
    pile.take("daybreak")
    assert Counter(pile.may_come()) == Counter("ab")


def test_a_copy_is_another_pile():
    pile = Pile.shuffled("abc")
    copy = pile.copy()
    copy.take("a")
    assert pile.cards() == ["a", "b", "c"]
    assert copy.cards() == ["b", "c"]


def test_an_empty_pile_has_nothing_to_come():
    assert Pile().may_come() == []
    assert Pile().top() is None


def test_a_card_is_taken_out_from_wherever_it_lies():
    pile = Pile.shuffled(["a", "b"])
    pile.put_on_top("c", [0])
    pile.put_under(["a", "d"], extra=["e"], top=1)
    for card, left in (("c", "aabde"), ("e", "aabd"), ("a", "abd"), ("d", "ab"), ("a", "b"), ("b", "")):
        pile.remove(card)
        assert pile.cards() == sorted(left)
        assert len(pile) == len(left)
        assert all(0 <= layer.pool < len(pile.pools) for layer in pile.layers)
    assert (pile.layers, pile.pools) == ([], [])


def test_a_card_is_put_in_where_nobody_knows():
    pile = Pile()
    pile.put_on_top("c", [0])
    pile.put_in("b")
    pile.put_in("a")
    assert pile.known(0) == ["c", None, None]
    pile.take("c")
    assert pile.may_come() == ["a", "b"]
