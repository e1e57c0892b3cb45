// Short words on the upper edge of the board: they hide no point and move nothing.

import { find } from "./model.js";

const place = find("#notice");
const SECONDS = 4;
let timer = 0;

/**
 * Say something for a moment; an empty sentence takes the last one away.
 * @param {string} sentence
 * @param {{bad?: boolean, keep?: boolean}} [how] `keep`: until something else is said
 */
export function toast(sentence, { bad = false, keep = false } = {}) {
  clearTimeout(timer);
  place.hidden = !sentence;
  place.textContent = sentence;
  place.classList.toggle("bad", bad);
  if (sentence && !keep) timer = setTimeout(() => toast(""), SECONDS * 1000 + 40 * sentence.length);
}
