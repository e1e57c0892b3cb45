// Keeps a page of progress true, and shows the answer when it is there. Without this the page
// fetches itself again every second.

import { reloadPage } from "./page_turn.js";

const bar = /** @type {HTMLProgressElement} */ (document.querySelector("progress[data-work]"));
const words = /** @type {HTMLElement} */ (document.querySelector("[data-words]"));

async function look() {
  try {
    const answer = await fetch(bar.dataset.work ?? "");
    const said = answer.ok ? await answer.json() : { over: true }; // the page says what is wrong
    if (said.over) {
      reloadPage(); // the answer stands at the same address
      return;
    }
    words.textContent = said.words;
    if (said.total) {
      bar.max = said.total;
      bar.value = said.done;
    } else {
      bar.removeAttribute("value");
    }
  } catch {
    /* the network went away: ask again */
  }
  setTimeout(look, 400);
}

if (bar) setTimeout(look, 200);
