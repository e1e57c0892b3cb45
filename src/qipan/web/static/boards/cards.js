// Playing cards: their faces, their words, and how a hand is laid out.

import { svg } from "./svg.js";
import { say } from "./words.js";

/** @type {Record<string, string>} */
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** @param {string} card */ const isJoker = (card) => card === "LJ" || card === "BJ";
/** @param {string} suit */ export const sign = (suit) => SIGNS[suit] ?? suit;

/** A card in words: "ace of spades". @param {string} card */
export function cardName(card) {
  if (isJoker(card)) return say(`shengji.card.${card}`);
  return say("shengji.card", { suit: say(`shengji.suit.${card[0]}`), rank: card.slice(1) });
}

/** @param {string|null} card null shows the back */
export function face(card) {
  const drawn = svg("svg", { viewBox: "0 0 60 84", class: "card-face", "aria-hidden": "true" });
  drawn.append(
    svg("rect", {
      x: 0.75,
      y: 0.75,
      width: 58.5,
      height: 82.5,
      rx: 6,
      class: card ? "card-paper" : "card-back",
    }),
  );
  if (!card) {
    drawn.append(
      svg("path", {
        d: "M10 10H50V74H10ZM10 26L26 10M10 58L50 18M10 74L50 34M34 74L50 58",
        class: "card-weave",
      }),
    );
    return drawn;
  }
  const joker = isJoker(card);
  const red = joker ? card === "BJ" : card[0] === "H" || card[0] === "D";
  const ink = red ? "card-red" : "card-black";
  if (joker) {
    drawn.append(svg("text", { x: 11, y: 17, class: `card-corner ${ink}` }, "★"));
    ["王", card === "BJ" ? "大" : "小"].forEach((text, up) => {
      drawn.append(
        svg("text", { x: 34, y: up ? 32 : 60, class: `card-joker ${ink}`, lang: "zh" }, text),
      );
    });
    drawn.append(
      svg("text", { x: 11, y: 36, class: `card-small ${ink}` }, card === "BJ" ? "B" : "L"),
    );
    return drawn;
  }
  drawn.append(svg("text", { x: 12, y: 17, class: `card-corner ${ink}` }, card.slice(1)));
  drawn.append(svg("text", { x: 12, y: 37, class: `card-small ${ink}` }, `${sign(card[0])}\ufe0e`));
  drawn.append(svg("text", { x: 37, y: 58, class: `card-big ${ink}` }, `${sign(card[0])}\ufe0e`));
  return drawn;
}

/**
 * The group a card lies in: a printed suit, or T for trumps. Only for laying out; who may follow
 * with what is the server's business.
 * @param {string} card
 * @param {string|null} trump suit letter, NT, or null while it is not known
 * @param {string} rank of the level cards
 */
export function groupOf(card, trump, rank) {
  return isJoker(card) || card.slice(1) === rank || card[0] === trump ? "T" : card[0];
}

/**
 * Sort a hand for the eye: by group, then height; as the server ordered it once trump is known.
 * @param {string[]} hand
 * @param {string|null} trump
 * @param {string} rank
 */
export function arranged(hand, trump, rank) {
  const order = ["S", "H", "C", "D", "T"]; // colours alternate, trumps at the end
  const height = (/** @type {string} */ card) =>
    isJoker(card)
      ? card === "BJ"
        ? 40
        : 39
      : card.slice(1) === rank
        ? 20 + "SHDC".indexOf(card[0])
        : RANKS.indexOf(card.slice(1));
  return hand
    .map((card, place) => ({ card, place, group: order.indexOf(groupOf(card, trump, rank)) }))
    .sort(
      (a, b) =>
        a.group - b.group || (trump === null ? height(a.card) - height(b.card) : a.place - b.place),
    )
    .map(({ card }) => card);
}
