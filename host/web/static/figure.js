/* A number of a game with its name, as every game's drawing has some. */

import { html, say } from "./dom.js";

/** A number that can be read across the room, with its name below; `sign` is a small drawing before it. */
export class Figure {
  constructor(name, sign = null) {
    this.value = html("span");
    this.element = html("div", { class: "figure" }, html("dt", {}, name), html("dd", {}, sign, this.value));
  }

  set(value) {
    say(this.value, String(value));
  }
}
