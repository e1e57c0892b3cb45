// When the server does not answer, the page says so at once and stays where it is: what is typed
// stays, what is sent waits and goes out once when the server is back, links wait too. Tables where
// a game is played have their own way of saying so.

import { goTo } from "./page_turn.js";

const QUIET = /^\/(play|lobby|boards)\b/;
const KEPT = "qipan.waiting";
const words = document.querySelector('meta[name="away"]')?.getAttribute("content") ?? "";
const own = words !== "" && !QUIET.test(location.pathname);

/** @typedef {{action: string, body: string}} Waiting */

let away = false;
let asking = false;
let sending = false;
/** @type {HTMLElement|null} */
let bar = null;

/** @returns {Waiting[]} */
function waiting() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Waiting[]} list */
function keep(list) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(list));
  } catch {
    /* a browser without room: the page still holds what was typed */
  }
}

/** @param {string} said */
function say(said) {
  if (!bar) {
    bar = document.createElement("div");
    bar.className = "away";
    bar.setAttribute("role", "alert");
    document.body.append(bar);
  }
  const many = waiting().length;
  bar.textContent = many ? `${said} (${many})` : said;
}

async function answers() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 3000);
  try {
    const answer = await fetch("/health", { cache: "no-store", signal: stop.signal });
    return answer.ok || answer.status === 503;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function look() {
  if (asking) return;
  asking = true;
  const there = await answers();
  asking = false;
  if (!there && !away) {
    away = true;
    document.body.dataset.away = "yes";
    say(words);
  } else if (!there) {
    say(words);
  } else if (away) {
    away = false;
    delete document.body.dataset.away;
    await sendAll();
    if (!away) bar?.remove();
    bar = away ? bar : null;
  } else if (waiting().length) {
    await sendAll();
  }
}

/** Send what waits, in order, each once; then show where the last one leads. */
async function sendAll() {
  if (sending) return;
  sending = true;
  let then = "";
  let refused = "";
  for (let list = waiting(); list.length; list = waiting()) {
    const [first, ...rest] = list;
    try {
      const answer = await fetch(first.action, {
        method: "POST",
        body: new URLSearchParams(first.body),
        headers: { accept: "application/json" },
      });
      keep(rest); // answered: it went out once, taken or refused
      const kind = answer.headers.get("content-type") ?? "";
      const said = kind.includes("json") ? await answer.json() : {};
      if (!answer.ok) refused = said.message ?? String(answer.status);
      then = said.then ?? (answer.redirected ? answer.url : then);
    } catch {
      away = true;
      say(words);
      sending = false;
      return;
    }
  }
  sending = false;
  if (refused) {
    say(refused);
    bar = null; // it stays until the page is left
  } else if (then && new URL(then, location.href).pathname !== location.pathname) {
    goTo(then);
  }
}

/** @param {string} action @param {URLSearchParams} body */
function wait(action, body) {
  keep([...waiting(), { action, body: body.toString() }]);
  say(words);
}

/** @param {SubmitEvent} event */
function holdBack(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!away || form.method === "dialog") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
  const body = new URLSearchParams();
  let files = false;
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.append(name, value);
    else files = files || value.size > 0;
  }
  if (button?.name) body.append(button.name, button.value);
  if (form.method === "post" && !files)
    wait(button?.getAttribute("formaction") ?? form.action, body);
  else say(words);
}

/** @param {MouseEvent} event */
function holdLink(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!away || !link || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  say(words);
}

if (own) {
  addEventListener("offline", () => look());
  addEventListener("online", () => look());
  document.addEventListener("qipan:line", () => look());
  document.addEventListener("qipan:unsent", (event) => {
    const { action, body } = /** @type {CustomEvent} */ (event).detail;
    wait(action, body);
    look();
  });
  document.addEventListener("submit", holdBack, true);
  document.addEventListener("click", holdLink, true);
  setInterval(() => {
    if (away || waiting().length) look();
  }, 1500);
  setInterval(() => look(), 6000);
  if (waiting().length) look();
}
