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
 * @property {boolean} [hints] show where a chosen piece may go (true unless said otherwise)
 * @property {Partial<Preferences>} [preferences] pieces, coordinates, sound, who is at the bottom
 * @property {string[]} [names] who sits on each seat
 *
 * @typedef {object} ShowOptions
 * @property {string[]} [last] points of the last move, where the view does not tell
 * @property {string[]|null} [legal] every move of this seat as text; null: too many to list
 * @property {boolean} [active] whether this seat may act now; by default the view tells
 * @property {boolean} [reduced] no motion, whatever the system says
 * @property {boolean} [quiet] say and sound nothing (the first position, or a redraw)
 * @property {string} [said] the last move as people write it, for the announcement
 *
 * @typedef {import("./frame.js").Frame<any>} Board what every board can do: `mount`, `show`,
 * `prefer` (draw again with other preferences), `describe` (the position in words), `remove`
 *
 * @typedef {object} Preferences
 * @property {"chinese"|"international"} pieces
 * @property {boolean} coordinates
 * @property {boolean} sound
 * @property {boolean} flipped
 * @property {boolean} hints
 *
 * @typedef {object} Point a place on a board
 * @property {string} name as moves write it
 * @property {number} x
 * @property {number} y
 */

export {};
