// Short, quiet tones made on the spot; one switch turns them off.

/** @type {AudioContext|null} */
let context = null;

const TONES = {
  move: [[420, 0, 0.05]],
  capture: [
    [420, 0, 0.05],
    [280, 0.05, 0.07],
  ],
  check: [
    [660, 0, 0.06],
    [880, 0.07, 0.09],
  ],
  turn: [
    [520, 0, 0.08],
    [660, 0.1, 0.12],
  ],
  low: [
    [740, 0, 0.06],
    [740, 0.12, 0.06],
  ],
  end: [
    [520, 0, 0.12],
    [390, 0.13, 0.2],
  ],
};

/** @param {keyof typeof TONES} kind */
export function tone(kind) {
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, begin, length] of TONES[kind]) {
    const at = context.currentTime + begin;
    const source = context.createOscillator();
    const volume = context.createGain();
    source.frequency.value = pitch;
    volume.gain.setValueAtTime(0.05, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(volume).connect(context.destination);
    source.start(at);
    source.stop(at + length);
  }
}
