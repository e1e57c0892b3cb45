// Every board there is, by the name of its game.

import { CheckersBoard } from "./checkers.js";
import { GoBoard } from "./go.js";
import { GomokuBoard } from "./gomoku.js";
import { ShengjiBoard } from "./shengji.js";
import { XiangqiBoard } from "./xiangqi.js";

/** @type {Record<string, new () => import("./types.js").Board>} */
const BOARDS = {
  "chinese-checkers": CheckersBoard,
  go: GoBoard,
  gomoku: GomokuBoard,
  shengji: ShengjiBoard,
  xiangqi: XiangqiBoard,
};

export const GAMES = Object.keys(BOARDS);

/**
 * Give a fresh board for a game: `boardFor("go").mount(element, {...}).show(view, {...})`.
 * @param {string} game
 * @returns {import("./types.js").Board}
 */
export function boardFor(game) {
  const Kind = BOARDS[game];
  if (!Kind) throw new Error(`no board for ${game}`);
  return new Kind();
}
