// Results at the speed of the hand: the cursor is a row; 1, 5 and 0 record it and go to the next
// one that is open, + and - by forfeit, arrows move. A slash, a number and Enter goes to a board.
// A line such as 12 1 may be typed anywhere: keys are shown in their rows at once and sent a moment
// later, and until then they can still turn out to be the number of a board.

export {};

const SIGNS = new Map([
  ["1", "1"],
  ["0", "0"],
  ["5", "="],
  ["=", "="],
  ["+", "+"],
  ["-", "-"],
]);
let at = ""; // the board of the cursor, as lines name it; none when nothing is missing
let was = ""; // where it was last: the arrows go on from there
let typed = ""; // keys that are not sent yet: results of rows, or a line being typed
/** Boards whose result is on its way. @type {Set<string>} */
const sent = new Set();
/** @type {Promise<void>} */
let last = Promise.resolve();
const KEYS = /^[0-9=+*/-]$/;
const RESULTS = /^[105=+-]+$/;
const PAUSE = 700; // milliseconds after which keys are results and not the number of a board
let timer = 0;

/** @returns {HTMLElement[]} */
function rows() {
  const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("tr[data-row]"));
  return [...found].filter((row) => row.offsetParent !== null);
}

/** @param {HTMLElement|undefined} row @param {boolean} seen */
function go(row, seen = true) {
  for (const each of document.querySelectorAll("tr[data-row][aria-current]"))
    each.removeAttribute("aria-current");
  at = row?.dataset.row ?? "";
  if (!row) return;
  was = at;
  row.setAttribute("aria-current", "true");
  if (seen) row.scrollIntoView({ block: "nearest" });
}

function here() {
  return rows().find((row) => row.dataset.row === at);
}

/** @param {HTMLElement} row */
function isOpen(row) {
  const waits = !row.classList.contains("over") && !row.classList.contains("report");
  return waits && !sent.has(row.dataset.row ?? "");
}

/** The next open row after one, else the first open one. @param {HTMLElement} row */
function nextOpen(row) {
  const all = rows();
  const from = all.indexOf(row);
  return [...all.slice(from + 1), ...all.slice(0, from)].find(isOpen);
}

/** @param {string} words */
function tell(words) {
  const place = document.querySelector("[data-told]");
  if (place) place.textContent = words;
}

/** Mark the button of a result in its row. @param {HTMLElement} row @param {string} sign
 * @param {string} how */
function mark(row, sign, how) {
  const value = sign === "=" ? "0.5-0.5" : sign === "1" ? "1-0" : "0-1";
  for (const each of row.querySelectorAll(".r3 button")) {
    const said = /** @type {HTMLButtonElement} */ (each).value.endsWith(` ${value}`);
    if (said && "10=".includes(sign)) each.setAttribute(how, "true");
  }
}

/** @param {HTMLElement} row @param {string} sign */
function record(row, sign) {
  const form = row.closest("form");
  if (!form || !row.querySelector(".r3")) return;
  mark(row, sign, "aria-busy");
  const board = row.dataset.row ?? "";
  sent.add(board);
  go(nextOpen(row));
  last = last.then(() => send(form, board, sign));
}

/** One after the other, so that nobody waits for the answer to press the next key.
 * @param {HTMLFormElement} form @param {string} board @param {string} sign */
async function send(form, board, sign) {
  const body = new URLSearchParams();
  for (const [name, each] of new FormData(form)) body.append(name, String(each));
  body.set("lines", `${board} ${sign}`);
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
      keepalive: true, // the page may be left before the answer
    });
    const said = await answer.json();
    tell(answer.ok ? "" : `${board}: ${said.message}`);
    if (answer.ok) return; // the page hears of it and redraws itself
    sent.delete(board);
  } catch {
    const detail = { action: form.action, body };
    document.dispatchEvent(new CustomEvent("qipan:unsent", { detail })); // kept, sent later
    tell(`${board} ${sign} …`);
    return;
  }
  const again = rows().find((each) => each.dataset.row === board);
  const busy = again?.querySelectorAll("[aria-busy]") ?? [];
  for (const each of busy) each.removeAttribute("aria-busy");
  go(again);
}

/** Show what was typed: in the rows that it would decide, or as the line that it begins. */
function showTyped() {
  const results = RESULTS.test(typed);
  const place = document.querySelector("[data-go]");
  const line = results ? "" : typed;
  if (place && place.textContent !== line) place.textContent = line;
  for (const each of document.querySelectorAll("[data-meant]")) each.removeAttribute("data-meant");
  if (!results) return;
  let row = here();
  const meant = new Set();
  for (const key of typed) {
    if (!row) return;
    mark(row, SIGNS.get(key) ?? key, "data-meant");
    meant.add(row);
    const all = rows();
    const from = all.indexOf(row);
    const others = [...all.slice(from + 1), ...all.slice(0, from)];
    row = others.find((each) => isOpen(each) && !meant.has(each));
  }
}

/** What was typed is results, one for each row, unless it begins the number of a board. */
function flush() {
  clearTimeout(timer);
  if (!RESULTS.test(typed)) return;
  const signs = typed;
  typed = "";
  showTyped();
  for (const key of signs) {
    const row = here();
    if (row) record(row, SIGNS.get(key) ?? key);
  }
}

/** A line such as 12 1, or the number of a board to go to. */
function enter() {
  const line = typed.replace(/^[/*]/, "").trim();
  typed = "";
  const form = /** @type {HTMLFormElement|null} */ (document.querySelector("form[data-lines]"));
  if (line.includes(" ") && form) {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("lines"));
    field.value = line;
    form.requestSubmit();
    field.blur();
    leave(line.split(" ")[0]);
    return;
  }
  const wanted = line.replace("/", ".");
  go(rows().find((each) => each.dataset.row === wanted || each.dataset.row === `${wanted}.1`));
}

/** The cursor does not stay on a board that a line decided. @param {string} board */
function leave(board) {
  const row = here();
  if (row?.dataset.row === board) go(nextOpen(row));
}

/** @param {KeyboardEvent} event */
// Each key has its own short branch, and they are read best one under the other.
// eslint-disable-next-line complexity
function press(event) {
  const focused = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (focused?.matches("input, textarea, select") || focused?.closest("details[open] form")) return;
  const key = event.key;
  const inLine = /[ ./]/.test(typed);
  if (key === "Enter" && typed) {
    if (RESULTS.test(typed)) flush();
    else enter();
  } else if (key === "Escape") typed = "";
  else if (key === "Backspace" && typed) typed = typed.slice(0, -1);
  else if (key.length === 1 && (inLine || KEYS.test(key) || (typed && /^[ .]$/.test(key)))) {
    typed += key;
    clearTimeout(timer);
    if (RESULTS.test(typed)) timer = setTimeout(flush, PAUSE);
    if (focused instanceof HTMLElement && focused !== document.body) focused.blur();
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    flush();
    const all = rows();
    const from = all.findIndex((row) => row.dataset.row === was);
    const step = at === "" && from >= 0 ? 0 : key === "ArrowDown" ? 1 : -1;
    go(all[Math.max(0, Math.min(all.length - 1, from + step))]);
  } else return;
  event.preventDefault();
  showTyped();
}

/** @param {Event} event */
function tap(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const filter = /** @type {HTMLButtonElement|null} */ (target.closest("[data-show]"));
  if (filter) {
    document.body.dataset.filter = filter.dataset.show ?? "";
    markFilter();
    return;
  }
  const row = /** @type {HTMLElement|null} */ (target.closest("tr[data-row]"));
  if (row) go(row);
}

function markFilter() {
  const chosen = document.body.dataset.filter ?? "";
  for (const each of document.querySelectorAll("[data-show]"))
    each.setAttribute("aria-pressed", String(each.getAttribute("data-show") === chosen));
}

document.addEventListener("keydown", press);
document.addEventListener("click", tap);
document.addEventListener("pointerdown", flush, { capture: true });
addEventListener("pagehide", flush);
const main = document.querySelector("main");
if (main)
  new MutationObserver(() => {
    markFilter();
    if (typed) showTyped();
    for (const row of rows())
      if (row.classList.contains("over")) sent.delete(row.dataset.row ?? "");
    if (!document.querySelector("tr[data-row][aria-current]"))
      go(here() ?? rows().find(isOpen), false);
  }).observe(main, { childList: true, subtree: true });
markFilter();
const asked = location.hash.startsWith("#b") ? location.hash.slice(2) : "";
go(rows().find((row) => row.dataset.row === asked) ?? rows().find(isOpen), asked !== "");
