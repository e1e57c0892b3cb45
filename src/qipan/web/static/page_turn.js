// Turning the page by itself: to its newest form, or to where its reader is awaited. A way that the
// reader has just taken comes first, and so does what is being written into a form.

const PATIENCE = 15_000; // a link that was saved as a file leaves the page where it is
let leavingSince = -Infinity;

addEventListener("beforeunload", () => (leavingSince = performance.now()));
addEventListener("pageshow", () => (leavingSince = -Infinity));

/** Say whether a link or a form is already taking the reader elsewhere. */
const isLeaving = () => performance.now() - leavingSince < PATIENCE;

/** Go to another page, unless the reader is already on the way to one; says whether it goes. */
export function goTo(/** @type {string} */ address) {
  if (isLeaving()) return false;
  location.assign(address);
  return true;
}

/** Say whether a field holds something that was not sent yet, or a list is open. */
function isBeingWritten() {
  if (document.activeElement?.matches("select")) return true;
  const written = "textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=file])";
  return [...document.querySelectorAll(written)].some((each) => {
    const field = /** @type {HTMLInputElement|HTMLTextAreaElement} */ (each);
    return field.form && field.value !== field.defaultValue;
  });
}

let waiting = false;

/** Show the newest form of the page as soon as nobody is writing on it. */
export function reloadPage() {
  if (isLeaving() || waiting) return;
  if (!isBeingWritten()) {
    location.reload();
    return;
  }
  waiting = true;
  setTimeout(() => {
    waiting = false;
    reloadPage();
  }, 1000);
}
