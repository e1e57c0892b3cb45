// The line to the server, as a person sees it: how long a word takes, that nothing is heard, what
// is
// kept meanwhile, and that somebody plays this seat in another window.

import { html } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { listen, tell } from "../table_messages.js";
import { clockTime } from "./clock.js";
import { changed, find, seat, table } from "./model.js";
import { LEVEL, prompt } from "./prompt.js";
import { toast } from "./toasts.js";

const SLOW = 400;
const chip = find("#line");
let trip = -1;
let lostAt = 0;
let kept = 0;

/** @param {string} look @param {string} text */
function paint(look, text) {
  chip.hidden = false;
  if (chip.className !== `chip ${look}`) chip.className = `chip ${look}`;
  if (chip.textContent !== text) chip.textContent = text;
}

function tick() {
  if (lostAt)
    paint("bad line-chip", say("live.no-line", { time: clockTime(performance.now() - lostAt) }));
  else if (trip >= SLOW) paint("warn line-chip", say("live.slow-line", { ms: trip }));
  else if (trip >= 0) paint("good line-chip", say("live.line", { ms: trip }));
}

/** What becomes of a move meanwhile. */
function words() {
  if (seat === null) return say("live.lost-watching");
  return say(kept ? "live.lost-kept" : "live.lost");
}

function sayLost() {
  if (!lostAt) return;
  prompt("line", {
    level: LEVEL.line,
    tone: "bad",
    text: words(),
    small: seat === null ? undefined : say("live.clock-runs-on"),
  });
}

// -- the seat in another window -------------------------------------------------------------------

/** @type {HTMLElement|null} */ let elsewhere = null;

function offerSeat() {
  if (elsewhere) return;
  const here = html("button", { type: "button", class: "btn primary" }, say("live.play-here"));
  here.addEventListener("click", () => {
    elsewhere?.remove();
    elsewhere = null;
    tell(table, { type: "takeBack" });
  });
  elsewhere = html(
    "div",
    { class: "elsewhere sheet", role: "alertdialog", "aria-label": say("live.elsewhere") },
    html("p", {}, html("b", {}, say("live.elsewhere"))),
    here,
  );
  find("#set").append(elsewhere);
  here.focus({ preventScroll: true });
}

listen(table, {
  trip({ ms }) {
    trip = ms;
    tick();
  },
  pending({ moves }) {
    kept = moves.length;
    sayLost();
  },
  unsent: () => toast(say("live.unsent"), { bad: true }),
  replaced: offerSeat,
  line({ up, final }) {
    if (up) {
      lostAt = 0;
      prompt("line", null);
    } else if (!final && !elsewhere) {
      lostAt ||= performance.now();
      sayLost();
    } else {
      lostAt = 0;
      chip.hidden = true;
    }
    changed(); // clocks are marked, or right again
    tick();
  },
});
setInterval(tick, 1000);
