// It is one's turn and the page is not looked at: the title says so, a sound, and a notice where
// the reader allowed it. Somebody who looks is told by the board alone.

import { tone } from "../boards/sound.js";
import { html } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { find, mine, model, seat, watch } from "./model.js";

const TITLE = document.title;
const LOW = 10_000;
let was = false;
let warned = -1;

const sounds = () => Boolean(model.board?.preferences.sound);

function paint() {
  const waits = mine() && !model.shown?.outcome;
  document.title = waits && document.hidden ? `● ${say("live.your-turn")} · ${TITLE}` : TITLE;
}

watch((_, message) => {
  const now = mine() && !model.shown?.outcome && !model.shown?.suspended;
  if (now && !was && message?.type === "event" && document.hidden) call();
  was = now;
  paint();
});
document.addEventListener("visibilitychange", paint);

function call() {
  if (sounds()) tone("turn");
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(say("live.your-turn"), { body: TITLE, tag: "qipan-turn" });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

// The last ten seconds of one's own clock, once a turn.
setInterval(() => {
  const { shown } = model;
  if (!shown || seat === null || !shown.clocks.running.includes(seat)) return;
  const { left } = shown.clocks.seats[seat];
  if (left === null || warned === shown.seq) return;
  const now = left - (performance.now() - model.told);
  if (now > LOW || now <= 0) return;
  warned = shown.seq;
  if (sounds()) tone("low");
}, 250);

if (seat !== null && "Notification" in window && Notification.permission === "default") {
  const ask = html("button", { type: "button", class: "btn" }, say("live.notify-me"));
  ask.addEventListener("click", async () => {
    await Notification.requestPermission();
    ask.remove();
  });
  find("#switches").after(ask);
}
