// Words on a board: codes of the catalogue, sent with the page in <script id="board-words">.

/** @type {Record<string, string>|null} */
let known = null;

/** A fact, `{n}`, or a word chosen by a number: `{n:stone|stones}`. */
const FACT = /\{([a-z_]+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

function catalogue() {
  if (known === null) {
    const found = document.getElementById("board-words");
    known = found ? JSON.parse(found.textContent || "{}") : {};
  }
  return /** @type {Record<string, string>} */ (known);
}

/**
 * Make the sentence of a code; the code itself where there is none.
 * @param {string} code without its `ui.board.`
 * @param {Record<string, string|number>} [facts]
 */
export function say(code, facts = {}) {
  const sentence = catalogue()[code] ?? code;
  return sentence.replace(FACT, (_, name, one, many) => {
    const value = String(facts[name] ?? "?");
    if (many === undefined) return value;
    return value === "1" ? one : many;
  });
}

/**
 * Say a code if there is a sentence for it, else something else.
 * @param {string} code
 * @param {string} otherwise
 */
export const sayOr = (code, otherwise) => catalogue()[code] ?? otherwise;

/** @param {string[]} items */
export const listed = (items) => items.join(document.documentElement.lang === "zh" ? "、" : ", ");
