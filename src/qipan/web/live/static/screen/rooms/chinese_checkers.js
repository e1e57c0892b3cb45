// What Chinese checkers adds to the screen: every name at its corner in its colour and shape, with
// its clock, and how far everybody is.

import { CORNERS, cornerMark } from "../../boards/chinese_checkers.js";
import { html } from "../../boards/svg.js";
import { say } from "../../boards/words.js";
import { awayWords } from "../absence.js";
import { clockFace } from "../clock.js";
import { find, game, model, people, seat, table, watch } from "../model.js";
import { named } from "../names.js";

/** @typedef {import("../../../../../games/chinese_checkers/view").StarView} StarView */
/** @typedef {import("../../boards/chinese_checkers.js").default} StarBoard */

const seen = () => /** @type {StarView} */ (/** @type {unknown} */ (model.shown?.view));
/** @type {Map<number, {clock: HTMLElement, more: HTMLElement, box: HTMLElement}>} */
const boxes = new Map();
let laid = "";

/** The corner of the window a seat sits at, as the board is turned. @param {string} corner */
function cornerAt(corner) {
  const board = /** @type {StarBoard|null} */ (/** @type {unknown} */ (model.board));
  return CORNERS[(CORNERS.indexOf(corner) + (board?.turning ?? 0)) % 6];
}

function lay() {
  for (const { box } of boxes.values()) box.remove();
  boxes.clear();
  seen().corners.forEach((corner, who) => {
    const clock = html("span", {
      class: "clock",
      role: "timer",
      "data-seat": who,
      "aria-label": say("live.clock-of", { who: named(who) }),
    });
    const more = html("small", { class: "more" });
    const name = who === seat ? say("live.you-named", { name: named(who) }) : named(who);
    const box = html(
      "div",
      { class: `corner-seat corner-${corner}`, "data-at": cornerAt(corner), "data-seat": who },
      cornerMark(corner),
      html("b", { class: "cut", title: named(who) }, name),
      clock,
      ...(people[who]?.level ? [html("small", { class: "more" }, people[who].level)] : []),
      more,
    );
    boxes.set(who, { clock, more, box });
    find("#set").append(box);
  });
}

/**
 * How a seat left the game while the others play on, "" if it did not.
 * @param {number} who @param {""|"you-"} whose
 */
function leftAs(who, whose) {
  const view = seen();
  if (view.retired.includes(who)) return say(`${game}.${whose}retired`);
  const place = view.finished.findIndex((each) => each.seat === who) + 1;
  return place ? say(`${game}.${whose}home-as`, { place }) : "";
}

/** @param {number} who */
const homeSoFar = (who) => say(`${game}.home-so-far`, { count: 10 - seen().missing[who] });

function tick() {
  const { shown } = model;
  if (!shown) return;
  const view = seen();
  const gone = performance.now() - model.told;
  const unsure = table.dataset.line === "down";
  for (const [who, { clock, more, box }] of boxes) {
    const runs = shown.clocks.running.includes(who);
    const face = clockFace(shown.clocks.seats[who], { runs, gone, ends: shown.ends, unsure });
    if (clock.textContent !== face.text) clock.textContent = face.text;
    clock.className = `clock ${face.look}`;
    const away = model.seats[who]?.connected === false;
    const words = leftAs(who, "") || (away ? awayWords(who) : homeSoFar(who));
    box.classList.toggle("turn", view.turn === who && !shown.outcome);
    box.classList.toggle("away", away || view.retired.includes(who));
    if (more.textContent !== words) more.textContent = words;
  }
}

watch(() => {
  const view = seen();
  const now = JSON.stringify([view.corners, view.corners.map(cornerAt)]);
  if (now !== laid) lay();
  laid = now;
  tick();
});
setInterval(tick, 250);

/** @type {import("../room.js").Room} */
const room = { plans: () => !seen().asked, left: (who) => leftAs(who, "you-") };
export default room;
