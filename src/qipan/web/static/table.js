// The plain page of a table: says what the server says, sends what is typed. A board module
// (/static/boards/<game>.js) may listen to "qipan:state" and "qipan:event" on #table and send by
// dispatching "qipan:send" with a message as its detail.
const table = document.querySelector("#table");
const find = (name) => document.querySelector(name);
let seq = 0, socket = null, wait = 250, pending = new Map(), clocks = null, told = 0, moves = [];

function open() {
  const way = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ token: table.dataset.token || "" });
  socket = new WebSocket(`${way}://${location.host}/play/socket/${table.dataset.table}?${query}`);
  socket.onmessage = (message) => take(JSON.parse(message.data));
  socket.onopen = () => { wait = 250; };
  socket.onclose = (closed) => {
    table.dataset.line = "down";
    if (closed.code === 4404 || closed.code === 4409) return;
    setTimeout(open, wait + Math.random() * wait);
    wait = Math.min(wait * 2, 4000);
  };
}

function send(message) {
  if (message.type === "move") {
    message = { id: crypto.randomUUID().slice(0, 18), seq, ...message };
    pending.set(message.id, message);
  }
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function take(message) {
  table.dataset.line = "up";
  if (message.type === "ping") return send({ type: "pong", t: message.t });
  if (message.type === "state") {
    moves = message.moves.slice();
    show(message);
    for (const kept of pending.values()) socket.send(JSON.stringify(kept));
  } else if (message.type === "event") {
    if (message.seq > seq + 1) return send({ type: "since", seq: 0 });
    if (message.kind === "move-played/1") moves.push(message);
    if (message.id) pending.delete(message.id);
    show(message);
    if (message.kind === "play-resumed/1") for (const kept of pending.values()) socket.send(JSON.stringify(kept));
  } else if (message.type === "ack" || message.type === "refused") {
    if (message.code !== "play.suspended") pending.delete(message.id);
    if (message.type === "refused") find("#status").textContent = `${message.code} ${message.rule}`;
  } else if (message.type === "chat") {
    find("#status").textContent = message.text;
  }
  table.dispatchEvent(new CustomEvent(`qipan:${message.type}`, { detail: message }));
}

function show(message) {
  seq = message.seq; clocks = message.clocks; told = performance.now();
  table.dataset.seq = seq; table.dataset.phase = message.phase;
  const over = message.outcome;
  find("#status").textContent = over ? `${(over.places || []).join(" : ")} ${over.rule}`
    : message.suspended ? `⏸ ${message.suspended}` : `${message.phase} · ${message.acting.join(", ")}`;
  if (message.kind === "notice-sent/1") find("#status").textContent = message.text;
  find("#moves").replaceChildren(...moves.map((move) => {
    const item = document.createElement("li");
    item.textContent = `${move.seat < 0 ? "·" : move.seat + 1} ${move.text}`;
    return item;
  }));
  if (!find("#board").firstElementChild || find("#board").dataset.plain) plain(message.view);
}

function plain(view) {
  const board = find("#board"), text = document.createElement("pre");
  board.dataset.plain = "yes";
  text.textContent = Array.isArray(view.board) ? view.board.join("\n") : view.fen || JSON.stringify(view, null, 1);
  board.replaceChildren(text);
}

function tick() {
  if (!clocks) return;
  const gone = performance.now() - told;
  find("#clocks").replaceChildren(...clocks.seats.map((clock, seat) => {
    const item = document.createElement("li"), runs = clocks.running.includes(seat);
    const left = clock.left === null ? null : Math.max(0, clock.left - (runs ? gone : 0));
    item.textContent = left === null ? "–" : `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
    if (runs) item.setAttribute("aria-current", "true");
    return item;
  }));
}

table.addEventListener("qipan:send", (event) => send(event.detail));
document.addEventListener("click", (event) => {
  const words = event.target.dataset && event.target.dataset.send;
  if (words) send(JSON.parse(words));
});
document.addEventListener("visibilitychange", () => {
  if (table.dataset.seat !== undefined) send({ type: "tab", hidden: document.hidden });
});
for (const [name, field, make] of [
  ["#move", "text", (text) => ({ type: "move", text })],
  ["#console", "notice", (text) => ({ type: "arbiter", act: "message", text })],
]) {
  const form = find(name);
  if (form) form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.elements[field].value) send(make(form.elements[field].value));
    form.elements[field].value = "";
  });
}
setInterval(tick, 250);
open();
