// Keeps a page of progress true, and shows the answer when it is there. Without this the page
// fetches itself again every second.

const bar = /** @type {HTMLProgressElement} */ (document.querySelector("progress[data-work]"));
const words = document.querySelector("[data-words]");

async function look() {
  try {
    const answer = await fetch(bar.dataset.work);
    if (!answer.ok) return location.reload(); // the page says what is wrong
    const said = await answer.json();
    if (said.over) return location.reload(); // the answer stands at the same address
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
