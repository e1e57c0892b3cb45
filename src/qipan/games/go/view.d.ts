// Made from games/go/view.py by `qipan game schema go --types`.

/** A finished count; half points as decimals in text. */
export interface CountView {
  result: string;
  totals: string[];
  black: Side;
  white: Side;
  black_territory: string[];
  white_territory: string[];
  dame: string[];
}

/** What is counted. */
export type Counting = "area" | "territory";

/** A proven repetition, and who wants a draw because of it. */
export interface CycleView {
  moves: string[];
  captures: [number, number];
  occurrences: number;
  wants_draw: [boolean, boolean];
  choice: number | null;
}

/** Points taken off a side by a ruling, with the rule behind it. */
export interface Fine {
  seat: number;
  points: number;
  rule: string;
}

/** The board, the marks on it and the count. */
export interface GoView {
  size: number;
  komi: string;
  board: string[];
  turn: number | null;
  phase: Phase;
  prisoners: [number, number];
  ko: string | null;
  moves: string[];
  last: string | null;
  passes: number;
  dead: string[];
  seki: string[];
  neutral: string[];
  agreed: [boolean, boolean];
  confirmed: [boolean, boolean];
  gaps: string[][];
  fines: Fine[];
  handicap: number;
  count: CountView | null;
  repetition: CycleView | null;
  one_ending?: boolean;
  second_passes?: boolean;
  counting?: Counting;
  standing?: CountView | null;
  open_boundaries?: string[][];
}

/** Where a game stands. */
export type Phase = "confirm" | "count" | "over" | "play" | "second-passes" | "status";

/** What one side has, in whole points. */
export interface Side {
  territory: number;
  stones: number;
  prisoners: number;
  dead: number;
  fines: number;
}
