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

/** What swapy needs of the pointer and does not see to itself. */

type Place = Pick<PointerEvent, 'clientX' | 'clientY'>;

/** Resolves after the next frame and all that was asked for it. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** A frame may still be taken by an earlier place: looks at the last one until nothing moves any more. */
const LEAST_LOOKS = 2;
const MOST_LOOKS = 5;

/**
 * swapy looks at the pointer once a frame, at the first event of that frame, and after a move it holds
 * elements that are no longer on the page until the frame after. A release in between would drop the
 * row short of the pointer, or break swapy off. So moves wait until it has read the page, and a release
 * waits until it has seen the last place. It also listens on the body alone: a release beyond it, or a
 * drag that the system ends, it would never hear.
 */
function createPointerHold() {
  let reading: Promise<void> | null = null;
  let waiting: Place | null = null;
  let ending = false;
  let passing = false;

  function pass(type: 'pointermove' | 'pointerup', { clientX, clientY }: Place): void {
    const init = { bubbles: true, isPrimary: true, clientX, clientY };
    passing = true;
    document.body.dispatchEvent(new PointerEvent(type, init));
    passing = false;
  }

  /** Call it when the page is about to change under swapy. */
  function hold(): void {
    reading ??= nextFrame().then(() => {
      reading = null;
      const last = waiting;
      waiting = null;
      if (last && !ending) pass('pointermove', last);
    });
  }

  /** Ends the drag at this place; without one, where the row is. */
  async function end(place: Place | null): Promise<void> {
    if (ending) return;
    ending = true;
    await reading;
    for (let look = 1; look <= MOST_LOOKS; look++) {
      if (place) pass('pointermove', place);
      await nextFrame();
      if (!reading && look >= LEAST_LOOKS) break;
      await reading;
    }
    ending = false;
    pass('pointerup', place ?? { clientX: 0, clientY: 0 });
  }

  /** Listens until the function it answers is called. */
  function watch(isDragging: () => boolean): () => void {
    const onPointer = (event: PointerEvent) => {
      if (passing || !isDragging()) return;
      if (event.type !== 'pointermove') {
        event.stopPropagation();
        void end(event);
      } else if (reading || ending) {
        event.stopPropagation();
        waiting = event;
      }
    };
    const types = ['pointermove', 'pointerup', 'pointercancel'] as const;
    for (const type of types) window.addEventListener(type, onPointer, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, onPointer, { capture: true });
    };
  }

  return { hold, end, watch };
}

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
  const onPointerDownCapture = (event: PressEvent) => {
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
