/* The page of one seat: its panel, large, and nothing else. */

import { say } from "./dom.js";
import { Link } from "./link.js";
import { Panel } from "./panel.js";
import { Status } from "./status.js";

const seat = Number(location.pathname.split("/").at(-1));
const status = new Status();
let panel = null;
let made = "";
let picture = null;

function turnText(state) {
  if (state.over) {
    return "The match is over";
  }
  if (state.asked.includes(seat)) {
    return "You are asked: look at the panel";
  }
  const names = state.asked.map((other) => state.names[other]);
  return names.length ? `Waiting for ${names.join(" and ")}` : "The table is busy";
}

function seats(state) {
  const who = state.names[seat];
  document.title = `${who} · ${state.title}`;
  say(document.getElementById("title"), who);
  say(document.getElementById("turn"), turnText(state));
  document.body.classList.toggle("asked", state.asked.includes(seat));
  const wanted = JSON.stringify([who, state.buttons]);
  if (made !== wanted) {
    made = wanted;
    panel = new Panel(seat, who, state.buttons, (button, down) => link.send({ seat, button, down }));
    panel.show(picture);
    document.getElementById("seat").replaceChildren(panel.element);
  }
}

function hear(message) {
  if (message.type === "seats") {
    seats(message);
  } else if (message.type === "glass") {
    picture = message.picture;
    panel?.show(picture);
  } else if (message.type === "error") {
    status.say(message.text);
  }
}

const link = new Link(`/ws/seat/${seat}`, hear, (open) => {
  status.open(open);
  panel?.setOpen(open);
});

for (const kind of ["keydown", "keyup"]) {
  addEventListener(kind, (event) => {
    if (panel !== null && !panel.element.contains(event.target)) {
      panel.arrow(event, kind === "keydown");
    }
  });
}
