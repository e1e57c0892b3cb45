// A move drawn before the server has answered: the position as it will look if it is taken. No rule
// is known here; what was taken or turned over comes with the answer.

/** @typedef {{view: any, at: string}} Ahead a position, and where the new thing lies */

/** @param {any} view @param {number} seat @param {string} text @returns {Ahead|null} */
export function carriedPiece(view, seat, text) {
  const found = /^([a-i])(\d)([a-i])(\d)$/.exec(text);
  if (!found) return null;
  const [placed, ...rest] = view.fen.split(" ");
  const rows = placed
    .split("/")
    .map((/** @type {string} */ row) => [...row.replace(/\d/g, (d) => ".".repeat(Number(d)))]);
  const [from, to] = [found.slice(1, 3), found.slice(3, 5)].map(([file, rank]) => ({
    row: 9 - Number(rank),
    column: file.charCodeAt(0) - 97,
  }));
  const piece = rows[from.row]?.[from.column];
  if (!piece || piece === "." || !rows[to.row]) return null;
  rows[from.row][from.column] = ".";
  rows[to.row][to.column] = piece;
  const fen = rows
    .map((/** @type {string[]} */ row) => row.join("").replace(/\.+/g, (gap) => String(gap.length)))
    .join("/");
  rest[0] = seat ? "w" : "b";
  return {
    view: {
      ...view,
      fen: [fen, ...rest].join(" "),
      moves: [...view.moves, text],
      turn: 1 - seat,
      check: false,
    },
    at: text.slice(2),
  };
}

/** @param {any} view @param {number} seat @param {string} text @returns {Ahead|null} */
export function putStone(view, seat, text) {
  const found = /^([A-HJ-Za-hj-z])(\d+)$/.exec(text);
  if (!found || view.phase !== "play") return null;
  const column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".indexOf(found[1].toUpperCase());
  const index = view.size - Number(found[2]);
  const row = view.board[index];
  if (row?.[column] !== ".") return null;
  const board = view.board.slice();
  board[index] = row.slice(0, column) + "XO"[seat] + row.slice(column + 1);
  const moves = [...view.moves, `${"bw"[seat]} ${text}`];
  return { view: { ...view, board, last: text, moves, ko: null, turn: 1 - seat }, at: text };
}

/** @param {any} view @param {number} seat @param {string} text @returns {Ahead|null} */
export function putOnce(view, seat, text) {
  if (!/^[a-z]\d+$/.test(text)) return null;
  return { view: { ...view, moves: [...view.moves, text], turn: 1 - seat }, at: text };
}

/**
 * @param {any} view
 * @param {number} seat
 * @param {string} text
 * @param {string[]} holes their names, as the view lists them
 * @returns {Ahead|null}
 */
export function carriedMarble(view, seat, text, holes) {
  const way = text.split("-");
  const [from, to] = [holes.indexOf(way[0]), holes.indexOf(way.at(-1) ?? "")];
  if (from < 0 || to < 0 || from === to) return null;
  const board = [...view.board];
  [board[from], board[to]] = [".", String(seat)];
  return { view: { ...view, board: board.join(""), last: way }, at: holes[to] };
}

/** @param {any} view @param {number} seat @param {string} text @returns {Ahead|null} */
export function laidCards(view, seat, text) {
  const [verb, ...cards] = text.split(" ");
  const { deal } = view;
  if (!deal.hand || !cards.length || (verb !== "play" && verb !== "bury")) return null;
  const hand = deal.hand.slice();
  for (const card of cards) {
    const place = hand.indexOf(card);
    if (place < 0) return null;
    hand.splice(place, 1);
  }
  if (verb === "bury") return { view: { ...view, deal: { ...deal, hand } }, at: "" };
  const begins = deal.trick_won_by !== null || deal.trick.length === 4;
  const trick = [...(begins ? [] : deal.trick), { seat, cards }];
  const counts = deal.counts.map((/** @type {number} */ count, /** @type {number} */ who) =>
    who === seat ? count - cards.length : count,
  );
  const laid = { ...deal, hand, trick, counts, trick_won_by: null };
  return { view: { ...view, deal: laid }, at: String(seat) };
}
