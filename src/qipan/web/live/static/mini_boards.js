// Small boards of live games: positions come as server-sent events, clocks run on by themselves.

import { boardFor, listedGame } from "./boards/index.js";

/** @typedef {import("./table_messages.js").State} State */
/**
 * @typedef {object} Shown
 * @property {Promise<import("./boards/types.js").Board>} making
 * @property {HTMLElement} place where the game stands on the page
 * @property {State} newest
 * @property {number} told when it was told
 */

const TICK = 500;

/**
 * Show what happens on every place below that names a table; gives what ends it, for a page that
 * puts other tables in their place.
 * @param {HTMLElement} root
 */
export function showBoards(root) {
  /** @type {Map<string, Shown>} */ const shown = new Map();
  /** @type {NodeListOf<HTMLElement>} */ const all = root.querySelectorAll("[data-table]");
  const places = [...all];

  /** @param {State} message */
  function take(message) {
    const place = places.find((each) => each.dataset.table === message.table);
    if (!place || !listedGame(message.game)) return;
    let known = shown.get(message.table);
    if (!known) {
      const here = /** @type {HTMLElement} */ (place.querySelector(".place"));
      const making = boardFor(message.game).then((made) =>
        made.mount(here, { seat: null, preferences: { sound: false } }),
      );
      known = { making, place, newest: message, told: 0 };
      shown.set(message.table, known);
    }
    known.newest = message;
    known.told = performance.now();
    place.classList.toggle("over", message.phase === "over");
    void draw(known, message);
  }

  /** @param {Shown} found @param {State} message */
  async function draw(found, message) {
    const board = await found.making;
    if (found.newest !== message) return; // something newer came while the board was on the way
    board.show(message.view, { active: false, legal: [], quiet: true });
    found.place.dataset.seq = String(message.seq);
  }

  function tick() {
    for (const { place, newest, told } of shown.values()) {
      const { clocks } = newest;
      for (const clock of place.querySelectorAll(".clock")) {
        const seat = Number(clock.getAttribute("data-seat"));
        const reading = clocks.seats[seat];
        const runs = clocks.running.includes(seat);
        const left =
          !reading || reading.left === null
            ? null
            : Math.max(0, reading.left - (runs ? performance.now() - told : 0));
        clock.textContent = left === null ? "" : minutes(left);
        clock.classList.toggle("runs", runs);
      }
    }
  }

  const source = new EventSource(root.dataset.liveBoards ?? "");
  source.addEventListener("board", (event) => take(JSON.parse(event.data)));
  const ticking = setInterval(tick, TICK);
  return () => {
    source.close();
    clearInterval(ticking);
  };
}

/** @param {number} left milliseconds */
function minutes(left) {
  return `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
}
