// The star board of Chinese checkers: 121 holes, six corners, each with its colour and its shape.

import { carriedMarble } from "./ahead.js";
import { PointBoard } from "./points.js";
import { joined, polygon, svg } from "./svg.js";
import { say } from "./words.js";

/** @typedef {import("../../../games/chinese_checkers/view").StarView} StarView */

const STEP = 100;
const SIDE = 4;
export const CORNERS = ["N", "NE", "SE", "S", "SW", "NW"];
/** The mark on the pieces of each corner, so that no colour must be told apart. */
const SHAPES = {
  N: () => svg("circle", { r: 15 }),
  NE: () => svg("polygon", { points: polygon(3, 21) }),
  SE: () => svg("rect", { x: -15, y: -15, width: 30, height: 30 }),
  S: () => svg("polygon", { points: polygon(5, 22, 9) }),
  SW: () => svg("polygon", { points: polygon(4, 22) }),
  NW: () => svg("path", { d: "M-6 -20H6V-6H20V6H6V20H-6V6H-20V-6H-6Z" }),
};

/** Every hole, row by row from the north, left to right: its name and cube coordinates. */
export const HOLES = holes();
const HOLE_NAMES = HOLES.map((hole) => hole.name);

function holes() {
  const found = [];
  for (let z = -2 * SIDE; z <= 2 * SIDE; z++) {
    let column = 0;
    for (let x = -2 * SIDE; x <= 2 * SIDE; x++) {
      const y = -x - z;
      const inside = Math.max(x, y, z) <= SIDE || Math.min(x, y, z) >= -SIDE;
      if (Math.abs(y) > 2 * SIDE || !inside) continue;
      column += 1;
      found.push({ name: `${String.fromCharCode(97 + z + 2 * SIDE)}${column}`, x, y, z });
    }
  }
  return found;
}

/** The corner a hole lies in, if any. @param {{x: number, y: number, z: number}} hole */
function cornerOf({ x, y, z }) {
  const tests = [z < -SIDE, x > SIDE, y < -SIDE, z > SIDE, x < -SIDE, y > SIDE];
  return tests.indexOf(true);
}

/** @extends {PointBoard<StarView>} */
export default class CheckersBoard extends PointBoard {
  constructor() {
    super();
    /** Whose piece stands in a hole. @type {Map<string, number>} */ this.owners = new Map();
    this.turned = 0;
  }

  get name() {
    return "chinese-checkers";
  }

  /** @param {StarView} view @param {string} text @param {number} [seat] */
  ahead(view, text, seat = this.seat ?? 0) {
    return carriedMarble(view, seat, text, HOLE_NAMES);
  }
  get keys() {
    return "carry";
  }
  get carries() {
    return true;
  }
  get switches() {
    return [/** @type {const} */ ("flipped"), ...super.switches];
  }

  /** Sixths of a turn that bring the own corner to the bottom. */
  get turning() {
    const corner = this.seat === null ? 3 : CORNERS.indexOf(this.view?.corners[this.seat] ?? "S");
    return (3 - corner + 6 + (this.preferences.flipped ? 3 : 0)) % 6;
  }

  lay() {
    this.reach = STEP * 0.48;
    this.turned = this.turning;
    const angle = (this.turned * Math.PI) / 3;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.points.clear();
    for (const hole of HOLES) {
      const [x, y] = [(hole.x + hole.z / 2) * STEP, ((hole.z * Math.sqrt(3)) / 2) * STEP];
      this.points.set(hole.name, {
        name: hole.name,
        x: Math.round(x * cos - y * sin),
        y: Math.round(x * sin + y * cos),
      });
    }
    this.box = [-705, -812, 1410, 1624];
    this._star();
  }

  _star() {
    const base = this.layers.base;
    base.append(svg("polygon", { points: polygon(6, 786, 454), class: "wood star-wood" }));
    for (const hole of HOLES) {
      const corner = cornerOf(hole);
      this.put(
        "base",
        hole.name,
        svg("circle", { r: 36, class: corner < 0 ? "hole" : `hole corner-${CORNERS[corner]}` }),
      );
    }
    if (!this.preferences.coordinates) return;
    for (const hole of HOLES) {
      this.put("base", hole.name, svg("text", { class: "coordinate in-hole" }, hole.name));
    }
  }

  draw() {
    if (this.turned !== this.turning) this.build();
    this.clear("marks", "pieces", "over");
    this.owners.clear();
    [...this.shown.board].forEach((mark, number) => {
      if (mark !== ".") this.owners.set(HOLES[number].name, Number(mark));
    });
    const way = this.options.last ?? this.shown.last;
    for (const [at, owner] of this.owners) {
      const drawn = this.put(
        "pieces",
        at,
        marble(this.shown.corners[owner]),
        this.active && this.mine(at),
      );
      if (way.length > 1 && at === way.at(-1)) this.glide(drawn, way[0], at);
    }
    this._trails();
    if (way.length > 1) this._way(way);
    this._aim();
  }

  /** Where the others went since one's own move, the newest aside: it has its way. */
  _trails() {
    const moves = (this.options.recent ?? []).filter(({ text }) => text.includes("-"));
    const own = moves.map(({ seat }) => seat).lastIndexOf(this.seat ?? -1);
    for (const { seat, text } of moves.slice(own + 1, -1)) {
      const way = text.split("-");
      const look = `trail corner-${this.shown.corners[seat]}`;
      this.put("marks", way[0], svg("circle", { r: 13, class: `${look} trail-from` }));
      const to = /** @type {string} */ (way.at(-1));
      if (this.owners.get(to) === seat)
        this.put("over", to, svg("circle", { r: 46, class: `${look} trail-to` }));
    }
  }

  /** The way of the last piece, jump by jump. @param {string[]} way */
  _way(way) {
    const places = way.map((at) => this.points.get(at)).filter((point) => point !== undefined);
    const points = joined(
      places.map((point) => /** @type {[number, number]} */ ([point.x, point.y])),
    );
    this.layers.marks.append(svg("polyline", { points, class: "way" }));
    this.put("marks", way[0], svg("circle", { r: 14, class: "way-from" }));
    for (const at of way.slice(1, -1))
      this.put("marks", at, svg("circle", { r: 11, class: "way-by" }));
    this.put("over", /** @type {string} */ (way.at(-1)), svg("circle", { r: 46, class: "way-to" }));
  }

  /** @param {string} from @param {string} to */
  written(from, to) {
    return `${from}-${to}`;
  }
  /** @param {string} at @param {number|null} seat */
  belongs(at, seat) {
    return seat !== null && this.owners.get(at) === seat;
  }
  /** @param {string} text */ pointsOf(text) {
    const way = text.split("-");
    return [way[0], way.at(-1) ?? ""];
  }
  /** @param {string} at */ taken(at) {
    return this.owners.has(at);
  }
  middle() {
    return "i5";
  }

  /** @param {string} from @param {string} to */
  whyNot(from, to) {
    if (this.owners.has(to)) return this.reason("taken", "chinese-checkers.move");
    const target = CORNERS[(CORNERS.indexOf(this.shown.corners[this.mover ?? 0]) + 3) % 6];
    const inside = (/** @type {string} */ at) =>
      CORNERS[cornerOf(HOLES[HOLE_NAMES.indexOf(at)])] === target;
    if (inside(from) && !inside(to)) return this.reason("locked", "chinese-checkers.target-lock");
    return this.reason("way", "chinese-checkers.move");
  }

  wordMoves() {
    const { legal } = this.options;
    return legal ? super.wordMoves() : this.shown.asked ? ["agree", "refuse"] : [];
  }

  lastText() {
    const way = this.view?.last ?? [];
    return way.length ? way.join("-") : "";
  }

  /** @param {number} seat */
  _seatName(seat) {
    return (
      this.names[seat] ??
      this.word("colour", { colour: this.word(`corner.${this.shown.corners[seat]}`) })
    );
  }

  /** @param {string} at */
  reading(at) {
    const owner = this.owners.get(at);
    if (owner === undefined) return say("empty-point", { point: at });
    return say("on-point", { point: at, what: this._seatName(owner) });
  }

  extra() {
    return this.view?.asked ? this.word("skip-asked") : "";
  }

  describe() {
    return this.shown.corners
      .map((_, seat) => {
        const found = [...this.owners].filter(([, owner]) => owner === seat).map(([at]) => at);
        return this.word("pieces-of", {
          who: this._seatName(seat),
          points: found.join(" "),
          missing: this.shown.missing[seat],
        });
      })
      .join(" ");
  }
}

/** The mark of a corner beside a name. @param {string} corner */
export function cornerMark(corner) {
  return svg("svg", { viewBox: "-44 -44 88 88", "aria-hidden": "true" }, marble(corner));
}

/** @param {string} corner */
function marble(corner) {
  const shape = SHAPES[/** @type {keyof typeof SHAPES} */ (corner)]();
  shape.setAttribute("class", "shape");
  return svg(
    "g",
    { class: `marble corner-${corner}` },
    svg("circle", { r: 40, class: "ball" }),
    shape,
  );
}
