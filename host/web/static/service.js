/* The service page: asks again and again how the table is, and shows it; a button does one of its deeds. */

import { html, say, sayOrHide } from "./dom.js";

const EVERY_MS = 1000;
const DICE_EVERY_MS = 20000;

const find = (id) => document.getElementById(id);

/** A list of sentences; it is left alone while nothing has changed, so that it can be read and selected. */
function list(id, lines) {
  const texts = lines.map((line) => (typeof line === "string" ? line : line.text));
  const element = find(id);
  if (element.dataset.shown !== JSON.stringify(texts)) {
    element.dataset.shown = JSON.stringify(texts);
    element.replaceChildren(...lines.map((line) => html("li", { class: line.down ? "down" : null }, line.text ?? line)));
  }
}

/** A bar a face, with its count. */
function bars(labels, counts) {
  const most = Math.max(1, ...counts);
  return html("div", { class: "bars" }, ...labels.flatMap((label, at) => [
    html("span", {}, label),
    html("meter", { min: 0, max: most, value: counts[at], "aria-label": `${label}: ${counts[at]}` }),
    html("span", {}, String(counts[at])),
  ]));
}

function line({ role, line: told }) {
  return role ? ` Frames lost ${told.lost}, late ${told.late}; sent again ${told.again}.` : "";
}

function deeds(all) {
  const element = find("deeds");
  const keys = all.map(({ key }) => key).join();
  if (element.dataset.shown !== keys) {
    element.dataset.shown = keys;
    element.replaceChildren(...all.map(({ key, label, help }) => {
      const button = html("button", { type: "button", title: help, "data-deed": key }, label);
      button.addEventListener("click", () => act(key));
      return button;
    }));
  }
}

function show(state) {
  deeds(state.deeds);
  say(find("said"), state.last);
  list("boards", state.boards.length ? state.boards.map((board) => board.words + line(board)) : ["No board is there."]);
  list("panels", state.panels.map(({ seat, trouble, shown, errors, last_ms: last }) =>
    `Panel of seat ${seat}: ${trouble || `${shown} pictures, ${errors} errors, the last took ${last.toFixed(0)} ms.`}`));
  list("buttons", state.buttons.map(({ seat, name, pin, pressed }) =>
    ({ text: `Button ${name} of seat ${seat} (GPIO ${pin}) is ${pressed ? "down" : "up"}.`, down: pressed })));
  const turns = state.turns.map(({ half_steps: steps, drift }) => `A turn: ${steps} half-steps, drift ${drift}.`);
  list("machine", [...turns, ...state.power, state.disk]);
  const { test } = state;
  find("test").hidden = test === null;
  if (test !== null) {
    find("test").replaceChildren(
      html("p", {}, `${test.throws} of ${test.of} throws. ${test.words}`),
      bars(test.counts.map((_, at) => `face ${at + 1}`), test.counts),
    );
  }
}

function showDice(dice) {
  find("dice").replaceChildren(...(dice.length ? dice.flatMap((die) => [
    html("h3", {}, `${die.die}${die.board ? ` of board ${die.board}` : ""}, ${die.throws} throws`),
    bars(die.faces, die.counts),
    html("p", {}, die.verdict),
  ]) : [html("p", {}, "No throw is in the journal yet.")]));
}

async function ask(path, options) {
  const reply = await fetch(path, options);
  if (!reply.ok) {
    throw new Error(await reply.text());
  }
  return reply.json();
}

async function act(key) {
  try {
    const { said } = await ask("/service/do", { method: "POST", body: JSON.stringify(key) });
    say(find("said"), said);
  } catch (error) {
    sayOrHide(find("error"), `That could not be done: ${error.message}`);
  }
}

async function again(path, use, every) {
  try {
    use(await ask(path));
    sayOrHide(find("error"), "");
  } catch {
    sayOrHide(find("error"), "The table cannot be reached. Trying again by itself …");
  }
  setTimeout(() => again(path, use, every), every);
}

again("/service/state", show, EVERY_MS);
again("/service/dice", ({ dice }) => showDice(dice), DICE_EVERY_MS);
