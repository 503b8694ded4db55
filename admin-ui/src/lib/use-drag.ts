/** Drags the rows of a list with swapy: slots stay, items move between them. */
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
  /** Contains slots (`data-swapy-slot`), each with one `data-swapy-item`. */
  list: RefObject<HTMLElement | null>;
  enabled: boolean;
  /** A handle was pressed. Rows to drag over must be rendered after this. */
  onPress: (id: string, height: number) => void;
  /** The pointer is over another slot. Called inside `flushSync`, like `onDrop`. */
  onOver: (place: number) => void;
  /** Released over a row; swapy then moves the dragged row to its new slot. */
  onDrop: () => void;
  /** Cancelled by Escape or the system: restore the order. `onEnd` follows. */
  onCancel: () => void;
  /** The press has ended. */
  onEnd: () => void;
}

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The slot at a pointer's position. */
function placeAt(list: HTMLElement, { clientX, clientY }: PointerEvent): number | null {
  for (const slot of list.querySelectorAll<HTMLElement>('[data-swapy-slot]')) {
    const { left, right, top, bottom } = slot.getBoundingClientRect();
    if (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom)
      return Number(slot.dataset.swapySlot);
  }
  return null;
}

/** Synthetic release events, left to swapy. */
const released = new WeakSet<Event>();

/** Makes swapy release the row at a point. */
function release(clientX: number, clientY: number): void {
  const event = new PointerEvent('pointerup', { bubbles: true, isPrimary: true, clientX, clientY });
  released.add(event);
  document.body.dispatchEvent(event);
}
const releaseNowhere = () => release(-1, -1);

/**
 * swapy moves the dragged row; the others make room by style, so that no element changes before the drop. swapy reads
 * every row and keeps the elements, so each press creates an instance for that drag.
 */
export function useDrag({ list, enabled, ...handlers }: DragOptions) {
  /** Number of presses. */
  const [round, setRound] = useState(0);
  const dragging = useRef(false);
  /** The pressed row and its slot. */
  const carried = useRef<{ row: HTMLElement; slot: HTMLElement } | null>(null);
  /** True while the drop renders the new order, in which the row is another element. */
  const dropping = useRef(false);
  const destroyNow = useRef(() => {});
  // The instance outlives a render and calls the latest handlers.
  const latest = useRef(handlers);
  latest.current = handlers;

  // A layout effect: the press reaches the handle after this.
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

  // A dragged row that leaves the list ends the drag. It returns to its slot first, which swapy looks for.
  useLayoutEffect(() => {
    const { row, slot } = carried.current ?? {};
    if (!row || !slot || row.isConnected || !dragging.current || dropping.current) return;
    if (!row.parentElement) slot.append(row);
    releaseNowhere();
    row.remove();
    // Cancels a move scheduled for the next frame.
    destroyNow.current();
  });

  useEffect(() => {
    /** Animation frame that a release waits for. */
    let frame = 0;
    /** Whether the pointer has moved: a mere press ends at once, since keys may follow. */
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
    // swapy applies a move in the next frame, where a dropped row is already out of its slot: release after it.
    const onRelease = (event: PointerEvent) => {
      if (!dragging.current || !moved || released.has(event)) return;
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
      // swapy only ends a drag on release.
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

  /** Only the primary button or finger drags. */
  const onPointerDownCapture = (event: PressEvent) => {
    const { target } = event;
    if (event.button !== 0 || !event.isPrimary) return event.stopPropagation();
    const grip =
      target instanceof Element && enabled ? target.closest('[data-swapy-handle]') : null;
    const slot = grip?.closest<HTMLElement>('[data-swapy-slot]');
    const item = grip?.closest<HTMLElement>('[data-swapy-item]');
    if (!grip || !slot || !item) return;
    // Captures a release outside the window.
    grip.setPointerCapture(event.pointerId);
    carried.current = { row: item, slot };
    flushSync(() => {
      latest.current.onPress(item.dataset.swapyItem ?? '', slot.offsetHeight);
      setRound((n) => n + 1);
    });
  };
  return { onPointerDownCapture, isDragging: () => dragging.current };
}
