import { type PointerEvent, useState } from 'react';

/** Whether a card's film plays: while the mouse or the keyboard's focus is on it, unless motion is unwanted. */
export function useHoverPreview() {
  const [playing, setPlaying] = useState(false);
  const start = () => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(true);
  };
  const stop = () => setPlaying(false);
  const handlers = {
    // A finger that scrolls by is no wish to see it.
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && start(),
    onPointerLeave: stop,
    onFocus: (event: { target: Element }) => event.target.matches(':focus-visible') && start(),
    onBlur: stop,
  };
  return { playing, handlers };
}
