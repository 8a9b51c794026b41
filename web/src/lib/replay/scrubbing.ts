import type { Attachment } from 'svelte/attachments';

/** Wheel pixels per step; a notch of a mouse wheel is more, but still one step. */
const WHEEL_STEP_PX = 60;
/** Horizontal pixels that make a swipe. */
const SWIPE_PX = 44;

type Step = (by: -1 | 1) => void;

/** Steps by swipe, and by wheel if nothing under the pointer can scroll. */
export function scrubbing(step: Step): Attachment<HTMLElement> {
  return (element) => {
    let turned = 0;
    let from: { id: number; x: number; y: number } | null = null;

    const wheel = (event: WheelEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || target.closest('dialog') || canScroll(target, element, event.deltaY)) return;
      event.preventDefault();
      turned += Math.max(-WHEEL_STEP_PX, Math.min(WHEEL_STEP_PX, event.deltaY));
      if (Math.abs(turned) < WHEEL_STEP_PX) return;
      step(turned > 0 ? 1 : -1);
      turned = 0;
    };
    const down = (event: PointerEvent) => {
      const target = event.target as HTMLElement;
      const free = event.pointerType === 'touch' && event.isPrimary && !target.closest('input, select, dialog');
      from = free ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    };
    const up = (event: PointerEvent) => {
      if (from?.id !== event.pointerId) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      from = null;
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 1.5 * Math.abs(y)) step(x < 0 ? 1 : -1);
    };
    const lost = () => {
      from = null;
    };

    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', lost);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', lost);
    };
  };
}

/** Whether an element between the pointer and the board can scroll. */
function canScroll(target: HTMLElement, board: HTMLElement, by: number): boolean {
  for (let at: HTMLElement | null = target; at; at = at.parentElement) {
    const room = at.scrollHeight - at.clientHeight;
    if (room > 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) {
      return by > 0 ? at.scrollTop < room - 1 : at.scrollTop > 0;
    }
    if (at === board) break;
  }
  return false;
}
