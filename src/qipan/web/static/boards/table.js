// A board on the page of a live table. The page owns the socket and tells what the server says as
// events on #table ("qipan:state", "qipan:event", "qipan:legal"); moves go back by "qipan:send".

import { boardFor, listedGame } from "./index.js";
import { written } from "./notation.js";
import { atTheTable } from "./preferences.js";
import { html } from "./svg.js";
import { listen, sendTo, tell } from "../table_messages.js";

/** @typedef {import("../table_messages.js").State} State */
/** @typedef {import("../table_messages.js").Told} Told */

/** Milliseconds after which a page asks what it may play. */
const PATIENCE = 1500;

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
  /** The last move of each seat. @type {Array<{seat: number, text: string}>} */ let recent = [];
  /** What was sent and is not yet answered. @type {string[]} */ let sent = [];
  let drawnAhead = false;
  /** What is planned ahead of the turn. @type {import("../table_messages.js").Plans} */
  let plans = { seat: null, when: "", planned: [] };
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let asking;
  /** @type {Array<{name: string}>} */ const people = JSON.parse(table.dataset.people || "[]");
  /** @type {Record<string, string>} */
  const clauses = JSON.parse(table.dataset.clauses || "{}");
  boardFor(game).then((found) => {
    made = found;
    show(); // what was told while its module was on the way
  });

  /** @param {import("./types.js").Board} found */
  function mount(found) {
    delete place.dataset.plain; // the page's plain text makes room
    const inner = html("div");
    place.replaceChildren(inner);
    const slot = (/** @type {string} */ name) =>
      /** @type {HTMLElement|null} */ (document.querySelector(name)) ?? undefined;
    found.mount(inner, {
      seat,
      names: names.every(Boolean) ? names : [],
      clauses,
      onMove: (text) => sendTo(table, { type: "move", text }),
      onPlan: (text) => tell(table, { type: "plan", text }),
      preferences: found.lettered ? atTheTable() : {},
      around: { actions: slot("#words"), typed: slot("#typing"), tally: slot("#room-facts") },
    });
    return found;
  }

  /** @param {State|Told} message */
  function take(message) {
    if (message.type === "state")
      names = message.seats.map((each, who) => people[who]?.name || each.occupant);
    if (message.type === "state") recent = (message.moves ?? []).slice(-message.seats.length);
    else if (message.kind === "move-played/1") recent = [...recent, message].slice(-names.length);
    shown = message;
    show();
    if (sent.length) showSent();
  }

  function show() {
    if (made === null || shown === null || table.dataset.stepped !== undefined) return;
    const first = board === null;
    board ??= mount(made);
    const active = may();
    const listed = shown.type === "state" ? shown.legal : undefined;
    const played = shown.type === "event" && shown.kind === "move-played/1" ? shown : null;
    board.show(shown.view, {
      active,
      legal: active ? (listed ?? null) : [],
      said: played ? written(game, played) : undefined,
      recent,
      quiet: first || !played,
      settled: Boolean(played && table.dataset.settled === played.id),
      ...planning(),
    });
    // Whoever asks the board how it lies needs one that has been shown a position.
    if (first) table.dispatchEvent(new CustomEvent("qipan:board", { detail: board }));
    clearTimeout(asking); // the server says by itself what may be played; asked only if it does not
    if (!active || listed !== undefined) return;
    if (table.dataset.prompted === undefined) ask();
    else asking = setTimeout(ask, PATIENCE);
  }

  function ask() {
    sendTo(table, { type: "legal" });
  }

  /** What a board is told of plans: nothing on one's turn. */
  function planning() {
    return may() ? {} : { planFor: plans.seat, planned: plans.planned };
  }

  /** Draw what is planned; the answer to a move that may come, on the position after it. */
  function showPlans() {
    if (!board || !shown || sent.length || may() || table.dataset.stepped !== undefined) return;
    const other = shown.acting[0];
    const found = plans.when ? board.ahead(shown.view, plans.when, other) : null;
    board.show(found?.view ?? shown.view, {
      active: false,
      legal: [],
      recent,
      quiet: true,
      pending: found?.at,
      ...planning(),
    });
  }

  /** Draw what was sent as if it were taken, marked as not yet answered; or take it back. */
  function showSent() {
    if (!board || !shown) return;
    const text = sent.at(-1);
    if (text === undefined) {
      if (!drawnAhead) return;
      drawnAhead = false;
      if (table.dataset.settled) return; // the answer is drawn by itself
      board.show(shown.view, { active: may(), legal: null, recent, quiet: true });
      if (may()) sendTo(table, { type: "legal" });
      return;
    }
    const found = board.ahead(shown.view, text);
    drawnAhead = true;
    if (found) board.show(found.view, { active: false, legal: [], pending: found.at, said: text });
    else board.show(shown.view, { active: false, legal: [], quiet: true });
  }

  /** Whether this seat may act: its turn, the table goes on, and nothing was sent before. */
  function may() {
    if (seat === null || shown === null || shown.suspended || sent.length) return false;
    return shown.acting.includes(seat);
  }

  listen(table, {
    state: take,
    event: take,
    pending({ moves }) {
      sent = moves.map((move) => move.text);
      showSent();
    },
    refused({ id, message, code, rule, clause }) {
      const cited = clauses[rule] ?? clause;
      if (id && board) board.refuse([message || code, cited].filter(Boolean).join(" "));
    },
    plans(found) {
      plans = found;
      showPlans();
    },
    past: ({ view }) => board?.show(view, { active: false, legal: [], quiet: true }),
    live() {
      if (!board || !shown) return;
      board.show(shown.view, { active: may(), legal: null, recent, quiet: true, ...planning() });
      if (may()) sendTo(table, { type: "legal" });
    },
    legal({ seq, moves }) {
      clearTimeout(asking);
      if (!board || !shown || shown.seq !== seq || sent.length) return; // to an older question
      if (table.dataset.stepped !== undefined) return;
      board.show(shown.view, { active: may(), legal: moves, recent, quiet: true });
    },
  });
}

const table = /** @type {HTMLElement|null} */ (document.querySelector("#table[data-game]"));
const place = /** @type {HTMLElement|null} */ (document.querySelector("#table [data-board]"));
if (table && place) liveBoard(table, place);
