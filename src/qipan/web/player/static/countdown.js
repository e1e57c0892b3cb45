// Counts down to the start of a round. The page says how many seconds are left; this clock only
// takes away what has gone since, so a phone whose clock is wrong is still right here.

export {};

function tick() {
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = document.querySelectorAll("[data-seconds]");
  for (const each of clocks) {
    if (each.dataset.since === undefined) each.dataset.since = String(performance.now());
    const left = Math.round(
      Number(each.dataset.seconds) - (performance.now() - Number(each.dataset.since)) / 1000,
    );
    const hours = Math.floor(left / 3600);
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const clock = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    each.textContent = left <= 0 ? (each.dataset.begun ?? "") : hours ? `${hours}:${clock}` : clock;
  }
}

tick();
setInterval(tick, 1000);
