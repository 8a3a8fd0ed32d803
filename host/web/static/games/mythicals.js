/* Mythicals, drawn: the board of tokens, collections by colour, reserve and piles. What it draws is in shared_rules/mythicals/view.py.

   A colour never stands alone: its symbol is drawn beside it, and named. */

import { html, say, svg } from "../dom.js";
import { Figure } from "../figure.js";

export const styles = new URL("mythicals.css", import.meta.url).href;

const VALUES = [1, 2, 3, 4, 5, "joker"];
const CARD = { width: 60, height: 76 };
const TOKEN = { width: 124, height: 76 };
const FOOT = 56;

const PATHS = {
  circle: "M0 -10 A10 10 0 1 1 -0.1 -10 Z",
  square: "M-9 -9 H9 V9 H-9 Z",
  triangle: "M0 -11 L11 9 H-11 Z",
  diamond: "M0 -12 L10 0 L0 12 L-10 0 Z",
  "four-petal": [[-6, -6], [6, -6], [-6, 6], [6, 6]].map(([x, y]) => `M${x - 5.5} ${y} a5.5 5.5 0 1 0 11 0 a5.5 5.5 0 1 0 -11 0`).join(" "),
  star: "M0 -12 L3 -4 L12 -4 L5 2 L8 11 L0 6 L-8 11 L-5 2 L-12 -4 L-3 -4 Z",
};

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const move = (x, y, scale = 1) => `translate(${x} ${y}) scale(${scale})`;

function sign(symbol, x, y, scale = 1) {
  return svg("path", { class: `sign ${symbol}`, d: PATHS[symbol], transform: move(x, y, scale) });
}

/** What views tell of colours, tokens and cards, for whoever reads or hears it. */
class Faces {
  constructor(view) {
    this.colours = new Map(view.colours.map((colour) => [colour.id, colour]));
    this.tokens = view.tokens;
    const paid = (token) => ({ suite: `suite of ${token.size}`, set: `set of ${token.size}`, full: "full suite" })[token.kind];
    this.names = new Map(Object.entries(view.tokens).map(([id, token]) => [id, `${this.colour(token.column)} ${paid(token)}`]));
  }

  colour(id) {
    const colour = this.colours.get(id);
    return `${colour.name} ${colour.symbol}`;
  }

  symbol(id) {
    return this.colours.get(id).symbol;
  }

  token(id) {
    return this.names.get(id);
  }
}

/** Cards by colour: a row a colour, a column a value. Cards that lie there are drawn full. */
class Cards {
  constructor(faces, colours, label) {
    this.faces = faces;
    this.colours = colours;
    this.label = label;
    this.seen = null;
    const box = `-2 -2 ${VALUES.length * CARD.width + 4} ${colours.length * CARD.height + 4}`;
    this.element = svg("svg", { class: "board cards", role: "img", viewBox: box });
  }

  /** `cards` by id; `known` says what each one is. */
  update(cards, known) {
    const seen = cards.join();
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    const held = cards.map((card) => known[card]);
    const places = this.colours.flatMap((colour, row) => VALUES.map((value, column) => {
      const number = held.filter((card) => card.colour === colour && card.value === value).length;
      return this.place(colour, value, number, column * CARD.width, row * CARD.height);
    }));
    this.element.replaceChildren(...places);
    this.element.setAttribute("aria-label", this.words(held));
  }

  place(colour, value, number, x, y) {
    const symbol = this.faces.symbol(colour);
    const frame = { x: 3, y: 3, width: CARD.width - 6, height: CARD.height - 6, rx: 7 };
    if (!number) {
      return svg("g", { transform: move(x, y) }, svg("rect", { class: "gap", ...frame }));
    }
    const text = value === "joker" ? "J" : String(value);
    return svg("g", { class: "card", transform: move(x, y) }, svg("rect", { class: `face ${symbol}`, ...frame }),
      svg("text", { class: "value", x: CARD.width / 2, y: 40 }, text), sign(symbol, CARD.width / 2, 56, 0.8),
      number > 1 ? svg("text", { class: "times", x: CARD.width - 16, y: 22 }, `×${number}`) : null);
  }

  words(held) {
    const rows = this.colours.map((colour) => {
      const values = held.filter((card) => card.colour === colour).map((card) => card.value);
      return values.length ? `${this.faces.colour(colour)} ${values.join(", ")}` : "";
    });
    return `${this.label}: ${rows.filter(Boolean).join("; ") || "no cards"}`;
  }
}

/** The tokens in their columns, the cheapest at the bottom; their symbols stand below. */
class Tokens {
  constructor(view, faces) {
    this.faces = faces;
    this.columns = Object.entries(view.columns);
    this.rows = Math.max(...this.columns.map(([, tokens]) => tokens.length));
    this.seen = null;
    const box = `-2 -2 ${this.columns.length * TOKEN.width + 4} ${this.rows * TOKEN.height + FOOT + 4}`;
    this.places = svg("g");
    const feet = this.columns.map(([column], at) => {
      const middle = (at + 0.5) * TOKEN.width;
      const colour = faces.colours.get(column);
      return svg("g", {}, sign(colour.symbol, middle, this.rows * TOKEN.height + 16, 1.1),
        svg("text", { class: "foot", x: middle, y: this.rows * TOKEN.height + 50 }, colour.name));
    });
    this.picture = svg("svg", { class: "tokens", role: "img", viewBox: box }, this.places, ...feet);
    this.element = html("div", { class: "mythicals-board" }, html("h2", {}, "Board"), this.picture);
  }

  update(board) {
    const seen = JSON.stringify(board);
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    this.places.replaceChildren(...this.columns.flatMap(([column, tokens], at) => tokens.map((id, level) =>
      this.token(column, id, board[id], at * TOKEN.width, (this.rows - 1 - level) * TOKEN.height))));
    const left = this.columns.flatMap(([, tokens]) => tokens.filter((id) => board[id]).map((id) => this.words(id, board[id])));
    this.picture.setAttribute("aria-label", `On the board: ${left.join("; ") || "no tokens"}`);
  }

  token(column, id, there, x, y) {
    const frame = { x: 4, y: 4, width: TOKEN.width - 8, height: TOKEN.height - 8, rx: 14 };
    if (!there) {
      return svg("g", { transform: move(x, y) }, svg("rect", { class: "gap", ...frame }));
    }
    const symbol = this.faces.symbol(column);
    const { points, kind, size } = this.faces.tokens[id];
    const cost = { suite: `${size} in a row`, set: `${size} alike`, full: "1–5 + J" }[kind];
    const markers = Array.from({ length: there.markers }, (_, at) =>
      svg("circle", { class: "marker", cx: TOKEN.width - 20 - 16 * at, cy: there.blocked ? 38 : 24, r: 8 }));
    const mark = there.blocked ? svg("text", { class: "blocked", x: TOKEN.width - 12, y: 22 }, "blocked") : null;
    return svg("g", { class: "token", transform: move(x, y) },
      svg("rect", { class: `face ${symbol}${there.blocked ? " turned" : ""}`, ...frame }),
      svg("text", { class: "points", x: 14, y: 44 }, String(points)), svg("text", { class: "cost", x: 14, y: 63 }, cost),
      ...markers, mark);
  }

  words(id, there) {
    const marks = [there.markers ? `with ${count(there.markers, "marker", "markers")}` : "", there.blocked ? "blocked" : ""];
    return [`${this.faces.token(id)} for ${this.faces.tokens[id].points}`, ...marks].filter(Boolean).join(" ");
  }
}

/** What lies before one player. */
class Player {
  constructor(view, faces, colours) {
    this.faces = faces;
    this.cards = new Cards(faces, colours, "Collection");
    this.tokens = new Figure("tokens");
    this.markers = new Figure("markers");
    this.hand = new Figure("cards");
    this.figures = html("dl", { class: "mythicals-figures" }, this.tokens.element, this.markers.element, this.hand.element);
    this.notes = html("ul", { class: "mythicals-notes", "aria-label": "Tokens" });
    this.seen = null;
  }

  update(seat, known, score) {
    this.tokens.set(seat.tokens);
    this.markers.set(seat.markers);
    this.hand.set(seat.hand_size ?? "–");
    this.cards.update(seat.hand ?? [], known);
    const notes = seat.stack ? seat.stack.map((id) => this.faces.token(id)) : [];
    if (!seat.stack) {
      notes.push(seat.top ? `On top: ${this.faces.token(seat.top)}` : "No token yet");
      notes.push(...seat.hand ? [] : [seat.hand_size === null ? "Cards are not known here" : "The hand is secret"]);
    }
    notes.push(...score === null ? [] : [`${count(score, "point", "points")} in all`]);
    if (notes.join() !== this.seen) {
      this.seen = notes.join();
      this.notes.replaceChildren(...notes.map((text) => html("li", {}, text)));
    }
  }
}

/** Reserve, revealed cards, and what is left of pile and markers. */
class Middle {
  constructor(faces, colours) {
    this.deck = new Figure("in the draw pile");
    this.markers = new Figure("markers left");
    this.reserve = new Cards(faces, colours, "Reserve");
    this.revealed = html("p", { class: "note" });
    this.faces = faces;
    const figures = html("dl", { class: "mythicals-figures" }, this.deck.element, this.markers.element);
    this.element = html("div", { class: "mythicals-aside" }, figures, html("h2", {}, "Reserve"), this.reserve.element, this.revealed);
  }

  update(view) {
    this.deck.set(view.deck);
    this.markers.set(view.markers);
    this.reserve.update(view.reserve ?? [], view.cards);
    say(this.revealed, this.words(view));
  }

  words(view) {
    if (view.revealed.length) {
      const names = view.revealed.map((card) => {
        const face = view.cards[card];
        return face ? `${this.faces.colour(face.colour)} ${face.value}` : "Daybreak";
      });
      return `Revealed: ${names.join(", ")}`;
    }
    return view.daybreak ? "Daybreak has come" : view.deck <= 9 ? "Daybreak is among these" : "";
  }
}

export class Game {
  constructor(state) {
    const faces = new Faces(state.view);
    const suites = new Set(Object.values(state.view.tokens).filter((token) => token.kind === "suite").map((token) => token.column));
    const colours = Object.keys(state.view.columns).filter((column) => suites.has(column));
    this.players = state.view.seats.map(() => new Player(state.view, faces, colours));
    this.tokens = new Tokens(state.view, faces);
    this.middle = new Middle(faces, colours);
    this.strip = this.tokens.element;
    this.aside = this.middle.element;
  }

  player(seat) {
    const player = this.players[seat];
    return { figures: player.figures, picture: player.cards.element, notes: player.notes };
  }

  /** Nobody is on turn while cards are dealt and it is thrown for who begins. */
  turn(state) {
    const tasks = ["set_board", "build_deck"];
    const early = state.questions.some((question) => question.dice?.includes("first player") || tasks.includes(question.task?.what));
    const dealt = state.view.deck < 44 || state.view.seats.every((seat) => [null, 2].includes(seat.hand_size));
    return early || !dealt ? null : state.view.active;
  }

  update(state) {
    state.view.seats.forEach((seat, at) => this.players[at].update(seat, state.view.cards, state.view.scores?.[at] ?? null));
    this.tokens.update(state.view.board);
    this.middle.update(state.view);
  }

  /** Nothing in this game turns. */
  ring() {}
}
