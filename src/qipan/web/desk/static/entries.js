// Cells of the list of entries are edited where they stand: a click or Enter opens one, Enter keeps
// it and goes down, Tab goes on, Escape leaves it as it was. The way back is the bar of the last
// act.

export {};

const CELLS = "td[data-cell]";

/** @returns {HTMLTableElement|null} */
const table = () => document.querySelector("table.entries[data-save]");

/** @param {HTMLElement} cell */
function open(cell) {
  if (cell.querySelector("input")) return;
  const field = document.createElement("input");
  field.value = cell.dataset.value ?? "";
  field.maxLength = 100;
  field.setAttribute("aria-label", cell.dataset.label ?? "");
  cell.replaceChildren(field);
  cell.classList.add("edit");
  field.focus();
  field.select();
}

/** @param {HTMLElement} cell */
function shut(cell) {
  cell.classList.remove("edit");
  cell.textContent = cell.dataset.value || "–";
}

/** @param {HTMLElement} cell @param {number} down @param {number} right */
function beside(cell, down, right) {
  const row = /** @type {HTMLTableRowElement} */ (cell.closest("tr"));
  if (!down) {
    const cells = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(CELLS)]);
    return cells[cells.indexOf(cell) + right] ?? null;
  }
  const next = row.nextElementSibling;
  return /** @type {HTMLElement|null} */ (
    next?.querySelector(`td[data-cell="${cell.dataset.cell}"]`) ?? null
  );
}

/** @param {HTMLElement} cell */
async function save(cell) {
  const field = cell.querySelector("input");
  const whole = table();
  if (!field || !whole) return;
  const value = field.value.trim();
  const before = cell.dataset.value ?? "";
  if (value === before) {
    shut(cell);
    return;
  }
  cell.dataset.value = value;
  shut(cell);
  const form = /** @type {HTMLFormElement} */ (whole.closest("form"));
  const body = new URLSearchParams();
  for (const [name, each] of new FormData(form)) body.set(name, String(each));
  body.set("entrant", cell.closest("tr")?.dataset.entrant ?? "");
  body.set(cell.dataset.cell ?? "", value);
  const action = whole.dataset.save ?? "";
  try {
    const answer = await fetch(action, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    if (answer.ok) return; // the page hears of it and redraws itself
    const said = await answer.json();
    cell.dataset.value = before;
    shut(cell);
    const told = document.createElement("span");
    told.className = "miss";
    told.setAttribute("role", "alert");
    told.textContent = ` ${said.message}`;
    cell.append(told);
  } catch {
    document.dispatchEvent(new CustomEvent("qipan:unsent", { detail: { action, body } }));
  }
}

document.addEventListener("click", (event) => {
  const cell = /** @type {HTMLElement} */ (event.target).closest?.(CELLS);
  if (cell && table()?.contains(cell)) open(/** @type {HTMLElement} */ (cell));
});
document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  const cell = /** @type {HTMLElement|null} */ (at.closest?.(CELLS) ?? null);
  if (!cell) return;
  if (!at.matches("input")) {
    if (event.key === "Enter") open(cell);
    return;
  }
  if (event.key === "Escape") shut(cell);
  else if (event.key === "Enter" || event.key === "Tab") {
    const next =
      event.key === "Enter" ? beside(cell, 1, 0) : beside(cell, 0, event.shiftKey ? -1 : 1);
    event.preventDefault();
    save(cell);
    if (next) open(next);
  }
});
document.addEventListener("focusout", (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  const cell = /** @type {HTMLElement|null} */ (field.closest?.(CELLS) ?? null);
  if (field.matches("input") && cell?.contains(field)) save(cell);
});
