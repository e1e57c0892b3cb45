// The row of switches under a board: turn it, coordinates, pieces, hints, sound.

import { html } from "./svg.js";
import { say } from "./words.js";
import { keepPreferences } from "./preferences.js";

/**
 * @param {HTMLElement} element
 * @param {import("./types.js").Board} board
 */
export function switches(element, board) {
  element.classList.add("board-switches");
  element.replaceChildren(
    ...board.switches.map((name) => {
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
