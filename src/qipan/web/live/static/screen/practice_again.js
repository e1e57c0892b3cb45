// Practice again: a table like this one, on the other side.

import { table } from "./model.js";

/** @param {string} asked what the page asks for, as the server wrote it */
export async function practiseAgain(asked) {
  const answer = await fetch("/api/practice", {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrftoken": table.dataset.csrf ?? "" },
    body: asked,
  });
  if (answer.ok) location.assign((await answer.json()).links[0]);
}
