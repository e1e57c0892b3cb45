// Talk and reports: what was said, and the forms to say something.

import { html } from "../boards/svg.js";
import { say } from "../boards/words.js";
import { listen, sendTo } from "../table_messages.js";
import { find, model, seat, table, watch } from "./model.js";
import { named } from "./names.js";
import { toast } from "./toasts.js";

/** @param {string} text */
function hear(text) {
  find("#said").append(html("li", {}, text));
  find("#said").scrollTop = find("#said").scrollHeight;
}

watch(() => {
  const form = document.querySelector("#say");
  if (form instanceof HTMLElement && seat !== null)
    form.hidden = !(model.talking || model.shown?.outcome);
});

listen(table, {
  chat({ by, text }) {
    const words = say("live.said", {
      who: by === "arbiter" ? say("live.arbiter") : named(by),
      text,
    });
    hear(words);
    if (by !== seat) toast(words);
  },
  reported: () => toast(say("live.reported")),
});

for (const [name, make] of /** @type {Array<[string, (form: FormData) => {type: string}]>} */ ([
  ["#say", (form) => ({ type: "chat", text: form.get("text") })],
  [
    "#report",
    (form) => ({ type: "report", seat: Number(form.get("seat")), reason: form.get("reason") }),
  ],
])) {
  const form = /** @type {HTMLFormElement|null} */ (document.querySelector(name));
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    sendTo(table, make(new FormData(form)));
    form.reset();
  });
}
