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
export function createPointerHold() {
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
