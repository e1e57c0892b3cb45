// Made from games/shengji/view.py by `qipan game schema shengji --types`.

/** How the last deal ended, for all to look at before the next one. */
export interface ClosedDeal {
  deal: number;
  trick: LaidCards[];
  won_by: number;
  bottom: string[];
  bottom_points: number;
  factor: number;
}

/** The deal on the table, and what one seat alone knows of it. */
export interface DealView {
  number: number;
  phase: string;
  rank: string;
  banker: number | null;
  first: number;
  hash: string | null;
  cut: number;
  drawn: number;
  counts: number[];
  quiet: number[];
  declared: DeclaredCards[];
  flipped: string | null;
  buried_by: number[];
  trump: string | null;
  turn: number | null;
  trick: LaidCards[];
  trick_won_by: number | null;
  tricks: number[];
  points: number;
  exposed: string[][];
  penalties: PenaltyView[];
  bottom: string[] | null;
  hand: string[] | null;
  declared_by_me: string[][] | null;
  buried_by_me: string[][] | null;
  played_by_me: string[][] | null;
}

/** Cards put face down to name trump; their faces are known from the reveal on. */
export interface DeclaredCards {
  seat: number;
  count: number;
  cards: string[] | null;
}

/** The cards of one seat in the trick on the table. */
export interface LaidCards {
  seat: number;
  cards: string[];
}

/** One settled deal. */
export interface LedgerLine {
  deal: number;
  banker: number;
  trick_points: number;
  bottom_change: number;
  penalty_change: number;
  points: number;
  before: [number, number];
  after: [number, number];
  next_banker: number;
  penalties: PenaltyView[];
}

/** What lies on the table when a match ends within a deal. */
export interface LeftCards {
  hands: string[][];
  bottom: string[];
  stock: string[];
  salt: string;
  pack: string[];
}

/** The pack of a finished deal: whoever kept the hash can check it. */
export interface OpenedPack {
  hash: string | null;
  salt: string;
  pack: string[];
  cut: number;
}

/** What one side loses for an offence. */
export interface PenaltyView {
  side: number;
  rule: string;
  points: number;
  levels: number;
}

/** A match: levels, the deal on the table, and the deals before it. */
export interface ShengjiView {
  levels: [number, number];
  time_up: boolean;
  acting: number[];
  deal: DealView;
  ledger: LedgerLine[];
  closed: ClosedDeal | null;
  opened: OpenedPack | null;
  left: LeftCards | null;
}
