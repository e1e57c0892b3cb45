// The line of a live table: says on the page what the server says ("qipan:<type>" on #table), and
// sends what the page asks for ("qipan:send"). A move is kept until the server has stored it, and
// is sent again after a reconnection under the same id, so that it is played once.

import { PositionKeeper } from "./table_changes.js";
import { listen, tell } from "./table_messages.js";

/** Nine random bytes. Not randomUUID: a hall's network has no https, and browsers hide it there. */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}

const table = /** @type {HTMLElement} */ (document.querySelector("#table"));
const seated = table.dataset.seat !== undefined;
const token = table.dataset.token || "";
/** @type {WebSocket|null} */ let socket = null;
/** @type {Map<string, {id: string, text: string}>} */ const pending = new Map();
const position = new PositionKeeper();
const FINAL = [4404, 4409];
/** Too many watch: the page comes back later, and not at once. */
const CROWDED = 1013;
const CROWDED_WAIT = 20_000;
/** Milliseconds: when the server is asked whether it is there, and when the line counts as dead. */
const QUIET = seated ? 2500 : 15_000;
const SILENT = seated ? 5000 : 25_000;
const UNANSWERED = 5000;
const LOOK = 500;
/** What a page asks for by itself; nobody waits for it. */
const QUIETLY = ["tab", "legal", "at", "ready"];
let wait = 250;
let heard = performance.now();
let asked = 0;
let dialled = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */ let redial;

// The seat is the browser's from here on (a cookie that scripts cannot read): the address and the
// page hold no key that could be copied, bookmarked or sent on.
delete table.dataset.token;
if (new URLSearchParams(location.search).has("token")) {
  const address = new URL(location.href);
  address.searchParams.delete("token");
  if (table.dataset.second !== undefined)
    address.searchParams.set("seat", String(table.dataset.seat));
  history.replaceState(history.state, "", address);
}

function open() {
  clearTimeout(redial);
  hangUp();
  const way = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ lang: table.dataset.language || "" });
  if (token) query.set("token", token);
  else if (seated) query.set("seat", String(table.dataset.seat));
  else query.set("as", "watch");
  dialled = performance.now();
  const line = new WebSocket(
    `${way}://${location.host}/play/socket/${table.dataset.table}?${query}`,
  );
  socket = line;
  line.onmessage = (message) => take(JSON.parse(message.data));
  line.onopen = () => {
    wait = 250;
    heard = performance.now();
  };
  line.onclose = (closed) => {
    socket = null;
    const final = FINAL.includes(closed.code);
    down(final);
    if (closed.code === CROWDED) wait = CROWDED_WAIT;
    if (!final) later();
  };
}

/** Let a line go without waiting for its end: a dead one would take minutes to say so. */
function hangUp() {
  if (!socket) return;
  socket.onmessage = socket.onopen = socket.onclose = null;
  socket.close();
  socket = null;
}

function later() {
  clearTimeout(redial);
  redial = setTimeout(open, wait + Math.random() * wait);
  wait = Math.min(wait * 2, 4000);
}

/** @param {boolean} final */
function down(final) {
  if (table.dataset.line === "replaced") return;
  table.dataset.line = "down";
  tell(table, { type: "line", up: false, final });
}

/** @param {{type: string, id?: string} & Record<string, unknown>} message */
function send(message) {
  if (message.type !== "move") {
    // What is no move is not kept: an offer that goes out a minute later would surprise both.
    if (table.dataset.line === "up" || QUIETLY.includes(message.type)) put(message);
    else tell(table, { type: "unsent", what: message.type });
    return;
  }
  const move = { id: freshId(), seq: position.seq, text: String(message.text), ...message };
  pending.set(move.id, move);
  put(move);
  tellPending();
}

function tellPending() {
  tell(table, { type: "pending", moves: [...pending.values()] });
}

/** @param {object} message */
function put(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function again() {
  for (const kept of pending.values()) put(kept);
}

/** @param {string} id */
function answered(id) {
  if (pending.delete(id)) tellPending();
}

/** @param {any} told as it came */
function take(told) {
  heard = performance.now();
  if (table.dataset.line !== "up") {
    table.dataset.line = "up";
    tell(table, { type: "line", up: true, final: false });
  }
  /** @type {import("./table_messages.js").Message|null} */
  const message = position.whole(told);
  if (message === null) return put({ type: "since", seq: 0 });
  if (message.type === "ping" || message.type === "pong") return sign(message);
  if (message.type === "state") introduce();
  if (message.type === "state" || message.type === "event") {
    table.dataset.seq = String(message.seq);
    table.dataset.phase = message.phase;
  }
  settle(message);
  if (message.type === "replaced") table.dataset.line = "replaced";
  tell(table, message);
  const kind = message.type === "event" ? message.kind : "";
  if (kind === "moves-taken-back/1") put({ type: "since", seq: 0 });
  if (message.type === "state" || kind === "play-resumed/1") again();
  return undefined;
}

/**
 * A sign of life.
 * @param {Extract<import("./table_messages.js").Message, {type: "ping"|"pong"}>} message
 */
function sign(message) {
  if (message.type === "ping") {
    put({ type: "pong", t: message.t });
    if (typeof message.trip === "number") tell(table, { type: "trip", ms: message.trip });
    return;
  }
  if (asked) tell(table, { type: "trip", ms: Math.round(heard - asked) });
  asked = 0;
  if (message.seq > position.seq) put({ type: "since", seq: 0 });
}

/** Let go of a move that was answered. @param {import("./table_messages.js").Message} message */
function settle(message) {
  if (message.type === "event" && message.kind === "move-played/1") {
    table.dataset.settled = pending.has(message.id) ? message.id : "";
    answered(message.id);
  } else if (message.type === "ack" || message.type === "refused") {
    table.dataset.settled = "";
    if (message.type === "ack" || message.code !== "play.suspended") answered(message.id);
  }
}

/** Tell the server what this page can do, whenever it was told everything. */
function introduce() {
  put({ type: "hello", beats: seated, changes: true, legal: seated });
  table.dataset.prompted = "";
  ask();
}

function ask() {
  asked = performance.now();
  put({ type: "ping" });
}

// A line that died without a word is noticed here, and whatever may have been lost between here and
// the table is asked for again: a move that nobody answers, or what happened while nothing was
// heard.
function look() {
  const now = performance.now();
  if (!socket) return;
  const quiet = now - Math.max(heard, dialled);
  if (socket.readyState === WebSocket.CONNECTING) {
    if (now - dialled > SILENT) {
      hangUp();
      later();
    }
    return;
  }
  if (quiet > SILENT) {
    down(false);
    open();
  } else if (pending.size && now - heard < LOOK && unanswered(now)) again();
  else if (quiet > QUIET && (!asked || asked < heard)) ask();
}

let repeated = 0;

/** @param {number} now */
function unanswered(now) {
  if (now - repeated < UNANSWERED) return false;
  repeated = now;
  return true;
}

setInterval(look, LOOK);
table.addEventListener("qipan:send", (event) => send(/** @type {CustomEvent} */ (event).detail));
listen(table, {
  takeBack() {
    delete table.dataset.line;
    open();
  },
});
addEventListener("offline", () => down(false));
addEventListener("online", () => {
  if (table.dataset.line === "down") open();
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
  if (seated) send({ type: "tab", hidden: document.hidden });
  look();
});
open();
