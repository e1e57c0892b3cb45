// What a reader may change about the board: who is at the bottom, pieces, coordinates, sound.

import { switches } from "../boards/choices.js";
import { keepPreferences } from "../boards/preferences.js";
import { changed, find, model, table } from "./model.js";

table.addEventListener("qipan:board", (event) => {
  const board = /** @type {import("../boards/types.js").Board} */ (
    /** @type {CustomEvent} */ (event).detail
  );
  const sound = find("#sound");

  function paint() {
    model.flipped = board.preferences.flipped;
    sound.setAttribute("aria-pressed", String(board.preferences.sound));
    changed();
  }
  const row = () => switches(find("#switches"), board, paint);

  function turn() {
    board.prefer({ flipped: !board.preferences.flipped });
    row();
    paint();
  }
  for (const button of document.querySelectorAll("#turn, [data-turn-board]")) {
    const place = /** @type {HTMLElement} */ (button);
    place.hidden = !board.switches.includes("flipped");
    place.addEventListener("click", turn);
  }
  sound.addEventListener("click", () => {
    board.prefer({ sound: keepPreferences({ sound: !board.preferences.sound }).sound });
    row();
    paint();
  });
  row();
  paint();
});
