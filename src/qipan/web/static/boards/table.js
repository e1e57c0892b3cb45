// A board on the page of a live table. The page owns the socket and tells what the server says as
// events on #table ("qipan:state", "qipan:event", "qipan:legal"); moves go back by "qipan:send".

import { boardFor, listedGame } from "./index.js";
import { switches } from "./choices.js";
import { written } from "./notation.js";
import { html } from "./svg.js";
import { listen, sendTo } from "../table_messages.js";

/** @typedef {import("../table_messages.js").State} State */
/** @typedef {import("../table_messages.js").Told} Told */

/**
 * @param {HTMLElement} table with data-game and, for a player, data-seat
 * @param {HTMLElement} place where the board goes
 */
export function liveBoard(table, place) {
  const game = table.dataset.game ?? "";
  if (!listedGame(game)) return;
  const seat = table.dataset.seat === undefined ? null : Number(table.dataset.seat);
  /** @type {import("./types.js").Board|null} */ let made = null;
  /** @type {import("./types.js").Board|null} */ let board = null;
  /** @type {State|Told|null} */ let shown = null;
  /** @type {string[]} */ let names = [];
  boardFor(game).then((found) => {
    made = found;
    show(); // what was told while its module was on the way
  });

  /** @param {import("./types.js").Board} found */
  function mount(found) {
    delete place.dataset.plain; // the page's plain text makes room
    const around = html("div");
    const row = html("div");
    place.replaceChildren(around, row);
    found.mount(around, {
      seat,
      names: names.every(Boolean) ? names : [],
      onMove: (text) => sendTo(table, { type: "move", text }),
    });
    switches(row, found);
    return found;
  }

  /** @param {State|Told} message */
  function take(message) {
    if (message.type === "state") names = message.seats.map((each) => each.occupant);
    shown = message;
    show();
  }

  function show() {
    if (made === null || shown === null) return;
    const first = board === null;
    board ??= mount(made);
    const active = may();
    const listed = shown.type === "state" ? shown.legal : undefined;
    const played = shown.type === "event" && shown.kind === "move-played/1" ? shown : null;
    board.show(shown.view, {
      active,
      legal: active ? (listed ?? null) : [],
      said: played ? written(game, played) : undefined,
      quiet: first || !played,
    });
    if (active && listed === undefined) sendTo(table, { type: "legal" });
  }

  /** Whether this seat may act: its turn, and the table goes on. */
  function may() {
    return seat !== null && shown !== null && !shown.suspended && shown.acting.includes(seat);
  }

  listen(table, {
    state: take,
    event: take,
    legal({ seq, moves }) {
      if (!board || !shown || shown.seq !== seq) return; // an answer to an older question
      board.show(shown.view, { active: may(), legal: moves, quiet: true });
    },
  });
}

const table = /** @type {HTMLElement|null} */ (document.querySelector("#table[data-game]"));
const place = /** @type {HTMLElement|null} */ (document.querySelector("#table [data-board]"));
if (table && place) liveBoard(table, place);
