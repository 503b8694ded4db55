/** What swapy needs of the pointer and does not see to itself. */

/** Ends a drag as the release of the pointer would. */
export function dropAt(clientX: number, clientY: number): void {
  const init = { bubbles: true, clientX, clientY, isPrimary: true };
  document.body.dispatchEvent(new PointerEvent('pointerup', init));
}

/** Waits until swapy has read the page, which it does in the next frame. */
function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

/**
 * After a move swapy holds elements that are no longer on the page until the next frame: it breaks
 * off when the pointer moves on or is released before that. Such events are held back for the frame.
 * And it listens on the body alone: a release beyond it, or a drag that the system ends, it never hears.
 */
export function createPointerHold() {
  let held: PointerEvent[] | null = null;

  function letGo(): void {
    const events = held ?? [];
    held = null;
    // One of them may begin a hold again, which the next one then meets.
    for (const event of events) document.body.dispatchEvent(new PointerEvent(event.type, event));
  }

  /** Call it when the page is about to change under swapy. */
  function hold(): void {
    if (held) return;
    held = [];
    afterNextFrame(letGo);
  }

  /** Listens until the function it answers is called. */
  function watch(isDragging: () => boolean): () => void {
    const onPointer = (event: PointerEvent) => {
      if (!isDragging()) return;
      if (held) {
        event.stopPropagation();
        // Only the last place counts.
        if (event.type === 'pointermove') held = held.filter(({ type }) => type !== event.type);
        held.push(event);
        return;
      }
      const inBody = event.target instanceof Node && document.body.contains(event.target);
      if (event.type === 'pointercancel' || (event.type === 'pointerup' && !inBody))
        dropAt(event.clientX, event.clientY);
    };
    const types = ['pointermove', 'pointerup', 'pointercancel'] as const;
    for (const type of types) window.addEventListener(type, onPointer, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, onPointer, { capture: true });
    };
  }

  return { hold, watch };
}
