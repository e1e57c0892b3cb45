// Somebody of the table is not heard any more: since when, and what the rules make of it.

import { say } from "../boards/words.js";
import { clockTime } from "./clock.js";
import { clauses, model, seat, watch } from "./model.js";
import { named } from "./names.js";
import { LEVEL, prompt } from "./prompt.js";

/** Since when each seat is away, by this page's clock. @type {Map<number, number>} */
const away = new Map();

/** "away for 0:31", or nothing. @param {number} who */
export function awayWords(who) {
  const since = away.get(who);
  if (since === undefined) return "";
  const gone = performance.now() - since;
  return gone < 1000 ? say("live.away") : say("live.away-for", { time: clockTime(gone) });
}

watch(() => {
  model.seats.forEach(({ connected }, who) => {
    if (connected) away.delete(who);
    else if (!away.has(who)) away.set(who, performance.now());
  });
  const { outcome, suspended, begun, clocks } = /** @type {import("./model.js").Shown} */ (
    model.shown
  );
  const waited = clocks.running.find((who) => away.has(who) && who !== seat);
  if (outcome || suspended || begun === false || waited === undefined || seat === null)
    return prompt("absence", null);
  const timed = clocks.seats[waited].left !== null || Boolean(model.shown?.ends);
  return prompt("absence", {
    level: LEVEL.line - 1,
    text: say("live.absent", { who: named(waited) }),
    small: say(timed ? "live.absent-timed" : "live.absent-untimed"),
    cite: timed ? clauses["play.time"] : undefined,
  });
});
