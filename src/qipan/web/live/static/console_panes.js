// The panes of the arbiter's console, and its first button: begin, stop or start the clocks.

import { say } from "./boards/words.js";
import { find, model, watch } from "./screen/model.js";
import { unfoldMoves } from "./screen/moves_panel.js";

/** @param {HTMLElement} panel */
export function panes(panel) {
  const openers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-open-pane]")]);

  /** Show one pane, or none. @param {string} name */
  function show(name) {
    panel.hidden = !name;
    for (const pane of /** @type {NodeListOf<HTMLElement>} */ (
      panel.querySelectorAll("[data-pane]")
    ))
      pane.hidden = pane.dataset.pane !== name;
    for (const opener of openers) {
      const on = opener.dataset.openPane === name;
      opener.setAttribute("aria-expanded", String(on));
      opener.classList.toggle("on", on);
      const title = panel.querySelector("h2");
      if (on && title) title.textContent = opener.textContent.trim();
    }
  }
  for (const opener of openers)
    opener.addEventListener("click", () => {
      const name = opener.dataset.openPane ?? "";
      show(opener.classList.contains("on") ? "" : name);
      unfoldMoves(false);
    });
  panel.querySelector("[data-pane-close]")?.addEventListener("click", () => show(""));
  panel.querySelector("[data-replay]")?.addEventListener("click", () => {
    show("");
    unfoldMoves(true);
    /** @type {HTMLElement|null} */ (document.querySelector("[data-step=first]"))?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show("");
  });
  if (matchMedia("(min-width: 1101px)").matches) show("ruling");
}

const PATHS = { begin: "M7 5l11 7-11 7z", resume: "M7 5l11 7-11 7z", pause: "M8 5v14M16 5v14" };
const clock = /** @type {HTMLButtonElement} */ (find("#console-clock"));

watch(() => {
  const { shown } = model;
  if (!shown) return;
  const act = shown.begun === false ? "begin" : shown.suspended ? "resume" : "pause";
  clock.disabled = Boolean(shown.outcome);
  const send = JSON.stringify({ type: "arbiter", act });
  if (clock.dataset.send === send && clock.dataset.named) return;
  clock.dataset.named = act;
  clock.dataset.send = send;
  const words = clock.querySelector("span");
  if (words) words.textContent = say(`live.console.${act}`);
  clock.querySelector("path")?.setAttribute("d", PATHS[act]);
});
