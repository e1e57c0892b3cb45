// Whose move it is, who offers what, and how it ended: the sentences of the prompt.

import { listed, say, sayOr } from "../boards/words.js";
import { ended } from "./ending.js";
import { left, mine, model, seat, watch } from "./model.js";
import { named } from "./names.js";
import { LEVEL, prompt, stand } from "./prompt.js";

function words() {
  const { outcome, suspended, acting, begun } = /** @type {import("./model.js").Shown} */ (
    model.shown
  );
  if (outcome) return ended(outcome);
  if (suspended) return sayOr(`live.suspended.${suspended}`, suspended);
  if (begun === false) return say("live.waiting");
  const special = model.room.standing?.(model);
  if (special) return special;
  const gone = left();
  if (gone) return gone;
  if (mine()) return say("live.your-turn");
  return say("live.turn", {
    who: listed(acting.filter((who) => who >= 0).map(named)) || say("live.table"),
  });
}

function offers() {
  const found = Object.entries(model.offers).find(
    ([, agreed]) => seat !== null && agreed.length && !agreed.includes(seat),
  );
  if (!found || model.shown?.outcome) return prompt("offer", null);
  const [what, [by]] = found;
  const answer = (/** @type {boolean} */ accept) =>
    JSON.stringify({ type: "answer", what, accept });
  return prompt("offer", {
    level: LEVEL.offer,
    tone: "ask",
    text: say(what === "takeback" ? "live.offered-takeback" : "live.offered", { who: named(by) }),
    small: say("live.move-declines"),
    choices: [
      { label: say("live.accept"), send: answer(true), primary: true },
      { label: say("live.decline"), send: answer(false) },
    ],
  });
}

watch(() => {
  stand(words());
  offers();
});
