// What Go and gomoku share: a square grid of 5 to 25 lines with stones on its points.

import { PointBoard } from "./points.js";
import { svg } from "./svg.js";
import { say } from "./words.js";

const STEP = 40;

/**
 * Where the star points of a board are, as lines from 0.
 * @param {number} size
 * @returns {Array<[number, number]>}
 */
export function stars(size) {
  if (size < 7) return [[size >> 1, size >> 1]];
  const edge = size < 13 ? 2 : 3;
  const lines = [edge, size - 1 - edge];
  const middle = size % 2 ? size >> 1 : null;
  /** @type {Array<[number, number]>} */
  const found = lines.flatMap((x) => lines.map((y) => /** @type {[number, number]} */ ([x, y])));
  if (middle !== null) {
    found.push([middle, middle]);
    if (size >= 15) for (const line of lines) found.push([middle, line], [line, middle]);
  }
  return found;
}

/**
 * A grid whose points carry stones; `colours` tells 0 (Black) or 1 (White) of each.
 * @template {import("./types.js").View & {size: number}} Seen
 * @extends {PointBoard<Seen>}
 */
export class StoneBoard extends PointBoard {
  constructor() {
    super();
    this.size = 0;
    /** @type {Map<string, number>} */ this.colours = new Map();
    this.letters = "";
  }

  get keys() {
    return "place";
  }

  lay() {
    this.reach = STEP * 0.48;
    this.size = this.view?.size ?? 0;
    this.points.clear();
    for (let row = 0; row < this.size; row++) {
      for (let column = 0; column < this.size; column++) {
        const name = this.named(column, row);
        this.points.set(name, { name, x: column * STEP, y: (this.size - 1 - row) * STEP });
      }
    }
    const edge = this.preferences.coordinates ? 46 : 28;
    const span = Math.max(0, this.size - 1) * STEP;
    this.box = [-edge, -edge, span + 2 * edge, span + 2 * edge];
    this._lines(edge, span);
  }

  /** @param {number} edge @param {number} span */
  _lines(edge, span) {
    const base = this.layers.base;
    base.append(
      svg("rect", {
        x: -edge,
        y: -edge,
        width: span + 2 * edge,
        height: span + 2 * edge,
        rx: 5,
        class: "wood",
      }),
    );
    const lines = [];
    for (let line = 0; line < this.size; line++)
      lines.push(`M0 ${line * STEP}H${span}M${line * STEP} 0V${span}`);
    base.append(svg("path", { d: lines.join(""), class: "lines thin" }));
    if (!this.size) return;
    for (const [x, y] of this.stars())
      base.append(svg("circle", { cx: x * STEP, cy: y * STEP, r: 4.5, class: "star" }));
    if (!this.preferences.coordinates) return;
    for (let line = 0; line < this.size; line++) {
      const letter = this.letters[line];
      for (const y of [-32, span + 32])
        base.append(svg("text", { x: line * STEP, y, class: "coordinate small" }, letter));
      for (const x of [-32, span + 32]) {
        base.append(
          svg("text", { x, y: span - line * STEP, class: "coordinate small" }, String(line + 1)),
        );
      }
    }
  }

  draw() {
    if (this.shown.size !== this.size) this.build();
    this.clear("marks", "pieces", "over");
    this.colours = this.read();
    const last = this.lastPoint();
    for (const [at, colour] of this.colours) {
      const stone = svg(
        "g",
        { class: `stone ${colour ? "white" : "black"}` },
        svg("circle", { r: 18.6 }),
      );
      if (this.faded(at)) stone.classList.add("faded");
      this.put("pieces", at, stone);
      if (at === last) {
        this.put(
          "over",
          at,
          svg("circle", { r: 6, class: `last-dot on-${colour ? "white" : "black"}` }),
        );
      }
    }
    this.overlay();
    this._aim();
  }

  _aim() {
    super._aim();
    if (!this.active || !this.preferences.hints) return;
    const hovers =
      this.options.legal === undefined ||
      this.options.legal === null ||
      this.options.legal.length > 0;
    this.svg.classList.toggle("may-place", hovers);
  }

  /** @param {string} at */ taken(at) {
    return this.colours.has(at);
  }
  /** @param {string} at */ faded(at) {
    void at;
    return false;
  }
  /** @returns {Map<string, number>} */ read() {
    return new Map();
  }
  lastPoint() {
    return "";
  }
  overlay() {}
  stars() {
    return stars(this.size);
  }
  middle() {
    return this.named(this.size >> 1, this.size >> 1);
  }

  /** @param {number} column @param {number} row */
  named(column, row) {
    return `${this.letters[column]}${row + 1}`;
  }

  /** @param {string} at */
  reading(at) {
    const colour = this.colours.get(at);
    if (colour === undefined) return say("empty-point", { point: at });
    return say("on-point", { point: at, what: say(colour ? "white" : "black") });
  }

  describe() {
    const sides = [0, 1].map((side) => {
      const found = [...this.colours].filter(([, colour]) => colour === side).map(([at]) => at);
      return say("stones", {
        colour: say(side ? "white" : "black"),
        count: found.length,
        points: found.join(" ") || "–",
      });
    });
    return sides.join(" ");
  }
}
