// The xiangqi board: nine files, ten ranks, river, palaces and point marks.

import { carriedPiece } from "./ahead.js";
import { corners, woodenBoard } from "./paint.js";
import { PointBoard } from "./points.js";
import { svg } from "./svg.js";
import { say } from "./words.js";
import { piece } from "./xiangqi_pieces.js";

/** @typedef {import("../../../games/xiangqi/view").XiangqiView} XiangqiView */

const FILES = "abcdefghi";
const STEP = 100;
const NUMERALS = "一二三四五六七八九";
/** @type {Record<string, string>} */
const KINDS = {
  k: "king",
  a: "advisor",
  b: "elephant",
  n: "horse",
  r: "rook",
  c: "cannon",
  p: "pawn",
};
const MARKED = [
  "b2",
  "h2",
  "b7",
  "h7",
  ...["a", "c", "e", "g", "i"].flatMap((file) => [`${file}3`, `${file}6`]),
];

/** @param {string} fen @returns {Map<string, string>} letters by point */
export function readFen(fen) {
  const found = new Map();
  fen
    .split(" ")[0]
    .split("/")
    .forEach((row, down) => {
      let file = 0;
      for (const mark of row) {
        if (/\d/.test(mark)) file += Number(mark);
        else found.set(`${FILES[file++]}${9 - down}`, mark);
      }
    });
  return found;
}

/** @param {string} letter */
const sideOf = (letter) => (letter === letter.toUpperCase() ? 0 : 1);

/** @extends {PointBoard<XiangqiView>} */
export default class XiangqiBoard extends PointBoard {
  constructor() {
    super();
    /** The pieces by point, as the FEN writes them. @type {Map<string, string>} */
    this.letters = new Map();
  }

  get name() {
    return "xiangqi";
  }

  /** @param {XiangqiView} view @param {string} text @param {number} [seat] */
  ahead(view, text, seat = this.seat ?? 0) {
    return carriedPiece(view, seat, text);
  }
  get keys() {
    return "carry";
  }
  get carries() {
    return true;
  }
  get lettered() {
    return true;
  }
  get switches() {
    return [.../** @type {const} */ (["flipped", "pieces"]), ...super.switches];
  }

  /** @param {number} seat */
  actFor(seat) {
    super.actFor(seat);
    this.preferences.flipped = seat === 1;
  }

  /** Whether Black sits at the bottom. */
  get turned() {
    return (this.seat === 1) !== this.preferences.flipped;
  }

  lay() {
    this.reach = STEP * 0.48;
    this.points.clear();
    for (let rank = 0; rank < 10; rank++) {
      for (let file = 0; file < 9; file++) {
        const [x, y] = this.turned ? [8 - file, rank] : [file, 9 - rank];
        const name = `${FILES[file]}${rank}`;
        this.points.set(name, { name, x: x * STEP, y: y * STEP });
      }
    }
    const edge = this.preferences.coordinates ? 78 : 62;
    this.box = [-edge, -edge, 800 + 2 * edge, 900 + 2 * edge];
    this._lines(edge);
  }

  /** @param {number} edge */
  _lines(edge) {
    const base = this.layers.base;
    base.append(...woodenBoard(-edge, -edge, 800 + 2 * edge, 900 + 2 * edge));
    const lines = [];
    for (let rank = 0; rank < 10; rank++) lines.push(`M0 ${rank * STEP}H800`);
    for (let file = 0; file < 9; file++) {
      const whole = file === 0 || file === 8;
      lines.push(whole ? `M${file * STEP} 0V900` : `M${file * STEP} 0V400M${file * STEP} 500V900`);
    }
    for (const top of [0, 700])
      lines.push(`M300 ${top}L500 ${top + 200}M500 ${top}L300 ${top + 200}`);
    base.append(svg("path", { d: lines.join(""), class: "lines" }));
    base.append(svg("rect", { x: -9, y: -9, width: 818, height: 918, class: "lines border" }));
    base.append(
      svg("path", { d: MARKED.map((name) => this._mark(name)).join(""), class: "lines" }),
    );
    for (const [text, x] of /** @type {Array<[string, number]>} */ ([
      ["楚河", 200],
      ["漢界", 600],
    ])) {
      base.append(svg("text", { x, y: 451, class: "river", lang: "zh-Hant" }, text));
    }
    if (this.preferences.coordinates) this._coordinates();
  }

  /** The little angles around a point. @param {string} name */
  _mark(name) {
    const { x, y } = /** @type {import("./types.js").Point} */ (this.points.get(name));
    const angles = [];
    for (const side of [-1, 1]) {
      if (x + side * 20 < 0 || x + side * 20 > 800) continue;
      for (const way of [-1, 1]) {
        angles.push(`M${x + side * 9} ${y + way * 26}V${y + way * 9}H${x + side * 26}`);
      }
    }
    return angles.join("");
  }

  /** The files as notation numbers them: figures on Black's side, Chinese ones on Red's. */
  _coordinates() {
    for (let file = 0; file < 9; file++) {
      const x = (this.turned ? 8 - file : file) * STEP;
      for (const red of [true, false]) {
        const number = red ? 9 - file : file + 1;
        const y = red === this.turned ? -60 : 962;
        const text = red ? NUMERALS[number - 1] : String(number);
        this.layers.base.append(svg("text", { x, y, class: "coordinate" }, text));
      }
    }
  }

  draw() {
    this.clear("marks", "pieces", "over");
    this.letters = readFen(this.shown.fen);
    const last = this.lastText();
    const [from, to] = /^[a-i]\d[a-i]\d$/.test(last) ? [last.slice(0, 2), last.slice(2)] : ["", ""];
    if (from) this.put("marks", from, svg("circle", { r: 20, class: "last-from" }));
    for (const [at, letter] of this.letters) {
      const drawn = this.put(
        "pieces",
        at,
        piece(letter, this.preferences.pieces),
        this.active && this.mine(at),
      );
      if (at === to) this.glide(drawn, from, to);
    }
    if (to) this.put("over", to, corners(48, 30));
    const turn = this.shown.fen.split(" ")[1] === "b" ? 1 : 0;
    if (this.shown.check) {
      for (const [at, letter] of this.letters) {
        if (letter !== (turn ? "k" : "K")) continue;
        this.put("marks", at, svg("circle", { r: 72, class: "check-glow" }));
        this.put("over", at, svg("circle", { r: 50, class: "check-ring" }));
      }
    }
    this._aim();
  }

  lastText() {
    return this.options.last?.join("") || (this.view?.moves ?? []).at(-1) || "";
  }

  extra() {
    return this.view?.check ? this.word("check") : "";
  }

  /** @param {XiangqiView} before */
  tone(before) {
    if (this.shown.turn === null) return "end";
    if (this.shown.check) return "check";
    return readFen(before.fen).size > this.letters.size ? "capture" : "move";
  }

  /** @param {string} at @param {number|null} seat */
  belongs(at, seat) {
    const letter = this.letters.get(at);
    return letter !== undefined && sideOf(letter) === seat;
  }
  /** @param {string} text */ pointsOf(text) {
    return [text.slice(0, 2), text.slice(2)];
  }
  /** @param {string} text */ planWords(text) {
    const [from, to] = this.pointsOf(text);
    const letter = this.letters.get(from);
    return letter ? `${kindOf(letter)} ${from}–${to}` : text;
  }

  /** @param {string} at */ taken(at) {
    return this.letters.has(at);
  }
  middle() {
    return "e4";
  }

  /** @param {string} from */
  whyNot(from) {
    if (this.shown.check) return this.reason("check", "xiangqi.exposed-king");
    const facts = { piece: kindOf(this.letters.get(from) ?? "p") };
    return this.reason("way", "xiangqi.movement", facts);
  }

  /** @param {string} at */
  reading(at) {
    const letter = this.letters.get(at);
    return letter
      ? say("on-point", { point: at, what: named(letter) })
      : say("empty-point", { point: at });
  }

  describe() {
    if (!this.letters.size) return "";
    const sides = [0, 1].map((side) => {
      const found = [...this.letters].filter(([, letter]) => sideOf(letter) === side);
      const pieces = found.map(([at, letter]) => `${kindOf(letter)} ${at}`);
      return `${say(side ? "black" : "red")}: ${pieces.join(", ")}.`;
    });
    return [...sides, this.extra()].join(" ");
  }
}

/** @param {string} letter */
const kindOf = (letter) => say(`xiangqi.piece.${KINDS[letter.toLowerCase()]}`);

/** @param {string} letter */
function named(letter) {
  return `${say(sideOf(letter) ? "black" : "red")} ${kindOf(letter)}`;
}
