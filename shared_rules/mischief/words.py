"""Mythic Mischief in words: prompts, labels and helps of every question, a sentence for every event, and how the table stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from shared_rules.events import Told
from shared_rules.mischief import words_light, words_modes
from shared_rules.mischief.dice import board_of
from shared_rules.mischief.factions import words as of_factions
from shared_rules.mischief.pieces import edge_words, name, square
from shared_rules.mischief.words_correcting import corrected_words
from shared_rules.mischief.words_correcting import undone_words as undone_words
from shared_rules.mischief.words_modes import person
from shared_rules.questions import Answer, Confirm, Question
from shared_rules.words import _

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief


def _actors(told: Told, names: Sequence[str]) -> str:
    """Whom an event is about: the people of a team, where it names them; else whoever did it."""
    seats = told.get("winners", told.get("seats"))
    if "team" not in told or seats is None:
        return person(names, told["seat"])
    return _(" and ").join(person(names, seat) for seat in seats) or _("the Enchanted")


def _card(told: Told) -> str:
    """A Destination card by its side and number; a name that an owner has given it stays as it is."""
    side, _gap, number = told["card"].partition("_")
    sides = {"before": _("Before Dark card {number}"), "after": _("After Dark card {number}")}
    return sides.get(side, _("card {number}")).format(number=number.replace("_", " ") or side)


def _collected(told: Told) -> str:
    if told["count"] == 1:
        return _("{name} collects a Tome on {at}.").format(name=told["name"], at=told["at"])
    return _("{name} collects {count} Tomes on {at}.").format(name=told["name"], count=told["count"], at=told["at"])


def _went(told: Told) -> str:
    way = _(" over {squares}").format(squares=", ".join(told["through"])) if told["through"] else ""
    return _("{name} moves from {came_from}{way} to {to}.").format(
        name=told["name"], came_from=told["came_from"], way=way, to=told["at"]
    )


def _squares(m: Mischief, cells: Sequence[int]) -> str:
    return ", ".join(square(m, cell) for cell in cells)


def _between(pair: Sequence[str]) -> str:
    return _("between {one} and {other}").format(one=pair[0], other=pair[1])


# -- questions ------------------------------------------------------------------------------------------------------------------

_PROMPTS: dict[str, Callable[..., str]] = {
    **words_modes.PROMPTS,
    **words_light.PROMPTS,
    "faction": lambda m, seat: _("Which faction do you play?"),
    "card": lambda m, k: _("Turn up an After Dark card: which one is it?") if m.state.dark
    else _("Turn up a Before Dark card: which one is it?"),
    "first_roll": lambda m, players, rolled: _("throws a die for which team decides who begins"),
    "who_first": lambda m, who: _("Which team goes first?"),
    "layout": lambda m, k: _("How are Hedges and Clutter laid out?"),
    "draft": lambda m, number: _("Place a Hedge or Clutter; {hedges} and {clutter} are left").format(
        hedges=m.state.hedges_left, clutter=m.state.clutter_left
    ),
    "tome_place": lambda m, k, team: _("The supply is short: where does a Tome go?"),
    "slot_first": lambda m, seat: _("Which track does your first Tome go on?"),
    "place": lambda m, seat: _("Where does your next Mythic start?"),
    "return_to": lambda m, seat: _("Where does a caught Mythic come back?"),
    "act": lambda m, seat: _("What do you do?"),
    "pay": lambda m, seat, figure, path, price: _("Which Move die pays first?"),
    "keeper_way": lambda m, k, left: _("Which way does the Groundskeeper go? Points left: {left}").format(left=left),
    "slot": lambda m, seat: _("Where does a Tome go? To slot: {count}").format(count=m.state.players[seat].collected),
    "boost": lambda m, seat, left: _("Which die do you boost? {left} to go").format(left=left),
    **of_factions.PROMPTS,
}  # fmt: skip


def prompt(m: Mischief, question: Question, names: Sequence[str]) -> str:
    """What is asked, with the name of whoever is asked."""
    if isinstance(question, Confirm):
        return _task(question.task)
    found = _PROMPTS.get(question.asker)
    text = found(m, *question.args) if found else _plain(question.asker)
    return text if question.seat is None else f"{person(names, question.seat)}: {text}"


def _task(task: dict[str, Any]) -> str:
    if task["what"] == "time_out":
        return words_modes.time_out()
    if task["what"] == "table_setup":
        return _("Set the table up as it is shown: Hedges, Clutter, Destinations and Tomes")
    return _("Lay out the Destinations {stops} and the Tomes of the new card").format(stops=", ".join(task["stops"]))


_OPTIONS: dict[str, Callable[..., str]] = {
    **words_modes.OPTIONS,
    **words_light.OPTIONS,
    "faction": lambda m, seat, faction: m.pack.factions[faction].name,
    "first": lambda m, seat, team: _("Your team") if m.state.players[seat].team == team else _("The other team"),
    "layout": lambda m, seat, one: _("Draft them one by one") if one == "draft" else _("Layout {number}").format(number=one),
    "hedge": lambda m, seat, edge: _("Hedge {where}").format(where=_between(edge_words(m, edge))),
    "clutter": lambda m, seat, cell: _("Clutter on {where}").format(where=square(m, cell)),
    "tome": lambda m, seat, cell: square(m, cell),
    "place": lambda m, seat, figure, cell: _("{who} on {where}").format(who=name(m, figure), where=square(m, cell)),
    "return": lambda m, seat, figure, cell: _("{who} on {where}").format(who=name(m, figure), where=square(m, cell)),
    "move": lambda m, seat, figure, path: _("Move {who}: to {where}").format(who=name(m, figure), where=_squares(m, path)),
    "distract": lambda m, seat, k, cell: _("Distract: to {where}").format(where=square(m, cell)),
    "go": lambda m, seat, cell: square(m, cell),
    "slot": lambda m, seat, track: _(board_of(m, seat).tracks[track].ability.capitalize()),
    "die": lambda m, seat, die: of_factions.die_words(m, seat, die),
    "boost": lambda m, seat, die: of_factions.die_words(m, seat, die),
    "pass": lambda m, seat: _("End the Mythic Phase"),
    "legendary": lambda m, seat: _("The Legendary slot"),
    "keep": lambda m, seat: _("Keep what is left"),
    "done": lambda m, seat: _("No more Boosts"),
    **of_factions.OPTIONS,
}


def label(m: Mischief, question: Question, answer: Answer) -> str:
    """One option of a choice, or one card of a draw, in a few words."""
    if not isinstance(answer, list):
        return str(answer).replace("_", " ")
    found = _OPTIONS.get(answer[0])
    return found(m, question.seat or 0, *answer[1:]) if found else " ".join([_plain(answer[0]), *map(str, answer[1:])])


def _plain(verb: str) -> str:
    return verb.replace("_", " ").capitalize()


def help_text(m: Mischief, question: Question, answer: Answer) -> str:
    """What happens if that option is taken."""
    match answer:
        case ["move", *_rest]:
            return _("One Move point a space, two where Clutter lies. Tomes of your team on the way are collected.")
        case ["distract", *_rest]:
            return _("One Distract point. Whoever stands there is caught.")
        case ["pass"]:
            return _("The Groundskeeper moves next; points that are left are lost, dice that are not used stay where they are.")
        case ["boost", _die_number]:
            return _("The die moves one slot to the right.")
        case ["slot", _track]:
            return _("The Tome stays on the track for good and pushes dice to the right.")
        case [str(verb), *_rest] if verb in of_factions.HELPS:
            return of_factions.HELPS[verb]()
    return ""


# -- what happened --------------------------------------------------------------------------------------------------------------

_EVENTS: dict[str, Callable[[Told, str], str]] = {
    **words_modes.EVENTS,
    **words_light.EVENTS,
    "faction_chosen": lambda e, who: _("{who} plays the {name}.").format(who=who, name=e["name"]),
    "rolled_for_first": lambda e, who: _("{who} throws a {face}.").format(who=who, face=e["face"]),
    "first_team_found": lambda e, who: _("The first turn is that of {who}.").format(who=who),
    "card_shown": lambda e, who: _("{card} lies face up: the Groundskeeper has {move} points a turn, to {stops}.").format(
        card=_card(e), move=e["move"], stops=", ".join(e["stops"])
    ),
    "tomes_laid": lambda e, who: _("Tomes of {who} lie on {at}.").format(who=who, at=", ".join(e["at"])),
    "tomes_removed": lambda e, who: _("The Tomes on {at} are removed.").format(at=", ".join(e["at"])),
    "maze_laid": lambda e, who: _("Hedges and Clutter lie as in layout {layout}.").format(layout=e["layout"]),
    "hedge_drafted": lambda e, who: _("{who} places a Hedge {where}.").format(who=who, where=_between(e["new"])),
    "clutter_drafted": lambda e, who: _("{who} places Clutter on {at}.").format(who=who, at=e["at"]),
    "figure_placed": lambda e, who: _("{name} starts on {at}.").format(name=e["name"], at=e["at"]),
    "table_ready": lambda e, who: _("The table is set up."),
    "laid_out": lambda e, who: _("The new card is laid out."),
    "turn_began": lambda e, who: _("Round {round}: the turn of {who}.").format(round=e["round"], who=who),
    "figure_returned": lambda e, who: _("{name} comes back on {at}.").format(name=e["name"], at=e["at"]),
    "figure_moved": lambda e, who: _went(e),
    "figure_shifted": lambda e, who: _("{name} is moved from {came_from} to {to}.").format(
        name=e["name"], came_from=e["came_from"], to=e["at"]
    ),
    "tomes_collected": lambda e, who: _collected(e),
    "hedge_moved": lambda e, who: _("A Hedge goes from {old} to {new}.").format(old=_between(e["old"]), new=_between(e["new"])),
    "hedge_removed": lambda e, who: _("The Hedge {old} is gone.").format(old=_between(e["old"])),
    "clutter_removed": lambda e, who: _("The Clutter on {at} is gone.").format(at=e["at"]),
    "distracted": lambda e, who: _("{who} distracts the Groundskeeper.").format(who=who),
    "keeper_moved": lambda e, who: _("The Groundskeeper goes to {to}.").format(to=e["at"]),
    "keeper_put": lambda e, who: _("The Groundskeeper comes to {to}.").format(to=e["at"]),
    "keeper_stopped": lambda e, who: _("The Groundskeeper stops before the Clutter, on {at}.").format(at=e["at"]),
    "destination_done": lambda e, who: _("Destination {number} is done.").format(number=e["number"]),
    "figure_caught": lambda e, who: _("{name} is caught on {at}.").format(name=e["name"], at=e["at"]),
    "scored": lambda e, who: _("Mischief Points of {who}: {by:+d}, now {score}.").format(who=who, by=e["by"], score=e["score"]),
    "out_of_actions": lambda e, who: _("{who} can do nothing more.").format(who=who),
    "passed": lambda e, who: _("{who} ends the Mythic Phase.").format(who=who),
    "night_fell": lambda e, who: _("Before Dark is over."),
    "tome_slotted": lambda e, who: _("{who} slots a Tome on {ability}.").format(who=who, ability=_(e["ability"].capitalize())),
    "legendary_filled": lambda e, who: _("{who} puts a Tome on the Legendary slot.").format(who=who),
    "tomes_kept": lambda e, who: _("{who} keeps Tomes for later: {count}.").format(who=who, count=e["count"]),
    "boosted": lambda e, who: _("{who} boosts {ability}.").format(who=who, ability=_(e["ability"].capitalize())),
    "boosts_left_out": lambda e, who: _("{who} makes no more Boosts.").format(who=who),
    "dice_reset": lambda e, who: _("The dice of {who} are reset.").format(who=who),
    "match_ended": lambda e, who: _("The match is over: {scores}. It is won by {who}.").format(
        scores=" : ".join(map(str, e["scores"])), who=who
    ),
    **of_factions.EVENTS,
}


def event_text(told: Told, names: Sequence[str]) -> str:
    """What happened, for whoever was told the event."""
    if told["event"] == "put_right":
        return corrected_words(told, names)
    if told["event"] == "undone":
        return undone_words(told, names)
    found = _EVENTS.get(told["event"])
    who = _actors(told, names)
    return found(told, who) if found else f"{who}: {_plain(told['event'])}"


def table_lines(m: Mischief, names: Sequence[str]) -> list[str]:
    """How the table stands: enough for people to go on by hand."""
    state = m.state
    lines = [_("Round {round}, score {one} : {other}").format(round=state.round, one=state.scores[0], other=state.scores[1])]
    for keeper in state.keepers:
        stops = [square(m, cell) if cell >= 0 else "-" for cell in keeper.stops]
        lines.append(_("Groundskeeper on {at}, Destinations {stops}").format(at=square(m, keeper.cell), stops=", ".join(stops)))
    lines.append(_("Hedges: {where}").format(where=", ".join("-".join(edge_words(m, edge)) for edge in state.hedges)))
    lines.append(_("Clutter: {where}").format(where=_squares(m, state.clutter)))
    tomes = [f"{square(m, cell)} ({len(colours)})" for cell, colours in sorted(state.tomes.items())]
    lines.append(_("Tomes: {where}").format(where=", ".join(tomes)))
    for seat, player in enumerate(state.players):
        if player.slots:
            standing = [
                f"{name(m, number)} {square(m, figure.cell) if figure.cell >= 0 else '-'}"
                for number, figure in enumerate(state.figures)
                if figure.seat == seat
            ]
            tracks = [
                f"{track.ability} {'+'.join(str(player.values[die]) for die in board_of(m, seat).of[track.ability])}"
                for track in board_of(m, seat).tracks
            ]
            lines.append(f"{person(names, seat)}: {', '.join(standing)}; {', '.join(tracks)}")
    return [*lines, *words_modes.solo_lines(m)]
