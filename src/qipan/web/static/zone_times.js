// Times with data-local are written in the reader's own zone, with its name, beside no other clock.

export {};

const language = document.documentElement.lang;
const locale = language === "en" ? "en-GB" : language;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

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
  }
}

writeLocalTimes();
new MutationObserver(writeLocalTimes).observe(document.body, { childList: true, subtree: true });
