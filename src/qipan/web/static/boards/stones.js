// What Go and gomoku share: a square grid of 5 to 25 lines with stones on its points.

import { woodenBoard } from "./paint.js";
import { Placing } from "./placing.js";
import { PointBoard } from "./points.js";
import { svg } from "./svg.js";
import { say } from "./words.js";

const STEP = 40;
const SMALL = 420; // pixels under which a board has no room for letters

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
    this.placing = new Placing(this, STEP);
  }

  /** Whether a press puts a stone now, and does not mark one. */
  get putsStones() {
    return true;
  }
  /** The colour of this seat's stones. @returns {number} */
  get ownColour() {
    return this.mover ?? 0;
  }

  /** The colour that a seat plays. @param {number} seat */
  colourOf(seat) {
    return seat;
  }

  /** Whether a press aims at a point now: on one's turn, or ahead of it. */
  get aims() {
    return this.putsStones && (this.active || this.planFor !== null);
  }

  /** @param {boolean} own */
  plannedStone(own) {
    const colour = this.colourOf(this.mover ?? 0);
    const side = (own ? colour : 1 - colour) ? "white" : "black";
    return svg("g", { class: `ghost ghost-stone ${side}` }, svg("circle", { r: 19.2 }));
  }

  /** Whether a planned move puts a stone there. @param {string} at */
  plannedAt(at) {
    return (this.options.planned ?? []).some(({ when, then }) => !when && then === at);
  }

  /** @param {string} at */
  mayPut(at) {
    const { legal } = this.options;
    return (
      this.active && this.putsStones && !this.colours.has(at) && (!legal || legal.includes(at))
    );
  }

  build() {
    super.build();
    this.svg.addEventListener("pointerleave", () => this.placing.hover(null));
    if (!this.placing.row.isConnected)
      (this.around.actions ?? this.actions).after(this.placing.row);
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (this.placing.takes(event)) this.placing.down(event);
    else super._down(event);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    if (this.placing.held) this.placing.move(event);
    else if (event.pointerType === "mouse" && !this.grip) this.placing.hover(event);
    else super._move(event);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    if (this.placing.held) this.placing.up(event);
    else super._up(event);
  }

  _drop() {
    super._drop();
    this.placing.drop();
  }

  get keys() {
    return "place";
  }
  get lettered() {
    return true;
  }
  get switches() {
    return [.../** @type {const} */ (["touch"]), ...super.switches];
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
    const edge = this.roomFor(SMALL) ? 46 : 28;
    const span = Math.max(0, this.size - 1) * STEP;
    this.box = [-edge, -edge, span + 2 * edge, span + 2 * edge];
    this._lines(edge, span);
  }

  /** @param {number} edge @param {number} span */
  _lines(edge, span) {
    const base = this.layers.base;
    base.append(...woodenBoard(-edge, -edge, span + 2 * edge, span + 2 * edge));
    const lines = [];
    for (let line = 0; line < this.size; line++)
      lines.push(`M0 ${line * STEP}H${span}M${line * STEP} 0V${span}`);
    base.append(svg("path", { d: lines.join(""), class: "lines thin" }));
    if (!this.size) return;
    base.append(svg("rect", { x: 0, y: 0, width: span, height: span, class: "lines edge" }));
    for (const [x, y] of this.stars())
      base.append(svg("circle", { cx: x * STEP, cy: y * STEP, r: 4.5, class: "star" }));
    if (!this.roomFor(SMALL)) return;
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
        svg("circle", { r: 18.8, cy: 2, class: "shadow" }),
        svg("circle", { r: 19.2, class: "body" }),
      );
      if (this.faded(at)) stone.classList.add("faded");
      this.put("pieces", at, stone);
      if (at === last) {
        this.put(
          "over",
          at,
          svg("circle", { r: 7.6, class: `last-dot on-${colour ? "white" : "black"}` }),
        );
      }
    }
    this.overlay();
    this._aim();
  }

  _aim() {
    super._aim();
    this.placing.draw();
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
