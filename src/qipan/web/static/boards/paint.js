// Wood, stones and discs: colours that run into each other, laid into the page once, and the marks
// that every board of points shares. Colours themselves are in boards.css.

import { svg } from "./svg.js";

const ID = "board-paints";
/** @type {Record<string, string[]>} name, and the places of its colours */
const ROUND = {
  disc: ["0", ".7", "1"],
  black: ["0", ".3", "1"],
  white: ["0", ".6", "1"],
};

/** @param {string} name @param {string} at */
const stop = (name, at) =>
  svg("stop", { offset: at, class: `paint-${name}-${at.replace(".", "")}` });

/** Lay the paints into the page, once. */
export function layPaints() {
  if (document.getElementById(ID)) return;
  const defs = svg("defs");
  defs.append(
    svg(
      "linearGradient",
      { id: "paint-wood", x2: ".3", y2: "1" },
      stop("wood", "0"),
      stop("wood", "1"),
    ),
    svg("radialGradient", { id: "paint-check" }, stop("check", ".5"), stop("check", "1")),
  );
  for (const [name, places] of Object.entries(ROUND))
    defs.append(
      svg(
        "radialGradient",
        { id: `paint-${name}`, cx: ".36", cy: ".3", r: ".78" },
        ...places.map((at) => stop(name, at)),
      ),
    );
  document.body.append(svg("svg", { id: ID, width: 0, height: 0, "aria-hidden": "true" }, defs));
}

/**
 * A wooden board with a little grain.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function woodenBoard(x, y, width, height) {
  const lines = [];
  for (let line = 1; line < 15; line++) {
    const at = x + (width * line) / 15;
    const [first, second, end] = [Math.sin(line), Math.cos(line * 2), Math.sin(line * 3)];
    const bend = [0.014 * first, -0.022 * second, 0.01 * end].map((each) =>
      (each * width).toFixed(1),
    );
    const fall = [0.3, 0.6].map((each) => (each * height).toFixed(1));
    const whole = (height * 0.98).toFixed(1);
    lines.push(
      `M${at.toFixed(1)} ${(y + height * 0.01).toFixed(1)}` +
        `c${bend[0]} ${fall[0]} ${bend[1]} ${fall[1]} ${bend[2]} ${whole}`,
    );
  }
  return [
    svg("rect", { x, y, width, height, rx: width / 90, class: "wood" }),
    svg("path", { d: lines.join(""), class: "grain" }),
  ];
}

/**
 * Four corners around a point: inside its own cell, so that neighbours' marks never touch.
 * @param {number} far
 * @param {number} near
 */
export function corners(far, near) {
  const paths = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]) => `M${x * near} ${y * far}H${x * far}V${y * near}`);
  return svg("path", { d: paths.join(""), class: "last-corners" });
}
