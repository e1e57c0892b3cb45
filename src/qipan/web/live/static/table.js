// The line of a live table: says on the page what the server says ("qipan:<type>" on #table), and
// sends what the page asks for ("qipan:send"). A move is kept until the server has stored it, and
// is sent again after a reconnection under the same id, so that it is played once.

import { tell } from "./table_messages.js";

/** Nine random bytes. Not randomUUID: a hall's network has no https, and browsers hide it there. */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}

const table = /** @type {HTMLElement} */ (document.querySelector("#table"));
/** @type {WebSocket|null} */ let socket = null;
/** @type {Map<string, object>} */ const pending = new Map();
const FINAL = [4404, 4409];
const UNANSWERED = 5000,
  QUIET = 15000;
let seq = 0;
let wait = 250;
let heard = performance.now();

function open() {
  const way = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({
    token: table.dataset.token || "",
    lang: table.dataset.language || "",
  });
  socket = new WebSocket(`${way}://${location.host}/play/socket/${table.dataset.table}?${query}`);
  socket.onmessage = (message) => take(JSON.parse(message.data));
  socket.onopen = () => {
    wait = 250;
  };
  socket.onclose = (closed) => {
    const final = FINAL.includes(closed.code);
    tell(table, { type: "line", up: false, final });
    if (final) return;
    setTimeout(open, wait + Math.random() * wait);
    wait = Math.min(wait * 2, 4000);
  };
}

/** @param {{type: string, id?: string} & Record<string, unknown>} message */
function send(message) {
  if (message.type !== "move") {
    put(message);
    return;
  }
  const move = { id: freshId(), seq, ...message };
  pending.set(move.id, move);
  put(move);
}

/** @param {object} message */
function put(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function again() {
  for (const kept of pending.values()) put(kept);
}

/** @param {import("./table_messages.js").Message} message */
function take(message) {
  heard = performance.now();
  if (table.dataset.line !== "up") tell(table, { type: "line", up: true, final: false });
  table.dataset.line = "up";
  if (message.type === "ping") return put({ type: "pong", t: message.t });
  if (message.type === "event" && message.seq > seq + 1) return put({ type: "since", seq: 0 });
  if (message.type === "pong" && message.seq > seq) return put({ type: "since", seq: 0 });
  if (message.type === "state" || message.type === "event") {
    seq = message.seq;
    table.dataset.seq = String(seq);
    table.dataset.phase = message.phase;
  }
  if (message.type === "event" && message.kind === "move-played/1") pending.delete(message.id);
  if (message.type === "ack") pending.delete(message.id);
  if (message.type === "refused" && message.code !== "play.suspended") pending.delete(message.id);
  tell(table, message);
  const kind = message.type === "event" ? message.kind : "";
  if (kind === "moves-taken-back/1") put({ type: "since", seq: 0 });
  if (message.type === "state" || kind === "play-resumed/1") again();
  return undefined;
}

// Whatever may be lost between here and the table is asked for again: a move that nobody answers,
// and at a player's page what may have happened while it heard nothing.
setInterval(() => {
  const quiet = performance.now() - heard;
  if (pending.size && quiet > UNANSWERED) again();
  else if (table.dataset.seat !== undefined && quiet > QUIET) put({ type: "ping" });
}, UNANSWERED);
table.addEventListener("qipan:send", (event) => send(/** @type {CustomEvent} */ (event).detail));
table.addEventListener("qipan:line", (event) => {
  if (!(/** @type {CustomEvent} */ (event).detail.up)) table.dataset.line = "down";
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-send]");
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.sure !== undefined && button.getAttribute("aria-pressed") !== "true") {
    button.setAttribute("aria-pressed", "true"); // what cannot be taken back is asked twice
    setTimeout(() => button.removeAttribute("aria-pressed"), 4000);
    tell(table, { type: "sure", what: button.textContent.trim() });
    return;
  }
  button.removeAttribute("aria-pressed");
  send(JSON.parse(button.dataset.send || "{}"));
});
document.addEventListener("visibilitychange", () => {
  if (table.dataset.seat !== undefined) send({ type: "tab", hidden: document.hidden });
});
open();
