// Xiangqi pieces: discs with the traditional characters, or with pictograms that need no reading.
// Red has a plain rim, Black a double one, so that the sides differ without colour too.

import { svg } from "./svg.js";

/** @type {Record<string, string>} */
const CHARACTERS = {
  K: "帥",
  A: "仕",
  B: "相",
  N: "傌",
  R: "俥",
  C: "炮",
  P: "兵",
  k: "將",
  a: "士",
  b: "象",
  n: "馬",
  r: "車",
  c: "砲",
  p: "卒",
};

/** As simplified print writes them, where that differs. @type {Record<string, string>} */
const SIMPLIFIED = { ...CHARACTERS, K: "帅", N: "马", R: "车", k: "将", n: "马", r: "车", c: "炮" };

/**
 * Pictograms in a box from -26 to 26; filled, with holes cut by the even-odd rule.
 * @type {Record<string, string>}
 */
const PICTURES = {
  // a crown
  k: "M-24 -14L-12 -2L0 -24L12 -2L24 -14L18 14H-18ZM-18 18H18V24H-18Z",
  // an official's hat with two wings
  a: "M-10 -8Q0 -26 10 -8V4H26V10H10V12H-10V10H-26V4H-10ZM-14 16H14V22H-14Z",
  // an elephant: body, ear and trunk
  b:
    "M-26 22V-2Q-24 -20 -6 -20H4Q22 -20 24 -2V12Q24 18 19 18V4H14V22H4V10H-10V22Z" +
    "M6 -13A3.5 3.5 0 1 0 6.1 -13ZM-14 -12Q-2 -14 -4 2Q-16 4 -14 -12Z",
  // a horse's head
  n:
    "M-16 24Q-18 2 -4 -8L-8 -24L4 -16Q18 -14 24 4L18 12L8 6Q2 6 2 10Q14 16 14 24Z" +
    "M6 -7A3 3 0 1 0 6.1 -7Z",
  // a chariot: a wheel with spokes under a rail
  r:
    "M-26 -22H26V-16H-26ZM0 -14A19 19 0 1 0 .1 -14ZM0 -8A13 13 0 0 1 12 1H3V-8Z" +
    "M-3 -8V1H-12A13 13 0 0 1 -3 -8ZM-12 8H-3V17A13 13 0 0 1 -12 8Z" +
    "M3 17V8H12A13 13 0 0 1 3 17Z",
  // a cannon on its wheel
  c:
    "M-25 -2L16 -24L24 -10L-14 10Q-26 10 -25 -2ZM4 4A11 11 0 1 0 4.1 4Z" +
    "M4 11A4 4 0 1 1 3.9 11ZM-24 20H-10V25H-24Z",
  // a soldier with a spear
  p:
    "M-6 -24A8 8 0 1 0 -5.9 -24ZM-18 24Q-20 -6 -6 -6Q8 -6 6 24Z" +
    "M13 -12L17 -26L21 -12H19V24H15V-12Z",
};

/**
 * @param {string} letter of a FEN; capitals are Red's
 * @param {import("./types.js").Preferences["pieces"]} style
 */
export function piece(letter, style) {
  const red = letter === letter.toUpperCase();
  const group = svg("g", { class: `piece ${red ? "red" : "black"}` });
  group.append(svg("circle", { r: 44, cy: 5, class: "shadow" }));
  group.append(svg("circle", { r: 44, class: "disc" }));
  group.append(svg("circle", { r: 37.5, class: "rim" }));
  if (!red) group.append(svg("circle", { r: 34, class: "rim" }));
  if (style === "international") {
    group.append(
      svg("path", { d: PICTURES[letter.toLowerCase()], class: "picture", "fill-rule": "evenodd" }),
    );
  } else {
    const simple = style === "simplified";
    const sign = (simple ? SIMPLIFIED : CHARACTERS)[letter];
    group.append(
      svg("text", { class: "character", y: 2, lang: simple ? "zh-Hans" : "zh-Hant" }, sign),
    );
  }
  return group;
}
