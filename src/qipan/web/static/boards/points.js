// Boards made of points: pointing, dragging and the keyboard, for stones that are put and pieces
// that are carried.

import { Frame } from "./frame.js";
import { svg } from "./svg.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Point} Point */

/** @type {Map<string, [number, number]>} */
const STEPS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);
const FAR = 8; // pixels a finger may tremble before it drags

/** @typedef {"base"|"marks"|"pieces"|"over"|"aim"} Layer from the wood up to the cursor */

/** @returns {Record<Layer, SVGGElement>} */
const newLayers = () => ({
  base: svg("g", { class: "layer-base" }),
  marks: svg("g", { class: "layer-marks" }),
  pieces: svg("g", { class: "layer-pieces" }),
  over: svg("g", { class: "layer-over" }),
  aim: svg("g", { class: "layer-aim" }),
});

/**
 * A board of points in one SVG drawing.
 * @template {import("./types.js").View} [Seen=import("./types.js").View]
 * @extends {Frame<Seen>}
 */
export class PointBoard extends Frame {
  constructor() {
    super();
    this.svg = svg("svg");
    this.layers = newLayers();
    /** @type {Map<string, Point>} */ this.points = new Map();
    /** @type {string|null} */ this.cursor = null;
    /** @type {string|null} */ this.chosen = null;
    /** Left, top, width and height. @type {number[]} */ this.box = [0, 0, 100, 100];
    this.reach = 50;
  }

  build() {
    const focused = document.activeElement === this.svg;
    this.layers = newLayers();
    this.svg = svg("svg", {
      class: "board-svg",
      viewBox: this.box.join(" "),
      tabindex: 0,
      role: "application",
      focusable: "true",
      "aria-roledescription": say("a-board"),
      "aria-label": say(`name.${this.name}`),
      "aria-describedby": `${this.id}-words`,
    });
    this.svg.append(...Object.values(this.layers));
    this.lay();
    this.svg.setAttribute("viewBox", this.box.join(" "));
    this.svg.addEventListener("pointerdown", (event) => this._down(event));
    this.svg.addEventListener("pointermove", (event) => this._move(event));
    this.svg.addEventListener("pointerup", (event) => this._up(event));
    this.svg.addEventListener("pointercancel", () => this._drop());
    this.svg.addEventListener("keydown", (event) => this._key(event));
    this.svg.addEventListener("focus", () => this._aim());
    this.svg.addEventListener("blur", () => this._aim());
    this.stage.replaceChildren(this.svg);
    if (focused) this.svg.focus();
  }

  /**
   * Put a drawing on a point.
   * @param {Layer} layer
   * @param {string} at
   * @param {SVGElement} drawing
   * @param {boolean} [own] whether it may be taken in the hand
   */
  put(layer, at, drawing, own = false) {
    const point = this.points.get(at);
    if (!point) return null;
    const group = svg(
      "g",
      { transform: `translate(${point.x} ${point.y})`, "data-at": at },
      drawing,
    );
    if (own) group.classList.add("own");
    this.layers[layer].append(group);
    return group;
  }

  /** @param {...Layer} names */
  clear(...names) {
    for (const name of names) this.layers[name].replaceChildren();
  }

  /**
   * Let a piece glide from one point to another; at once where motion is not wanted.
   * @param {Element|null} piece
   * @param {string} from
   * @param {string} to
   */
  glide(piece, from, to) {
    const begin = this.points.get(from);
    const end = this.points.get(to);
    if (!piece || !begin || !end || this.still || this.options.quiet) return;
    const inner = /** @type {Element} */ (piece.firstElementChild);
    inner.animate?.(
      [
        { transform: `translate(${begin.x - end.x}px, ${begin.y - end.y}px)` },
        { transform: "none" },
      ],
      { duration: 140, easing: "ease-out" },
    );
  }

  // -- pointing -----------------------------------------------------------------------------

  /** @param {PointerEvent} event @returns {[number, number]} */
  _place(event) {
    const matrix = this.svg.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  }

  /** @param {PointerEvent} event @returns {string|null} */
  _nearest(event) {
    const [x, y] = this._place(event);
    let best = null;
    let least = this.reach * this.reach;
    for (const point of this.points.values()) {
      const far = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (far <= least) [best, least] = [point.name, far];
    }
    return best;
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.button !== 0) return;
    const at = this._nearest(event);
    if (at === null) return;
    this.cursor = at;
    this.grip = { at, x: event.clientX, y: event.clientY, was: this.chosen, dragging: false };
    if (this.carries && this.active && this.mine(at)) {
      this.svg.setPointerCapture(event.pointerId);
      event.preventDefault(); // a piece in the hand does not scroll the page
      this.svg.focus({ preventScroll: true });
      this._choose(at);
    }
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const grip = this.grip;
    if (!grip || this.chosen === null || grip.at !== this.chosen) return;
    if (!grip.dragging && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < FAR) return;
    grip.dragging = true;
    const [x, y] = this._place(event);
    const piece = this.layers.pieces.querySelector(`[data-at="${grip.at}"]`);
    piece?.setAttribute("transform", `translate(${x} ${y})`);
    piece?.classList.add("in-hand");
    if (piece) this.layers.pieces.append(piece);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const grip = this.grip;
    this.grip = undefined;
    if (!grip) return;
    const at = this._nearest(event);
    if (grip.dragging) {
      this._drop();
      if (at !== null && at !== grip.at) this._carry(grip.at, at);
      return;
    }
    if (at === null || at !== grip.at) return;
    if (grip.was === at && this.carries)
      this._choose(null); // a second tap puts it down again
    else this.press(at);
  }

  _drop() {
    this.grip = undefined;
    for (const piece of this.layers.pieces.querySelectorAll(".in-hand")) {
      const point = this.points.get(piece.getAttribute("data-at") ?? "");
      if (point) piece.setAttribute("transform", `translate(${point.x} ${point.y})`);
      piece.classList.remove("in-hand");
    }
  }

  // -- acting -------------------------------------------------------------------------------

  /**
   * A tap or Enter on a point.
   * @param {string} at
   */
  press(at) {
    if (!this.carries) return this.place(at);
    if (!this.active) return this.tell(`${this.reading(at)}. ${say("not-your-turn")}`);
    if (
      this.mine(at) &&
      !(this.chosen && this.options.legal?.includes(this.written(this.chosen, at)))
    ) {
      this._choose(at);
    } else if (this.chosen !== null) {
      this._carry(this.chosen, at);
    } else {
      this.tell(this.reading(at));
    }
    return undefined;
  }

  /** @param {string} from @param {string} to */
  _carry(from, to) {
    const text = this.written(from, to);
    const { legal } = this.options;
    if (legal && !legal.includes(text)) {
      this.tell(say("not-possible", { move: text }));
      return;
    }
    this._choose(null);
    this.send(text);
  }

  /** @param {string|null} at */
  _choose(at) {
    this.chosen = at;
    const targets = at === null ? [] : this.targets(at);
    if (at !== null) {
      this.tell(say("chosen", { what: this.reading(at), count: targets.length }));
    }
    this._aim();
  }

  /**
   * Where a piece may go, by the moves the server listed.
   * @param {string} from
   * @returns {string[]}
   */
  targets(from) {
    const start = this.written(from, "");
    return (this.options.legal ?? [])
      .filter((text) => text.startsWith(start))
      .map((text) => text.slice(start.length))
      .filter((name) => this.points.has(name));
  }

  // -- keyboard -----------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS.get(event.key);
    if (step) this._step(step[0], step[1]);
    else if (event.key === "Enter" || event.key === " ") this.press(this._at());
    else if (event.key === "Escape") {
      this._choose(null);
      this.tell(say("put-down"));
    } else if (event.key === "Home") this.tell(this.describe());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  _at() {
    this.cursor ??= this.middle();
    return this.cursor;
  }

  /**
   * Go to the next point in a direction, nearest to the straight line.
   * @param {number} dx
   * @param {number} dy
   */
  _step(dx, dy) {
    const here = /** @type {Point} */ (this.points.get(this._at()));
    let best = null;
    let least = Infinity;
    for (const point of this.points.values()) {
      const along = (point.x - here.x) * dx + (point.y - here.y) * dy;
      const aside = Math.abs((point.x - here.x) * dy) + Math.abs((point.y - here.y) * dx);
      if (along < 1) continue;
      const cost = along + aside * 3;
      if (cost < least) [best, least] = [point.name, cost];
    }
    if (best !== null) this.cursor = best;
    this._aim();
    this.tell(this.reading(this._at()));
  }

  /** Draw cursor, chosen piece and hints. */
  _aim() {
    this.clear("aim");
    if (this.chosen !== null && (!this.active || !this.mine(this.chosen))) this.chosen = null;
    const size = this.reach;
    if (this.chosen !== null) {
      this.put("aim", this.chosen, svg("circle", { r: size * 0.98, class: "aim-chosen" }));
      if (this.preferences.hints) {
        for (const at of this.targets(this.chosen)) {
          const taken = this.taken(at);
          this.put(
            "aim",
            at,
            svg("circle", {
              r: taken ? size * 0.96 : size * 0.3,
              class: taken ? "aim-take" : "aim-go",
            }),
          );
        }
      }
    }
    if (document.activeElement === this.svg && this.svg.matches(":focus-visible")) {
      const s = size * 0.96;
      this.put(
        "aim",
        this._at(),
        svg("rect", { x: -s, y: -s, width: 2 * s, height: 2 * s, rx: 6, class: "aim-cursor" }),
      );
    }
  }

  // -- what a game fills in -----------------------------------------------------------------

  get carries() {
    return false;
  }
  lay() {}
  middle() {
    return /** @type {string} */ ([...this.points.keys()][this.points.size >> 1]);
  }
  /** @param {string} at */ mine(at) {
    void at;
    return false;
  }
  /** @param {string} at */ taken(at) {
    void at;
    return false;
  }
  /** @param {string} at */ reading(at) {
    return at;
  }
  /** @param {string} at @returns {void} */ place(at) {
    this.send(at);
  }
  /** @param {string} from @param {string} to */ written(from, to) {
    return from + to;
  }
}
