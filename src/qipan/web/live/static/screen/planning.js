// Moves chosen ahead of one's turn, where nothing is at stake: one for whatever comes, and answers
// to what may come. They are kept on this page, drawn on the board, dropped by a tap, and sent as
// soon as they may be played; what cannot be played any more is dropped with a word.

import { html } from "../boards/svg.js";
import { keepPreferences, preferences } from "../boards/preferences.js";
import { say } from "../boards/words.js";
import { listen, sendTo, tell } from "../table_messages.js";
import { count, find, mine, model, seat, table, watch } from "./model.js";
import { named } from "./names.js";
import { prompt } from "./prompt.js";
import { toast } from "./toasts.js";

/** @typedef {{when: string, then: string}} Plan */

const MOST = 5;
const [EDITING, STANDING] = [45, 6]; // above an offer, and below everything else
const allowed = seat !== null && table.dataset.ahead !== undefined;
/** @type {Plan[]} */ let plans = [];
/** How many moves were played when they were made. */ let made = 0;
/** Which half of an answer is being made. @type {""|"when"|"then"} */ let step = "";
let when = "";
/** Waits for what may be played. */ let chosen = "";
let told = "";

/** Whether something may be planned now: never while a claim or a question is open. */
function open() {
  const { shown } = model;
  if (!allowed || !shown || !preferences().ahead || shown.outcome || shown.suspended) return false;
  if (shown.begun === false || mine() || model.stepped) return false;
  if (Object.keys(model.offers).length) return false;
  return model.room.plans?.(model) ?? false;
}

/** Moves in words, as they were when they were chosen. @type {Map<string, string>} */
const inWords = new Map();
/** @param {string} text */
const words = (text) => inWords.get(text) ?? text;

/** @param {Plan} plan */
const planWords = (plan) =>
  plan.when
    ? say("live.plan-answer", { when: words(plan.when), then: words(plan.then) })
    : words(plan.then);

/** The same move, by where it begins and ends. @param {string} one @param {string} other */
function same(one, other) {
  const ends = (/** @type {string} */ text) => {
    const way = text.split("-");
    return `${way[0]}-${way.at(-1)}`;
  };
  return ends(one) === ends(other);
}

/** Say what is planned: to the board, and in the prompt. */
function publish() {
  const may = open();
  if (!may) [step, when] = ["", ""];
  condition.disabled = !may || step !== "";
  const whose = step === "when" ? (model.shown?.acting[0] ?? null) : seat;
  const message = { seat: may ? whose : null, when, planned: may ? plans : [] };
  const now = JSON.stringify(message);
  if (now !== told) tell(table, { type: "plans", ...message });
  told = now;
  const stop = { label: say("live.plan-cancel"), act: () => drop() };
  prompt(
    "planning",
    step
      ? {
          level: EDITING,
          tone: "ask",
          text: say(`live.plan-${step}`, {
            who: named(model.shown?.acting[0] ?? 0),
            move: words(when),
          }),
          choices: [stop],
        }
      : null,
  );
  prompt(
    "planned",
    may && plans.length
      ? {
          level: STANDING,
          text: say("live.planned", { what: plans.map(planWords).join(" · ") }),
          choices: [stop],
        }
      : null,
  );
}

/** Forget what was planned, with a word if there is one. @param {string} [why] */
function drop(why = "") {
  if (why && (plans.length || chosen)) toast(why, { bad: true });
  [plans, step, when, chosen] = [[], "", "", ""];
  publish();
}

/** A move was chosen on the board. @param {string} text */
function take(text) {
  if (!open()) return;
  if (!text) {
    if (step || plans.length) drop();
    return;
  }
  made = model.moves.length;
  inWords.set(text, model.board?.planWords(text) ?? text);
  if (step === "when") [step, when] = ["then", text];
  else if (step === "then") {
    plans = [...plans.filter((plan) => plan.when !== when), { when, then: text }].slice(-MOST);
    [step, when] = ["", ""];
  } else {
    const before = plans.find((plan) => !plan.when)?.then;
    plans = plans.filter((plan) => plan.when);
    if (before !== text) plans.push({ when: "", then: text }); // the same again takes it back
  }
  publish();
}

/** It is one's turn: what was planned for this? */
function answer() {
  const since = model.moves.slice(made);
  const last = since.at(-1);
  const strange = since.some((move) => move.seat === seat || /^(claim:|pass)/.test(move.text));
  if (!last || strange || (count === 2 && since.length > 1)) return drop(say("live.plan-over"));
  const found =
    plans.find((plan) => plan.when && same(plan.when, last.text)) ??
    plans.find((plan) => !plan.when);
  if (!found) return drop(say("live.plan-other"));
  chosen = found.then;
  plans = [];
  return publish();
}

/** @param {string[]|null} legal */
function go(legal) {
  if (!chosen || !mine()) return;
  const text = chosen;
  if (legal && !legal.some((each) => same(each, text)))
    drop(say("live.plan-dropped", { move: words(text) }));
  else {
    chosen = "";
    sendTo(table, { type: "move", text });
  }
}

/** Whether what was planned no longer fits what happens. @param {string|undefined} kind */
function disturbed(kind) {
  if (model.shown?.suspended) return true;
  if (kind === "moves-taken-back/1" || kind === "offer-made/1") return true;
  return !mine() && plans.length > 0 && !(model.room.plans?.(model) ?? false);
}

watch((_, message) => {
  if (!plans.length && !chosen && !step) return publish();
  if (model.shown?.outcome) return drop();
  if (disturbed(message?.type === "event" ? message.kind : undefined))
    return drop(say("live.plan-over"));
  if (mine() && plans.length) answer();
  if (message?.type === "state" && message.legal !== undefined) go(message.legal);
  return publish();
});

// -- how it is asked for --------------------------------------------------------------------------

const condition = html(
  "button",
  { type: "button", class: "btn quiet", "data-plan": "", title: say("live.plan-if-title") },
  say("live.plan-if"),
);
condition.addEventListener("click", () => {
  if (!open()) return;
  [step, when] = ["when", ""];
  publish();
});

/** Whether moves are planned at all: the reader's choice, kept in this browser. */
function choice() {
  const button = html("button", { type: "button", "data-switch": "ahead" }, say("switch.ahead"));
  const paint = () => button.setAttribute("aria-pressed", String(preferences().ahead));
  button.addEventListener("click", () => {
    keepPreferences({ ahead: !preferences().ahead });
    paint();
    drop();
  });
  paint();
  return html("div", { class: "board-switches" }, button);
}

if (allowed) {
  if (count === 2) find("#moves-tools").append(condition);
  find("#switches").after(choice());
  listen(table, {
    plan: ({ text }) => take(text),
    legal: ({ seq, moves }) => {
      if (seq === model.shown?.seq) go(moves);
    },
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (plans.length || step)) drop();
  });
} else if (seat !== null && table.dataset.aheadRule)
  find("#switches").after(html("p", { class: "small soft" }, table.dataset.aheadRule));
