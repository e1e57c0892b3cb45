// The row of actions: every button has its place; what cannot be used now is disabled, not gone.

import { html } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { listen, sendTo } from "../table_messages.js";
import { find, left, mine, model, seat, table, watch } from "./model.js";
import { claimName } from "./names.js";
import { LEVEL, prompt, prompted } from "./prompt.js";

const SECONDS = 5;

watch(() => {
  const gone = left();
  const over = Boolean(model.shown?.outcome) || gone !== "";
  const own = Object.values(model.offers).some((by) => seat !== null && by.includes(seat));
  for (const button of document.querySelectorAll("[data-need]")) {
    const place = /** @type {HTMLButtonElement} */ (button);
    const offers = (place.dataset.send ?? "").includes('"offer"');
    place.disabled = over || (offers && own);
    place.title = over ? gone || say("live.is-over") : offers && own ? say("live.you-offered") : "";
  }
  for (const button of document.querySelectorAll("[data-word]")) {
    const place = /** @type {HTMLButtonElement} */ (button);
    const open = mine() && (model.room.spoken?.(model) ?? []).includes(place.dataset.word ?? "");
    place.disabled = !open || over;
    place.title = open || over ? "" : say("not-your-turn");
  }
  if (over) prompt("sure", null);
});

// A second click of a double click never confirms what the first one asked.
document.addEventListener(
  "click",
  (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.detail > 1 && target.closest("[data-sure]")) event.stopPropagation();
  },
  true,
);

for (const button of document.querySelectorAll("[data-word]"))
  button.addEventListener("click", () =>
    sendTo(table, { type: "move", text: button.getAttribute("data-word") }),
  );

/** Take the question away, and the pressed look with it. */
function keep() {
  for (const button of document.querySelectorAll("[data-sure][aria-pressed]"))
    button.removeAttribute("aria-pressed");
  prompt("sure", null);
}

listen(table, {
  sure({ what }) {
    const button = /** @type {HTMLElement|null} */ (
      document.querySelector('[data-sure][aria-pressed="true"]')
    );
    const send = button?.dataset.send;
    if (!button || !send) return;
    prompt(
      "sure",
      {
        level: LEVEL.question,
        tone: "ask",
        text: button.dataset.question ?? say("live.sure", { what }),
        choices: [
          {
            label: what,
            danger: true,
            act() {
              keep();
              sendTo(table, JSON.parse(send));
            },
          },
          { label: button.dataset.keep ?? say("live.keep-playing"), act: keep },
        ],
      },
      SECONDS,
    );
  },
});

// -- claims ---------------------------------------------------------------------------------------

const claims = /** @type {string[]} */ (JSON.parse(table.dataset.claims || "[]"));
const claimButton = document.querySelector("#claim");

/** Ask once, with what it would lead to. @param {string} what */
function askClaim(what) {
  const words = model.room.claim?.(what, model);
  prompt("claim", {
    level: LEVEL.question,
    tone: "ask",
    text: say("live.claim-sure", { what: claimName(what) }),
    small: words?.text,
    cite: words?.cite,
    choices: [
      {
        label: say("live.claim"),
        primary: !words?.costly,
        danger: words?.costly,
        act() {
          prompt("claim", null);
          sendTo(table, { type: "claim", what });
        },
      },
      { label: say("live.keep-playing"), act: () => prompt("claim", null) },
    ],
  });
}

claimButton?.addEventListener("click", () => {
  if (prompted("claim")) return prompt("claim", null);
  return prompt("claim", {
    level: LEVEL.question,
    tone: "ask",
    text: say("live.claim-what"),
    choices: [
      ...["time", ...claims].map((what) => ({
        label: claimName(what),
        reason: what !== "time" && !mine() ? say("not-your-turn") : undefined,
        act: () => askClaim(what),
      })),
      { label: say("live.keep-playing"), act: () => prompt("claim", null) },
    ],
  });
});
watch((_, message) => {
  if (model.shown?.outcome || message?.type === "event") prompt("claim", null);
});

// -- the drawer -----------------------------------------------------------------------------------

const side = find("#side");
const more = find("#more");

/** @param {boolean} open */
export function drawer(open) {
  side.classList.toggle("open", open);
  more.setAttribute("aria-expanded", String(open));
}
more.addEventListener("click", () => drawer(!side.classList.contains("open")));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") drawer(false);
});
const shut = html("button", { type: "button", class: "btn shut" }, say("live.close"));
shut.addEventListener("click", () => drawer(false));
side.prepend(shut);
