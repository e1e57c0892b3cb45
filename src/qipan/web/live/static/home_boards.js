// The small boards of the first page.

import { showBoards } from "./mini_boards.js";

const LOOK = 15_000;
const minis = /** @type {HTMLElement} */ (document.querySelector("#minis"));
const tables = (/** @type {Element} */ root) =>
  [...root.querySelectorAll("[data-table]")].map((each) => each.getAttribute("data-table")).join();

let asked = 0;
let shown = 0;

// Games end and others begin: the list of tables is asked for again, now and then.
async function look() {
  if (document.hidden) return;
  asked += 1;
  const mine = asked;
  const answer = await fetch("/", { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .querySelector("#minis");
  const old = document.querySelector("#minis");
  if (mine < shown) return; // a late answer does not take the place of a newer one
  shown = mine;
  if (!fresh || !old || tables(fresh) === tables(old)) return;
  stopBoards(); // a browser keeps few lines open to one server
  old.replaceWith(fresh);
  stopBoards = showBoards(/** @type {HTMLElement} */ (fresh));
}

let stopBoards = showBoards(minis);
setInterval(look, LOOK);
