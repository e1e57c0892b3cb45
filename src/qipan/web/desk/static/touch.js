// Tap two players of a round: what an exchange would give and break is shown before it is done.

export {};

/** @param {HTMLFormElement} form @param {string} kind @param {string[]} named */
function send(form, kind, named) {
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  field("kind").value = kind;
  field("one").value = named[0] ?? "";
  field("two").value = named[1] ?? "";
  form.requestSubmit();
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const form = /** @type {HTMLFormElement|null} */ (document.querySelector("form[data-touch]"));
  if (!form) return;
  const turn = /** @type {HTMLElement|null} */ (target.closest("[data-turn]"));
  if (turn) {
    send(form, "reverse", [turn.dataset.turn ?? ""]);
    return;
  }
  const player = /** @type {HTMLElement|null} */ (target.closest("[data-player]"));
  if (!player) return;
  const before = /** @type {HTMLElement|null} */ (
    document.querySelector('[data-player][aria-pressed="true"]')
  );
  if (!before) player.setAttribute("aria-pressed", "true");
  else if (before === player) player.setAttribute("aria-pressed", "false");
  else send(form, "swap", [before.dataset.player ?? "", player.dataset.player ?? ""]);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const each of document.querySelectorAll('[data-player][aria-pressed="true"]'))
    each.setAttribute("aria-pressed", "false");
});
