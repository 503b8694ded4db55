import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { createSwapy } from 'swapy';
import { createPointerHold } from './pointer-hold.ts';

interface DragOptions {
  /** The list: slots with `data-swapy-slot`, each with one `data-swapy-item`. */
  list: RefObject<HTMLElement | null>;
  enabled: boolean;
  /** A handle is pressed: what may be dragged over is to be in the document when this returns to React. */
  onPress: (id: string) => void;
  /** The press is over, with or without a drag. */
  onRelease: () => void;
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
 * and swapy keeps the old handles; and it looks at every row, which takes long with a thousand. So an
 * instance is made when somebody presses a handle, for that drag.
 */
export function useDrag({ list, enabled, ...handlers }: DragOptions) {
  /** Rises with every press of a handle. */
  const [round, setRound] = useState(0);
  const dragging = useRef(false);
  const pointer = useRef(createPointerHold());
  // The instance lives longer than a render; it calls the handlers of the latest.
  const latest = useRef(handlers);
  latest.current = handlers;

  // Within the press: its event reaches the handle after this.
  useLayoutEffect(() => {
    const box = list.current;
    if (!box || !enabled || round === 0) return;
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
      latest.current.onEnd();
      latest.current.onRelease();
    });
    return () => swapy.destroy();
  }, [list, enabled, round]);

  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !dragging.current) return;
      latest.current.onCancel();
      void pointer.current.end(null);
    };
    const release = () => {
      if (!dragging.current) latest.current.onRelease();
    };
    const stop = pointer.current.watch(() => dragging.current);
    window.addEventListener('keydown', cancel);
    window.addEventListener('pointerup', release);
    return () => {
      stop();
      window.removeEventListener('keydown', cancel);
      window.removeEventListener('pointerup', release);
    };
  }, []);

  /** For the list's `onPointerDownCapture`: only the first button drags. */
  const onPointerDownCapture = (event: PointerEvent) => {
    if (event.button !== 0) event.stopPropagation();
    else if (event.target instanceof Element && event.target.closest('[data-swapy-handle]')) {
      const item = event.target.closest<HTMLElement>('[data-swapy-item]');
      flushSync(() => {
        latest.current.onPress(item?.dataset.swapyItem ?? '');
        setRound((n) => n + 1);
      });
    }
  };
  return { onPointerDownCapture, isDragging: () => dragging.current };
}
