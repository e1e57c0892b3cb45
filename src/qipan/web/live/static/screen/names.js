// People have names; "Red" or "Seat 3" stands only beside one.

import { listedGame } from "../boards/index.js";
import { say } from "../boards/words.js";
import { game, people, seat } from "./model.js";

/** The name of who sits there. @param {number} who */
export function named(who) {
  return people[who]?.name || sideName(who);
}

/** What the game calls the seat: Red, Black, Seat 3. @param {number} who */
export function sideName(who) {
  return listedGame(game)?.sides[who] ?? say("seat", { seat: who + 1 });
}

/** The name of a claim. @param {string} what */
export const claimName = (what) =>
  what === "time" ? say("live.claim-time") : say(`${game}.claim.${what}`);

/** "You, Red", or the side alone. @param {number} who */
export function sideWords(who) {
  return who === seat ? say("live.you-side", { side: sideName(who) }) : sideName(who);
}
