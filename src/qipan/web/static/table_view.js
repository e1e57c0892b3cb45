// What stands around the board of a live table: whose turn, clocks, moves, offers, talk.

import { MoveList } from "./boards/moves.js";
import { html } from "./boards/svg.js";
import { listed, say, sayOr } from "./boards/words.js";

const table = /** @type {HTMLElement} */ (document.querySelector("#table"));
const find = (/** @type {string} */ name) =>
  /** @type {HTMLElement} */ (document.querySelector(name));
const game = table.dataset.game ?? "";
const seat = table.dataset.seat === undefined ? null : Number(table.dataset.seat);
const count = Number(table.dataset.seats);
/** @type {Record<string, string[]>} */
const SIDES = { xiangqi: ["red", "black"], go: ["black", "white"], gomoku: ["black", "white"] };
const LOW = 20_000;
/** @type {any} */ let shown = null;
/** @type {any[]} */ let seats = [];
/** @type {Record<string, number[]>} */ let offers = {};
/** @type {any[]} */ let moves = [];
let told = 0;
let talking = false;
let ownerless = false;
const list = new MoveList(find("#moves"), { seats: count });

/** @param {number} who */
export function named(who) {
  const side = SIDES[game]?.[who];
  return side ? say(side) : say("seat", { seat: who + 1 });
}

/** A move as the game is written down. @param {any} move */
function written(move) {
  const noted = move.noted ?? {};
  const text = (document.documentElement.lang === "zh" ? noted.chinese : noted.wxf) ?? move.text;
  const [first, ...rest] = text.split(" ");
  const own = sayOr(`act.${game}.${first}`, "") || sayOr(`act.${first}`, first);
  return [own, ...rest.filter((/** @type {string} */ word) => word.length <= 12).map(card)].join(
    " ",
  );
}

/** @param {string} word */
function card(word) {
  const sign =
    game === "shengji" && !/^[LB]J$/.test(word)
      ? { S: "♠", H: "♥", D: "♦", C: "♣" }[word[0]]
      : undefined;
  return sign ? sign + word.slice(1) : word;
}

/** @param {any} move */
const item = (move) => ({
  text: written(move),
  seat: move.seat,
  aside: /^(claim|ruling):/.test(move.text),
});

/** @param {string} sentence */
function notice(sentence) {
  const place = find("#notice");
  place.hidden = !sentence;
  place.textContent = sentence;
}

function status() {
  const { outcome, suspended, acting } = shown;
  let words;
  if (outcome) words = ended(outcome);
  else if (suspended) words = sayOr(`live.suspended.${suspended}`, suspended);
  else if (shown.begun === false) words = say("live.waiting");
  else if (seat !== null && acting.includes(seat)) words = say("live.your-turn");
  else
    words = say("live.turn", {
      who:
        listed(acting.filter((/** @type {number} */ who) => who >= 0).map(named)) ||
        say("live.table"),
    });
  find("#status").textContent = words;
}

/** @param {any} outcome */
function ended(outcome) {
  const why = outcome.message || outcome.rule;
  if (outcome.annulled) return `${say("live.annulled")} ${why}`;
  /** @type {number[]} */ const places = outcome.places;
  const first = [...places.keys()].filter((who) => places[who] === 1);
  const head =
    first.length === count ? say("live.drawn") : say("live.won", { who: listed(first.map(named)) });
  return `${head} ${why}`;
}

function buttons() {
  const offered = Object.entries(offers).some(([, by]) => seat !== null && !by.includes(seat));
  const on = {
    play: !shown.outcome,
    offered: offered && !shown.outcome,
    turn: !shown.outcome && shown.acting.includes(seat),
  };
  for (const button of document.querySelectorAll("[data-when]")) {
    const place = /** @type {HTMLElement} */ (button);
    place.hidden = !on[/** @type {"play"} */ (place.dataset.when)];
  }
  find("#review").hidden = !shown.outcome;
  const form = document.querySelector("#say");
  if (form instanceof HTMLElement && seat !== null) form.hidden = !(talking || shown.outcome);
}

function show() {
  told = performance.now();
  status();
  buttons();
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
  find("#clocks").replaceChildren(
    ...shown.clocks.seats.map((/** @type {any} */ each, /** @type {number} */ who) => {
      const runs = shown.clocks.running.includes(who);
      const left = each.left === null ? null : Math.max(0, each.left - (runs ? gone : 0));
      const away = seats[who] && !seats[who].connected;
      const shownLeft = html(
        "span",
        { class: left !== null && left < LOW ? "left low" : "left" },
        left === null ? "–" : clock(left),
      );
      const whole = left !== null && each.main - each.turn > each.left + 1000 && !each.periods;
      const more = [
        whole ? say("live.whole", { time: clock(each.main - each.turn - (runs ? gone : 0)) }) : "",
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

/** @type {Record<string, (message: any) => void>} */
const HEARD = {
  state(message) {
    owned();
    shown = message;
    seats = message.seats;
    offers = message.offers;
    talking = message.chat;
    moves = message.moves.slice();
    list.fill(moves.map(item));
    list.mark(moves.length);
    show();
  },
  event(message) {
    owned();
    shown = { ...shown, ...message };
    if (message.kind === "move-played/1") {
      moves.push(message);
      list.add(item(message));
      list.mark(moves.length);
      offers = {};
      notice("");
    } else HAPPENED[message.kind]?.(message);
    show();
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
};

/** @type {Record<string, (message: any) => void>} */
const HAPPENED = {
  "offer-made/1"(message) {
    offers[message.what] = [message.seat];
    notice(say("live.offered", { who: named(message.seat) }));
  },
  "offer-answered/1"(message) {
    if (message.accepted) offers[message.what] = [...(offers[message.what] ?? []), message.seat];
    else delete offers[message.what];
    notice(message.accepted ? "" : say("live.declined", { who: named(message.seat) }));
  },
  "notice-sent/1": (message) =>
    notice(say("live.said", { who: say("live.arbiter"), text: message.text })),
  "seat-warned/1": (message) => notice(say("live.warned", { who: named(message.seat) })),
  "seat-fined/1": (message) =>
    notice(
      say("live.fined", {
        who: named(message.seat),
        seconds: message.time / 1000,
        points: message.points,
      }),
    ),
  "game-begun/1": () => {
    shown.begun = true;
  },
  "chat-switched/1"(message) {
    if (message.open !== null) talking = message.open;
  },
};

for (const [type, heard] of Object.entries(HEARD)) {
  table.addEventListener(`qipan:${type}`, (event) =>
    heard(/** @type {CustomEvent} */ (event).detail),
  );
}

/** @param {object} message */
const send = (message) => table.dispatchEvent(new CustomEvent("qipan:send", { detail: message }));
for (const [name, make] of /** @type {Array<[string, (form: FormData) => object]>} */ ([
  ["#say", (form) => ({ type: "chat", text: form.get("text") })],
  [
    "#report",
    (form) => ({ type: "report", seat: Number(form.get("seat")), reason: form.get("reason") }),
  ],
])) {
  const form = /** @type {HTMLFormElement|null} */ (document.querySelector(name));
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    send(make(new FormData(form)));
    form.reset();
  });
}
setInterval(tick, 200);
