/** When the controls step back and leave the picture alone (spec §4, §9). */
import { VIDEO_CONTROLS_HIDE_MS } from '@veldlicht/contract/limits';

export interface IdleTimer {
  /** Something happened: show, and count anew. */
  wake: () => void;
  stop: () => void;
}

/**
 * Counts 1.5 s from the last sign of the visitor. `mayHide` is asked at the end: a reason to stay
 * that has gone by then is followed by a new sign.
 */
export function createIdleTimer(
  mayHide: () => boolean,
  show: (isIdle: boolean) => void,
): IdleTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const wake = () => {
    stop();
    show(false);
    timer = setTimeout(() => {
      if (mayHide()) show(true);
    }, VIDEO_CONTROLS_HIDE_MS);
  };
  return { wake, stop };
}

export interface IdleControls {
  isIdle: () => boolean;
}

/**
 * Hides the controls 1.5 s after the mouse left or came to rest; never while the film stands still,
 * a slider is held, or something in them has the focus of a keyboard.
 */
export function hideWhenIdle(
  video: HTMLVideoElement,
  root: HTMLElement,
  bar: HTMLElement,
  signal: AbortSignal,
): IdleControls {
  let isHeld = false;
  const mayHide = () => !video.paused && !isHeld && bar.querySelector(':focus-visible') === null;
  const { wake, stop } = createIdleTimer(mayHide, (isIdle) =>
    root.toggleAttribute('data-idle', isIdle),
  );
  const hold = (held: boolean) => () => {
    isHeld = held;
    wake();
  };
  let place = '';
  root.addEventListener('pointermove', ({ clientX, clientY }) => {
    // Browsers tell of a pointer at rest too, when something changes below it.
    const isMove = place !== `${clientX} ${clientY}`;
    place = `${clientX} ${clientY}`;
    if (isMove) wake();
  });
  for (const event of ['pointerleave', 'focusin', 'focusout', 'keydown'])
    root.addEventListener(event, wake, { signal });
  for (const event of ['play', 'pause', 'error']) video.addEventListener(event, wake, { signal });
  bar.addEventListener('pointerdown', hold(true), { signal });
  for (const event of ['pointerup', 'pointercancel'])
    document.addEventListener(event, () => isHeld && hold(false)(), { signal });
  signal.addEventListener('abort', stop);
  wake();
  return { isIdle: () => root.hasAttribute('data-idle') };
}
