import { dialogCopy as copy } from '#copy/dialog.ts';
import type { DialogFrame } from './dialog-frame.ts';
import { actionOfKey, type KeyAction } from './dialog-keys.ts';
import { shareItem } from './share-item.ts';

/** How long the arrows stay after the mouse has come to rest, and a notice after it was made. */
const ARROWS_MS = 2500;
const NOTICE_MS = 4000;

/** Buttons, keys and the mouse lead to actions until the signal; `current` is what they are about. */
export function listenToControls(
  frame: DialogFrame,
  run: (action: KeyAction) => void,
  close: () => void,
  signal: AbortSignal,
  current: () => { title: string; path: string; isZoomed: boolean } | null,
): void {
  const { dialog } = frame;
  frame.previous.addEventListener('click', () => run({ do: 'previous' }));
  frame.next.addEventListener('click', () => run({ do: 'next' }));
  frame.zoomIn.addEventListener('click', () => run({ do: 'zoomIn' }));
  frame.zoomOut.addEventListener('click', () => run({ do: 'zoomOut' }));
  frame.toggle.addEventListener('click', () => run({ do: 'details' }));
  frame.close.addEventListener('click', close);
  // Escape, and Back on a device whose Back closes dialogs.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  // A second Escape closes a dialog whatever we say.
  dialog.addEventListener('close', close);

  // On the whole document: past the last control, the focus is on none.
  const onKey = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : dialog;
    const action = actionOfKey(event, {
      zoomed: current()?.isZoomed ?? false,
      inPlayer: target.closest('.dialog__film') !== null,
      inDetails: frame.details.contains(target),
    });
    if (!action || event.defaultPrevented) return;
    event.preventDefault();
    run(action);
  };
  document.addEventListener('keydown', onKey, { signal });

  let resting: ReturnType<typeof setTimeout>;
  dialog.addEventListener('pointermove', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    dialog.dataset.moving = '';
    clearTimeout(resting);
    resting = setTimeout(() => delete dialog.dataset.moving, ARROWS_MS);
  });

  frame.share.addEventListener('click', async () => {
    const item = current();
    if (!item) return;
    const url = new URL(item.path, location.href).href;
    const result = await shareItem({ title: item.title, url });
    if (result === 'shared' || result === 'left') return;
    const text = result === 'copied' ? copy.copied : copy.notCopied;
    frame.notice.textContent = text;
    setTimeout(
      () => frame.notice.textContent === text && frame.notice.replaceChildren(),
      NOTICE_MS,
    );
  });
}
