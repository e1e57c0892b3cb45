// The way to one's own table, from the page of a contest or of a lobby.

import { goTo } from "./page_turn.js";

const VISITED = "qipan-table"; // the table this tab has been to: coming back from it one stays here

/** Whoever plays goes to the table once it is open, and only once. */
export function goToMyTable() {
  const link = /** @type {HTMLAnchorElement|null} */ (document.querySelector("#my-table"));
  if (!link || sessionStorage.getItem(VISITED) === link.pathname) return;
  if (goTo(link.href)) sessionStorage.setItem(VISITED, link.pathname);
}
