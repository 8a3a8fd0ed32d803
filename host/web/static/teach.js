/* Teaching by tapping: the talk itself is on the other side (host/teach.py); this shows what is asked and sends answers. */

import { html, say, sayOrHide } from "./dom.js";

const MOST = 12;

const find = (id) => document.getElementById(id);
let busy = false;

/** A board that is tapped: each tap is the next letter. */
class Grid {
  constructor({ letters, once }) {
    this.words = letters;
    this.letters = Object.keys(letters);
    this.once = once;
    this.rows = 4;
    this.columns = 5;
    this.cells = new Map();
    this.fields = html("div", { class: "fields" });
    this.take = html("button", { type: "button", class: "take" }, "Take it");
    this.take.addEventListener("click", () => send([...this.lines(), ""]));
    const size = html("div", { class: "size" });
    for (const [name, side, step] of [
      ["a row more", "rows", 1], ["a row less", "rows", -1], ["a column more", "columns", 1], ["a column less", "columns", -1],
    ]) {
      const button = html("button", { type: "button" }, name);
      button.addEventListener("click", () => {
        this[side] = Math.min(MOST, Math.max(1, this[side] + step));
        this.draw();
      });
      size.append(button);
    }
    this.element = html("div", {}, size, this.fields, this.take);
    this.draw();
  }

  at(row, column) {
    return this.cells.get(`${row},${column}`) ?? this.letters[0];
  }

  lines() {
    return Array.from({ length: this.rows }, (_, row) =>
      Array.from({ length: this.columns }, (_, column) => this.at(row, column)).join(""));
  }

  draw() {
    this.fields.style.gridTemplateColumns = `repeat(${this.columns}, 3.4rem)`;
    const held = document.activeElement?.dataset?.place;
    this.fields.replaceChildren();
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const letter = this.at(row, column);
        const name = `row ${row + 1}, column ${column + 1}: ${this.words[letter]}`;
        const button = html("button", { type: "button", "aria-label": name, title: name, class: letter === this.once ? "once" : null }, letter);
        button.dataset.place = `${row},${column}`;
        button.addEventListener("click", () => this.tap(row, column));
        this.fields.append(button);
        if (button.dataset.place === held) {
          button.focus();
        }
      }
    }
    this.take.disabled = this.lines().join("").split(this.once).length !== 2;
    this.take.title = this.take.disabled ? `Mark one ${this.words[this.once]} (${this.once})` : "";
  }

  tap(row, column) {
    const at = this.letters.indexOf(this.at(row, column));
    this.cells.set(`${row},${column}`, this.letters[(at + 1) % this.letters.length]);
    this.draw();
  }
}

/** Spaces, or the edges between them, that are tapped one after the other; what is picked stands in the answer, as if typed. */
class Board {
  constructor({ columns, rows, what }) {
    this.columns = columns;
    this.what = what;
    this.picked = new Map();
    this.element = html("div", { class: `board ${what}` });
    this.element.style.gridTemplateColumns = what === "hedges" ? `repeat(${columns - 1}, 2.4rem 1.4rem) 2.4rem` : `repeat(${columns}, 3.4rem)`;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        this.element.append(this.space(column, row));
        if (what === "hedges" && column + 1 < columns) {
          this.element.append(this.edge(this.name(column, row), this.name(column + 1, row)));
        }
      }
      for (let column = 0; what === "hedges" && row + 1 < rows && column < columns; column++) {
        this.element.append(this.edge(this.name(column, row), this.name(column, row + 1)));
        if (column + 1 < columns) {
          this.element.append(html("span"));
        }
      }
    }
  }

  name(column, row) {
    return `${String.fromCharCode(65 + column)}${row + 1}`;
  }

  space(column, row) {
    const name = this.name(column, row);
    return this.what === "hedges" ? html("span", { class: "place" }, name) : this.button(name, name);
  }

  edge(one, other) {
    return this.button(`${one}-${other}`, "");
  }

  button(name, text) {
    const button = html("button", { type: "button", "aria-label": name, "aria-pressed": "false" }, text);
    button.addEventListener("click", () => this.tap(name, text, button));
    return button;
  }

  tap(name, text, button) {
    const ways = this.what === "pushes" ? ["N", "E", "S", "W"] : [""];
    const next = this.picked.has(name) ? ways[ways.indexOf(this.picked.get(name)) + 1] : ways[0];
    if (next === undefined) {
      this.picked.delete(name);
    } else {
      this.picked.set(name, next);
    }
    button.setAttribute("aria-pressed", String(next !== undefined));
    say(button, this.what === "hedges" ? "" : `${text}${next ? ` ${next}` : ""}`);
    find("answer").value = [...this.picked].map(([place, way]) => `${place} ${way}`.trim()).join(", ");
  }
}

function show(state) {
  find("said").replaceChildren(...state.said.map((line) => html("li", {}, line)));
  find("said").classList.toggle("refused", state.refused);
  showNext(state.next);
  const { prompt } = state;
  find("asked").hidden = prompt === null;
  if (prompt === null) {
    return;
  }
  say(find("prompt"), prompt.grid === null ? prompt.text : "Tap each field until it shows what your box shows");
  sayOrHide(find("help"), prompt.help);
  find("choices").replaceChildren(...prompt.choices.map((choice) => {
    const button = html("button", { type: "button" }, choice);
    button.addEventListener("click", () => send([choice]));
    return button;
  }));
  find("grid").hidden = prompt.grid === null && prompt.tap === null;
  find("form").classList.toggle("beside", prompt.grid !== null);
  const drawn = prompt.grid ? new Grid(prompt.grid) : prompt.tap ? new Board(prompt.tap) : null;
  find("grid").replaceChildren(...(drawn ? [drawn.element] : []));
  find("answer").value = "";
  if (prompt.grid === null) {
    find("answer").focus();
  }
}

/** What the next match at this table is played with, where there is a table. */
function showNext(choices) {
  const list = find("next-choices");
  const held = document.activeElement?.dataset?.play;
  find("next").hidden = choices.length === 0;
  list.replaceChildren(...choices.map(({ play, words, chosen }) => {
    const button = html("button", { type: "button", "aria-pressed": String(chosen), "data-play": play }, `${chosen ? "✓ " : ""}${words}`);
    button.addEventListener("click", () => post("/teach/play", [play]));
    return button;
  }));
  list.querySelector(`[data-play="${held}"]`)?.focus();
}

async function ask(path, options) {
  try {
    const reply = await fetch(path, options);
    if (!reply.ok) {
      throw new Error(await reply.text());
    }
    sayOrHide(find("error"), "");
    show(await reply.json());
  } catch (error) {
    sayOrHide(find("error"), `That did not reach the table: ${error.message}. Is tablekeeper still running?`);
  }
}

async function post(path, texts) {
  if (!busy) {
    busy = true;
    await ask(path, { method: "POST", body: JSON.stringify(texts) });
    busy = false;
  }
}

function send(answers) {
  post("/teach/answers", answers);
}

find("form").addEventListener("submit", (event) => {
  event.preventDefault();
  send([find("answer").value]);
});
find("back").addEventListener("click", () => send(["back"]));
ask("/teach/state");
