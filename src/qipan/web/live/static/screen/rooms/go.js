// What Go adds around its board: prisoners, the phases in words, and the panel in which a finished
// game is counted: dead stones, territory and score as they stand, and one acceptance of each.

import { written } from "../../boards/notation.js";
import { html } from "../../boards/svg.js";
import { say } from "../../boards/words.js";
import { listen, sendTo } from "../../table_messages.js";
import { find, mine, model, seat, table } from "../model.js";
import { named } from "../names.js";
import { prompt } from "../prompt.js";
import { toast } from "../toasts.js";
import { deadGroups } from "./go_groups.js";
import { stoneMark } from "./stone_marks.js";

/** @typedef {import("../../../../../games/go/view").GoView} GoView */
/** @typedef {import("../../../../../games/go/view").CountView} CountView */

const LEVEL = 25;
const panel = find("#room-panel");

/** @param {import("../model.js").Model} from */
const seen = (from) => /** @type {GoView} */ (/** @type {unknown} */ (from.shown?.view));

/** Half points as people write them: 7½. @param {string} points */
export const halves = (points) =>
  points
    .replace(/^0\.5$/, "½")
    .replace(".5", "½")
    .replace(/\.0$/, "");

/** Who leads, in words: "Black wins by 1½". @param {string} result as records write it */
export function resultWords(result) {
  if (result === "0") return say("go.count-equal");
  const colour = result.startsWith("B") ? 0 : 1;
  return say("go.count-wins", {
    who: say(colour ? "white" : "black"),
    points: halves(result.slice(2)),
  });
}

/** @param {string} text */
const move = (text) => sendTo(table, { type: "move", text });

/** What was accepted, while the answer is on its way. */ let accepting = "";

/** What is accepted: every mark on the board. @param {GoView} view */
const marked = (view) => JSON.stringify([view.dead, view.seki, view.neutral]);

// Both accept in the same moment: the later one saw everything but that, and need not press again.
listen(table, {
  refused({ code }) {
    const view = /** @type {GoView} */ (/** @type {unknown} */ (model.shown?.view));
    const again = code === "play.stale" && accepting === marked(view) && mine();
    accepting = "";
    if (!again) return;
    toast("");
    move("agree");
  },
});

/** @param {CountView} count @param {string} komi @param {boolean} area */
function scores(count, komi, area) {
  const cells = (/** @type {Array<string|number>} */ row) =>
    row.map((each) => html("td", { class: "n" }, String(each)));
  const head = [area ? "stones" : "prisoners", "territory", "komi", "total"];
  const table_ = html("table", { class: "scores wide-only" });
  table_.append(
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th"),
        ...head.map((each) => html("th", { class: "n" }, say(`go.count.${each}`))),
      ),
    ),
  );
  for (const colour of [0, 1]) {
    const side = colour ? count.white : count.black;
    const held = area ? side.stones : side.prisoners + side.dead;
    const name = html("th", { scope: "row" }, say(colour ? "white" : "black"));
    const total = halves(count.totals[colour]);
    const given = colour ? halves(komi) : "";
    table_.append(html("tr", {}, name, ...cells([held, side.territory, given, total])));
  }
  return table_;
}

/** @param {CountView} count @param {string} komi @param {boolean} area */
function scoreLine(count, komi, area) {
  return html(
    "p",
    { class: "small soft phone-only" },
    [0, 1]
      .map((colour) => {
        const side = colour ? count.white : count.black;
        const held = area ? side.stones : side.prisoners + side.dead;
        const sum = [held, side.territory, ...(colour ? [halves(komi)] : [])].join(" + ");
        return `${say(colour ? "white" : "black")} ${sum} = ${halves(count.totals[colour])}`;
      })
      .join(" · "),
  );
}

/** @param {GoView} view */
function groups(view) {
  const list = html("ul", { class: "groups wide-only" });
  for (const { colour, point, count, dead } of deadGroups(view)) {
    const seg = html("span", { class: "seg push" });
    for (const fate of ["dead", "alive"]) {
      const on = (fate === "dead") === dead;
      const button = html(
        "button",
        { type: "button", "aria-pressed": String(on), disabled: !mine() },
        say(`go.fate.${fate}`),
      );
      button.addEventListener("click", () => on || move(`${fate} ${point}`));
      seg.append(button);
    }
    const words = html(
      "span",
      {},
      html("b", {}, point),
      ` ${say(count === 1 ? "go.group-one" : "go.group-size", { count })}`,
    );
    list.append(html("li", {}, stoneMark(colour), words, seg));
  }
  return list;
}

/** @param {GoView} view */
function accepted(view) {
  const line = html("div", { class: "ready" });
  for (const who of [0, 1]) {
    const yes = view.agreed[who];
    const you = who === seat;
    const code = yes ? (you ? "you-accepted" : "accepted") : you ? "you-not-yet" : "not-yet";
    const words = html("span", { class: "cut" }, say(`go.count.${code}`, { who: named(who) }));
    line.append(html("span", yes ? { class: "yes" } : {}, yes ? "✓ " : "", words));
  }
  return line;
}

/** @param {GoView} view */
function counting(view) {
  const { standing } = view;
  if (!standing) return [];
  const area = view.counting === "area";
  const lead = html("p", { class: "lead" });
  if (standing.result !== "0") lead.append(stoneMark(standing.result.startsWith("B") ? 0 : 1));
  lead.append(resultWords(standing.result));
  const open = (view.open_boundaries ?? []).flat();
  const small = open.length
    ? say("go.count.open", { points: open.slice(0, 6).join(" ") })
    : say("go.count.change");
  return [
    html(
      "div",
      { class: "count" },
      html("p", { class: "small soft wide-only" }, say("go.count.if-both")),
      lead,
      scores(standing, view.komi, area),
      scoreLine(standing, view.komi, area),
      html("p", { class: open.length ? "small open-warning" : "small soft wide-only" }, small),
    ),
    groups(view),
    accepted(view),
  ];
}

/** @param {GoView} view */
function accept(view) {
  accepting = marked(view);
  move("agree");
}

/** @param {import("../model.js").Model} from */
function show(from) {
  const view = seen(from);
  const marks = view.phase === "status" && view.standing !== null && !from.shown?.outcome;
  document.body.classList.toggle("counting", marks);
  document.body.classList.toggle("one-ending", Boolean(view.one_ending));
  panel.hidden = !marks;
  panel.replaceChildren(...(marks ? counting(view) : []));
  if (!marks || !view.one_ending || seat === null || from.shown?.suspended)
    return prompt("count", null);
  if (view.agreed[seat])
    return prompt("count", {
      level: LEVEL,
      text: say("go.count.you-accepted"),
      small: say("go.count.waits", { who: named(1 - seat) }),
    });
  if (!mine()) return prompt("count", null); // dead stones are being proposed
  return prompt("count", {
    level: LEVEL,
    text: say("go.count.look"),
    choices: [
      { label: say("go.count.accept"), primary: true, act: () => accept(view) },
      { label: say("go.count.play-on"), act: () => move("resume") },
    ],
  });
}

/** @type {import("../room.js").Room} */
const room = {
  piece: (who) => stoneMark(who),
  taken(who, from) {
    const count = seen(from).prisoners[who];
    return { label: `${count}`, parts: [say("go.has-prisoners", { count })] };
  },
  meter(from) {
    const view = seen(from);
    const cycle = view.repetition;
    if (from.shown?.outcome) return null;
    const aside = say("go.komi", { komi: halves(view.komi) });
    if (cycle)
      return {
        pips: cycle.occurrences,
        hot: true,
        head: say("go.meter.repetition"),
        aside,
        text: say("go.meter.repetition-words"),
      };
    const stones = view.moves.filter((each) => /^[bw] [A-Z]/.test(each)).length;
    const passed = view.phase === "play" && view.passes === 1;
    return {
      head: say("live.move-number", { number: stones + 1 }),
      aside,
      text: passed ? say("go.meter.passed") : view.ko ? say("go.meter.ko", { point: view.ko }) : "",
    };
  },
  spoken: (from) => (["play", "second-passes"].includes(seen(from).phase) ? ["pass"] : []),
  standing(from) {
    const { phase, one_ending: one, agreed } = seen(from);
    if (phase === "play") return "";
    if (phase === "status") {
      if (one) return say("go.count.look");
      return say(seat !== null && agreed[seat] ? "go.phase.status-waits" : "go.phase.status");
    }
    return say(`go.phase.${phase}`);
  },
  log(done) {
    const text = written("go", done);
    if (/^([A-Z]\d|pass)/.test(done.text)) return { text, seat: done.seat };
    return { text: done.seat < 0 ? text : `${named(done.seat)}: ${text}`, seat: -1, aside: true };
  },
  plans: (from) => seen(from).phase === "play" && !seen(from).passes && !seen(from).repetition,
  show,
};
export default room;
