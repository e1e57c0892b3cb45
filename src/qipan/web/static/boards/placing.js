// Putting a stone with a finger: a first touch only aims, with a loupe while it is held; a button
// with the name of the point, or a second tap on it, plays. With a mouse a stone is seen first.

import { html, svg } from "./svg.js";
import { say } from "./words.js";

/** @typedef {import("./stones.js").StoneBoard<any>} StoneBoard */

const CLOSE = 30; // pixels between points under which one tap is not enough
const HOLD = 220; // milliseconds until a touch is a hold
const ACROSS = 5; // points that a loupe shows
const LIFT = 118; // pixels from the finger up to the middle of the loupe
/** @type {Array<[string, string, number, number]>} */
const NUDGES = [
  ["left", "‹", -1, 0],
  ["up", "⌃", 0, -1],
  ["down", "⌄", 0, 1],
  ["right", "›", 1, 0],
];

export class Placing {
  /** @param {StoneBoard} board @param {number} step between two points of the drawing */
  constructor(board, step) {
    this.board = board;
    this.step = step;
    /** Where a stone would go. @type {string|null} */ this.at = null;
    /** Where the mouse is. @type {string|null} */ this.over = null;
    this.held = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.timer = undefined;
    /** @type {HTMLElement|null} */ this.loupe = null;
    /** @type {SVGSVGElement|null} */ this.lens = null;
    this.row = this._row();
  }

  /** How a stone is put with a finger here. @returns {"one"|"two"|"loupe"} */
  get way() {
    const { touch } = this.board.preferences;
    if (touch !== "usual") return touch;
    const matrix = this.board.svg.getScreenCTM();
    return matrix && matrix.a * this.step < CLOSE ? "two" : "one";
  }

  /** Whether this touch only aims. @param {PointerEvent} event */
  takes(event) {
    const { board } = this;
    if (board.planFor !== null) return board.aims; // ahead of the turn a first press only aims
    return event.pointerType !== "mouse" && board.active && board.putsStones && this.way !== "one";
  }

  /** @param {PointerEvent} event */
  down(event) {
    event.preventDefault();
    this.board.svg.setPointerCapture?.(event.pointerId);
    this.held = true;
    this.began = { at: this.at, x: event.clientX, y: event.clientY };
    this.aim(event);
    if (this.way === "loupe") this._magnify(event);
    else if (event.pointerType !== "mouse")
      this.timer = setTimeout(() => this._magnify(event), HOLD);
  }

  /** @param {PointerEvent} event */
  move(event) {
    this.aim(event);
    if (this.loupe) this._follow(event);
    else if (
      this.began &&
      event.pointerType !== "mouse" &&
      Math.hypot(event.clientX - this.began.x, event.clientY - this.began.y) > 8
    )
      this._magnify(event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const looked = this.loupe !== null;
    this._letGo();
    this.aim(event);
    const again = this.at === this.began?.at || this.board.plannedAt(this.at ?? "");
    if (!looked && this.at !== null && again) this.play();
  }

  /** Aim at the point nearest to a pointer. @param {PointerEvent} event */
  aim(event) {
    const near = this.board._nearest(event, true);
    if (near !== null) this.set(near);
  }

  /** @param {string|null} at */
  set(at) {
    if (at !== this.at) {
      this.at = at;
      this.board._aim();
      if (at !== null) this.board.tell(this.board.reading(at));
    }
    this._offer();
  }

  play() {
    const { at } = this;
    this.set(null);
    if (at !== null) this.board.place(at);
  }

  drop() {
    this._letGo();
    if (this.at !== null) this.set(null);
    this.over = null;
    this._offer();
  }

  /** The mouse is somewhere, or nowhere. @param {PointerEvent|null} event */
  hover(event) {
    const near = event ? this.board._nearest(event) : null;
    const open = near !== null && this.board.mayPut(near) ? near : null;
    if (open === this.over) return;
    this.over = open;
    this.board._aim();
  }

  /** Draw the stone that is not there yet. */
  draw() {
    const { board } = this;
    if (!board.aims) {
      this.at = this.over = null;
      this._offer();
      return;
    }
    const at = this.at ?? this.over;
    if (at === null) return;
    const colour = board.planFor === null ? board.ownColour : board.colourOf(board.planFor);
    const side = colour ? "white" : "black";
    const stone = svg("g", { class: `ghost ghost-stone ${side}` }, svg("circle", { r: 19.2 }));
    board.put("aim", at, stone);
    if (this.at !== null) board.put("aim", at, svg("circle", { r: 21, class: "ghost-ring" }));
  }

  // -- the loupe ----------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  _magnify(event) {
    clearTimeout(this.timer);
    if (!this.held || this.loupe) return;
    this.lens = /** @type {SVGSVGElement} */ (this.board.svg.cloneNode(true));
    for (const name of ["id", "tabindex", "role", "aria-label", "aria-describedby"])
      this.lens.removeAttribute(name);
    this.lens.querySelector(".layer-aim")?.replaceChildren();
    this.lens.classList.remove("board-svg");
    const ring = svg("circle", { r: 21, class: "ghost-ring", "data-aim": "" });
    this.lens.append(ring);
    this.loupe = html("div", { class: "board-loupe", "aria-hidden": "true" }, this.lens);
    this.board.stage.append(this.loupe);
    this._follow(event);
  }

  /** @param {PointerEvent} event */
  _follow(event) {
    const { lens, loupe, board, step } = this;
    const point = board.points.get(this.at ?? "");
    if (!lens || !loupe || !point) return;
    const span = ACROSS * step;
    lens.setAttribute("viewBox", `${point.x - span / 2} ${point.y - span / 2} ${span} ${span}`);
    lens.querySelector("[data-aim]")?.setAttribute("transform", `translate(${point.x} ${point.y})`);
    const box = board.stage.getBoundingClientRect();
    const x = Math.min(Math.max(event.clientX - box.left, 84), box.width - 84);
    const y = event.clientY - box.top;
    loupe.style.setProperty("--x", `${x}px`);
    loupe.style.setProperty("--y", `${y < LIFT ? y + LIFT : y - LIFT}px`);
  }

  _letGo() {
    clearTimeout(this.timer);
    this.held = false;
    this.loupe?.remove();
    this.loupe = this.lens = null;
  }

  // -- the row of buttons -------------------------------------------------------------------

  _row() {
    const row = html("div", { class: "placing", role: "group", hidden: true });
    for (const [name, sign, dx, dy] of NUDGES) {
      const button = html(
        "button",
        { type: "button", class: "nudge", "data-nudge": name, "aria-label": say(`nudge.${name}`) },
        sign,
      );
      button.addEventListener("click", () => this._nudge(dx, dy));
      row.append(button);
    }
    const yes = html("button", { type: "button", class: "primary confirm", "data-confirm": "" });
    yes.addEventListener("click", () => this.play());
    const no = html(
      "button",
      { type: "button", class: "nudge", "aria-label": say("nudge.drop") },
      "✕",
    );
    no.addEventListener("click", () => this.set(null));
    row.append(yes, no);
    this.confirm = yes;
    return row;
  }

  /** @param {number} dx @param {number} dy */
  _nudge(dx, dy) {
    const here = this.board.points.get(this.at ?? "");
    if (!here) return;
    const [x, y] = [here.x + dx * this.step, here.y + dy * this.step];
    for (const point of this.board.points.values())
      if (Math.abs(point.x - x) < 1 && Math.abs(point.y - y) < 1) this.set(point.name);
  }

  _offer() {
    this.row.hidden = this.at === null;
    if (!this.confirm || this.at === null) return;
    const { planFor } = this.board;
    this.confirm.textContent =
      planFor === null ? `✓ ${this.at}` : say("plan-at", { point: this.at });
  }
}
