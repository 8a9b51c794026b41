import type { Attachment } from 'svelte/attachments';

export type Drag = {
  enabled?: () => boolean;
  start?: () => void;
  /**
   * The zone's `data-drop` and its element; `null` outside all zones.
   * The element stays where it was dropped until this settles.
   */
  drop: (zone: string | null, element: HTMLElement | null) => void | Promise<void>;
};

const THRESHOLD = 8;

/** Lets an element be dragged to any `[data-drop]`, with mouse, pen or finger. */
export function draggable(drag: Drag): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; pointer: number } | null = null;
    let carrying = false;
    let over: HTMLElement | null = null;

    const zoneAt = (event: PointerEvent) =>
      document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest<HTMLElement>('[data-drop]'))
        .find((zone) => zone !== null && zone !== node) ?? null;

    const hover = (zone: HTMLElement | null) => {
      if (zone === over) return;
      over?.removeAttribute('data-hovered');
      zone?.setAttribute('data-hovered', '');
      over = zone;
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !(drag.enabled?.() ?? true)) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      // A fast pointer may leave the card before the first move event.
      node.setPointerCapture(event.pointerId);
    };

    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointer) return;
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      if (!carrying) {
        if (Math.hypot(dx, dy) < THRESHOLD) return;
        carrying = true;
        node.setAttribute('data-carried', '');
        drag.start?.();
      }
      node.style.translate = `${dx}px ${dy}px`;
      hover(zoneAt(event));
    };

    const finish = (event: PointerEvent, dropped: boolean) => {
      if (!from || event.pointerId !== from.pointer) return;
      from = null;
      if (!carrying) return;
      carrying = false;
      const zone = dropped ? over : null;
      hover(null);
      // The click that ends a drag does not count.
      const swallow = (click: MouseEvent) => click.stopPropagation();
      node.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 50);
      void Promise.resolve(drag.drop(zone?.dataset.drop ?? null, zone)).finally(() => {
        if (carrying) return;
        node.style.translate = '';
        node.removeAttribute('data-carried');
      });
    };
    const up = (event: PointerEvent) => finish(event, true);
    const cancel = (event: PointerEvent) => finish(event, false);

    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', cancel);
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', cancel);
    };
  };
}
