// Steps through a finished game: buttons, keyboard, the list of moves.

import { boardFor } from "./index.js";
import { MoveList } from "./moves.js";
import { switches } from "./choices.js";
import { say } from "./words.js";

/**
 * @typedef {object} Game a replayed record, as the page carries it
 * @property {string} game
 * @property {number} seats
 * @property {string[]} names
 * @property {Array<Record<string, any>>} views the position before the first move, then after each
 * @property {string[]} line what `moves` of the views counts, where it was shortened
 * @property {import("./moves.js").Listed[]} moves
 * @property {Record<string, string>} comments
 * @property {number|null} seat
 */

/** @param {HTMLElement} root */
export async function review(root) {
  /** @type {Game} */
  const game = JSON.parse(document.getElementById("review")?.textContent || "{}");
  const find = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (root.querySelector(`[data-review="${name}"]`));
  const board = await boardFor(game.game);
  board.mount(find("board"), { seat: game.seat, names: game.names });
  switches(find("switches"), board);
  const list = new MoveList(find("moves"), {
    seats: game.seats,
    names: game.names,
    onPick: (number) => go(number),
  });
  list.fill(game.moves);
  let at = -1;
  /** @type {number|undefined} */ let playing;

  /** @param {number} number */
  function go(number) {
    const next = Math.max(0, Math.min(game.views.length - 1, number));
    if (next === at) return;
    const step = next === at + 1;
    at = next;
    const view = { ...game.views[at] };
    if (typeof view.moves === "number") view.moves = game.line.slice(0, view.moves);
    const said = at ? game.moves[at - 1].text : say("start");
    board.show(view, { legal: [], active: false, said, reduced: !step });
    list.mark(at);
    find("place").textContent = say("move-of", { number: at, count: game.views.length - 1 });
    find("comment").textContent = game.comments[String(at)] ?? "";
    for (const [name, stop] of [
      ["first", 0],
      ["back", 0],
      ["next", game.views.length - 1],
      ["last", game.views.length - 1],
    ]) {
      /** @type {HTMLButtonElement} */ (find(String(name))).disabled = at === stop;
    }
    if (at === game.views.length - 1) pause();
  }

  function pause() {
    clearInterval(playing);
    playing = undefined;
    find("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (playing !== undefined) return pause();
    if (at === game.views.length - 1) go(0);
    find("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => go(at + 1), 900);
    return undefined;
  }

  const steps = {
    first: () => go(0),
    back: () => go(at - 1),
    next: () => go(at + 1),
    last: () => go(game.views.length - 1),
    play,
  };
  for (const [name, act] of Object.entries(steps)) find(name).addEventListener("click", act);
  const keys = new Map([
    ["ArrowLeft", steps.back],
    ["ArrowRight", steps.next],
    ["Home", steps.first],
    ["End", steps.last],
  ]);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (
      /** @type {Element} */ (event.target).closest(
        "input, select, textarea, svg[role=application], .cards-hand",
      )
    )
      return;
    const act = keys.get(event.key);
    if (!act) return;
    act();
    event.preventDefault();
  });
  go(0);
}

const root = /** @type {HTMLElement|null} */ (document.querySelector("[data-review-root]"));
if (root) review(root);
