// The strips of the players: the opponent's above the board, one's own below, each with its clock.

import { html } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { awayWords } from "./absence.js";
import { clockFace } from "./clock.js";
import { count, find, model, people, seat, table, watch } from "./model.js";
import { named, sideWords } from "./names.js";

const [top, bottom] = ["top", "bottom"].map((where) => find(`[data-strip="${where}"]`));

/** Who is at the bottom: oneself, or the first seat; turned, the other one of two. */
function lowest() {
  const own = seat ?? 0;
  return model.flipped && count === 2 ? 1 - own : own;
}

/**
 * @typedef {{clock: HTMLElement, more: HTMLElement, strip: HTMLElement, words: string}} Drawn
 * @type {Map<number, Drawn>}
 */
const drawn = new Map();
let layout = "";

/** @param {number} who @param {boolean} small */
function strip(who, small) {
  const person = people[who];
  const name = html("div", { class: "name" }, html("span", { title: named(who) }, named(who)));
  if (!small && person?.own) name.append(html("span", { class: "soft own" }, person.own));
  if (!small && person?.unit) name.append(html("span", { class: "unit" }, person.unit));
  const more = html("span", { class: "more" });
  const sub = html("div", { class: "sub" });
  const side = [sideWords(who), person?.level || person?.rank || ""].filter(Boolean).join(" · ");
  const taken = model.room.taken?.(who, model);
  sub.append(html("span", { class: "side-words" }, side), more);
  if (taken?.parts.length)
    sub.append(html("span", { class: "taken", title: taken.label }, ...taken.parts));
  const clock = html("div", {
    class: "clock",
    role: "timer",
    "data-seat": who,
    "aria-label": say("live.clock-of", { who: named(who) }),
  });
  const piece = model.room.piece?.(who);
  const made = html("div", { class: "player", "data-seat": who });
  made.classList.toggle("with-piece", Boolean(piece));
  if (piece) made.append(piece);
  made.append(html("div", { class: "who" }, name, sub), clock);
  drawn.set(who, { clock, more, strip: made, words: "" });
  return made;
}

function lay() {
  const low = lowest();
  const others = [...Array(count).keys()].slice(1).map((step) => (low + step) % count);
  top.classList.toggle("many", others.length > 1);
  top.replaceChildren(...others.map((who) => strip(who, others.length > 1)));
  bottom.replaceChildren(strip(low, false));
  bottom.classList.toggle("own", seat !== null && low === seat);
}

function tick() {
  if (!model.shown) return;
  const gone = performance.now() - model.told;
  const { running, seats: clocks } = model.shown.clocks;
  const unsure = table.dataset.line === "down";
  for (const [who, place] of drawn) {
    const clock = clocks[who];
    if (!clock) continue;
    const runs = running.includes(who);
    const face = clockFace(clock, { runs, gone, ends: model.shown.ends, unsure });
    if (place.clock.textContent !== face.text) place.clock.textContent = face.text;
    place.clock.className = `clock ${face.look}`;
    const connected = model.seats[who]?.connected !== false;
    place.strip.classList.toggle("away", !connected);
    place.strip.toggleAttribute("aria-current", runs);
    const words = [connected ? "" : awayWords(who), face.more].filter(Boolean).join(" · ");
    if (words === place.words) continue;
    place.words = words;
    place.more.textContent = words;
  }
}

watch(() => {
  const taken = [...Array(count).keys()].map((who) => model.room.taken?.(who, model)?.label ?? "");
  const now = JSON.stringify([lowest(), taken, Boolean(model.room.piece)]);
  if (now !== layout) lay();
  layout = now;
  tick();
});
setInterval(tick, 200);
