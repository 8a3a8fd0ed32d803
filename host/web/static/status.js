/* What goes wrong between page and table, for people to read. */

import { sayOrHide } from "./dom.js";

const ERROR_SHOWN_MS = 8000;

export class Status {
  constructor() {
    this.link = document.getElementById("link");
    this.error = document.getElementById("error");
    this.timer = 0;
  }

  open(open) {
    document.body.classList.toggle("offline", !open);
    sayOrHide(this.link, open ? "" : "The table cannot be reached. Trying again by itself …");
  }

  say(text) {
    sayOrHide(this.error, text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => sayOrHide(this.error, ""), ERROR_SHOWN_MS);
  }
}
