// How somebody likes the boards; kept in this browser only.

/** @typedef {import("./types.js").Preferences} Preferences */

const PLACE = "qipan.boards";
/** @type {Preferences} */
const USUAL = {
  pieces: "chinese",
  theme: "wood",
  touch: "usual",
  coordinates: false,
  sound: false,
  flipped: false,
  hints: true,
  ahead: true,
};
/** What may be chosen, where it is more than yes or no. */
export const CHOICES = {
  pieces: ["chinese", "simplified", "international"],
  theme: ["wood", "paper", "jade"],
  touch: ["usual", "one", "two", "loupe"],
};

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

/** What a live table has unless somebody switched it off: coordinates, and quiet sounds. */
export function atTheTable() {
  try {
    return {
      coordinates: true,
      sound: true,
      ...JSON.parse(localStorage.getItem(PLACE) || "{}"),
      flipped: false,
    };
  } catch {
    return { coordinates: true, sound: true };
  }
}

/** Whether the system asks for less motion. */
export const lessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
