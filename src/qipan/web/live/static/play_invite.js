// Copies the link of an invitation, or shares it where the device can.

export {};

const link = /** @type {HTMLInputElement} */ (document.querySelector("#invite-link"));
const copy = /** @type {HTMLButtonElement} */ (document.querySelector("#copy"));
copy.addEventListener("click", async () => {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ url: link.value }).catch(() => undefined);
    return;
  }
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    document.execCommand("copy"); // without https there is no other way
  }
  copy.textContent = copy.dataset.done ?? "";
});
