// The reserved place over the actions: whose move it is, a question, an offer, the end. What is
// too long for it grows upwards over the meter; nothing below or beside it ever moves.

import { html } from "../boards/svg.js";
import { find } from "./model.js";

/**
 * @typedef {object} Choice
 * @property {string} label
 * @property {() => void} [act]
 * @property {string} [send] the message for the table, as the attribute says it
 * @property {string} [href]
 * @property {string} [id]
 * @property {boolean} [primary]
 * @property {boolean} [danger]
 * @property {string} [reason] why it cannot be pressed now
 *
 * @typedef {object} Saying
 * @property {number} level the highest is shown
 * @property {string} [text] left out: what stands in the prompt stays
 * @property {string} [small] a second line
 * @property {string} [cite]
 * @property {"ask"|"bad"|"good"} [tone]
 * @property {Choice[]} [choices]
 */

/** What is shown before what: the standing of the game is below all of them. */
export const LEVEL = { line: 20, offer: 30, ending: 40, question: 50 };

/** @type {Map<string, Saying>} */ const sayings = new Map();
/** @type {Map<string, number>} */ const timers = new Map();
const place = find("#prompt");
const asking = find("#asking");
const status = find("#status");
let drawn = "";

/** What goes on, when nobody is asked anything. @param {string} words */
export function stand(words) {
  if (status.textContent !== words) status.textContent = words;
}

/**
 * Put something into the prompt, or take it away again.
 * @param {string} key who says it
 * @param {Saying|null} saying
 * @param {number} [seconds] after which it goes by itself
 */
export function prompt(key, saying, seconds = 0) {
  clearTimeout(timers.get(key));
  if (saying === null) sayings.delete(key);
  else sayings.set(key, saying);
  if (saying && seconds)
    timers.set(
      key,
      setTimeout(() => prompt(key, null), seconds * 1000),
    );
  draw();
}

/** Whether somebody is asked this now. @param {string} key */
export const prompted = (key) => sayings.has(key);

function draw() {
  const [found] = [...sayings.values()].sort((a, b) => b.level - a.level);
  const now = found ? JSON.stringify(found) : "";
  if (now === drawn && now) return; // what is pressed right now is not made anew
  drawn = now;
  asking.hidden = !found;
  status.hidden = Boolean(found?.text);
  find("#words").classList.toggle("covered", Boolean(found));
  place.className = `prompt ${found?.tone ?? ""}`;
  if (found) asking.replaceChildren(...said(found));
  else asking.replaceChildren();
}

/** @param {Saying} found */
function said(found) {
  const sentence = html("p", { class: "grow" });
  if (found.text) sentence.append(html("b", {}, found.text), found.small ? html("br") : "");
  if (found.small) sentence.append(html("span", { class: "small" }, found.small));
  if (found.cite) sentence.append(" ", html("cite", { class: "cite" }, found.cite));
  const answers = html("div", { class: "answers" }, ...(found.choices ?? []).map(button));
  return [sentence, answers];
}

/** @param {Choice} choice */
function button(choice) {
  const look = `btn ${choice.primary ? "primary" : ""} ${choice.danger ? "danger" : ""}`;
  if (choice.href)
    return html("a", { class: look, href: choice.href, id: choice.id }, choice.label);
  const made = html(
    "button",
    {
      type: "button",
      class: look,
      id: choice.id,
      "data-send": choice.send,
      disabled: Boolean(choice.reason),
      title: choice.reason,
    },
    choice.label,
  );
  const { act } = choice;
  if (act) made.addEventListener("click", act);
  return made;
}
