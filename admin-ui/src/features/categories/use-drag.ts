import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createSwapy } from 'swapy';
import { createPointerHold } from './pointer-hold.ts';

/** After this long the animation of a drop is over, in milliseconds. */
const DROP_MS = 350;

interface DragOptions {
  /** The list: slots with `data-swapy-slot`, each with one `data-swapy-item`. */
  list: RefObject<HTMLElement | null>;
  enabled: boolean;
  /** The ids as they are shown; a change of them while nothing is dragged is followed. */
  ids: readonly string[];
  onStart: (id: string) => void;
  /** The dragged one is over another place: show it there. Called many times, inside `flushSync`. */
  onOver: (id: string, place: number) => void;
  /** Escape: the order is the one from before the drag; `onEnd` follows. */
  onCancel: () => void;
  onEnd: () => void;
}

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Drags rows with swapy so that they insert rather than swap: in manual mode swapy reads the page
 * again a frame after each move, whatever was rendered. React makes the elements of moved rows anew
 * and swapy keeps the old handles, so that it is created again after every settled change.
 */
export function useDrag({ list, enabled, ids, ...handlers }: DragOptions) {
  const [round, setRound] = useState(0);
  const dragging = useRef(false);
  const dropping = useRef(0);
  const pointer = useRef(createPointerHold());
  // The instance lives longer than a render; it calls the handlers of the latest.
  const latest = useRef(handlers);
  latest.current = handlers;
  const count = ids.length;
  const order = ids.join('\n');
  /** The order that the instance was made for. */
  const knownOrder = useRef(order);

  // `round` and `count` ask for a new instance; `order` is only noted, a drag changes it too.
  // Before the first paint: a row that can be seen can be dragged.
  useLayoutEffect(() => {
    const box = list.current;
    knownOrder.current = order;
    if (!box || !enabled || count === 0) return;
    const swapy = createSwapy(box, {
      manualSwap: true,
      swapMode: 'hover',
      dragAxis: 'y',
      autoScrollOnDrag: true,
      animation: prefersStill() ? 'none' : 'dynamic',
    });
    swapy.onSwapStart(({ draggingItem }) => {
      dragging.current = true;
      latest.current.onStart(draggingItem);
    });
    swapy.onSwap(({ draggingItem, toSlot }) => {
      pointer.current.hold();
      flushSync(() => latest.current.onOver(draggingItem, Number(toSlot)));
    });
    swapy.onSwapEnd(() => {
      dragging.current = false;
      dropping.current = window.setTimeout(renew, DROP_MS);
      latest.current.onEnd();
    });
    return () => swapy.destroy();
  }, [list, enabled, round, count]);

  function renew(): void {
    window.clearTimeout(dropping.current);
    dropping.current = 0;
    setRound((n) => n + 1);
  }

  // Every other order than that of a drag asks for a new instance at once.
  useEffect(() => {
    if (order !== knownOrder.current && !dragging.current && dropping.current === 0) renew();
  }, [order]);

  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !dragging.current) return;
      latest.current.onCancel();
      void pointer.current.end(null);
    };
    const stop = pointer.current.watch(() => dragging.current);
    window.addEventListener('keydown', cancel);
    return () => {
      stop();
      window.removeEventListener('keydown', cancel);
      window.clearTimeout(dropping.current);
    };
  }, []);

  /** For the list's `onPointerDownCapture`: only the first button drags, and right after a drop too. */
  const onPointerDownCapture = (event: { button: number; stopPropagation: () => void }) => {
    if (event.button !== 0) event.stopPropagation();
    else if (dropping.current !== 0) flushSync(renew);
  };
  return { onPointerDownCapture, isDragging: () => dragging.current };
}
