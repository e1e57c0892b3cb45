// The card of a contest's player moves on by itself: it ticks by the server's clock, asks again
// when
// something may have changed, tells of it by sound, title and notice, and goes to the table.

import { goToMyTable } from "./my_table.js";

const place = /** @type {HTMLElement} */ (document.querySelector("#card-place"));
const line = /** @type {HTMLElement} */ (document.querySelector("#card-line"));
const bell = /** @type {HTMLButtonElement|null} */ (document.querySelector("#bell"));
const title = document.title;
const SOON = new Set(["drawing", "late", "waiting", "playing", "next-game"]);
const LOUD = "qipan-bell";

/**
 * The server's moment when the card came, and our own count since: a wrong clock does not matter.
 */
let serverThen = 0;
let countThen = 0;

const card = () => /** @type {HTMLElement|null} */ (place.querySelector("#card"));
const serverNow = () => serverThen + (performance.now() - countThen);

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const text = `${hours % 24}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return days ? `${days} × 24 h + ${text}` : text;
}

function left() {
  const until = Date.parse(card()?.dataset.until ?? "");
  return Number.isNaN(until) ? Number.NaN : until - serverNow();
}

function tick() {
  const found = card();
  const shown = found?.querySelector("[data-tick]");
  const now = left();
  if (shown && !Number.isNaN(now)) shown.textContent = clock(now);
  document.title =
    shown && now > 0
      ? `${clock(now)} · ${found?.dataset.heading}`
      : (found?.dataset.heading ?? title);
}

/** The reader's own time beside the contest's, unless both are the same. */
function zones() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** @type {NodeListOf<HTMLElement>} */
  const yours = place.querySelectorAll("[data-yours]");
  for (const each of yours) {
    const moment = Date.parse(each.dataset.yours ?? "");
    if (Number.isNaN(moment)) continue;
    const time = new Intl.DateTimeFormat("en", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(moment);
    each.hidden = time === each.dataset.contest;
    const words = /** @type {HTMLElement} */ (each.querySelector("[data-words]"));
    /** @type {HTMLElement} */ (each.querySelector("b")).textContent = time;
    const city = (zone.split("/").pop() ?? zone).replaceAll("_", " ");
    words.textContent = (words.dataset.words ?? "").replace("CITY", city);
  }
}

/** Two short notes; a browser lets them sound after the first touch. */
function ring() {
  if (localStorage.getItem(LOUD) === "off") return;
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [
      [0, 660],
      [0.18, 880],
    ]) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.12, audio.currentTime + at);
      loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16);
      tone.connect(loud).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.17);
    }
    setTimeout(() => audio.close(), 1000);
  } catch {
    // no sound here: title and notice remain
  }
}

/** @param {string} heading */
function tell(heading) {
  ring();
  const allowed = "Notification" in window && Notification.permission === "granted";
  if (document.hidden && allowed && localStorage.getItem(LOUD) !== "off")
    new Notification(heading, { tag: "qipan-card", icon: "/static/mark.svg" });
}

function taken() {
  const found = card();
  if (!found) return;
  serverThen = Date.parse(found.dataset.now ?? "");
  countThen = performance.now();
  zones();
  tick();
  goToMyTable();
}

/** How long until the card is asked for again: often only when something is about to happen. */
function pause() {
  const now = left();
  const state = card()?.dataset.state ?? "";
  const some = 500 * Math.random(); // thousands wait for the same moment
  if (SOON.has(state)) return 2000 + some;
  if (Number.isNaN(now)) return 20_000 + 20 * some;
  if (now <= 0) return 1500 + some;
  if (now < 90_000) return Math.min(5000, now) + some;
  return Math.min(now - 60_000, 60_000) * 0.9 + 10 * some;
}

async function ask() {
  let answer;
  try {
    answer = await fetch(place.dataset.from ?? "", { headers: { accept: "text/html" } });
  } catch {
    answer = null;
  }
  line.hidden = Boolean(answer?.ok);
  if (answer?.ok) {
    const before = card();
    const key = (/** @type {HTMLElement|null} */ each) =>
      `${each?.dataset.state}/${each?.dataset.round}/${each?.dataset.game}`;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = fresh.querySelector("#card");
    if (found) {
      const focused = place.contains(document.activeElement);
      const changed = key(before) !== key(/** @type {HTMLElement} */ (found));
      if (changed || !focused || found.querySelector("#my-table")) {
        place.replaceChildren(document.importNode(found, true));
        if (changed) tell(card()?.dataset.heading ?? "");
        taken();
      }
    }
  }
  setTimeout(ask, pause());
}

function label() {
  if (!bell) return;
  bell.hidden = false;
  bell.textContent =
    (localStorage.getItem(LOUD) === "off" ? bell.dataset.off : bell.dataset.on) ?? "";
}

bell?.addEventListener("click", async () => {
  localStorage.setItem(LOUD, localStorage.getItem(LOUD) === "off" ? "on" : "off");
  if ("Notification" in window && Notification.permission === "default")
    await Notification.requestPermission();
  label();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) tick();
});
window.addEventListener("online", () => ask());

label();
taken();
setInterval(tick, 500);
setTimeout(ask, Math.min(2000, pause()));
