// What a clock shows: m:ss, tenths at the very end, and whether that can be relied on.

import { say } from "../boards/words.js";

const MINUTE = 60_000;
const TENTHS = 10_000;

/** @param {number} ms */
export function clockTime(ms) {
  const all = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (all < 3600) return `${Math.floor(all / 60)}:${two(all % 60)}`;
  return `${Math.floor(all / 3600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
}

/**
 * @param {import("../table_messages.js").Clock} clock
 * @param {{runs: boolean, gone: number, ends: string, unsure: boolean}} now
 */
export function clockFace(clock, { runs, gone, ends, unsure }) {
  const used = runs ? gone : 0;
  const own = clock.left === null ? null : Math.max(0, clock.left - used);
  const left = own === null && ends ? Math.max(0, Date.parse(ends) - Date.now()) : own;
  const main = clock.main - clock.turn;
  const whole = clock.left !== null && main > clock.left + 1000 && !clock.periods;
  const more = [
    whole ? say("live.whole", { time: clockTime(Math.max(0, main - used)) }) : "",
    clock.periods ? say("live.periods", { count: clock.periods }) : "",
  ];
  const doubtful = unsure && runs;
  let text = "–";
  if (left !== null)
    text = left < TENTHS && runs ? `0:0${(left / 1000).toFixed(1)}` : clockTime(left);
  const low = left !== null && left < MINUTE;
  return {
    text: doubtful ? `≈ ${text}` : text,
    look: [doubtful ? "unsure" : runs ? "runs" : "", low && runs && !doubtful ? "low" : ""]
      .filter(Boolean)
      .join(" "),
    more: more.filter(Boolean).join(" · "),
  };
}
