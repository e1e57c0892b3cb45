// Moves that are chosen before one's turn, drawn on the board: a dashed arrow or a ghost stone. An
// answer to what may come shows that too.

import { svg } from "./svg.js";

/** @typedef {import("./points.js").PointBoard<any>} PointBoard */

const BACK = 0.62; // how far before the middle of a point an arrow ends

/**
 * Draw everything that is planned.
 * @param {PointBoard} board
 */
export function drawPlans(board) {
  (board.options.planned ?? []).forEach(({ when, then }, number) => {
    if (when) drawPlan(board, when, "plan-when");
    drawPlan(board, then, `plan-then plan-${Math.min(number, 4)}`);
  });
}

/** @param {PointBoard} board @param {string} text @param {string} look */
function drawPlan(board, text, look) {
  const places = board.pointsOf(text);
  const at = places.at(-1) ?? "";
  const [from, to] = [places[0], at].map((name) => board.points.get(name));
  if (!from || !to) return;
  const stone = board.plannedStone(look.startsWith("plan-then"));
  if (stone) board.put("aim", at, stone);
  else if (from !== to) {
    const span = Math.hypot(to.x - from.x, to.y - from.y);
    const share = Math.max(0, 1 - (board.reach * BACK) / span);
    const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    const line = svg("path", { d: `M${from.x} ${from.y}L${x} ${y}`, class: `plan-line ${look}` });
    board.layers.aim.append(line);
    board.put(
      "aim",
      places[0],
      svg("circle", { r: board.reach * 0.9, class: `plan-ring ${look}` }),
    );
  }
  board.put("aim", at, svg("circle", { r: board.reach * 0.98, class: `plan-ring ${look}` }));
}
