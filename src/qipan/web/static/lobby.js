// The page of a lobby: asks again while one waits or plays, and goes to the game when there is one.

const EVERY = 2000;
const VISITED = "qipan-table"; // the table this tab has been to: coming back from it one stays here

/** Go to one's game once it is open, and only once. */
function go() {
  const link = /** @type {HTMLAnchorElement|null} */ (document.querySelector("#my-table"));
  if (!link || sessionStorage.getItem(VISITED) === link.pathname) return;
  sessionStorage.setItem(VISITED, link.pathname);
  location.assign(link.href);
}

async function ask() {
  if (document.hidden || !document.querySelector("#waiting, #my-table")) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    const found = fresh.querySelector(`[data-part="${part.getAttribute("data-part")}"]`);
    if (found && found.innerHTML !== part.innerHTML)
      part.replaceWith(document.importNode(found, true));
  }
  go();
}

setInterval(ask, EVERY);
go();
