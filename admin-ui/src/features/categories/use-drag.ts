/** Dragging the rows of a list with swapy: slots stay, items change places between them. */
import {
  type PointerEvent as PressEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { createSwapy } from 'swapy';

interface DragOptions {
  /** The list: slots with `data-swapy-slot`, each with one `data-swapy-item`. */
  list: RefObject<HTMLElement | null>;
  enabled: boolean;
  /** A handle is pressed: what may be dragged over is to be in the document when this returns to React. */
  onPress: (id: string, height: number) => void;
  /** The pointer is over another place. Called inside `flushSync`, as `onDrop` is. */
  onOver: (place: number) => void;
  /** Let go over a row: swapy then moves the dragged one to its place in the new order. */
  onDrop: () => void;
  /** Escape, or the system: the order is the one from before the drag; `onEnd` follows. */
  onCancel: () => void;
  /** The press is over, wherever the pointer is. */
  onEnd: () => void;
}

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The place of the slot at a point of the screen, if there is one. */
function placeAt(list: HTMLElement, { clientX, clientY }: PointerEvent): number | null {
  for (const slot of list.querySelectorAll<HTMLElement>('[data-swapy-slot]')) {
    const { left, right, top, bottom } = slot.getBoundingClientRect();
    if (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom)
      return Number(slot.dataset.swapySlot);
  }
  return null;
}

/** Release events that only swapy handles. */
const told = new WeakSet<Event>();

/** Lets go at a point of the screen. */
function release(clientX: number, clientY: number): void {
  const event = new PointerEvent('pointerup', { bubbles: true, isPrimary: true, clientX, clientY });
  told.add(event);
  document.body.dispatchEvent(event);
}
/** Lets go over no row. */
const releaseNowhere = () => release(-1, -1);

/**
 * swapy carries the row and lets it down; the others make room by their styles, so that no element changes
 * before the drop. It looks at every row, which takes long with a thousand, and keeps the old elements: an
 * instance is made when somebody presses a handle, for that drag.
 */
export function useDrag({ list, enabled, ...handlers }: DragOptions) {
  /** Rises with every press of a handle. */
  const [round, setRound] = useState(0);
  const dragging = useRef(false);
  /** What was pressed last, and the slot it stood in. */
  const carried = useRef<{ row: HTMLElement; slot: HTMLElement } | null>(null);
  /** The drop renders the new order, in which the row is another element. */
  const dropping = useRef(false);
  const destroyNow = useRef(() => {});
  // The instance lives longer than a render; it calls the handlers of the latest.
  const latest = useRef(handlers);
  latest.current = handlers;

  // Within the press: its event reaches the handle after this.
  useLayoutEffect(() => {
    const box = list.current;
    if (!box || round === 0) return;
    const swapy = createSwapy(box, {
      manualSwap: true,
      swapMode: 'drop',
      dragAxis: 'y',
      autoScrollOnDrag: true,
      animation: prefersStill() ? 'none' : 'dynamic',
    });
    swapy.onSwapStart(() => {
      dragging.current = true;
    });
    swapy.onSwap(() => {
      dropping.current = true;
      flushSync(() => latest.current.onDrop());
      dropping.current = false;
    });
    swapy.onSwapEnd(() => {
      dragging.current = false;
      latest.current.onEnd();
    });
    const destroy = () => swapy.destroy();
    destroyNow.current = destroy;
    return destroy;
  }, [list, round]);

  // A row that leaves the list under the pointer ends the drag: swapy looks for the slot around it.
  useLayoutEffect(() => {
    const { row, slot } = carried.current ?? {};
    if (!row || !slot || row.isConnected || !dragging.current || dropping.current) return;
    if (!row.parentElement) slot.append(row);
    releaseNowhere();
    row.remove();
    // A move that it would draw in the next frame is dropped with it.
    destroyNow.current();
  });

  useEffect(() => {
    /** The frame that a release waits for. */
    let frame = 0;
    /** Whether the pointer has moved with a row: a mere press ends at once, as keys may follow it. */
    let moved = false;
    const follow = (event: PointerEvent) => {
      const place = dragging.current && list.current ? placeAt(list.current, event) : null;
      if (place !== null) flushSync(() => latest.current.onOver(place));
    };
    const onMove = (event: PointerEvent) => {
      moved = dragging.current;
      if (frame === 0) follow(event);
      else event.stopPropagation();
    };
    // swapy draws a move in the next frame, and looks there for a row that the drop has taken out of its slot.
    const onRelease = (event: PointerEvent) => {
      if (!dragging.current || !moved || told.has(event)) return;
      event.stopPropagation();
      if (frame !== 0) return;
      follow(event);
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (dragging.current) release(event.clientX, event.clientY);
      });
    };
    const cancel = () => {
      if (!dragging.current) return;
      flushSync(() => latest.current.onCancel());
      // swapy ends a drag on a release only.
      releaseNowhere();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !dragging.current) return;
      // A dialog around the list stays open.
      event.preventDefault();
      cancel();
    };
    const first = { capture: true };
    window.addEventListener('pointermove', onMove, first);
    window.addEventListener('pointerup', onRelease, first);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', onKey, first);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove, first);
      window.removeEventListener('pointerup', onRelease, first);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', onKey, first);
    };
  }, [list]);

  /** For the list's `onPointerDownCapture`: only the first button, or finger, drags. */
  const onPointerDownCapture = (event: PressEvent) => {
    const { target } = event;
    if (event.button !== 0 || !event.isPrimary) return event.stopPropagation();
    const grip =
      target instanceof Element && enabled ? target.closest('[data-swapy-handle]') : null;
    const slot = grip?.closest<HTMLElement>('[data-swapy-slot]');
    const item = grip?.closest<HTMLElement>('[data-swapy-item]');
    if (!grip || !slot || !item) return;
    // A release outside of the window is heard too.
    grip.setPointerCapture(event.pointerId);
    carried.current = { row: item, slot };
    flushSync(() => {
      latest.current.onPress(item.dataset.swapyItem ?? '', slot.offsetHeight);
      setRound((n) => n + 1);
    });
  };
  return { onPointerDownCapture, isDragging: () => dragging.current };
}
