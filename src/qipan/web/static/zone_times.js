// Times with data-local are written in the reader's own zone, with its name, beside no other clock.
// Where they stand beside the contest's time they are shown only if they differ from it.

export {};

const language = document.documentElement.lang;
const locale = language === "en" ? "en-GB" : language;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment as a clock on the reader's wall shows it. @param {number} moment */
function onTheWall(moment) {
  const away = new Date(moment).getTimezoneOffset() * 60_000;
  return new Date(moment - away).toISOString().slice(0, 16);
}

export function writeLocalTimes() {
  const shown = new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-local]");
  for (const each of times) {
    const moment = Date.parse(each.dateTime);
    if (Number.isNaN(moment) || each.dataset.local === zone) continue;
    each.textContent = shown.format(moment);
    each.title = zone;
    each.dataset.local = zone;
    const other = /** @type {HTMLElement|null} */ (each.closest("[data-other-zone]"));
    if (other) other.hidden = onTheWall(moment) === other.dataset.otherZone?.slice(0, 16);
  }
}

writeLocalTimes();
new MutationObserver(writeLocalTimes).observe(document.body, { childList: true, subtree: true });
