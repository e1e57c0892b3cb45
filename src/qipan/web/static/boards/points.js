// Boards made of points: pointing, dragging and the keyboard, for stones that are put and pieces
// that are carried.

import { showBubble } from "./bubble.js";
import { Frame } from "./frame.js";
import { drawPlans } from "./planned.js";
import { STEPS, nextPoint } from "./steps.js";
import { svg } from "./svg.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Point} Point */

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
    /** Where something was tried last. */ this.pressed = "";
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
    if (!piece || !begin || !end || this.still || this.options.quiet || this.options.settled)
      return;
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

  /**
   * @param {PointerEvent} event
   * @param {boolean} [anywhere] also from farther off, as a finger may be
   * @returns {string|null}
   */
  _nearest(event, anywhere = false) {
    const [x, y] = this._place(event);
    let best = null;
    let least = (anywhere ? 3 : 1) * this.reach * this.reach;
    for (const point of this.points.values()) {
      const far = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (far <= least) [best, least] = [point.name, far];
    }
    return best;
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.button !== 0) return;
    this.svg.classList.add("pointed"); // whoever points needs no cursor of the keyboard
    const at = this._nearest(event);
    if (at === null) return;
    this.cursor = at;
    this.grip = { at, x: event.clientX, y: event.clientY, was: this.chosen, dragging: false };
    if (this.carries && this.handles(at)) {
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
    if (!this.active && this.planFor === null)
      return this.tell(`${this.reading(at)}. ${say("not-your-turn")}`);
    if (
      this.handles(at) &&
      !(this.chosen && this.options.legal?.includes(this.written(this.chosen, at)))
    ) {
      this._choose(at);
    } else if (this.chosen !== null) {
      this._carry(this.chosen, at);
    } else {
      if (this.planFor !== null) this.onPlan(""); // what was planned is dropped
      this.tell(this.reading(at));
    }
    return undefined;
  }

  /** @param {string} from @param {string} to */
  _carry(from, to) {
    const text = this.written(from, to);
    const { legal } = this.options;
    if (this.planFor !== null) {
      this._choose(null);
      this.onPlan(text);
      return;
    }
    if (legal && !legal.includes(text)) {
      this.refuse(this.whyNot(from, to) || say("not-possible", { move: text }), to);
      return;
    }
    this._choose(null);
    this.pressed = to;
    this.send(text);
  }

  /** @param {string|null} at */
  _choose(at) {
    this.chosen = at;
    const targets = at === null ? [] : this.targets(at);
    if (at !== null) {
      const code = this.planFor === null ? "chosen" : "plan-chosen";
      this.tell(say(code, { what: this.reading(at), count: targets.length }));
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
    this.svg.classList.remove("pointed");
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
    this.cursor = nextPoint(this.points.values(), here, dx, dy)?.name ?? this.cursor;
    this._aim();
    this.tell(this.reading(this._at()));
  }

  /**
   * Say at a point why something cannot be done there.
   * @param {string} sentence
   * @param {string} [at] the point; left out, the one pressed last
   */
  refuse(sentence, at = this.pressed) {
    this.tell(sentence);
    const point = this.points.get(at);
    const [left, top, width, height] = this.box;
    if (point) showBubble(this.stage, sentence, (point.x - left) / width, (point.y - top) / height);
  }

  /** Draw cursor, chosen piece and hints. */
  _aim() {
    this.clear("aim");
    if (this.chosen !== null && !this.handles(this.chosen)) this.chosen = null;
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
    drawPlans(this);
    if (document.activeElement === this.svg && this.svg.matches(":focus-visible:not(.pointed)")) {
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
  /** Whether a piece of a seat stands there. @param {string} at @param {number|null} seat */
  belongs(at, seat) {
    void [at, seat];
    return false;
  }
  /** @param {string} at */ mine(at) {
    return this.belongs(at, this.mover);
  }
  /** Whether a piece may be taken in the hand now, or ahead of the turn. @param {string} at */
  handles(at) {
    if (this.active) return this.mine(at);
    return this.planFor !== null && this.belongs(at, this.planFor);
  }
  /** The points of a move, where it begins and where it ends. @param {string} text */
  pointsOf(text) {
    return [text];
  }
  /** What lies on a point because of a move that is planned. @param {boolean} own */
  plannedStone(own) {
    void own;
    return /** @type {SVGElement|null} */ (null);
  }
  /** @param {string} at */ taken(at) {
    void at;
    return false;
  }
  /** @param {string} at */ reading(at) {
    return at;
  }
  /** @param {string} at @returns {void} */ place(at) {
    const { legal } = this.options;
    this.pressed = at;
    if (this.planFor !== null) this.onPlan(at);
    else if (this.active && legal && !legal.includes(at))
      this.refuse(this.whyNot(at, at) || say("not-possible", { move: at }), at);
    else this.send(at);
  }
  /** Why a piece cannot go there, where the board knows. @param {string} from @param {string} to */
  whyNot(from, to) {
    void from;
    void to;
    return "";
  }
  /** @param {string} from @param {string} to */ written(from, to) {
    return from + to;
  }
}
