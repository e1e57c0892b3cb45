// Keeps an open page true: when the competition changes, the page says which content of its parts
// marked data-live it holds, and what changed since is put in place. Where that cannot be told, the
// parts are taken from the whole page. Forms being filled in stay as they are.

import { fits, putInPlace, untilReleased } from "./changed_parts.js";
import { reloadPage } from "./page_turn.js";

const body = document.body;
const competition = body.dataset.competition;

/** @param {Document} fresh */
function replaceLiveParts(fresh) {
  let skipped = false;
  for (const part of document.querySelectorAll("[data-live]")) {
    const focused = document.activeElement;
    if (focused?.matches("input, select") && part.contains(focused)) {
      skipped = true;
      continue;
    }
    const name = part.getAttribute("data-live");
    const found = fresh.querySelector(`[data-live="${name}"]`);
    if (found) part.replaceWith(document.importNode(found, true));
  }
  for (const found of fresh.querySelectorAll("[data-live]")) {
    const name = found.getAttribute("data-live");
    if (!document.querySelector(`[data-live="${name}"]`)) reloadPage();
  }
  body.dataset.held = skipped ? "" : (fresh.body.dataset.held ?? "");
  nowAt(fresh.body.dataset.version);
}

/** @param {string} [version] */
function nowAt(version) {
  body.dataset.version = version;
  /** @type {NodeListOf<HTMLInputElement>} */
  const versions = document.querySelectorAll('input[name="version"]');
  for (const field of versions) field.value = version ?? "";
}

/** @param {string} [held] */
async function refresh(held) {
  const address = new URL(body.dataset.here ?? location.href, location.href);
  if (held) address.searchParams.set("held", held);
  const answer = await fetch(address, { headers: { accept: "text/html, application/json" } });
  if (!answer.ok) return;
  if (!answer.headers.get("content-type")?.includes("json")) {
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    await untilReleased();
    replaceLiveParts(fresh);
    return;
  }
  const changes = await answer.json();
  await untilReleased();
  if (!fits(changes)) {
    await refresh();
    return;
  }
  body.dataset.held = putInPlace(changes) ? changes.held : "";
  nowAt(changes.version);
  if (answer.headers.get("etag")) keepForLater();
}

/** The copy for when there is no line is renewed from the page itself: it is a page for anybody. */
function keepForLater() {
  // eslint-disable-next-line no-restricted-properties -- it is read, nothing is written with it
  const html = `<!DOCTYPE html>\n${document.documentElement.outerHTML}`;
  navigator.serviceWorker?.controller?.postMessage({ address: location.href, html });
}

if (competition && "EventSource" in window) {
  let waiting = false;
  const here = `/c/${encodeURIComponent(competition)}/live`;
  const source = new EventSource(`${here}?version=${Number(body.dataset.version) || 0}`);
  const heard = () => document.dispatchEvent(new CustomEvent("qipan:line"));
  source.addEventListener("error", heard); // whether the server is there is asked elsewhere
  source.addEventListener("changed", (event) => {
    const { version, within, sections } = JSON.parse(event.data);
    if (Number(body.dataset.version) >= version || waiting) return;
    if (sections && body.dataset.section && !sections[body.dataset.section]) return;
    waiting = true; // several changes at once are one refresh
    setTimeout(
      () => {
        waiting = false;
        refresh(body.dataset.held);
      },
      120 + Math.random() * (within ?? 0), // thousands do not ask in the same moment
    );
  });
}
