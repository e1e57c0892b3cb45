// The end of a game: how it ended, what was used, and what comes next as one button.

import { listed, say, sayOr } from "../boards/words.js";
import { clockTime } from "./clock.js";
import { clauses, count, left, model, seat, table, watch } from "./model.js";
import { named } from "./names.js";
import { practiseAgain } from "./practice_again.js";
import { LEVEL, prompt } from "./prompt.js";
import { mayPlayAgain, rematchChoice } from "./rematch.js";

/** @typedef {import("../table_messages.js").Outcome} Outcome */

/**
 * The reason in words, with names; the sentence of the rule where there are none.
 * @param {Outcome} outcome
 */
function reason({ rule, message, places, facts }) {
  const losers = (places ?? []).flatMap((place, who) => (place === 1 ? [] : [who]));
  const given = { ...facts, loser: listed(losers.map(named)) };
  const result = typeof facts.result === "string" ? facts.result : "";
  const points = result
    .slice(2)
    .replace(/^0\.5$/, "½")
    .replace(".5", "½");
  const words = sayOr(`end.${rule}`, "");
  if (!words) return (message || rule).replace(/[.。]$/, "");
  return say(`end.${rule}`, {
    .../** @type {Record<string, string>} */ (given),
    points,
    rounds: Math.floor(Number(facts.counted ?? 0) / 2) || "",
  });
}

/** How it ended, as the reader sees it. @param {Outcome} outcome */
export function ended(outcome) {
  const why = reason(outcome);
  const cite = clauses[outcome.rule] ? ` (${clauses[outcome.rule]})` : "";
  const places = outcome.places ?? [];
  const first = [...places.keys()].filter((who) => places[who] === 1);
  const facts = { why: why + cite, who: listed(first.map(named)) };
  if (outcome.annulled) return forfeited() || say("end.annulled", facts);
  if (first.length === count) return say("end.draw", facts);
  if (seat === null || count > 2 || first.length !== 1) {
    if (seat !== null && first.length === 1 && first[0] === seat) return say("end.you-won", facts);
    return say("end.won", facts);
  }
  return say(first[0] === seat ? "end.you-won" : "end.you-lost", facts);
}

/** A table that closes because somebody did not come: who won by that; empty elsewhere. */
function forfeited() {
  const { match } = model;
  if (!match?.forfeit || seat === null || count !== 2) return "";
  if (match.result === "won") return say("end.they-late", { who: named(1 - seat) });
  return match.result === "lost" ? say("end.you-late") : say("end.both-late");
}

/** What the game means for the match. */
function matchWords() {
  const { match } = model;
  if (!match || match.games < 2) return "";
  const score = say("end.match-score", { won: match.won, lost: match.lost });
  return match.result ? `${score} ${say(`end.match-${match.result}`)}` : score;
}

/** What each side used. */
function used() {
  const clocks = model.shown?.clocks.seats ?? [];
  const times = clocks.map((each) => clockTime(each.used));
  return count === 2 ? say("end.time-used", { first: times[0], second: times[1] }) : "";
}

const onward = table.dataset.origin === "section" ? "end.to-contest" : "end.to-lobby";
const practice = table.dataset.practice;

/** What comes next for who sits here. */
function next() {
  /** @type {import("./prompt.js").Choice[]} */
  const choices = [];
  if (seat !== null && practice)
    choices.push({ label: say("end.again"), primary: true, act: () => practiseAgain(practice) });
  if (mayPlayAgain && model.shown?.outcome) choices.push(rematchChoice());
  if (seat !== null && table.dataset.origin)
    choices.push({
      label: say(onward),
      href: table.dataset.home ?? "/",
      id: "onward",
      primary: true,
    });
  else if (seat !== null) choices.push({ label: say("end.another"), href: "/play", id: "onward" });
  return choices;
}

watch(() => {
  const outcome = model.shown?.outcome;
  if (!outcome) return prompt("ending", left() ? { level: LEVEL.ending, choices: next() } : null);
  const review = {
    label: say("live.review"),
    href: `/t/${table.dataset.table}/review`,
    id: "review",
  };
  const won = seat !== null && outcome.places?.[seat] === 1;
  return prompt("ending", {
    level: LEVEL.ending,
    tone: won && (outcome.places ?? []).some((place) => place > 1) ? "good" : undefined,
    small: [matchWords(), used()].filter(Boolean).join(" "),
    choices: [...next(), review],
  });
});
