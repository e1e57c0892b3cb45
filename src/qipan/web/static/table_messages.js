// What a live table says to its pages, as `play/messages.py` writes it, and how a page listens.

/**
 * @typedef {object} Clock one seat's clock, in milliseconds
 * @property {number|null} left until the flag falls; null without a limit
 * @property {number} main
 * @property {number} periods
 * @property {number} turn gone of this turn
 * @property {number} used
 *
 * @typedef {{running: number[], seats: Clock[]}} Clocks
 *
 * @typedef {object} Outcome how it ended
 * @property {number[]|null} places of each seat; null where the game does not count
 * @property {string} rule
 * @property {Record<string, unknown>} facts
 * @property {boolean} annulled
 * @property {string} [message] the rule as a sentence
 *
 * @typedef {object} Position where a table stands, as one viewer may know it
 * @property {number} seq
 * @property {import("./boards/types.js").View} view
 * @property {string} phase
 * @property {number[]} acting
 * @property {Clocks} clocks
 * @property {Outcome|null} outcome
 *
 * @typedef {object} Move
 * @property {number} seq
 * @property {number} seat
 * @property {string} text
 * @property {Record<string, string>|null} noted as people write it down, by notation
 *
 * @typedef {{seat: number, occupant: string, bot: boolean, connected: boolean}} Seat
 *
 * @typedef {object} Rest what a whole state holds besides the position
 * @property {"state"} type
 * @property {string} table
 * @property {string} game
 * @property {number|null} you
 * @property {boolean} counts
 * @property {boolean} begun
 * @property {string} suspended why play stands still; empty if it does not
 * @property {string} ends when the time of the whole table is up; empty if it has no limit
 * @property {boolean} chat
 * @property {number[]} muted
 * @property {Record<string, number[]>} offers who agreed, by what was offered
 * @property {object[]} controls
 * @property {Seat[]} seats
 * @property {number} since
 * @property {Move[]} moves
 * @property {string[]|null} [legal] for a seat; null: too many to list
 *
 * @typedef {Position & Rest} State
 */

/**
 * What may happen at a table. Kinds that no page looks at are the last line.
 * @typedef {Move & {kind: "move-played/1", id: string}
 *   | {kind: "offer-made/1", seat: number, what: string}
 *   | {kind: "offer-answered/1", seat: number, what: string, accepted: boolean}
 *   | {kind: "notice-sent/1", text: string}
 *   | {kind: "seat-warned/1", seat: number, rule: string}
 *   | {kind: "seat-fined/1", seat: number, rule: string, time: number, points: number}
 *   | {kind: "game-begun/1"}
 *   | {kind: "chat-switched/1", open: boolean|null, muted: number[]|null}
 *   | {kind: "clock-replaced/1", controls: object[]}
 *   | {kind: "play-suspended/1"|"play-resumed/1", why: string}
 *   | {kind: "moves-taken-back/1", plies: number, rule: string}
 *   | {kind: "seat-resigned/1"|"flag-fell/1"|"seat-reissued/1", seat: number}
 *   | {kind: "game-awarded/1"|"game-annulled/1", rule: string}} Happened
 */

/**
 * An event, and where it led.
 * @typedef {Position & Happened & {type: "event", suspended: string, ends: string}} Told
 */

/**
 * Moves chosen ahead of one's turn: whose may be chosen now (null: nobody's), the move that is
 * being answered, and all that is planned.
 * @typedef {{seat: number|null, when: string,
 *   planned: Array<{when: string, then: string}>}} Plans
 */

/**
 * Every message; from "sure" on a page says them to itself: `trip` how long a word takes there and
 * back, `pending` the moves that were sent and not yet answered, `unsent` that something could not
 * be said, `takeBack` that the seat is played here again, `past` that an earlier position is looked
 * at and `live` that it no longer is, `plan` that a move was chosen ahead of the turn (empty: that
 * it is dropped) and `plans` all that is planned.
 * @typedef {State
 *   | Told
 *   | {type: "legal", seq: number, moves: string[]|null}
 *   | {type: "refused", id: string, code: string, rule: string, message: string, clause: string}
 *   | {type: "claimed", seat: number, what: string, rule: string, message: string, clause: string}
 *   | {type: "rematch", by: number, want: boolean}
 *   | {type: "ack", id: string, seq: number}
 *   | {type: "ping", t: number, trip?: number|null}
 *   | {type: "pong", seq: number}
 *   | {type: "at", ply: number, view: import("./boards/types.js").View}
 *   | {type: "phrase", by: number, code: string}
 *   | {type: "called", reason: string}
 *   | {type: "ready", seq: number, seats: number[]}
 *   | {type: "presence", seat: number, connected: boolean}
 *   | {type: "chat", by: number|"arbiter", text: string}
 *   | {type: "reported", seat: number}
 *   | {type: "report", by: number|null, seat: number, reason: string}
 *   | {type: "conduct", seat: number, what: string}
 *   | {type: "link", seat: number, link: string}
 *   | {type: "replaced"}
 *   | {type: "stopping"}
 *   | {type: "waiting"}
 *   | {type: "sure", what: string}
 *   | {type: "line", up: boolean, final: boolean}
 *   | {type: "trip", ms: number}
 *   | {type: "pending", moves: Array<{id: string, text: string}>}
 *   | {type: "unsent", what: string}
 *   | {type: "plan", text: string}
 *   | Plans & {type: "plans"}
 *   | {type: "past", ply: number, view: import("./boards/types.js").View}
 *   | {type: "live"}
 *   | {type: "takeBack"}} Message
 *
 * @typedef {Message["type"]} MessageType
 */

/**
 * Do something for each type of message that comes to a table's page.
 * @param {HTMLElement} table
 * @param {{[Type in MessageType]?: (message: Extract<Message, {type: Type}>) => void}} heard
 */
export function listen(table, heard) {
  for (const [type, act] of Object.entries(heard)) {
    // The type of an event's detail cannot be told from its name: here the two are joined.
    const take = /** @type {(message: unknown) => void} */ (act);
    table.addEventListener(`qipan:${type}`, (event) => {
      take(/** @type {CustomEvent} */ (event).detail);
    });
  }
}

/**
 * Say something to everything that listens at this table's page.
 * @param {HTMLElement} table
 * @param {Message} message
 */
export function tell(table, message) {
  table.dispatchEvent(new CustomEvent(`qipan:${message.type}`, { detail: message }));
}

/**
 * Send something to the table.
 * @param {HTMLElement} table
 * @param {{type: string} & Record<string, unknown>} message
 */
export function sendTo(table, message) {
  table.dispatchEvent(new CustomEvent("qipan:send", { detail: message }));
}
