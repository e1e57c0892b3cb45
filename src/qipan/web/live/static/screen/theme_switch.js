// Light, dark, or as the system says: the reader's choice for live tables, kept in this browser.

import { html } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { find } from "./model.js";

const KEPT = "qipan.theme";
const THEMES = ["", "light", "dark"];

function now() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

const button = html("button", { type: "button", "data-switch": "look" });

function paint() {
  button.textContent = `${say("switch.look")}: ${say(`choice.look.${now() || "system"}`)}`;
}

button.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(now()) + 1) % THEMES.length];
  try {
    localStorage.setItem(KEPT, next);
  } catch {
    return; // without storage it stays as the system says
  }
  document.dispatchEvent(new Event("qipan:theme"));
  paint();
});
paint();
find("#switches").after(html("div", { class: "board-switches" }, button));
