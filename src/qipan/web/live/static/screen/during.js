// During the game: phrases that everybody reads in their own language, a call for the arbiter with
// its reason, and a move taken back where nothing is at stake.

import { html } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { listen, sendTo } from "../table_messages.js";
import { drawer } from "./actions.js";
import { find, model, seat, table, watch } from "./model.js";
import { named } from "./names.js";
import { LEVEL, prompt, prompted } from "./prompt.js";
import { toast } from "./toasts.js";

const PHRASES = ["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment"];
const REASONS = ["rule", "clock", "conduct", "technical", "other"];

// -- phrases --------------------------------------------------------------------------------------

if (seat !== null)
  find("#phrases").append(
    ...PHRASES.map((code) => {
      const made = html("button", { type: "button", class: "btn" }, say(`live.phrase.${code}`));
      made.addEventListener("click", () => {
        sendTo(table, { type: "phrase", code });
        drawer(false);
      });
      return made;
    }),
  );

// -- the arbiter ----------------------------------------------------------------------------------

/** Ask why, once; then call. */
function askWhy() {
  if (prompted("call")) {
    prompt("call", null);
    return;
  }
  prompt("call", {
    level: LEVEL.question,
    tone: "ask",
    text: say("live.call-why"),
    choices: [
      ...REASONS.map((reason) => ({
        label: say(`live.call.${reason}`),
        act() {
          prompt("call", null);
          sendTo(table, { type: "call", reason });
        },
      })),
      { label: say("live.keep-playing"), act: () => prompt("call", null) },
    ],
  });
}
document.querySelector("#call-arbiter")?.addEventListener("click", askWhy);

// -- taking back ----------------------------------------------------------------------------------

if (seat !== null && table.dataset.takeback !== undefined) {
  const back = html(
    "button",
    { type: "button", class: "btn quiet", "data-takeback": true },
    say("live.take-back"),
  );
  back.addEventListener("click", () => sendTo(table, { type: "offer", what: "takeback" }));
  find("#moves-tools").append(back);
  watch(() => {
    const moved = model.moves.slice(-2).some((move) => move.seat === seat);
    back.disabled = !moved || Boolean(model.shown?.outcome) || "takeback" in model.offers;
  });
}

listen(table, {
  phrase({ by, code }) {
    const text = say(`live.phrase.${code}`);
    const words = say("live.said", { who: named(by), text });
    find("#said").append(html("li", {}, words));
    if (by !== seat) toast(words);
  },
  called: ({ reason }) => toast(say("live.called", { why: say(`live.call.${reason}`) })),
});
