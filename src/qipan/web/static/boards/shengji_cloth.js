// The cloth of a shengji table: who sits where, what lies in the middle, trump and points.

import { cardName, face, sign } from "./cards.js";
import { Frame } from "./frame.js";
import { levelName, minis } from "./shengji_deal.js";
import { html } from "./svg.js";
import { listed, say } from "./words.js";

/** @typedef {import("../../../games/shengji/view").ShengjiView} ShengjiView */

const PLACES = ["bottom", "right", "top", "left"];

/**
 * @template {ShengjiView} [Seen=ShengjiView]
 * @extends {Frame<Seen>}
 */
export class ClothBoard extends Frame {
  constructor() {
    super();
    this.status = html("dl", { class: "cards-status" });
    this.cloth = html("div", { class: "cards-cloth" });
  }

  get name() {
    return "shengji";
  }

  /** Which side of the table a seat is on; the turn goes to the right. @param {number} seat */
  placeOf(seat) {
    return PLACES[(seat - (this.seat ?? 0) + (this.preferences.flipped ? 2 : 0) + 4) % 4];
  }

  /** @param {number} seat */
  seatName(seat) {
    return this.names[seat] ?? say("seat", { seat: seat + 1 });
  }

  /** Whether the last deal is looked at, before the next one. */
  get closing() {
    const { deal, closed, ledger } = this.shown;
    if (!closed || ledger.at(-1)?.deal !== closed.deal) return false;
    return deal.phase === "pack" || deal.phase === "over";
  }

  _status() {
    const { deal, levels } = this.shown;
    const us = (this.seat ?? 0) % 2;
    const trump =
      deal.trump === null
        ? this.word("trump-open")
        : deal.trump === "NT"
          ? `${this.word("no-trump")} ${deal.rank}`
          : `${sign(deal.trump)}\ufe0e ${deal.rank}`;
    const red = deal.trump === "H" || deal.trump === "D";
    const level = this.word("we-they", {
      we: levelName(levels[us]),
      they: levelName(levels[1 - us]),
    });
    const chips = [
      [this.word("trump"), trump, red ? "red" : ""],
      [this.word("points"), String(deal.points), ""],
      [this.word("levels"), this.seat === null ? levels.map(levelName).join(" : ") : level, ""],
      [this.word("trick"), String(deal.tricks.length + (deal.trick_won_by === null ? 1 : 0)), ""],
    ];
    const shown = deal.phase === "play" ? chips : chips.slice(0, 3);
    this.status.replaceChildren(
      ...shown.map(([name, value, look]) =>
        html("div", {}, html("dt", {}, name), html("dd", look ? { class: look } : {}, value)),
      ),
    );
    if (deal.flipped)
      this.status.append(
        html(
          "div",
          { class: "turned-up" },
          html("dt", {}, this.word("turned-up")),
          html("dd", {}, minis([deal.flipped])),
        ),
      );
  }

  /** @param {number} seat */
  _seat(seat) {
    const { deal, acting } = this.shown;
    const own = this.seat;
    const tags = [];
    if (deal.banker === seat) tags.push(html("span", { class: "chip" }, this.word("banker")));
    if (own !== null && seat === (own + 2) % 4)
      tags.push(html("span", { class: "partner" }, this.word("partner")));
    if (deal.quiet.includes(seat)) tags.push(html("span", {}, this.word("quiet")));
    if (deal.buried_by.at(-1) === seat && deal.phase !== "pack")
      tags.push(html("span", { class: "tricks-n" }, this.word("buried")));
    const won = deal.tricks.filter((winner) => winner === seat).length;
    const name =
      seat === own ? say("live.you-named", { name: this.seatName(seat) }) : this.seatName(seat);
    const box = html(
      "div",
      {
        class: `cards-seat at-${this.placeOf(seat)}${acting.includes(seat) ? " acting" : ""}`,
        "data-seat": seat,
      },
      html("strong", { title: this.seatName(seat) }, name),
      html(
        "small",
        {},
        ...tags,
        html("span", {}, this.word("cards-n", { count: deal.counts[seat] })),
        html("span", { class: "tricks-n" }, this.word("tricks-n", { count: won })),
      ),
      html("span", { class: "seat-clock", "data-seat-clock": seat }),
    );
    for (const each of deal.declared) {
      if (each.seat === seat && deal.phase !== "play")
        box.append(
          this._cards(
            each.cards ?? Array(each.count).fill(null),
            this.word("declares", { count: each.count }),
            "declared",
          ),
        );
    }
    if (deal.exposed[seat]?.length)
      box.append(this._cards(deal.exposed[seat], this.word("exposed"), "declared"));
    return box;
  }

  /** @param {Array<string|null>} cards @param {string} label @param {string} kind */
  _cards(cards, label, kind) {
    const names = cards
      .filter((card) => card !== null)
      .map((card) => cardName(/** @type {string} */ (card)));
    const said = names.length ? `${label}: ${listed(names)}` : label;
    return html(
      "div",
      { class: `cards-row ${kind}`, role: "img", "aria-label": said, title: label },
      ...cards.map((card) => face(card)),
    );
  }

  _middle() {
    const { deal } = this.shown;
    const middle = html("div", { class: "cards-middle" });
    deal.trick.forEach((laid, place) => {
      const who = this.seatName(laid.seat);
      const row = this._cards(laid.cards, who, `laid from-${this.placeOf(laid.seat)}`);
      row.dataset.laid = String(laid.seat);
      if (deal.trick_won_by === laid.seat) row.classList.add("won");
      const words =
        deal.trick_won_by === laid.seat
          ? this.word("wins-trick")
          : place === 0 && deal.trick_won_by === null
            ? this.word("leads")
            : "";
      if (words) row.append(html("em", {}, words));
      middle.append(row);
    });
    const led = deal.trick[0]?.cards.length ?? 0;
    if (deal.phase === "play" && deal.trick_won_by === null && led) {
      for (const seat of [0, 1, 2, 3].filter(
        (who) => !deal.trick.some((laid) => laid.seat === who),
      ))
        middle.append(
          html(
            "div",
            { class: `cards-row empty from-${this.placeOf(seat)}`, "aria-hidden": "true" },
            ...Array.from({ length: Math.min(led, 3) }, () => html("span", { class: "slot" })),
          ),
        );
    }
    const bottom = deal.bottom ?? this.shown.left?.bottom ?? null;
    if (bottom?.length && !this.closing)
      middle.append(
        html("div", { class: "bottom-open" }, `${this.word("bottom")} `, minis(bottom)),
      );
    return middle;
  }

  lastText() {
    const { deal } = this.shown;
    const laid = deal.trick.at(-1);
    if (!laid) return "";
    return `${this.seatName(laid.seat)}: ${listed(laid.cards.map(cardName))}`;
  }

  tone() {
    return this.view?.deal.phase === "over"
      ? "end"
      : this.view?.deal.trick_won_by !== null
        ? "capture"
        : "move";
  }
}
