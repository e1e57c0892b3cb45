// Keeps an open page true: when the competition changes, the parts marked data-live are fetched
// again and put in place. Forms being filled in stay as they are.

export {};

const body = document.body;
const competition = body.dataset.competition;

/** @param {Document} fresh */
function replaceLiveParts(fresh) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const focused = document.activeElement;
    if (focused?.matches("input, select") && part.contains(focused)) continue;
    const name = part.getAttribute("data-live");
    const found = fresh.querySelector(`[data-live="${name}"]`);
    if (found) part.replaceWith(document.importNode(found, true));
  }
  for (const found of fresh.querySelectorAll("[data-live]")) {
    const name = found.getAttribute("data-live");
    if (!document.querySelector(`[data-live="${name}"]`)) location.reload();
  }
  body.dataset.version = fresh.body.dataset.version;
  /** @type {NodeListOf<HTMLInputElement>} */
  const versions = document.querySelectorAll('input[name="version"]');
  for (const field of versions) field.value = body.dataset.version ?? "";
}

async function refresh() {
  const answer = await fetch(body.dataset.here ?? location.href, {
    headers: { accept: "text/html" },
  });
  if (!answer.ok) return;
  replaceLiveParts(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

if (competition && "EventSource" in window) {
  let waiting = false;
  const source = new EventSource(`/c/${encodeURIComponent(competition)}/live`);
  const heard = () => document.dispatchEvent(new CustomEvent("qipan:line"));
  source.addEventListener("error", heard); // whether the server is there is asked elsewhere
  source.addEventListener("changed", (event) => {
    const { version, within } = JSON.parse(event.data);
    if (Number(body.dataset.version) >= version || waiting) return;
    waiting = true; // several changes at once are one refresh
    setTimeout(
      () => {
        waiting = false;
        refresh();
      },
      120 + Math.random() * (within ?? 0), // thousands do not ask in the same moment
    );
  });
}
