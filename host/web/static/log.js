/* The log in words. Its style sheet keeps it at its newest line, unless somebody reads further up. */

import { html } from "./dom.js";

const LINES_KEPT = 200;
const BEFORE = { notice: "Table: ", trouble: "Trouble: " };

export class Log {
  /** `element` is what scrolls and is read aloud; the lines are listed in it. */
  constructor(element) {
    this.element = element;
    this.list = element.appendChild(html("ol"));
    this.of = null;
    this.last = 0;
  }

  /** Add what is new; a log of another match begins anew. */
  add(message) {
    const begins = message.of !== this.of;
    if (begins) {
      this.of = message.of;
      this.last = 0;
      this.list.replaceChildren();
    }
    // What is there already is not read aloud line by line.
    this.element.setAttribute("aria-busy", String(begins));
    for (const line of message.lines.filter((one) => one.n > this.last)) {
      this.last = line.n;
      this.list.append(html("li", { class: line.kind }, (BEFORE[line.kind] ?? "") + line.text));
    }
    while (this.list.childElementCount > LINES_KEPT) {
      this.list.firstElementChild.remove();
    }
    this.element.setAttribute("aria-busy", "false");
  }
}
