// A few words at a point of a board: why something cannot be done there.

import { html } from "./svg.js";

/**
 * @param {HTMLElement} stage
 * @param {string} sentence
 * @param {number} x from the left, as a share of the drawing
 * @param {number} y from the top
 */
export function showBubble(stage, sentence, x, y) {
  stage.querySelector(".board-bubble")?.remove();
  const bubble = html("p", { class: "board-bubble", "aria-hidden": "true" }, sentence);
  bubble.style.setProperty("--x", String(x));
  bubble.style.setProperty("--y", String(y));
  bubble.classList.toggle("below", y < 0.25);
  stage.append(bubble);
  setTimeout(() => bubble.remove(), 2600 + 30 * sentence.length);
}
