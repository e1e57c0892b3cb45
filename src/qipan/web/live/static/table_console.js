// The arbiter's console of a live table: one pane at a time beside the board; every button is a
// ruling, an event with its rule, and what cannot be taken back is asked first with what follows.

import { panes } from "./console_panes.js";
import { html } from "./boards/svg.js";
import { say } from "./boards/words.js";
import { listen, sendTo } from "./table_messages.js";
import { clockTime } from "./screen/clock.js";
import { LEVEL, prompt } from "./screen/prompt.js";
import { named } from "./table_view.js";

const table = /** @type {HTMLElement} */ (document.querySelector("#table"));
const panel = /** @type {HTMLElement} */ (document.querySelector("#console"));
const count = Number(table.dataset.seats);
/** @type {import("./table_messages.js").Clock[]} */ let clocks = [];
/** @type {object[]} */ let controls = [];
/** @type {Set<number>} */ const muted = new Set();

/** @param {string} act @param {object} [more] */
function rule(act, more = {}) {
  sendTo(table, { type: "arbiter", act, ...more });
}

/** @param {string} name @param {(form: FormData, button: string) => void} act */
function onForm(name, act) {
  const form = /** @type {HTMLFormElement} */ (panel.querySelector(`[data-act="${name}"]`));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(new FormData(form), /** @type {HTMLButtonElement} */ (event.submitter)?.value ?? "");
  });
  return form;
}

onForm("message", (form) => rule("message", { text: form.get("text") })).addEventListener(
  "submit",
  (event) => {
    /** @type {HTMLFormElement} */ (event.target).reset();
  },
);
onForm("play", (form) => rule("play", { text: form.get("text") }));

/**
 * Ask once, with what would follow; then rule.
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 */
function sure(text, label, act) {
  const go = () => {
    prompt("ruling", null);
    act();
  };
  prompt("ruling", {
    level: LEVEL.question,
    tone: "ask",
    text,
    choices: [
      { label, danger: true, act: go },
      { label: say("live.leave-it"), act: () => prompt("ruling", null) },
    ],
  });
}

const judging = onForm("seat", (form, button) => {
  const seat = Number(form.get("seat"));
  const who = named(seat);
  const cited = form.get("rule") ? { rule: form.get("rule") } : {};
  const places = (/** @type {(who: number) => number} */ of) =>
    Array.from({ length: count }, (_, each) => of(each));
  const [time, points] = [Number(form.get("time")) * 1000, Number(form.get("points"))];
  const label = panel.querySelector(`[data-act="seat"] [value="${button}"]`)?.textContent ?? "";
  if (button === "warn") rule("warn", { seat, ...cited });
  if (button === "fine" && (time || points))
    sure(say("live.fine-sure", { what: fineWords(form) }), label.trim(), () =>
      rule("fine", { seat, time, points, ...cited }),
    );
  if (button === "award")
    sure(say("live.award-sure", { who }), label.trim(), () =>
      rule("award", { places: places((each) => (each === seat ? 1 : 2)), ...cited }),
    );
  if (button === "draw")
    sure(say("live.draw-sure"), label.trim(), () =>
      rule("award", { places: places(() => 1), ...cited }),
    );
});

onForm("seats", (form, button) => {
  const seat = Number(form.get("seat"));
  if (button === "reissue") rule("reissue", { seat });
  if (button !== "mute") return;
  if (muted.has(seat)) muted.delete(seat);
  else muted.add(seat);
  rule("chat", { muted: [...muted] });
});

/** What a fine would leave on the clock, before it is given. @param {FormData} chosen */
function fineWords(chosen) {
  const who = Number(chosen.get("seat"));
  const [time, points] = [Number(chosen.get("time")) * 1000, Number(chosen.get("points"))];
  const left = clocks[who]?.left ?? null;
  const words = [];
  if (time && left !== null)
    words.push(`${clockTime(left)} → ${clockTime(Math.max(0, left - time))}`);
  if (points) words.push(say("live.fine-points", { points }));
  return words.length ? `${named(who)}: ${words.join(" · ")}` : "";
}
judging.addEventListener("input", () => {
  const place = /** @type {HTMLElement} */ (panel.querySelector("#fine-preview"));
  place.textContent = fineWords(new FormData(judging));
});

/** A time as people write it, m:ss or seconds, in milliseconds. @param {unknown} text */
function written(text) {
  const parts = String(text ?? "")
    .trim()
    .split(":")
    .map(Number);
  return Math.round(parts.reduce((sum, part) => 60 * sum + (part || 0), 0) * 1000);
}

const setting = onForm("clocks", (form, button) => {
  const readings = clocks.map((each, seat) => ({
    main: written(form.get(`main${seat}`)),
    periods: Number(form.get(`periods${seat}`)),
    used: each.used,
  }));
  if (button === "resume") rule("resume", { readings });
  if (button === "set") rule("clock", { controls, readings });
});

function readClocks() {
  clocks.forEach((each, seat) => {
    const field = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement} */ (setting.elements.namedItem(name + seat));
    field("main").value = clockTime(Math.max(0, each.main - each.turn));
    field("periods").value = String(each.periods);
  });
}
setting.querySelector("[value=read]")?.addEventListener("click", readClocks);

onForm("replace", (form) => {
  const ms = (/** @type {string} */ name) => Math.round(Number(form.get(name)) * 1000);
  const [kind, main, step, periods] = [
    String(form.get("kind")),
    ms("main"),
    ms("step"),
    Number(form.get("periods")),
  ];
  const control = {
    increment: { kind, main, bonus: step },
    "byo-yomi": { kind, main, period: step, periods },
    "per-move": { kind, game: main, move: step },
    untimed: { kind },
    entered: { kind, main },
  }[kind];
  const given = { main: kind === "untimed" ? 0 : main, periods: kind === "byo-yomi" ? periods : 0 };
  rule("clock", {
    controls: Array.from({ length: count }, () => control),
    readings: clocks.map((each) => ({ ...given, used: each.used })),
  });
});

/** @param {string} text */
function note(text) {
  panel.querySelector("#conduct")?.prepend(html("li", {}, text));
}

listen(table, {
  state(message) {
    [clocks, controls] = [message.clocks.seats, message.controls];
    message.muted.forEach((seat) => muted.add(seat));
    readClocks();
  },
  event(message) {
    clocks = message.clocks.seats;
    if (message.kind === "clock-replaced/1") controls = message.controls;
    if (message.kind === "play-suspended/1" || message.kind === "clock-replaced/1") readClocks();
  },
  link({ seat, link }) {
    const place = /** @type {HTMLElement} */ (panel.querySelector("#link"));
    const anchor = /** @type {HTMLAnchorElement} */ (place.querySelector("a"));
    anchor.href = link;
    anchor.textContent = `${named(seat)}: ${anchor.href}`;
    place.hidden = false;
  },
  presence: ({ seat, connected }) =>
    note(say(connected ? "live.came" : "live.left", { who: named(seat) })),
  conduct: ({ seat, what }) => note(say(`live.conduct.${what}`, { who: named(seat) })),
  report: (message) => note(reported(message)),
});

async function before() {
  const answer = await fetch(`/api/tables/${table.dataset.table}/evidence`);
  if (!answer.ok) return;
  for (const { at, content } of (await answer.json()).conduct) {
    const time = new Date(at).toLocaleTimeString();
    if (content.event === "player-reported/1") note(`${time} ${reported(content)}`);
    else if (content.event === "seat-noticed/1")
      note(`${time} ${say(`live.conduct.${content.what}`, { who: named(content.seat) })}`);
  }
}

/** @param {{by: number|null, seat: number, reason: string}} report */
function reported({ by, seat, reason }) {
  return say("live.report", {
    by: by === null ? "–" : named(by),
    who: named(seat),
    why: say(`live.reason.${reason}`),
  });
}

before();
panes(panel);
