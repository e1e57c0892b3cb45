// Stones as marks of the players, for Go and gomoku.

import { svg } from "../../boards/svg.js";

/** @param {number} colour 0 Black, 1 White */
export function stoneMark(colour) {
  const made = svg("svg", {
    viewBox: "-50 -50 100 100",
    class: "side-mark",
    "aria-hidden": "true",
  });
  const stone = svg(
    "g",
    { class: `side-stone ${colour ? "white" : "black"}` },
    svg("circle", { r: 46 }),
  );
  made.append(stone);
  return made;
}
