/* A seat's panel as its glass shows it, and its buttons, which press the pins: nothing is decided here. */

import { html } from "./dom.js";

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [219, 238, 255];
/* A screen reader clicks without a finger: the button is held for this long then. */
const CLICK_MS = 120;

/** The pixels of a picture of 1024 bytes: page by page of eight rows, a byte is eight pixels of a column, lowest bit on top. */
function pixels(bytes) {
  const image = new ImageData(WIDTH, HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const lit = (bytes[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
      const at = 4 * (y * WIDTH + x);
      image.data.set(lit ? LIT : [0, 0, 0], at);
      image.data[at + 3] = 255;
    }
  }
  return image;
}

/** One button. It is down as long as anything (finger, key) holds it. */
class Button {
  constructor(label, who, move) {
    this.move = move;
    this.holders = new Set();
    this.element = html("button", { type: "button", class: "press", "aria-label": `${label}, ${who}` }, label);
    const on = (event, act) => this.element.addEventListener(event, act);
    on("pointerdown", (event) => {
      if (event.button === 0) {
        this.element.setPointerCapture(event.pointerId);
        this.hold("pointer");
      }
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      on(end, () => this.release("pointer"));
    }
    on("keydown", (event) => this.key(event, true));
    on("keyup", (event) => this.key(event, false));
    on("blur", () => this.releaseAll());
    on("contextmenu", (event) => event.preventDefault());
    on("click", (event) => this.clicked(event));
  }

  key(event, down) {
    if (event.key !== " " && event.key !== "Enter") {
      return;
    }
    event.preventDefault();
    if (down) {
      this.hold(event.key);
    } else {
      this.release(event.key);
    }
  }

  clicked(event) {
    // Fingers make clicks that count; keys make none, as their default is prevented.
    if (event.detail === 0) {
      this.hold("click");
      setTimeout(() => this.release("click"), CLICK_MS);
    }
  }

  hold(holder) {
    const first = this.holders.size === 0;
    this.holders.add(holder);
    if (first) {
      this.element.classList.add("down");
      this.move(true);
    }
  }

  release(holder) {
    if (this.holders.delete(holder) && this.holders.size === 0) {
      this.element.classList.remove("down");
      this.move(false);
    }
  }

  releaseAll() {
    for (const holder of [...this.holders]) {
      this.release(holder);
    }
  }
}

export class Panel {
  /** `press(button, down)` is called for the pins; `buttons` are {name, label}, from left to right. */
  constructor(seat, who, buttons, press) {
    this.canvas = html("canvas", { width: WIDTH, height: HEIGHT, role: "img", "aria-label": `Panel of ${who}, dark` });
    this.who = who;
    this.context = this.canvas.getContext("2d");
    this.buttons = buttons.map((button) => new Button(button.label, who, (down) => press(button.name, down)));
    this.glass = html("div", { class: "glass" }, this.canvas);
    const row = html("div", { class: "buttons" }, ...this.buttons.map((button) => button.element));
    this.element = html("div", { class: "panel", role: "group", "aria-label": `Panel of ${who}`, "data-seat": seat }, this.glass, row);
    this.element.addEventListener("keydown", (event) => this.arrow(event, true));
    this.element.addEventListener("keyup", (event) => this.arrow(event, false));
    addEventListener("blur", () => this.releaseAll());
    new ResizeObserver(() => this.fit()).observe(this.glass);
    this.show(null);
  }

  /** Left and right arrow press the first and the last button. */
  arrow(event, down) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const button = { ArrowLeft: this.buttons[0], ArrowRight: this.buttons.at(-1) }[event.key];
    if (button) {
      event.preventDefault();
      if (down) {
        button.hold(event.key);
      } else {
        button.release(event.key);
      }
    }
  }

  /** A pixel of the glass is a whole number of pixels of the screen: sharp edges. */
  fit() {
    const ratio = devicePixelRatio || 1;
    const room = Math.min(this.glass.clientWidth / WIDTH, this.glass.clientHeight / HEIGHT);
    const scale = Math.max(1, Math.floor(room * ratio)) / ratio;
    this.canvas.style.width = `${WIDTH * scale}px`;
    this.canvas.style.height = `${HEIGHT * scale}px`;
  }

  /** Show a picture in base64, or darkness. */
  show(picture) {
    const bytes = picture === null ? new Uint8Array(WIDTH * HEIGHT / 8) : Uint8Array.from(atob(picture), (c) => c.charCodeAt(0));
    this.context.putImageData(pixels(bytes), 0, 0);
    this.canvas.dataset.known = String(picture !== null);
    this.canvas.setAttribute("aria-label", `Panel of ${this.who}${picture === null ? ", dark" : ", as its glass shows it"}`);
  }

  releaseAll() {
    for (const button of this.buttons) {
      button.releaseAll();
    }
  }

  /** Without a connection a press would go nowhere. */
  setOpen(open) {
    this.releaseAll();
    this.element.classList.toggle("lost", !open);
    for (const button of this.buttons) {
      button.element.setAttribute("aria-disabled", String(!open));
    }
  }
}
