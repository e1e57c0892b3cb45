// The board of noughts and crosses: nine squares, two kinds of marks.

import { PointBoard } from "./points.js";
import { svg } from "./svg.js";
import { say } from "./words.js";

/** @typedef {import("../../../games/noughts/view").NoughtsView} NoughtsView */

const STEP = 100;

/** @extends {PointBoard<NoughtsView>} */
export default class NoughtsBoard extends PointBoard {
  get name() {
    return "noughts";
  }
  get keys() {
    return "place";
  }

  lay() {
    this.reach = STEP / 2;
    this.points.clear();
    for (const [x, column] of [..."abc"].entries()) {
      for (const [y, row] of [..."321"].entries()) {
        const name = column + row;
        this.points.set(name, { name, x: x * STEP, y: y * STEP });
      }
    }
    this.box = [-50, -50, 300, 300];
    const base = this.layers.base;
    base.append(svg("rect", { x: -50, y: -50, width: 300, height: 300, class: "wood" }));
    base.append(
      svg("path", { d: "M50 -50V250M150 -50V250M-50 50H250M-50 150H250", class: "lines" }),
    );
  }

  draw() {
    this.clear("marks", "pieces", "over");
    this.shown.moves.forEach((at, number) => {
      const mark = number % 2 ? "M0 -30A30 30 0 1 0 1 -30Z" : "M-30 -30L30 30M30 -30L-30 30";
      this.put("pieces", at, svg("path", { d: mark, class: "lines" }));
    });
    this._aim();
  }

  /** @param {string} at */
  taken(at) {
    return this.shown.moves.includes(at);
  }

  /** @param {string} at */
  reading(at) {
    const number = this.shown.moves.indexOf(at);
    if (number < 0) return say("empty-point", { point: at });
    const what = this.word(number % 2 ? "noughts" : "crosses");
    return say("on-point", { point: at, what });
  }

  lastText() {
    return this.view?.moves.at(-1) ?? "";
  }

  describe() {
    return [...this.points.keys()].map((at) => this.reading(at)).join(". ");
  }
}
