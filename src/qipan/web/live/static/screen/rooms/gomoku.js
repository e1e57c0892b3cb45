// What gomoku adds around its board: whose stones are whose, and the number of the move.

import { say } from "../../boards/words.js";
import { model } from "../model.js";
import { stoneMark } from "./stone_marks.js";

/** @typedef {import("../../../../../games/gomoku/view").GomokuView} GomokuView */

/** @param {import("../model.js").Model} from */
const seen = (from) => /** @type {GomokuView} */ (/** @type {unknown} */ (from.shown?.view));

/** @type {import("../room.js").Room} */
const room = {
  piece: (who) => stoneMark(model.shown && seen(model).black === who ? 0 : 1),
  taken: (who, from) => ({ label: `${seen(from).black === who}`, parts: [] }),
  plans: (from) => seen(from).phase === "play",
  meter: (from) =>
    from.shown?.outcome
      ? null
      : {
          head: say("live.move-number", { number: from.moves.length + 1 }),
          text: say("gomoku.meter"),
        },
};
export default room;
