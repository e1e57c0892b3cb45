// The shengji table: four seats, the trick in the middle, the own hand as a fan.

import { Frame } from "./frame.js";
import { arranged, cardName, face, groupOf, sign } from "./cards.js";
import { html } from "./svg.js";
import { listed, say } from "./words.js";

/** @typedef {import("../../../games/shengji/view").ShengjiView} ShengjiView */

/** What cards are for in each phase. @type {Record<string, string>} */
const VERBS = { draw: "declare", close: "declare", bury: "bury", counter: "counter", play: "play" };
const PASSES = ["draw", "close", "counter"];
const PLACES = ["bottom", "right", "top", "left"];
const FAR = 24;

/** @extends {Frame<ShengjiView>} */
export default class ShengjiBoard extends Frame {
  constructor() {
    super();
    /** Chosen cards by their place in the hand. @type {Set<number>} */ this.chosen = new Set();
    /** @type {string[]} */ this.hand = [];
    this.pulled = false;
    this.status = html("p", { class: "cards-status" });
    this.cloth = html("div", { class: "cards-cloth" });
    this.fan = this._newFan();
  }

  _newFan() {
    const fan = html("div", {
      class: "cards-hand",
      role: "group",
      "aria-label": this.word("own-hand"),
    });
    fan.addEventListener("keydown", (event) => this._key(event));
    return fan;
  }

  get name() {
    return "shengji";
  }
  get keys() {
    return "cards";
  }
  get switches() {
    return super.switches.filter((name) => name !== "coordinates");
  }

  build() {
    this.fan = this._newFan();
    this.stage.replaceChildren(this.status, this.cloth, this.fan);
  }

  /** Which side of the table a seat is on; the turn goes to the right. @param {number} seat */
  placeOf(seat) {
    return PLACES[(seat - (this.seat ?? 0) + (this.preferences.flipped ? 2 : 0) + 4) % 4];
  }

  /** @param {ShengjiView|null} before */
  draw(before) {
    const { deal } = this.shown;
    this._status();
    this.cloth.replaceChildren(...[0, 1, 2, 3].map((seat) => this._seat(seat)), this._middle());
    const hand = arranged(deal.hand ?? [], deal.trump, deal.rank);
    if (!before || hand.join() !== this.hand.join()) this.chosen.clear();
    this.hand = hand;
    this._fan();
  }

  _status() {
    const { deal, levels } = this.shown;
    const trump =
      deal.trump === null
        ? this.word("trump-open")
        : deal.trump === "NT"
          ? this.word("no-trump")
          : `${sign(deal.trump)}\ufe0e ${this.word(`suit.${deal.trump}`)}`;
    const chips = [
      [this.word("trump"), trump],
      [this.word("level"), deal.rank],
      [this.word("defenders-points"), String(deal.points)],
      [this.word("levels"), levels.join(" : ")],
      [this.word("deal"), String(deal.number)],
    ];
    this.status.replaceChildren(
      ...chips.map(([name, value]) =>
        html(
          "span",
          { class: "chip" },
          html("span", { class: "soft" }, `${name} `),
          html("strong", {}, value),
        ),
      ),
    );
  }

  /** @param {number} seat */
  _seat(seat) {
    const { deal, acting } = this.shown;
    const tags = [];
    if (deal.banker === seat) tags.push(this.word("banker"));
    if (acting.includes(seat)) tags.push(this.word("acts"));
    if (deal.quiet.includes(seat)) tags.push(this.word("quiet"));
    if (deal.buried_by.at(-1) === seat) tags.push(this.word("buried"));
    const won = deal.tricks.filter((winner) => winner === seat).length;
    const box = html(
      "div",
      {
        class: `cards-seat at-${this.placeOf(seat)}${acting.includes(seat) ? " acting" : ""}`,
        "data-seat": seat,
      },
      html("strong", {}, this.names[seat] ?? say("seat", { seat: seat + 1 })),
      html(
        "span",
        { class: "soft" },
        this.word("cards-and-tricks", { cards: deal.counts[seat], tricks: won }),
      ),
      ...tags.map((tag) => html("span", { class: "chip" }, tag)),
    );
    for (const each of deal.declared) {
      if (each.seat === seat)
        box.append(
          this._cards(
            each.cards ?? Array(each.count).fill(null),
            this.word("declares", { count: each.count }),
            "declared",
          ),
        );
    }
    if (deal.exposed[seat]?.length)
      box.append(this._cards(deal.exposed[seat], this.word("exposed"), "declared"));
    return box;
  }

  /** @param {Array<string|null>} cards @param {string} label @param {string} kind */
  _cards(cards, label, kind) {
    const names = cards
      .filter((card) => card !== null)
      .map((card) => cardName(/** @type {string} */ (card)));
    const said = names.length ? `${label}: ${listed(names)}` : label;
    return html(
      "div",
      { class: `cards-row ${kind}`, role: "img", "aria-label": said, title: label },
      ...cards.map((card) => face(card)),
    );
  }

  _middle() {
    const { deal } = this.shown;
    const middle = html("div", { class: "cards-middle" });
    for (const laid of deal.trick) {
      const who = this.names[laid.seat] ?? say("seat", { seat: laid.seat + 1 });
      const row = this._cards(laid.cards, who, `laid from-${this.placeOf(laid.seat)}`);
      if (deal.trick_won_by === laid.seat) row.classList.add("won");
      middle.append(row);
    }
    const bottom = deal.bottom ?? this.shown.left?.bottom ?? null;
    if (bottom?.length) middle.append(this._cards(bottom, this.word("bottom"), "bottom-open"));
    else if (deal.buried_by.length)
      middle.append(this._cards([null], this.word("bottom-hidden"), "bottom-pile"));
    if (deal.flipped)
      middle.append(this._cards([deal.flipped], this.word("flipped"), "bottom-pile"));
    return middle;
  }

  // -- the hand -----------------------------------------------------------------------------

  _fan() {
    const { deal } = this.shown;
    const { hand } = this;
    const hinted = this._hinted();
    const focused = [...this.fan.children].indexOf(/** @type {Element} */ (document.activeElement));
    let group = "";
    this.fan.replaceChildren(
      ...hand.map((card, place) => {
        const now = groupOf(card, deal.trump, deal.rank);
        const button = html(
          "button",
          {
            type: "button",
            class: "card",
            "aria-pressed": "false",
            "aria-label": cardName(card),
            "data-card": card,
            tabindex: place ? -1 : 0,
          },
          face(card),
        );
        if (group && now !== group) button.classList.add("new-suit");
        if (now === "T") button.classList.add("trump");
        if (hinted && !hinted.has(card)) button.classList.add("not-now");
        group = now;
        const lean = (place - (hand.length - 1) / 2) / Math.max(12, hand.length / 2);
        button.style.setProperty("--lean", `${(lean * 7).toFixed(2)}deg`);
        button.style.setProperty("--sink", `${(lean * lean * 14).toFixed(1)}px`);
        button.addEventListener("click", () => this._toggle(place));
        this._draggable(button, place);
        return button;
      }),
    );
    if (focused >= 0) this._focus(Math.min(focused, hand.length - 1));
    this._chosen();
  }

  /** Cards that stand in some legal move, where the moves were all listed. */
  _hinted() {
    const { legal } = this.options;
    if (!legal || !this.preferences.hints || !this.active) return null;
    const found = new Set(legal.flatMap((text) => text.split(" ").slice(1)));
    return found.size ? found : null;
  }

  /** @param {number} place */
  _toggle(place) {
    if (this.pulled) return;
    if (this.chosen.has(place)) this.chosen.delete(place);
    else this.chosen.add(place);
    this._focus(place);
    this._chosen();
    this.tell(
      this.word(this.chosen.has(place) ? "card-up" : "card-down", {
        card: cardName(this.hand[place]),
        count: this.chosen.size,
      }),
    );
  }

  _chosen() {
    [...this.fan.children].forEach((card, place) =>
      card.setAttribute("aria-pressed", String(this.chosen.has(place))),
    );
    this._offer();
  }

  /** @param {number} place */
  _focus(place) {
    const cards = /** @type {HTMLElement[]} */ ([...this.fan.children]);
    cards.forEach((card, number) => card.setAttribute("tabindex", number === place ? "0" : "-1"));
    cards[place]?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const here = [...this.fan.children].indexOf(/** @type {Element} */ (event.target));
    const last = this.hand.length - 1;
    const goes = new Map([
      ["ArrowLeft", here - 1],
      ["ArrowRight", here + 1],
      ["Home", 0],
      ["End", last],
    ]);
    const to = goes.get(event.key);
    if (to !== undefined) this._focus(Math.max(0, Math.min(last, to)));
    else if (event.key === "Escape") {
      this.chosen.clear();
      this._chosen();
    } else if (event.key === "Enter" && this.chosen.size) this._act();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * A card pulled up onto the table is played, with all that are chosen.
   * @param {HTMLElement} card
   * @param {number} place
   */
  _draggable(card, place) {
    /** @type {{x: number, y: number}|null} */ let grip = null;
    card.addEventListener("pointerdown", (event) => {
      grip = { x: event.clientX, y: event.clientY };
      card.setPointerCapture(event.pointerId);
    });
    card.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
      if (Math.hypot(dx, dy) < FAR) return;
      card.classList.add("in-hand");
      card.style.setProperty("--dx", `${dx}px`);
      card.style.setProperty("--dy", `${dy}px`);
    });
    const drop = (/** @type {PointerEvent} */ event) => {
      const dragged = card.classList.contains("in-hand");
      grip = null;
      card.classList.remove("in-hand");
      if (!dragged) return;
      this.pulled = true; // the click that follows a drag chooses nothing
      setTimeout(() => {
        this.pulled = false;
      }, 0);
      const cloth = this.cloth.getBoundingClientRect();
      if (event.clientY > cloth.bottom || event.clientY < cloth.top) return;
      this.chosen.add(place);
      this._chosen();
      if (this.verb === "play") this._act();
    };
    card.addEventListener("pointerup", drop);
    card.addEventListener("pointercancel", () => {
      grip = null;
      card.classList.remove("in-hand");
    });
  }

  // -- acting -------------------------------------------------------------------------------

  get verb() {
    return this.view ? (VERBS[this.view.deal.phase] ?? null) : null;
  }

  get picked() {
    return [...this.chosen].sort((a, b) => a - b).map((place) => this.hand[place]);
  }

  _act() {
    if (!this.active) return this.tell(say("not-your-turn"));
    if (!this.verb || !this.chosen.size) return this.tell(this.word("choose-cards"));
    return this.onMove(`${this.verb} ${this.picked.join(" ")}`);
  }

  _offer() {
    const buttons = [];
    const { phase } = this.shown.deal;
    if (this.active && this.verb) {
      const need = this.verb === "bury" ? 8 : 0;
      const ready = this.chosen.size > 0 && (!need || this.chosen.size === need);
      const label =
        this.word(`act.${this.verb}`) +
        (need
          ? ` (${this.chosen.size}/${need})`
          : this.chosen.size
            ? ` (${this.chosen.size})`
            : "");
      const act = html(
        "button",
        { type: "button", class: "primary", "data-move": this.verb, disabled: !ready },
        label,
      );
      act.addEventListener("click", () => this._act());
      buttons.push(act);
    }
    if (this.active && PASSES.includes(phase)) {
      const pass = html("button", { type: "button", "data-move": "pass" }, this.word("act.pass"));
      pass.addEventListener("click", () => this.onMove("pass"));
      buttons.push(pass);
    }
    if (this.active && phase === "cut") buttons.push(this._cut());
    this.actions.replaceChildren(...buttons);
    this.actions.hidden = buttons.length === 0;
    this.typed.hidden = !this.active;
  }

  _cut() {
    const kind = { type: "number", min: 0, max: 107, value: 54 };
    const field = html("input", { ...kind, "aria-label": this.word("cut-at") });
    const button = html("button", { class: "primary", "data-move": "cut" }, this.word("act.cut"));
    const form = html("form", { class: "row" }, field, button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onMove(`cut ${Number(field.value)}`);
    });
    return form;
  }

  // -- words --------------------------------------------------------------------------------

  lastText() {
    const { deal } = this.shown;
    const laid = deal.trick.at(-1);
    if (!laid) return "";
    const name = this.names[laid.seat] ?? say("seat", { seat: laid.seat + 1 });
    return `${name}: ${listed(laid.cards.map(cardName))}`;
  }

  describe() {
    const { deal } = this.shown;
    const trick = deal.trick.map(
      (laid) => `${say("seat", { seat: laid.seat + 1 })}: ${listed(laid.cards.map(cardName))}`,
    );
    return [
      this.status.textContent,
      ...trick,
      this.hand.length ? `${this.word("own-hand")}: ${listed(this.hand.map(cardName))}` : "",
    ].join(". ");
  }

  tone() {
    return this.view?.deal.phase === "over"
      ? "end"
      : this.view?.deal.trick_won_by !== null
        ? "capture"
        : "move";
  }
}
