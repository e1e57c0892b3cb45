// A board on the page of a live table. The page owns the socket and tells what the server says as
// events on #table ("qipan:state", "qipan:event", "qipan:legal"); moves go back by "qipan:send".

import { boardFor, GAMES } from "./index.js";
import { switches } from "./choices.js";
import { html } from "./svg.js";

/**
 * @param {HTMLElement} table with data-game and, for a player, data-seat
 * @param {HTMLElement} place where the board goes
 */
export function liveBoard(table, place) {
  const game = table.dataset.game ?? "";
  if (!GAMES.includes(game)) return;
  const seat = table.dataset.seat === undefined ? null : Number(table.dataset.seat);
  const send = (/** @type {object} */ message) =>
    table.dispatchEvent(new CustomEvent("qipan:send", { detail: message }));
  /** @type {import("./types.js").Board|null} */ let board = null;
  /** @type {{seq: number, view: any, acting: number[], suspended: any}|null} */ let shown = null;

  /** @param {any} message */
  function mount(message) {
    delete place.dataset.plain; // the page's plain text makes room
    const around = html("div");
    const row = html("div");
    place.replaceChildren(around, row);
    const names = (message.seats ?? []).map(
      (/** @type {any} */ each) => each.occupant?.name ?? each.occupant,
    );
    board = boardFor(game).mount(around, {
      seat,
      names: names.every((/** @type {any} */ name) => typeof name === "string" && name)
        ? names
        : [],
      onMove: (text) => send({ type: "move", text }),
    });
    switches(row, game, board);
  }

  /** @param {any} message */
  function take(message) {
    if (message.view === undefined) return;
    const first = board === null;
    if (first) mount(message);
    shown = message;
    const active = may();
    const legal = active ? (message.legal ?? null) : [];
    const said = message.kind === "move-played/1" ? saidOf(message) : undefined;
    board?.show(message.view, {
      active,
      legal,
      said,
      quiet: first || message.kind !== "move-played/1",
    });
    if (active && message.legal === undefined) send({ type: "legal" });
  }

  /**
   * A move as it is written in the reader's language, where that is not its text.
   * @param {any} message
   */
  function saidOf(message) {
    return (
      (document.documentElement.lang === "zh" ? message.noted?.chinese : message.noted?.wxf) ??
      undefined
    );
  }

  /** Whether this seat may act: its turn, and the table goes on. */
  function may() {
    return (
      seat !== null && shown !== null && !shown.suspended && (shown.acting ?? []).includes(seat)
    );
  }

  table.addEventListener("qipan:state", (event) => take(/** @type {CustomEvent} */ (event).detail));
  table.addEventListener("qipan:event", (event) => take(/** @type {CustomEvent} */ (event).detail));
  table.addEventListener("qipan:legal", (event) => {
    const { seq, moves } = /** @type {CustomEvent} */ (event).detail;
    if (!board || !shown || shown.seq !== seq) return; // an answer to an older question
    board.show(shown.view, { active: may(), legal: moves, quiet: true });
  });
}

const table = /** @type {HTMLElement|null} */ (document.querySelector("#table[data-game]"));
const place = /** @type {HTMLElement|null} */ (document.querySelector("#table [data-board]"));
if (table && place) liveBoard(table, place);
