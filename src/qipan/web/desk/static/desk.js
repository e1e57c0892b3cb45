// The desk's comforts: results typed line after line without waiting, clocks that count down,
// files that can be dropped. Everything works without this, only slower.

export {};

/**
 * The fields of a form as they are sent; these forms hold no files.
 * @param {HTMLFormElement} form
 */
function fieldsOf(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  return fields;
}

/** Sends lines one after the other, so that nobody waits for the answer to type the next. */
class Lines {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.field = /** @type {HTMLInputElement} */ (form.elements.namedItem("lines"));
    this.shown = /** @type {HTMLElement} */ (document.querySelector("[data-typed]"));
    this.last = Promise.resolve();
    form.addEventListener("submit", (event) => this.take(event));
    this.field.addEventListener("paste", (event) => this.paste(event));
  }

  /** @param {SubmitEvent} event */
  take(event) {
    event.preventDefault();
    const line = this.field.value.trim();
    this.field.value = "";
    this.field.focus();
    if (line) this.last = this.last.then(() => this.send(line, this.note(line)));
  }

  /** Many lines at once go to the field for many. @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    const many = /** @type {HTMLTextAreaElement} */ (
      document.querySelector("textarea[name=lines]")
    );
    const around = many.closest("details");
    if (around) around.open = true;
    many.value = text;
    many.focus();
  }

  /** @param {string} line */
  note(line) {
    const item = document.createElement("li");
    item.className = "wait";
    item.textContent = line;
    this.shown.prepend(item);
    while (this.shown.children.length > 12) this.shown.lastElementChild?.remove();
    return item;
  }

  /** @param {string} line @param {HTMLElement} item */
  async send(line, item) {
    const body = fieldsOf(this.form);
    body.set("lines", line);
    try {
      const answer = await fetch(this.form.action, {
        method: "POST",
        body,
        headers: { accept: "application/json" },
      });
      const said = await answer.json();
      item.className = answer.ok ? "good" : "bad";
      item.textContent = answer.ok ? `${line} ✓` : `${line}: ${said.message}`;
    } catch {
      item.className = "wait";
      item.textContent = `${line} …`;
      const detail = { action: this.form.action, body };
      document.dispatchEvent(new CustomEvent("qipan:unsent", { detail })); // kept, sent later
    }
  }
}

/** Counts the seconds that were left when the page came; the page's own clock does not matter. */
const begun = performance.now();
function tick() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const clocks = document.querySelectorAll("time.countdown[data-left]");
  for (const each of clocks) {
    if (!each.dataset.from) each.dataset.from = String(performance.now() - begun);
    const left =
      Number(each.dataset.left) -
      Math.round((performance.now() - begun - Number(each.dataset.from)) / 1000);
    const size = Math.abs(left);
    const seconds = String(size % 60).padStart(2, "0");
    each.textContent = `${left < 0 ? "−" : ""}${Math.floor(size / 60)}:${seconds}`;
    each.classList.toggle("over", left < 0);
  }
}

/**
 * Taps are sent without leaving the page, so that nothing jumps under a finger.
 * @param {SubmitEvent} event
 */
async function sendQuietly(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form[data-quiet]") || form.dataset.plainly || !("EventSource" in window))
    return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
  const body = fieldsOf(form);
  if (button?.name) body.set(button.name, button.value);
  button?.setAttribute("aria-busy", "true");
  let said = null;
  try {
    const answer = await fetch(button?.getAttribute("formaction") ?? form.action, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    if (answer.ok) said = await answer.json();
  } catch {
    const detail = { action: button?.getAttribute("formaction") ?? form.action, body };
    document.dispatchEvent(new CustomEvent("qipan:unsent", { detail })); // kept, sent later
    button?.removeAttribute("aria-busy");
    return;
  }
  if (said) {
    history.replaceState(null, "", said.then); // the page is told of the change and redraws itself
  } else {
    form.dataset.plainly = "yes";
    form.requestSubmit(button);
  }
}

function dropFiles() {
  /** @type {NodeListOf<HTMLElement>} */
  const zones = document.querySelectorAll("[data-drop]");
  for (const zone of zones) {
    const field = /** @type {HTMLInputElement} */ (zone.querySelector("input[type=file]"));
    zone.addEventListener("dragover", (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
    zone.addEventListener("dragleave", () => zone.classList.remove("over"));
    zone.addEventListener("drop", (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      const files = event.dataTransfer?.files;
      if (!files?.length) return;
      field.files = files;
      zone.closest("form")?.requestSubmit();
    });
  }
}

/** Changing what a column is shows at once what comes of it. */
function lookAgain() {
  const form = /** @type {HTMLFormElement|null} */ (document.querySelector("form[data-columns]"));
  form?.addEventListener("change", (event) => {
    const field = /** @type {HTMLElement} */ (event.target);
    if (!field.matches("select, input[type=radio], input[type=checkbox]")) return;
    form.requestSubmit();
  });
}

/** Shows the rows of a list that hold what is typed. */
function findRows() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll("input[data-find]");
  for (const field of fields) {
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      /** @type {NodeListOf<HTMLTableRowElement>} */
      const rows = document.querySelectorAll(`table.${field.dataset.find} tbody tr`);
      for (const row of rows) {
        row.hidden = wanted !== "" && !(row.textContent ?? "").toLowerCase().includes(wanted);
      }
    });
  }
}

document
  .querySelector(".steps [aria-current]")
  ?.scrollIntoView({ inline: "center", block: "nearest" });
const form = document.querySelector("form[data-lines]");
if (form) new Lines(/** @type {HTMLFormElement} */ (form));
document.addEventListener("submit", sendQuietly);
dropFiles();
lookAgain();
findRows();
if (document.querySelector("time.countdown")) tick();
setInterval(tick, 1000);
