// What a deal of shengji came to: a card over the table until all are ready or the time is up.

import { cardName, sign } from "./cards.js";
import { html } from "./svg.js";
import { listed, say } from "./words.js";

/** @typedef {import("../../../games/shengji/view").ShengjiView} ShengjiView */

/** @param {string} code @param {Record<string, string|number>} [facts] */
const word = (code, facts) => say(`shengji.${code}`, facts);

/** Points on a scale with what they are worth. @param {number} points */
export function scale(points) {
  const made = html("div", { class: "points-scale", "aria-hidden": "true" });
  made.style.setProperty("--v", String(Math.max(0, Math.min(160, points))));
  for (const at of [40, 80, 120]) {
    const mark = html("span", {}, String(at));
    mark.style.setProperty("--at", String(at));
    made.append(mark);
  }
  return made;
}

/** Small cards in a line. @param {string[]} cards */
export function minis(cards) {
  return html(
    "span",
    { class: "minis", role: "img", "aria-label": listed(cards.map(cardName)) },
    ...cards.map((card) => {
      const joker = card.endsWith("J") && card.length === 2 && "LB".includes(card[0]);
      const red = joker ? card === "BJ" : "HD".includes(card[0]);
      const points = !joker && ["5", "10", "K"].includes(card.slice(1));
      const text = joker
        ? card === "BJ"
          ? "大王"
          : "小王"
        : `${card.slice(1)}${sign(card[0])}\ufe0e`;
      return html("span", { class: `mini${red ? " red" : ""}${points ? " pts" : ""}` }, text);
    }),
  );
}

/** A level as it is played: 11 is a J. @param {number} level */
export const levelName = (level) =>
  ({ 11: "J", 12: "Q", 13: "K", 14: "A" })[level] ?? String(level);

/**
 * @param {ShengjiView} view
 * @param {number} seat whose eyes it is seen with
 * @param {(who: number) => string} named
 * @param {number[]} ready
 * @returns {HTMLElement|null} null if no deal was scored
 */
export function summary(view, seat, named, ready) {
  const line = view.ledger.at(-1);
  const { closed } = view;
  if (!line || !closed || closed.deal !== line.deal) return null;
  const defends = line.banker % 2 !== seat % 2;
  const defenders = [0, 1, 2, 3].filter((who) => who % 2 !== line.banker % 2).map(named);
  const took = line.next_banker % 2 !== line.banker % 2;
  const ours = line.next_banker % 2 === seat % 2;
  const rows = [
    row(word("in-tricks"), "", String(line.trick_points)),
    row(
      html("span", {}, word("bottom"), " ", minis(closed.bottom)),
      closed.bottom_points && line.bottom_change
        ? `${closed.bottom_points} × ${closed.factor}`
        : String(closed.bottom_points),
      signed(line.bottom_change),
    ),
    row(
      html(
        "span",
        {},
        word("last-trick", { who: named(closed.won_by) }),
        " ",
        minis(closed.trick.find((laid) => laid.seat === closed.won_by)?.cards ?? []),
      ),
      "",
      "",
    ),
  ];
  if (line.penalty_change) rows.push(row(word("penalties"), "", signed(line.penalty_change)));
  return html(
    "article",
    { class: "deal-card", role: "dialog", "aria-label": word("deal-n", { deal: line.deal }) },
    html(
      "header",
      {},
      html("h2", {}, word("deal-n", { deal: line.deal })),
      html(
        "span",
        { class: `chip ${ours ? "good" : ""}` },
        word(took ? (ours ? "bank-taken" : "bank-lost") : ours ? "bank-kept" : "bank-theirs"),
      ),
    ),
    html(
      "p",
      { class: "total" },
      html("b", {}, String(line.points)),
      ` ${word("points-for", { who: defends ? word("for-us") : listed(defenders) })}`,
    ),
    scale(line.points),
    html("table", {}, html("tbody", {}, ...rows)),
    html(
      "p",
      { class: "why" },
      word("new-levels", {
        we: levelName(line.after[seat % 2]),
        were: levelName(line.before[seat % 2]),
        they: levelName(line.after[1 - (seat % 2)]),
        weres: levelName(line.before[1 - (seat % 2)]),
      }),
      " ",
      word("next-banker", { who: named(line.next_banker) }),
    ),
    html(
      "p",
      { class: "soft small", role: "status" },
      ready.length ? word("are-ready", { who: listed(ready.map(named)) }) : word("none-ready"),
    ),
  );
}

/** @param {number} change */
const signed = (change) => (change < 0 ? `−${-change}` : change ? `+${change}` : "0");

/** @param {string|Node} head @param {string} middle @param {string} end */
function row(head, middle, end) {
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, head),
    html("td", { class: "soft" }, middle),
    html("td", {}, html("b", {}, end)),
  );
}
