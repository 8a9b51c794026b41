import { tick } from 'svelte';

import { settings } from '../state/settings.svelte.ts';
import { type Box, Scene } from './scene.ts';

/** The duration from one stop to the next. */
export const LEG_MS = 230;
/** The longest duration of one animation, with all its stops. */
export const MAX_MS = 450;
const SHIFT_MS = 180;
/** The longest wait for a new table to be painted before animations start. */
const MAX_PAINT_MS = 600;
/** The table counts as painted after this many frames in a row, at most this far apart. */
const FRAME_MS = 25;
const FRAMES_ON_TIME = 3;
const EASING = 'cubic-bezier(0.25, 0.7, 0.3, 1)';

/** Animations are on unless the settings or the system ask for reduced motion. */
export function motionEnabled(): boolean {
  return settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export type Script = (before: Scene, now: Scene) => void;

export type Flight = {
  delay?: number;
  /** The real element, hidden (but clickable) until its copy arrives. */
  hide?: HTMLElement | undefined;
  /** It is turned face up at the start. */
  turned?: boolean;
  /** It is hidden until it starts. */
  emerge?: boolean;
  /** It disappears at the end. */
  vanish?: boolean;
};

/** A copy that is animated, and how to remove it. */
export type Prop = { element: HTMLElement; piece?: string; discard?: () => void };

type Course = { path: readonly Box[]; look: Flight };
/** An animation that has not started. */
type QueuedAnimation = { prop: Prop; goal: Box; frames: Keyframe[]; duration: number; delay: number; course?: Course };
/** A running animation. */
type RunningAnimation = {
  prop: Prop;
  goal: Box;
  course: Course | undefined;
  /** The animation itself first, then those of hidden elements. */
  animations: Animation[];
  hidden: HTMLElement | undefined;
  end: () => void;
};

/**
 * A layer above the table on which copies of cards are animated. The table itself is already in its new
 * position and takes every click; animations are decoration. New animations queue behind running
 * ones, a piece that moves again starts from where it is, and a click ends all of them.
 */
export class Stage {
  #layer: HTMLElement | undefined;
  #running = new Set<RunningAnimation>();
  #queued: QueuedAnimation[] = [];
  #shifts = new Set<Animation>();
  /** When the animations so far will end, by the page's clock. */
  #over = 0;
  /** The delay of the current script behind the one before. */
  #lead = 0;
  /** Cancels waiting for the table to be painted. */
  #giveUp: (() => void) | undefined;
  #stop = new AbortController();

  constructor() {
    const { signal } = this.#stop;
    for (const touch of ['pointerdown', 'keydown'] as const) {
      addEventListener(touch, () => this.clear(), { capture: true, passive: true, signal });
    }
  }

  /** Animates from the current layout to the one after the next update. */
  show(root: ParentNode, script: Script, opening = false): void {
    if (!motionEnabled()) return this.clear();
    this.#giveUp?.();
    const before = this.#sceneOf(root);
    void tick().then(async () => {
      if (opening && !(await this.#painted(root))) return;
      // Measure the final position, not that of a running animation.
      this.#stopShifts();
      const now = new Scene(root);
      this.#retarget(now);
      this.#lead = Math.min(MAX_MS, Math.max(0, this.#over - performance.now()));
      script(before, now);
      this.#begin();
    });
  }

  /** Waits, with every piece hidden, until a new table no longer drops frames. */
  async #painted(root: ParentNode): Promise<boolean> {
    const pieces = [...new Scene(root).pieces.values()];
    const veils = pieces.map(({ node }) => node.animate(hiddenFrames(node), { duration: MAX_PAINT_MS }));
    const lift = () => veils.forEach((veil) => veil.cancel());
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    this.#giveUp = giveUp;
    await evenFrames(waiting.signal);
    lift();
    if (this.#giveUp === giveUp) this.#giveUp = undefined;
    return !waiting.signal.aborted;
  }

  /** Ends all animations. */
  clear(): void {
    this.#giveUp?.();
    for (const act of this.#running) act.end();
    this.#stopShifts();
    this.#over = 0;
  }

  leave(): void {
    this.clear();
    this.#stop.abort();
    this.#layer?.remove();
  }

  /** Moves a copy along a path; the last stop is its final position. */
  fly(prop: Prop, path: readonly Box[], look: Flight = {}): void {
    const duration = Math.min(MAX_MS, LEG_MS * (path.length - 1));
    const course = { path, look };
    this.#queue({ prop, goal: path.at(-1)!, frames: framesOf(course), duration, delay: look.delay ?? 0, course });
  }

  /** Slides an element from its old position to its new one. */
  shift(node: HTMLElement, from: Box, to: Box): void {
    const animation = node.animate(
      { transform: [transform(from, to), 'none'] },
      { duration: SHIFT_MS, easing: EASING },
    );
    this.#shifts.add(animation);
    animation.onfinish = () => this.#shifts.delete(animation);
  }

  /** Shows an element for the length of an animation. */
  appear(prop: Prop, at: Box, frames: Keyframe[], duration: number, delay = 0): void {
    this.#queue({ prop, goal: at, frames, duration, delay });
  }

  #stopShifts(): void {
    for (const animation of this.#shifts) animation.cancel();
    this.#shifts.clear();
  }

  #queue(cue: QueuedAnimation): void {
    const { piece } = cue.prop;
    for (const act of this.#running) if (piece && act.prop.piece === piece) act.end();
    this.#queued.push({ ...cue, delay: cue.delay + this.#lead });
  }

  /** Insert everything before starting anything: one layout instead of one per element. */
  #begin(): void {
    const cues = this.#queued.splice(0);
    if (!cues.length) return;
    this.#layer ??= layer();
    if (!this.#layer.isConnected) document.body.append(this.#layer);
    for (const { prop, goal } of cues) {
      place(prop.element, goal);
      if (prop.piece) prop.element.dataset.double = prop.piece;
    }
    this.#layer.append(...cues.map(({ prop }) => prop.element));
    for (const { prop, goal, frames, duration, delay, course } of cues) {
      const animations = [prop.element.animate(frames, { duration, delay, fill: 'both' })];
      const hidden = course?.look.hide;
      if (hidden) animations.push(hidden.animate(hiddenFrames(hidden), { duration: delay + duration }));
      // What is hidden until it starts is not painted before: a deal is painted packet by packet.
      const waits = course?.look.emerge || course?.look.turned;
      if (waits && delay) animations.push(prop.element.animate(hiddenFrames(prop.element), { duration: delay }));
      this.#over = Math.max(this.#over, performance.now() + delay + duration);
      const end = () => {
        for (const animation of animations) animation.cancel();
        prop.element.remove();
        prop.discard?.();
      };
      this.#keep({ prop, goal, course, animations, hidden, end });
    }
  }

  #keep(act: RunningAnimation): void {
    const { end } = act;
    act.end = () => {
      if (this.#running.delete(act)) end();
    };
    this.#running.add(act);
    act.animations[0]!.onfinish = act.end;
  }

  /** Retargets running animations after a change of the layout. */
  #retarget(now: Scene): void {
    for (const act of this.#running) {
      const { prop, course, animations } = act;
      const there = prop.piece ? now.pieces.get(prop.piece) : undefined;
      if (!there || !course) continue;
      if (!near(there.box, act.goal)) {
        act.goal = there.box;
        course.path = [...course.path.slice(0, -1), there.box];
        place(prop.element, there.box);
        (animations[0]!.effect as KeyframeEffect).setKeyframes(framesOf(course));
      }
      if (act.hidden && act.hidden !== there.node) {
        act.hidden = there.node;
        const left = Number(animations[0]!.effect!.getComputedTiming().endTime) - Number(animations[0]!.currentTime);
        animations.push(there.node.animate(hiddenFrames(there.node), { duration: Math.max(0, left) }));
      }
    }
  }

  /** The scene as it looks: moving pieces where they are now, not where they will land. */
  #sceneOf(root: ParentNode): Scene {
    const scene = new Scene(root);
    for (const { prop } of this.#running) {
      const known = prop.piece ? scene.pieces.get(prop.piece) : undefined;
      if (known) known.box = prop.element.getBoundingClientRect();
    }
    return scene;
  }
}

/** Resolves when frames are on time again, or after a timeout. */
function evenFrames(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const begun = performance.now();
    let [last, inTime] = [0, 0];
    const step = (now: number) => {
      inTime = now - last < FRAME_MS ? inTime + 1 : 0;
      last = now;
      if (inTime < FRAMES_ON_TIME && now - begun < MAX_PAINT_MS) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
    signal.addEventListener('abort', () => resolve());
  });
}

/** A clone of a piece for the animation. */
export function copyOf(node: HTMLElement, piece: string): Prop {
  const element = document.createElement('div');
  const copy = node.cloneNode(true) as HTMLElement;
  for (const each of [copy, ...copy.querySelectorAll<HTMLElement>('[data-piece], [data-place], [data-card]')]) {
    for (const name of ['data-piece', 'data-place', 'data-card', 'data-drop', 'id']) each.removeAttribute(name);
  }
  element.append(copy);
  return { element, piece };
}

export function near(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) <= 1;
}

function framesOf({ path, look: { turned, emerge, vanish } }: Course): Keyframe[] {
  const goal = path.at(-1)!;
  const stops = path.map((box) => transform(box, goal));
  const legs = stops.length - 1;
  const frames: Keyframe[] = stops.map((to, index) => ({ transform: to, offset: index / legs }));
  // Pause where cards meet.
  if (legs > 1) frames.splice(2, 0, { transform: stops[1]!, offset: 1 / legs + 0.12 });
  if (turned) {
    const half = goal.width / 2;
    const edgeOn = `${stops[0]} translateX(${half}px) scaleX(0.04) translateX(${-half}px)`;
    frames.splice(0, 1, { transform: edgeOn, offset: 0 }, { transform: stops[0]!, offset: Math.min(0.24, 0.8 / legs) });
  }
  if (emerge || turned) {
    frames[0]!.opacity = 0;
    frames.splice(1, 0, { opacity: 1, offset: 0.12 });
  }
  if (vanish) {
    frames.at(-1)!.opacity = 0;
    frames.splice(-1, 0, { opacity: 1, offset: Math.max(0.75, (frames.at(-2)?.offset as number) ?? 0) });
  }
  return frames.map((frame) => ({ easing: EASING, ...frame }));
}

/** Interactive elements stay clickable while hidden; pictures need not be painted. */
function hiddenFrames(node: HTMLElement): PropertyIndexedKeyframes {
  return node.matches('button') ? { opacity: [0, 0] } : { visibility: ['hidden', 'hidden'] };
}

function layer(): HTMLElement {
  const element = document.createElement('div');
  element.dataset.stage = '';
  element.setAttribute('aria-hidden', 'true');
  element.inert = true;
  element.style.cssText = 'position: fixed; inset: 0; z-index: 40; overflow: clip; pointer-events: none';
  return element;
}

function place(element: HTMLElement, { x, y, width, height }: Box): void {
  const where = `position: absolute; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
  element.style.cssText += `;${where}; will-change: transform, opacity; transform-origin: ${element.style.transformOrigin || '0 0'}`;
}

function transform(from: Box, to: Box): string {
  return `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
}
