// The row of switches under a board: turn it, coordinates, pieces, hints, sound.

import { html } from "./svg.js";
import { say } from "./words.js";
import { CHOICES, keepPreferences } from "./preferences.js";

/**
 * @param {HTMLElement} element
 * @param {import("./types.js").Board} board
 * @param {() => void} [after] told when something was switched
 */
export function switches(element, board, after = () => {}) {
  element.classList.add("board-switches");
  element.replaceChildren(
    ...board.switches.map((name) => {
      const button = html("button", { type: "button", "data-switch": name });
      const several = /** @type {Record<string, string[]>} */ (CHOICES)[name];
      const paint = () => {
        const now = board.preferences[name];
        if (several)
          button.textContent = `${say(`switch.${name}`)}: ${say(`choice.${name}.${now}`)}`;
        else {
          button.textContent = say(`switch.${name}`);
          button.setAttribute("aria-pressed", String(Boolean(now)));
        }
      };
      button.addEventListener("click", () => {
        const now = board.preferences[name];
        const value = several ? several[(several.indexOf(String(now)) + 1) % several.length] : !now;
        const changed = { [name]: value };
        if (name !== "flipped") keepPreferences(changed);
        board.prefer(changed);
        paint();
        after();
      });
      paint();
      return button;
    }),
  );
}
