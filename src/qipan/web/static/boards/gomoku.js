// The gomoku board: stones stay where they are, so the moves tell everything.

import { StoneBoard } from "./stones.js";

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
