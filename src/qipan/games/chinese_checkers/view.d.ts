// Made from games/chinese_checkers/view.py by `qipan game schema chinese-checkers --types`.

/** A seat that filled its target, and in which round. */
export interface Arrival {
  seat: number;
  round: number;
}

/** The star with its pieces, and how far everybody is. */
export interface StarView {
  board: string;
  corners: string[];
  turn: number | null;
  round: number;
  finished: Arrival[];
  retired: number[];
  blocked: number[];
  missing: number[];
  asked: boolean;
  agreed: number[];
  last: string[];
}
