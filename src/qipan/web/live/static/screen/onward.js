// After a game the player goes on without touching anything: the next game of the match is
// announced with its countdown, and the page goes there by itself; else the way back leads to
// one's own page.

import { say } from "../boards/words.js";
import { goTo } from "../page_turn.js";
import { changed, model, seat, table, watch } from "./model.js";
import { LEVEL, prompt } from "./prompt.js";

const ASK = 2000;
const LOOK = 4000; // how long the end of the game stays in sight
const TURNS = 900; // half an hour
const PATIENCE = 15_000; // for a slow line to bring the next table, before it is asked again
let asking = false;

/** @param {number} left milliseconds */
function clock(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {{table: string, home: string, game: number, begins: string, now: string}} found */
function announce(found) {
  const began = performance.now();
  const span = found.begins ? Date.parse(found.begins) - Date.parse(found.now) : LOOK;
  let leave = Math.max(1500, Math.min(LOOK, span - 20_000));
  const show = () => {
    const gone = performance.now() - began;
    prompt("onward", {
      level: LEVEL.ending + 1,
      tone: "good",
      text: say("live.next-game", { game: found.game, time: clock(span - gone) }),
      choices: [
        { label: say("live.go-now"), href: found.table, id: "next-game", primary: true },
        { label: say("live.onward"), href: found.home, id: "onward" },
      ],
    });
    document.title = `${clock(span - gone)} · ${say("live.next-game-title", { game: found.game })}`;
    if (gone < leave) return;
    leave = gone + PATIENCE; // going again would break off what is on its way
    goTo(found.table);
  };
  show();
  setInterval(show, 500);
}

async function ask(turns = TURNS) {
  const second = "second" in table.dataset ? `?seat=${seat}` : "";
  let found = null;
  try {
    const answer = await fetch(`/t/${table.dataset.table}/onward${second}`);
    if (answer.status === 422 || answer.status === 404) return;
    if (answer.ok) found = await answer.json();
  } catch {
    found = null; // no line: asked again
  }
  if (found?.match && JSON.stringify(found.match) !== JSON.stringify(model.match)) {
    model.match = found.match;
    changed();
  }
  if (found?.home) {
    table.dataset.home = found.home;
    document.querySelector("#onward")?.setAttribute("href", found.home);
    document.querySelector("#home")?.setAttribute("href", found.home);
  }
  if (found?.table) announce(found);
  else if (turns > 0) setTimeout(() => ask(turns - 1), document.hidden ? 2 * ASK : ASK);
}

watch(() => {
  if (asking || seat === null || !table.dataset.origin || !model.shown?.outcome) return;
  asking = true;
  ask();
});
