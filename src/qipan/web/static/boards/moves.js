// The list of moves beside a board, numbered as the game is written down.

import { html } from "./svg.js";
import { say } from "./words.js";

/**
 * @typedef {object} Listed
 * @property {string} text the move as people write it
 * @property {number} seat
 * @property {boolean} [aside] a claim or a decision: listed, but no move that is counted
 */

/** A list of moves; choosing one tells its number from 1. */
export class MoveList {
  /**
   * @param {HTMLElement} element
   * @param {{seats?: number, onPick?: (number: number) => void, names?: string[]}} [options]
   */
  constructor(element, options = {}) {
    this.element = element;
    this.onPick = options.onPick;
    this.seats = options.seats ?? 2;
    this.names = options.names ?? [];
    this.list = html("ol", { class: "move-list", "aria-label": say("moves") });
    element.replaceChildren(this.list);
    /** @type {HTMLElement[]} */ this.items = [];
    this.counted = 0;
  }

  /** @param {Listed} move */
  add(move) {
    const number = this.items.length + 1;
    const inner = this.onPick
      ? html("button", { type: "button", class: "quiet" }, move.text)
      : html("span", {}, move.text);
    if (this.onPick) inner.addEventListener("click", () => this.onPick?.(number));
    const aside = move.aside || (this.seats === 2 && move.seat < 0);
    if (!aside) this.counted += 1;
    const item = html(
      "li",
      { "data-seat": move.seat, "data-aside": Boolean(aside), value: number },
      html(
        "span",
        { class: "move-number soft" },
        aside ? "" : this._number(this.counted, move.seat),
      ),
      inner,
    );
    this.items.push(item);
    this.list.append(item);
  }

  /**
   * Rounds where two play; else the number and who moved.
   * @param {number} number
   * @param {number} seat
   */
  _number(number, seat) {
    if (this.seats === 2) return number % 2 ? `${(number + 1) / 2}.` : "";
    return seat < 0 ? `${number}.` : `${number}. ${this.names[seat] ?? seat + 1}`;
  }

  /** @param {Listed[]} moves */
  fill(moves) {
    this.items = [];
    this.counted = 0;
    this.list.replaceChildren();
    for (const move of moves) this.add(move);
  }

  /** Mark the move that is shown; 0 marks none. @param {number} number */
  mark(number) {
    this.items.forEach((item, place) => {
      if (place + 1 === number) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const item = this.items[number - 1];
    if (!item) {
      this.list.scrollTop = 0;
      return;
    }
    const { offsetTop, offsetHeight } = item;
    const { scrollTop, clientHeight } = this.list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
      this.list.scrollTop = offsetTop - clientHeight / 2;
    }
  }
}
