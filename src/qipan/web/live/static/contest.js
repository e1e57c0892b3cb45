// The page of a contest: countdowns, and the way to one's own table as soon as there is one.

import { goToMyTable } from "./my_table.js";

const TICK = 500;

/** @param {number} left milliseconds */
function words(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  for (const place of document.querySelectorAll(".countdown[data-until]")) {
    const left = Date.parse(place.getAttribute("data-until") ?? "") - Date.now();
    place.textContent = Number.isNaN(left) ? "" : words(left);
  }
}

// Tables open a moment after the round is announced: the page is asked again while one waits.
async function ask() {
  const waits = document.querySelector(".mine") && !document.querySelector("#my-table");
  if (!waits || document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = fresh.querySelector(".mine");
  const old = document.querySelector(".mine");
  if (part && old && !part.isEqualNode(old)) old.replaceWith(document.importNode(part, true));
}

new MutationObserver(goToMyTable).observe(document.querySelector("main") ?? document.body, {
  childList: true,
  subtree: true,
});
setInterval(tick, TICK);
setInterval(ask, 4000);
tick();
goToMyTable();
