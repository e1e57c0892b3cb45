// A reader's own remarks and variations on a game: kept in this browser, sent along by a link.
// Texts are only ever put into the page as text.

import { say } from "./words.js";

/**
 * @typedef {object} Noted a variation of the reader
 * @property {number} of
 * @property {number} after
 * @property {string[]} moves
 * @property {Record<string, string>} comments by its own moves, from 1
 *
 * @typedef {{comments: Record<string, string>, branches: Noted[]}} Notes
 *
 * @typedef {object} Told what the server makes of notes
 * @property {Notes} notes
 * @property {import("./review.js").Variation[]} variations
 * @property {string[]} endings
 * @property {string[]|null} legal
 * @property {number|null} acting
 * @property {string} [message] why it was refused
 */

const LONGEST_LINK = 8000;
const MARK = "#notes=";

/** @returns {Notes} */
const nothing = () => ({ comments: {}, branches: [] });

/** @param {string} text */
function packed(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @param {string} text */
function unpacked(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(plain, (each) => each.charCodeAt(0)));
}

/**
 * Notes as they were kept or sent, if they are some.
 * @param {string|null} text
 * @returns {Notes|null}
 */
function readNotes(text) {
  try {
    const found = JSON.parse(text ?? "");
    const { comments = {}, branches = [] } = found;
    return typeof comments === "object" && Array.isArray(branches) ? { comments, branches } : null;
  } catch {
    return null; // not ours, or cut short on the way
  }
}

export class ReaderNotes {
  /**
   * @param {HTMLElement} root
   * @param {number} known how many variations the record has itself
   */
  constructor(root, known) {
    this.root = root;
    this.known = known;
    this.key = `qipan.notes.${root.dataset.notes ?? ""}`;
    /** @type {HTMLInputElement[]} */
    this.carried = [...root.querySelectorAll("input[name=record]")].map(
      (each) => /** @type {HTMLInputElement} */ (each),
    );
    this.record = this.carried[0]?.value ?? "{}";
    this.notes = this.sent() ?? readNotes(this.kept()) ?? nothing();
    this.carry();
  }

  /** Notes that came with the link; kept if there are none here yet. */
  sent() {
    if (!location.hash.startsWith(MARK)) return null;
    try {
      const found = readNotes(unpacked(location.hash.slice(MARK.length)));
      if (found && !this.kept()) this.keep(found);
      return found;
    } catch {
      return null; // cut short on the way
    }
  }

  kept() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      return null; // the browser keeps nothing for us
    }
  }

  /** @param {Notes} notes */
  keep(notes) {
    try {
      if (Object.keys(notes.comments).length || notes.branches.length)
        localStorage.setItem(this.key, JSON.stringify(notes));
      else localStorage.removeItem(this.key);
    } catch {
      // then they last as long as the page
    }
  }

  get empty() {
    return !Object.keys(this.notes.comments).length && !this.notes.branches.length;
  }

  /** Every form of the page sends the record with the notes in it. */
  carry() {
    const record = JSON.parse(this.record);
    const comments = { ...record.comments };
    for (const [at, text] of Object.entries(this.notes.comments))
      comments[at] = comments[at] ? `${comments[at]}\n${text}` : text;
    const whole = {
      ...record,
      comments,
      branches: [...(record.branches ?? []), ...this.notes.branches],
    };
    for (const each of this.carried) each.value = this.empty ? this.record : JSON.stringify(whole);
  }

  /** @param {Notes} notes */
  become(notes) {
    this.notes = notes;
    this.keep(notes);
    this.carry();
  }

  /**
   * The variation of the reader behind a line; nothing for a line of the record.
   * @param {number} line
   */
  own(line) {
    return line > this.known ? this.notes.branches[line - this.known - 1] : null;
  }

  /**
   * Where a remark of a place is kept; nothing where the reader cannot remark.
   * @param {number} line
   * @param {number} at
   */
  place(line, at) {
    if (!line) return { comments: this.notes.comments, number: at };
    const branch = this.own(line);
    return branch ? { comments: branch.comments, number: at - branch.after } : null;
  }

  /** @param {number} line @param {number} at @param {string} text */
  remark(line, at, text) {
    const place = this.place(line, at);
    if (!place) return;
    if (text.trim()) place.comments[String(place.number)] = text.trim();
    else delete place.comments[String(place.number)];
    this.become(this.notes);
  }

  /**
   * Notes with one more move at a place, and the line it is in.
   * @param {number} line
   * @param {number} at
   * @param {string} move
   */
  tried(line, at, move) {
    /** @type {Notes} */
    const notes = structuredClone(this.notes);
    const own = line > this.known ? notes.branches[line - this.known - 1] : null;
    if (own && at === own.after + own.moves.length) {
      own.moves.push(move);
      return { notes, line };
    }
    notes.branches.push({ of: line, after: at, moves: [move], comments: {} });
    return { notes, line: this.known + notes.branches.length };
  }

  /**
   * Ask the server to play notes; it keeps nothing.
   * @param {Notes} notes @param {number} line @param {number} at
   * @returns {Promise<Told>}
   */
  async ask(notes, line, at) {
    const { seat, csrf } = this.root.dataset;
    const body = new URLSearchParams({
      record: this.record,
      notes: JSON.stringify(notes),
      line: String(line),
      at: String(at),
      seat: seat ?? "",
      _csrf_token: csrf ?? "",
    });
    const headers = { accept: "application/json" };
    try {
      const answer = await fetch("/play/review/notes", { method: "POST", body, headers });
      const told = await answer.json();
      return answer.ok ? told : { ...told, message: told.message ?? say("review.no-answer") };
    } catch {
      return /** @type {Told} */ ({ message: say("review.no-answer") });
    }
  }

  /** The address of the game with the notes in it; nothing if they are too long for one. */
  link() {
    const { here } = this.root.dataset;
    const whole = `${location.origin}${here ?? location.pathname}`;
    const found = `${whole}${MARK}${packed(JSON.stringify(this.notes))}`;
    return found.length > LONGEST_LINK ? "" : found;
  }
}
