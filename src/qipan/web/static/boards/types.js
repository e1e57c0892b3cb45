// The one contract of all boards: a position comes in, moves in the game's text form go out.
// A board knows no rules. What may be played it is told (`legal`); what it sends may be refused.

/**
 * @typedef {object} View what every board asks of a view; each game has its own besides, made from
 * the struct that `Game.view` gives (`games/<name>/view.d.ts`)
 * @property {number|null} [turn] whose turn it is, null once it is over
 * @property {number[]} [acting] who may act, where that can be several
 *
 * @typedef {object} MountOptions
 * @property {number|null} [seat] whose board it is; null watches. The seat sits at the bottom.
 * @property {(text: string) => void} [onMove] told a move in the game's text form
 * @property {(text: string) => void} [onPlan] told a move that is chosen ahead of the turn; empty:
 * what was chosen is dropped
 * @property {boolean} [hints] show where a chosen piece may go (true unless said otherwise)
 * @property {Partial<Preferences>} [preferences] pieces, coordinates, sound, who is at the bottom
 * @property {string[]} [names] who sits on each seat
 * @property {Record<string, string>} [clauses] the regulation's clause, by rule
 * @property {{actions?: HTMLElement, typed?: HTMLElement, tally?: HTMLElement}} [around] where the
 * buttons, the field for typed moves and the tally go; left out, under the drawing
 *
 * @typedef {object} ShowOptions
 * @property {string[]} [last] points of the last move, where the view does not tell
 * @property {string[]|null} [legal] every move of this seat as text; null: too many to list
 * @property {boolean} [active] whether this seat may act now; by default the view tells
 * @property {number|null} [tries] whose moves may be tried out, on a board that nobody sits at
 * @property {number|null} [planFor] whose move may be chosen ahead of the turn
 * @property {Array<{when: string, then: string}>} [planned] moves that were chosen ahead: `then` as
 * soon as it may be played, or in answer to `when`
 * @property {boolean} [reduced] no motion, whatever the system says
 * @property {boolean} [quiet] say and sound nothing (the first position, or a redraw)
 * @property {Array<{seat: number, text: string}>} [recent] the last move of each seat, oldest first
 * @property {string} [pending] where something lies that was sent and is not yet answered
 * @property {boolean} [settled] it was shown as pending before: nothing glides or sounds again
 * @property {string} [said] the last move as people write it, for the announcement
 *
 * @typedef {import("./frame.js").Frame<any>} Board what every board can do: `mount`, `show`,
 * `prefer` (draw again with other preferences), `describe` (the position in words), `remove`
 *
 * @typedef {object} Preferences
 * @property {"chinese"|"simplified"|"international"} pieces
 * @property {"wood"|"paper"|"jade"} theme
 * @property {"usual"|"one"|"two"|"loupe"} touch how a stone is put with a finger
 * @property {boolean} coordinates
 * @property {boolean} sound
 * @property {boolean} flipped
 * @property {boolean} hints
 * @property {boolean} ahead choose moves ahead of the turn
 *
 * @typedef {object} Point a place on a board
 * @property {string} name as moves write it
 * @property {number} x
 * @property {number} y
 */

export {};
