// Beside a board in a hall: taps are moves of whoever is to act; the end and the clock are entered.

import { boardFor, listedGame } from "./boards/index.js";
import { say } from "./boards/words.js";
import { reloadPage } from "./page_turn.js";

const root = /** @type {HTMLElement} */ (document.querySelector("#boardside"));
const find = (/** @type {string} */ name) =>
  /** @type {HTMLElement} */ (document.querySelector(name));
const names = JSON.parse(root.dataset.names ?? "{}");
const address = location.pathname;
const query = location.search;

/** @typedef {import("./table_messages.js").State & {hall: boolean, message?: string}} Told */
/** @type {Promise<import("./boards/types.js").Board>|null} */ let making = null;
/** @type {Told|null} */ let shown = null;
let leaving = false;

/** @param {Told} told */
async function show(told) {
  if (shown && told.table !== shown.table) {
    if (!leaving) reloadPage(); // the next game or round; once: a slow line gets there
    leaving = true;
    return;
  }
  const first = shown === null;
  const newer = told.seq !== shown?.seq;
  shown = told;
  find("#status").textContent = told.message || standing(told);
  find("#end").hidden = find("#clock").hidden = told.phase === "over" || !told.hall;
  if (first) ends(told);
  if (!listedGame(told.game) || !newer) return;
  making ??= boardFor(told.game).then((made) =>
    made.mount(find("#place"), {
      seat: 0,
      onMove: (move) => enter({ move, seq: shown?.seq }),
    }),
  );
  const board = await making;
  if (told !== shown) return; // something newer came while the board was on the way
  board.actFor(told.acting[0] ?? 0);
  board.show(told.view, { active: told.phase !== "over", legal: told.legal ?? null, quiet: first });
}

/** @param {Told} told @returns {string[]} */
const people = (told) => told.seats.map((seat) => names[seat.occupant] ?? seat.occupant);

/**
 * Say who is to move, or how it ended.
 * @param {Told} told
 */
function standing(told) {
  const who = people(told);
  const words = find("#results").dataset;
  const places = told.outcome?.places;
  if (!told.outcome)
    return say("live.turn", {
      who: told.acting.map((seat) => who[seat] ?? say("live.table")).join(", "),
    });
  if (!places) return "";
  const first = who.filter((_, seat) => places[seat] === 1);
  return first.length > 1 ? (words.draw ?? "") : `${first.join(", ")} ${words.wins}`;
}

/** @param {Told} told */
function ends(told) {
  const who = people(told);
  const row = find("#results");
  const offer = (/** @type {string} */ label, /** @type {number[]} */ places) => {
    const button = document.createElement("button");
    button.textContent = label;
    button.dataset.places = places.join();
    button.addEventListener("click", () => {
      if (confirm(label)) enter({ places });
    });
    row.append(button);
  };
  row.replaceChildren();
  if (who.length === 2) {
    offer(`${who[0]} ${row.dataset.wins}`, [1, 2]);
    offer(row.dataset.draw ?? "", [1, 1]);
    offer(`${who[1]} ${row.dataset.wins}`, [2, 1]);
  }
  for (const place of document.querySelectorAll("#clock [data-seat]"))
    place.textContent = who[Number(place.getAttribute("data-seat"))] ?? "";
}

/** @param {object} what */
async function enter(what) {
  const answer = await fetch(address + query, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrftoken": root.dataset.csrf ?? "" },
    body: JSON.stringify({ table: shown?.table, ...what }),
  });
  if (answer.ok) await show(await answer.json());
}

async function ask() {
  if (document.hidden && shown) return;
  const answer = await fetch(`${address}/state${query}`);
  if (answer.ok) await show(await answer.json());
}

const seconds = (/** @type {string} */ text) =>
  text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
find("#clock").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (find("#clock"));
  enter({
    left: ["left0", "left1"].map((name) =>
      seconds(/** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value || "0"),
    ),
  });
});
setInterval(ask, 2000);
ask();
