// How a hand of shengji is laid out: its order, its rows on a phone, and what may be suggested.

import { arranged, groupOf } from "./cards.js";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const PER_ROW = 7;
const FAR = 24;
const MOST_SUGGESTED = 4;

/** @typedef {"suit"|"rank"} Order by suit with trumps at the end, or equal cards side by side */

/**
 * Lay a hand out; cards put aside by hand come first.
 * @param {string[]} hand
 * @param {{trump: string|null, rank: string}} deal
 * @param {Order} order
 * @param {string[]} aside
 */
export function laidOut(hand, { trump, rank }, order, aside) {
  const rest = arranged(hand, trump, rank);
  const kept = [];
  for (const card of aside) {
    const place = rest.indexOf(card);
    if (place < 0) continue;
    kept.push(card);
    rest.splice(place, 1);
  }
  if (order === "rank") rest.sort((a, b) => height(a) - height(b) || (a < b ? -1 : 1));
  return { cards: [...kept, ...rest], aside: kept };
}

/** @param {string} card */
function height(card) {
  if (card === "LJ") return 20;
  return card === "BJ" ? 21 : RANKS.indexOf(card.slice(1));
}

/**
 * Rows of at most so many cards on a phone, balanced.
 * @param {number} count
 */
export function rowsOf(count) {
  const rows = Math.max(1, Math.ceil(count / PER_ROW));
  return { rows, per: Math.max(1, Math.ceil(count / rows)) };
}

/**
 * What may be played, a few of them: the largest first, then what costs least.
 * @param {string[]|null|undefined} legal
 * @param {string} verb
 * @param {string[]} hand as it is laid out
 * @param {{trump: string|null, rank: string}} deal
 * @returns {string[][]}
 */
export function suggested(legal, verb, hand, deal) {
  const found = (legal ?? [])
    .filter((text) => text.startsWith(`${verb} `))
    .map((text) => text.split(" ").slice(1));
  const ways = found.length ? found : verb === "play" ? pairsIn(hand) : [];
  const cost = (/** @type {string[]} */ cards) =>
    cards.reduce((sum, card) => sum + worth(card, deal), 0);
  return ways
    .sort((a, b) => b.length - a.length || cost(a) - cost(b))
    .filter((cards, place) => cards.length > 1 || place < 2)
    .slice(0, MOST_SUGGESTED);
}

/** @param {string[]} hand */
function pairsIn(hand) {
  return [...new Set(hand)]
    .filter((card) => hand.indexOf(card) !== hand.lastIndexOf(card))
    .map((card) => [card, card]);
}

/**
 * What it costs to part with a card: points, height, trumps.
 * @param {string} card
 * @param {{trump: string|null, rank: string}} deal
 */
function worth(card, { trump, rank }) {
  const points = card.endsWith("10") || card.endsWith("K") ? 30 : card.slice(1) === "5" ? 15 : 0;
  return points + height(card) + (groupOf(card, trump, rank) === "T" ? 60 : 0);
}

/**
 * Let a card be pulled up onto the cloth.
 * @param {HTMLElement} card
 * @param {HTMLElement} cloth
 * @param {{moved: () => void, dropped: () => void}} told
 */
export function draggable(card, cloth, told) {
  /** @type {{x: number, y: number}|null} */ let grip = null;
  card.addEventListener("pointerdown", (event) => {
    grip = { x: event.clientX, y: event.clientY };
    card.setPointerCapture(event.pointerId);
  });
  card.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (Math.hypot(dx, dy) < FAR) return;
    card.classList.add("in-hand");
    card.style.setProperty("--dx", `${dx}px`);
    card.style.setProperty("--dy", `${dy}px`);
  });
  const lay = () => {
    grip = null;
    card.classList.remove("in-hand");
  };
  card.addEventListener("pointerup", (event) => {
    const dragged = card.classList.contains("in-hand");
    lay();
    if (!dragged) return;
    told.moved();
    const box = cloth.getBoundingClientRect();
    if (event.clientY <= box.bottom && event.clientY >= box.top) told.dropped();
  });
  card.addEventListener("pointercancel", lay);
}
