// The page of a lobby: asks again while one waits or plays, and goes to the game when there is one.

import { goToMyTable } from "./my_table.js";

const EVERY = 2000;

async function ask() {
  if (document.hidden || !document.querySelector("#waiting, #my-table")) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    const found = fresh.querySelector(`[data-part="${part.getAttribute("data-part")}"]`);
    if (found && !found.isEqualNode(part)) part.replaceWith(document.importNode(found, true));
  }
  goToMyTable();
}

setInterval(ask, EVERY);
goToMyTable();
