// Stepping back through the moves without leaving: the board shows what was, the game goes on, and
// the newest position comes back with the last step or one's own turn to move.

import { html, svg } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { listen, sendTo, tell } from "../table_messages.js";
import { changed, find, model, table, watch } from "./model.js";
import { markMove, onPick } from "./moves_panel.js";

const KEYS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);
/** @type {Map<number, unknown>} Views by how many moves were played. */ const known = new Map();
let wanted = -1;

const WAYS = {
  first: "M17 5l-7 7 7 7M7 5v14",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M7 5l7 7-7 7M17 5v14",
};

/** @param {keyof typeof WAYS} name @param {() => void} act */
function button(name, act) {
  const drawn = svg("svg", { viewBox: "0 0 24 24", class: "ico", "aria-hidden": "true" });
  drawn.append(svg("path", { d: WAYS[name] }));
  const made = html(
    "button",
    { type: "button", class: "btn", "data-step": name, "aria-label": say(`live.step.${name}`) },
    drawn,
  );
  made.addEventListener("click", act);
  return made;
}

const here = () => (wanted < 0 ? model.moves.length : wanted);
const steps = {
  first: button("first", () => go(0)),
  back: button("back", () => go(here() - 1)),
  next: button("next", () => go(here() + 1)),
  last: button("last", live),
};

/** Show the game as it stands. */
export function live() {
  if (!model.stepped && wanted < 0) return;
  wanted = -1;
  model.stepped = false;
  delete table.dataset.stepped;
  tell(table, { type: "live" });
  markMove(model.moves.length);
  changed();
}

/** @param {number} ply */
function go(ply) {
  if (table.dataset.steps === undefined) return;
  if (ply >= model.moves.length) {
    live();
    return;
  }
  wanted = Math.max(0, ply);
  model.stepped = true;
  table.dataset.stepped = String(wanted);
  markMove(wanted);
  changed();
  if (known.has(wanted)) shown();
  else sendTo(table, { type: "at", ply: wanted });
}

function shown() {
  tell(table, { type: "past", view: /** @type {any} */ (known.get(wanted)), ply: wanted });
}

function paint() {
  const at = here();
  for (const name of /** @type {const} */ (["first", "back"])) steps[name].disabled = at === 0;
  for (const name of /** @type {const} */ (["next", "last"]))
    steps[name].disabled = at >= model.moves.length;
}

watch((_, message) => {
  if (message?.type === "state" || message?.kind === "moves-taken-back/1") known.clear();
  if (message?.type === "event" && message.kind === "move-played/1") {
    if (wanted >= 0 && wanted >= model.moves.length - 1) live();
  }
  paint();
});
listen(table, {
  at({ ply, view }) {
    known.set(ply, view);
    if (ply === wanted) shown();
  },
  // Whoever moves looks at the game as it stands.
  pending: ({ moves }) => {
    if (moves.length) live();
  },
});

if (table.dataset.steps !== undefined) {
  find("#steps").replaceChildren(...Object.values(steps));
  onPick(go);
  document.addEventListener("keydown", (event) => {
    const step = KEYS.get(event.key);
    const target = /** @type {HTMLElement} */ (event.target);
    if (!step || target.closest("input, select, textarea, svg, .card, [role=radiogroup]")) return;
    event.preventDefault();
    go(here() + step);
  });
}
