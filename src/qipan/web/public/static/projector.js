// Moves the projector's page by itself: slowly down, a rest at the end, then from the top again.
// Who asked for less motion gets whole screens, one after the other.

const PIXELS_A_SECOND = 60;
const REST = 5000; // milliseconds at the top and at the end
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {number} how far the page can be moved */
function room() {
  return document.documentElement.scrollHeight - innerHeight;
}

let at = 0;
let before = 0;
let restUntil = performance.now() + REST;

/** @param {number} now */
function move(now) {
  const passed = Math.min(now - before, 100); // a sleeping tab does not jump
  before = now;
  if (now >= restUntil && room() > 0) {
    if (at >= room()) {
      at = 0;
      restUntil = now + REST;
    } else if (calm.matches) {
      at = Math.min(room(), at + innerHeight * 0.7);
      restUntil = now + REST;
    } else {
      at = Math.min(room(), at + (PIXELS_A_SECOND * passed) / 1000);
      if (at >= room()) restUntil = now + REST;
    }
    scrollTo({ top: at, behavior: "instant" });
  }
  requestAnimationFrame(move);
}

requestAnimationFrame(move);
