// What happens at the table, said in passing: refusals, answers to offers, rulings, the server.

import { say } from "../boards/words.js";
import { listen } from "../table_messages.js";
import { clauses, model, seat, table, watch } from "./model.js";
import { claimName, named } from "./names.js";
import { toast } from "./toasts.js";

let ownerless = false;

/** Somebody looks after the table again: what was said of that is no longer so. */
function owned() {
  if (ownerless) toast("");
  ownerless = false;
}

watch((_, message) => {
  if (!message) return undefined;
  owned();
  if (message.type === "state") return undefined;
  switch (message.kind) {
    case "move-played/1":
      if (message.text.startsWith("claim:") && !message.outcome)
        return toast(model.room.answered?.(message, model) ?? "", { keep: true });
      return toast("");
    case "offer-made/1":
      return message.seat === seat
        ? toast(say("live.you-offered"))
        : seat === null && toast(say("live.offered", { who: named(message.seat) }));
    case "offer-answered/1":
      return message.accepted
        ? toast("")
        : toast(say("live.declined", { who: named(message.seat) }));
    case "notice-sent/1":
      return toast(say("live.said", { who: say("live.arbiter"), text: message.text }), {
        keep: true,
      });
    case "seat-warned/1":
      return toast(say("live.warned", { who: named(message.seat) }), { keep: true });
    case "seat-fined/1": {
      const { time, points } = message;
      const who = named(message.seat);
      return toast(say("live.fined", { who, seconds: time / 1000, points }), { keep: true });
    }
    default:
      return undefined;
  }
});

listen(table, {
  refused: ({ message, code, rule, clause }) =>
    toast([message || code, clauses[rule] ?? clause].filter(Boolean).join(" "), { bad: true }),
  claimed: ({ seat: who, what, rule, message, clause }) =>
    toast(
      say("live.claim-refused", {
        who: named(who),
        what: claimName(what),
        why: [message, clauses[rule] ?? clause].filter(Boolean).join(" "),
      }),
      { keep: true },
    ),
  stopping: () => toast(say("live.stopping"), { keep: true }),
  waiting() {
    ownerless = true;
    toast(say("live.no-owner"), { keep: true });
  },
});
