// The menu of the head on a phone opens and closes without this; here it also closes by Escape and
// by a press beside it, as menus do.

const pressed = /** @type {HTMLInputElement|null} */ (document.querySelector("#menu-switch"));

/** @param {Node} [at] */
function close(at) {
  if (!pressed?.checked) return;
  if (at && pressed.parentElement?.contains(at)) return;
  pressed.checked = false;
}

addEventListener("pointerdown", (event) => close(/** @type {Node} */ (event.target)));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !pressed?.checked) return;
  close();
  pressed.focus();
});
addEventListener("pageshow", () => close());
document.querySelector("#menu")?.addEventListener("click", () => close());
