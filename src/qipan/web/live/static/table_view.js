// What stands around the board of a live table: whose turn, clocks, moves, offers, talk.

import { listedGame } from "./boards/index.js";
import { MoveList } from "./boards/moves.js";
import { written } from "./boards/notation.js";
import { html } from "./boards/svg.js";
import { listed, say, sayOr } from "./boards/words.js";
import { listen, sendTo } from "./table_messages.js";

/** @typedef {import("./table_messages.js").Message} Message */
/** @typedef {import("./table_messages.js").Outcome} Outcome */
/** @typedef {import("./table_messages.js").State} State */
/** @typedef {import("./table_messages.js").Told} Told */
/** @typedef {Pick<import("./table_messages.js").Move, "seat"|"text"|"noted">} Move */
/** @typedef {import("./table_messages.js").Position} Position */
/** @typedef {Position & Pick<State, "suspended"|"begun"|"ends">} Shown */

const table = /** @type {HTMLElement} */ (document.querySelector("#table"));
const find = (/** @type {string} */ name) =>
  /** @type {HTMLElement} */ (document.querySelector(name));
const game = table.dataset.game ?? "";
const seat = table.dataset.seat === undefined ? null : Number(table.dataset.seat);
const count = Number(table.dataset.seats);
/** @type {Record<string, string>} The clause of the contest's regulation, by rule. */
const clauses = JSON.parse(table.dataset.clauses || "{}");
const LOW = 20_000;
/** @type {Shown|null} */ let shown = null;
/** @type {import("./table_messages.js").Seat[]} */ let seats = [];
/** @type {Record<string, number[]>} */ let offers = {};
/** @type {Move[]} */ let moves = [];
let told = 0;
let talking = false;
let ownerless = false;
const list = new MoveList(find("#moves"), { seats: count });

/** @param {number} who */
export function named(who) {
  return listedGame(game)?.sides[who] ?? say("seat", { seat: who + 1 });
}

/** @param {Move} move */
const item = (move) => ({
  text: written(game, move),
  seat: move.seat,
  aside: move.text.startsWith("claim:"),
});

/** @param {string} sentence */
function notice(sentence) {
  const place = find("#notice");
  place.hidden = !sentence;
  place.textContent = sentence;
}

/** @param {Shown} now */
function status({ outcome, suspended, acting, begun }) {
  let words;
  if (outcome) words = ended(outcome);
  else if (suspended) words = sayOr(`live.suspended.${suspended}`, suspended);
  else if (begun === false) words = say("live.waiting");
  else if (seat !== null && acting.includes(seat)) words = say("live.your-turn");
  else
    words = say("live.turn", {
      who: listed(acting.filter((who) => who >= 0).map(named)) || say("live.table"),
    });
  find("#status").textContent = words;
}

/** @param {Outcome} outcome */
function ended(outcome) {
  const citation = clauses[outcome.rule] ? ` (${clauses[outcome.rule]})` : "";
  const why = (outcome.message || outcome.rule) + citation;
  if (outcome.annulled) return `${say("live.annulled")} ${why}`;
  const places = outcome.places ?? [];
  const first = [...places.keys()].filter((who) => places[who] === 1);
  const head =
    first.length === count ? say("live.drawn") : say("live.won", { who: listed(first.map(named)) });
  return `${head} ${why}`;
}

/** @param {Shown} now */
function buttons({ outcome, acting }) {
  const offered = Object.entries(offers).some(([, by]) => seat !== null && !by.includes(seat));
  const on = {
    play: !outcome,
    offered: offered && !outcome,
    turn: !outcome && seat !== null && acting.includes(seat),
  };
  for (const button of document.querySelectorAll("[data-when]")) {
    const place = /** @type {HTMLElement} */ (button);
    place.hidden = !on[/** @type {"play"} */ (place.dataset.when)];
  }
  find("#review").hidden = !outcome;
  const form = document.querySelector("#say");
  if (form instanceof HTMLElement && seat !== null) form.hidden = !(talking || outcome);
}

/** @param {Shown} now */
function show(now) {
  shown = now;
  told = performance.now();
  status(now);
  buttons(now);
  tick();
}

/** @param {number} ms */
function clock(ms) {
  const all = Math.ceil(ms / 1000);
  return ms < LOW
    ? (ms / 1000).toFixed(1)
    : `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

function tick() {
  if (!shown) return;
  const gone = performance.now() - told;
  const { running, seats: clocks } = shown.clocks;
  const ends = shown.ends ? Date.parse(shown.ends) : 0;
  find("#clocks").replaceChildren(
    ...clocks.map((each, who) => {
      const runs = running.includes(who);
      const own = each.left === null ? null : Math.max(0, each.left - (runs ? gone : 0));
      const left = own === null && ends ? Math.max(0, ends - Date.now()) : own; // of the table
      const away = seats[who] && !seats[who].connected;
      const shownLeft = html(
        "span",
        { class: left !== null && left < LOW ? "left low" : "left" },
        left === null ? "–" : clock(left),
      );
      const main = each.main - each.turn;
      const whole = each.left !== null && main > each.left + 1000 && !each.periods;
      const more = [
        whole ? say("live.whole", { time: clock(main - (runs ? gone : 0)) }) : "",
        each.periods ? say("live.periods", { count: each.periods }) : "",
        away ? say("live.away") : "",
      ]
        .filter(Boolean)
        .join(" · ");
      const line = html(
        "li",
        away ? { class: "away" } : {},
        html("span", { class: "seat" }, named(who)),
        shownLeft,
        ...(more ? [html("span", { class: "more" }, more)] : []),
      );
      if (runs) line.setAttribute("aria-current", "true");
      return line;
    }),
  );
}

/** @param {string} text */
function hear(text) {
  find("#said").append(html("li", {}, text));
  find("#said").scrollTop = find("#said").scrollHeight;
}

/** Somebody looks after the table again: what was said of that is no longer so. */
function owned() {
  if (ownerless) notice("");
  ownerless = false;
}

/** What an event changes besides the position. @param {Told} message */
function happened(message) {
  switch (message.kind) {
    case "move-played/1":
      moves.push(message);
      list.add(item(message));
      list.mark(moves.length);
      offers = {};
      return notice("");
    case "offer-made/1":
      offers[message.what] = [message.seat];
      return notice(say("live.offered", { who: named(message.seat) }));
    case "offer-answered/1":
      if (message.accepted) offers[message.what] = [...(offers[message.what] ?? []), message.seat];
      else delete offers[message.what];
      return notice(message.accepted ? "" : say("live.declined", { who: named(message.seat) }));
    case "notice-sent/1":
      return notice(say("live.said", { who: say("live.arbiter"), text: message.text }));
    case "seat-warned/1":
      return notice(say("live.warned", { who: named(message.seat) }));
    case "seat-fined/1": {
      const { time, points } = message;
      const who = named(message.seat);
      return notice(say("live.fined", { who, seconds: time / 1000, points }));
    }
    case "chat-switched/1":
      if (message.open !== null) talking = message.open;
      return undefined;
    default:
      return undefined;
  }
}

listen(table, {
  state(message) {
    owned();
    seats = message.seats;
    offers = message.offers;
    talking = message.chat;
    moves = message.moves.slice();
    list.fill(moves.map(item));
    list.mark(moves.length);
    show(message);
  },
  event(message) {
    owned();
    happened(message);
    show({ ...message, begun: message.kind === "game-begun/1" || (shown?.begun ?? true) });
  },
  presence({ seat: who, connected }) {
    if (seats[who]) seats[who].connected = connected;
    tick();
  },
  refused: ({ message, code, clause }) =>
    notice([message || code, clause].filter(Boolean).join(" ")),
  chat: ({ by, text }) =>
    hear(say("live.said", { who: by === "arbiter" ? say("live.arbiter") : named(by), text })),
  reported: () => notice(say("live.reported")),
  replaced: () => notice(say("live.replaced")),
  stopping: () => notice(say("live.stopping")),
  waiting() {
    ownerless = true;
    notice(say("live.no-owner"));
  },
  sure: ({ what }) => notice(say("live.sure", { what })),
  line({ up, final }) {
    if (final) return;
    notice(up ? "" : say("live.reconnecting"));
  },
});

for (const [name, make] of /** @type {Array<[string, (form: FormData) => {type: string}]>} */ ([
  ["#say", (form) => ({ type: "chat", text: form.get("text") })],
  [
    "#report",
    (form) => ({ type: "report", seat: Number(form.get("seat")), reason: form.get("reason") }),
  ],
])) {
  const form = /** @type {HTMLFormElement|null} */ (document.querySelector(name));
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    sendTo(table, make(new FormData(form)));
    form.reset();
  });
}
setInterval(tick, 200);
