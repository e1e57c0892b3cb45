// The list of moves: beside the board, one line on a phone, and whole when it is asked for there.

import { MoveList } from "../boards/moves.js";
import { written } from "../boards/notation.js";
import { count, find, game, model, people, watch } from "./model.js";

/** Told the number of the move that was chosen, from 1. @type {(ply: number) => void} */
let picked = () => {};

export const list = new MoveList(find("#moves"), {
  seats: count,
  names: count > 2 ? people.map((each) => each.name) : [],
  onPick: (number) => picked(plies[number - 1]),
});
/** The number of the move in each line, from 1: a game may leave some out. @type {number[]} */
let plies = [];
/** @type {import("./room.js").Room|null} */ let filled = null;

/** Do something when a move of the list is chosen. @param {(ply: number) => void} act */
export function onPick(act) {
  picked = act;
}

/** Mark the line of a move. @param {number} ply */
export function markMove(ply) {
  list.mark(plies.filter((each) => each <= ply).length);
}

/** @param {import("./model.js").Move} move @param {number} place */
function add(move, place) {
  const item = model.room.log
    ? model.room.log(move, place)
    : { text: written(game, move), seat: move.seat, aside: move.text.startsWith("claim:") };
  if (!item) return;
  plies.push(place + 1);
  list.add(item);
}

/** Write the whole list again, as after a change of notation. */
export function writeAgain() {
  filled = model.room;
  plies = [];
  list.fill([]);
  model.moves.forEach(add);
  if (!model.stepped) list.mark(list.items.length);
}

watch((_, message) => {
  if (message?.type === "state" || filled !== model.room) return writeAgain();
  if (message?.kind !== "move-played/1") return undefined;
  if (model.room.relists?.(message)) return writeAgain();
  add(message, model.moves.length - 1);
  if (!model.stepped) list.mark(list.items.length);
  return undefined;
});

const panel = find("#moves-panel");
const opener = document.querySelector("#show-moves");

/** Show the whole list on a phone, or fold it again. @param {boolean} whole */
export function unfoldMoves(whole) {
  panel.classList.toggle("open", whole);
  opener?.setAttribute("aria-expanded", String(whole));
  if (!model.stepped) list.mark(list.items.length);
}
opener?.addEventListener("click", () => unfoldMoves(!panel.classList.contains("open")));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") unfoldMoves(false);
});
