/** Short synthesised sounds, one at a time; silent until the page was touched, and whenever one likes. */

import type { Happened } from './protocol';
import { settings } from './settings.svelte';

/** Notes one after the other: hertz, milliseconds, kind of wave, loudness, and where the pitch slides to. */
export type Note = [from: number, lasts: number, wave: OscillatorType, loud: number, to?: number];

export const SOUNDS = {
  place: [
    [190, 90, 'triangle', 0.3, 60],
    [70, 80, 'sine', 0.3, 45],
  ],
  card: [[900, 60, 'triangle', 0.08, 300]],
  roll: [
    [300, 40, 'square', 0.07, 200],
    [260, 40, 'square', 0.07, 180],
    [330, 50, 'square', 0.07, 220],
    [420, 90, 'triangle', 0.15],
  ],
  point: [
    [880, 60, 'sine', 0.14],
    [1320, 110, 'sine', 0.14],
  ],
  refusal: [[160, 130, 'sawtooth', 0.07, 110]],
  turn: [
    [523, 90, 'sine', 0.14],
    [784, 150, 'sine', 0.14],
  ],
  call: [
    [660, 60, 'square', 0.07],
    [990, 130, 'square', 0.08],
  ],
  row: [
    [523, 80, 'triangle', 0.16],
    [659, 80, 'triangle', 0.16],
    [784, 160, 'triangle', 0.18],
  ],
  win: [
    [523, 110, 'triangle', 0.18],
    [659, 110, 'triangle', 0.18],
    [784, 110, 'triangle', 0.18],
    [1047, 250, 'triangle', 0.2],
  ],
  loss: [
    [392, 160, 'sine', 0.14],
    [330, 160, 'sine', 0.13],
    [262, 250, 'sine', 0.12],
  ],
} satisfies Record<string, Note[]>;
export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;
let playing: { tone: OscillatorNode; ends: number }[] = [];

/** Let sounds be heard from the first touch on, as browsers ask for. */
export function allowSound(): void {
  if (context || typeof AudioContext === 'undefined') return;
  context = new AudioContext();
}

/** Play a sound after so many milliseconds; one that is still heard then ends. */
export function sound(name: Sound, after = 0): void {
  if (!context || !settings.sound || document.hidden) return;
  let at = context.currentTime + after / 1000;
  for (const { tone, ends } of playing) if (ends > at) tone.stop(at);
  playing = [];
  for (const [from, lasts, wave, loud, to] of SOUNDS[name] as Note[]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const ends = at + lasts / 1000;
    tone.type = wave;
    tone.frequency.setValueAtTime(from, at);
    if (to) tone.frequency.exponentialRampToValueAtTime(to, ends);
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(loud, at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, ends);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(ends);
    playing.push({ tone, ends });
    at = ends - 0.01;
  }
}

/** What is heard of a mark, by its kind and its cause, and after which part of the time in which it is shown. */
const BY_KIND: [kind: string, cause: string, sound: Sound, after: number][] = [
  ['foursome', '', 'row', 0.25],
  ['line', 'formation', 'row', 0.5],
  ['line', 'pattern', 'row', 0.75],
  ['wrong', '', 'refusal', 0.75],
  ['card', 'got it', 'call', 0],
  ['card', 'steal', 'call', 0],
  ['coin', '', 'point', 0],
  ['point', '', 'point', 0],
  ['fall', '', 'place', 0],
  ['roll', '', 'roll', 0],
  ['chip', '', 'place', 0.9],
  ['move', '', 'place', 0.85],
  ['card', 'dealt', 'card', 0],
  ['card', '', 'card', 0],
];
/** What falls is heard, like all that comes of it, when it lands. */
const LANDED = 0.64;

/** The sound of something that happened, and after which part of its time; none for what has no marks. */
export function soundOf({ marks = [] }: Happened): { name: Sound; after: number } | null {
  const heard = BY_KIND.find(([kind, cause]) =>
    marks.some((mark) => mark.kind === kind && (!cause || mark.cause === cause)),
  );
  if (!heard) return null;
  const [, , name, after] = heard;
  return { name, after: marks.some(({ kind }) => kind === 'fall') ? LANDED : after };
}

/** Say by a short vibration that it is one's turn, where there is such a thing and things may move. */
export function buzz(): void {
  if (settings.sound && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
}
