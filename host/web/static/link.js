/* The connection to the table. It comes back by itself. */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;

export class Link {
  /** `hear(message)` gets each message; `changed(open)` is told when the connection is there or gone. */
  constructor(path, hear, changed) {
    this.address = `ws://${location.host}${path}`;
    this.hear = hear;
    this.changed = changed;
    this.wait = FIRST_WAIT_MS;
    this.socket = null;
    this.timer = 0;
    const now = () => this.again(0);
    addEventListener("online", now);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && now());
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.changed(true);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      this.socket = null;
      this.changed(false);
      this.again(this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
    };
  }

  again(wait) {
    if (this.socket === null) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.socket === null && this.connect(), wait);
    }
  }

  /** Send a message, if there is anybody to hear it. */
  send(message) {
    if (this.socket !== null && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }
}
