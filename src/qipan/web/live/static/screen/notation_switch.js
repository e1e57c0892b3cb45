// In which notation moves are listed, where the game has several; kept in this browser.

import { listedGame } from "../boards/index.js";
import { html } from "../boards/svg.js";
import { find, game, model, watch } from "./model.js";
import { writeAgain } from "./moves_panel.js";

const KEPT = `qipan.notation.${game}`;
const found = listedGame(game);
const place = html("span", { class: "seg" });
find("#moves-tools").append(place);

/** @param {string} notation */
function choose(notation) {
  if (!found) return;
  found.notation = notation;
  try {
    localStorage.setItem(KEPT, notation);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  writeAgain();
  paint();
}

function paint() {
  const noted = [...model.moves]
    .reverse()
    .find((move) => Object.keys(move.noted ?? {}).length > 1)?.noted;
  place.replaceChildren(
    ...Object.entries(noted ?? {}).map(([notation, words]) => {
      const on = String(found?.notation === notation);
      const button = html("button", { type: "button", "aria-pressed": on }, words);
      button.addEventListener("click", () => choose(notation));
      return button;
    }),
  );
}

try {
  const kept = localStorage.getItem(KEPT);
  if (kept && found) found.notation = kept;
} catch {
  // Without storage the reader's language decides.
}
watch(paint);
