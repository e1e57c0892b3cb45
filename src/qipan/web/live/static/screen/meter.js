// The reserved place between moves and prompt: repetition and limits, before anybody claims.

import { html } from "../boards/svg.js";
import { find, model, watch } from "./model.js";

const place = find("#meter");

/** @param {import("./room.js").MeterWords} words */
function drawn({ pips, of = 3, hot, head, aside, text, cite }) {
  const row = html("div", { class: "row" });
  if (pips !== undefined) {
    const lit = html("span", { class: hot ? "pips hot" : "pips", "aria-hidden": "true" });
    for (let pip = 0; pip < of; pip += 1) lit.append(html("i", pip < pips ? { class: "on" } : {}));
    row.append(lit);
  }
  row.append(html(hot || text ? "b" : "span", {}, head));
  if (aside) row.append(html("span", { class: "push soft" }, aside));
  const parts = [row];
  if (text) {
    const sentence = html("p", {}, text);
    if (cite) sentence.append(" ", html("cite", { class: "cite" }, cite));
    parts.push(sentence);
  }
  return parts;
}

watch(() => {
  const words = model.room.meter?.(model) ?? null;
  place.classList.toggle("empty", words === null);
  place.replaceChildren(...(words ? drawn(words) : []));
});
