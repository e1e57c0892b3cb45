// The row of switches under a board: turn it, coordinates, pieces, hints, sound.

import { html } from "./svg.js";
import { say } from "./words.js";
import { keepPreferences } from "./preferences.js";

/** @typedef {import("./types.js").Preferences} Preferences */

/** @type {Record<string, Array<keyof Preferences>>} */
const SWITCHES = { xiangqi: ["flipped", "pieces"], "chinese-checkers": ["flipped"], shengji: [] };

/**
 * @param {HTMLElement} element
 * @param {string} game
 * @param {import("./types.js").Board} board
 */
export function switches(element, game, board) {
  /** @type {Array<keyof Preferences>} */
  const names = [...(SWITCHES[game] ?? []), "coordinates", "hints", "sound"];
  if (game === "shengji") names.splice(names.indexOf("coordinates"), 1);
  element.classList.add("board-switches");
  element.replaceChildren(
    ...names.map((name) => {
      const button = html("button", { type: "button", "data-switch": name }, say(`switch.${name}`));
      const paint = () => {
        const on =
          name === "pieces"
            ? board.preferences.pieces === "international"
            : board.preferences[name];
        button.setAttribute("aria-pressed", String(Boolean(on)));
      };
      button.addEventListener("click", () => {
        const value =
          name === "pieces"
            ? board.preferences.pieces === "chinese"
              ? "international"
              : "chinese"
            : !board.preferences[name];
        const changed = { [name]: value };
        if (name !== "flipped") keepPreferences(changed);
        board.prefer(changed);
        paint();
      });
      paint();
      return button;
    }),
  );
}
