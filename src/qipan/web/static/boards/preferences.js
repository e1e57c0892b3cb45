// How somebody likes the boards; kept in this browser only.

/** @typedef {import("./types.js").Preferences} Preferences */

const PLACE = "qipan.boards";
/** @type {Preferences} */
const USUAL = { pieces: "chinese", coordinates: false, sound: false, flipped: false, hints: true };

/** @returns {Preferences} */
export function preferences() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) || "{}");
    return { ...USUAL, ...kept, flipped: false };
  } catch {
    return { ...USUAL }; // storage is switched off or holds something else
  }
}

/** @param {Partial<Preferences>} changed */
export function keepPreferences(changed) {
  const next = { ...preferences(), ...changed };
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  return next;
}

/** Whether the system asks for less motion. */
export const lessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
