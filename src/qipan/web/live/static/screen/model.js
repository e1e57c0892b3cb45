// What a page knows of its table: kept in one place, told to every part of the screen that watches.
// A part is a file of its own that draws one thing and nothing else.

import { listen } from "../table_messages.js";

/** @typedef {import("../table_messages.js").State} State */
/** @typedef {import("../table_messages.js").Told} Told */
/** @typedef {import("../table_messages.js").Seat} Seat */
/** @typedef {import("../table_messages.js").Position} Position */
/** @typedef {Pick<import("../table_messages.js").Move, "seat"|"text"|"noted">} Move */
/** @typedef {Position & Pick<State, "suspended"|"begun"|"ends">} Shown */
/**
 * @typedef {{name: string, own: string, unit: string, rank: string, bot: boolean, level: string}}
 *   SeatedPerson
 */

export const table = /** @type {HTMLElement} */ (document.querySelector("#table"));

/** @param {string} name */
export const find = (name) => /** @type {HTMLElement} */ (document.querySelector(name));

export const game = table.dataset.game ?? "";
export const seat = table.dataset.seat === undefined ? null : Number(table.dataset.seat);
export const count = Number(table.dataset.seats);
/** @type {Record<string, string>} The clause of the contest's regulation, by rule. */
export const clauses = JSON.parse(table.dataset.clauses || "{}");
/** @type {SeatedPerson[]} */
export const people = JSON.parse(table.dataset.people || "[]");

export const model = {
  /** Where the table stands; null until it was told. @type {Shown|null} */
  shown: null,
  /** @type {Seat[]} */ seats: [],
  /** Who agreed, by what was offered. @type {Record<string, number[]>} */ offers: {},
  /** @type {Move[]} */ moves: [],
  /** When the position was told, by this page's own clock. */
  told: 0,
  talking: false,
  /** Whether an earlier position is on the board. */
  stepped: false,
  /**
   * How the match stands, once it was asked for.
   * @type {{won: number, lost: number, games: number, result: string, forfeit: boolean}|null}
   */
  match: null,
  /** Whether the reader turned the board. */
  flipped: false,
  /** @type {import("./room.js").Room} */ room: {},
  /** @type {import("../boards/types.js").Board|null} */ board: null,
};

/** @typedef {typeof model} Model */
/** @type {Array<(model: Model, message: State|Told|null) => void>} */
const watching = [];

/**
 * Draw something whenever the table changes. The message that changed it is told too; null if
 * something changed on this page alone.
 * @param {(model: Model, message: State|Told|null) => void} part
 */
export function watch(part) {
  watching.push(part);
  if (model.shown) part(model, null);
}

/** @param {State|Told|null} [message] */
export function changed(message = null) {
  if (model.shown) for (const part of watching) part(model, message);
}

/** Whether this page's seat is to act. */
export const mine = () => seat !== null && Boolean(model.shown?.acting.includes(seat));

/** How this page's seat left a game in which others play on; "" while it plays. */
export function left() {
  if (seat === null || !model.shown || model.shown.outcome) return "";
  return model.room.left?.(seat) ?? "";
}

table.addEventListener("qipan:board", (event) => {
  model.board = /** @type {CustomEvent} */ (event).detail;
  changed();
});

listen(table, {
  state(message) {
    model.seats = message.seats;
    model.offers = message.offers;
    model.talking = message.chat;
    model.moves = (message.moves ?? []).slice();
    model.shown = message;
    model.told = performance.now();
    changed(message);
  },
  event(message) {
    const begun = message.kind === "game-begun/1" || (model.shown?.begun ?? true);
    switch (message.kind) {
      case "move-played/1":
        model.moves.push(message);
        model.offers = {};
        break;
      case "offer-made/1":
        model.offers[message.what] = [message.seat];
        break;
      case "offer-answered/1":
        if (message.accepted)
          model.offers[message.what] = [...(model.offers[message.what] ?? []), message.seat];
        else delete model.offers[message.what];
        break;
      case "chat-switched/1":
        if (message.open !== null) model.talking = message.open;
        break;
      default:
    }
    model.shown = { ...message, begun };
    model.told = performance.now();
    changed(message);
  },
  presence({ seat: who, connected }) {
    if (model.seats[who]) model.seats[who].connected = connected;
    changed();
  },
});
