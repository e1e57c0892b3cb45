// All boards of a round on one screen: positions come as server-sent events, the grid fits itself.

import { showBoards } from "./mini_boards.js";
import { reloadPage } from "./page_turn.js";

const hall = /** @type {HTMLElement} */ (document.querySelector("#hall"));

/** A felt of cards is laid out so wide, and then made as small as a board. */
const FELT = 400;

document.documentElement.classList.add("hall-wide");

/** As many columns as leave every board the most room; a list has columns of its own. */
function fit() {
  const wide = hall.clientWidth;
  const count = hall.querySelectorAll("figure").length;
  if (hall.matches(".watch-list:not(:fullscreen)")) {
    const place = hall.querySelector(".place")?.clientWidth ?? FELT;
    hall.style.setProperty("--cards", String(place / FELT));
    return;
  }
  const tall = Math.max(200, innerHeight - hall.offsetTop - 16);
  let best = { columns: 1, side: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const side = Math.min(wide / columns - 24, tall / rows - 90);
    if (side > best.side) best = { columns, side };
  }
  if (best.side < 150) best = { columns: Math.max(1, Math.floor(wide / 220)), side: 190 };
  hall.style.setProperty("--columns", String(best.columns));
  hall.style.setProperty("--tall", `${Math.floor(best.side)}px`);
  const place = hall.clientWidth / best.columns - 24;
  hall.style.setProperty("--cards", String(Math.min(place, best.side) / FELT));
}

let stopBoards = () => {};

/**
 * Other tables take the place of those that are shown. The page stays the same, so that a wall in
 * full screen stays one: a browser leaves full screen with the page, and only a hand can bring it
 * back.
 * @param {HTMLElement} fresh
 */
function change(fresh) {
  stopBoards();
  Object.assign(hall.dataset, fresh.dataset);
  const [old, title] = [document, fresh.ownerDocument].map((each) =>
    each.querySelector(".watch-head h1"),
  );
  if (old && title) old.replaceWith(document.importNode(title, true));
  hall.replaceChildren(...[...fresh.children].map((each) => document.importNode(each, true)));
  stopBoards = showBoards(hall);
  fit();
}

// Another round or another game has other tables: the page's list of tables is asked for again.
async function look() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const read = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = /** @type {HTMLElement|null} */ (read.querySelector("#hall"));
  if (!fresh) return;
  const tables = (/** @type {Element} */ root) =>
    [...root.querySelectorAll("figure")].map((each) => each.getAttribute("data-table")).join();
  if (fresh.getAttribute("data-round") !== hall.dataset.round || tables(fresh) !== tables(hall)) {
    if (fresh.querySelector("figure") || document.fullscreenElement) change(fresh);
    else reloadPage(); // nothing is on: the page says what comes
    return;
  }
  for (const figure of fresh.querySelectorAll("figure")) {
    const old = hall.querySelector(
      `figure[data-board="${figure.getAttribute("data-board")}"] .result`,
    );
    if (old) old.textContent = figure.querySelector(".result")?.textContent ?? "";
    const table = figure.getAttribute("data-table");
    const seen = hall.querySelector(`figure[data-table="${table}"] .watching`);
    if (seen) seen.textContent = figure.querySelector(".watching")?.textContent ?? "";
  }
  const all = document.querySelector("#watching");
  if (all) all.textContent = fresh.ownerDocument.querySelector("#watching")?.textContent ?? "";
}

/** The boards alone on the screen, for a hall; Escape brings the page back. */
function fullScreen() {
  /** @type {HTMLButtonElement|null} */
  const button = document.querySelector("#full-screen");
  if (!button || !document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", () => hall.requestFullscreen());
  document.addEventListener("fullscreenchange", fit);
}

stopBoards = showBoards(hall);
const competition = document.body.dataset.competition;
if (competition)
  new EventSource(`/c/${encodeURIComponent(competition)}/live`).addEventListener("changed", () =>
    setTimeout(look, 700),
  );
else setInterval(() => !document.hidden && look(), 10_000); // games of many competitions
addEventListener("resize", fit);
fit();
fullScreen();
