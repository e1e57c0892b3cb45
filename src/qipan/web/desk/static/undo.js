// Ctrl+Z takes the act on the bar back, where nothing is being typed.

export {};

document.addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  const typing = document.activeElement;
  const field = typing?.matches("textarea, input:not([type=checkbox]):not([type=radio])");
  if (field && /** @type {HTMLInputElement} */ (typing).value) return;
  const button = /** @type {HTMLButtonElement|null} */ (document.querySelector("[data-undo]"));
  if (!button) return;
  event.preventDefault();
  button.click();
});
