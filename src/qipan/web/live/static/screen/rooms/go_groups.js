// The groups that are proposed dead, or were: chains of one colour, named by one of their stones.

/** @typedef {import("../../../../../games/go/view").GoView} GoView */

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** Stones that were marked dead at some time of this count. @type {Set<string>} */
const spoken = new Set();

/**
 * @param {GoView} view
 * @returns {Array<{colour: number, point: string, count: number, dead: boolean}>}
 */
export function deadGroups(view) {
  const { board, size } = view;
  const dead = new Set(view.dead);
  const standing = new Map();
  board.forEach((row, down) =>
    [...row].forEach((mark, column) => {
      if (mark !== ".") standing.set(`${LETTERS[column]}${size - down}`, mark === "X" ? 0 : 1);
    }),
  );
  for (const point of dead) spoken.add(point);
  for (const point of spoken) if (!standing.has(point)) spoken.delete(point);
  const found = [];
  const seen = new Set();
  for (const start of spoken) {
    if (seen.has(start)) continue;
    const chain = [start];
    seen.add(start);
    for (const point of chain) {
      const [column, row] = [LETTERS.indexOf(point[0]), Number(point.slice(1))];
      for (const [across, up] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        const next = `${LETTERS[column + across]}${row + up}`;
        if (seen.has(next) || standing.get(next) !== standing.get(start)) continue;
        seen.add(next);
        chain.push(next);
      }
    }
    found.push({
      colour: Number(standing.get(start)),
      point: chain.toSorted?.()[0] ?? start,
      count: chain.length,
      dead: dead.has(start),
    });
  }
  return found;
}
