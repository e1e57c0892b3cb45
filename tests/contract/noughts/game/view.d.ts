// Made from games/noughts/view.py by `qipan game schema noughts --types`.

/** The squares in the order in which they were marked. */
export interface NoughtsView {
  moves: string[];
  turn: number | null;
}
