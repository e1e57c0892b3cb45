// Every board there is: the server lists the games it found, each with the module of its board,
// in <script id="board-games">. Nothing here knows one of them.

/**
 * @typedef {object} ListedGame
 * @property {string} module where its board is
 * @property {string[]} sides what its seats are called, if they have names
 * @property {string} notation how the reader is used to see its moves
 */

/** @type {Record<string, ListedGame>|null} */
let known = null;

function games() {
  if (known === null) {
    const found = document.getElementById("board-games");
    known = found ? JSON.parse(found.textContent || "{}") : {};
  }
  return /** @type {Record<string, ListedGame>} */ (known);
}

/** @param {string} game @returns {ListedGame|undefined} */
export const listedGame = (game) => games()[game];

/**
 * Give a fresh board for a game: `(await boardFor("go")).mount(element, {...}).show(view, {...})`.
 * @param {string} game
 * @returns {Promise<import("./types.js").Board>}
 */
export async function boardFor(game) {
  const found = listedGame(game);
  if (!found) throw new Error(`no board for ${game}`);
  const { default: Kind } = await import(found.module);
  return new Kind();
}
