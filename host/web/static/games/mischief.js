/* Mythic Mischief, drawn: the Hedgemaze with all that stands in it, and the board of each faction. What it draws is in
   shared_rules/mischief/view.py.

   A team is told by the shape of its Mythics (round or square) and by letters, never by colour alone. */

import { html, say, svg } from "../dom.js";
import { Figure } from "../figure.js";

export const styles = new URL("mischief.css", import.meta.url).href;

const SPACE = 100;
const MARGIN = 30;
const SMALL = 22;
const SLOT = 46;
const TRACK = 62;
const KEEPER = "M0 -34 a11 11 0 1 1 -0.1 0 M-22 30 L-14 -8 H14 L22 30 Z M-30 -14 H-16 M16 -14 H30 M30 -26 V-2";
const BOOK = "M-13 -9 H13 V9 H-13 Z M0 -9 V9";
const RUBBISH = "M-34 30 l12 -14 l10 10 l14 -18 l12 16 l12 -10 l8 16 Z";

const PHASES = { setup: "The table is being set up", mythic: "Mythic Phase", keeper: "Groundskeeper Phase", cleanup: "Cleanup Phase",
  enchanted: "Turn of the Enchanted" };

const at = (x, y) => `translate(${x} ${y})`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll("_", " ");
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** The name of a space: its column as a letter, its row as a number. */
function square(view, cell) {
  return `${String.fromCharCode(65 + cell % view.width)}${Math.floor(cell / view.width) + 1}`;
}

/** The maze. What lies on the ground is drawn anew if anything about it changed; it is small. */
class Maze {
  constructor(view) {
    this.seen = "";
    this.ground = svg("g");
    const [wide, high] = [view.width * SPACE, view.height * SPACE];
    const lines = Array.from({ length: view.width - 1 }, (_, x) => `M${(x + 1) * SPACE} 0 V${high}`);
    lines.push(...Array.from({ length: view.height - 1 }, (_, y) => `M0 ${(y + 1) * SPACE} H${wide}`));
    const letters = Array.from({ length: view.width }, (_, x) =>
      svg("text", { class: "place", x: (x + 0.5) * SPACE, y: -8 }, square(view, x).slice(0, 1)));
    const numbers = Array.from({ length: view.height }, (_, y) =>
      svg("text", { class: "place", x: -15, y: (y + 0.5) * SPACE + 8 }, String(y + 1)));
    this.picture = svg("svg", { class: "maze", role: "img", viewBox: `${-MARGIN} ${-MARGIN} ${wide + MARGIN + 6} ${high + MARGIN + 6}` },
      svg("rect", { class: "ground", width: wide, height: high }), svg("path", { class: "open", d: lines.join(" ") }),
      this.ground, svg("rect", { class: "border", width: wide, height: high }), ...letters, ...numbers);
    this.element = html("div", { class: "mischief-maze" }, this.picture);
  }

  update(view) {
    const seen = JSON.stringify([view.hedges, view.clutter, view.tomes, view.keepers, view.figures, view.players.map((one) => one.token)]);
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    this.view = view;
    this.ground.replaceChildren(...this.crests(), ...this.stops(), ...view.clutter.map((cell) => this.put(cell, "clutter", RUBBISH)),
      ...view.tomes.flatMap((tome) => this.tomes(tome)), ...view.keepers.flatMap((keeper) => this.way(keeper)),
      ...view.hedges.map((edge) => this.hedge(edge)), ...view.figures.flatMap((figure, number) => this.mythic(figure, number)),
      ...view.keepers.map((keeper) => this.keeper(keeper)));
    this.picture.setAttribute("aria-label", this.words());
  }

  middle(cell) {
    return [(cell % this.view.width + 0.5) * SPACE, (Math.floor(cell / this.view.width) + 0.5) * SPACE];
  }

  put(cell, kind, path) {
    return svg("path", { class: kind, d: path, transform: at(...this.middle(cell)) });
  }

  crests() {
    return this.view.crests.map((cell) => this.put(cell, "crest", "M0 -30 L30 0 L0 30 L-30 0 Z"));
  }

  stops() {
    return this.view.keepers.flatMap((keeper) => keeper.stops.flatMap((cell, number) => {
      if (cell < 0) {
        return [];
      }
      const [x, y] = this.middle(cell);
      const next = keeper.goal === number ? " next" : "";
      return [svg("g", { class: `stop${next}`, transform: at(x + 32, y - 32) }, svg("circle", { r: 15 }),
        svg("text", { y: 7 }, String(number + 1)))];
    }));
  }

  tomes({ cell, seats }) {
    const [x, y] = this.middle(cell);
    return seats.map((seat, number) => svg("g", { class: `tome team${this.view.players[seat].team}`, transform: at(x - 28 + 30 * number, y + 34) },
      svg("path", { d: BOOK })));
  }

  hedge(edge) {
    const cells = this.view.width * this.view.height;
    const cell = edge % cells;
    const [x, y] = [cell % this.view.width * SPACE, Math.floor(cell / this.view.width) * SPACE];
    const box = edge < cells ? { x: x + SPACE - 7, y: y + 4, width: 14, height: SPACE - 8 } : { x: x + 4, y: y + SPACE - 7, width: SPACE - 8, height: 14 };
    return svg("rect", { class: "hedge", rx: 6, ...box });
  }

  way(keeper) {
    const line = [keeper.cell, ...keeper.path].map((cell) => this.middle(cell).join(" "));
    const end = keeper.path.at(-1) ?? keeper.cell;
    const drawn = keeper.path.length ? [svg("path", { class: "way", d: `M${line.join(" L")}` })] : [];
    return [...drawn, ...keeper.choices.map((cell) =>
      svg("path", { class: "way maybe", d: `M${this.middle(end).join(" ")} L${this.middle(cell).join(" ")}` }))];
  }

  mythic(figure, number) {
    if (figure.cell < 0) {
      return [];
    }
    const { team, token } = this.view.players[figure.seat];
    const [x, y] = this.middle(figure.cell);
    const shape = team === 0 ? svg("circle", { r: 25 }) : svg("rect", { x: -23, y: -23, width: 46, height: 46, rx: 5 });
    const marks = `${token === number ? "◆" : ""}${figure.tripped ? "zz" : ""}`;
    return [svg("g", { class: `mythic team${team}`, transform: at(x - 10, y - 8) }, shape,
      svg("text", { class: "initial", y: 8 }, this.initials(figure)), svg("text", { class: "marks", x: 24, y: -12 }, marks))];
  }

  /** As few letters of its name as tell it from the others of its player, but two. */
  initials(figure) {
    const others = this.view.figures.filter((one) => one.seat === figure.seat && one !== figure).map((one) => one.name ?? "");
    let letters = 2;
    while (letters < 4 && others.some((name) => name.slice(0, letters) === figure.name?.slice(0, letters))) {
      letters += 1;
    }
    return (figure.name ?? "?").slice(0, letters);
  }

  keeper(keeper) {
    return svg("path", { class: "keeper", d: KEEPER, transform: at(...this.middle(keeper.cell)) });
  }

  words() {
    const { view } = this;
    const stand = view.figures.filter((figure) => figure.cell >= 0).map((figure) => `${figure.name} on ${square(view, figure.cell)}`);
    const keepers = view.keepers.map((keeper) => {
      const way = keeper.path.map((cell) => square(view, cell)).join(", ");
      return `the Groundskeeper on ${square(view, keeper.cell)}${way ? `, who goes to ${way} next` : ""}`;
    });
    return `The maze: ${[...keepers, ...stand].join("; ")}; ${count(view.hedges.length, "Hedge", "Hedges")}`;
  }
}

/** The board of one faction: a track an ability, with slots, Tomes that block them, and dice. */
class Tracks {
  constructor() {
    this.seen = "";
    this.element = svg("svg", { class: "board tracks", role: "img" });
  }

  update(tracks, name) {
    const seen = JSON.stringify(tracks);
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    const most = Math.max(1, ...tracks.map((track) => track.slots.length));
    this.element.setAttribute("viewBox", `-2 -2 ${most * SLOT + 4} ${Math.max(1, tracks.length) * TRACK + 4}`);
    this.element.replaceChildren(...tracks.map((track, row) => this.track(track, row * TRACK)));
    const told = tracks.map((track) => `${track.ability} ${track.dice.map((die) => die.value).join(" and ")}`);
    this.element.setAttribute("aria-label", `${name ?? "No faction yet"}: ${told.join(", ")}`);
  }

  track(track, y) {
    const slots = track.slots.map((number, slot) => {
      const die = track.dice.find((one) => one.slot === slot);
      const parts = [svg("rect", { class: "slot", x: 2, y: 16, width: SLOT - 4, height: SLOT - 6, rx: 6 }),
        svg("text", { class: "number", x: SLOT / 2, y: 44 }, String(number))];
      if (slot < track.tomes) {
        parts.push(svg("path", { class: "slotted", d: BOOK, transform: at(SLOT / 2, 36) }));
      }
      if (die) {
        parts.push(svg("rect", { class: `die${die.used ? " used" : ""}`, x: 6, y: 20, width: SLOT - 12, height: SLOT - 14, rx: 6 }),
          svg("text", { class: "pips", x: SLOT / 2, y: 45 }, String(die.value)));
      }
      return svg("g", { transform: at(slot * SLOT, y) }, ...parts);
    });
    return svg("g", {}, svg("text", { class: "ability", x: 2, y: y + 12 }, capital(track.ability)), ...slots);
  }
}

/** What lies before one player. */
class Player {
  constructor() {
    this.tracks = new Tracks();
    this.score = new Figure("points");
    this.supply = new Figure("Tomes");
    this.collected = new Figure("to slot");
    this.figures = html("dl", { class: "mischief-figures" }, this.score.element, this.supply.element, this.collected.element);
    this.notes = html("ul", { class: "mischief-notes", "aria-label": "Mythics" });
    this.seen = null;
  }

  update(view, seat) {
    const player = view.players[seat];
    this.score.set(view.scores[player.team]);
    this.supply.set(player.supply);
    this.collected.set(player.collected);
    this.tracks.update(player.tracks, player.name);
    const light = view.options.tracking === "light";
    const away = view.figures.filter((figure) => figure.seat === seat && figure.cell < 0 && figure.name && !light).map((figure) => figure.name);
    const notes = [`${player.name ?? "No faction yet"}, ${player.team === 0 ? "round" : "square"} team`,
      player.legendary ? "Legendary: ready" : "", away.length ? `Not in the maze: ${away.join(", ")}` : ""].filter(Boolean);
    if (notes.join() !== this.seen) {
      this.seen = notes.join();
      this.notes.replaceChildren(...notes.map((text) => html("li", {}, text)));
    }
  }
}

/** The row of Detention cards in a solo game: what each does, on small mazes; and the points of the Enchanted. */
class Solo {
  constructor() {
    this.points = new Figure("points of the Enchanted");
    this.left = new Figure("cards left");
    this.row = html("div", { class: "detentions" });
    const figures = html("dl", { class: "mischief-figures" }, this.points.element, this.left.element);
    this.element = html("div", { class: "mischief-aside" }, html("h2", {}, "Detention"), figures, this.row);
    this.seen = null;
  }

  update(view) {
    this.points.set(view.scores[1]);
    this.left.set(view.solo.left.length);
    const seen = JSON.stringify(view.solo.row);
    if (seen !== this.seen) {
      this.seen = seen;
      this.row.replaceChildren(...view.solo.row.map((card, number) => this.card(view, card, number)));
    }
  }

  card(view, card, number) {
    const mark = (cell, sign) => svg("text", { x: (cell % view.width + 0.5) * SMALL, y: (Math.floor(cell / view.width) + 0.5) * SMALL + 6 }, sign);
    const marks = [...card.pushed.map(([cell, way]) => mark(cell, "↑→↓←"[way])), ...card.caught.map((cell) => mark(cell, "×")),
      ...card.tripped.map((cell) => mark(cell, "z"))];
    const tomes = card.tomes.map((cell) => svg("path", { class: "slotted", d: BOOK,
      transform: `${at((cell % view.width + 0.5) * SMALL, (Math.floor(cell / view.width) + 0.5) * SMALL)} scale(0.6)` }));
    const [wide, high] = [view.width * SMALL, view.height * SMALL];
    const lines = Array.from({ length: view.width - 1 }, (_, x) => `M${(x + 1) * SMALL} 0 V${high}`);
    lines.push(...Array.from({ length: view.height - 1 }, (_, y) => `M0 ${(y + 1) * SMALL} H${wide}`));
    const named = (what, cells) => (cells.length ? `${what} ${cells.map((cell) => square(view, cell)).join(", ")}` : "");
    const words = [named("pushes on", card.pushed.map(([cell]) => cell)), named("catches on", card.caught), named("trips up on", card.tripped),
      named("Tomes on", card.tomes)].filter(Boolean).join("; ");
    return svg("svg", { class: "detention", role: "img", viewBox: `-2 -2 ${wide + 4} ${high + 4}`, "aria-label": `Card ${number + 1}: ${words}` },
      svg("rect", { class: "ground", width: wide, height: high }), svg("path", { class: "open", d: lines.join(" ") }), ...tomes, ...marks);
  }
}

/** The phase, and where each groundskeeper is going. */
class Aside {
  constructor() {
    this.phase = html("p", { class: "phase" });
    this.keepers = html("ul", { class: "mischief-notes" });
    this.element = html("div", { class: "mischief-aside" }, html("h2", {}, "Groundskeeper"), this.phase, this.keepers);
    this.solo = null;
    this.seen = null;
  }

  update(view) {
    say(this.phase, `${PHASES[view.phase]}, ${view.dark ? "After" : "Before"} Dark`);
    if (view.solo !== null && view.options.tracking === "full") {
      if (this.solo === null) {
        this.solo = new Solo();
        this.element.append(this.solo.element);
      }
      this.solo.update(view);
    }
    const told = view.keepers.map((keeper) => this.words(view, keeper));
    if (told.join() !== this.seen) {
      this.seen = told.join();
      this.keepers.replaceChildren(...told.map((text) => html("li", {}, text)));
    }
  }

  words(view, keeper) {
    if (keeper.move === null) {
      return `On ${square(view, keeper.cell)}`;
    }
    const way = keeper.path.map((cell) => square(view, cell));
    if (keeper.choices.length) {
      way.push(keeper.choices.map((cell) => square(view, cell)).join(" or "));
    }
    return `${count(keeper.move, "point", "points")} a turn, from ${square(view, keeper.cell)} to ${square(view, keeper.target)}: `
      + `${way.join(", ") || "stays"}`;
  }
}

export class Game {
  constructor(state) {
    this.players = state.names.map(() => new Player());
    this.maze = new Maze(state.view);
    this.middle = new Aside();
    this.strip = this.maze.element;
    this.aside = this.middle.element;
  }

  player(seat) {
    const player = this.players[seat];
    return { figures: player.figures, picture: player.tracks.element, notes: player.notes };
  }

  /** The seat of the active team that is asked, else its first one; nobody while the table is being set up. */
  turn(state) {
    const { view } = state;
    if (view.phase === "setup") {
      return null;
    }
    const team = state.names.map((_, seat) => seat).filter((seat) => view.players[seat].team === view.active);
    return team.find((seat) => state.questions.some((question) => question.seat === seat)) ?? team[0] ?? PHASES[view.phase];
  }

  update(state) {
    this.players.forEach((player, seat) => player.update(state.view, seat));
    this.maze.update(state.view);
    this.middle.update(state.view);
  }

  /** Nothing in this game turns. */
  ring() {}
}
