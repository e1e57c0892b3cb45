// The page of boards: every sample can be tried; the server answers with the position that follows.

import { boardFor } from "./index.js";
import { MoveList } from "./moves.js";
import { switches } from "./choices.js";

/** @param {HTMLElement} root */
async function open(root) {
  const sample = JSON.parse(root.querySelector("script")?.textContent || "{}");
  const find = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  /** @type {Array<[number, string]>} */ let played = [];
  const list = new MoveList(find("moves"), { seats: sample.seats });
  const board = (await boardFor(sample.game)).mount(find("board"), {
    seat: sample.seat,
    names: sample.names,
    preferences: sample.preferences,
    onMove: (text) => send(text),
  });
  switches(find("switches"), board);
  board.show(sample.view, { legal: sample.legal, quiet: true });
  root.dataset.ready = "yes";

  /** @param {string} text */
  async function send(text) {
    const answer = await fetch(`/boards/${sample.name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-csrftoken": sample.token,
      },
      body: JSON.stringify({ played, move: text }),
    });
    const told = await answer.json();
    find("failure").textContent = told.message ?? "";
    find("failure").hidden = !told.message;
    if (told.message) return;
    played = told.played;
    list.fill(told.moves);
    list.mark(told.moves.length);
    board.show(told.view, {
      legal: told.legal,
      said: told.moves
        .map((/** @type {{text: string}} */ move) => move.text)
        .slice(-told.fresh)
        .join(", "),
    });
  }
}

for (const root of document.querySelectorAll("[data-sample]"))
  open(/** @type {HTMLElement} */ (root));
