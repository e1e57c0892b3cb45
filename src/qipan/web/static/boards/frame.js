// What stands around every board: the drawing, buttons for moves that are words, a field to type
// a move, and the region that a screen reader speaks.

import { html } from "./svg.js";
import { say } from "./words.js";
import { lessMotion, preferences } from "./preferences.js";
import { layPaints } from "./paint.js";
import { tone } from "./sound.js";

/** @typedef {import("./types.js").MountOptions} MountOptions */
/** @typedef {import("./types.js").ShowOptions} ShowOptions */
/** @typedef {import("./types.js").View} View */

let mounted = 0;

/**
 * The frame of a board; a game draws inside it.
 * @template {View} [Seen=View] what the game's view holds
 */
export class Frame {
  constructor() {
    this.id = `board-${++mounted}`;
    /** @type {HTMLElement|null} */ this.element = null;
    this.stage = html("div", { class: "board-stage" });
    this.actions = html("div", {
      class: "board-actions",
      role: "group",
      "aria-label": say("actions"),
    });
    this.live = html("p", { class: "hidden", "aria-live": "polite", "data-board-live": true });
    this.words = html("p", { class: "hidden", id: `${this.id}-words` });
    this.typed = this._typing();
    /** @type {number|null} */ this.seat = null;
    /** @type {Seen|null} */ this.view = null;
    /** @type {ShowOptions} */ this.options = {};
    /** @type {(text: string) => void} */ this.onMove = () => {};
    /** @type {(text: string) => void} */ this.onPlan = () => {};
    this.preferences = preferences();
    /** @type {string[]} */ this.names = [];
    /** @type {Record<string, string>} */ this.clauses = {};
    /** @type {NonNullable<MountOptions["around"]>} */ this.around = {};
  }

  /**
   * @param {HTMLElement} element
   * @param {MountOptions} [options]
   */
  mount(element, options = {}) {
    this.element = element;
    this.seat = options.seat ?? null;
    this.onMove = options.onMove ?? (() => {});
    this.onPlan = options.onPlan ?? (() => {});
    this.names = options.names ?? [];
    this.clauses = options.clauses ?? {};
    this.preferences = { ...this.preferences, ...options.preferences };
    if (options.hints !== undefined) this.preferences.hints = options.hints;
    element.classList.add("board", `board-${this.name}`);
    this.around = options.around ?? {};
    layPaints();
    this._theme();
    element.replaceChildren(this.stage, this.live, this.words);
    (this.around.actions ?? element).append(this.actions);
    (this.around.typed ?? element).append(this.typed);
    this.build();
    return this;
  }

  /**
   * @param {Seen} view
   * @param {ShowOptions} [options]
   */
  show(view, options = {}) {
    const before = this.view;
    this.view = view;
    this.options = options;
    this.draw(before);
    if (options.pending) this.markPending(options.pending);
    this._offer();
    this.words.textContent = this.describe();
    if (before && !options.quiet) {
      const said = options.said ?? this.lastText();
      if (said && !options.pending)
        this.tell([say("moved", { move: said }), this.extra()].filter(Boolean).join(" "));
      if (this.preferences.sound && !options.settled) tone(this.tone(before));
    }
  }

  /** The position on the board; whoever draws or describes it has been shown one. */
  get shown() {
    if (this.view === null) throw new Error("no position was shown yet");
    return this.view;
  }

  /** Whether there is room for letters along the edge. @param {number} least pixels */
  roomFor(least) {
    return this.preferences.coordinates && (this.stage.clientWidth || least) >= least;
  }

  _theme() {
    document.documentElement.dataset.board = this.preferences.theme;
  }

  /** @param {Partial<import("./types.js").Preferences>} changed */
  prefer(changed) {
    Object.assign(this.preferences, changed);
    this._theme();
    if (!this.element) return;
    this.build();
    if (this.view) this.show(this.view, { ...this.options, quiet: true });
  }

  remove() {
    this.element?.replaceChildren();
    this.element?.classList.remove("board", `board-${this.name}`);
  }

  /** Whose moves are made on this board: its own seat's, or those of one that is tried out. */
  get mover() {
    return this.options.tries ?? this.seat;
  }

  /** Whether this seat may act now. */
  get active() {
    if (this.mover === null || !this.view) return false;
    if (this.options.active !== undefined) return this.options.active;
    if (this.options.legal) return this.options.legal.length > 0;
    const { turn, acting } = this.view;
    return Array.isArray(acting) ? acting.includes(this.mover ?? -1) : turn === this.mover;
  }

  /** Whose move may be chosen ahead of the turn; null: nobody's. @returns {number|null} */
  get planFor() {
    return this.active ? null : (this.options.planFor ?? null);
  }

  get still() {
    return Boolean(this.options.reduced) || lessMotion();
  }

  /** @param {string} text */
  send(text) {
    const { legal } = this.options;
    if (!this.active) this.tell(say("not-your-turn"));
    else if (legal && !legal.includes(text)) this.tell(say("not-possible", { move: text }));
    else this.onMove(text);
  }

  /**
   * Say a word of the game's own.
   * @param {string} code behind the game's name
   * @param {Record<string, string|number>} [facts]
   */
  word(code, facts) {
    return say(`${this.name}.${code}`, facts);
  }

  /**
   * Why something is not allowed, with the clause where the regulation has one.
   * @param {string} code behind the game's name
   * @param {string} rule
   * @param {Record<string, string|number>} [facts]
   */
  reason(code, rule, facts) {
    return [this.word(`why-not.${code}`, facts), this.clauses[rule]].filter(Boolean).join(" ");
  }

  /** @param {string} sentence */
  tell(sentence) {
    // The same sentence twice is spoken twice only if the text changes.
    this.live.textContent = this.live.textContent === sentence ? `${sentence}\u00a0` : sentence;
  }

  /**
   * Say why something was refused; a board of points says it where it was tried.
   * @param {string} sentence
   */
  refuse(sentence) {
    this.tell(sentence);
  }

  /** Buttons for every legal move that is a word and no place. */
  _offer() {
    const open = this.active ? this.wordMoves() : [];
    const buttons = open.map((text) => {
      const button = html(
        "button",
        { type: "button", "data-move": text },
        this.word(`act.${text}`),
      );
      button.addEventListener("click", () => this.send(text));
      return button;
    });
    this._buttons([...this.choices(), ...buttons]);
    this.typed.hidden = !this.active;
  }

  /**
   * Show what can be pressed. What is shown already stays: a press is lost with the button that it
   * began on.
   * @param {Element[]} fresh
   */
  _buttons(fresh) {
    const shown = [...this.actions.children];
    const same =
      shown.length === fresh.length && fresh.every((one, at) => one.isEqualNode(shown[at]));
    if (!same) this.actions.replaceChildren(...fresh);
    this.actions.hidden = fresh.length === 0;
  }

  /** What stands before the words that are legal moves. @returns {Element[]} */
  choices() {
    return [];
  }

  _typing() {
    const field = html("input", {
      id: `${this.id}-move`,
      autocomplete: "off",
      spellcheck: "false",
      maxlength: 600,
    });
    const button = html("button", {}, say("send"));
    const form = html(
      "form",
      { class: "row" },
      html("label", { for: `${this.id}-move` }, say("type-a-move")),
      field,
      button,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text && this.active)
        this.onMove(text); // may be another notation: the server reads it
      else if (text) this.tell(say("not-your-turn"));
      field.value = "";
    });
    return html(
      "details",
      { class: "board-typed" },
      html("summary", {}, say("keyboard")),
      html("p", { class: "soft" }, say(`keys.${this.keys}`)),
      form,
    );
  }

  /**
   * Show that something was sent and is not yet answered.
   * @param {string} at where it lies, as `data-at` says
   */
  markPending(at) {
    for (const drawn of this.stage.querySelectorAll(".layer-pieces [data-at], [data-laid]"))
      if (drawn.getAttribute("data-at") === at || drawn.getAttribute("data-laid") === at)
        drawn.classList.add("pending");
  }

  /** Act for a seat without turning the board: it lies between the players. @param {number} seat */
  actFor(seat) {
    this.seat = seat;
  }

  // -- what a game fills in -----------------------------------------------------------------

  /**
   * The position with a move in it that was sent, before the answer; null where that cannot be
   * drawn.
   * @param {Seen} view
   * @param {string} text
   * @param {number} [seat] who made it; this seat unless said otherwise
   * @returns {import("./ahead.js").Ahead|null}
   */
  ahead(view, text, seat) {
    void [view, text, seat];
    return null;
  }
  get name() {
    return "board";
  }
  get keys() {
    return "points";
  }
  /** What a reader may switch about it. @returns {Array<keyof import("./types.js").Preferences>} */
  get switches() {
    return ["theme", "coordinates", "hints", "sound"];
  }
  /** Whether a live table shows its coordinates unless they are switched off. */
  get lettered() {
    return false;
  }
  build() {}
  /** @param {Seen|null} before */
  draw(before) {
    void before;
  }
  describe() {
    return "";
  }
  lastText() {
    return "";
  }
  extra() {
    return "";
  }
  /** A move that is not made yet, in words. @param {string} text */
  planWords(text) {
    return text;
  }
  /** @returns {string[]} */
  wordMoves() {
    return (this.options.legal ?? []).filter((text) => /^[a-z]{3,}$/.test(text));
  }
  /** @param {Seen} before @returns {"move"|"capture"|"check"|"end"} */
  tone(before) {
    void before;
    return this.view?.turn === null ? "end" : "move";
  }
}
