// What a page knows of the position: told whole, or by what changed since (see play/feed).

/** @typedef {Record<string, any>} Change */

const PARTS = ["view", "phase", "acting", "clocks", "outcome", "suspended", "ends"];

/**
 * Apply a change: `=` replaces, `~` puts items for others, keys go further down.
 * @param {any} value
 * @param {Change} change
 * @returns {any}
 */
export function withChange(value, change) {
  if ("=" in change) return change["="];
  if ("~" in change) {
    const [start, gone, added] = change["~"];
    if (typeof value === "string") return value.slice(0, start) + added + value.slice(start + gone);
    return [...value.slice(0, start), ...added, ...value.slice(start + gone)];
  }
  const made = { ...value };
  for (const [key, below] of Object.entries(change)) made[key] = withChange(value[key], below);
  return made;
}

/** Keeps the position, so that what changed is enough to know the next one. */
export class PositionKeeper {
  constructor() {
    this.seq = 0;
    /** @type {Record<string, any>|null} */ this.position = null;
  }

  /**
   * Give a message with the whole position; null if it does not follow what is known here.
   * @param {any} message
   */
  whole(message) {
    if (message.type === "event" && this.position && message.seq > this.seq + 1) return null;
    if (message.type !== "state" && message.type !== "event") return message;
    if (!message.changes) {
      this._keep(message);
      return message;
    }
    const { changes, after, ...event } = message;
    const known = this.position;
    if (!known || after !== this.seq) return null;
    const seats = known.clocks.seats.slice();
    for (const [seat, clock] of Object.entries(changes.clocks.seats)) seats[Number(seat)] = clock;
    const made = {
      ...event,
      ...known,
      ...changes,
      view: changes.view ? withChange(known.view, changes.view) : known.view,
      clocks: { running: changes.clocks.running, seats },
    };
    this._keep(made);
    return made;
  }

  /** @param {any} message */
  _keep(message) {
    this.seq = message.seq;
    this.position = Object.fromEntries(PARTS.map((part) => [part, message[part]]));
  }
}
