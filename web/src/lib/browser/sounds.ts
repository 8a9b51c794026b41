import type { LogEntry } from '../net/messages.ts';

export type Sound = 'turn' | 'play' | 'error' | 'capture' | 'yaku';

/** The notes of each sound: pitch in hertz, start and length in seconds. */
const NOTES: Record<Sound, readonly (readonly [pitch: number, at: number, length: number])[]> = {
  turn: [[660, 0, 0.5]],
  play: [[440, 0, 0.18]],
  error: [
    [220, 0, 0.22],
    [175, 0.14, 0.34],
  ],
  capture: [
    [440, 0, 0.14],
    [587, 0.09, 0.2],
  ],
  yaku: [
    [523, 0, 0.22],
    [659, 0.1, 0.22],
    [784, 0.2, 0.5],
  ],
};
const VOLUME = 0.1;
const SILENCE = 0.0001;

// One sound for everything that happened at once: the last of these.
const PRIORITY: readonly Sound[] = ['play', 'capture', 'error', 'yaku', 'turn'];

let context: AudioContext | undefined;

/** Plays a few synthesized tones; nothing is downloaded. */
export function sound(which: Sound): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const note of NOTES[which]) strike(context, ...note);
  } catch {
    // This browser has no audio.
  }
}

function strike(audio: AudioContext, pitch: number, at: number, length: number): void {
  const begin = audio.currentTime + at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(SILENCE, begin);
  volume.gain.exponentialRampToValueAtTime(VOLUME, begin + 0.02);
  volume.gain.exponentialRampToValueAtTime(SILENCE, begin + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length + 0.05);
}

/** The sound for what happened, if any. */
export function soundOf(entries: readonly LogEntry[]): Sound | undefined {
  const heard = new Set(entries.flatMap((entry) => entry.events.flatMap((event) => soundOfEvent(event) ?? [])));
  return PRIORITY.findLast((which) => heard.has(which));
}

function soundOfEvent(event: LogEntry['events'][number]): Sound | undefined {
  switch (event.type) {
    case 'card-misplayed':
    case 'hiki-declared':
      return 'error';
    case 'firework-completed':
    case 'yaku-made':
    case 'lucky-hand-shown':
      return 'yaku';
    case 'card-played':
    case 'card-turned':
      return 'captured' in event && event.captured?.length ? 'capture' : 'play';
    case 'card-taken':
    case 'field-claimed':
      return 'capture';
    case 'card-discarded':
      return 'play';
    default:
      return undefined;
  }
}
