// The editor of regulations: checked while one types, keys dragged into order, and the fields of
// the clock that is chosen. Without this the server does the same when a sheet is saved.

export {};

/** @typedef {{path: string, text: string, where: string, href: string}} Fault */

const PAUSE = 500;

const form = /** @type {HTMLFormElement|null} */ (document.querySelector("form[data-checked]"));
const verdict = document.querySelector("[data-verdict]");

/**
 * Write what is wrong beside the fields, and the sum above.
 * @param {{problems: Fault[], words: string}} said
 */
function tell(said) {
  for (const place of document.querySelectorAll("[data-fault]")) {
    const path = /** @type {HTMLElement} */ (place).dataset.fault;
    const here = said.problems.filter((each) => each.path === path);
    place.textContent = here.map((each) => each.text).join(" ");
    const field = place.closest("label")?.querySelector("input, select, textarea");
    if (field) field.setAttribute("aria-invalid", String(here.length > 0));
  }
  if (!verdict) return;
  verdict.classList.toggle("bad", said.problems.length > 0);
  verdict.classList.toggle("good", said.problems.length === 0);
  const words = verdict.querySelector("[data-verdict-words]");
  if (words) words.textContent = said.words;
  const list = verdict.querySelector("[data-verdict-list]");
  list?.replaceChildren(
    ...said.problems.map((each) => {
      const line = document.createElement("li");
      const where = document.createElement("a");
      where.href = each.href;
      where.textContent = each.where;
      line.append(where, ` ${each.text}`);
      return line;
    }),
  );
}

let asked = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */ let waiting;

async function check() {
  if (!form) return;
  const mine = ++asked;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  try {
    const answer = await fetch(form.dataset.checked ?? "", { method: "POST", body });
    if (answer.ok && mine === asked) tell(await answer.json());
  } catch {
    /* the network went away: the next change asks again */
  }
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE);
}

form?.addEventListener("input", soon);
form?.addEventListener("change", soon);

// -- the order of keys ---------------------------------------------------------------

const keys = /** @type {HTMLElement|null} */ (document.querySelector("[data-keys]"));

function numbered() {
  keys?.querySelectorAll("[data-key]").forEach((line, index) => {
    for (const act of ["up", "down", "drop"]) {
      const button = line.querySelector(`[data-${act}]`);
      if (button) /** @type {HTMLButtonElement} */ (button).value = `${act}:${index}`;
    }
  });
  soon();
}

keys?.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  const line = button?.closest("[data-key]");
  if (!button || !line) return;
  event.preventDefault();
  if (button.hasAttribute("data-up")) line.previousElementSibling?.before(line);
  else if (button.hasAttribute("data-down")) line.nextElementSibling?.after(line);
  else line.remove();
  button.focus();
  numbered();
});

/** @type {HTMLElement|null} */ let held = null;

/** @param {number} y */
function lineAt(y) {
  const lines = [...(keys?.querySelectorAll("[data-key]") ?? [])];
  return lines.find((line) => {
    const box = line.getBoundingClientRect();
    return line !== held && y < box.top + box.height / 2;
  });
}

/** @param {number} y */
function moveTo(y) {
  if (!held || !keys) return;
  const before = lineAt(y);
  if (before) before.before(held);
  else keys.append(held);
}

function letGo() {
  held?.classList.remove("held");
  held = null;
  numbered();
}

keys?.addEventListener("dragstart", (event) => {
  held = /** @type {HTMLElement} */ (event.target).closest("[data-key]");
  held?.classList.add("held");
  event.dataTransfer?.setData("text/plain", "");
});
keys?.addEventListener("dragover", (event) => {
  event.preventDefault();
  moveTo(event.clientY);
});
keys?.addEventListener("dragend", letGo);

keys?.addEventListener("pointerdown", (event) => {
  const grip = /** @type {HTMLElement} */ (event.target).closest(".grip");
  if (!grip || event.pointerType === "mouse") return;
  held = grip.closest("[data-key]");
  held?.classList.add("held");
  grip.setPointerCapture(event.pointerId);
});
keys?.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") moveTo(event.clientY);
});
keys?.addEventListener("pointerup", (event) => {
  if (held && event.pointerType !== "mouse") letGo();
});

// -- the clock -----------------------------------------------------------------------

const FIELDS = {
  minutes: ["increment", "periods", "move"],
  increment: ["increment"],
  periods: ["periods"],
  period_seconds: ["periods"],
  move_seconds: ["move"],
};
const clock = document.querySelector("[data-clock]");
const kind = /** @type {HTMLSelectElement|null|undefined} */ (
  clock?.querySelector("select[name='clock.kind']")
);

function fitClock() {
  for (const [name, kinds] of Object.entries(FIELDS)) {
    const label = clock?.querySelector(`input[name='clock.${name}']`)?.closest("label");
    if (label) label.hidden = !kinds.includes(kind?.value ?? "");
  }
}

if (kind) {
  kind.addEventListener("change", fitClock);
  fitClock();
}

// -- the stages ----------------------------------------------------------------------

const SWISS = ["dutch-2026", "dutch-2017", "mcmahon", "by-score", "team-swiss"];
/** @type {Record<string, string[]>} */
const NEEDED = {
  rounds: SWISS,
  protect_rounds: SWISS,
  first: ["by-score"],
  groups: ["groups"],
  "start.bar": ["mcmahon"],
  "start.floor": ["mcmahon"],
  "start.step": ["mcmahon"],
  within: ["mcmahon"],
  protect_states: ["mcmahon"],
  "handicap.by": ["mcmahon"],
  "handicap.less": ["mcmahon"],
  "handicap.most": ["mcmahon"],
  "handicap.komi": ["mcmahon"],
};

for (const stage of document.querySelectorAll("[data-stage]")) {
  const system = /** @type {HTMLSelectElement|null} */ (stage.querySelector("[name$='.system']"));
  const fit = () => {
    for (const [name, systems] of Object.entries(NEEDED)) {
      const label = stage.querySelector(`[name$='.${name}']`)?.closest("label");
      if (label) label.hidden = !systems.includes(system?.value ?? "");
    }
  };
  system?.addEventListener("change", fit);
  fit();
}
