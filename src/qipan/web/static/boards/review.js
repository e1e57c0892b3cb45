// Steps through a finished game: buttons, keyboard, the list of moves.

import { boardFor } from "./index.js";
import { MoveList } from "./moves.js";
import { ReaderNotes } from "./review_notes.js";
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
 * @property {Record<string, string>} clocks seconds left of whoever made the move
 * @property {Variation[]} variations
 *
 * @typedef {object} Variation another way on
 * @property {number} of 0 for the main line, n for the n-th variation before
 * @property {number} after
 * @property {Array<Record<string, any>>} views after each of its moves
 * @property {import("./moves.js").Listed[]} moves
 * @property {Record<string, string>} comments by its own moves, from 1
 */

/** Time as a clock shows it. @param {string} seconds */
function clockTime(seconds) {
  const whole = Math.max(0, Math.floor(Number.parseFloat(seconds)));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * @typedef {object} Line
 * @property {Array<Record<string, any>>} views
 * @property {import("./moves.js").Listed[]} moves
 * @property {Record<string, string>} comments
 */

/**
 * A line from the first move on: the main one, or a variation with what leads to it.
 * @param {Game} game
 * @param {number} number 0 for the main line
 * @returns {Line}
 */
function lineOf(game, number) {
  if (!number) return game;
  const found = game.variations[number - 1];
  const before = lineOf(game, found.of);
  const comments = Object.entries(before.comments).filter(([at]) => Number(at) <= found.after);
  const own = Object.entries(found.comments).map(([at, text]) => [
    String(found.after + Number(at)),
    text,
  ]);
  return {
    views: [...before.views.slice(0, found.after + 1), ...found.views],
    moves: [...before.moves.slice(0, found.after), ...found.moves],
    comments: Object.fromEntries([...comments, ...own]),
  };
}

/** @param {HTMLElement} root */
export async function review(root) {
  /** @type {Game} */
  const game = JSON.parse(document.getElementById("review")?.textContent || "{}");
  const find = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (root.querySelector(`[data-review="${name}"]`));
  const board = await boardFor(game.game);
  board.mount(find("board"), {
    seat: game.seat,
    names: game.names,
    onMove: (/** @type {string} */ text) => tryMove(text),
  });
  switches(find("switches"), board);
  const list = new MoveList(find("moves"), {
    seats: game.seats,
    names: game.names,
    onPick: (number) => go(number),
  });
  const notes = new ReaderNotes(root, game.variations.length);
  /** @type {string[]|null|undefined} what may be tried here; undefined: nothing is */ let legal;
  /** @type {number|null} whose moves those are */ let mover = null;
  let trying = false;
  let chosen = 0;
  let line = lineOf(game, 0);
  list.fill(line.moves);
  let at = -1;
  /** @type {number|undefined} */ let playing;

  /** @param {number} number @param {boolean} [anew] another line: draw in any case */
  function go(number, anew = false) {
    const end = line.views.length - 1;
    const next = Math.max(0, Math.min(end, number));
    if (next === at && !anew) return;
    const step = next === at + 1;
    at = next;
    const view = { ...line.views[at] };
    if (typeof view.moves === "number") view.moves = game.line.slice(0, view.moves);
    const said = at ? line.moves[at - 1].text : say("start");
    legal = trying && !anew ? undefined : legal;
    const open = legal !== undefined;
    const tries = open ? mover : null;
    board.show(view, { legal: legal ?? [], active: open, tries, said, reduced: !step });
    if (trying && legal === undefined) askLegal();
    list.mark(at);
    find("place").textContent = say("move-of", { number: at, count: end });
    find("comment").textContent = line.comments[String(at)] ?? "";
    for (const [name, stop] of [
      ["first", 0],
      ["back", 0],
      ["next", end],
      ["last", end],
    ]) {
      /** @type {HTMLButtonElement} */ (find(String(name))).disabled = at === stop;
    }
    showClocks();
    showVariations();
    showRemark();
    showShare();
    if (at === end) pause();
  }

  /** The time of both sides at this point, as far as the record tells it. */
  function showClocks() {
    const place = find("clocks");
    const told = new Map();
    for (let number = 1; number <= at && !chosen; number++) {
      if (game.clocks[number]) told.set(game.moves[number - 1].seat, game.clocks[number]);
    }
    place.hidden = !told.size;
    place.replaceChildren(
      ...[...told].sort().map(([seat, left]) => {
        const text = document.createElement("span");
        text.textContent = `${game.names[seat] ?? seat + 1} ${clockTime(left)}`;
        return text;
      }),
    );
  }

  /** Ways on from here, and the way back. */
  function showVariations() {
    const place = find("variations");
    const ways = game.variations
      .map((each, index) => ({ each, number: index + 1 }))
      .filter(({ each }) => each.of === chosen && each.after === at && each.moves.length)
      .map(({ each, number }) => way(`${say("review.variation")} ${each.moves[0].text}`, number));
    if (chosen) ways.unshift(way(say("review.main-line"), 0));
    place.replaceChildren(...ways);
    place.hidden = !ways.length;
  }

  /** @param {string} text @param {number} number */
  function way(text, number) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = text;
    button.addEventListener("click", () => {
      const back = chosen && !number ? game.variations[chosen - 1].after : at + (number ? 1 : 0);
      chosen = number;
      line = lineOf(game, number);
      list.fill(line.moves);
      go(back, true);
    });
    return button;
  }

  /** The line a place belongs to: a variation begins after the move it leaves. */
  function lineHere() {
    let found = chosen;
    while (found && at <= game.variations[found - 1].after) found = game.variations[found - 1].of;
    return found;
  }

  function showRemark() {
    const field = /** @type {HTMLTextAreaElement} */ (find("remark"));
    const place = notes.place(lineHere(), at);
    field.disabled = !place;
    field.value = place?.comments[String(place.number)] ?? "";
  }

  /** @param {string} text */
  const sayOfNotes = (text) => {
    find("notes-said").textContent = text;
  };

  /** Ask what may be played here, and let it be played on the board. */
  async function askLegal() {
    const [there, place] = [at, lineHere()];
    const told = await notes.ask(notes.notes, place, there);
    if (there !== at || !trying) return;
    if (told.message) sayOfNotes(told.message);
    legal = told.message || told.acting === null ? undefined : told.legal;
    mover = told.acting;
    if (legal === undefined) return; // the game is over here
    const view = { ...line.views[at] };
    if (typeof view.moves === "number") view.moves = game.line.slice(0, view.moves);
    board.show(view, { legal, active: true, tries: mover, reduced: true, quiet: true });
  }

  /** @param {string} text */
  async function tryMove(text) {
    if (!trying) return;
    const made = notes.tried(lineHere(), at, text);
    const told = await notes.ask(made.notes, made.line, at + 1);
    if (told.message) {
      board.refuse(told.message);
      sayOfNotes(told.message);
      return;
    }
    notes.become(told.notes);
    take(told);
    chosen = made.line;
    line = lineOf(game, chosen);
    list.fill(line.moves);
    legal = told.acting === null ? undefined : told.legal;
    mover = told.acting;
    go(at + 1, true);
  }

  /** @param {import("./review_notes.js").Told} told */
  function take(told) {
    game.variations = told.variations;
    sayOfNotes("");
    for (const each of root.querySelectorAll(".downloads button")) {
      const button = /** @type {HTMLButtonElement} */ (each);
      button.disabled = !told.endings.includes(button.value);
    }
  }

  function offerNotes() {
    find("notes").hidden = false;
    const field = /** @type {HTMLTextAreaElement} */ (find("remark"));
    field.addEventListener("input", () => notes.remark(lineHere(), at, field.value));
    find("try")?.addEventListener("click", () => {
      trying = !trying;
      find("try").setAttribute("aria-pressed", String(trying));
      legal = undefined;
      go(at, true);
    });
    find("notes-link").addEventListener("click", async () => {
      const link = notes.link();
      if (!link || !navigator.clipboard) return sayOfNotes(link || say("review.notes-too-long"));
      await navigator.clipboard.writeText(link);
      return sayOfNotes(say("review.copied"));
    });
    find("notes-clear").addEventListener("click", () => {
      notes.become({ comments: {}, branches: [] });
      game.variations = game.variations.slice(0, notes.known);
      chosen = chosen > notes.known ? 0 : chosen;
      line = lineOf(game, chosen);
      list.fill(line.moves);
      go(at, true);
    });
  }

  /** The link, the pictures and the question go with the move; variations have none. */
  function showShare() {
    const asking = /** @type {HTMLFormElement} */ (find("ask"));
    /** @type {HTMLInputElement} */ (asking.elements.namedItem("move")).value = String(at);
    /** @type {HTMLButtonElement} */ (asking.querySelector("button")).disabled =
      !at || chosen > 0 || line.moves[at - 1].seat < 0 || Boolean(line.moves[at - 1].aside);
    find("answer").textContent = "";
    const start = /** @type {HTMLInputElement|null} */ (find("from"));
    if (start) start.value = String(at);
    const stop = /** @type {HTMLInputElement|null} */ (find("to"));
    if (stop) stop.value = String(Math.min(game.moves.length, at + 20));
    const { here, picture, query } = root.dataset;
    if (!here || chosen) return;
    const link = /** @type {HTMLAnchorElement} */ (find("link"));
    link.href = `${here}${query ? "&" : ""}move=${at}`;
    find("copied").textContent = "";
    for (const ending of ["png", "svg"]) {
      const drawn = /** @type {HTMLAnchorElement|null} */ (find(ending));
      if (drawn) drawn.href = `${picture}.${ending}?${query ? `${query}&` : ""}move=${at}`;
    }
    history.replaceState(null, "", link.href);
  }

  const asking = /** @type {HTMLFormElement} */ (find("ask"));
  asking.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = at;
    find("answer").textContent = say("review.thinking");
    const body = new URLSearchParams(
      /** @type {Array<[string, string]>} */ ([...new FormData(asking)]),
    );
    try {
      const answer = await fetch(asking.action, { method: "POST", body });
      const found = await answer.json();
      if (asked === at) find("answer").textContent = found.sentence ?? found.message ?? "";
    } catch {
      if (asked === at) find("answer").textContent = say("review.no-answer");
    }
  });
  /** @type {HTMLElement|null} */ (find("link"))?.addEventListener("click", async (event) => {
    if (!navigator.clipboard) return;
    event.preventDefault();
    await navigator.clipboard.writeText(/** @type {HTMLAnchorElement} */ (find("link")).href);
    find("copied").textContent = say("review.copied");
  });

  function pause() {
    clearInterval(playing);
    playing = undefined;
    find("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (playing !== undefined) return pause();
    if (at === line.views.length - 1) go(0);
    find("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => go(at + 1), 900);
    return undefined;
  }

  const steps = {
    first: () => go(0),
    back: () => go(at - 1),
    next: () => go(at + 1),
    last: () => go(line.views.length - 1),
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
  offerNotes();
  go(Number(root.dataset.open ?? 0));
  if (notes.notes.branches.length) {
    const told = await notes.ask(notes.notes, 0, 0);
    if (told.message) sayOfNotes(told.message);
    else take(told);
    showVariations();
  }
}

const root = /** @type {HTMLElement|null} */ (document.querySelector("[data-review-root]"));
if (root) review(root);
