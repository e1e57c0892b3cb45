// The gomoku board: stones stay where they are, so the moves tell everything.

import { putOnce } from "./ahead.js";
import { StoneBoard } from "./stones.js";
import { svg } from "./svg.js";

/** @typedef {import("../../../games/gomoku/view").GomokuView} GomokuView */

const CHOICES = ["black", "white", "two"];

/** @extends {StoneBoard<GomokuView>} */
export default class GomokuBoard extends StoneBoard {
  constructor() {
    super();
    this.letters = "abcdefghijklmnopqrstuvwxy";
  }

  get name() {
    return "gomoku";
  }
  get ownColour() {
    const placed = this.placed.length;
    return this.view ? (placed + this.shown.begins) % 2 : 0;
  }

  /** @param {GomokuView} view @param {string} text @param {number} [seat] */
  ahead(view, text, seat = this.seat ?? 0) {
    return putOnce(view, seat, text);
  }

  /** @param {number} seat */
  colourOf(seat) {
    return this.shown.black === seat ? 0 : 1;
  }

  /** The points among the moves; choices of an opening put no stone. */
  get placed() {
    return this.shown.moves.filter((text) => !CHOICES.includes(text));
  }

  read() {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const [at, colour] of this.shown.setup) found.set(at, colour);
    const { begins } = this.shown;
    this.placed.forEach((at, number) => found.set(at, (number + begins) % 2));
    return found;
  }

  stars() {
    // the five dots of a gomoku board
    const edge = this.size >= 13 ? 3 : 2;
    const far = this.size - 1 - edge;
    const middle = this.size >> 1;
    /** @type {Array<[number, number]>} */
    const found = [
      [edge, edge],
      [far, edge],
      [edge, far],
      [far, far],
      [middle, middle],
    ];
    return found;
  }

  /** @param {string} at */
  whyNot(at) {
    if (this.colours.has(at)) return this.reason("taken", "gomoku.empty-point");
    const rule = this.shown.barred?.[at] ?? "";
    return this.reason(rule || "rule", rule);
  }

  overlay() {
    const line = this.shown.five ?? [];
    const ends = [line.at(0), line.at(-1)].map((at) => this.points.get(at ?? ""));
    if (line.length > 1 && ends[0] && ends[1])
      this.layers.over.append(
        svg("path", {
          d: `M${ends[0].x} ${ends[0].y}L${ends[1].x} ${ends[1].y}`,
          class: "five-line",
        }),
      );
  }

  lastText() {
    return this.options.last?.[0] ?? this.view?.moves.at(-1) ?? "";
  }
  lastPoint() {
    return this.options.last?.[0] ?? this.placed.at(-1) ?? "";
  }
  wordMoves() {
    const { legal } = this.options;
    return legal
      ? legal.filter((text) => CHOICES.includes(text))
      : this.shown.phase === "choose"
        ? CHOICES
        : [];
  }
}
