// A board on the page of a live table. The page owns the socket and tells what the server says as
// events on #table ("qipan:state", "qipan:event", "qipan:legal"); moves go back by "qipan:send".

import { boardFor, GAMES } from "./index.js";
import { switches } from "./choices.js";
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
  if (!GAMES.includes(game)) return;
  const seat = table.dataset.seat === undefined ? null : Number(table.dataset.seat);
  /** @type {import("./types.js").Board|null} */ let board = null;
  /** @type {State|Told|null} */ let shown = null;

  /** @param {string[]} names of the seats, where every one has a name */
  function mount(names) {
    delete place.dataset.plain; // the page's plain text makes room
    const around = html("div");
    const row = html("div");
    place.replaceChildren(around, row);
    const fresh = boardFor(game);
    fresh.mount(around, {
      seat,
      names: names.every(Boolean) ? names : [],
      onMove: (text) => sendTo(table, { type: "move", text }),
    });
    switches(row, game, fresh);
    return fresh;
  }

  /** @param {State|Told} message */
  function take(message) {
    const first = board === null;
    const names = message.type === "state" ? message.seats.map((each) => each.occupant) : [];
    board ??= mount(names);
    shown = message;
    const active = may();
    const listed = message.type === "state" ? message.legal : undefined;
    const played = message.type === "event" && message.kind === "move-played/1";
    board.show(message.view, {
      active,
      legal: active ? (listed ?? null) : [],
      said: played ? saidOf(message.noted) : undefined,
      quiet: first || !played,
    });
    if (active && listed === undefined) sendTo(table, { type: "legal" });
  }

  /**
   * A move as it is written in the reader's language, where that is not its text.
   * @param {import("../table_messages.js").Move["noted"]} noted
   */
  const saidOf = (noted) => (document.documentElement.lang === "zh" ? noted?.chinese : noted?.wxf);

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
