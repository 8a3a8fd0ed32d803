/* The page of the table. It knows no game: what is special about one is drawn by games/<game>.js.

   Such a module exports `styles`, the address of its style sheet, and a class `Game` made from the first state:
     player(seat)    {figures, picture, notes}: elements with what lies before a seat, from large to small
     strip, aside    elements for the middle of the table and beside the boards
     update(state)   draw this state ("table" messages, see host/web/snapshot.py)
     ring(turns)     something turned so far; null: nobody knows
     turn(state)     the seat that is on turn, words where it is none of them, or null */

import { html, say } from "./dom.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { Panel } from "./panel.js";
import { Status } from "./status.js";

const FROM = { rolled: "thrown", set: "turned by hand", typed: "typed by a person", engine: "from the random generator" };

const find = (id) => document.getElementById(id);
const status = new Status();
const log = new Log(find("log"));
const panels = new Map();
const pictures = new Map();
const places = new Map();
let seats = null;
let state = null;
let turns = null;
let game = null;
let drawn = "";

/** A card for each player, with room for the game's picture and a panel where there is one. */
function setPlayers() {
  panels.clear();
  places.clear();
  const cards = seats.names.map((who, seat) => {
    const slots = ["figures", "picture", "notes"].map((name) => html("div", { class: name }));
    const mark = html("span", { class: "mark" });
    const name = html("a", { href: `/seat/${seat}`, title: `Panel of ${who} on a page of its own` }, who);
    const card = html("article", { class: "player", "aria-label": who }, html("h2", {}, name, mark), ...slots);
    if (seats.panels.includes(seat)) {
      const press = (button, down) => link.send({ seat, button, down });
      const panel = new Panel(seat, who, seats.buttons, press);
      panel.show(pictures.get(seat) ?? null);
      panels.set(seat, panel);
      card.append(panel.element);
    }
    places.set(seat, { card, slots, mark });
    return card;
  });
  find("players").replaceChildren(...cards);
  find("players").dataset.players = String(cards.length);
}

/** Load a style sheet, once; nothing is drawn before it is there. */
function styled(address) {
  if ([...document.styleSheets].some((sheet) => sheet.href === address)) {
    return Promise.resolve();
  }
  return new Promise((done, failed) => {
    const sheet = html("link", { rel: "stylesheet", href: address });
    sheet.addEventListener("load", done);
    sheet.addEventListener("error", failed);
    document.head.append(sheet);
  });
}

/** The module that draws this game; a game without one is told in words. */
async function setGame() {
  if (!/^[a-z][a-z_]*$/.test(state.game)) {
    return;
  }
  const wanted = drawn;
  try {
    const module = await import(`./games/${state.game}.js`);
    await styled(module.styles);
    if (wanted !== drawn) {
      return;
    }
    game = new module.Game(state);
    find("strip").replaceChildren(game.strip);
    find("aside").replaceChildren(game.aside);
    for (const [seat, place] of places) {
      const parts = game.player(seat);
      place.slots.forEach((slot) => slot.replaceChildren(parts[slot.className]));
    }
    game.ring(turns);
  } catch (error) {
    console.warn(`There is no drawing for ${state.game}.`, error);
    find("words").open = true;
  }
  draw();
}

function result(names) {
  const winners = state.result.winners.map((seat) => names[seat]).join(" and ");
  return `${winners ? `${winners} won` : "The match is over"}: ${state.result.reason}`;
}

function turnText(turn) {
  if (state.over && state.result) {
    return result(state.names);
  }
  if (typeof turn === "string") {
    return turn;
  }
  return turn === null ? "The game is being prepared" : `${state.names[turn]} is on turn`;
}

/** What is asked, without what is there already. */
function drawAsked() {
  const list = find("asked");
  const texts = state.questions.map((question) => question.prompt);
  if (JSON.stringify(texts) !== list.dataset.texts) {
    list.dataset.texts = JSON.stringify(texts);
    list.replaceChildren(...texts.map((text) => html("li", {}, text)));
  }
}

function drawDie() {
  const die = state.die;
  find("die").hidden = die === null;
  if (die === null) {
    return;
  }
  const who = die.seat === null ? "The table's die" : state.names[die.seat];
  const from = die.from === null ? "" : FROM[die.from] ?? die.from;
  const face = html("span", { class: "face" }, String(die.face));
  find("die").replaceChildren(face, html("span", { class: "from" }, html("b", {}, who), html("span", {}, from)));
}

function draw() {
  document.title = `${state.title} · Tablekeeper`;
  const turn = game === null ? state.turn : game.turn(state);
  say(find("title"), state.title);
  say(find("round"), `Round ${state.round}`);
  say(find("turn"), turnText(turn));
  drawAsked();
  drawDie();
  find("lines").replaceChildren(...[...state.lines, state.house].filter(Boolean).map((line) => html("li", {}, line)));
  const asked = new Set(state.questions.map((question) => question.seat));
  for (const [seat, place] of places) {
    const won = state.over && state.result?.winners.includes(seat);
    place.card.classList.toggle("active", (seat === turn && !state.over) || won);
    const mark = won ? "★ won" : seat === turn && !state.over ? "▶ on turn" : asked.has(seat) ? "? asked" : "";
    say(place.mark, state.over && !won ? "" : mark);
  }
  game?.update(state);
}

function newTable(message) {
  state = message;
  const wanted = JSON.stringify([state.match, state.game, state.names, seats]);
  if (drawn !== wanted) {
    drawn = wanted;
    game = null;
    setPlayers();
    setGame();
  }
  draw();
}

/** The players' cards are made anew only if something about them changed; the links stay where they have the focus. */
function newSeats(message) {
  seats = { names: message.names, panels: message.panels, buttons: message.buttons };
  find("links").hidden = message.links.length === 0;
  find("links").replaceChildren(...message.links.map(({ page, words }) => html("a", { href: page }, words)));
}

const HEAR = {
  seats: newSeats,
  table: newTable,
  log: (message) => log.add(message),
  ring: (message) => {
    turns = message.turns;
    game?.ring(turns);
  },
  glass: (message) => {
    pictures.set(message.seat, message.picture);
    panels.get(message.seat)?.show(message.picture);
  },
  error: (message) => status.say(message.text),
};

const link = new Link("/ws", (message) => HEAR[message.type]?.(message), (open) => {
  status.open(open);
  for (const panel of panels.values()) {
    panel.setOpen(open);
  }
});
