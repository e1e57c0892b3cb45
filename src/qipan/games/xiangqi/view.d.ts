// Made from games/xiangqi/view.py by `qipan game schema xiangqi --types`.

/** What a move does; the heaviest effect counts. */
export type Act = "chase" | "check" | "exchange" | "idle" | "joint-chase" | "kill";

/** One piece after another. */
export interface ChaseShown {
  attacker: PieceAt | null;
  target: PieceAt | null;
  how: How;
  root: string;
  held_by_knight?: boolean;
  line?: string[];
}

/** Everything a ruling rests on. */
export interface Evidence {
  ruleset: string;
  rule: string;
  chased?: (PieceAt | null)[];
  proposal?: Verdict;
  proposed_must_vary?: string | null;
  grace_rounds?: number;
  closed?: boolean;
  first_ply?: number;
  last_ply?: number;
  position?: string;
  plies?: PlyShown[];
}

/** By what a chase wins. */
export type How = "checks" | "cut" | "direct" | "exchange";

/** How far the game is from a draw without captures, and what a wrong claim costs. */
export interface LimitMeter {
  rounds: number;
  counted: [number, number];
  forward: boolean;
  claimed: boolean;
  minutes: number;
  technical_fouls: number;
  loses: [boolean, boolean];
}

/** What a false claim cost; the clock's part is for whoever keeps the clock. */
export interface Penalty {
  seat: number;
  ply: number;
  technical_fouls: number;
  minutes: number;
}

/** A piece where it stands. */
export interface PieceAt {
  piece: string;
  square: string;
}

/** One move of the repeated line, and what it was found to do. */
export interface PlyShown {
  ply: number;
  side: string | null;
  move: string;
  label: Act;
  sure: boolean;
  chases?: ChaseShown[];
  joint?: boolean;
  line?: string[];
}

/** How often the position has stood, and what a ruling would say now. */
export interface RepetitionMeter {
  times: number;
  needed: number;
  claimed: boolean;
  verdict?: string | null;
  must_vary?: string | null;
  rule?: string | null;
  grace?: number;
}

/** A ruling as one plain value. */
export interface RulingAnswer {
  verdict: Verdict;
  must_vary: string | null;
  evidence: Evidence;
}

/** What is ruled. */
export type Verdict = "black_wins" | "draw" | "needs_arbiter" | "none" | "red_wins";

/** A ruling that is carried out unless somebody varies in time. */
export interface WarningView {
  must_vary: string | null;
  rule: string;
  plies_left: number;
}

/** The position, the moves that led to it, and what was claimed. */
export interface XiangqiView {
  fen: string;
  start: string;
  moves: string[];
  turn: number | null;
  check: boolean;
  quiet_plies: number;
  counted_from: number | null;
  penalties: Penalty[];
  warned: WarningView | null;
  ruling: RulingAnswer | null;
  repetition?: RepetitionMeter | null;
  limit?: LimitMeter | null;
}
