// Steps of the keyboard over a board: to the next point in a direction.

/** @typedef {import("./types.js").Point} Point */

/** @type {Map<string, [number, number]>} */
export const STEPS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/**
 * The next point, nearest to the straight line.
 * @param {Iterable<Point>} points
 * @param {Point} here
 * @param {number} dx
 * @param {number} dy
 */
export function nextPoint(points, here, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const point of points) {
    const along = (point.x - here.x) * dx + (point.y - here.y) * dy;
    const aside = Math.abs((point.x - here.x) * dy) + Math.abs((point.y - here.y) * dx);
    if (along < 1) continue;
    const cost = along + aside * 3;
    if (cost < least) [best, least] = [point, cost];
  }
  return best;
}
