// The same again, on the other side: one asks, the other answers, and both go to the new table.

import { say } from "../boards/words.js";
import { listen, sendTo } from "../table_messages.js";
import { changed, seat, table, watch } from "./model.js";
import { named } from "./names.js";
import { LEVEL, prompt } from "./prompt.js";
import { toast } from "./toasts.js";

export const mayPlayAgain = seat !== null && table.dataset.rematch !== undefined;
/** Who wants it. @type {Set<number>} */ const wanted = new Set();
let going = false;

/** @param {boolean} want */
const answer = (want) => sendTo(table, { type: "rematch", want });

/** The button under the end of a game. @returns {import("./prompt.js").Choice} */
export function rematchChoice() {
  const asked = seat !== null && wanted.has(seat);
  return {
    label: say("end.rematch"),
    id: "rematch",
    primary: true,
    reason: asked ? say("end.rematch-asked") : undefined,
    act: () => answer(true),
  };
}

async function go() {
  if (going) return;
  going = true;
  const second = "second" in table.dataset ? `?seat=${seat}` : "";
  const given = { method: "POST", headers: { "x-csrftoken": table.dataset.csrf ?? "" } };
  try {
    const found = await fetch(`/t/${table.dataset.table}/rematch${second}`, given);
    if (found.ok) location.assign((await found.json()).link);
    else toast(say("end.rematch-failed"), { bad: true });
    going = found.ok;
  } catch {
    toast(say("end.rematch-failed"), { bad: true });
    going = false;
  }
}

/** Ask the reader, once the other wants it. */
function show() {
  const by = [...wanted].find((who) => who !== seat);
  if (by === undefined || seat === null || wanted.has(seat)) return prompt("rematch", null);
  return prompt("rematch", {
    level: LEVEL.question,
    tone: "ask",
    text: say("end.rematch-offered", { who: named(by) }),
    choices: [
      { label: say("live.accept"), primary: true, act: () => answer(true) },
      { label: say("live.decline"), act: () => answer(false) },
    ],
  });
}

if (mayPlayAgain) {
  listen(table, {
    rematch({ by, want }) {
      if (want) wanted.add(by);
      else {
        wanted.clear();
        if (by !== seat) toast(say("end.rematch-declined", { who: named(by) }), { keep: true });
      }
      if (want && by === seat && wanted.size === 1) toast(say("end.rematch-asked"), { keep: true });
      show();
      changed();
      if (wanted.size === 2) go();
    },
  });
  watch((_, message) => {
    if (message?.type === "state") wanted.clear();
  });
}
