// The demo's bar: fetched by itself, so that pages stay the same for everybody and can be kept.

const bar = document.querySelector("[data-demo-bar]");
const RESET_LOOK = 700;

async function fill() {
  if (!bar) return;
  const answer = await fetch(`/demo/bar?at=${encodeURIComponent(location.pathname)}`, {
    headers: { accept: "text/html" },
  });
  if (!answer.ok) return;
  const made = new DOMParser().parseFromString(await answer.text(), "text/html");
  bar.replaceChildren(...made.body.childNodes);
  /** @type {HTMLElement|null} */
  const pressed = bar.querySelector("[aria-pressed]");
  if (pressed) bar.scrollLeft = pressed.offsetLeft - (bar.clientWidth - pressed.offsetWidth) / 2;
}

/** After a reset: wait until the server is back, then go to its first page. */
async function comeBack() {
  let away = false;
  for (let tries = 0; tries < 120; tries += 1) {
    await new Promise((done) => {
      setTimeout(done, RESET_LOOK);
    });
    try {
      const answer = await fetch("/health", { cache: "no-store" });
      if (answer.ok && away) {
        location.href = "/";
        return;
      }
      away = away || !answer.ok;
    } catch {
      away = true;
    }
  }
}

if (document.querySelector("[data-demo-returns]")) void comeBack();
else void fill();
