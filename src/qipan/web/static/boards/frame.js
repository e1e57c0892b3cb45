// What stands around every board: the drawing, buttons for moves that are words, a field to type
// a move, and the region that a screen reader speaks.

import { html } from "./svg.js";
import { say } from "./words.js";
import { lessMotion, preferences } from "./preferences.js";
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
    this.preferences = preferences();
    /** @type {string[]} */ this.names = [];
  }

  /**
   * @param {HTMLElement} element
   * @param {MountOptions} [options]
   */
  mount(element, options = {}) {
    this.element = element;
    this.seat = options.seat ?? null;
    this.onMove = options.onMove ?? (() => {});
    this.names = options.names ?? [];
    this.preferences = { ...this.preferences, ...options.preferences };
    if (options.hints !== undefined) this.preferences.hints = options.hints;
    element.classList.add("board", `board-${this.name}`);
    element.replaceChildren(this.stage, this.actions, this.typed, this.live, this.words);
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
    this._offer();
    this.words.textContent = this.describe();
    if (before && !options.quiet) {
      const said = options.said ?? this.lastText();
      if (said) this.tell([say("moved", { move: said }), this.extra()].filter(Boolean).join(" "));
      if (this.preferences.sound) tone(this.tone(before));
    }
  }

  /** The position on the board; whoever draws or describes it has been shown one. */
  get shown() {
    if (this.view === null) throw new Error("no position was shown yet");
    return this.view;
  }

  /** @param {Partial<import("./types.js").Preferences>} changed */
  prefer(changed) {
    Object.assign(this.preferences, changed);
    if (!this.element) return;
    this.build();
    if (this.view) this.show(this.view, { ...this.options, quiet: true });
  }

  remove() {
    this.element?.replaceChildren();
    this.element?.classList.remove("board", `board-${this.name}`);
  }

  /** Whether this seat may act now. There is no moving ahead of the turn. */
  get active() {
    if (this.seat === null || !this.view) return false;
    if (this.options.active !== undefined) return this.options.active;
    if (this.options.legal) return this.options.legal.length > 0;
    const { turn, acting } = this.view;
    return Array.isArray(acting) ? acting.includes(this.seat) : turn === this.seat;
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

  /** @param {string} sentence */
  tell(sentence) {
    // The same sentence twice is spoken twice only if the text changes.
    this.live.textContent = this.live.textContent === sentence ? `${sentence}\u00a0` : sentence;
  }

  /** Buttons for every legal move that is a word and no place. */
  _offer() {
    const open = this.active ? this.wordMoves() : [];
    this.actions.replaceChildren(
      ...open.map((text) => {
        const button = html(
          "button",
          { type: "button", "data-move": text },
          this.word(`act.${text}`),
        );
        button.addEventListener("click", () => this.send(text));
        return button;
      }),
    );
    this.actions.hidden = this.actions.childElementCount === 0;
    this.typed.hidden = !this.active;
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

  /** Act for a seat without turning the board: it lies between the players. @param {number} seat */
  actFor(seat) {
    this.seat = seat;
  }

  // -- what a game fills in -----------------------------------------------------------------

  get name() {
    return "board";
  }
  get keys() {
    return "points";
  }
  /** What a reader may switch about it. @returns {Array<keyof import("./types.js").Preferences>} */
  get switches() {
    return ["coordinates", "hints", "sound"];
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
