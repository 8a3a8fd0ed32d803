/* Mycelia, drawn: boards with their drops, the Shrine that turns, the showcase. What it draws is in shared_rules/mycelia/view.py. */

import { html, say, svg } from "../dom.js";
import { Figure } from "../figure.js";

export const styles = new URL("mycelia.css", import.meta.url).href;

const CELL = 100;
const LANDS = {
  leaf: { letter: "L", name: "leaf" },
  moss: { letter: "M", name: "moss" },
  water: { letter: "W", name: "water" },
  soil: { letter: "S", name: "soil" },
  shrine: { letter: "", name: "shrine" },
};
/* Patterns keep to the edge of a field, so that drops stand free in its middle. */
const LEAF = "c-1 -13 8 -21 21 -20 c1 13 -8 21 -21 20 l12 -11";
const PATTERNS = {
  leaf: `M38 26 ${LEAF} M70 28 ${LEAF} M8 62 ${LEAF} M8 94 ${LEAF} M72 62 ${LEAF} M72 94 ${LEAF} M40 94 ${LEAF}`,
  moss: [[44, 14], [66, 14], [88, 14], [88, 36], [88, 60], [88, 86], [66, 86], [44, 86], [22, 86], [12, 66], [12, 46], [72, 30],
    [72, 70], [28, 70]].map(([x, y]) => `M${x - 5} ${y} a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0`).join(" "),
  water: [16, 38, 62, 86].map((y) => `M${y === 16 ? 36 : 4} ${y} ${"q7.5 -9 15 0 t15 0 ".repeat(y === 16 ? 2 : 3)}`).join(" "),
  soil: "M38 20 H96 M4 44 H96 M4 66 H96 M4 88 H96 M70 4 V20 M52 20 V44 M84 20 V44 M24 44 V66 M74 44 V66 M46 66 V88 M90 66 V88 "
    + "M14 66 V88",
  shrine: "M50 8 a42 42 0 1 0 .1 0 M50 20 a30 30 0 1 0 .1 0 M50 32 a18 18 0 1 0 .1 0 M50 8 V32 M50 68 V92 M8 50 H32 M68 50 H92",
};
const DROP = "M0 -17 C4 -9 12 -2 12 6 A12 12 0 1 1 -12 6 C-12 -2 -4 -9 0 -17 Z";
const PLACES = {
  1: [[52, 54, 1.75]],
  2: [[34, 56, 1.4], [70, 56, 1.4]],
  3: [[52, 30, 1.15], [32, 70, 1.15], [72, 70, 1.15]],
  4: [[40, 34, 1.05], [76, 34, 1.05], [32, 74, 1.05], [68, 74, 1.05]],
};
const LEAF_SIGN = "M-11 10 C-12 -6 0 -12 12 -11 C13 3 5 12 -7 7 L-11 10 Z M-9 8 C-4 2 0 -1 5 -4";

const ACTIONS = {
  a: "lay out a new showcase",
  b: "move 1 drop",
  c: "move 1 drop, then another one of the same field",
  d: "remove 1 drop",
  e: "remove a discarded card from the game",
};
const GHOST = "M-20 -6 V40 L-10 32 L0 40 L10 32 L20 40 V-6 Z "
  + "M-36 -4 C-36 -30 -18 -42 0 -42 C18 -42 36 -30 36 -4 C24 4 -24 4 -36 -4 Z";
const EYES = "M-9 8 a3.5 5.5 0 1 0 .1 0 M9 8 a3.5 5.5 0 1 0 .1 0";

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const place = (x, y, scale) => `translate(${x} ${y}) scale(${scale})`;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function drops(number) {
  if (number > 4) {
    const big = svg("path", { class: "drop", d: DROP, transform: place(52, 54, 2.4) });
    return [big, svg("text", { class: "many", x: 52, y: 82 }, String(number))];
  }
  return (PLACES[number] ?? []).map(([x, y, scale]) => svg("path", { class: "drop", d: DROP, transform: place(x, y, scale) }));
}

function leafSign() {
  return svg("svg", { class: "leaf-sign", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, svg("path", { d: LEAF_SIGN }));
}

/** `laid`: a tile that somebody has put on a landscape of the board. */
function landSign(land, laid = false) {
  return svg("g", { class: `land ${land}${laid ? " laid" : ""}` },
    svg("rect", { x: 2, y: 2, width: CELL - 4, height: CELL - 4, rx: 10 }),
    laid ? svg("rect", { class: "tile", x: 9, y: 9, width: CELL - 18, height: CELL - 18, rx: 8 }) : null,
    svg("path", { class: "pattern", d: PATTERNS[land] }),
    LANDS[land].letter && svg("circle", { class: "plate", cx: 19, cy: 19, r: 15 }),
    LANDS[land].letter && svg("text", { class: "letter", x: 19, y: 26 }, LANDS[land].letter));
}

/** The board of one player: fields are made anew only if they change, drops are drawn when they do. */
class Board {
  constructor() {
    this.element = svg("svg", { class: "board", role: "img" });
    this.seen = "";
  }

  /** Boards are drawn for everybody in advanced play, and `shrines` are laid on some of their fields. */
  lay(board, shrines) {
    const seen = JSON.stringify([board.lands, shrines]);
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    this.board = board;
    const height = Math.ceil(board.lands.length / board.width);
    this.fields = board.lands.map((land, field) => {
      const x = (field % board.width) * CELL;
      const y = Math.floor(field / board.width) * CELL;
      const held = svg("g", { class: "held" });
      const sign = land === null ? null : landSign(land, shrines.includes(field));
      return { held, known: -1, element: svg("g", { transform: `translate(${x} ${y})` }, sign, held) };
    });
    this.element.setAttribute("viewBox", `-4 -4 ${board.width * CELL + 8} ${height * CELL + 8}`);
    this.element.replaceChildren(...this.fields.map((field) => field.element));
  }

  update(held) {
    held.forEach((number, at) => {
      const field = this.fields[at];
      if (field.known !== number) {
        const ring = field.known < 0 ? [] : [svg("rect", { class: "changed", x: 2, y: 2, width: 96, height: 96, rx: 10 })];
        field.held.replaceChildren(...drops(number), ...ring);
        field.known = number;
      }
    });
    this.element.setAttribute("aria-label", this.words(held));
  }

  words(held) {
    if (this.light) {
      return `Board; new drops on ${count(sum(held), "field", "fields")}`;
    }
    const { lands, width } = this.board;
    const rows = [];
    for (let from = 0; from < lands.length; from += width) {
      const fields = lands.slice(from, from + width).map((land, at) => land && `${LANDS[land].name} ${held[from + at]}`);
      rows.push(`row ${from / width + 1}: ${fields.filter(Boolean).join(", ")}`);
    }
    return `Board with ${count(sum(held), "drop", "drops")}; ${rows.join("; ")}`;
  }
}

function dropSign() {
  const box = { class: "drop-sign", viewBox: "-14 -19 28 40", "aria-hidden": "true" };
  return svg("svg", box, svg("path", { class: "drop", d: DROP }));
}

/** An action card: its letter, and whether it can still be used in this turn. */
function actionCard({ action, used }) {
  return html("li", { class: used ? "action used" : "action", title: `Action ${action.toUpperCase()}: ${ACTIONS[action]}` },
    html("span", { class: "unseen" }, "Action "), html("b", {}, action.toUpperCase()), used ? " ✗ used" : " ✓ free");
}

/** What lies before one player. */
class Player {
  constructor() {
    this.board = new Board();
    this.drops = new Figure("drops left", dropSign());
    this.leaves = new Figure("leaves", leafSign());
    this.hand = new Figure("in hand");
    this.figures = html("dl", { class: "mycelia-figures" }, this.drops.element, this.leaves.element, this.hand.element);
    this.piles = html("ul", { class: "mycelia-notes", "aria-label": "Piles and actions" });
    this.notes = html("div", { class: "mycelia-before" }, this.piles);
    this.seen = "";
  }

  /** `coming`: the fields that new drops are to be laid on now; all that is drawn where people keep their boards themselves. */
  update(seat, board, coming) {
    this.drops.set(seat.drops_left);
    this.board.lay(seat.board ?? board, seat.shrines);
    this.board.light = seat.drops === null;
    this.board.update(seat.drops ?? this.board.board.lands.map((_, field) => Number(coming.includes(field))));
    for (const [figure, value] of [[this.leaves, seat.leaves], [this.hand, seat.hand_size]]) {
      figure.element.hidden = value === null;
      figure.set(value);
    }
    if (seat.supply === null) {
      return;
    }
    const piles = [`Supply pile ${seat.supply.length}`, `Discarded ${seat.discard.length}`];
    const seen = JSON.stringify([piles, seat.actions]);
    if (seen !== this.seen) {
      this.seen = seen;
      this.piles.replaceChildren(...piles.map((text) => html("li", {}, text)), ...seat.actions.map(actionCard));
    }
  }
}

/** The ghost mushroom that a player alone plays against: pile, chip and solo cards. */
class Gwidyon {
  constructor() {
    this.drops = new Figure("drops left", dropSign());
    this.chip = svg("svg", { class: "chip", viewBox: "-24 -24 48 48", "aria-hidden": "true" });
    this.side = html("dd");
    const chip = html("div", { class: "figure" }, html("dt", {}, "chip"), this.side);
    this.mark = html("span", { class: "mark" });
    this.card = html("p", { class: "solo-card" });
    this.left = html("p", { class: "note" });
    const ghost = svg("svg", { class: "ghost", viewBox: "-38 -44 76 90", "aria-hidden": "true" },
      svg("path", { class: "body", d: GHOST }), svg("path", { class: "eyes", d: EYES }));
    this.element = html("section", { class: "mycelia-gwidyon", "aria-label": "Gwidyon" },
      html("h3", {}, ghost, "Gwidyon", this.mark),
      html("dl", { class: "mycelia-figures" }, this.drops.element, chip), this.card, this.left);
    this.seen = "";
  }

  update(gwidyon, over) {
    const seen = JSON.stringify([gwidyon, over]);
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    const removes = gwidyon.chip === "remove";
    this.drops.set(gwidyon.drops);
    this.chip.replaceChildren(svg("circle", { r: 21 }),
      ...(removes ? [svg("path", { class: "drop", d: DROP }), svg("path", { class: "strike", d: "M-15 15 L15 -15" })] : []));
    this.side.replaceChildren(this.chip, html("span", {}, removes ? "remove" : "blank"));
    say(this.mark, gwidyon.on_turn && !over ? "▶ on turn" : "");
    say(this.card, gwidyon.shown.length ? `Last solo card: ${gwidyon.shown_names.at(-1)}` : "No solo card turned up yet");
    say(this.left, `${count(gwidyon.cards, "solo card", "solo cards")} face down`);
    this.element.classList.toggle("active", gwidyon.on_turn && !over);
  }
}

/** The Shrine of Life: a wheel with a slot for each drop; it turns as the real one does. */
class Shrine {
  constructor() {
    this.wheel = svg("g", { class: "wheel" });
    this.number = svg("text", { class: "holds", y: 12 });
    this.label = svg("text", { class: "of", y: 38 });
    const frame = [svg("circle", { class: "frame", r: 116 }), svg("path", { class: "chute", d: "M-20 108 L20 108 L12 126 L-12 126 Z" })];
    const box = { class: "shrine", role: "img", viewBox: "-120 -120 240 250" };
    this.picture = svg("svg", box, ...frame, this.wheel, this.number, this.label);
    this.note = html("p", { class: "note" });
    this.element = html("div", { class: "mycelia-shrine" }, html("h2", {}, "Shrine"), this.picture, this.note);
    this.target = null;
    this.at = 0;
    this.frame = 0;
    this.seen = "";
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  update(shrine) {
    const seen = JSON.stringify(shrine);
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    const slots = Array.from({ length: shrine.full_at }, (_, at) => {
      const turn = `rotate(${(360 * (at + 0.5)) / shrine.full_at}) translate(0 -88)`;
      const full = at < shrine.holds;
      const size = Math.min(1, 12.3 / shrine.full_at);
      return svg("g", { transform: `${turn} scale(${size})` },
        svg("circle", { class: "slot", r: 21 }), full ? svg("path", { class: "drop", d: DROP }) : null);
    });
    const die = shrine.die_on === null ? [] : [svg("rect", { class: "die-on", x: -11, y: -66, width: 22, height: 22, rx: 4 })];
    this.wheel.replaceChildren(svg("circle", { class: "disc", r: 110 }), ...slots, svg("circle", { class: "hub", r: 62 }), ...die);
    say(this.number, String(shrine.holds));
    say(this.label, `of ${shrine.full_at}`);
    const tray = shrine.tray ? `${count(shrine.tray, "drop", "drops")} removed in this turn` : "No drop removed in this turn yet";
    this.words = `The Shrine holds ${count(shrine.holds, "drop", "drops")} of ${shrine.full_at}`;
    this.picture.setAttribute("aria-label", this.words);
    this.rest = shrine.holds >= shrine.full_at ? "Full: it is about to turn" : tray;
    this.tell();
  }

  /** So far the ring has turned; a first word, or a world that begins anew, is taken as it stands. */
  ring(turns) {
    if (turns === null) {
      this.target = null;
      return;
    }
    if (this.target === null || Math.abs(turns - this.target) > 1.5) {
      this.at = turns;
    }
    this.target = turns;
    if (this.still.matches) {
      this.at = Math.round(turns);
    }
    this.frame ||= requestAnimationFrame(() => this.move());
    this.tell();
  }

  move() {
    const left = this.still.matches || this.target === null ? 0 : this.target - this.at;
    this.at += Math.abs(left) < 0.0005 ? left : 0.3 * left;
    this.wheel.style.transform = `rotate(${360 * this.at}deg)`;
    this.wheel.dataset.turns = this.at.toFixed(4);
    this.frame = left === 0 ? 0 : requestAnimationFrame(() => this.move());
  }

  tell() {
    const part = this.target === null ? 0 : Math.abs(this.target - Math.round(this.target));
    const done = this.target === null ? 0 : this.target - Math.floor(this.target);
    const turns = part > 0.01;
    this.picture.classList.toggle("turning", turns);
    say(this.note, turns ? `↻ The Shrine turns: ${Math.round(100 * done)} %` : this.rest ?? "");
  }
}

/** The heroes that can be hired. */
class Showcase {
  constructor() {
    this.list = html("ol", { class: "heroes" });
    this.note = html("p", { class: "note" });
    this.stock = html("p", { class: "note stock" });
    const title = html("div", { class: "title" }, html("h2", {}, "Showcase"), this.note, this.stock);
    this.element = html("div", { class: "mycelia-showcase" }, title, this.list);
    this.seen = "";
  }

  update(view, cards) {
    this.list.hidden = view.showcase === null;
    if (view.showcase === null) {
      say(this.note, `kept by people · supply card ${view.supply_card}`);
      this.stock.hidden = true;
      return;
    }
    const seen = JSON.stringify(view.showcase);
    if (seen !== this.seen) {
      this.seen = seen;
      this.list.replaceChildren(...view.showcase.map((card) => this.hero(card, view.cards, cards)));
    }
    const hidden = `${view.showcase_supply} more in the supply, ${view.showcase_discard.length} discarded`;
    say(this.note, view.supply_card ? `${hidden} · supply card ${view.supply_card}` : hidden);
    const stock = this.left(view, cards);
    this.stock.hidden = !stock;
    say(this.stock, stock);
  }

  /** What the expansion has beside the boards, and what has left the game. */
  left(view, cards) {
    const upper = (action) => action.toUpperCase();
    const named = (card) => cards[card]?.name ?? card.replace(/^action (.)$/, (_, action) => `action ${upper(action)}`);
    const removed = view.cards_out.map(named);
    const parts = [
      view.action_supply.length && `Action cards left: ${view.action_supply.map(upper).join(" ")}`,
      view.shrine_fields && `Shrine fields left: ${view.shrine_fields}`,
      removed.length && `Removed from the game: ${removed.join(", ")}`,
    ];
    return parts.filter(Boolean).join(" · ");
  }

  hero(card, faces, words) {
    if (card === null) {
      return html("li", { class: "empty" }, "empty place");
    }
    const cost = faces[card].cost;
    const price = html("span", { class: "cost" }, leafSign(), html("span", {}, String(cost)),
      html("span", { class: "unseen" }, cost === 1 ? " leaf" : " leaves"));
    return html("li", {}, html("h3", {}, words[card].name, price), html("p", {}, capital(words[card].text)));
  }
}

function legend() {
  const signs = ["leaf", "moss", "water", "soil", "shrine"].map((land) => html("li", {},
    svg("svg", { class: "board", viewBox: "0 0 100 100", "aria-hidden": "true" }, landSign(land)), LANDS[land].name));
  return html("ul", { class: "legend", "aria-label": "Landscapes" }, ...signs);
}

export class Game {
  constructor(state) {
    this.players = state.view.seats.map(() => new Player());
    this.shrine = new Shrine();
    this.showcase = new Showcase();
    this.strip = this.showcase.element;
    this.gwidyon = state.view.gwidyon && new Gwidyon();
    if (this.gwidyon) {
      this.players[0].notes.prepend(this.gwidyon.element);
    }
    this.aside = html("div", { class: "mycelia-aside" }, this.shrine.element, legend());
  }

  player(seat) {
    const player = this.players[seat];
    return { figures: player.figures, picture: player.board.element, notes: player.notes };
  }

  /** Nobody is on turn while boards are set up and it is thrown for who begins. */
  turn(state) {
    const preparing = ["board_setup", "board_and_cards"];
    const early = (question) => question.dice?.includes("first player") || preparing.includes(question.task?.what);
    if (state.view.supply_card === "" || state.questions.some(early)) {
      return null;
    }
    return state.view.gwidyon?.on_turn ? "Gwidyon is on turn" : state.view.active;
  }

  update(state) {
    const coming = (at) => state.questions.filter((question) => question.seat === at).flatMap((question) => question.task?.fields ?? []);
    state.view.seats.forEach((seat, at) => this.players[at].update(seat, state.view.board, coming(at)));
    this.gwidyon?.update(state.view.gwidyon, state.over);
    this.shrine.update(state.view.shrine);
    this.showcase.update(state.view, state.cards);
  }

  ring(turns) {
    this.shrine.ring(turns);
  }
}
