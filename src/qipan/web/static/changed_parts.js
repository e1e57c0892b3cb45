// Puts into an open page what changed since it was written: whole parts, or rows and cells of their
// tables. What stays the same is not touched, so that focus, scrolling and opened details stay.

/**
 * @typedef {[number, number | Record<string, string>] | string} Step
 * @typedef {{ html?: string, shell?: string, had?: number[], rows?: Step[][] }} Change
 * @typedef {{ held: string, version: string, names: string[], parts: Record<string, Change> }}
 *   Changes
 */

/** @type {Record<string, string>} */
const AROUND = { tr: "<table><tbody>", td: "<table><tbody><tr>", th: "<table><tbody><tr>" };

/** @param {string} html */
function elementOf(html) {
  const tag = /^<(\w+)/.exec(html)?.[1] ?? "";
  const read = new DOMParser().parseFromString((AROUND[tag] ?? "") + html, "text/html");
  return document.adoptNode(/** @type {HTMLElement} */ (read.querySelector(tag)));
}

/** @param {string} name */
const partNamed = (name) => document.querySelector(`[data-live="${CSS.escape(name)}"]`);

/** @param {Element} part */
function isBeingFilledIn(part) {
  const focused = document.activeElement;
  return Boolean(focused?.matches("input, select") && part.contains(focused));
}

/**
 * Say whether the page has what the changes begin from.
 * @param {Changes} changes
 */
export function fits(changes) {
  if (!changes.names.every(partNamed)) return false;
  return Object.entries(changes.parts).every(([name, { had }]) => {
    const bodies = [...(partNamed(name)?.querySelectorAll("tbody") ?? [])];
    return !had || String(bodies.map((each) => each.rows.length)) === String(had);
  });
}

/**
 * Put changes in place; says whether all are. Whoever lays rows out anew hears ``qipan:changed``.
 * @param {Changes} changes
 */
export function putInPlace(changes) {
  let all = true;
  keepingSight(() => {
    for (const [name, change] of Object.entries(changes.parts)) {
      const part = partNamed(name);
      if (!part || isBeingFilledIn(part)) all = false;
      else if (change.html !== undefined) part.replaceWith(elementOf(change.html));
      else changeRows(part, change);
    }
    dispatchEvent(new Event("qipan:changed"));
  });
  return all;
}

/**
 * @param {Element} part
 * @param {Change} change
 */
function changeRows(part, { shell, rows = [] }) {
  if (shell) becomeLike(part, elementOf(shell));
  part.querySelectorAll("tbody").forEach((body, index) => follow(body, rows[index] ?? []));
}

/**
 * Make an element like another, node by node, except for the rows of its tables.
 * @param {Element} old
 * @param {Element} fresh
 */
function becomeLike(old, fresh) {
  if (old instanceof HTMLTimeElement && old.dateTime === fresh.getAttribute("datetime")) return;
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "TBODY") return;
  const there = [...old.childNodes];
  const wanted = [...fresh.childNodes];
  wanted.forEach((node, index) => {
    const was = there[index];
    if (was === undefined) old.append(node);
    else if (was.nodeName !== node.nodeName) was.replaceWith(node);
    else if (was instanceof Element) becomeLike(was, /** @type {Element} */ (node));
    else if (was.nodeValue !== node.nodeValue) was.nodeValue = node.nodeValue;
  });
  for (const over of there.slice(wanted.length)) over.remove();
}

/**
 * @param {HTMLTableSectionElement} body
 * @param {Step[]} steps
 */
function follow(body, steps) {
  const old = [...body.rows];
  /** @type {HTMLTableRowElement[]} */
  const rows = [];
  /** @type {[HTMLTableRowElement, Record<string, string>][]} */
  const changed = [];
  for (const step of steps) {
    if (typeof step === "string") {
      rows.push(/** @type {HTMLTableRowElement} */ (elementOf(step)));
    } else if (typeof step[1] === "number") {
      rows.push(...old.slice(step[0], step[0] + step[1]));
    } else {
      rows.push(old[step[0]]);
      changed.push([old[step[0]], step[1]]);
    }
  }
  if (body.hasAttribute("data-numbered")) writeNumbers(old, rows);
  for (const [row, cells] of changed)
    for (const [index, html] of Object.entries(cells))
      row.cells[Number(index)].replaceWith(elementOf(html));
  let next = body.firstElementChild;
  for (const row of rows) {
    if (row === next) next = next.nextElementSibling;
    else body.insertBefore(row, next);
  }
  while (next) {
    const gone = next;
    next = next.nextElementSibling;
    gone.remove();
  }
}

/**
 * Cells that end with the number of a row follow the rows to where they stand now.
 * @param {HTMLTableRowElement[]} old
 * @param {HTMLTableRowElement[]} rows
 */
function writeNumbers(old, rows) {
  const now = new Map(rows.map((row, index) => [row, index + 1]));
  const numbers = new Map(old.map((row, index) => [String(index + 1), now.get(row)]));
  for (const row of old)
    for (const cell of row.querySelectorAll("td.at")) {
      const text = cell.textContent ?? "";
      const written = text.replace(/\d+$/, (number) => String(numbers.get(number) ?? number));
      if (written !== text) cell.textContent = written;
    }
}

/**
 * Change the page without moving what the reader looks at, or the focus.
 * @param {() => void} change
 */
function keepingSight(change) {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const name = middle?.closest("[data-live]")?.getAttribute("data-live");
  const before = name ? partNamed(name)?.getBoundingClientRect().top : undefined;
  const focused = document.activeElement;
  const root = document.documentElement;
  root.style.overflowAnchor = "none"; // or the browser would do the same a second time
  change();
  const after = name ? partNamed(name)?.getBoundingClientRect().top : undefined;
  if (before !== undefined && after !== undefined && after !== before) scrollBy(0, after - before);
  root.style.overflowAnchor = "";
  if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused)
    focused.focus({ preventScroll: true });
}

let pressed = false;
/** @type {(() => void)[]} */
const waiting = [];

function release() {
  pressed = false;
  setTimeout(() => waiting.splice(0).forEach((each) => each()), 50); // its click comes first
}

addEventListener("pointerdown", () => (pressed = true), { capture: true });
addEventListener("pointerup", release);
addEventListener("pointercancel", release);

/** Wait until no finger is on the page: what it will touch does not move away under it. */
export async function untilReleased() {
  if (!pressed) return;
  await new Promise((resume) => {
    waiting.push(() => resume(undefined));
  });
}
