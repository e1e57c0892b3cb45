// A move as people write it: what the game wrote, with words in the reader's language.

import { listedGame } from "./index.js";
import { say } from "./words.js";

/**
 * @param {string} game
 * @param {Pick<import("../table_messages.js").Move, "text"|"noted">} move as the server tells it
 */
export function written(game, { text, noted }) {
  const notation = listedGame(game)?.notation ?? "words";
  const found = noted?.[notation] ?? noted?.words ?? text;
  return found.replace(/\{([^{}]+)\}/g, (_, code) => say(code));
}
