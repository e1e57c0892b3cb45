// Who finished in which order at a table of several: names are tapped one after the other, the last
// one follows by itself. A name tapped again is taken back, with those after it. What was tapped is
// kept while the page redraws itself for another table.

export {};

/** Seats in the order in which they finished, those who share a place together; by table.
 * @type {Map<string, number[][]>} */
const orders = new Map();
/** Tables at which the next name shares the place of the one before. @type {Set<string>} */
const sharing = new Set();

/** @param {HTMLElement} card */
const buttons = (card) => [
  .../** @type {NodeListOf<HTMLButtonElement>} */ (card.querySelectorAll("[data-seat]")),
];

/** The place of everybody who has one, by seat: after two who share third comes fifth.
 * @param {number[][]} order */
function places(order) {
  const found = new Map();
  for (const group of order) {
    const place = found.size + 1;
    for (const seat of group) found.set(seat, place);
  }
  return found;
}

/** @param {HTMLElement} card @param {number} seat */
function tap(card, seat) {
  const board = card.dataset.order ?? "";
  const order = orders.get(board) ?? [];
  const before = order.findIndex((group) => group.includes(seat));
  if (before >= 0) order.splice(before);
  else if (sharing.has(board) && order.length) order.at(-1)?.push(seat);
  else order.push([seat]);
  sharing.delete(board);
  const left = buttons(card)
    .map((each) => Number(each.dataset.seat))
    .filter((each) => !order.flat().includes(each));
  if (left.length === 1 && before < 0) order.push(left);
  orders.set(board, order);
}

/** @param {Element|null} element @param {string} name @param {string} value */
function put(element, name, value) {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {HTMLElement} card */
function paint(card) {
  const board = card.dataset.order ?? "";
  const order = orders.get(board) ?? [];
  const found = places(order);
  const all = buttons(card);
  for (const each of all) {
    const place = found.get(Number(each.dataset.seat));
    const sign = each.querySelector(".place");
    const shown = place === undefined ? "" : String(place);
    if (sign && sign.textContent !== shown) sign.textContent = shown;
    put(each, "aria-pressed", String(place !== undefined));
  }
  const whole = found.size === all.length;
  const line = whole ? all.map((each) => found.get(Number(each.dataset.seat))).join("-") : "";
  const ready = /** @type {HTMLButtonElement|null} */ (card.querySelector("[data-ready]"));
  if (ready) {
    ready.disabled = !whole;
    ready.value = whole ? `${board} ${line}` : "";
  }
  const into = card.dataset.into ? document.querySelector(card.dataset.into) : null;
  if (whole && into instanceof HTMLInputElement) into.value = line;
  const same = /** @type {HTMLButtonElement} */ (card.querySelector("[data-same]"));
  same.disabled = !order.length || whole;
  put(same, "aria-pressed", String(sharing.has(board)));
  /** @type {HTMLButtonElement} */ (card.querySelector("[data-afresh]")).disabled = !order.length;
}

function paintAll() {
  for (const card of document.querySelectorAll("[data-order]"))
    paint(/** @type {HTMLElement} */ (card));
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const card = /** @type {HTMLElement|null} */ (target.closest("[data-order]"));
  const button = /** @type {HTMLButtonElement|null} */ (target.closest("button"));
  if (!card || !button) return;
  const board = card.dataset.order ?? "";
  if (button.dataset.seat !== undefined) tap(card, Number(button.dataset.seat));
  else if (button.dataset.same !== undefined) {
    if (!sharing.delete(board)) sharing.add(board);
  } else if (button.dataset.afresh !== undefined) {
    orders.delete(board);
    sharing.delete(board);
  } else return;
  paint(card);
});
const main = document.querySelector("main");
if (main) new MutationObserver(paintAll).observe(main, { childList: true, subtree: true });
paintAll();
