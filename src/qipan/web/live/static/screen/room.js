// What one game adds to the screen around its board: a file a game below rooms/, found by the page.

/**
 * @typedef {import("./model.js").Model} Model
 *
 * @typedef {object} MeterWords what the meter says
 * @property {number} [pips] how many of `of` are lit
 * @property {number} [of] three unless said otherwise
 * @property {boolean} [hot] lit as a warning
 * @property {string} head
 * @property {string} [aside] at the right: a count and its limit
 * @property {string} [text] the sentence below
 * @property {string} [cite] the clause
 *
 * @typedef {object} ClaimWords what a claim would lead to
 * @property {string} text
 * @property {boolean} [open] whether it could be right now
 * @property {boolean} [costly] whether it would cost something
 * @property {string} [cite]
 *
 * @typedef {object} Room every part may be left out
 * @property {(who: number) => Element} [piece] the mark of a side in its strip
 * @property {(who: number, model: Model) =>
 *   {label: string, parts: Array<Element|string>}|null} [taken]
 * what a seat has taken
 * @property {(model: Model) => MeterWords|null} [meter]
 * @property {(model: Model) => string} [standing] the sentence of the prompt, instead of whose move
 * @property {(who: number) => string} [left] how a seat left a game in which others play on
 * @property {(what: string, model: Model) => ClaimWords|null} [claim] before one is made
 * @property {(move: {seat: number, text: string}, model: Model) => string} [answered] what a claim
 * led to, told to both
 * @property {(model: Model) => string[]} [spoken] moves that are words and have a button of their
 * own in the row of actions
 * @property {(move: import("./model.js").Move, place: number) =>
 *   import("../boards/moves.js").Listed|null} [log]
 * a move as the list shows it; null leaves it out
 * @property {(move: import("./model.js").Move) => boolean} [relists] whether a move changes how
 * earlier ones are listed
 * @property {(model: Model) => boolean} [plans] whether a move may be planned ahead of the turn now
 * @property {(model: Model) => void} [show] draw whatever else belongs to it
 */

import { changed, model, table, watch } from "./model.js";

const address = table.dataset.room ?? "";
if (address) {
  import(address).then(({ default: room }) => {
    model.room = room;
    changed();
  });
}

watch(() => model.room.show?.(model));
