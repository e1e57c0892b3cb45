// Made from games/gomoku/view.py by `qipan game schema gomoku --types`.

/** The moves so far, and whose turn it is. */
export interface GomokuView {
  size: number;
  moves: string[];
  setup: [string, number][];
  turn: number | null;
  black: number;
  begins: number;
  phase: string;
  five?: string[];
  barred?: Record<string, string>;
}
