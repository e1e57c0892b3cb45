// What xiangqi adds around its board: captured pieces, the repetition meter, the count without
// captures, and what a claim would lead to.

import { svg } from "../../boards/svg.js";
import { say, sayOr } from "../../boards/words.js";
import { preferences } from "../../boards/preferences.js";
import { piece } from "../../boards/xiangqi_pieces.js";
import { clauses, mine, seat } from "../model.js";
import { named } from "../names.js";

/** @typedef {import("../../../../../games/xiangqi/view").XiangqiView} XiangqiView */
/** @typedef {import("../model.js").Model} Model */

const ORDER = "rncpbak";

/** @param {Model} model */
const seen = (model) => /** @type {XiangqiView} */ (/** @type {unknown} */ (model.shown?.view));

/** @param {string} letter @param {string} size */
function drawn(letter, size) {
  const made = svg("svg", {
    viewBox: "-50 -50 100 104",
    class: `man ${size}`,
    "aria-hidden": "true",
  });
  made.append(piece(letter, preferences().pieces));
  return made;
}

/** @param {string} fen @returns {Record<string, number>} */
function counted(fen) {
  /** @type {Record<string, number>} */ const found = {};
  for (const letter of fen.split(" ")[0].replace(/[\d/]/g, ""))
    found[letter] = (found[letter] ?? 0) + 1;
  return found;
}

/** @param {string|null|undefined} side */
const seatOf = (side) => (side === "red" ? 0 : 1);

/** Which time it is, in words. @param {number} times */
const timeWords = (times) =>
  sayOr(`xiangqi.meter.time-${times}`, say("xiangqi.meter.times", { times }));

/** What a ruling would say now. @param {NonNullable<XiangqiView["repetition"]>} meter */
function rulingWords({ verdict, must_vary: side, rule, grace }) {
  const why = sayOr(`end.why.${rule}`, "");
  if (verdict === "arbiter") return say("xiangqi.meter.arbiter");
  if (verdict === "draw") return say("xiangqi.meter.draw", { why });
  const who = seatOf(side);
  const code = who === seat ? "xiangqi.meter.you-vary" : "xiangqi.meter.they-vary";
  const words = say(code, { who: named(who), why });
  return grace ? `${words} ${say("xiangqi.meter.grace", { rounds: grace ?? 0 })}` : words;
}

/** @param {Model} model */
function limitAside(model) {
  const { limit } = seen(model);
  if (!limit) return "";
  const own = limit.counted[seat ?? 0] ?? 0;
  return say("xiangqi.meter.quiet", { rounds: Math.floor(own / 2), limit: limit.rounds });
}

/** @param {Model} model */
function meter(model) {
  const { repetition, warned } = seen(model);
  if (!repetition) return null;
  const aside = limitAside(model);
  if (warned) {
    const side = warned.must_vary;
    const text = side
      ? say(seatOf(side) === seat ? "xiangqi.meter.you-warned" : "xiangqi.meter.warned", {
          who: named(seatOf(side)),
          plies: warned.plies_left,
        })
      : say("xiangqi.meter.either-warned", { plies: warned.plies_left });
    return {
      pips: 3,
      hot: true,
      head: say("xiangqi.meter.ruled"),
      aside,
      text,
      cite: clauses[warned.rule],
    };
  }
  const { times, needed, verdict, rule, claimed } = repetition;
  if (times < 2) return { pips: 0, of: needed, head: say("xiangqi.meter.none"), aside };
  const head = timeWords(times);
  if (!verdict || !rule) return { pips: times, of: needed, head, aside };
  const ask = claimed && mine() ? `${say("xiangqi.meter.may-claim")} ` : "";
  return {
    pips: times,
    of: needed,
    hot: true,
    head,
    aside,
    text: ask + rulingWords(repetition),
    cite: clauses[rule],
  };
}

/** @param {string} what @param {Model} model */
function claim(what, model) {
  const { repetition, limit } = seen(model);
  if (what === "repetition" && repetition) {
    if (!repetition.verdict)
      return {
        text: say("xiangqi.claim-early", { times: repetition.times, needed: repetition.needed }),
        open: false,
      };
    return {
      text: rulingWords(repetition),
      open: true,
      cite: clauses[repetition.rule ?? ""],
      costly: seatOf(repetition.must_vary) === seat && repetition.must_vary !== null,
    };
  }
  if (what !== "limit" || !limit || seat === null) return null;
  if (limit.forward)
    return { text: say("xiangqi.claim-forward", { limit: limit.rounds }), open: true };
  const rounds = Math.floor(limit.counted[seat] / 2);
  if (limit.counted[seat] >= 2 * limit.rounds)
    return {
      text: say("xiangqi.claim-holds"),
      open: true,
      cite: clauses["xiangqi.move-limit-reached"],
    };
  const facts = { rounds, limit: limit.rounds, minutes: limit.minutes };
  const code = limit.loses[seat] ? "loses" : limit.minutes ? "costs" : "foul";
  return {
    text: say(`xiangqi.claim-${code}`, facts),
    open: false,
    costly: true,
    cite: clauses["xiangqi.false-limit-claim"],
  };
}

/**
 * What a claim led to, for both.
 * @param {{seat: number, text: string}} move
 * @param {Model} model
 */
function answered(move, model) {
  const { warned, ruling, penalties } = seen(model);
  const who = named(move.seat);
  if (move.text === "claim:limit") {
    const last = penalties.at(-1);
    const minutes = last?.minutes ?? 0;
    return say(minutes ? "xiangqi.answer-limit-minutes" : "xiangqi.answer-limit", { who, minutes });
  }
  if (ruling) return say("xiangqi.answer-arbiter", { who });
  return warned ? say("xiangqi.answer-warned", { who }) : say("xiangqi.answer-none", { who });
}

/** @type {import("../room.js").Room} */
const room = {
  piece: (who) => drawn(who ? "k" : "K", "side-mark"),
  taken(who, model) {
    const { start, fen } = seen(model);
    const [before, now] = [counted(start), counted(fen)];
    const letters = [...ORDER].map((each) => (who ? each.toUpperCase() : each));
    const gone = letters.flatMap((each) =>
      Array.from({ length: Math.max(0, (before[each] ?? 0) - (now[each] ?? 0)) }, () => each),
    );
    if (!gone.length) return null;
    return {
      label: say("live.taken", { what: gone.join(" ") }),
      parts: gone.map((each) => drawn(each, "small")),
    };
  },
  meter,
  claim,
  answered,
  plans: (model) => !seen(model).ruling && !seen(model).warned,
  standing(model) {
    const { check, ruling } = seen(model);
    if (ruling) return say("xiangqi.waits-arbiter");
    return check && mine() ? `${say("live.your-turn")} ${say("xiangqi.you-in-check")}` : "";
  },
};
export default room;
