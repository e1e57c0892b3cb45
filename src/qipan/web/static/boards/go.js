// The Go board: stones, the last move, dead stones, and the count laid over the board.

import { putStone } from "./ahead.js";
import { StoneBoard } from "./stones.js";
import { html, svg } from "./svg.js";

/** @typedef {import("../../../games/go/view").GoView} GoView */

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const MARKS = /** @type {const} */ (["dead", "seki", "neutral"]);
/** @type {Record<GoView["phase"], string[]>} */
const WORDS = {
  play: ["pass"],
  "second-passes": ["pass"],
  status: ["agree", "resume"],
  count: ["resume", "recount"],
  confirm: ["confirm", "recount"],
  over: [],
};

/** @extends {StoneBoard<GoView>} */
export default class GoBoard extends StoneBoard {
  constructor() {
    super();
    this.letters = LETTERS;
    /** @type {typeof MARKS[number]} */ this.marking = "dead";
    /** What stands beside the board: prisoners, komi, and the count. */
    this.tally = html("p", { class: "board-tally" });
  }

  get name() {
    return "go";
  }
  get putsStones() {
    return ["play", "second-passes"].includes(this.view?.phase ?? "");
  }

  /** @param {GoView} view @param {string} text @param {number} [seat] */
  ahead(view, text, seat = this.seat ?? 0) {
    return putStone(view, seat, text);
  }

  read() {
    const found = new Map();
    this.shown.board.forEach((row, down) => {
      [...row].forEach((mark, column) => {
        if (mark !== ".") found.set(this.named(column, this.size - 1 - down), mark === "X" ? 0 : 1);
      });
    });
    return found;
  }

  /** @param {string} at */
  faded(at) {
    return this.shown.dead.includes(at);
  }

  /** @param {string} at */
  whyNot(at) {
    if (this.shown.ko === at) return this.reason("ko", "go.ko");
    if (this.colours.has(at)) return this.reason("taken", "go.empty-point");
    return this.reason("liberty", "go.no-suicide");
  }

  lastText() {
    const last = (this.view?.moves ?? []).at(-1) ?? "";
    return this.options.last?.[0] ?? last.split(" ").slice(1).join(" ");
  }

  lastPoint() {
    return this.lastText();
  }

  overlay() {
    const { dead, seki, neutral, ko, gaps, count, phase } = this.shown;
    for (const at of dead) this.put("over", at, svg("circle", { r: 20, class: "dead-ring" }));
    for (const at of seki)
      this.put(
        "over",
        at,
        svg("rect", { x: -6, y: -6, width: 12, height: 12, class: "seki-mark" }),
      );
    for (const at of neutral) this.put("over", at, svg("circle", { r: 5, class: "neutral-mark" }));
    for (const at of [...gaps, ...(this.shown.open_boundaries ?? [])].flat())
      this.put("over", at, svg("circle", { r: 14, class: "gap-mark" }));
    if (ko && phase === "play")
      this.put("over", ko, svg("rect", { x: -9, y: -9, width: 18, height: 18, class: "ko-mark" }));
    const counted = count ?? this.shown.standing;
    if (counted) {
      const owned = { black: counted.black_territory, white: counted.white_territory };
      for (const [colour, points] of Object.entries(owned)) {
        for (const at of points) {
          if (this.colours.has(at) && !this.faded(at)) continue; // area counting owns stones too
          this.put(
            "over",
            at,
            svg("rect", { x: -7, y: -7, width: 14, height: 14, class: `territory ${colour}` }),
          );
        }
      }
    }
    this._tally();
  }

  _tally() {
    const { prisoners, komi, count, gaps, handicap } = this.shown;
    const words = [
      this.word("prisoners", { black: prisoners[0], white: prisoners[1] }),
      this.word("komi", { komi }),
    ];
    if (handicap > 1) words.push(this.word("handicap", { stones: handicap }));
    if (count)
      words.push(
        this.word("count", {
          black: count.totals[0],
          white: count.totals[1],
          result: count.result,
        }),
      );
    if (gaps.length) words.push(this.word("gaps"));
    this.tally.textContent = words.join(" · ");
    if (this.tally.isConnected) return;
    if (this.around.tally) this.around.tally.append(this.tally);
    else this.stage.after(this.tally);
  }

  wordMoves() {
    const { legal } = this.options;
    return legal ? super.wordMoves() : WORDS[this.shown.phase];
  }

  choices() {
    if (!this.active || this.shown.phase !== "status") return [];
    const choice = html("div", {
      class: "board-choice",
      role: "radiogroup",
      "aria-label": this.word("marking"),
    });
    for (const mark of MARKS) {
      const button = html(
        "button",
        { type: "button", role: "radio", "aria-checked": this.marking === mark },
        this.word(`mark.${mark}`),
      );
      button.setAttribute("aria-checked", String(this.marking === mark));
      button.addEventListener("click", () => {
        this.marking = mark;
        this._offer();
      });
      choice.append(button);
    }
    return [choice];
  }

  /** @param {string} at */
  place(at) {
    if (this.shown.phase !== "status") return super.place(at);
    const stone = this.colours.has(at);
    if (!stone) return this.send(`neutral ${at}`); // nobody's, or somebody's again
    const mark = this.marking === "seki" ? "seki" : "dead";
    const marked = this.shown[mark].includes(at);
    return this.send(`${marked ? "alive" : mark} ${at}`);
  }

  /** @param {string} at */
  reading(at) {
    const plain = super.reading(at);
    const mark = MARKS.find((each) => this.shown[each].includes(at));
    return mark ? `${plain}, ${this.word(`mark.${mark}`)}` : plain;
  }

  describe() {
    return [super.describe(), this.tally.textContent].join(" ");
  }

  /** @param {GoView} before */
  tone(before) {
    if (this.shown.turn === null) return "end";
    const stones = (/** @type {string[]} */ board) => board.join("").replaceAll(".", "").length;
    return stones(this.shown.board) <= stones(before.board) ? "capture" : "move";
  }
}
