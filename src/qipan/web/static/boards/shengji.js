// The shengji table: four seats on the cloth, the trick in the middle, the own hand at the foot.

import { laidCards } from "./ahead.js";
import { cardName, face, groupOf, sign } from "./cards.js";
import { draggable, laidOut, rowsOf, suggested } from "./shengji_hand.js";
import { ClothBoard } from "./shengji_cloth.js";
import { minis, summary } from "./shengji_deal.js";
import { html } from "./svg.js";
import { listed, say } from "./words.js";

/** @typedef {import("../../../games/shengji/view").ShengjiView} ShengjiView */

/** What cards are for in each phase. @type {Record<string, string>} */
const VERBS = { draw: "declare", close: "declare", bury: "bury", counter: "counter", play: "play" };
const PASSES = ["draw", "close", "counter"];
const LOOK_SECONDS = 10;

/** @extends {ClothBoard<ShengjiView>} */
export default class ShengjiBoard extends ClothBoard {
  constructor() {
    super();
    /** Chosen cards by their place in the hand. @type {Set<number>} */ this.chosen = new Set();
    /** @type {string[]} */ this.hand = [];
    /** Cards put aside at the left end. @type {string[]} */ this.aside = [];
    /** @type {import("./shengji_hand.js").Order} */ this.order = "suit";
    this.pulled = false;
    /** Who said that they are ready for the next deal. @type {number[]} */ this.ready = [];
    /** Told when this seat is ready. @type {(() => void)|null} */ this.onReady = null;
    /** When the summary was first seen, by deal. */ this.seen = { deal: 0, at: 0 };
    this.mine = html("div", { class: "cards-mine" });
    this.turnWords = html("small", { class: "cards-turn" });
    this.ways = html("span", { class: "cards-ways" });
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

  /** @param {ShengjiView} view @param {string} text */
  ahead(view, text) {
    return laidCards(view, this.seat ?? 0, text);
  }
  get keys() {
    return "cards";
  }
  get switches() {
    return super.switches.filter((name) => name !== "coordinates");
  }

  build() {
    this.fan = this._newFan();
    const who = html("div", { class: "cards-me" }, this.turnWords, this.ways);
    this.mine.replaceChildren(
      html("div", { class: "cards-bar" }, who, this._tools(), this.actions),
      this.fan,
    );
    this.mine.hidden = this.seat === null;
    this.stage.replaceChildren(this.cloth, this.mine);
  }

  _tools() {
    const sort = html("button", { type: "button", class: "cards-tool" }, this.word("sort"));
    sort.addEventListener("click", () => {
      this.order = this.order === "suit" ? "rank" : "suit";
      this.aside = [];
      this._relay();
    });
    const group = html("button", { type: "button", class: "cards-tool" }, this.word("group"));
    group.addEventListener("click", () => {
      const cards = this.picked;
      this.aside = [...cards, ...this.aside.filter((card) => !cards.includes(card))];
      this._relay();
    });
    return html("span", { class: "cards-tools" }, sort, group);
  }

  /** Lay the same hand out anew. */
  _relay() {
    this.chosen.clear();
    this._layHand();
    this._fan();
    this._offer();
  }

  _layHand() {
    const { deal } = this.shown;
    const found = laidOut(deal.hand ?? [], deal, this.order, this.aside);
    this.hand = found.cards;
    this.aside = found.aside;
  }

  /** @param {ShengjiView|null} before */
  draw(before) {
    const { deal } = this.shown;
    const same = before?.deal.number === deal.number && before.deal.phase === deal.phase;
    if (!same) this.ready = [];
    this._status();
    /** @type {HTMLElement[]} */
    const parts = [this.status, ...[0, 1, 2, 3].map((seat) => this._seat(seat)), this._middle()];
    const card = this.closing
      ? summary(this.shown, this.seat ?? 0, (who) => this.seatName(who), this.ready)
      : null;
    if (card) {
      if (this.seen.deal !== deal.number) this.seen = { deal: deal.number, at: performance.now() };
      parts.push(card);
    }
    this.cloth.classList.toggle("closing", Boolean(card));
    this.cloth.replaceChildren(...parts);
    const held = this.hand.join();
    this._layHand();
    if (!before || this.hand.join() !== held) this.chosen.clear();
    this._fan();
  }

  // -- the hand -----------------------------------------------------------------------------

  _fan() {
    const { deal } = this.shown;
    const { hand } = this;
    const hinted = this._hinted();
    const focused = [...this.fan.children].indexOf(/** @type {Element} */ (document.activeElement));
    const { rows, per } = rowsOf(hand.length);
    this.fan.style.setProperty("--n", String(Math.max(2, hand.length)));
    this.fan.style.setProperty("--per", String(Math.max(2, per)));
    this.fan.style.setProperty("--rows", String(rows));
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
        button.style.setProperty("--t", String(place - (hand.length - 1) / 2));
        button.style.setProperty("--x", String(place % per));
        button.style.setProperty("--y", String(Math.floor(place / per)));
        button.addEventListener("click", () => this._toggle(place));
        draggable(button, this.cloth, {
          moved: () => this._pull(),
          dropped: () => this._dropOn(place),
        });
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

  /** The click that follows a drag chooses nothing. */
  _pull() {
    this.pulled = true;
    setTimeout(() => {
      this.pulled = false;
    }, 0);
  }

  /** A card pulled up onto the cloth is played, with all that are chosen. @param {number} place */
  _dropOn(place) {
    this.chosen.add(place);
    this._chosen();
    if (this.verb === "play") this._act();
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

  /** The buttons at the right of the own bar: what the chosen cards are for is always there. */
  _offer() {
    const buttons = [];
    const { phase } = this.shown.deal;
    const verb = this.verb ?? "play";
    if (this.active && phase === "cut") buttons.push(this._cut());
    else if (this.closing && phase === "pack" && this.onReady) buttons.push(this._readyButton());
    else if (this.seat !== null && phase !== "over") {
      if (this.active && PASSES.includes(phase)) {
        const pass = html("button", { type: "button", "data-move": "pass" }, this.word("act.pass"));
        pass.addEventListener("click", () => this.onMove("pass"));
        buttons.push(pass);
      }
      const need = verb === "bury" ? 8 : 0;
      const ready = this.active && this.chosen.size > 0 && (!need || this.chosen.size === need);
      const act = html(
        "button",
        { type: "button", class: "primary", "data-move": verb, disabled: !ready },
        this._actWords(verb, need),
      );
      act.addEventListener("click", () => this._act());
      buttons.push(act);
    }
    this._buttons(buttons);
    this.typed.hidden = !this.active;
    this._turn();
  }

  /** @param {string} verb @param {number} need */
  _actWords(verb, need) {
    const what = this.word(`act.${verb}`);
    if (need) return `${what} (${this.chosen.size}/${need})`;
    if (!this.chosen.size) return what;
    if (this.chosen.size > 3) return `${what} (${this.chosen.size})`;
    const cards = this.picked.map((card) =>
      card === "BJ" || card === "LJ" ? cardName(card) : `${card.slice(1)}${sign(card[0])}\ufe0e`,
    );
    return `${what} ${cards.join(" ")}`;
  }

  _readyButton() {
    const done = this.seat !== null && this.ready.includes(this.seat);
    const button = html(
      "button",
      { type: "button", class: "primary", "data-move": "ready", disabled: done },
      this._readyWords(done),
    );
    button.addEventListener("click", () => this.onReady?.());
    return button;
  }

  /** @param {boolean} done */
  _readyWords(done) {
    const left = Math.max(0, Math.ceil(LOOK_SECONDS - (performance.now() - this.seen.at) / 1000));
    return this.word(done ? "is-ready" : "ready", { time: `0:${String(left).padStart(2, "0")}` });
  }

  /** Count the seconds down on the same button: it is perhaps being pressed. */
  countDown() {
    const button = this.actions.querySelector("[data-move=ready]:not(:disabled)");
    const words = this._readyWords(false);
    if (button && button.textContent !== words) button.textContent = words;
  }

  /** Whose turn it is, in the own bar, and what could be played. */
  _turn() {
    const { deal, acting } = this.shown;
    const who = acting.filter((seat) => seat >= 0);
    const own = this.seat !== null && who.includes(this.seat);
    const led = deal.trick_won_by === null ? deal.trick[0]?.cards.length : 0;
    let words = "";
    if (this.closing) words = this.word("dealt-when-ready");
    else if (own && deal.phase === "play")
      words = led ? this.word("follow", { count: led }) : this.word("lead");
    else if (own) words = this.word(`turn.${deal.phase}`);
    else if (who.length)
      words = say("live.turn", { who: listed(who.map((seat) => this.seatName(seat))) });
    this.turnWords.textContent = words;
    this.turnWords.classList.toggle("own", own);
    const ways =
      this.active && this.preferences.hints && this.verb
        ? suggested(this.options.legal, this.verb, this.hand, deal)
        : [];
    this.ways.replaceChildren(
      ...ways.map((cards) => {
        const button = html(
          "button",
          {
            type: "button",
            class: "cards-way",
            "aria-label": this.word("suggest", { cards: listed(cards.map(cardName)) }),
          },
          minis(cards),
        );
        button.addEventListener("click", () => this._choose(cards));
        return button;
      }),
    );
  }

  /** Choose exactly these cards. @param {string[]} cards */
  _choose(cards) {
    this.chosen.clear();
    for (const card of cards) {
      const place = this.hand.findIndex((each, at) => each === card && !this.chosen.has(at));
      if (place >= 0) this.chosen.add(place);
    }
    this._chosen();
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

  describe() {
    const { deal } = this.shown;
    const trick = deal.trick.map(
      (laid) => `${this.seatName(laid.seat)}: ${listed(laid.cards.map(cardName))}`,
    );
    return [
      this.status.textContent,
      ...trick,
      this.hand.length ? `${this.word("own-hand")}: ${listed(this.hand.map(cardName))}` : "",
    ].join(". ");
  }
}
