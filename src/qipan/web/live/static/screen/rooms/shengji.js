// What shengji adds to the screen: points and levels beside the table, clocks at the seats, the
// deal as one line of the log, and the summary that all look at before the next deal.

import { levelName, scale } from "../../boards/shengji_deal.js";
import { written } from "../../boards/notation.js";
import { html } from "../../boards/svg.js";
import { say } from "../../boards/words.js";
import { listen, sendTo } from "../../table_messages.js";
import { awayWords } from "../absence.js";
import { clockFace, clockTime } from "../clock.js";
import { find, game, model, people, seat, table, watch } from "../model.js";
import { named } from "../names.js";

/** @typedef {import("../../../../../games/shengji/view").ShengjiView} ShengjiView */
/** @typedef {import("../../boards/shengji.js").default} ShengjiBoard */

const HIDDEN = ["draw", "close"];
const panel = find("#room-panel");
const left = html("span", { class: "chip", role: "timer", hidden: true });
find("#line").before(left);

/** @param {string} code @param {Record<string, string|number>} [facts] */
const word = (code, facts) => say(`shengji.${code}`, facts);

/** @returns {ShengjiBoard|null} */
const board = () => /** @type {ShengjiBoard|null} */ (/** @type {unknown} */ (model.board));

// -- beside the table -----------------------------------------------------------------------------

watch(() => {
  const view = /** @type {ShengjiView} */ (/** @type {unknown} */ (model.shown?.view));
  const { deal, ledger, levels } = view;
  const us = (seat ?? 0) % 2;
  const defend = deal.banker !== null && deal.banker % 2 !== us;
  const deals = ledger.slice(-6).reverse();
  panel.hidden = false;
  panel.replaceChildren(
    html("p", { class: "eyebrow" }, word(defend ? "your-points" : "their-points")),
    html(
      "p",
      { class: "lead" },
      html("b", {}, String(deal.points)),
      html("span", { class: "soft small" }, ` ${word("points-of")}`),
    ),
    scale(deal.points),
    html(
      "p",
      { class: "row" },
      html("span", {}, word("levels")),
      html(
        "b",
        { class: "push" },
        word("we-they", { we: levelName(levels[us]), they: levelName(levels[1 - us]) }),
      ),
    ),
    ...people
      .flatMap(({ level }, who) => (level ? [{ level, who }] : []))
      .slice(0, 1)
      .map(({ level, who }) =>
        html(
          "p",
          { class: "row" },
          html("span", {}, named(who)),
          html("b", { class: "push" }, level),
        ),
      ),
    ...(deals.length
      ? [
          html(
            "ol",
            { class: "deals", "aria-label": word("deals") },
            ...deals.map((line) =>
              html(
                "li",
                {},
                html("span", { class: "soft" }, String(line.deal)),
                html("span", {}, outcome(line, us)),
                html("b", {}, String(line.points)),
              ),
            ),
          ),
        ]
      : []),
  );
  hold();
});

/** @param {ShengjiView["ledger"][number]} line @param {number} us */
function outcome(line, us) {
  const ours = line.next_banker % 2 === us;
  if (line.next_banker % 2 !== line.banker % 2) return word(ours ? "bank-taken" : "bank-lost");
  return word(ours ? "bank-kept" : "bank-theirs");
}

// -- clocks at the seats --------------------------------------------------------------------------

function tick() {
  const { shown } = model;
  if (!shown) return;
  const gone = performance.now() - model.told;
  const unsure = table.dataset.line === "down";
  const timed = shown.clocks.seats.some((clock) => clock.left !== null);
  left.hidden = timed || !shown.ends;
  if (!left.hidden) left.textContent = clockTime(Math.max(0, Date.parse(shown.ends) - Date.now()));
  for (const place of document.querySelectorAll("[data-seat-clock]")) {
    const who = Number(place.getAttribute("data-seat-clock"));
    const runs = shown.clocks.running.includes(who);
    const face = clockFace(shown.clocks.seats[who], { runs, gone, ends: "", unsure });
    const away = model.seats[who]?.connected === false ? awayWords(who) : "";
    const words = [timed ? face.text : "", away].filter(Boolean).join(" · ");
    place.className = `seat-clock ${face.look} ${away ? "away" : ""}`;
    if (place.textContent !== words) place.textContent = words;
  }
  board()?.countDown();
}
setInterval(tick, 250);

// -- the summary ----------------------------------------------------------------------------------

function hold() {
  const now = board();
  if (now && seat !== null && !now.onReady) {
    now.onReady = () => sendTo(table, { type: "ready", seq: model.shown?.seq });
    if (now.view) now._offer();
  }
  tick();
}

listen(table, {
  ready({ seq, seats }) {
    const now = board();
    if (!now?.view || seq !== model.shown?.seq) return;
    now.ready = seats;
    now.show(now.view, { ...now.options, quiet: true });
    hold();
  },
});

// -- the foot of a phone --------------------------------------------------------------------------

const small = matchMedia("(max-width: 640px), (max-height: 480px)");

const resign = document.querySelector('#acts [data-send*="resign"]');

/** On a phone the hand is at the foot: Resign is in the bar, the rest in the drawer. */
function settle() {
  const acts = find("#acts");
  if (seat === null && document.body.classList.contains("rules")) return;
  if (small.matches) find("#side").append(acts);
  else find(".panel").append(acts);
  if (!resign) return;
  if (small.matches) find("#sound").before(resign);
  else find("#call-arbiter").before(resign);
  resign.classList.toggle("in-bar", small.matches);
}
small.addEventListener("change", settle);
settle();

// -- the log --------------------------------------------------------------------------------------

/** The deal of a move, and its number among the cards played in it. @param {number} place */
function inDeal(place) {
  let [deal, plays] = [0, 0];
  for (const { text } of model.moves.slice(0, place + 1)) {
    if (text.startsWith("pack ")) [deal, plays] = [deal + 1, 0];
    else if (text.startsWith("play ")) plays += 1;
  }
  return { deal, plays };
}

/** Who won a trick of this deal. @param {number} trick from 1 */
function wonBy(trick) {
  const view = /** @type {ShengjiView} */ (/** @type {unknown} */ (model.shown?.view));
  const who = view.deal.tricks[trick - 1];
  return word("trick-line", { trick, who: who === undefined ? "" : named(who) });
}

/**
 * Whether cards lie on the table no more and the deal still goes on: then only one's own are looked
 * at again, and of a trick who won it.
 * @param {number} place
 */
function turnedOver(place) {
  const [here, now] = [inDeal(place), inDeal(model.moves.length - 1)];
  if (here.deal !== now.deal) return null;
  const trick = Math.ceil(here.plays / 4);
  return trick < Math.ceil(now.plays / 4) ? { trick, leads: here.plays % 4 === 1 } : null;
}

export default {
  /** A new trick turns the one before over. @param {import("../model.js").Move} move */
  relists: (move) =>
    move.text.startsWith("play ") && inDeal(model.moves.length - 1).plays % 4 === 1,
  /** @param {import("../model.js").Move} move @param {number} place among all moves */
  log(move, place) {
    const verb = move.text.split(" ")[0];
    if (HIDDEN.includes(verb)) return null;
    if (verb === "pack") {
      const deal = model.moves.slice(0, place + 1).filter((each) => each.text.startsWith("pack "));
      return { text: word("drawn-line", { deal: deal.length }), seat: -1, aside: true };
    }
    const over = verb === "play" ? turnedOver(place) : null;
    if (over && move.seat !== seat) {
      if (!over.leads) return null;
      return { text: wonBy(over.trick), seat: -1, aside: true };
    }
    return { text: written(game, move), seat: move.seat, aside: move.seat < 0 };
  },
};
